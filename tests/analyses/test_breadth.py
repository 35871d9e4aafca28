"""The breadth answer: its parts against kernels and plain deletion, its cautions, broken boards."""

import json
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from broken_boards import ANSWERED, NOT_ANSWERED
from parallaxis.analyses import breadth_parts
from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality, breadth
from parallaxis.analyses.breadth_parts import ShuffledNull, family_numbers
from parallaxis.answers import Interval, NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import draws as draws_module
from parallaxis.kernels.resample import bootstrap_items, jackknife_models
from parallaxis.kernels.scaling import CENTRINGS, SCALINGS, Centring, Scaling, prepare
from parallaxis.kernels.spectrum import effective_dimensionality
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

Array = NDArray[np.float64]


def estimate(answer: Breadth) -> EffectiveDimensionality:
    """Return the headline of an answer that has one."""
    assert isinstance(answer.effective_dimensionality, EffectiveDimensionality)
    return answer.effective_dimensionality


def null(answer: Breadth) -> ShuffledNull:
    """Return the shuffled null of an answer that has one."""
    assert isinstance(answer.shuffled, ShuffledNull)
    return answer.shuffled


def interval(found: Interval | NotAnswered) -> Interval:
    """Return an interval that is there."""
    assert not isinstance(found, NotAnswered), found
    return found


def codes(answer: Breadth) -> set[str]:
    """Return the codes of an answer's cautions."""
    return {caution.code for caution in answer.cautions}


def real_board(shape: tuple[int, int] = (20, 7), seed: int = 0) -> ScoreMatrix:
    """Return real scores with one strong direction."""
    rng = np.random.default_rng(seed)
    return ScoreMatrix.from_array(rng.normal(size=(shape[0], 1)) + rng.normal(size=shape))


def with_gaps(board: ScoreMatrix, share: float = 0.1, seed: int = 1) -> ScoreMatrix:
    """Return the board with cells missing at random."""
    values = board.values.copy()
    values[np.random.default_rng(seed).random(values.shape) < share] = np.nan
    return ScoreMatrix.from_array(values)


def test_headline_interval_and_null_are_those_of_the_kernels() -> None:
    from scipy.special import ndtri, stdtrit

    board = real_board()
    answer = breadth(board, draws=80, level=0.9, seed=3)
    centred = board.values - board.values.mean(axis=0)
    ed = effective_dimensionality(centred)
    assert estimate(answer).estimate == pytest.approx(ed, rel=1e-13)

    jackknife = jackknife_models(prepare(board.values), np.arange(20))
    half = stdtrit(19, 0.95) * jackknife.log_standard_error
    expected = (max(1.0, ed * np.exp(-half)), min(7.0, ed * np.exp(half)))
    assert interval(estimate(answer).interval) == pytest.approx(expected, rel=1e-12)

    spread = np.log(bootstrap_items(prepare(board.values), draws=80, seed=3)).std()
    half = ndtri(0.95) * spread
    expected = (max(1.0, ed * np.exp(-half)), min(7.0, ed * np.exp(half)))
    assert interval(estimate(answer).interval_items) == pytest.approx(expected, rel=1e-12)

    strength = (centred**2).sum(axis=0)
    squares = (strength**2).sum()
    harmonic = strength.sum() ** 2 / (squares + (strength.sum() ** 2 - squares) / 19.0)
    assert null(answer).mean == pytest.approx(harmonic, rel=1e-12)
    assert (null(answer).method, null(answer).draws) == ("closed form", 0)
    assert null(answer).interval[0] < harmonic < null(answer).interval[1]
    assert answer.shape_bound == 7


def test_hill_profile_holds_ed_at_order_two() -> None:
    answer = breadth(real_board(), draws=20)
    assert answer.hill["order_2"] == pytest.approx(estimate(answer).estimate, rel=1e-12)
    assert answer.hill["order_1"] > answer.hill["order_2"] > answer.hill["order_infinity"] > 1.0


@pytest.mark.parametrize("centring", CENTRINGS)
@pytest.mark.parametrize("scaling", SCALINGS)
def test_every_variant_is_what_its_settings_give(centring: Centring, scaling: Scaling) -> None:
    board = with_gaps(real_board())
    found = {
        (variant.centring, variant.scaling): variant.effective_dimensionality
        for variant in breadth(board, draws=20).variants
    }
    assert len(found) == 12
    answer = breadth(board, draws=20, centring=centring, scaling=scaling)
    assert found[centring, scaling] == pytest.approx(estimate(answer).estimate, rel=1e-13)
    assert (estimate(answer).centring, estimate(answer).scaling) == (centring, scaling)
    assert answer.recipe.settings["centring"] == centring
    assert answer.recipe.settings["scaling"] == scaling
    low, high = null(answer).interval
    assert 1.0 <= low <= null(answer).mean <= high <= answer.shape_bound


