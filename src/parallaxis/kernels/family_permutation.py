"""Within-family minus between-family likeness of pairs, against permuted family labels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified, ShapeError
from parallaxis.kernels.draws import generator

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
BATCH = 2_000_000  # pairs that are gathered at a time
TIED = 1e-12
SMOOTH_DEGREE = 3


class FamilyContrast(NamedTuple):
    """Means of pairs within and between families, and how rare their difference is.

    Attributes
    ----------
    within, between : float
    p : float
        Share of permuted labels, the true ones among them, with a difference as large.
    n_within, n_between : int
        Pairs.
    """

    within: float
    between: float
    p: float
    n_within: int
    n_between: int

    @property
    def excess(self) -> float:
        """Within minus between."""
        return self.within - self.between


def family_contrast(
    pairs: Array, labels: Labels, *, permutations: int, seed: int, stream: int
) -> FamilyContrast:
    """Are pairs of one family more alike than pairs of two, beyond what chance labels give?

    Parameters
    ----------
    pairs : ndarray, shape (n_models, n_models)
        Symmetric likeness, such as residual correlations; NaN where there is none.
    labels : ndarray of int, shape (n_models,)
        Negative: no family; such a model's pairs do not count.
    permutations : int
    seed, stream : int
        Of the random numbers.

    Returns
    -------
    FamilyContrast
        One-sided: families more alike than strangers.

    Raises
    ------
    NotIdentified
        No pair within a family, or none between two.
    ShapeError
        Another number of labels than of models.

    Notes
    -----
    Labels are permuted over the models that have one, which keeps the sizes of families and all
    dependence between pairs (a quadratic assignment test). The excess is that of
    ``residual_correlation.family_excess``.

    References
    ----------
    Hubert & Schultz (1976), British Journal of Mathematical and Statistical Psychology 29,
    190–241.

    Examples
    --------
    >>> label = np.arange(24) // 3
    >>> alike = 0.2 * (label[:, None] == label) + np.eye(24)
    >>> found = family_contrast(alike, label, permutations=199, seed=0, stream=92)
    >>> round(found.excess, 6), found.p
    (0.2, 0.005)
    """
    if labels.shape != (len(pairs),):
        raise ShapeError(f"{labels.size} labels for {len(pairs)} models; pass one for each.")
    grouped = np.flatnonzero(labels >= 0)
    square, family = pairs[np.ix_(grouped, grouped)], labels[grouped]
    known = np.isfinite(square).astype(np.float64)
    np.fill_diagonal(known, 0.0)
    filled = np.where(known > 0.0, square, 0.0)
    first, second = same_family(family)
    total, n_total = filled.sum() / 2.0, known.sum() / 2.0
    sums, counts = filled[first, second].sum(), known[first, second].sum()
    if counts in {0.0, n_total}:
        where = "within a family" if counts == 0.0 else "between two families"
        raise NotIdentified(f"no pair of models {where} has a correlation.")
    within, between = sums / counts, (total - sums) / (n_total - counts)
    drawn = np.concatenate(
        [
            _difference(filled, known, order[:, first], order[:, second])
            for order in _orders(family.size, first.size, permutations, seed, stream)
        ]
    )
    p = (1 + int((drawn >= within - between - TIED).sum())) / (1 + permutations)
    return FamilyContrast(float(within), float(between), p, int(counts), int(n_total - counts))


def contrast_weights(pairs: Array, labels: Labels) -> Array:
    """Return the weight w_ij with which each pair enters the excess, Σ_{i<j} w_ij r_ij.

    Parameters
    ----------
    pairs : ndarray, shape (n_models, n_models)
        NaN where there is no likeness.
    labels : ndarray of int, shape (n_models,)

    Returns
    -------
    ndarray, shape (n_models, n_models)
        Symmetric, 0 on the diagonal and where a pair does not count.

    Examples
    --------
    >>> contrast_weights(np.eye(3), np.array([0, 0, 1])).tolist()
    [[0.0, 1.0, -0.5], [1.0, 0.0, -0.5], [-0.5, -0.5, 0.0]]
    """
    counts = np.isfinite(pairs) & (labels[:, None] >= 0) & (labels >= 0)
    np.fill_diagonal(counts, val=False)
    within = counts & (labels[:, None] == labels)
    between = counts & ~within
    return np.asarray(
        within / max(within.sum() / 2.0, 1.0) - between / max(between.sum() / 2.0, 1.0)
    )


def same_family(labels: Labels) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pairs of one family.

    Examples
    --------
    >>> [places.tolist() for places in same_family(np.array([0, 1, 0, -1, -1]))]
    [[0], [2]]
    """
    first, second = np.triu_indices(labels.size, 1)
    same = (labels[first] == labels[second]) & (labels[first] >= 0)
    return first[same], second[same]


def smooth_removed(
    ability: Array, consistency: Array | None = None, degree: int = SMOOTH_DEGREE
) -> Array:
    """Return the matrix M that takes functions of ability out of both sides, as M Q M.

    Parameters
    ----------
    ability : ndarray, shape (n_models,)
    consistency : ndarray, shape (n_models,), optional
        How closely each model follows difficulty.
    degree : int, default 3

    Returns
    -------
    ndarray, shape (n_models, n_models)
        I − H, H the projection on 1, θ, …, θ^degree, and on consistency and its square.

    References
    ----------
    Dekker, Krackhardt & Snijders (2007), Psychometrika 72, 563–581 (covariates are partialled out
    of the matrix before labels are permuted).

    Examples
    --------
    >>> ability = np.arange(6.0)
    >>> bool(np.abs(smooth_removed(ability) @ ability**3).max() < 1e-9)
    True
    """
    centred = (ability - ability.mean()) / max(float(ability.std()), TIED)
    columns = np.vander(centred, degree + 1)
    if consistency is not None and consistency.std() > TIED:
        apart = (consistency - consistency.mean()) / consistency.std()
        columns = np.column_stack([columns, apart, apart**2])
    basis = np.linalg.qr(columns).Q
    return np.asarray(np.eye(ability.size) - basis @ basis.T)


def _orders(
    n: int, n_pairs: int, permutations: int, seed: int, stream: int
) -> list[NDArray[np.intp]]:
    """Return permutations in batches that are not too large to gather."""
    step = max(BATCH // max(n_pairs, n), 1)
    return [
        np.array(
            [
                generator(seed, stream, d).permutation(n)
                for d in range(i, min(i + step, permutations))
            ]
        )
        for i in range(0, permutations, step)
    ]


def _difference(
    filled: Array, known: Array, first: NDArray[np.intp], second: NDArray[np.intp]
) -> Array:
    """Return within minus between of each row of permuted pairs; no difference without pairs."""
    sums, counts = filled[first, second].sum(axis=1), known[first, second].sum(axis=1)
    rest = np.maximum(known.sum() / 2.0 - counts, 1.0)
    return np.asarray(sums / np.maximum(counts, 1.0) - (filled.sum() / 2.0 - sums) / rest)
