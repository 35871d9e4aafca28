"""The steps of the ladder as answers: what is significant, what comes back, what is counted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence, FirstEigenvalue, SplitHalf, Step
from parallaxis.analyses.axes_ladder import Climbed
from parallaxis.answers import Estimate
from parallaxis.cautions import Caution
from parallaxis.kernels.congruence import chance_canonical
from parallaxis.kernels.first_eigenvalue import prediction_interval
from parallaxis.kernels.ladder import Rung
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rank_agreement import share_reordered
from parallaxis.kernels.split_half import Halves
from parallaxis.numerals import correlation, number, percent

Array = NDArray[np.float64]
REPRODUCIBLE = 0.7  # correlation between halves of the items that an axis needs to be counted
REPRODUCIBLE_MODELS = 0.3  # congruence between halves of the models, which are fewer
LEAST_SHARE = 0.01  # of the common variance
NO_ABILITY = frozenset({"family", "one_model", "one_item", "few_models", "date"})
FEWEST_HALVED = 20  # items below which a half of them is too short to show any axis
POLE = 3  # one part in three of the items stands for each end of an axis


@dataclass(frozen=True, slots=True)
class Significant:
    """The axes that were accepted, before rotation.

    Attributes
    ----------
    axes : OrientedAxes
    split_half : tuple of SplitHalf
    reordered : tuple of (float or None)
    """

    axes: OrientedAxes
    split_half: tuple[SplitHalf, ...]
    reordered: tuple[float | None, ...]


def significant(axes: OrientedAxes, found: Halves, level: float, seed: int) -> Significant:
    """Measure how well each accepted axis comes back, and how many pairs it reorders."""
    return Significant(axes, split_halves(found, level, seed), poles_reordered(axes))


def split_halves(found: Halves, level: float, seed: int) -> tuple[SplitHalf, ...]:
    """Return both correlations of each axis between halves, beside those of unrelated halves."""
    n_models, n_axes = found.abilities.shape[2:]
    tails = [(1.0 - level) / 2, 1.0 - (1.0 - level) / 2]
    out = []
    for axis in range(n_axes):
        left = n_axes - axis
        chance = chance_canonical(n_models, left, left, draws=200, seed=seed)
        both = (found.by_items[:, axis], found.by_models[:, axis])
        ranges = [np.quantile(values, tails).tolist() for values in both]
        items, models = (
            Estimate(float(values.mean()), (low, high))
            for values, (low, high) in zip(both, ranges, strict=True)
        )
        out.append(SplitHalf(items=items, models=models, chance=chance))
    return tuple(out)


def poles_reordered(axes: OrientedAxes) -> tuple[float | None, ...]:
    """Return how many pairs change places between the items at both ends of each later axis."""
    return (None, *(_between_poles(axes, axis) for axis in range(1, axes.loadings.shape[1])))


def _between_poles(axes: OrientedAxes, axis: int) -> float:
    """Return the share of pairs that swap between the items that want an axis most and least."""
    order = np.argsort(axes.loadings[:, axis], kind="stable")
    third = max(1, order.size // POLE)
    ends = [
        axes.loadings[part, : axis + 1].mean(axis=0) for part in (order[-third:], order[:third])
    ]
    places = [axes.abilities[:, : axis + 1] @ end for end in ends]
    errors = [np.sqrt(axes.ability_errors[:, : axis + 1] ** 2 @ end**2) for end in ends]
    return share_reordered(places[0], errors[0], places[1], errors[1])


def steps(
    climbed: Climbed,
    found: Significant | None,
    dependences: Sequence[Dependence],
    *,
    alpha: float,
    level: float,
) -> tuple[Step, ...]:
    """Return every step of the ladder, each with what it found and whether it counts."""
    out: list[Step] = []
    counting = True
    for place, rung in enumerate(climbed.rungs):
        accepted = place < climbed.k
        why = None
        if accepted and found is not None:
            why = _why_not(place, found, dependences, counting=counting)
            counting = counting and why is None
        part = found if accepted else None
        out.append(_step(place, rung, part, why, alpha=alpha, level=level))
    return tuple(out)


def _why_not(
    place: int, found: Significant, dependences: Sequence[Dependence], *, counting: bool
) -> str | None:
    """Say what an accepted axis lacks; None if it counts."""
    halves, share = found.split_half[place], float(found.axes.shares[place])
    items, models, chance = halves.items.estimate, halves.models.estimate, halves.chance
    causes = [other for other in dependences if other.axis == place + 1 and _is_tested(other)]
    lacks = [
        (True, f"explained by {other.kind.replace('_', ' ')}")
        for other in sorted(causes, key=lambda other: -other.strength)
    ]
    if found.axes.loadings.shape[0] < FEWEST_HALVED:
        few = f"fewer than {FEWEST_HALVED} items, so no halves in which to find it again"
        lacks += [(place > 0, few), (models < REPRODUCIBLE, _again("models", models, REPRODUCIBLE))]
    else:
        lacks += [
            (items < REPRODUCIBLE, _again("items", items, REPRODUCIBLE)),
            (items <= chance, f"halves without anything in common reach {correlation(chance)} too"),
            (models < REPRODUCIBLE_MODELS, _again("models", models, REPRODUCIBLE_MODELS)),
        ]
    lacks += [
        (share < LEAST_SHARE, f"less than {percent(LEAST_SHARE)} of the common variance"),
        (not counting, "an axis before it is not counted"),
    ]
    return next((text for lacking, text in lacks if lacking), None)


def _again(others: str, found: float, needed: float) -> str:
    """Say that an axis does not come back in other items, or models."""
    return (
        f"not found again in other {others} ({correlation(found)} between halves, "
        f"{correlation(needed)} needed)"
    )


def _is_tested(dependence: Dependence) -> bool:
    """Say whether a dependence speaks against an ability; how few carry an axis does not alone."""
    flag_only = dependence.kind == "few_models" and dependence.p is None
    return dependence.kind in NO_ABILITY and not flag_only


def _edge(null: Array, alpha: float) -> float:
    """Return the simulated strength that must be exceeded for p to be at most alpha."""
    may_reach = max(1, int(alpha * (null.size + 1) + 1e-9))
    return float(np.sort(null)[-may_reach])


def fit_cautions(taken: Sequence[Step], *, guessing: bool) -> tuple[Caution, ...]:
    """Say that the test for a second axis rests on a fit that is off, if that axis is not counted.

    Where it is counted, one ability cannot fit. `guessing`: chance levels are part of the fit.
    """
    off = [
        step.first_eigenvalue
        for step in taken
        if step.first_eigenvalue is not None
        and not step.first_eigenvalue.inside
        and not step.counted
    ]
    return tuple(
        Caution(
            "fit_off",
            f"The first eigenvalue of the board is {number(found.eigenvalue)}, but boards "
            f"simulated from the fit with one axis have {number(found.simulated[0])} to "
            f"{number(found.simulated[1])}: one ability with such item curves does not describe "
            f"it; trust the test of the second axis the less{_remedy(found, guessing=guessing)}.",
        )
        for found in off
    )


def _remedy(found: FirstEigenvalue, *, guessing: bool) -> str:
    """Return what to try: answers that are guessed look like more in common than there is."""
    above = found.eigenvalue > found.simulated[1] and not guessing
    return "; if answers can be guessed, pass chance" if above else ""


def _first_eigenvalue(rung: Rung, level: float) -> FirstEigenvalue | None:
    """Return whether a fit of one axis reproduces how one-dimensional right and wrong are.

    Fits of more axes, and of real scores, take some of the noise for ability, so that boards
    simulated from them have too high a first eigenvalue on principle.
    """
    if rung.model.n_axes != 1 or rung.model.likelihood == "gaussian":
        return None
    low, high = prediction_interval(rung.first_null, level)
    return FirstEigenvalue(rung.first, (low, high), low <= rung.first <= high)


def _step(
    place: int,
    rung: Rung,
    found: Significant | None,
    why: str | None,
    *,
    alpha: float,
    level: float,
) -> Step:
    """Fill one step."""
    return Step(
        rank=place + 1,
        statistic=rung.statistic,
        quantile=_edge(rung.null, alpha),
        p=rung.p,
        draws=rung.null.size,
        accepted=found is not None,
        counted=found is not None and why is None,
        why_not=why,
        share=None if found is None else float(found.axes.shares[place]),
        effective_dimensionality=None,
        split_half=None if found is None else found.split_half[place],
        reordered=None if found is None else found.reordered[place],
        model_spread=rung.found.model_spread,
        item_spread=rung.found.item_spread,
        first_eigenvalue=_first_eigenvalue(rung, level),
    )