@pytest.mark.parametrize("centring", ["model", "double", "none"])
def test_other_centrings_have_a_null_by_permutation_and_no_interval(centring: Centring) -> None:
    answer = breadth(real_board(), centring=centring, draws=100)
    for found in (estimate(answer).interval, estimate(answer).interval_items):
        assert isinstance(found, NotAnswered)
        assert "item centring" in found.why
    assert (null(answer).method, null(answer).draws) == ("permutation", 20)
    assert answer.leave_one_out == ()


def test_null_by_permutation_agrees_with_the_closed_form() -> None:
    board = ScoreMatrix.from_array(np.random.default_rng(2).normal(size=(30, 12)))
    drawn = breadth_parts._permutations(
        Ingredients.of(board), {"scaling": "none", "centring": "item"}, 400, 0, None
    )
    centre = null(breadth(board, draws=20)).mean
    inverse = 1.0 / drawn
    assert inverse.mean() == pytest.approx(1.0 / centre, abs=4.0 * inverse.std() / 20.0)


def test_missing_cells_have_a_closed_mean_and_drawn_quantiles() -> None:
    answer = breadth(with_gaps(real_board()), draws=500)
    assert null(answer).method == "closed form, interval by permutation"
    assert null(answer).draws == 100
    assert null(answer).interval[0] < null(answer).mean < null(answer).interval[1]
    assert "missing_cells" in codes(answer)


def test_complete_blocks_are_boards_of_their_own() -> None:
    board = with_gaps(real_board((40, 9)), share=0.03)
    blocks = {block.by: block for block in breadth(board, draws=20).complete_blocks}
    for by in ("models", "items"):
        alone = board.complete("models" if by == "models" else "items")
        assert (blocks[by].n_models, blocks[by].n_items) == alone.shape
        expected = estimate(breadth(alone, draws=20)).estimate
        assert blocks[by].effective_dimensionality == pytest.approx(expected, rel=1e-13)
    assert breadth(real_board(), draws=20).complete_blocks == ()


def test_no_complete_block_is_a_nan_and_null_in_json() -> None:
    values = real_board((6, 6)).values.copy()
    np.fill_diagonal(values, np.nan)
    answer = breadth(ScoreMatrix.from_array(values), draws=20)
    assert all(np.isnan(block.effective_dimensionality) for block in answer.complete_blocks)
    blocks = json.loads(answer.to_json())["complete_blocks"]
    assert [block["effective_dimensionality"] for block in blocks] == [None, None]


def test_leave_one_out_is_deletion_in_board_order() -> None:
    board = with_gaps(real_board((15, 8)))
    listed = breadth(board, draws=20).leave_one_out
    assert [left.item for left in listed] == list(board.items)
    for left in listed:
        rest = board.select_items([name for name in board.items if name != left.item])
        expected = effective_dimensionality(prepare(rest.values))
        assert left.effective_dimensionality == pytest.approx(expected, rel=1e-10)


def test_leave_one_out_lists_the_hundred_that_matter_most() -> None:
    board = real_board((12, 130))
    answer = breadth(board, draws=20)
    centred = prepare(board.values)
    change = [
        abs(effective_dimensionality(np.delete(centred, t, axis=1)) - estimate(answer).estimate)
        for t in range(130)
    ]
    most = {board.items[t] for t in np.argsort(change)[-100:]}
    assert {left.item for left in answer.leave_one_out} == most


def test_families_widen_the_interval_over_models() -> None:
    rng = np.random.default_rng(5)
    parents = rng.normal(size=(10, 30))
    values = np.repeat(parents, 4, axis=0) + 0.05 * rng.normal(size=(40, 30))
    families = {"family": np.repeat([f"f{i}" for i in range(10)], 4).tolist()}
    alone = estimate(breadth(ScoreMatrix.from_array(values), draws=20)).interval
    board = ScoreMatrix.from_array(values, model_metadata=families)
    together = estimate(breadth(board, draws=20)).interval
    width = [np.log(high / low) for low, high in (interval(alone), interval(together))]
    # four near-copies count as four models alone: about √4 too narrow
    assert width[1] > 1.5 * width[0]


