"""Selection: the published path, sets beside it, components, and what is not answered."""

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.analyses.selection import ChosenBreadth, Select, select
from parallaxis.analyses.selection_parts import Peak, Pick
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError, MissingDataError
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import effective_dimensionality
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

QUICK = 30  # random sets, where they are beside the point


def path(found: Select) -> tuple[Pick, ...]:
    """Return the path of an answer that has one."""
    assert not isinstance(found.path, NotAnswered)
    return found.path


def chosen(found: Select) -> tuple[str, ...]:
    """Return the chosen names of an answer that has some."""
    assert not isinstance(found.chosen, NotAnswered)
    return found.chosen


def peak(found: Select) -> Peak:
    """Return the peak of an answer that has one."""
    assert not isinstance(found.peak, NotAnswered)
    return found.peak


def breadth(found: Select) -> ChosenBreadth:
    """Return the breadth of an answer that has one."""
    assert not isinstance(found.effective_dimensionality, NotAnswered)
    return found.effective_dimensionality


def codes(found: Select) -> list[str]:
    """Return the codes of the cautions."""
    return [caution.code for caution in found.cautions]


def real(n_models: int, n_items: int, seed: int = 0) -> NDArray[np.float64]:
    """Return real scores with something in common."""
    rng = np.random.default_rng([n_models, n_items, seed])
    scores = rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items))
    return np.asarray(scores)


def test_the_published_path_peaks_at_five_components() -> None:
    found = select(load_board("oll_v2_six_4576"))
    assert [pick.item for pick in path(found)] == [
        "IFEval", "MATH Lvl 5", "BBH", "MUSR", "GPQA", "MMLU-PRO"
    ]  # fmt: skip
    assert [round(pick.objective, 3) for pick in path(found)] == [
        1.0, 1.421, 1.614, 1.684, 1.713, 1.668
    ]  # fmt: skip
    assert chosen(found) == ("IFEval", "MATH Lvl 5", "BBH", "MUSR", "GPQA")
    assert (peak(found).size, len(path(found))) == (5, 6)
    ed = breadth(found)
    assert round(ed.whole_board, 3) == 1.668
    assert not isinstance(ed.interval, NotAnswered)
    assert ed.interval[0] < ed.estimate < ed.interval[1]
    assert all(check.greedy_is_best for check in found.exhaustive)
    assert [check.size for check in found.exhaustive] == [2, 3, 4, 5, 6]
    # only six sets of five exist, and the greedy one is the best of them
    assert ed.random_subsets.highest == pytest.approx(ed.estimate, rel=1e-12)


def test_the_chosen_set_has_the_breadth_of_its_scores() -> None:
    values = real(25, 9)
    found = select(ScoreMatrix.from_array(values), draws=QUICK)
    board = ScoreMatrix.from_array(values)
    for size in range(2, 10):
        names = [pick.item for pick in path(found)[:size]]
        ed = effective_dimensionality(prepare(board.select_items(names).values))
        assert path(found)[size - 1].objective == pytest.approx(ed, rel=1e-12)
    assert breadth(found).estimate == peak(found).objective
    assert breadth(found).whole_board == pytest.approx(path(found)[-1].objective, rel=1e-12)


def test_exhaustive_check_is_brute_force() -> None:
    values = real(20, 6)
    found = select(ScoreMatrix.from_array(values), draws=QUICK)
    names = ScoreMatrix.from_array(values).items
    for check in found.exhaustive:
        best = max(
            combinations(range(6), check.size),
            key=lambda items: effective_dimensionality(prepare(values[:, items])),
        )
        assert check.items == tuple(names[i] for i in best)
        assert check.greedy <= check.objective * (1 + 1e-12)


def test_greedy_that_misses_the_best_set_is_said() -> None:
    """A pair of great strength comes first, and three weaker items would be broader."""
    missed = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        board = ScoreMatrix.from_array(rng.normal(size=(6, 5)))
        found = select(board, draws=QUICK)
        missed += [check for check in found.exhaustive if not check.greedy_is_best]
    assert missed
    assert all(check.greedy < check.objective for check in missed)


def test_a_size_that_is_asked_for() -> None:
    board = ScoreMatrix.from_array(real(25, 20))
    whole, short = select(board, draws=QUICK), select(board, size=4, draws=QUICK)
    assert path(short) == path(whole)
    assert chosen(short) == tuple(pick.item for pick in path(whole)[:4])
    assert peak(short) == peak(whole)
    assert breadth(short).random_subsets.size == 4
    assert short.exhaustive == ()
    everything = select(board, size=20, draws=QUICK)
    sets = breadth(everything).random_subsets
    assert sets.lowest == pytest.approx(sets.highest, rel=1e-12)
    assert sets.mean == pytest.approx(breadth(everything).whole_board, rel=1e-12)


