"""Are the rows of a group alike beyond what all other rows show?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.broad_directions import folds, freed
from parallaxis.kernels.draws import generator
from parallaxis.kernels.residual_pairs import Rows

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
STREAM, QUESTION = 61, 3_000_000


@dataclass(frozen=True, slots=True)
class GroupLikeness:
    """How alike the rows within groups are.

    Attributes
    ----------
    within : float
        Mean residual correlation of two rows of one group, over all such pairs.
    between : float
        The same of two rows of different groups (of one fold).
    p : float
        Chance that groups of these sizes, drawn at random, are as alike.
    n_groups : int
        Groups of at least two rows.
    """

    within: float
    between: float
    p: float
    n_groups: int


def labelled_likeness(
    residuals: Array,
    observed: NDArray[np.bool_],
    labels: Labels,
    *,
    most_axes: int = 8,
    permutations: int = 199,
    seed: int = 0,
) -> GroupLikeness:
    """Are the models of a family, or the items of a testlet, alike beyond shared axes?

    Parameters
    ----------
    residuals : ndarray, shape (n_rows, n_columns)
        From `level_residuals`; transposed for items.
    observed : ndarray of bool, same shape
    labels : ndarray of int, shape (n_rows,)
        Negative: no group; the row only helps to tell what all rows share.
    most_axes : int, default 8
    permutations : int, default 199
    seed : int, default 0

    Returns
    -------
    GroupLikeness
        p = 1 and zeros where no group has two rows.

    Raises
    ------
    ShapeError
        Mask or labels of another shape.

    Notes
    -----
    Rows are freed of the directions that rows of *other* groups show (`freed`, whole groups to a
    fold), then correlated over common columns. The mean over all pairs within groups finds a small
    likeness that no single pair could show. p by permuting the labels within folds, since rows of
    one fold were freed of the same directions.

    References
    ----------
    Yen (1984), Applied Psychological Measurement 8, 125–145 (Q3). Bradlow, Wainer & Wang (1999),
    Psychometrika 64, 153–168 (testlets).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> group = np.arange(40) // 4
    >>> left = rng.normal(size=(40, 90)) + 0.5 * rng.normal(size=(10, 90))[group]
    >>> found = labelled_likeness(left, np.ones(left.shape, bool), group)
    >>> found.p, 0.1 < found.within < 0.3
    (0.005, True)
    """
    if residuals.shape != observed.shape or labels.shape != residuals.shape[:1]:
        raise ShapeError(
            f"residuals {residuals.shape}, mask {observed.shape} and labels {labels.shape} do not "
            "belong together; pass one flag for each residual and one label for each row."
        )
    sizes = np.bincount(labels[labels >= 0], minlength=1)
    n_groups = int((sizes > 1).sum())
    if n_groups < 1:
        return GroupLikeness(0.0, 0.0, 1.0, 0)
    rows = Rows.of(residuals, observed)
    home = np.where(labels >= 0, labels, sizes.size + np.arange(labels.size))
    kept = np.sort(np.unique(home, return_index=True)[1])
    left = freed(rows, home, kept, most_axes)
    sums, drawn, pairs, others = _within(left, folds(home), home, permutations, seed)
    n_pairs = max(int((sizes * (sizes - 1)).sum()), 1)
    p = (1 + int((drawn >= sums).sum())) / (1 + permutations)
    return GroupLikeness(sums / n_pairs, others / max(pairs - n_pairs, 1), p, n_groups)


def _within(
    rows: Rows, fold: NDArray[np.intp], home: NDArray[np.intp], permutations: int, seed: int
) -> tuple[float, Array, int, float]:
    """Return sums of correlations within groups, as labelled and permuted; pairs and the rest."""
    observed, pairs, everything = 0.0, 0, 0.0
    drawn = np.zeros(permutations)
    for number in np.unique(fold).tolist():
        mine = np.flatnonzero(fold == number)
        r = rows.correlations(mine, mine)[0]
        np.fill_diagonal(r, 0.0)
        everything += float(r.sum(dtype=np.float64))
        pairs += mine.size * (mine.size - 1)
        group = np.unique(home[mine], return_inverse=True)[1]
        observed += _sum_within(r, group)
        for draw in range(permutations):
            rng = generator(seed, STREAM, QUESTION + draw * 8 + number)
            drawn[draw] += _sum_within(r, rng.permutation(group))
    return observed, drawn, pairs, everything - observed


def _sum_within(r: NDArray[np.float32], group: NDArray[np.intp]) -> float:
    """Return the sum of the entries whose row and column are of one group."""
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    sizes = np.diff(np.append(starts, group.size))
    total = 0.0
    for size in np.unique(sizes[sizes > 1]).tolist():
        members = order[starts[sizes == size][:, None] + np.arange(size)]
        total += float(r[members[:, :, None], members[:, None, :]].sum(dtype=np.float64))
    return total
