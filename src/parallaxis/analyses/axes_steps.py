"""The steps of the ladder as answers: what is significant, what comes back, what is counted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence, SplitHalf, Step
from parallaxis.analyses.axes_ladder import Climbed
from parallaxis.answers import Estimate
from parallaxis.kernels.congruence import chance_canonical
from parallaxis.kernels.ladder import Rung
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rank_agreement import share_reordered
from parallaxis.kernels.split_half import Halves
from parallaxis.numerals import correlation, percent

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
    climbed: Climbed, found: Significant | None, dependences: Sequence[Dependence], alpha: float
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
        out.append(_step(place, rung, found if accepted else None, why, alpha))
    return tuple(out)


def _why_not(
    place: int, found: Significant, dependences: Sequence[Dependence], *, counting: bool
) -> str | None:
    """Say what an accepted axis lacks; None if it counts."""
    halves, share = found.split_half[place], float(found.axes.shares[place])
    items, models, chance = halves.items.estimate, halves.models.estimate, halves.chance
    lacks = [
        (True, f"explained by {other.kind.replace('_', ' ')}")
        for other in dependences
        if other.axis == place + 1 and _is_tested(other)
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


def _step(place: int, rung: Rung, found: Significant | None, why: str | None, alpha: float) -> Step:
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
        split_half=None if found is None else found.split_half[place],
        reordered=None if found is None else found.reordered[place],
        model_spread=rung.found.model_spread,
        item_spread=rung.found.item_spread,
    )