def test_binary_boards_are_exact_and_say_what_greedy_collects() -> None:
    board = one_ability(n_models=40, n_items=60, seed=1).board
    found = select(board, draws=QUICK)
    floats = select(
        ScoreMatrix.from_array(board.values, items=board.items, scale="bounded", bounds=(0, 1)),
        draws=QUICK,
    )
    assert [pick.item for pick in path(found)] == [pick.item for pick in path(floats)]
    assert breadth(found).estimate == pytest.approx(breadth(floats).estimate, rel=1e-12)
    assert "greedy_collects_noise" in codes(found)
    assert "greedy_collects_noise" not in codes(floats)
    assert breadth(found).estimate > breadth(found).random_subsets.highest


def test_noise_is_what_greedy_collects() -> None:
    """A sharp ability answers half of the items, coins the other half: coins are taken first."""
    rng = np.random.default_rng(2)
    sharp = 3.0 * (rng.normal(size=(200, 1)) - np.linspace(-1.0, 1.0, 20))
    able = (sharp + rng.logistic(size=(200, 20)) > 0).astype(float)
    coins = (rng.random((200, 20)) < 0.5).astype(float)
    names = [*(f"able {i}" for i in range(20)), *(f"coin {i}" for i in range(20))]
    found = select(ScoreMatrix.from_array(np.hstack([able, coins]), items=names), size=15)
    assert sum(name.startswith("coin") for name in chosen(found)) >= 13


def test_dead_items_are_set_aside_and_counted() -> None:
    values = real(12, 6)
    values[:, 2] = 0.1
    values[:, 4] = np.nan
    values[3, 4] = 7.0
    found = select(ScoreMatrix.from_array(values), draws=QUICK)
    assert (found.n_ranked, found.n_dead) == (4, 2)
    assert {pick.item for pick in path(found)} == {"item 1", "item 2", "item 4", "item 6"}


@pytest.mark.parametrize("scale", ["real", "binary"])
def test_missing_cells_take_the_mean_of_their_item(scale: str) -> None:
    values = real(30, 8)
    if scale == "binary":
        values = (values > 0).astype(float)
    values[::4, 3] = values[1::5, 6] = np.nan
    board = ScoreMatrix.from_array(values)
    assert board.scale == scale
    filled = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
    found = select(board, draws=QUICK)
    plain = select(ScoreMatrix.from_array(filled, scale="real"), draws=QUICK)
    assert [p.item for p in path(found)] == [p.item for p in path(plain)]
    assert breadth(found).estimate == pytest.approx(breadth(plain).estimate, rel=1e-12)
    assert "missing_cells" in codes(found)


@pytest.mark.parametrize("n_items", [1, 2, 3])
def test_very_small_boards(n_items: int) -> None:
    found = select(ScoreMatrix.from_array(real(10, n_items)), draws=QUICK)
    assert len(path(found)) == n_items
    assert 1.0 <= breadth(found).estimate <= n_items
    assert len(found.exhaustive) == n_items - 1
    json.loads(found.to_json())


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[1.0, 2.0], [2.0, 1.0]], "2 models were scored"),
        (np.ones((5, 3)), "no item tells the models apart"),
        (np.full((4, 3), np.nan), "no item tells the models apart"),
    ],
)
def test_nothing_to_choose_is_said(values: Any, why: str) -> None:
    found = select(ScoreMatrix.from_array(values))
    for answer in (found.path, found.chosen, found.peak, found.effective_dimensionality):
        assert isinstance(answer, NotAnswered)
        assert why in answer.why
    assert found.random_band == ()
    assert found.exhaustive == ()
    assert found.summary().num_rows == 0
    assert "not identified" in str(found)
    assert found.to_dict()["path"]["estimate"] is None


def test_whole_components_are_ranked() -> None:
    rng = np.random.default_rng(0)
    common = rng.normal(size=(50, 3))
    values = np.hstack([common[:, [k]] + 0.5 * rng.normal(size=(50, 4)) for k in (0, 0, 1, 2)])
    values[0, 0] = np.nan
    labels = ["a"] * 4 + ["b"] * 4 + ["c"] * 4 + ["d"] * 3 + [""]
    board = ScoreMatrix.from_array(values, item_metadata={"benchmark": labels})
    found = select(board, components="benchmark", draws=QUICK)
    assert found.unit == "component"
    assert {pick.item for pick in path(found)} == {"a", "b", "c", "d"}
    assert sorted(chosen(found)) in (["a", "c", "d"], ["b", "c", "d"])
    means = np.column_stack([np.nanmean(values[:, 4 * k : 4 * k + 4], axis=1) for k in range(3)])
    means = np.column_stack([means, values[:, 12:15].mean(axis=1)])
    assert breadth(found).whole_board == pytest.approx(
        effective_dimensionality(prepare(means)), rel=1e-12
    )
    assert {"items_without_component", "partial_components"} <= set(codes(found))
    texts = {caution.code: caution.text for caution in found.cautions}
    assert texts["items_without_component"].startswith("1 item ")
    assert texts["partial_components"].startswith("1 component score ")


