"""May the permutation count be trusted? Unequal variances mislead it both ways."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.parallel_analysis import ParallelAnalysis, permuted
from parallaxis.kernels.sequential_null import EigenvalueNull, Progress, sequential_null
from parallaxis.kernels.sign_flip import sign_flip_null
from parallaxis.kernels.spectrum import eigenvalues
from parallaxis.kernels.variance_spread import (
    NoiseSpread,
    VarianceSpread,
    item_variance_spread,
    model_noise_spread,
)
from parallaxis.numerals import number

Trusted = Literal["shuffled", "signflip", "either"]
COVARIANCE_STREAM = 14
COVARIANCE_DRAWS = 200  # most draws for a count that only shows a danger
UNEQUAL = 0.01  # p below or at which the noise of models is called unequal
LARGE_ITEM = 4.0  # largest item variance over the median from which scales are called unequal


@dataclass(frozen=True, slots=True)
class Guard:
    """What unequal variances may have done to the count.

    Attributes
    ----------
    k_signflip : int
        Leading eigenvalues above the 95 % quantile of the *largest* when every standardised score
        keeps its size and its sign is drawn (items standardised again).
    k_signflip_range : (int, int)
        Fewest and most that the Monte Carlo error leaves open.
    k_signflip_by_rank : int
        Each rank against its own quantile instead; counts loud models behind a true axis.
    k_covariance : int
        What an analysis of the *covariance*, all ranks against the null's largest eigenvalue,
        would count. Not an answer: it shows what unequal scales of items do.
    k_covariance_range : (int, int)
    item_spread : VarianceSpread
        Of the variances of items in their own units.
    model_spread : NoiseSpread
        Of the noise of models, after the axes that either count found are removed.
    trusted : {"shuffled", "signflip", "either"}
        Which null to believe where they disagree; ``"either"`` where they agree.
    k_guarded : int
        The count of the trusted null.
    cautions : tuple of Caution
        The dangers that this board is in: ``unequal_model_noise``, ``unequal_item_scale``.
    draws : int
        Boards with flipped signs that were drawn.
    """

    k_signflip: int
    k_signflip_range: tuple[int, int]
    k_signflip_by_rank: int
    k_covariance: int
    k_covariance_range: tuple[int, int]
    item_spread: VarianceSpread
    model_spread: NoiseSpread
    trusted: Trusted
    k_guarded: int
    cautions: tuple[Caution, ...]
    draws: int

    @property
    def caution(self) -> str | None:
        """The dangers in words; None where there is none."""
        return " ".join(caution.text for caution in self.cautions) or None

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "k_signflip": self.k_signflip,
            "k_signflip_range": self.k_signflip_range,
            "k_signflip_by_rank": self.k_signflip_by_rank,
            "trusted": self.trusted,
            "k_guarded": self.k_guarded,
            "caution": self.caution,
            "k_covariance": self.k_covariance,
            "k_covariance_range": self.k_covariance_range,
            "item_spread": self.item_spread,
            "model_spread": self.model_spread,
            "draws": self.draws,
        }


def guard(
    shared: Ingredients,
    shuffled: ParallelAnalysis,
    *,
    level: float = 0.95,
    max_draws: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Guard:
    """Did unequal variances of items or models mislead the permutation count?

    Parameters
    ----------
    shared : Ingredients
        The board.
    shuffled : ParallelAnalysis
        The permutation null of its standardised live items.
    level : float, default 0.95
        Quantile of the nulls, the one that `shuffled` used.
    max_draws : int, default 1000
        Most draws of either null here; fewer where its count is proved before.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Guard

    Notes
    -----
    *Models of unequal noise*: permuting spreads the noise of loud models over quiet ones, the
    null's edge falls and pure noise shows axes. Sign flips keep the size of every score. The two
    nulls are compared with the same edge, rank by rank and against the top. Where sign flips find
    fewer axes by either, and the noise that remains after removing all axes in question is more
    unequal between models than equal noise shows (p ≤ 0.01), the sign flip is to be trusted. Where
    they disagree but noise is even, the permutation is: it keeps the distribution of each item and
    sign flips do not. On right/wrong scores noise is p(1 − p): it is unequal between models where
    many of them are near the floor or the ceiling, and there permutation counts many false axes.

    *Items of unequal scale*: one loud item alone makes the largest eigenvalue of a permuted
    covariance matrix, and an axis of the others stays below it: a false zero. The correlation does
    not see scales; the caution says what a covariance analysis would have read.

    References
    ----------
    Hong, Sheng & Dobriban (2020), arXiv:2012.02985. Horn (1965), Psychometrika 30, 179–185.

    Examples
    --------
    >>> from parallaxis.kernels.parallel_analysis import parallel_analysis
    >>> from parallaxis.matrix import ScoreMatrix
    >>> rng = np.random.default_rng(0)
    >>> loud = rng.normal(size=(80, 20)) * np.exp(rng.normal(size=(80, 1)))
    >>> shared = Ingredients(ScoreMatrix.from_array(loud))
    >>> shuffled = parallel_analysis(shared.standardised, shared.observed)
    >>> found = guard(shared, shuffled)
    >>> shuffled.k, found.k_signflip, found.trusted
    (5, 0, 'signflip')
    """
    observed = shared.observed[:, shared.live]
    with one_blas_thread():
        flipped = sign_flip_null(
            shared.standardised,
            observed,
            level=level,
            max_draws=max_draws,
            seed=seed,
            progress=progress,
        )
        in_units = _covariance(
            shared, observed, level=level, max_draws=max_draws, seed=seed, progress=progress
        )
        items = item_variance_spread(shared.centred[:, shared.live], observed)
        models = model_noise_spread(
            shared.standardised, observed, n_directions=max(shuffled.k, flipped.k), seed=seed
        )
    trusted = _trusted(shuffled, flipped, models)
    cautions = []
    if trusted == "signflip":
        cautions.append(_noise_caution(shuffled, flipped, models))
    if in_units.k_top_edge_range[1] < shuffled.k_top_edge and items.largest >= LARGE_ITEM:
        cautions.append(_scale_caution(shuffled, in_units, items))
    return Guard(
        k_signflip=flipped.k_top_edge,
        k_signflip_range=flipped.k_top_edge_range,
        k_signflip_by_rank=flipped.k,
        k_covariance=in_units.k_top_edge,
        k_covariance_range=in_units.k_top_edge_range,
        item_spread=items,
        model_spread=models,
        trusted=trusted,
        k_guarded=flipped.k_top_edge if trusted == "signflip" else shuffled.k,
        cautions=tuple(cautions),
        draws=len(flipped.null),
    )


def _covariance(
    shared: Ingredients,
    observed: NDArray[np.bool_],
    *,
    level: float,
    max_draws: int,
    seed: int,
    progress: Progress | None,
) -> EigenvalueNull:
    """Count as an analysis of unstandardised items against the null's top edge would."""
    centred = shared.centred[:, shared.live]
    shuffle = permuted(centred, observed)
    return sequential_null(
        eigenvalues(centred),
        lambda rng: eigenvalues(shuffle(rng)),
        stream=COVARIANCE_STREAM,
        edges=("top",),
        level=level,
        max_draws=min(max_draws, COVARIANCE_DRAWS),
        seed=seed,
        progress=progress,
    )


