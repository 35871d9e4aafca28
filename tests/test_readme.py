"""The README tells the truth: its excerpt is what the demo prints, its Python runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from parallaxis.worlds import one_ability

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_excerpt_is_what_the_demo_prints() -> None:
    command = [sys.executable, "-m", "parallaxis", "demo", "--quiet"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - our own command
    printed = {line.rstrip() for line in done.stdout.splitlines()}
    excerpt = re.search(r"<!-- excerpt -->\n```text\n(.+?)\n```", README, re.DOTALL)
    assert excerpt is not None
    lines = [line.rstrip() for line in excerpt[1].splitlines()]
    assert len(lines) > 5
    assert [line for line in lines if line not in printed] == []


def test_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.+?)\n```", README, re.DOTALL)
    assert code is not None
    one_ability(n_models=8, n_items=30).board.to_csv(tmp_path / "board.csv")
    monkeypatch.chdir(tmp_path)
    exec(compile(code[1], "README.md", "exec"), {})  # noqa: S102 - the project's own README
    assert (tmp_path / "board.html").exists()
    assert (tmp_path / "board.json").exists()


@pytest.mark.parametrize("name", ["demo", "tests"])
def test_commands_are_marked_once(name: str) -> None:
    assert len(re.findall(rf"<!-- command: {name} -->\n```sh\n.+\n```", README)) == 1