def test_components_of_right_wrong_items_are_no_single_items() -> None:
    board = one_ability(n_models=30, n_items=40, seed=0).board
    parts = [f"part {i % 4}" for i in range(40)]
    grouped = ScoreMatrix.from_array(board.values, item_metadata={"part": parts})
    found = select(grouped, components="part", draws=QUICK)
    assert found.n_ranked == 4
    assert "greedy_collects_noise" not in codes(found)


def test_families_are_left_out_together() -> None:
    values = real(24, 6)
    alone = ScoreMatrix.from_array(values)
    families = [f"family {i // 4}" for i in range(24)]
    board = ScoreMatrix.from_array(values, model_metadata={"family": families})
    found = breadth(select(board, draws=QUICK))
    assert found.interval_over == "6 families"
    assert found.interval != breadth(select(alone, draws=QUICK)).interval


def test_same_seed_same_answer_and_seeds_differ() -> None:
    board = ScoreMatrix.from_array(real(20, 30))
    first, again = select(board, draws=QUICK), select(board, draws=QUICK)
    assert first.to_json() == again.to_json()
    other = select(board, draws=QUICK, seed=1)
    assert path(other) == path(first)
    assert breadth(other).random_subsets != breadth(first).random_subsets


def test_the_unit_of_an_item_matters_unless_scaled() -> None:
    values = real(30, 6)
    louder = values * np.array([1.0, 100.0, 1.0, 1.0, 1.0, 1.0])
    plain = select(ScoreMatrix.from_array(values), scaling="zscore", draws=QUICK)
    scaled = select(ScoreMatrix.from_array(louder), scaling="zscore", draws=QUICK)
    assert [p.item for p in path(plain)] == [p.item for p in path(scaled)]
    raw = select(ScoreMatrix.from_array(louder), draws=QUICK)
    assert "dominant_item" in codes(raw)
    assert path(raw)[-1].item == "item 2"


def test_the_contract_of_the_json() -> None:
    found = select(ScoreMatrix.from_array(real(15, 5)), draws=QUICK).to_dict()
    assert set(found["path"][0]) == {"item", "objective"}
    assert all(isinstance(name, str) for name in found["chosen"])
    assert set(found["peak"]) == {"size", "objective"}
    ed = found["effective_dimensionality"]
    assert set(ed["random_subsets"]) == {"size", "mean", "lowest", "highest"}
    assert len(ed["interval"]) == 2
    assert {"settings", "seed", "versions", "data_hash", "cautions", "intake"} <= set(found)
    assert found["settings"]["objective"] == "ed"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"objective": "beauty"}, "objective is 'beauty'"),
        ({"size": 1}, "size is 1; pass a whole number of at least 2"),
        ({"size": 9}, "size is 9, but 5 items tell models apart; pass at most 5"),
        ({"level": 1.0}, "level is 1.0"),
        ({"draws": 0}, "draws is 0"),
        ({"scaling": "loud"}, "scaling is 'loud'"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        select(ScoreMatrix.from_array(real(10, 5)), **settings)


def test_unknown_and_blank_columns_of_components() -> None:
    board = ScoreMatrix.from_array(real(10, 3), item_metadata={"group": [None, "", " "]})
    with pytest.raises(MissingDataError, match=r"'benchmark'.*choose one of 'group'"):
        select(board, components="benchmark")
    with pytest.raises(InputError, match="all blank"):
        select(board, components="group")
    with pytest.raises(MissingDataError, match="there is none"):
        select(ScoreMatrix.from_array(real(10, 3)), components="benchmark")


def test_words_and_table() -> None:
    found = select(ScoreMatrix.from_array(real(15, 5)), size=3, draws=QUICK)
    assert str(found).startswith("select: 3 of 5 items, effective dimensionality ")
    table = found.summary().to_pylist()
    assert [row["rank"] for row in table] == [1, 2, 3, 4, 5]
    assert [row["chosen"] for row in table] == [True, True, True, False, False]
