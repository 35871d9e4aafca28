"""The forms of the answers about axes: steps of the ladder, axes, places of models, dependences."""

from dataclasses import dataclass
from typing import Literal

from parallaxis.answers import Estimate, Interval

DependenceKind = Literal[
    "near_copies",
    "family",
    "one_model",
    "one_item",
    "item_group",
    "date",
    "few_models",
    "few_items",
]


@dataclass(frozen=True, slots=True)
class RankNull:
    """One eigenvalue beside its own rank in permuted boards.

    Attributes
    ----------
    rank : int
        From 1.
    eigenvalue : float
        Observed.
    quantile : float
        95 % quantile of this rank over permuted boards.
    mean : float
        Mean of this rank over permuted boards.
    exceedance : float
        Share of permuted boards that reach the observed eigenvalue at this rank.
    exceedance_interval : (float, float)
        Its Clopper–Pearson interval at the result's level.
    """

    rank: int
    eigenvalue: float
    quantile: float
    mean: float
    exceedance: float
    exceedance_interval: Interval


@dataclass(frozen=True, slots=True)
class SplitHalf:
    """How well an axis found in one half of the board is found again in the other half.

    Attributes
    ----------
    items : Estimate
        Correlation of the models' abilities between two random halves of the items: mean over
        splits, and the range of the splits at the result's level.
    models : Estimate
        Tucker congruence of the items' loadings between two random halves of the models, likewise.
    chance : float
        95 % quantile of the correlation that two unrelated halves would show.
    """

    items: Estimate
    models: Estimate
    chance: float


@dataclass(frozen=True, slots=True)
class FirstEigenvalue:
    """The first eigenvalue of the item correlations beside that of simulated boards.

    Attributes
    ----------
    eigenvalue : float
        Of the board.
    simulated : (float, float)
        Where one more board simulated from the fit would lie, at the result's level.
    inside : bool
        Outside, the fit is off, and the test that rests on it is not to be trusted.
    """

    eigenvalue: float
    simulated: Interval
    inside: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the ladder: is there an axis number ``rank``, given those before it?

    Attributes
    ----------
    rank : int
        From 1: the axis that is asked for.
    statistic : float
        Strength of what the fit of ``rank − 1`` axes leaves, in standard deviations of what
        refitted simulated boards leave.
    quantile : float
        1 − alpha quantile of the same over the simulated boards.
    p : float
        Share of boards, simulated and real, that reach the statistic.
    draws : int
        Simulated boards.
    accepted : bool
        The axis is significant.
    counted : bool
        It is also reproducible, of some size and no mere dependence, as all before it: one of the
        ``k_ladder``.
    why_not : str or None
        What an accepted axis lacks that is not counted.
    share : float or None
        Its share of the common variance before rotation, largest first; None if not accepted.
    effective_dimensionality : float or None
        ED of the scores that a fit of the axes up to this one expects: without the noise of single
        answers. None if not accepted.
    split_half : SplitHalf or None
        Before rotation; None if not accepted.
    reordered : float or None
        Share of the pairs of models that change places beyond noise between the items that want
        this axis most and those that want it least; None for the first axis, and if not accepted.
    model_spread, item_spread : float
        1/(n Σu⁴) of the direction that was tested: near ⅓ where many models (items) carry it, near
        1/n where one does.
    first_eigenvalue : FirstEigenvalue or None
        Whether boards simulated from the fit of one axis are as one-dimensional as the board. None
        but for the second step, and for scores that are not right or wrong: there the simulated
        ones are too high on principle, because the fit takes some of the noise for ability.
    """

    rank: int
    statistic: float
    quantile: float
    p: float
    draws: int
    accepted: bool
    counted: bool
    why_not: str | None
    share: float | None
    effective_dimensionality: float | None
    split_half: SplitHalf | None
    reordered: float | None
    model_spread: float
    item_spread: float
    first_eigenvalue: FirstEigenvalue | None


@dataclass(frozen=True, slots=True)
class ItemLoading:
    """How strongly one item asks for an axis.

    Attributes
    ----------
    item : str
    loading : float
        Correlation between the axis and what the item measures plus its noise, in [−1, 1].
    interval : (float, float)
        At the result's level.
    """

    item: str
    loading: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class GroupLoading:
    """How much more one group of items asks for an axis than the other items do.

    Attributes
    ----------
    column : str
        Column of the item metadata.
    group : str
    n_items : int
    difference : float
        Standardised mean difference of the loadings, group minus all others.
    p : float
        Adjusted for all groups of all columns and all axes.
    """

    column: str
    group: str
    n_items: int
    difference: float
    p: float


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis that survived, after rotation.

    Attributes
    ----------
    rank : int
        From 1, by share.
    label : str or None
        Named after the item groups that ask for it, where the metadata supports a name.
    share : float
        Of the common variance of all accepted axes, after rotation.
    split_half : SplitHalf
        After rotation.
    reordered : float or None
        Share of the pairs of models that this axis orders otherwise than the average does, both
        beyond noise.
    strongest_items : tuple of ItemLoading
        The ten with the largest absolute loading.
    groups : tuple of GroupLoading
        Groups that ask for the axis significantly more or less than other items.
    """

    rank: int
    label: str | None
    share: float
    split_half: SplitHalf
    reordered: float | None
    strongest_items: tuple[ItemLoading, ...]
    groups: tuple[GroupLoading, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one model stands on each axis.

    Attributes
    ----------
    model : str
    average : float
        Mean score over the items it has.
    average_rank : int
        1 for the best; equal means share the better rank.
    abilities : tuple of Estimate
        One an axis, in standard deviations of the models.
    ranks : tuple of int
        1 for the best, an axis each.
    rank_intervals : tuple of (int, int)
        Ranks that stay possible beyond noise: one more than the models resolved above it, and the
        number of models not resolved below it.
    """

    model: str
    average: float
    average_rank: int
    abilities: tuple[Estimate, ...]
    ranks: tuple[int, ...]
    rank_intervals: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two models whose order differs between two axes, resolved on both.

    Attributes
    ----------
    axis, other_axis : int
        Ranks of the axes.
    model : str
        Better on ``axis``.
    other_model : str
        Better on ``other_axis``.
    difference, other_difference : Estimate
        Ability of ``model`` minus that of ``other_model`` on ``axis``; the reverse on
        ``other_axis``. Both intervals lie above 0.
    """

    axis: int
    other_axis: int
    model: str
    other_model: str
    difference: Estimate
    other_difference: Estimate


@dataclass(frozen=True, slots=True)
class Dependence:
    """Something other than ability that makes models, or items, alike.

    Attributes
    ----------
    kind : str
        ``near_copies``, ``family``, ``one_model``, ``one_item``, ``item_group``, ``date``,
        ``few_models`` or ``few_items``.
    axis : int or None
        The step of the ladder that it explains; None where it was found before climbing.
    who : tuple of str
        Models or items (or the family, group or column) concerned.
    strength : float
        Share of the axis's variance that it explains, or for near copies the smallest residual
        correlation within the group; in [0, 1].
    p : float or None
        By permutation of the labels, adjusted for all that were tried; None where nothing is
        tested.
    sentence : str
        What was found, for the reader.
    """

    kind: DependenceKind
    axis: int | None
    who: tuple[str, ...]
    strength: float
    p: float | None
    sentence: str