def test_a_model_without_a_family_is_its_own() -> None:
    families = {"family": ["a", None, "a", "", "b"]}
    board = ScoreMatrix.from_array(np.eye(5), model_metadata=families)
    numbers = family_numbers(board)
    assert numbers[0] == numbers[2]
    assert np.unique(numbers).size == 4


def test_cautions_of_its_own() -> None:
    binary = breadth(one_ability(n_models=20, n_items=30).board, draws=20)
    assert "binary_noise" in codes(binary)
    assert "dominant_item" not in codes(binary)
    values = real_board().values * [1.0, 1.0, 50.0, 1.0, 1.0, 1.0, 1.0]
    units = breadth(ScoreMatrix.from_array(values), draws=20)
    assert "dominant_item" in codes(units)
    assert "binary_noise" not in codes(units)
    text = next(c.text for c in units.cautions if c.code == "dominant_item")
    assert "'item 3'" in text
    assert "scaling='zscore'" in text


def test_fill_that_moves_ed_out_of_its_interval_is_said() -> None:
    rng = np.random.default_rng(6)
    ability = rng.normal(size=(200, 1))
    values = ability + 0.1 * rng.normal(size=(200, 6))  # one direction, ED about 1
    values[:120, 3:] = np.nan  # filled with means, half of the board loses that direction
    values[:120, 0] = rng.normal(size=120) * 4.0
    answer = breadth(ScoreMatrix.from_array(values), draws=20)
    low, high = interval(estimate(answer).interval)
    outside = [b for b in answer.complete_blocks if not low <= b.effective_dimensionality <= high]
    assert outside
    text = next(c.text for c in answer.cautions if c.code == "fill_matters")
    assert f"{outside[0].n_models} × {outside[0].n_items} complete {outside[0].by}" in text
    at_random = breadth(with_gaps(real_board((200, 6)), share=0.01), draws=20)
    assert "fill_matters" not in codes(at_random)


