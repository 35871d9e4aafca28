"""Steps of the ladder: what is significant, what comes back, and the first reason that forbids."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence, SplitHalf
from parallaxis.analyses.axes_ladder import Climbed
from parallaxis.analyses.axes_steps import (
    LEAST_SHARE,
    REPRODUCIBLE,
    REPRODUCIBLE_MODELS,
    Significant,
    fit_cautions,
    poles_reordered,
    split_halves,
    steps,
)
from parallaxis.answers import Estimate
from parallaxis.kernels.ladder import Rung
from parallaxis.kernels.latent_model import LatentModel
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rank_agreement import share_reordered
from parallaxis.kernels.residual_axis import ResidualAxis
from parallaxis.kernels.split_half import Halves

Array = NDArray[np.float64]


def model(k: int) -> LatentModel:
    """Return a model of k axes; only their number matters."""
    nothing = np.zeros(0)
    return LatentModel(
        "logistic", np.zeros((5, k)), nothing, nothing, nothing, nothing, nothing, nothing
    )


def rung(k: int, p: float) -> Rung:
    """Return a rung above k axes."""
    found = ResidualAxis(0.2, 0.2, np.zeros(5), 0.3, 0.25)
    return Rung(
        model(k), found, 5.0 - k, np.linspace(-2.0, 2.0, 39), p, 12.0, np.linspace(10.0, 14.0, 39)
    )


def climb_of(k: int, *, capped: bool = False) -> Climbed:
    """Return a climb that accepted k axes."""
    rungs = [rung(place, 0.02) for place in range(k)] + ([] if capped else [rung(k, 0.4)])
    return Climbed(tuple(rungs), k, capped, model(k))


def halves_of(items: float, models: float, chance: float = 0.3) -> SplitHalf:
    """Return a split half without spread."""
    return SplitHalf(Estimate(items, (items, items)), Estimate(models, (models, models)), chance)


def found_of(shares: list[float], halves: list[SplitHalf]) -> Significant:
    """Return accepted axes with these shares."""
    k = len(shares)
    loadings = np.zeros((40, k))
    np.fill_diagonal(loadings, np.sqrt(shares))
    axes = OrientedAxes(
        np.zeros((5, k)), np.ones((5, k)), loadings, np.ones(40), np.zeros(k), np.eye(k)
    )
    return Significant(axes, tuple(halves), (None, *[0.1] * (k - 1)))


GOOD = halves_of(0.95, 0.9)
FAMILY = Dependence("family", 2, ("llama",), 0.6, 0.01, "It is a family.")


def test_accepted_axes_of_some_size_that_come_back_count() -> None:
    taken = steps(climb_of(2), found_of([0.8, 0.2], [GOOD, GOOD]), (), alpha=0.05, level=0.95)
    assert [step.rank for step in taken] == [1, 2, 3]
    assert [step.accepted for step in taken] == [True, True, False]
    assert [step.counted for step in taken] == [True, True, False]
    assert [step.why_not for step in taken] == [None, None, None]
    assert [step.share for step in taken[:2]] == pytest.approx([0.8, 0.2])
    assert [step.reordered for step in taken] == [None, 0.1, None]
    assert taken[2].share is None
    assert taken[2].split_half is None
    assert taken[0].quantile == np.linspace(-2.0, 2.0, 39)[-2]  # one above: p = 2/40
    assert [step.draws for step in taken] == [39, 39, 39]


def test_at_the_cap_every_step_is_accepted() -> None:
    taken = steps(
        climb_of(2, capped=True), found_of([0.8, 0.2], [GOOD, GOOD]), (), alpha=0.05, level=0.95
    )
    assert [step.counted for step in taken] == [True, True]


@pytest.mark.parametrize(
    ("halves", "share", "others", "why"),
    [
        (halves_of(REPRODUCIBLE - 0.01, 0.9), 0.2, (), "not found again in other items (0.690"),
        (halves_of(0.8, 0.9, chance=0.85), 0.2, (), "halves without anything in common reach"),
        (halves_of(0.9, REPRODUCIBLE_MODELS - 0.01), 0.2, (), "not found again in other models"),
        (GOOD, LEAST_SHARE / 2, (), "less than 1"),
        (GOOD, 0.2, (FAMILY,), "explained by family"),
        (GOOD, 0.2, (replace(FAMILY, kind="one_model"),), "explained by one model"),
        (GOOD, 0.2, (replace(FAMILY, kind="few_models"),), "explained by few models"),
    ],
)
def test_an_axis_that_lacks_something_does_not_count_nor_those_after_it(
    halves: SplitHalf, share: float, others: tuple[Dependence, ...], why: str
) -> None:
    found = found_of([0.79, share, 0.1], [GOOD, halves, GOOD])
    taken = steps(climb_of(3), found, others, alpha=0.05, level=0.95)
    assert [step.counted for step in taken] == [True, False, False, False]
    assert taken[1].why_not is not None
    assert why in taken[1].why_not
    assert taken[2].why_not == "an axis before it is not counted"
    assert taken[3].why_not is None


@pytest.mark.parametrize(
    "said",
    [
        replace(FAMILY, kind="few_models", p=None),  # a flag that was not tested
        replace(FAMILY, kind="few_items"),
        replace(FAMILY, kind="item_group"),
    ],
)
def test_other_dependences_are_said_but_do_not_forbid(said: Dependence) -> None:
    taken = steps(climb_of(2), found_of([0.8, 0.2], [GOOD, GOOD]), (said,), alpha=0.05, level=0.95)
    assert taken[1].counted


def test_dependences_of_other_axes_do_not_forbid() -> None:
    others = (replace(FAMILY, axis=None), replace(FAMILY, axis=3))
    taken = steps(climb_of(2), found_of([0.8, 0.2], [GOOD, GOOD]), others, alpha=0.05, level=0.95)
    assert taken[1].counted


def test_nothing_accepted_is_one_step() -> None:
    (step,) = steps(climb_of(0), None, (), alpha=0.05, level=0.95)
    assert (step.rank, step.accepted, step.counted, step.share) == (1, False, False, None)


def test_split_halves_are_means_and_ranges_of_the_splits() -> None:
    rng = np.random.default_rng(0)
    true = rng.normal(size=(40, 2))
    both = Halves(
        true + 0.4 * rng.normal(size=(9, 2, 40, 2)), 1.0 + 0.5 * rng.normal(size=(9, 2, 30, 2))
    )
    found = split_halves(both, 0.8, 0)
    for axis, one in enumerate(found):
        values = both.by_items[:, axis]
        assert one.items.estimate == pytest.approx(values.mean())
        assert one.items.interval == pytest.approx(tuple(np.quantile(values, [0.1, 0.9])))
        assert one.models.estimate == pytest.approx(both.by_models[:, axis].mean())
    # two unrelated directions of 40 models: 95 % below 1.96/√39 ≈ .31; two planes reach further
    assert found[1].chance == pytest.approx(0.31, abs=0.06)
    assert found[0].chance > found[1].chance


def test_pairs_between_the_poles_of_an_axis() -> None:
    rng = np.random.default_rng(1)
    loadings = np.column_stack([np.ones(9), np.repeat([-0.9, 0.0, 0.9], 3)])
    abilities, errors = rng.normal(size=(30, 2)), np.full((30, 2), 0.2)
    axes = OrientedAxes(abilities, errors, loadings, np.ones(9), np.zeros(2), np.eye(2))
    low = abilities @ np.array([1.0, -0.9])
    high = abilities @ np.array([1.0, 0.9])
    error = np.full(30, 0.2 * np.sqrt(1.0 + 0.81))
    first, second = poles_reordered(axes)
    assert first is None
    assert second == share_reordered(high, error, low, error)
    assert second is not None
    assert second > 0.1


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (12.0, ()),
        (9.0, ("trust the test of the second axis the less.",)),
        (15.0, ("pass chance.",)),
    ],
)
def test_a_fit_of_one_axis_that_is_too_much_or_too_little_is_said(
    first: float, said: tuple[str, ...]
) -> None:
    got = climb_of(2)
    rungs = tuple(replace(rung, first=first) for rung in got.rungs)
    taken = steps(
        replace(got, rungs=rungs),
        found_of([0.8, 0.2], [GOOD, halves_of(0.5, 0.9)]),
        (),
        alpha=0.05,
        level=0.95,
    )
    assert [step.first_eigenvalue is None for step in taken] == [True, False, True]
    cautions = fit_cautions(taken, guessing=False)
    assert [caution.code for caution in cautions] == ["fit_off"] * len(said)
    assert fit_cautions([replace(step, counted=True) for step in taken], guessing=False) == ()
    assert all(caution.text.endswith(end) for caution, end in zip(cautions, said, strict=True))
