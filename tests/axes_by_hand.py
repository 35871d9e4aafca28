"""Answers about axes written by hand: ladders, axes, places, swaps, with round numbers."""

from dataclasses import replace
from typing import Any

import pyarrow as pa

from answers_by_hand import breadth, panel, recipe
from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import (
    Axis,
    Dependence,
    FirstEigenvalue,
    GroupLoading,
    ItemLoading,
    Place,
    RankNull,
    SplitHalf,
    Step,
    Swap,
)
from parallaxis.analyses.axes_guard import Guard
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.diagnosis import Diagnosis
from parallaxis.kernels.variance_spread import NoiseSpread, VarianceSpread
from parallaxis.tables.scale import Scale
from parallaxis.verdict import verdict

SHARES = {
    0: (),
    1: (1.0,),
    2: (0.7, 0.3),
    3: (0.6, 0.25, 0.15),
    8: (0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05),
}
LABELS = ("coding", None, "writing & reading", None, None, None, None, None)
HALVES = SplitHalf(Estimate(0.95, (0.9, 0.98)), Estimate(0.9, (0.85, 0.95)), 0.3)
DIFFERENCE, OTHER_DIFFERENCE = Estimate(1.2, (0.8, 1.6)), Estimate(0.9, (0.5, 1.3))


def guard(**changes: Any) -> Guard:
    """Return a guard that has nothing to say."""
    even = VarianceSpread(1.5, 2.0, 0.9, 200)
    calm = Guard(
        k_signflip=3,
        k_signflip_range=(3, 3),
        k_signflip_by_rank=4,
        k_covariance=3,
        k_covariance_range=(3, 3),
        item_spread=even,
        model_spread=NoiseSpread(even, 1.8, 0.4, 3),
        trusted="either",
        k_guarded=3,
        cautions=(),
        draws=200,
    )
    return replace(calm, **changes)


def step(rank: int, k: int, significant: int) -> Step:
    """Return a step: the first `k` count, the others lack a half until they are noise."""
    accepted, counted = rank <= significant, rank <= k
    shares = SHARES[k] if counted else (0.02,) * rank
    return Step(
        rank=rank,
        statistic=30.0 / rank if accepted else 0.8,
        quantile=1.7,
        p=0.01 if accepted else 0.23,
        draws=99,
        accepted=accepted,
        counted=counted,
        why_not="split-half correlation of items 0.42, under 0.7"
        if accepted and not counted
        else None,
        share=shares[rank - 1] if accepted else None,
        effective_dimensionality=1.1 * rank if accepted else None,
        split_half=HALVES if accepted else None,
        reordered=0.12 if accepted and rank > 1 else None,
        model_spread=0.3,
        item_spread=0.25,
        first_eigenvalue=FirstEigenvalue(21.0, (20.2, 21.9), inside=True) if rank == 2 else None,
    )


def axis(rank: int, k: int, prefix: str = "item") -> Axis:
    """Return an axis with ten items, named where its rank is odd."""
    loadings = [(0.9 - 0.05 * i) * (1 if i < 8 else -1) for i in range(10)]
    items = tuple(
        ItemLoading(f"{prefix} {10 * rank + i}", loading, (loading - 0.1, loading + 0.08))
        for i, loading in enumerate(loadings)
    )
    groups = (GroupLoading("topic", LABELS[rank - 1] or "other", 20, 1.4, 0.003),)
    return Axis(
        rank=rank,
        label=LABELS[rank - 1],
        share=SHARES[k][rank - 1],
        split_half=HALVES,
        reordered=0.1,
        strongest_items=items,
        groups=groups if LABELS[rank - 1] else (),
    )


def place(rank: int, k: int, n_models: int, prefix: str = "model") -> Place:
    """Return a model whose rank moves by at most ten from axis to axis."""
    ranks = tuple(1 + (rank - 1 + (axis * rank * 7) % 11) % n_models for axis in range(k))
    return Place(
        model=f"{prefix} {rank}",
        average=0.9 - 0.8 * rank / n_models,
        average_rank=rank,
        abilities=tuple(
            Estimate(2.0 - 4.0 * own / n_models, (1.7 - 4.0 * own / n_models, 2.3)) for own in ranks
        ),
        ranks=ranks,
        rank_intervals=tuple((max(1, own - 3), min(n_models, own + 4)) for own in ranks),
    )


