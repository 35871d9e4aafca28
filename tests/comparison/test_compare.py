"""Boards side by side: at one size their order no longer follows their sizes."""

import json

import numpy as np
import pyarrow as pa
import pytest

from boards import load_board
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison import Comparison, Origin, compare
from parallaxis.errors import InputError
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance
from parallaxis.worlds import factors, one_ability

SHAPES = ((30, 40), (45, 90), (80, 160), (150, 300), (300, 500))


def one_ability_boards() -> dict[str, ScoreMatrix]:
    """One latent structure at five sizes."""
    return {
        f"{n_models} × {n_items}": one_ability(n_models=n_models, n_items=n_items, seed=seed).board
        for seed, (n_models, n_items) in enumerate(SHAPES)
    }


def noise(n_models: int, n_items: int, seed: int = 0) -> ScoreMatrix:
    """Real scores without structure."""
    values = np.random.default_rng(seed).normal(size=(n_models, n_items))
    return ScoreMatrix.from_array(values)


def raw(found: Comparison) -> list[float]:
    """Return ED of the boards as they are."""
    eds = [row.effective_dimensionality for row in found.boards]
    return [ed.estimate for ed in eds if isinstance(ed, Estimate)]


def matched(found: Comparison) -> list[float]:
    """Return ED of the boards at the common size."""
    eds = [row.matched for row in found.boards]
    return [ed.estimate for ed in eds if isinstance(ed, Estimate)]


def test_raw_ranks_follow_the_shape_and_matched_ones_do_not() -> None:
    found = compare(one_ability_boards())
    assert raw(found) == sorted(raw(found))
    assert isinstance(found.agreement.raw_with_shape, Estimate)
    assert found.agreement.raw_with_shape.estimate == 1.0
    # Boards of one size and structure differ by what their models and items happen to be: ED of
    # 30 × 40 has a coefficient of variation near .15, so five boards stay within half of each
    # other, and the order by size is one of 120.
    assert max(raw(found)) > 2.0 * min(raw(found))
    assert max(matched(found)) < 1.5 * min(matched(found))
    assert isinstance(found.agreement.matched_with_shape, Estimate)
    assert abs(found.agreement.matched_with_shape.estimate) < 0.95


def test_the_broader_structure_wins_at_one_size_whatever_the_sizes() -> None:
    large = factors(n_models=400, n_items=600, k=1, loading=0.6, seed=1).board
    broad = factors(n_models=40, n_items=30, k=6, loading=0.6, seed=2).board
    found = compare({"large": large, "broad": broad})
    assert raw(found)[0] > raw(found)[1]
    assert matched(found)[0] < matched(found)[1]
    assert {change.board for change in found.rank_changes} == {"large", "broad"}
    assert found.agreement.n_reversed == 1


def test_a_row_is_what_the_board_alone_would_say() -> None:
    board = one_ability(n_models=40, n_items=60, seed=3).board
    other = noise(30, 20)
    found = compare([board, other], draws=20)
    row = found.boards[0]
    ed = moments(prepare(board.values)).effective_dimensionality
    zscored = moments(prepare(board.values, scaling="zscore")).effective_dimensionality
    assert isinstance(row.effective_dimensionality, Estimate)
    assert row.effective_dimensionality.estimate == pytest.approx(ed, rel=1e-12)
    assert row.zscored == pytest.approx(zscored, rel=1e-12)
    interval = row.effective_dimensionality.interval
    assert not isinstance(interval, NotAnswered)
    assert interval[0] < ed < interval[1]
    assert (row.n_models, row.n_items, row.scale) == (40, 60, "binary")
    assert row.shape_bound == min(39, row.n_live_items)


def test_the_same_seed_gives_the_same_answer_and_another_does_not() -> None:
    boards = one_ability_boards()
    first, again = compare(boards, draws=20, seed=4), compare(boards, draws=20, seed=4)
    assert first.to_json() == again.to_json()
    assert matched(compare(boards, draws=20, seed=5)) != matched(first)


