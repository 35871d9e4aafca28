"""What holds of every reader of a harness, on all real logs at once."""

import fnmatch
import math
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from fixture_logs import fixtures
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness.reading import HarnessReader, LogFile, Role, Wanted
from parallaxis.io.harness.registry import HARNESSES, harness_of
from parallaxis.io.text import BOM
from parallaxis.logs import FINGERPRINT, KINDS, Log
from synthetic_logs import SYNTHETIC

NO_LOGS = (  # what is no log by the README of the real logs, and no file that stands beside one
    "README.md",
    "_synthetic/nan.jsonl",
    "*/expected_long.csv",
    "lm_eval/_task/*",
    "promptfoo/out.csv",
    "promptfoo/promptfooconfig.yaml",
)
CUT = "_synthetic/trunc.jsonl"  # the one log that cannot be read: its last line is cut
WITHOUT_NUMBER = "*/samples_tiny_ppl_*.jsonl"  # its scores are pairs of numbers
OTHER_FIGURE = {  # logs whose stated figure is not that of their answers
    "*/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40_samples.jsonl": 0.75,  # one answer of many
}
RELATIVE = 1e-9  # of two ways to add up one column, and of figures written in full
FIRST_SCORES = 3  # scores of a file that are read beside the default


def every_file() -> list[LogFile]:
    """Return all real logs and what lies beside them."""
    root = fixtures(".")
    return [LogFile(root, path) for path in sorted(root.rglob("*")) if path.is_file()]


def claims(file: LogFile) -> dict[str, Role]:
    """Return what a file is to each reader that knows it."""
    found = {reader.name: reader.recognise(file) for reader in HARNESSES}
    return {name: role for name, role in found.items() if role is not None}


def real_logs() -> list[tuple[LogFile, HarnessReader]]:
    """Return the files that are logs and whole, with their readers."""
    found = [(file, known) for file in every_file() if (known := harness_of(file))]
    return [(file, reader) for file, (reader, role) in found if role == "log" and file.name != CUT]


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    """All real logs, read with the default scores."""
    return [log for file, reader in real_logs() for log in reader.read(file, Wanted())]


def test_readers_say_in_words_what_they_do() -> None:
    names = [reader.name for reader in HARNESSES]
    assert len(set(names)) == len(names)
    for reader in HARNESSES:
        assert reader.name == reader.name.lower().replace(" ", "-").replace("_", "-")
        said = (reader.recognised_by, reader.model, reader.item, reader.run, reader.score)
        assert min(len(words.strip()) for words in said) > 3, reader.name


def test_exactly_one_reader_claims_a_file() -> None:
    several = {file.name: found for file in every_file() if len(found := claims(file)) > 1}
    assert not several
    unclaimed = [file.name for file in every_file() if not claims(file)]
    assert [name for name in unclaimed if not _is_of(name, NO_LOGS)] == []
    assert all(any(fnmatch.fnmatch(name, one) for name in unclaimed) for one in NO_LOGS)


def test_a_byte_order_mark_hides_no_log(tmp_path: Path) -> None:
    root = tmp_path / "marked"
    shutil.copytree(fixtures("."), root)
    plain = [(file, reader) for file, reader in real_logs() if file.head[:1] in (b"{", b"[")]
    assert len(plain) > 20
    for path in root.rglob("*.json*"):
        if path.read_bytes()[:1] in (b"{", b"["):
            path.write_bytes(BOM + path.read_bytes())
    for file, reader in plain:
        marked = LogFile(root, root / file.name)
        assert claims(marked) == {reader.name: "log"}
        pairs = zip(reader.read(file, Wanted()), reader.read(marked, Wanted()), strict=True)
        for before, after in pairs:
            assert (before.items, before.kinds) == (after.items, after.kinds)
            np.testing.assert_array_equal(before.values, after.values)


def test_every_format_has_a_log_to_be_tried_on(tmp_path: Path) -> None:
    tried = {reader.name for _, reader in real_logs()} | SYNTHETIC.keys()
    assert {reader.name for reader in HARNESSES} == tried
    for name, write in SYNTHETIC.items():
        folder = tmp_path / name
        folder.mkdir()
        write(folder)
        files = [LogFile(folder, path) for path in folder.rglob("*") if path.is_file()]
        assert all(claims(file) for file in files)
        found = [claims(file) for file in files if "log" in claims(file).values()]
        assert found
        assert all(one == {name: "log"} for one in found)