def swaps(places: tuple[Place, ...]) -> tuple[Swap, ...]:
    """Return one swap: the best on the first axis against the best on the second."""
    best = [min(places, key=lambda place: place.ranks[axis]) for axis in (0, 1)]
    return (Swap(1, 2, best[0].model, best[1].model, DIFFERENCE, OTHER_DIFFERENCE),)


def _loadings(k: int) -> pa.Table:
    """Return the loadings of two items on `k` axes."""
    columns: dict[str, Any] = {"item": ["item 10", "item 20"]}
    for rank in range(1, k + 1):
        for end, moved in (("", 0.0), ("_low", -0.1), ("_high", 0.1)):
            columns[f"axis_{rank}{end}"] = [0.5 + moved, 0.1 + moved]
    return pa.table(columns)


def axes(
    k: int = 2,
    *,
    significant: int | None = None,
    scale: Scale = "real",
    n_models: int = 100,
    names: tuple[str, str] = ("model", "item"),
    **changes: Any,
) -> Axes:
    """Return an answer in which `k` axes count, of `significant` ones, and no more were found.

    `changes` replace fields; those under ``settings`` replace settings.
    """
    found = k if significant is None else significant
    capped = found == 8
    steps = tuple(step(rank, k, found) for rank in range(1, found + (1 if capped else 2)))
    places = tuple(place(rank, k, n_models, names[0]) for rank in range(1, n_models + 1))
    settings = {
        "alpha": 0.05,
        "simulations": 99,
        "most_axes": 8,
        "reproducible": 0.7,
        "reproducible_models": 0.3,
        "least_share": 0.01,
        "rotation": "varimax",
        **changes.pop("settings", {}),
    }
    many = Axes(
        recipe=recipe(scale, n_models=n_models, **settings),
        cautions=(),
        k_shuffled=3,
        k_shuffled_range=(3, 3),
        k_shuffled_top_edge=2,
        eigenvalues=(60.0, 20.0, 120.0),
        nulls=(RankNull(1, 60.0, 12.0, 11.0, 0.0, (0.0, 0.02)),),
        draws=200,
        n_items_used=200,
        n_dead=0,
        k_ladder=k,
        k_significant=found,
        capped=capped,
        steps=steps,
        axes=tuple(axis(rank, k, names[1]) for rank in range(1, k + 1)),
        places=places if k else (),
        swaps=swaps(places) if k > 1 else (),
        n_swaps=1 if k > 1 else 0,
        dependences=(),
        guard=guard(),
        general_share=SHARES[k][0] if k else 0.0,
        omega_hierarchical=0.8,
        rank_information_lost=0.3 if k > 1 else NotAnswered("there is one axis"),
        n_copies=0,
        k_subsamples=(),
        ladder_shape=(n_models, 200),
        loadings=_loadings(k),
    )
    return replace(many, **changes)


def unknown(why: NotAnswered) -> Axes:
    """Return an answer in which nothing is identified."""
    return axes(
        0,
        k_ladder=why,
        k_significant=why,
        k_shuffled=why,
        k_shuffled_range=why,
        k_shuffled_top_edge=why,
        eigenvalues=(),
        nulls=(),
        steps=(),
        draws=0,
        guard=why,
        general_share=why,
        omega_hierarchical=why,
        rank_information_lost=why,
        ladder_shape=(0, 0),
    )


def family(axis: int = 2) -> Dependence:
    """Return an axis that is one family."""
    return Dependence(
        "family", axis, ("llama",), 0.62, 0.004, "Axis 2 separates the family 'llama' from others."
    )


def copies(*who: str) -> Dependence:
    """Return models that copy each other."""
    return Dependence("near_copies", None, who, 1.0, None, f"{len(who)} models are near copies.")


def diagnosis(found: Axes) -> Diagnosis:
    """Return a diagnosis with these axes."""
    return Diagnosis(
        recipe=found.recipe,
        cautions=found.cautions,
        breadth=breadth(),
        axes=found,
        panel=panel(),
        verdict=verdict(breadth(), found, panel()),
    )
