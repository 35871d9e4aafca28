"""Covariance of component scores without item noise, from means over pairs of different items."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import GroupJackknife, deal, group_jackknife
from parallaxis.kernels.draws import generator
from parallaxis.kernels.scaling import item_means

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
STREAM = 81
DRAW = 1_000_001  # of that stream, beyond the numbers of splits
GROUPS = 50  # of the jackknife, at most
NEGATIVE = 0.05  # share of the trace that negative eigenvalues may hold


@dataclass(frozen=True, slots=True)
class ComponentDimensionality:
    """ED of component scores freed of the noise of their items.

    Attributes
    ----------
    estimate : float
        From 1 to the number of components.
    log_jackknife : GroupJackknife
        Of its logarithm, over models.
    covariance : ndarray, shape (n_components, n_components)
    """

    estimate: float
    log_jackknife: GroupJackknife
    covariance: Array


def block_covariance(scores: Array, components: Groups) -> Array:
    """How do components vary together, item noise left out?

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete: a NaN would spread. Two models or more.
    components : ndarray of int, shape (n_items,)
        Numbers 0 … K−1 of the component of each item.

    Returns
    -------
    ndarray, shape (K, K)
        Mean of Cov(x_t, x_u) over t in k and u in l with t ≠ u, divisor n_models − 1. The diagonal
        is NaN for a component of one item.

    Notes
    -----
    With Y_k the sum of the items of k: Cov(Y_k, Y_l) / (n_k n_l) between components, and
    (Var Y_k − Σ_t Var x_t) / (n_k(n_k − 1)) on the diagonal, so the item × item matrix is never
    formed. The share of Var Y_k that is kept is Cronbach's α.

    Examples
    --------
    >>> scores = np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    >>> block_covariance(scores, np.array([0, 0, 1])).round(3).tolist()
    [[0.167, 0.25], [0.25, nan]]
    """
    centred = scores - item_means(scores)
    n_free = scores.shape[0] - 1
    sizes = np.bincount(components).astype(np.float64)
    sums = centred @ np.eye(sizes.size)[components]
    own = np.bincount(components, weights=(centred * centred).sum(axis=0)) / n_free
    product = sums.T @ sums / n_free
    out = product / np.outer(sizes, sizes)
    pairs = sizes * (sizes - 1.0)
    inner = np.full(sizes.size, np.nan)
    np.divide(product.diagonal() - own, pairs, out=inner, where=pairs > 0.0)
    np.fill_diagonal(out, inner)
    return np.asarray(out)


def component_dimensionality(
    scores: Array, components: Groups, units: Groups, *, seed: int = 0
) -> ComponentDimensionality:
    """Over how many directions do components spread the models, item noise left out?

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete.
    components : ndarray of int, shape (n_items,)
        Numbers 0 … K−1.
    units : ndarray of int, shape (n_models,)
        Models of one number are left out together: families, or all different.
    seed : int, default 0
        Deals units into at most 50 groups for the jackknife.

    Returns
    -------
    ComponentDimensionality

    Raises
    ------
    NotIdentified
        One component; a component of one item, whose noise cannot be told from it; a component
        whose items share no variance; a matrix whose negative eigenvalues hold over 5 % of its
        trace (that moves ED by about a tenth, and below 1 where one direction is all); too few
        models.

    Notes
    -----
    ED = (tr Σ)² / ‖Σ‖², not below 1. Sampling makes small eigenvalues negative where components
    measure the same thing.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> latent = rng.normal(size=(200, 4)).repeat(30, axis=1)
    >>> scores = latent + 2.0 * rng.normal(size=latent.shape)
    >>> found = component_dimensionality(scores, np.arange(120) // 30, np.arange(200))
    >>> round(found.estimate, 2), found.covariance.shape
    (3.98, (4, 4))
    """
    covariance = block_covariance(scores, components)
    _refuse(covariance, np.bincount(components))
    groups = deal(units, GROUPS, generator(seed, STREAM, DRAW))
    left = np.full(int(groups.max()) + 1, np.nan)
    for group in range(left.size):
        stays = groups != group
        if stays.sum() >= 3:
            left[group] = _log_ed(block_covariance(scores[stays], components))
    whole = _log_ed(covariance)
    jackknife = group_jackknife(whole, left, np.bincount(groups))
    return ComponentDimensionality(max(1.0, float(np.exp(whole))), jackknife, covariance)


def _refuse(covariance: Array, sizes: Groups) -> None:
    """Raise where the matrix supports no effective dimensionality."""
    if sizes.size < 2:
        raise NotIdentified("one component; how components differ needs two.")
    single = int((sizes == 1).sum())
    if single:
        raise NotIdentified(
            f"{single} of {sizes.size} components with one item, whose noise cannot be told apart."
        )
    weak = int((covariance.diagonal() <= 0.0).sum())
    if weak:
        raise NotIdentified(f"the items of {weak} of {sizes.size} components share no variance.")
    values = np.linalg.eigvalsh(covariance)
    negative = -float(values[values < 0.0].sum()) / float(values.sum())
    if negative > NEGATIVE:
        raise NotIdentified(
            f"the covariance of components freed of item noise is not positive: negative "
            f"eigenvalues hold {negative:.0%} of its trace."
        )


def _log_ed(covariance: Array) -> float:
    """Return log ED of a covariance matrix; NaN where nothing varies."""
    trace, norm = float(np.trace(covariance)), float((covariance * covariance).sum())
    return float(np.log(trace**2 / norm)) if trace > 0.0 and norm > 0.0 else float("nan")
