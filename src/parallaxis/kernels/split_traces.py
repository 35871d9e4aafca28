"""Effective dimensionality of what items share, from one run: the lower end of a bracket."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels import fold_moments, split_moments
from parallaxis.kernels.delete_group import GroupJackknife, deal, group_jackknife
from parallaxis.kernels.draws import generator, one_blas_thread

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
STREAM = 81
GROUPS = 10  # of the jackknife
SPLITS = 20
FEWEST_ITEMS = 4
FEWEST_GROUPS = 5
FEWEST_LEFT = 10  # models that must be left without any one group
WHOLE_GRAM = 250  # models up to which matrices of models × models are formed
HALF = 125  # items of a half that are used in one split of a board with more models


@dataclass(frozen=True, slots=True)
class SharedDimensionality:
    """ED4 with its jackknife over models.

    Attributes
    ----------
    estimate : float
        ED4 of all models; biased up where models are few.
    jackknife : GroupJackknife
        ED4 freed of that bias, and its standard error over models.
    groups : ndarray of int, shape (n_models,)
        The groups that were left out in turn; −1 for a model that was not drawn.
    """

    estimate: float
    jackknife: GroupJackknife
    groups: Groups

    @property
    def n_models(self) -> int:
        """Models used."""
        return int((self.groups >= 0).sum())


def shared_dimensionality(
    scores: Array, units: Groups, *, splits: int = SPLITS, seed: int = 0
) -> SharedDimensionality:
    """Over how many directions is spread what random halves of the items share?

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete: a NaN would spread to the answer.
    units : ndarray of int, shape (n_models,)
        Models of one number stay in one group of the jackknife: families, or all different.
    splits : int, default 20
        Random divisions of the items into halves.
    seed : int, default 0

    Returns
    -------
    SharedDimensionality

    Raises
    ------
    NotIdentified
        Fewer than four items or five units, fewer than ten models without the largest, or halves
        of the items share nothing beyond noise: a moment that is not positive, for all models or
        without one group of them. Of 360 boards of pure noise, 20 × 100 to 400 × 60, all but nine
        were refused, and none had a lower end above 1.

    Notes
    -----
    ED4 = (mean m2)² / mean m4 over the splits, with Σσ² and Σσ⁴ of the cross-covariance of two
    halves. For shared directions of strength λ it is (Σλ²)² / Σλ⁴, never above the latent
    ED = (Σλ)² / Σλ². Up to 250 models m2 and m4 use every pair and ring of models; with more they
    use pairs and rings of models from different groups, at most 125 items of each half in a split.
    Where families leave fewer than ten groups, or groups of one model, 250 models are drawn.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> noise = rng.normal(size=(80, 120))
    >>> two = rng.normal(size=(80, 2))[:, np.arange(120) % 2]
    >>> found = shared_dimensionality(two + 2.0 * noise, np.arange(80))
    >>> round(found.estimate, 2), round(found.jackknife.corrected, 2)
    (2.29, 1.95)
    """
    if scores.shape[1] < FEWEST_ITEMS:
        raise NotIdentified(f"{scores.shape[1]} items; halves of the items need {FEWEST_ITEMS}.")
    groups = _dealt(units, seed)
    used = groups >= 0
    folded = int(used.sum()) > WHOLE_GRAM
    part, dealt = scores[used], groups[used]
    n_groups = int(dealt.max(initial=-1)) + 1
    if n_groups < FEWEST_GROUPS:
        raise NotIdentified(
            f"{n_groups} independent groups of models; their error needs {FEWEST_GROUPS}."
        )
    sizes = np.bincount(dealt)
    if dealt.size - sizes.max() < FEWEST_LEFT:
        raise NotIdentified(
            f"without its largest family {dealt.size - sizes.max()} models are left; the error of "
            f"the lower end needs {FEWEST_LEFT}."
        )
    with one_blas_thread():
        moments = np.mean(
            [
                _one_split(part, dealt, generator(seed, STREAM, 1 + split), folded=folded)
                for split in range(splits)
            ],
            axis=0,
        )
    if not (moments > 0.0).all():
        raise NotIdentified("halves of the items share nothing that stands out from item noise.")
    ratio = moments[:, 0] ** 2 / moments[:, 1]
    jackknife = group_jackknife(float(ratio[0]), ratio[1:], sizes)
    return SharedDimensionality(float(ratio[0]), jackknife, groups)


def _dealt(units: Groups, seed: int) -> Groups:
    """Return the jackknife group of each model; −1 for models left aside where too many."""
    rng = generator(seed, STREAM, 0)
    groups = deal(units, GROUPS, rng)
    sizes = np.bincount(groups)
    if units.size <= WHOLE_GRAM or (sizes.size == GROUPS and sizes.min() >= 2):
        return groups
    drawn = rng.permutation(units.size)[:WHOLE_GRAM]
    out = np.full(units.size, -1, dtype=np.intp)
    out[drawn] = deal(units[drawn], GROUPS, rng)
    return out


def _one_split(scores: Array, groups: Groups, rng: np.random.Generator, *, folded: bool) -> Array:
    """Return both moments of one random split, of all models and without each group."""
    n_items = scores.shape[1]
    order, half = rng.permutation(n_items), n_items // 2
    first, second = order[:half], order[half:]
    if not folded:
        return split_moments.moments_without_groups(scores[:, first], scores[:, second], groups)
    first, second = first[:HALF], second[:HALF]
    return fold_moments.moments_without_groups(scores[:, first], scores[:, second], groups)