def test_the_smallest_board_is_the_measure_and_its_own_only_part() -> None:
    found = compare(one_ability_boards(), draws=20)
    assert not isinstance(found.matching, NotAnswered)
    n_live = found.boards[0].n_live_items
    assert (found.matching.n_models, found.matching.n_items) == (30, n_live)
    smallest = found.boards[0].matched
    assert isinstance(smallest, Estimate)
    assert isinstance(smallest.interval, NotAnswered)
    assert smallest.estimate == pytest.approx(raw(found)[0])


def test_tiny_boards_are_left_out_of_the_matching_and_named() -> None:
    found = compare({"tiny": noise(9, 50), "narrow": noise(50, 4), "a": noise(40, 20)}, draws=20)
    assert not isinstance(found.matching, NotAnswered)
    assert {left.board: left.why for left in found.matching.left_out} == {
        "tiny": "9 models, below 40 × 20",
        "narrow": "4 items that tell them apart, below 40 × 20",
    }
    (caution,) = (c for c in found.cautions if c.code == "left_out_of_matching")
    assert "2 of 3 boards (tiny, narrow)" in caution.text
    assert isinstance(found.boards[0].rank, NotAnswered)
    assert len(raw(found)) == 3


def test_dead_items_change_nothing() -> None:
    values = np.random.default_rng(0).normal(size=(40, 20))
    with_dead = np.hstack([values, np.ones((40, 300))])
    boards = {
        "plain": ScoreMatrix.from_array(values),
        "with dead items": ScoreMatrix.from_array(with_dead),
        "other": noise(20, 12),
    }
    plain, dead, _ = compare(boards, draws=50).boards
    assert dead.n_live_items == 20
    assert isinstance(plain.matched, Estimate)
    assert isinstance(dead.matched, Estimate)
    assert plain.matched.estimate == pytest.approx(dead.matched.estimate, rel=1e-12)


def test_missing_cells_are_counted_and_never_zero() -> None:
    values = np.random.default_rng(1).normal(5.0, 1.0, size=(60, 30))
    gapped = values.copy()
    gapped[np.random.default_rng(2).random(values.shape) < 0.2] = np.nan
    boards = {"whole": ScoreMatrix.from_array(values), "gapped": ScoreMatrix.from_array(gapped)}
    found = compare({**boards, "small": noise(25, 15)}, draws=50)
    whole, gaps, _ = found.boards
    assert gaps.n_missing == int(np.isnan(gapped).sum())
    assert gaps.missing_share == pytest.approx(gaps.n_missing / values.size)
    assert isinstance(whole.matched, Estimate)
    assert isinstance(gaps.matched, Estimate)
    # zeros in place of gaps would be 5 standard deviations off and raise or sink ED by far more
    assert gaps.matched.estimate == pytest.approx(whole.matched.estimate, rel=0.1)
    assert any(c.code == "missing_cells" for c in gaps.cautions)


def test_sizes_that_are_asked_for_are_kept() -> None:
    found = compare({"a": noise(40, 20), "b": noise(12, 30)}, n_models=15, n_items=10, draws=20)
    assert not isinstance(found.matching, NotAnswered)
    assert (found.matching.n_models, found.matching.n_items) == (15, 10)
    assert [left.board for left in found.matching.left_out] == ["b"]
    nothing = compare({"a": noise(40, 20), "b": noise(12, 30)}, n_models=200, draws=20)
    assert isinstance(nothing.matching, NotAnswered)
    assert "no board has 200 models" in nothing.matching.why


def test_boards_on_which_nothing_varies_are_said() -> None:
    same = ScoreMatrix.from_array(np.ones((20, 10)))
    found = compare({"same": same, "a": noise(20, 10), "b": noise(20, 12)}, draws=20)
    assert isinstance(found.boards[0].effective_dimensionality, NotAnswered)
    assert isinstance(found.boards[0].matched, NotAnswered)
    only = compare({"same": same, "too": same}, draws=20)
    assert isinstance(only.matching, NotAnswered)
    assert "a common size is not identified" in str(only)


