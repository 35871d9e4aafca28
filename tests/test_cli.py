"""The command line as a user meets it: statuses, streams, files."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
import pytest

from parallaxis.cli import cli, main
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability, shared_component

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process; return status, stdout, stderr."""

    def runner(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parallaxis", *map(str, arguments)])
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return runner


@pytest.fixture
def board_csv(tmp_path: Path) -> Path:
    """A small binary board as a wide CSV."""
    board = one_ability(n_models=12, n_items=40, seed=3).board
    lines = [",".join(["model", *board.items])]
    for name, row in zip(board.models, board.values, strict=True):
        lines.append(",".join([name, *(f"{score:.0f}" for score in row)]))
    path = tmp_path / "board.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_report_prints_verdict_and_sections(run: Run, board_csv: Path) -> None:
    status, out, err = run("report", board_csv, "--draws", 60)
    assert (status, err) == (0, "")
    for word in ("effective dimensionality", "permutation null", "effective votes", "board.csv"):
        assert word in out


def test_json_goes_to_stdout_and_words_to_stderr(run: Run, board_csv: Path) -> None:
    status, out, err = run("report", board_csv, "--draws", 60, "--json")
    found = json.loads(out)
    assert status == 0
    assert {"breadth", "axes", "panel", "intake", "verdict", "cautions", "seed"} <= found.keys()
    assert len(found["data_hash"]) == 64
    assert found["versions"]["parallaxis"]
    assert "effective dimensionality" in err


def test_quiet_json_says_nothing_on_stderr(run: Run, board_csv: Path) -> None:
    assert run("axes", board_csv, "--draws", 40, "--json", "--quiet")[2] == ""


@pytest.mark.parametrize("command", ["breadth", "axes", "panel"])
def test_every_question_has_recipe_and_intake(run: Run, board_csv: Path, command: str) -> None:
    status, out, _ = run(command, board_csv, "--draws", 40, "--json", "--seed", 5)
    found = json.loads(out)
    assert status == 0
    assert found["seed"] == 5
    assert found["settings"]["level"] == 0.95
    assert found["intake"]["n_models"] == 12
    assert {"versions", "data_hash", "cautions"} <= found.keys()


def test_same_seed_same_json(run: Run, board_csv: Path) -> None:
    first = run("report", board_csv, "--draws", 60, "--json", "--seed", 1)[1]
    assert run("report", board_csv, "--draws", 60, "--json", "--seed", 1)[1] == first
    assert run("report", board_csv, "--draws", 60, "--json", "--seed", 2)[1] != first


def test_report_writes_all_forms(run: Run, board_csv: Path, tmp_path: Path) -> None:
    targets = [tmp_path / name for name in ("r.html", "r.md", "r.json")]
    arguments = [part for target in targets for part in ("-o", target)]
    status, _, err = run("report", board_csv, "--draws", 40, *arguments)
    assert status == 0
    assert "r.html written." in err
    assert targets[0].read_text().startswith("<!DOCTYPE html>")
    assert targets[1].read_text().startswith("# ")
    assert json.loads(targets[2].read_text())["axes"]["draws"] == 40
    assert sorted(p.name for p in tmp_path.iterdir()) == ["board.csv", "r.html", "r.json", "r.md"]


@pytest.mark.parametrize("target", ["r.pdf", "missing/r.html"])
def test_unwritable_target_is_refused_before_work(
    run: Run, board_csv: Path, tmp_path: Path, target: str
) -> None:
    status, out, err = run("report", board_csv, "-o", tmp_path / target)
    assert (status, out) == (2, "")
    assert "Error" in err


def test_filters_keep_names_and_patterns(run: Run, board_csv: Path) -> None:
    _, out, _ = run(
        "breadth", board_csv, "--draws", 40, "--json", "--models", "model 1*", "--items", "item 2"
    )
    intake = json.loads(out)["intake"]
    assert (intake["n_models"], intake["n_items"]) == (4, 1)  # models 1, 10, 11, 12


def test_filter_without_a_match_names_the_pattern(run: Run, board_csv: Path) -> None:
    status, _, err = run("breadth", board_csv, "--models", "gpt*")
    assert status == 2
    assert "no model matches 'gpt*'" in err


def test_transpose_and_lower_is_better(run: Run, board_csv: Path) -> None:
    _, out, _ = run("panel", board_csv, "--draws", 40, "--json", "--transpose", "--lower-is-better")
    found = json.loads(out)
    assert (found["intake"]["n_models"], found["intake"]["n_items"]) == (40, 12)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "bad.csv"),
        (b"model,a,b\n", "bad.csv"),
        (b"model,a,b\nx,1\n", "line 2"),
        (b"model,a,a\nx,1,0\n", "'a'"),
        (b"model,a,b\nx,1,fine\ny,0,poor\n", "'b'"),
        (b"model,a\n\xff\xfe\xfa,1\n", "bad.csv"),
        (b"\x00\x01\x02\x03" * 64, "bad.csv"),
        (b"model,a,b\nx,1,0\nx,0,1\n", "'x'"),
    ],
)
def test_bad_files_give_one_line_and_status_2(
    run: Run, tmp_path: Path, content: bytes, place: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    status, out, err = run("report", path, "-o", tmp_path / "r.html")
    assert (status, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert place in err
    assert not (tmp_path / "r.html").exists()


def test_missing_file_and_empty_folder(run: Run, tmp_path: Path) -> None:
    for source in (tmp_path / "nothing.csv", tmp_path):
        status, _, err = run("report", source)
        assert status == 2
        assert len(err.strip().splitlines()) == 1


def test_usage_errors_have_status_2(run: Run, board_csv: Path) -> None:
    assert run("report")[0] == 2
    assert run("report", board_csv, "--level", "2")[0] == 2
    assert run("nonsense")[0] == 2


def test_faults_of_our_own_do_not_look_like_failed_gates(
    run: Run, board_csv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("parallaxis.diagnosis.diagnose", broken)
    status, _, err = run("report", board_csv)
    assert status == 70
    assert "fault of parallaxis" in err


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_simulate_then_convert_then_report(run: Run, tmp_path: Path, suffix: str) -> None:
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    status, out, _ = run(
        "simulate", "abilities", "--k", 3, "--n-models", 9, "--n-items", 30, "-o", first, "--json"
    )
    assert (status, json.loads(out)["truth"]["axes"]) == (0, 3.0)
    assert run("convert", first, "-o", second)[0] == 0
    assert run("axes", second, "--draws", 40)[0] == 0


def test_parquet_keeps_everything(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "a.parquet"
    run("simulate", "one_ability", "--seed", 4, "-o", target)
    assert ScoreMatrix.from_parquet(target).data_hash == one_ability(seed=4).board.data_hash


def test_simulate_refuses_options_of_other_worlds(run: Run, tmp_path: Path) -> None:
    status, _, err = run("simulate", "abilities", "--chance", 0.2, "-o", tmp_path / "a.csv")
    assert status == 2
    assert "--chance" in err


def test_demo_prints_the_truth_beside_the_estimates(run: Run) -> None:
    status, out, _ = run("demo", "--draws", 100)
    assert status == 0
    assert "Truth beside estimate" in out
    found = json.loads(run("demo", "--draws", 100, "--json", "--quiet")[1])
    assert found["truth"]["latent_correlation"] == 0.5
    low, high = found["panel"]["votes"]["tetrachoric"]["n_eff"]["interval"]
    assert low <= found["truth"]["effective_votes"] <= high


def test_every_command_teaches(run: Run) -> None:
    for name, command in cli.commands.items():
        status, out, _ = run(name, "--help")
        assert status == 0
        for option in (part for part in command.params if isinstance(part, click.Option)):
            assert option.help, f"{name}: {option.name} has no help"
            assert option.opts[0] in out


def test_standard_input_and_no_bar_in_a_pipe(board_csv: Path) -> None:
    command = [sys.executable, "-m", "parallaxis", "axes", "-", "--draws", "40", "--json"]
    packed = gzip.compress(board_csv.read_bytes())
    done = subprocess.run(command, input=packed, capture_output=True, check=True)  # noqa: S603 - our own command
    assert json.loads(done.stdout)["draws"] == 40
    assert b"drawing" not in done.stderr


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from parallaxis.cli import cli\n"
        "try: cli(['report', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'pyarrow', 'rich', 'numba', 'pandas'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stderr.decode()


def test_names_are_printed_as_they_are(run: Run, tmp_path: Path) -> None:
    board = shared_component(n_models=5, n_items=60).board
    names = ["[bold]x[/bold]", "<script>", "a|b", "c,d", "e"]
    path = tmp_path / "odd.parquet"
    ScoreMatrix.from_array(np.array(board.values), models=names).to_parquet(path)
    page = tmp_path / "odd.html"
    status, out, _ = run("report", path, "--draws", 40, "-o", page)
    assert status == 0
    assert "[bold]x[/bold]" in out
    assert "<script" not in page.read_text()


def piped(script: str) -> int:
    """Run a shell pipe and return the status of its first command."""
    done = subprocess.run(  # noqa: S603 - a fixed script of this file
        ["/bin/bash", "-c", f"{script}; exit ${{PIPESTATUS[0]}}"], capture_output=True, check=False
    )
    return done.returncode


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="needs a shell with PIPESTATUS")
@pytest.mark.parametrize("command", ["demo --draws 20 --quiet", "--help"])
def test_a_closed_pipe_is_no_failed_gate(command: str) -> None:
    assert piped(f"{sys.executable} -m parallaxis {command} | true") in (0, 141)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_output_is_utf8_in_a_pipe_whatever_the_locale(board_csv: Path, encoding: str) -> None:
    command = [sys.executable, "-m", "parallaxis", "axes", str(board_csv), "--draws", "20"]
    environment = {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, check=True, env=environment)  # noqa: S603 - our own command
    assert "×" in done.stdout.decode("utf-8")


def test_two_forms_cannot_share_stdout(run: Run, board_csv: Path) -> None:
    status, out, err = run("report", board_csv, "--json", "--markdown")
    assert (status, out) == (2, "")
    assert "give one" in err


def test_convert_does_not_write_over_its_source(run: Run, board_csv: Path) -> None:
    before = board_csv.read_bytes()
    status, _, err = run("convert", board_csv, "-o", board_csv)
    assert status == 2
    assert "is the source itself" in err
    assert board_csv.read_bytes() == before


def test_convert_does_not_write_over_what_describes_its_source(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "b.tsv"
    source.write_text("model\tx\ty\na\t1\t0\nb\t0\t1\nc\t1\t1\n")
    side = tmp_path / "b.items.csv"
    side.write_text("item,topic\nx,a\ny,b\n")
    status, _, err = run("convert", source, "--items", "x", "-o", tmp_path / "b.csv")
    assert status == 2
    assert "b.csv would overwrite b.items.csv" in err
    assert side.read_text() == "item,topic\nx,a\ny,b\n"
    status, _, err = run("convert", source, "-o", tmp_path / "new.csv")
    assert (status, err.strip()) == (0, "new.csv and new.items.csv written.")
    assert (tmp_path / "new.items.csv").read_text().splitlines()[1] == '"x","a"'


def test_a_simulated_world_keeps_its_families(run: Run, tmp_path: Path) -> None:
    status, _, _ = run(
        "simulate", "item_testlets", "--n-models", 9, "--n-items", 10, "-o", tmp_path / "t.csv"
    )
    assert status == 0
    assert "testlet 2" in (tmp_path / "t.items.csv").read_text()


def test_a_board_is_not_put_beside_metadata_of_another(run: Run, tmp_path: Path) -> None:
    side = tmp_path / "t.items.csv"
    side.write_text("item,chance\nitem 1,0.25\n")
    status, _, err = run("simulate", "independent_noise", "-o", tmp_path / "t.csv")
    assert status == 2
    assert "t.items.csv is there already" in err
    assert not (tmp_path / "t.csv").exists()


def test_too_large_a_world_is_refused_in_words(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*, seed: int) -> None:
        raise MemoryError(seed)

    monkeypatch.setattr("parallaxis.worlds.WORLDS", {"abilities": exhausted})
    status, _, err = run("simulate", "abilities", "-o", tmp_path / "a.csv")
    assert status == 2
    assert "not enough memory" in err


def test_scale_can_be_declared(run: Run, board_csv: Path) -> None:
    _, out, _ = run("panel", board_csv, "--draws", 20, "--json", "--scale", "bounded")
    assert json.loads(out)["intake"]["scale"] == "bounded"
