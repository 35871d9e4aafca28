"""How much of an axis do group labels, a covariate, or a few rows account for?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.draws import generator

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Measure = Literal["spearman", "pearson"]
STREAM = 61
BLOCK = 250  # permutations a draw
LABELS, COVARIATE, MASS = 0, 1, 2  # first number of the draws of each question, in millions


@dataclass(frozen=True, slots=True)
class Explained:
    """Share of each axis's variance that something explains.

    Attributes
    ----------
    share : ndarray, shape (n_axes,)
        0 to 1; 0 where it would come out below.
    p : ndarray, shape (n_axes,)
        (1 + permutations that explain as much) / (1 + permutations), each axis for itself.
    n : int
        Rows that were compared.
    """

    share: Array
    p: Array
    n: int


@dataclass(frozen=True, slots=True)
class Held:
    """Which row, or group of rows, holds most of an axis.

    Attributes
    ----------
    who : int
        Row number, or label of the group.
    share : float
        Of the axis's sum of squares, 0 to 1.
    p : float
    """

    who: int
    share: float
    p: float


def beyond_first(axes: Array) -> Array:
    """What do the later axes say that the first does not?

    Parameters
    ----------
    axes : ndarray, shape (n_rows, n_axes)

    Returns
    -------
    ndarray, same shape
        Centred; all columns but the first without their regression on the first.

    Examples
    --------
    >>> beyond_first(np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 7.0]])).round(2).tolist()
    [[-1.0, 0.17], [0.0, -0.33], [1.0, 0.17]]
    """
    centred = np.asarray(axes - axes.mean(axis=0), dtype=np.float64)
    if centred.shape[1] > 1:
        first = centred[:, :1]
        squares = float((first**2).sum())
        if squares > 0:
            centred[:, 1:] -= first * (first.T @ centred[:, 1:]) / squares
    return centred


def explained_by_labels(
    axes: Array, labels: Labels, *, permutations: int = 999, seed: int = 0
) -> Explained:
    """How much of each axis's variance lies between groups of rows?

    Parameters
    ----------
    axes : ndarray, shape (n_rows, n_axes)
    labels : ndarray of int, shape (n_rows,)
        Negative: no group; the row is left out.
    permutations : int, default 999
    seed : int, default 0

    Returns
    -------
    Explained
        Share 0 and p = 1 where there are fewer than two groups or no repeated label.

    Raises
    ------
    ShapeError
        Not one label for each row.

    Notes
    -----
    ε² = (SS_between − (G − 1) MS_within) / SS_total: η² less what as many random groups would
    explain on average. p by permutation of the labels.

    References
    ----------
    Kelley (1935), PNAS 21, 554–559. Okada (2013), Behaviormetrika 40, 129–147 (ε² is the least
    biased of the three).

    Examples
    --------
    >>> axis = np.array([[1.0], [1.1], [-1.0], [-1.1], [0.0], [0.1]])
    >>> explained_by_labels(axis, np.array([0, 0, 1, 1, 2, 2])).share.round(2).tolist()
    [0.99]
    """
    known, groups = _labelled(axes, labels)
    n_groups, n = int(groups.max(initial=-1)) + 1, len(known)
    if n_groups < 2 or n_groups >= n:
        return _nothing(axes.shape[1], n)
    centred = known - known.mean(axis=0)
    sizes = np.bincount(groups)[:, None]
    total = (centred**2).sum(axis=0)
    between = (_group_sums(centred, groups) ** 2 / sizes).sum(axis=0)
    reached = np.zeros(total.size)
    for order in _permutations(n, permutations, seed, LABELS):
        drawn = _group_sums(centred[order.T].reshape(n, -1), groups) ** 2 / sizes
        reached += (drawn.sum(axis=0).reshape(-1, total.size) >= between * (1 - 1e-12)).sum(axis=0)
    within = (total - between) / (n - n_groups)
    share = (between - (n_groups - 1) * within) / np.where(total > 0, total, 1.0)
    return Explained(np.clip(share, 0.0, 1.0), (1 + reached) / (1 + permutations), n)


def explained_by_covariate(
    axes: Array,
    covariate: Array,
    *,
    given: Array | None = None,
    measure: Measure = "spearman",
    permutations: int = 999,
    seed: int = 0,
) -> Explained:
    """How much of each axis's variance goes along with a covariate, such as the release date?

    Parameters
    ----------
    axes : ndarray, shape (n_rows, n_axes)
    covariate : ndarray, shape (n_rows,)
        NaN: the row is left out.
    given : ndarray, shape (n_rows,), optional
        What is held constant, such as the first ability.
    measure : {"spearman", "pearson"}, default "spearman"
    permutations : int, default 999
    seed : int, default 0

    Returns
    -------
    Explained
        Squared (partial) correlations; 0 and p = 1 with fewer than four rows, or where the
        covariate does not vary.

    Raises
    ------
    ShapeError
        Not one value for each row.

    Notes
    -----
    Both sides (for Spearman their ranks) are freed of `given` by regression and correlated; p by
    permuting what is left of the covariate (Freedman & Lane).

    References
    ----------
    Freedman & Lane (1983), J. Business & Economic Statistics 1, 292–298.

    Examples
    --------
    >>> axis = np.array([[1.0], [2.0], [4.0], [3.0], [5.0], [6.0]])
    >>> explained_by_covariate(axis, np.arange(6.0)).share.round(2).tolist()
    [0.89]
    """
    _checks.choice("measure", measure, ("spearman", "pearson"))
    values = np.asarray(covariate, dtype=np.float64)
    if values.shape != (len(axes),) or (given is not None and np.shape(given) != values.shape):
        raise ShapeError(
            f"axes have {len(axes)} rows and the covariate has shape {values.shape}; pass one "
            "value, and one of `given`, for each row."
        )
    known = np.isfinite(values) & np.isfinite(axes).all(axis=1)
    held = [] if given is None else [np.asarray(given)[known]]
    columns = np.column_stack([axes[known], values[known], *held])
    n = len(columns)
    if n < 4 or np.ptp(values[known]) == 0:
        return _nothing(axes.shape[1], n)
    ready = _freed(_ranked(columns) if measure == "spearman" else columns, axes.shape[1] + 1)
    sides, other = ready[:, :-1], ready[:, -1]
    observed = (other @ sides) ** 2
    reached = np.zeros(observed.size)
    for order in _permutations(n, permutations, seed, COVARIATE):
        reached += ((other[order] @ sides) ** 2 >= observed * (1 - 1e-12)).sum(axis=0)
    return Explained(np.clip(observed, 0.0, 1.0), (1 + reached) / (1 + permutations), n)


def one_row(axis: Array) -> Held:
    """Which single row holds most of an axis, and is it out of line with the others?

    Parameters
    ----------
    axis : ndarray, shape (n_rows,)
        At least three rows.

    Returns
    -------
    Held
        p of Grubbs's two-sided test for one outlier among normal values: Bonferroni's bound.

    References
    ----------
    Grubbs (1950), Annals of Mathematical Statistics 21, 27–58.

    Examples
    --------
    >>> held = one_row(np.array([0.1, -0.2, 0.1, 9.0, 0.0, -0.1]))
    >>> held.who, held.share > 0.8, held.p < 0.001
    (3, True, True)
    """
    from scipy.special import stdtr  # noqa: PLC0415 - keeps the import of kernels light

    _checks.positive_integer("number of rows", axis.size, at_least=3)
    squares = (axis - axis.mean()) ** 2
    total = float(squares.sum())
    if total <= 0:
        return Held(0, 0.0, 1.0)
    who, n = int(squares.argmax()), axis.size
    share = float(squares[who]) / total
    left = max((n - 1) / n - share, 1e-15)
    t = np.sqrt((n - 2) * share / left)
    return Held(who, share, min(1.0, 2.0 * n * float(stdtr(n - 2, -t))))


def one_group(axis: Array, labels: Labels, *, permutations: int = 999, seed: int = 0) -> Held:
    """Which group holds more of an axis's sum of squares than its size accounts for?

    Parameters
    ----------
    axis : ndarray, shape (n_rows,)
        Not centred here: for loadings, 0 means that an item does not ask for the axis.
    labels : ndarray of int, shape (n_rows,)
        Negative: no group; the row still counts in the sum of squares.
    permutations : int, default 999
    seed : int, default 0

    Returns
    -------
    Held
        The group with the largest excess of its share of squares over its share of rows; p is the
        chance that any group of these sizes has as much, with labels permuted.

    Raises
    ------
    ShapeError
        Not one label for each row.
    InputError
        No row has a label.

    Examples
    --------
    >>> one_group(np.array([2.0, 2.0, 0.1, 0.1, 0.1, 0.1]), np.array([4, 4, 5, 5, 6, 6])).who
    4
    """
    if axis.shape != labels.shape:
        raise ShapeError(f"{axis.size} values and {labels.size} labels; pass one for each row.")
    names = np.unique(labels[labels >= 0])
    if not names.size:
        raise InputError("no row has a label; pass at least one label of 0 or more.")
    n = axis.size
    groups = np.where(labels >= 0, np.searchsorted(names, labels), names.size)
    squares = axis**2 / max(float((axis**2).sum()), 1e-300)
    sizes = np.bincount(groups, minlength=names.size + 1)[:-1, None] / n
    excess = _group_sums(squares[:, None], groups, names.size + 1)[:-1] - sizes
    top = int(excess[:, 0].argmax())
    reached = 0
    for order in _permutations(n, permutations, seed, MASS):
        drawn = _group_sums(squares[order.T], groups, names.size + 1)[:-1] - sizes
        reached += int((drawn.max(axis=0) >= excess[top, 0] - 1e-12).sum())
    share = float(excess[top, 0] + sizes[top, 0])
    return Held(int(names[top]), share, (1 + reached) / (1 + permutations))


def _labelled(axes: Array, labels: Labels) -> tuple[Array, NDArray[np.intp]]:
    """Return rows that have a label, and their groups numbered from 0."""
    if np.ndim(axes) != 2 or np.shape(labels) != (len(axes),):
        raise ShapeError(
            f"axes of shape {np.shape(axes)} and labels of shape {np.shape(labels)}; "
            "pass (n_rows, n_axes) and (n_rows,)."
        )
    known = labels >= 0
    return axes[known], np.unique(labels[known], return_inverse=True)[1]


def _nothing(n_axes: int, n: int) -> Explained:
    """Return an answer for labels or covariates that cannot explain anything."""
    return Explained(np.zeros(n_axes), np.ones(n_axes), n)


def _group_sums(values: Array, groups: NDArray[np.intp], n_groups: int | None = None) -> Array:
    """Return the sum over each group of each column."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - keeps the import of kernels light

    n = groups.size
    count = int(groups.max()) + 1 if n_groups is None else n_groups
    member = csr_array((np.ones(n), (groups, np.arange(n))), shape=(count, n))
    return np.asarray(member @ values)


def _permutations(
    n: int, permutations: int, seed: int, question: int
) -> Iterator[NDArray[np.intp]]:
    """Yield blocks of random orders, shape (n_draws, n)."""
    for number, start in enumerate(range(0, permutations, BLOCK)):
        rng = generator(seed, STREAM, question * 1_000_000 + number)
        count = min(BLOCK, permutations - start)
        yield rng.permuted(np.tile(np.arange(n), (count, 1)), axis=1)


def _ranked(columns: Array) -> Array:
    """Return midranks of each column."""
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    return np.asarray(rankdata(columns, axis=0), dtype=np.float64)


def _freed(columns: Array, kept: int) -> Array:
    """Return the first columns without the mean and the others, each of length 1 (or 0)."""
    held = np.column_stack([np.ones(len(columns)), columns[:, kept:]])
    basis = np.linalg.qr(held).Q
    sides = columns[:, :kept] - basis @ (basis.T @ columns[:, :kept])
    lengths = np.linalg.norm(sides, axis=0)
    before = np.linalg.norm(columns[:, :kept], axis=0)
    return np.asarray(
        np.where(lengths > 1e-10 * before, sides / np.where(lengths > 0, lengths, 1), 0)
    )
