"""Broken logs, made from seeds: a reader refuses them or reads them right, and never crashes."""

import math
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from fixture_logs import fixtures
from log_mutants import mutations_of, seeded
from parallaxis.errors import InputError
from parallaxis.io.harness.reading import HarnessReader, LogFile, Wanted
from parallaxis.io.harness.registry import HARNESSES
from parallaxis.logs import KINDS, Log
from synthetic_logs import SYNTHETIC

MUTANTS = 40  # of each case
READERS = {reader.name: reader for reader in HARNESSES}
CASES: dict[str, tuple[str, str]] = {  # reader, and folder and pattern of its files
    "inspect archive": ("inspect", "inspect/eval/tiny_letters:*_9GnF*.eval"),
    "inspect archive, old": ("inspect", "inspect/eval/old_0.3.60_deflate:*.eval"),
    "inspect archive, killed": ("inspect", "inspect/eval/killed_no_header:*.eval"),
    "inspect JSON": ("inspect", "inspect/json/tiny_multi_events_stripped:*.json"),
    "inspect JSON, strange scores": ("inspect", "inspect/json/weird_scores_nan_literal:*.json"),
    "lm-eval": ("lm-eval", "lm_eval/v0.4.13/org__beta-13b:*"),
    "lm-eval 0.4.2": ("lm-eval", "lm_eval/v0.4.2/alpha-7b:*"),
    "lm-eval 0.4.5": ("lm-eval", "lm_eval/v0.4.5/org__alpha-7b:*"),
    "leaderboard-details": ("leaderboard-details", ""),
    "lighteval": ("lighteval", "lighteval/v0.13.0:*/gamma/**/*"),
    "helm": ("helm", "helm/runs:*/*mock_beta/*"),
    "swe-bench": ("swe-bench", "swebench/v5.0.2:*alpha*.json"),
    "swe-bench instances": ("swe-bench", "swebench/v5.0.2/logs:**/*"),
    "evalplus": ("evalplus", "evalplus:*"),
    "bigcodebench": ("bigcodebench", ""),
    "livecodebench": ("livecodebench", ""),
    "livecodebench-board": ("livecodebench-board", ""),
    "bfcl": ("bfcl", "bfcl:*/mock-beta-FC/**/*"),
    "openai-evals": ("openai-evals", "openai_evals:*"),
    "promptfoo": ("promptfoo", "promptfoo:out.json"),
    "promptfoo lines": ("promptfoo", "promptfoo:out.jsonl"),
    "every-eval-ever": ("every-eval-ever", "_fetched/every_eval_ever:**/*"),
    "alpaca-eval": ("alpaca-eval", "_fetched/alpaca_eval:*"),
    "mteb": ("mteb", "_fetched/mteb:*"),
    "pydantic-evals": ("pydantic-evals", "pydantic_evals:beta.json"),
    "deepeval": ("deepeval", "deepeval:*"),
}
TOUCHES_SCORES = {"flipped", "lines swapped"}  # can write one score where another stood
ADDS_ROWS = {"line twice"}
FAILED_ONCE = (("promptfoo lines", 326),)  # an error whose reason was overwritten became wrong
Key = tuple[str, str, str, str]  # task, score, model, and what names the question
End = Literal["read", "refused", "unknown"]


@dataclass(frozen=True)
class Whole:
    """A folder of sound logs of one reader, and what they hold.

    Attributes
    ----------
    root : Path
    reader : HarnessReader
    files : mapping of Path to bytes
    logs : list of Log
    """

    root: Path
    reader: HarnessReader
    files: dict[Path, bytes]
    logs: list[Log]