def test_only_the_log_that_is_cut_cannot_be_read() -> None:
    file = next(file for file in every_file() if file.name == CUT)
    (name,) = claims(file)
    reader = next(reader for reader in HARNESSES if reader.name == name)
    with pytest.raises(FormatError, match="line 10 is not a JSON value"):
        list(reader.read(file, Wanted()))


def test_logs_have_names_and_a_score(logs: list[Log]) -> None:
    formats = {reader.name for reader in HARNESSES}
    for log in logs:
        assert log.model.strip()
        assert log.format in formats
        assert log.source in {file.name for file, _ in real_logs()}
        assert len(set(log.scores)) == len(log.scores)
        if fnmatch.fnmatch(log.source, WITHOUT_NUMBER):
            assert (len(log.items), log.score, log.scores) == (0, "", ())
            assert [note.code for note in log.notes] == ["no_single_score"]
        else:
            assert log.items
            assert log.score in log.scores


def test_columns_of_logs_fit_together(logs: list[Log]) -> None:
    for log in logs:
        assert log.values.dtype == np.float64
        assert log.values.shape == (len(log.items),)
        assert set(log.kinds) <= set(KINDS)
        assert all(log.items)
        for column in (log.texts, log.targets, log.prompts):
            assert {len(mark) for mark in column} <= {0, FINGERPRINT}
        assert all(repeat >= 0 for repeat in log.repeats)
        if log.identity == "id":
            rows = Counter(zip(log.items, log.texts, log.repeats, strict=True))
            assert max(rows.values(), default=1) == 1, log.source


def test_only_what_was_not_scored_is_missing(logs: list[Log]) -> None:
    for log in logs:
        for value, kind in zip(log.values.tolist(), log.kinds, strict=True):
            assert not math.isinf(value)
            if kind == "scored":
                assert not math.isnan(value), log.source
            else:
                assert math.isnan(value) or value == 0.0, log.source
        if log.bounds is not None and log.items:
            low, high = log.bounds
            assert low <= np.nanmin(log.values)
            assert np.nanmax(log.values) <= high


def test_figures_of_the_harness_are_those_of_the_answers(logs: list[Log]) -> None:
    stated = [(log, log.headline) for log in logs if log.headline is not None]
    assert {log.format for log, _ in stated} >= {
        "bfcl", "deepeval", "inspect", "lighteval", "lm-eval", "openai-evals", "promptfoo",
        "swe-bench",
    }  # fmt: skip
    for log, headline in stated:
        named = [
            figure for name, figure in OTHER_FIGURE.items() if fnmatch.fnmatch(log.source, name)
        ]
        if named:
            assert named == [headline.value]
            assert headline.value != np.nanmean(log.values)
        else:
            assert headline.value == pytest.approx(np.nanmean(log.values), rel=RELATIVE), log.source


def test_another_score_can_be_asked_for_and_none_that_is_not_there() -> None:
    for file, reader in real_logs():
        first = next(reader.read(file, Wanted()))
        for name in first.scores[:FIRST_SCORES]:
            for log in reader.read(file, Wanted(name)):
                assert log.score == name
        if not first.scores:
            continue
        with pytest.raises(InputError) as caught:
            list(reader.read(file, Wanted("no such score")))
        for name in first.scores[:FIRST_SCORES]:
            assert repr(name.partition(",")[0])[:-1] in str(caught.value)


def test_reading_twice_gives_the_same(logs: list[Log]) -> None:
    again = [log for file, reader in real_logs() for log in reader.read(file, Wanted())]
    assert len(again) == len(logs)
    for first, second in zip(logs, again, strict=True):
        for name in Log.__slots__:
            if name == "values":
                np.testing.assert_array_equal(first.values, second.values)
            else:
                assert getattr(first, name) == getattr(second, name)


def _is_of(name: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a name fits one of some patterns."""
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
