"""One ability, and a second dimension that is an odd model, a grader or the calendar."""

from collections.abc import Mapping
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError
from parallaxis.worlds import limits
from parallaxis.worlds.curves import Items, curve, usual_items
from parallaxis.worlds.world import Array, Known, World, answered, generator

FIRST_DAY, DAYS = date(2022, 1, 1), 1200


def outlier_model(*, n_models: int = 60, n_items: int = 300, seed: int = 0) -> World:
    """What does a board look like where one model fails what is easy and solves what is hard?

    P(right) = 1 / (1 + exp(−a_t(θ_i − b_t))) with a = 1.5 · exp(.4 z), b ~ N(0, 2²); for one model,
    chosen at random, 1 − P instead: its answers were scored the wrong way round.

    Parameters
    ----------
    n_models, n_items : int
    seed : int

    Returns
    -------
    World
        One axis of ability. Model metadata: ``outlier``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = outlier_model(n_models=20, n_items=60)
    >>> world.board.metadata("model", "outlier").count(True)
    1
    """
    rng = generator(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    share = curve(items.discrimination * (ability - items.difficulty))
    outlier = np.arange(n_models) == rng.integers(n_models)
    share[outlier] = 1.0 - share[outlier]
    known = _known(ability, items, {}, models={"outlier": outlier})
    return answered("outlier_model", share, rng, known)


def regraded_items(
    *,
    n_models: int = 60,
    n_items: int = 300,
    regraded_share: float = 0.1,
    grader_shift: float = 2.0,
    seed: int = 0,
) -> World:
    """What does a board look like where some items had another grader for half of the models?

    P(right) = 1 / (1 + exp(−a_t(θ_i − b_t) − s g_i m_t)), a and b as in `outlier_model`, g = ±½ by
    the model's grader, drawn at random, and m = 1 for re-graded items, else 0.

    Parameters
    ----------
    n_models, n_items : int
    regraded_share : float, default 0.1
        Share of items, chosen at random, that the graders judge differently; at least one item.
    grader_shift : float, default 2
        s, how much milder the new grader is, in logits.
    seed : int

    Returns
    -------
    World
        One axis of ability, one of dependence. Model metadata: ``grader``; item metadata: ``group``
        (``re-graded`` or ``as before``).

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = regraded_items(n_models=20, n_items=60)
    >>> world.board.metadata("item", "group").count("re-graded")
    6
    """
    s = limits.finite("grader_shift", grader_shift)
    n_regraded = max(1, round(limits.fraction("regraded_share", regraded_share) * n_items))
    rng = generator(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    new = rng.permutation(n_models) < n_models // 2
    regraded = rng.permutation(n_items) < n_regraded
    effect = s * np.where(new, 0.5, -0.5)[:, None] * regraded
    share = curve(items.discrimination * (ability - items.difficulty) + effect)
    known = _known(
        ability,
        items,
        {"dependence_axes": float(s != 0.0 and n_models > 1)},
        models={"grader": np.where(new, "new", "old").tolist()},
        columns={"group": np.where(regraded, "re-graded", "as before").tolist()},
    )
    return answered("regraded_items", share, rng, known)


def release_drift(
    *, n_models: int = 60, n_items: int = 300, trend: float = 0.5, drift: float = 0.6, seed: int = 0
) -> World:
    """What does a board look like where later models are better, and better at other items?

    P(right) = 1 / (1 + exp(−a_t(θ_i + r d_i m_t − b_t))), a and b as in `outlier_model`, with d the
    standardised release date, θ = τ d + √(1 − τ²) z, and m = ±1 for items that later models find
    easier and harder than their ability says.

    Parameters
    ----------
    n_models, n_items : int
        At least two models: dates have to differ.
    trend : float, default 0.5
        τ, correlation of ability and date, from 0 to below 1.
    drift : float, default 0.6
        r, size of the change of profile, in standard deviations of ability.
    seed : int

    Returns
    -------
    World
        One axis of ability, one of dependence. Model metadata: ``date`` (as 2023-07-14); item
        metadata: ``group`` (``rising`` or ``falling``).

    Raises
    ------
    InputError
        A setting out of range, or a single model.

    Examples
    --------
    >>> world = release_drift(n_models=20, n_items=60)
    >>> world.board.metadata("model", "date")[0]
    '2022-01-01'
    """
    limits.share("trend", trend)
    r = limits.at_least_zero("drift", drift)
    rng = generator(seed, n_models, n_items)
    if n_models < 2:
        raise InputError(f"n_models is {n_models}; pass at least 2, so that dates differ.")
    when = np.linspace(0.0, 1.0, n_models)
    late = ((when - when.mean()) / when.std())[:, None]
    ability = trend * late + np.sqrt(1.0 - trend**2) * rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    rising = rng.permutation(n_items) < n_items // 2
    profile = r * late * np.where(rising, 1.0, -1.0)
    share = curve(items.discrimination * (ability + profile - items.difficulty))
    known = _known(
        ability,
        items,
        {"dependence_axes": float(r > 0.0)},
        models={"date": _days(when)},
        columns={"group": np.where(rising, "rising", "falling").tolist()},
    )
    return answered("release_drift", share, rng, known)


def _known(
    ability: Array,
    items: Items,
    truth: dict[str, float],
    *,
    models: Mapping[str, list[str] | NDArray[np.bool_]],
    columns: dict[str, list[str]] | None = None,
) -> Known:
    """Return what a world of one ability knows."""
    return Known(
        {"axes": 1.0, **truth},
        models=models,
        items=columns,
        abilities=ability,
        loadings=items.discrimination,
    )


def _days(when: Array) -> list[str]:
    """Return dates spread over a little more than three years."""
    return [(FIRST_DAY + timedelta(days=round(DAYS * part))).isoformat() for part in when.tolist()]