def _trusted(shuffled: ParallelAnalysis, flipped: EigenvalueNull, models: NoiseSpread) -> Trusted:
    """Say which null to believe; where the Monte Carlo error may explain it, either."""
    top = (shuffled.k_top_edge, shuffled.k_top_edge)
    pairs = ((flipped.k_range, shuffled.k_range), (flipped.k_top_edge_range, top))
    fewer = any(ours[1] < theirs[0] for ours, theirs in pairs)
    if fewer and models.p <= UNEQUAL:
        return "signflip"
    more = any(ours[0] > theirs[1] for ours, theirs in pairs)
    return "shuffled" if fewer or more else "either"


def _noise_caution(
    shuffled: ParallelAnalysis, flipped: EigenvalueNull, models: NoiseSpread
) -> Caution:
    """Name the danger of models of unequal noise."""
    return Caution(
        "unequal_model_noise",
        "Models of unequal noise are shuffled away, so that permutation can count pure noise as "
        f"axes: k_shuffled = {shuffled.k}, but {flipped.k_top_edge} where every score keeps its "
        "size and only its sign is drawn. The noise of models spreads "
        f"{number(models.spread.ratio)}-fold (equal noise: up to "
        f"{number(models.null_ratio)}-fold); trust the sign flip: unequal noise cannot make its "
        "count, though weak axes may be missed.",
    )


def _scale_caution(
    shuffled: ParallelAnalysis, in_units: EigenvalueNull, items: VarianceSpread
) -> Caution:
    """Name the danger of items of unequal scale."""
    false_zero = "a false k = 0" if in_units.k_top_edge == 0 else f"k = {in_units.k_top_edge}"
    return Caution(
        "unequal_item_scale",
        "Items of unequal scale in a covariance analysis inflate its top edge: it would read "
        f"{false_zero} where standardised items give {shuffled.k_top_edge} (the largest item "
        f"variance is {_times(items.largest)} the median); keep items standardised.",
    )


def _times(ratio: float) -> str:
    """Return a ratio in words, without the digits that nobody reads."""
    return "over 1,000 times" if ratio > 1000.0 else f"{number(ratio)} times"
