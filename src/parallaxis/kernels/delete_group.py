"""The delete-a-group jackknife: models, or whole families, dealt into a few groups."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified

Array = NDArray[np.float64]
Groups = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class GroupJackknife:
    """An estimate freed of its first-order bias, with its standard error.

    Attributes
    ----------
    corrected : float
        Estimate less its bias of order 1/n_models.
    standard_error : float
    degrees_of_freedom : int
        Number of groups minus one.
    """

    corrected: float
    standard_error: float
    degrees_of_freedom: int


def deal(units: Groups, n_groups: int, rng: np.random.Generator) -> Groups:
    """Deal families, or single models, into groups of about equal size.

    Parameters
    ----------
    units : ndarray of int, shape (n_models,)
        What must stay together: family numbers, or all different for single models.
    n_groups : int
        Most groups; fewer where there are fewer units.
    rng : numpy.random.Generator
        Breaks the ties between units of equal size.

    Returns
    -------
    ndarray of int, shape (n_models,)
        Numbers from 0. The largest unit is dealt first, each to the group that is smallest so far.

    Examples
    --------
    >>> families = np.array([0, 0, 0, 1, 2, 3, 4])
    >>> dealt = deal(families, 3, np.random.default_rng(0))
    >>> np.bincount(dealt).tolist(), len(set(dealt[:3]))
    ([3, 2, 2], 1)
    """
    labels, member, sizes = np.unique(units, return_inverse=True, return_counts=True)
    shuffled = rng.permutation(labels.size)
    order = shuffled[np.argsort(-sizes[shuffled], kind="stable")]
    filled = np.zeros(min(n_groups, labels.size), dtype=np.intp)
    place = np.empty(labels.size, dtype=np.intp)
    for unit in order:
        place[unit] = int(filled.argmin())
        filled[place[unit]] += sizes[unit]
    return np.asarray(place[member], dtype=np.intp)


def group_jackknife(whole: float, left: Array, sizes: Groups) -> GroupJackknife:
    """How large are bias and error of an estimate, by what it is without each group?

    Parameters
    ----------
    whole : float
        The estimate of all models.
    left : ndarray, shape (n_groups,)
        The estimate without each group.
    sizes : ndarray of int, shape (n_groups,)
        Models in each group.

    Returns
    -------
    GroupJackknife

    Raises
    ------
    NotIdentified
        Fewer than three groups, or no number for one of the estimates (NaN).

    Notes
    -----
    With h = n/m for a group of m: corrected = Gθ − Σ(1 − 1/h)θ₍₋₎, and the squared standard error
    is the mean of (hθ − (h−1)θ₍₋₎ − corrected)² / (h−1).

    References
    ----------
    Busing, Meijer & Van der Leeden (1999), Statistics and Computing 9, 3–8.

    Examples
    --------
    >>> values = np.array([1.0, 2.0, 3.0, 6.0])
    >>> left = (values.sum() - values) / 3  # the mean, without each value
    >>> found = group_jackknife(values.mean(), left, np.ones(4, dtype=int))
    >>> round(found.corrected, 6), round(found.standard_error, 6)
    (3.0, 1.080123)
    """
    if left.size < 3:
        raise NotIdentified(f"fewer than 3 groups of models ({left.size}), which an error needs.")
    if not (np.isfinite(left).all() and np.isfinite(whole)):
        raise NotIdentified("without one group of models nothing can be estimated from the others.")
    ratio = sizes.sum() / sizes
    corrected = left.size * whole - float(((1.0 - 1.0 / ratio) * left).sum())
    pseudo = ratio * whole - (ratio - 1.0) * left
    variance = np.mean((pseudo - corrected) ** 2 / (ratio - 1.0))
    return GroupJackknife(float(corrected), float(np.sqrt(variance)), left.size - 1)
