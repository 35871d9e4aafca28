"""Models that are wrong together more than any ability explains; and items likewise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.broad_directions import freed
from parallaxis.kernels.residual_pairs import Rows, alike, template_likeness

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Array = NDArray[np.float64]
Labels = NDArray[np.intp]
Groups = tuple[tuple[int, ...], ...]
LOOSE = 0.25  # residual correlation below which no two rows are called copies
FIRM = 0.35  # residual correlation that is high enough on any board
BULK = 6.0  # robust standard deviations of the correlations of all pairs that are enough below FIRM
STRUCTURED = 3.0  # the same, but needed even above FIRM: where all pairs are alike or opposed
JOIN = 0.7  # part of the bar that a row has to reach with the mean of a group
PASSES = 3
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class NearCopies:
    """Groups of rows whose residuals agree beyond what the other rows show.

    Attributes
    ----------
    groups : tuple of tuple of int
        Row numbers, ascending; groups by their first row. No row is in two groups.
    likeness : tuple of float
        Smallest residual correlation within each group, in [0, 1]; 0 where two members are alike
        only through a third.
    bar : float
        Residual correlation that a pair had to reach, at least `least`.
    """

    groups: Groups
    likeness: tuple[float, ...]
    bar: float


def near_copies(
    residuals: Array,
    observed: NDArray[np.bool_],
    *,
    least: float = LOOSE,
    alpha: float = 0.01,
    most_axes: int = 8,
) -> NearCopies:
    """Which models are near copies of each other?

    Parameters
    ----------
    residuals : ndarray, shape (n_models, n_items)
        From `level_residuals`. Transposed, with the mask, for items that depend on each other.
    observed : ndarray of bool, same shape
        A residual where it is False is not looked at.
    least : float, default 0.25
        Residual correlation that two copies have at least. Right/wrong answers carry so much noise
        that .25 is already far; real scores may carry next to none, and then need .8 or so.
    alpha : float, default 0.01
        Chance that any pair of unrelated rows is significant, over all pairs.
    most_axes : int, default 8
        Broad directions that are removed at most.

    Returns
    -------
    NearCopies

    Raises
    ------
    ShapeError
        The mask has another shape.

    Notes
    -----
    Rows i, j over their common items: r = Σ e_i e_j / √(Σe_i² Σe_j²), significant where
    Σ e_i e_j / √Σ e_i² e_j² exceeds the normal quantile of α over all pairs (the self-normalised
    sum, which counts as many items as really vary). A further ability makes models alike as well,
    so r alone cannot tell. What can: an ability is also seen in the *other* models. Rows are put
    into stars around the row with the most candidates (r ≥ .25), one of each star is kept, and
    each quarter of the stars is freed of the leading directions (above the noise edge
    (1 + √(n/T))²) of the kept rows of the other three quarters. Copies share a direction that no
    other row has, and keep their correlation; rows that are alike by an ability lose it. Then pairs
    at the bar are joined to groups (connected components: being a copy of a copy is being a copy),
    rows that correlate with a group's mean are added, and the removal is repeated with one of each
    group kept. The bar is six robust standard deviations of the correlations of all pairs, but no
    more than .35 and no less than `least`, or three standard deviations if that is more (boards on
    which every pair is alike or opposed).

    References
    ----------
    Yen (1984), Applied Psychological Measurement 8, 125–145 (Q3). de la Peña, Lai & Shao (2009),
    Self-Normalized Processes.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> left = rng.normal(size=(30, 200))
    >>> left[7] = left[3] + 0.5 * rng.normal(size=200)
    >>> near_copies(left, np.ones(left.shape, bool)).groups
    ((3, 7),)
    """
    if residuals.shape != observed.shape:
        raise ShapeError(
            f"residuals have shape {residuals.shape}, the mask {observed.shape}; pass one flag "
            "for each residual."
        )
    rows = Rows.of(residuals, observed)
    candidates, _ = alike(rows, floor=LOOSE, alpha=alpha)
    if candidates.nnz == 0:
        return NearCopies((), (), least)
    home = _stars(candidates)
    kept = np.unique(home)
    groups: Groups = ()
    bar = least
    for _ in range(PASSES):
        left = freed(rows, home, kept, most_axes)
        pairs, bulk = alike(left, floor=LOOSE, alpha=alpha)
        bar = float(max(least, min(BULK * bulk, FIRM), STRUCTURED * bulk))
        home = _grown(left, _components(pairs, bar), max(LOOSE, JOIN * bar), alpha)
        before, groups = groups, _groups(home)
        if not groups:
            return NearCopies((), (), bar)
        if groups == before:
            break
        kept = thin(groups, observed)
    return NearCopies(groups, tuple(_smallest(left, group) for group in groups), bar)


def thin(groups: Groups, observed: NDArray[np.bool_]) -> Labels:
    """Which rows stay if one of each group is kept?

    Parameters
    ----------
    groups : tuple of tuple of int
        From `near_copies`.
    observed : ndarray of bool, shape (n_rows, n_columns)

    Returns
    -------
    ndarray of int, ascending
        All rows outside groups, and of each group the row with most observed cells, the first of
        several.

    Examples
    --------
    >>> thin(((0, 2),), np.array([[True, False], [True, True], [True, True]])).tolist()
    [1, 2]
    """
    counts = observed.sum(axis=1)
    stays = np.ones(len(observed), dtype=bool)
    for group in groups:
        members = np.array(group)
        stays[members] = False
        stays[members[np.argmax(counts[members])]] = True
    return np.flatnonzero(stays)


def _stars(candidates: csr_array) -> Labels:
    """Return each row's star, named by its centre: the free row with most free candidates."""
    home = np.arange(candidates.shape[0])
    degree = np.diff(candidates.indptr).astype(np.int64)
    free = np.ones(home.size, dtype=bool)
    while True:
        centre = int(np.argmax(np.where(free, degree, 0)))
        if not free[centre] or degree[centre] <= 0:
            return home
        near = _neighbours(candidates, centre)
        taken = np.append(near[free[near]], centre)
        home[taken] = centre
        free[taken] = False
        for row in taken:
            degree[_neighbours(candidates, row)] -= 1


