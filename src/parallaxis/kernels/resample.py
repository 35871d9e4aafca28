"""Jackknife over models or families and bootstrap over items, through Gram identities."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import group_jackknife
from parallaxis.kernels.draws import generator
from parallaxis.kernels.gram import gram
from parallaxis.kernels.scaling import item_means
from parallaxis.kernels.spectrum import CANCELS, item_overlaps, moments

Array = NDArray[np.float64]
ITEM_STREAM = 21
FEWEST_LEFT = 3  # models that a jackknife must leave in
EXACT_ITEMS = 4000  # up to here the item × item Gram matrix is kept


@dataclass(frozen=True, slots=True)
class Jackknife:
    """Outcome of leaving out one model, or one family, at a time.

    Attributes
    ----------
    log_standard_error : float
        Standard error of log ED.
    degrees_of_freedom : int
        Number of groups minus one.
    """

    log_standard_error: float
    degrees_of_freedom: int


def jackknife_models(centred: Array, groups: NDArray[np.intp]) -> Jackknife:
    """How far does ED move when a model, or a whole family, is left out?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing.
    groups : ndarray of int, shape (n_models,)
        Numbers 0 … G−1 of what is left out together; all different to leave out single models.

    Returns
    -------
    Jackknife

    Raises
    ------
    NotIdentified
        Fewer than three groups, or a group without which fewer than three models are left (two
        models have ED 1 whatever they score) or nothing varies.

    Notes
    -----
    With the rows of a group G removed and the items centred anew, S becomes S − B'B where B holds
    the rows of G and their sum divided by √(N − |G|). Groups of unequal size are weighted as by
    Busing, Meijer & Van der Leeden (1999), Statistics and Computing 9, 3–8.

    Examples
    --------
    >>> from parallaxis.kernels.scaling import prepare
    >>> centred = prepare(np.random.default_rng(0).normal(size=(20, 5)))
    >>> round(jackknife_models(centred, np.arange(20)).log_standard_error, 3)
    0.101
    """
    n_groups = int(groups.max()) + 1
    if n_groups < 3:
        raise NotIdentified(
            f"fewer than 3 independent groups of models ({n_groups}), which an interval needs."
        )
    left = _without_groups(centred, groups)
    whole = moments(centred).effective_dimensionality
    if not (np.isfinite(left).all() and np.isfinite(whole)):
        raise NotIdentified(
            f"without one group of models fewer than {FEWEST_LEFT} are left, or no item tells "
            "them apart."
        )
    sizes = np.bincount(groups, minlength=n_groups)
    found = group_jackknife(float(np.log(whole)), np.log(left), sizes)
    return Jackknife(found.standard_error, found.degrees_of_freedom)


def bootstrap_items(centred: Array, *, draws: int, seed: int) -> Array:
    """Return ED of boards whose items are drawn again with replacement.

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores.
    draws : int
        Number of resampled boards.
    seed : int
        Draw d always uses the same generator.

    Returns
    -------
    ndarray, shape (draws,)
        NaN for a draw that holds no item with variance.

    Notes
    -----
    Items without variance are drawn like the others and add nothing. With weights v (how often an
    item was drawn), Σσ² = v's and Σσ⁴ = v'(M∘M)v for the item Gram matrix M. Above 4,000 items with
    variance Σσ⁴ is linearised: T2 + 2(v−1)'h + ((v−1)²)'s², h_j = Σ_l M_jl².

    Examples
    --------
    >>> from parallaxis.kernels.scaling import prepare
    >>> centred = prepare(np.random.default_rng(0).normal(size=(20, 5)))
    >>> bootstrap_items(centred, draws=3, seed=0).round(2).tolist()
    [2.05, 1.4, 3.22]
    """
    n_models, n_items = centred.shape
    strength = (centred * centred).sum(axis=0)
    varies = np.flatnonzero(strength > 0.0)
    centred, strength = centred[:, varies], strength[varies]
    fourth_powers = _fourth_powers(centred, strength)
    out = np.full(draws, np.nan)
    for draw in range(draws):
        weights = _multiplicity(n_items, seed, draw)[varies]
        second = weights @ strength
        fourth = max(fourth_powers(weights), second**2 / (n_models - 1))  # ED ≤ n_models − 1
        if fourth > 0.0:
            out[draw] = second**2 / fourth
    return out


def _fourth_powers(centred: Array, strength: Array) -> Callable[[Array], float]:
    """Return Σσ⁴ as a function of item weights: exact, or linearised for very many items."""
    if strength.size <= EXACT_ITEMS:
        squared = gram(centred.T) ** 2
        return lambda weights: float(weights @ (squared @ weights))
    whole, overlap, own = moments(centred).sum_fourth_powers, item_overlaps(centred), strength**2

    def linearised(weights: Array) -> float:
        excess = weights - 1.0
        return float(whole + 2.0 * excess @ overlap + (excess * excess) @ own)

    return linearised


def _multiplicity(n_items: int, seed: int, draw: int) -> Array:
    """Return how often each item is drawn in one resampled board."""
    rng = generator(seed, ITEM_STREAM, draw)
    return np.bincount(rng.integers(0, n_items, n_items), minlength=n_items).astype(np.float64)


def _without_groups(centred: Array, groups: NDArray[np.intp]) -> Array:
    """Return ED without each group in turn; NaN where nothing is left to vary."""
    n_models = centred.shape[0]
    total = moments(centred)
    order = np.argsort(groups, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(groups))[:-1])
    by_items = centred.shape[1] <= n_models
    product = gram(centred.T if by_items else centred)
    out = np.full(len(members), np.nan)
    for place, rows in enumerate(members):
        rest = n_models - rows.size
        if rest < FEWEST_LEFT:
            continue
        square, cross, own = _removed(centred, product, rows, rest, by_items=by_items)
        fourth = total.sum_fourth_powers - 2.0 * cross + own
        if fourth > CANCELS * total.sum_fourth_powers:
            out[place] = (total.sum_squares - square) ** 2 / fourth
        else:
            others = np.delete(centred, rows, axis=0)
            out[place] = moments(others - item_means(others)).effective_dimensionality
    return out


def _removed(
    centred: Array, product: Array, rows: NDArray[np.intp], rest: int, *, by_items: bool
) -> tuple[float, float, float]:
    """Return tr B'B, tr B S B' and ‖B B'‖² of the rows that go, from the shorter side's Gram."""
    mix = np.vstack([np.eye(rows.size), np.full((1, rows.size), 1.0 / np.sqrt(rest))])
    if by_items:
        taken = mix @ centred[rows]
        own = taken @ taken.T
        cross = float(((taken @ product) * taken).sum())
    else:
        own = mix @ product[np.ix_(rows, rows)] @ mix.T
        cross = float(((mix @ product[rows]) ** 2).sum())
    return float(np.trace(own)), cross, float((own * own).sum())
