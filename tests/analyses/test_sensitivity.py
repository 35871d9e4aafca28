"""Cut-offs, families left out, and units: found where they are, silent where they are not."""

import numpy as np
import pytest

from boards import all_tables, load_board
from parallaxis.analyses.sensitivity import QUANTILES, Sensitivity, sensitivity
from parallaxis.answers import NotAnswered
from parallaxis.jsonable import dumps
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import factors, one_ability

ALARMS = {  # every real board that raises a caution, and which
    "aider_edit": "unit_artefact",
    "bfi": "unit_artefact",  # 25 answers from 1 to 6, with age in years among the columns
    "psn_irt_12x41871": "impossible_block",
}


def codes(found: Sensitivity) -> list[str]:
    """Return the codes of the cautions."""
    return [caution.code for caution in found.cautions]


def test_the_grid_cuts_each_item_at_each_quantile() -> None:
    world = factors(n_models=80, n_items=15, k=2, seed=1)
    found = sensitivity(world.board)
    assert isinstance(found.binarised, tuple)
    assert tuple(one.quantile for one in found.binarised) == QUANTILES
    median = np.quantile(world.board.values, 0.5, axis=0, method="inverted_cdf")
    cut = prepare((world.board.values > median).astype(float))
    middle = found.binarised[4]
    assert middle.effective_dimensionality == pytest.approx(moments(cut).effective_dimensionality)
    assert isinstance(found.effective_dimensionality, float)
    # cutting adds noise: every cut board is broader than the scores
    assert min(one.effective_dimensionality for one in found.binarised) > (
        found.effective_dimensionality
    )


def test_right_and_wrong_are_not_cut_again() -> None:
    found = sensitivity(one_ability(n_models=20, n_items=30, seed=0).board)
    assert isinstance(found.binarised, NotAnswered)
    assert isinstance(found.families, NotAnswered)
    assert codes(found) == []


def test_families_are_left_out_one_by_one() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=(60, 1)) + 0.5 * rng.normal(size=(60, 10))
    values[40:] += 4.0 * rng.normal(size=(20, 10))  # one family goes its own way
    family = ["plain"] * 20 + ["second"] * 19 + ["alone"] + ["loud"] * 20
    board = ScoreMatrix.from_array(values, model_metadata={"org": family})
    found = sensitivity(board)
    assert not isinstance(found.families, NotAnswered)
    assert (found.families.column, found.families.n_families) == ("org", 3)
    assert found.families.largest_change.family == "loud"
    for one in found.families.families:
        rest = values[[name != one.family for name in family]]
        expected = moments(prepare(rest)).effective_dimensionality
        assert one.effective_dimensionality == pytest.approx(expected)


def test_units_are_noticed_only_where_items_share_no_scale() -> None:
    rng = np.random.default_rng(3)
    values = rng.uniform(0.4, 0.6, size=(50, 8))
    loud = values.copy()
    loud[:, 0] = rng.uniform(0.0, 1.0, 50) * 30.0
    assert codes(sensitivity(ScoreMatrix.from_array(loud, scale="real"))) == ["unit_artefact"]
    assert codes(sensitivity(ScoreMatrix.from_array(values, scale="real"))) == []
    one_scale = values.copy()
    one_scale[:, 0] = rng.integers(0, 2, 50)  # spreads more, in the same unit
    assert codes(sensitivity(ScoreMatrix.from_array(one_scale, bounds=(0.0, 1.0)))) == []


def test_boards_without_variance_say_so() -> None:
    found = sensitivity(ScoreMatrix.from_array(np.full((5, 4), 0.5)))
    assert isinstance(found.effective_dimensionality, NotAnswered)
    assert "not_identified" in dumps(found)


@pytest.mark.parametrize("name", all_tables())
def test_real_boards_raise_no_false_alarm(name: str) -> None:
    found = sensitivity(load_board(name))
    assert codes(found) == ([ALARMS[name]] if name in ALARMS else [])
    assert "NaN" not in dumps(found)


def test_aider_has_a_unit_artefact() -> None:
    found = sensitivity(load_board("aider_edit"))
    assert found.effective_dimensionality == pytest.approx(1.03, abs=0.005)
    text = found.cautions[0].text
    assert "3.56" in text
    assert "'seconds_per_case'" in text