def test_unlike_boards_and_shared_names_are_cautions() -> None:
    names = [f"gpt-{i}" for i in range(40)]
    values = np.random.default_rng(0).normal(size=(40, 12))
    boards = {
        "binary": ScoreMatrix.from_array(values > 0, models=names),
        "real": ScoreMatrix.from_array(values, models=names),
        "alone": ScoreMatrix.from_array(values, models=[f"claude-{i}" for i in range(40)]),
    }
    found = {c.code: c.text for c in compare(boards, draws=20).cautions}
    assert "1 board of right/wrong items and 2 of other scores" in found["unlike_boards"]
    assert "1 pair of boards has models of one name (binary and real: 40)" in found["shared_models"]
    assert "shared_items" not in found  # names such as "item 1" are made up
    alike = compare({"a": boards["real"], "b": boards["alone"]}, draws=20).cautions
    assert {c.code for c in alike} == set()


def test_a_board_of_one_loud_item_is_named() -> None:
    values = np.random.default_rng(0).normal(size=(30, 10)) * ([100.0] + [1.0] * 9)
    loud = compare({"loud": ScoreMatrix.from_array(values), "a": noise(30, 10)}, draws=20)
    assert any(c.code == "dominant_item" and "(loud)" in c.text for c in loud.cautions)


def test_source_and_date() -> None:
    dates = ["2024-05-01", None, "2025-01-15", *[None] * 9]
    dated = ScoreMatrix.from_array(
        np.random.default_rng(0).normal(size=(12, 6)),
        model_metadata={"date": dates},
        provenance=Provenance(("dated.csv", "dated.models.csv"), "csv, wide"),
    )
    plain = noise(12, 6)
    found = compare([dated, plain], draws=20, origins={"board 2": Origin("me/it @ abc", "2026")})
    assert [(row.board, row.source, row.date) for row in found.boards] == [
        ("dated", "dated.csv", "2025-01-15"),
        ("board 2", "me/it @ abc", "2026"),
    ]


def test_a_result_can_be_looked_at() -> None:
    found = compare(one_ability_boards(), draws=20)
    table = found.summary()
    assert isinstance(table, pa.Table)
    assert table.num_rows == len(SHAPES)
    assert "5 boards, 5 at 30 models" in str(found)
    assert "<table" in found._repr_html_()
    whole = json.loads(found.to_json())
    assert {"boards", "matching", "agreement", "settings", "seed", "data_hash"} <= whole.keys()
    assert whole["intake"]["n_models"] == sum(n for n, _ in SHAPES)


def test_progress_is_told_of_every_draw() -> None:
    told: list[int] = []
    compare({"a": noise(20, 10), "b": noise(20, 10, 1)}, draws=30, progress=told.append)
    assert sum(told) == 60


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_models": 2}, "n_models is 2"),
        ({"n_items": 0}, "n_items is 0"),
        ({"draws": 0}, "draws is 0"),
        ({"level": 1.0}, "level is 1.0"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_settings_out_of_range(settings: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare([noise(20, 10), noise(20, 12)], **settings)  # type: ignore[arg-type] # on purpose


def test_one_board_is_no_comparison() -> None:
    with pytest.raises(InputError, match="1 board given"):
        compare({"a": noise(20, 10)})
    with pytest.raises(InputError, match="needs two or more"):
        compare(noise(20, 10))  # type: ignore[arg-type] # on purpose


def test_percent_and_fraction_twins_agree_and_keep_their_published_ed() -> None:
    names = ("oll_v2_six_3827", "oll_v2_six_3827_raw", "oll_v2_six_4576")
    found = compare({name: load_board(name) for name in names}, draws=20)
    assert raw(found) == pytest.approx([1.674, 1.672, 1.668], abs=0.0006)
    assert any(c.code == "shared_models" for c in found.cautions)


def test_one_board_twice_is_said() -> None:
    board = one_ability(n_models=20, n_items=30, seed=1).board
    found = compare({"a": board, "b": board, "c": one_ability(n_models=20, n_items=30).board})
    (said,) = [caution.text for caution in found.cautions if caution.code == "same_board"]
    assert "a and b" in said
