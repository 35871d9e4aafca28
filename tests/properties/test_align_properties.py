"""Whatever the order of logs, rows and boards, the board that they make is the same."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fixture_logs import fixtures, read_all
from made_logs import made_log, shuffled_rows
from parallaxis.align import Aligned, align, join_boards
from parallaxis.errors import InputError
from parallaxis.io.harness.lm_eval import READER
from parallaxis.logs import KINDS, Log, fingerprint
from parallaxis.matrix import ScoreMatrix

SETTINGS = settings(max_examples=60, deadline=None, derandomize=True, database=None)
SEEDS = st.integers(0, 10_000)
MODELS, TASKS = ("a", "b", "c", "d-10", "d-9"), ("t", "u")
QUESTIONS = tuple(f"question {n}" for n in range(8))


@st.composite
def logs(draw: st.DrawFn) -> list[Log]:
    """Draw logs with runs, repetitions, failures, retries and moved identifiers."""
    found = []
    for number in range(draw(st.integers(1, 6))):
        asked = draw(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=8))
        n = len(asked)
        places = draw(st.permutations(range(n))) if draw(st.booleans()) else list(range(n))
        again = draw(st.lists(st.integers(0, n - 1), max_size=3))  # rows that come again
        asked, places = ([*cells, *(cells[row] for row in again)] for cells in (asked, places))
        n += len(again)
        values = draw(st.lists(st.sampled_from([0.0, 1.0, 0.5]), min_size=n, max_size=n))
        kinds = draw(st.lists(st.sampled_from(KINDS), min_size=n, max_size=n))
        log = made_log(
            draw(st.sampled_from(MODELS)),
            values,
            items=[f"id {place}" for place in places],
            texts=asked if draw(st.integers(0, 3)) else False,
            identity=draw(st.sampled_from(["id", "id", "id", "position"])),
            bounds=draw(st.sampled_from([None, (0.0, 1.0)])),
            task=draw(st.sampled_from(TASKS)),
            run=draw(st.sampled_from(["", "2024", "2025"])),
            source=f"file-{number}.jsonl",
            kinds=tuple(kinds),
            repeats=tuple(draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))),
            targets=tuple(fingerprint(text[-1]) for text in asked),
        )
        found.append(log)
    return found


def outcome(given_logs: list[Log], **how: str) -> tuple[str, Aligned | None]:
    """Return the hash of the board and the board, or the refusal without its example."""
    try:
        found = align(given_logs, **how)  # type: ignore[arg-type]  # by name
    except InputError as error:
        return type(error).__name__, None
    return found.board.data_hash, found


@given(logs(), SEEDS, st.sampled_from(["newest", "all"]), st.sampled_from(["harness", "missing"]))
@SETTINGS
def test_order_of_logs_and_rows_does_not_matter(
    drawn: list[Log], seed: int, runs: str, errors: str
) -> None:
    rng = np.random.default_rng(seed)
    other = [shuffled_rows(drawn[i], seed + i) for i in rng.permutation(len(drawn))]
    first, found = outcome(drawn, runs=runs, errors=errors)
    second, again = outcome(other, runs=runs, errors=errors)
    assert first == second
    if found is not None and again is not None:
        assert set(found.report.set_aside) == set(again.report.set_aside)
        assert {note.code for note in found.report.cautions} == {
            note.code for note in again.report.cautions
        }


@given(logs())
@SETTINGS
def test_no_score_is_made_up(drawn: list[Log]) -> None:
    _, found = outcome(drawn)
    if found is None:
        return
    scores = {(log.model, float(value)) for log in drawn for value in log.values}
    board = found.board
    for row, name in enumerate(board.models):
        model = name.partition("#")[0]
        seen = board.values[row][board.observed[row]]
        assert {(model, float(value)) for value in seen} <= scores


@given(logs())
@SETTINGS
def test_every_log_is_on_the_board_or_set_aside(drawn: list[Log]) -> None:
    _, found = outcome(drawn)
    if found is None:
        return
    aside = {one.source for one in found.report.set_aside}
    assert aside | set(found.board.provenance.sources) == set(found.report.sources)
    assert not aside & set(found.board.provenance.sources)


@given(SEEDS, st.integers(1, 4))
@SETTINGS
def test_a_board_cut_into_parts_comes_back(seed: int, n_parts: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 2, size=(6, 7)).astype(float)
    values[rng.random(values.shape) < 0.1] = np.nan
    values[0, 0], values[0, 1] = 0.0, 1.0
    models, items = list("abcdef"), list("pqrstuv")
    board = ScoreMatrix.from_array(values, models=models, items=items)
    part_of = rng.integers(0, n_parts, size=6)
    parts = [
        board.select_models({models[row] for row in np.flatnonzero(part_of == part)})
        for part in np.unique(part_of)
    ]
    names = [f"part {n}" for n in range(len(parts))]
    order = rng.permutation(len(parts))
    found = join_boards([parts[i] for i in order], [names[i] for i in order])
    np.testing.assert_array_equal(found.board.values, values)
    assert (found.board.models, found.board.items) == (tuple(models), tuple(items))


def test_real_logs_in_any_order() -> None:
    whole = read_all(READER, fixtures("lm_eval/v0.4.13"))
    expected = align(whole).board.data_hash
    for seed in range(10):
        rng = np.random.default_rng(seed)
        other = [shuffled_rows(whole[i], seed) for i in rng.permutation(len(whole))]
        assert align(other).board.data_hash == expected
    renamed = [replace(log, source=f"elsewhere/{log.source}") for log in whole]
    assert align(renamed).board.data_hash == expected