def _neighbours(graph: csr_array, row: int) -> Labels:
    """Return the rows that one row is linked to."""
    return np.asarray(graph.indices[graph.indptr[row] : graph.indptr[row + 1]], dtype=np.intp)


def _components(pairs: csr_array, bar: float) -> Labels:
    """Return the connected component of each row, over pairs at the bar."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    strong = pairs.copy()
    strong.data = np.where(pairs.data >= bar, pairs.data, np.float32(0))
    strong.eliminate_zeros()
    return np.asarray(connected_components(strong, directed=False)[1], dtype=np.intp)


def _grown(rows: Rows, home: Labels, join: float, alpha: float) -> Labels:
    """Return components with the single rows that resemble the mean of a component."""
    home = home.copy()
    for _ in range(ROUNDS):
        names, place, sizes = np.unique(home, return_inverse=True, return_counts=True)
        groups = np.flatnonzero(sizes > 1)
        single = np.flatnonzero(sizes[place] == 1)
        if not groups.size or not single.size:
            return home
        likeness = template_likeness(rows, place, groups, single, alpha=alpha)
        joins = likeness.max(axis=1) >= join
        if not joins.any():
            return home
        home[single[joins]] = names[groups[likeness[joins].argmax(axis=1)]]
    return home


def _groups(home: Labels) -> Groups:
    """Return the groups of at least two rows, in the order of their first rows."""
    order = np.argsort(home, kind="stable")
    starts = np.flatnonzero(np.diff(home[order], prepend=home[order[0]] - 1))
    parts = np.split(order, starts[1:])
    return tuple(sorted(tuple(part.tolist()) for part in parts if part.size > 1))


def _smallest(rows: Rows, group: tuple[int, ...]) -> float:
    """Return the smallest residual correlation within a group, at least 0."""
    inside = rows.correlations(np.array(group), np.array(group))[0]
    return float(np.clip(inside.min(), 0.0, 1.0))