def prepared(case: str, root: Path) -> Whole:
    """Copy the logs of a case into a folder and read them."""
    name, where = CASES[case]
    if where:
        folder, _, pattern = where.partition(":")
        source = fixtures(folder)
        for path in sorted(source.glob(pattern)):
            if path.is_file():
                target = root / path.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
    else:
        SYNTHETIC[name](root)
    files = {path: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
    return Whole(root, READERS[name], files, logs_of(READERS[name], root, files))


def logs_of(reader: HarnessReader, root: Path, paths: dict[Path, bytes]) -> list[Log]:
    """Read those files of a folder that a reader takes for logs."""
    files = [LogFile(root, path) for path in paths]
    known = [file for file in files if reader.recognise(file) == "log"]
    return [log for file in known for log in reader.read(file, Wanted())]


def zeros(logs: list[Log]) -> Counter[Key]:
    """Count the rows that are surely wrong, by question."""
    return Counter(
        (log.task, log.score, log.model, text or item)
        for log in logs
        for item, text, value, kind in zip(
            log.items, log.texts, log.values.tolist(), log.kinds, strict=True
        )
        if value == 0.0 and kind == "scored"
    )


def questions(logs: list[Log]) -> set[Key]:
    """Return what names the questions."""
    return {
        (log.task, log.score, log.model, text or item)
        for log in logs
        for item, text in zip(log.items, log.texts, strict=True)
    }


def check(whole: Whole, seed: int) -> End:
    """Break one file, and read all: nothing but refusals, and no answer that has become wrong."""
    rng = seeded(seed)
    path = rng.choice(sorted(whole.files))
    ways = mutations_of(path.name, whole.files[path])
    way = rng.choice(sorted(ways))
    path.write_bytes(ways[way](whole.files[path], rng) or b" ")
    try:
        found = logs_of(whole.reader, whole.root, whole.files)
    except InputError as error:
        if not str(error).strip():
            pytest.fail("a refusal has to say why")
        return "refused"
    if not found:
        return "unknown"
    for log in found:
        assert_sound(log)
    if way in TOUCHES_SCORES:
        return "read"
    before, after = zeros(whole.logs), zeros(found)
    known = questions(whole.logs)
    wrong = {key for key in after if key in known and key not in before}
    assert not wrong, f"{way} of {path.name} made answers wrong: {sorted(wrong)}"
    if way not in ADDS_ROWS and {log.score for log in found} == {log.score for log in whole.logs}:
        assert after.total() <= before.total(), f"{way} of {path.name} made answers wrong"
    return "read"


def assert_sound(log: Log) -> None:
    """What holds of every log, however broken its file."""
    assert isinstance(log.model, str)
    assert set(log.kinds) <= set(KINDS)
    assert log.headline is None or isinstance(log.headline.value, float)
    for value, kind in zip(log.values.tolist(), log.kinds, strict=True):
        assert not (kind == "scored" and math.isnan(value))


def restore(whole: Whole) -> None:
    """Write the files as they were."""
    for path, data in whole.files.items():
        if path.read_bytes() != data:
            path.write_bytes(data)


@pytest.mark.parametrize("case", CASES)
def test_broken_logs_are_refused_or_read_right(case: str, tmp_path: Path) -> None:
    whole = prepared(case, tmp_path)
    assert whole.logs
    for seed in range(MUTANTS):
        check(whole, seed)
        restore(whole)


@pytest.mark.parametrize(("case", "seed"), FAILED_ONCE)
def test_what_failed_once(case: str, seed: int, tmp_path: Path) -> None:
    check(prepared(case, tmp_path), seed)


@pytest.mark.parametrize("seed", range(10))
def test_filters_without_names_are_not_mixed_up(seed: int, tmp_path: Path) -> None:
    """Where a row is lost, the row of another filter does not take its place."""
    whole = prepared("lm-eval 0.4.5", tmp_path)
    path = next(path for path in whole.files if path.name.startswith("samples_tiny_gen"))
    lines = whole.files[path].splitlines(keepends=True)
    del lines[seeded(seed).randrange(len(lines))]
    path.write_bytes(b"".join(lines))
    with pytest.raises(InputError, match="which row is of which cannot be told"):
        logs_of(whole.reader, whole.root, whole.files)


def test_every_reader_is_tried() -> None:
    assert {name for name, _ in CASES.values()} == READERS.keys()