def test_reflected_items_change_nothing() -> None:
    board = real_board()
    turned = ScoreMatrix.from_array(
        board.values * [1, -1, 1, 1, -1, 1, 1],
        item_metadata={"higher_is_better": [True, False, True, True, False, True, True]},
    )
    a, b = breadth(board, draws=50), breadth(turned, draws=50)
    assert estimate(a).estimate == pytest.approx(estimate(b).estimate, rel=1e-13)
    assert interval(estimate(a).interval) == pytest.approx(
        interval(estimate(b).interval), rel=1e-10
    )
    assert "items_reversed" not in codes(a)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"centring": "items"}, "centring is 'items'; choose one of 'item', 'model'"),
        ({"scaling": "percent"}, "scaling is 'percent'; choose one of 'none', 'zscore'"),
        ({"level": 95.0}, "level is 95.0; pass a number strictly between 0 and 1"),
        ({"draws": 0}, "draws is 0; pass a whole number of at least 1"),
        ({"draws": 10.5}, "draws is 10.5; pass a whole number"),
        ({"seed": -1}, "seed is -1; pass a whole number of at least 0"),
    ],
)
def test_settings_are_checked_at_the_door(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        breadth(real_board(), **settings)  # type: ignore[arg-type]  # wrong on purpose


def test_same_answer_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    board = with_gaps(real_board())
    texts = set()
    for cores in (1, 2, 3):
        monkeypatch.setattr(draws_module, "available_cores", lambda cores=cores: cores)
        texts.add(breadth(board, draws=60).to_json())
        texts.add(breadth(Ingredients.of(board), draws=60).to_json())
    assert len(texts) == 1


def test_same_answer_in_another_process() -> None:
    code = (
        "from parallaxis.worlds import one_ability\n"
        "from parallaxis.analyses.breadth import breadth\n"
        "print(breadth(one_ability(n_models=15, n_items=40).board, draws=390).to_json(), end='')\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603 - our own interpreter on our own words
    here = breadth(one_ability(n_models=15, n_items=40).board, draws=390).to_json()
    assert out.stdout.decode() == here


def test_json_table_and_one_line() -> None:
    answer = breadth(real_board(), draws=40)
    whole = json.loads(answer.to_json())
    assert whole["effective_dimensionality"]["estimate"] == pytest.approx(
        estimate(answer).estimate, rel=1e-11
    )
    assert set(whole) == {
        *answer.answers(), "cautions", "settings", "seed", "versions", "data_hash", "intake"
    }  # fmt: skip
    table = answer.summary()
    assert table.num_rows == 12
    assert table.column("effective_dimensionality").to_pylist()[0] == estimate(answer).estimate
    assert str(answer).startswith(
        f"breadth: effective dimensionality {estimate(answer).estimate:.4g} ["
    )


@pytest.mark.parametrize("centring", CENTRINGS)
@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("name", [*ANSWERED, *NOT_ANSWERED])
def test_broken_boards_get_an_answer(name: str, centring: Centring, scaling: Scaling) -> None:
    board = ScoreMatrix.from_array({**ANSWERED, **NOT_ANSWERED}[name])
    answer = breadth(board, centring=centring, scaling=scaling, draws=40)
    ed = answer.effective_dimensionality
    if isinstance(ed, EffectiveDimensionality):
        assert 1.0 - 1e-9 <= ed.estimate <= answer.shape_bound * (1.0 + 1e-9)
        for found in (ed.interval, ed.interval_items):
            if not isinstance(found, NotAnswered):
                assert 1.0 <= found[0] <= found[1] <= answer.shape_bound
    else:
        assert "no item tells the models apart" in ed.why
        assert isinstance(answer.shuffled, NotAnswered) or centring != "item"
    assert isinstance(json.loads(answer.to_json()), dict)
    assert answer.summary().num_rows == 12
    assert str(answer).startswith("breadth: ")


@pytest.mark.parametrize("name", [*ANSWERED, *NOT_ANSWERED])
def test_broken_boards_are_answered_only_where_something_varies(name: str) -> None:
    answer = breadth(ScoreMatrix.from_array({**ANSWERED, **NOT_ANSWERED}[name]), draws=20)
    assert isinstance(answer.effective_dimensionality, NotAnswered) == (name in NOT_ANSWERED)
    assert (answer.hill == {}) == (name in NOT_ANSWERED)


def test_two_and_three_models_have_no_interval_over_models() -> None:
    for name, why in (
        ("two models", "fewer than 3 independent groups of models (2)"),
        ("three models", "fewer than 3"),
    ):
        found = estimate(breadth(ScoreMatrix.from_array(ANSWERED[name]), draws=20)).interval
        assert isinstance(found, NotAnswered)
        assert why in found.why


def test_what_the_interval_is_over_is_said() -> None:
    values = np.random.default_rng(0).normal(size=(30, 9))
    families = [f"family {number % 3}" for number in range(29)] + [None]
    board = ScoreMatrix.from_array(values, model_metadata={"family": families})
    assert estimate(breadth(board, draws=20)).interval_over == "3 families and 1 model without one"
    plain = estimate(breadth(ScoreMatrix.from_array(values), draws=20))
    assert plain.interval_over == "models"
    assert plain.interval != estimate(breadth(board, draws=20)).interval


def test_small_complete_blocks_raise_no_caution() -> None:
    values = np.random.default_rng(0).normal(size=(40, 20))
    values[:, 1:][np.arange(40), np.arange(40) % 19] = np.nan  # only the first item is complete
    answer = breadth(ScoreMatrix.from_array(values), draws=20)
    assert [block.n_items for block in answer.complete_blocks] == [20, 1]
    assert "fill_matters" not in {caution.code for caution in answer.cautions}


@pytest.mark.parametrize("factor", [1e-200, 1e-20, 1e20, 1e55])
def test_very_small_and_very_large_units_change_nothing(factor: float) -> None:
    values = np.random.default_rng(0).normal(size=(12, 8))
    here = breadth(ScoreMatrix.from_array(values), draws=20)
    there = breadth(ScoreMatrix.from_array(values * factor), draws=20)
    for a, b in zip(here.variants, there.variants, strict=True):
        assert a.effective_dimensionality == pytest.approx(b.effective_dimensionality, rel=1e-10)


@pytest.mark.parametrize("centring", ["model", "double"])
def test_constant_items_have_no_part_in_z_scores(centring: Centring) -> None:
    values = np.random.default_rng(0).normal(size=(12, 8))
    padded = np.hstack([values, np.ones((12, 5))])
    ours = [prepare(x, centring=centring, scaling="zscore") for x in (values, padded)]
    assert np.abs(ours[1][:, :8] - ours[0]).max() < 1e-15
    assert not ours[1][:, 8:].any()


def test_runs_that_count_as_models_are_said() -> None:
    values = np.random.default_rng(0).integers(0, 2, (6, 12)).astype(float)
    names = ["a#1", "a#2", "b#1", "b#2", "c", "d"]
    found = breadth(ScoreMatrix.from_array(values, models=names), draws=20)
    (said,) = [one.text for one in found.cautions if one.code == "repeated_runs"]
    assert said.startswith("4 rows are repeated runs of 2 models")
