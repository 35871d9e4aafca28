"""The forms in which cohorts and content are answered."""

from dataclasses import dataclass
from typing import Literal

from parallaxis.answers import Estimate, NotAnswered

CohortKind = Literal["all", "top_third", "family"]


@dataclass(frozen=True, slots=True)
class CohortVotes:
    """Votes of some of the models, on all items.

    Attributes
    ----------
    kind : {"all", "top_third", "family"}
    name : str
    n_members : int
    mean_accuracy : float
        Mean share right.
    mean_correlation : Estimate or NotAnswered
        Mean tetrachoric correlation of its pairs, with its interval over items.
    n_eff : Estimate or NotAnswered
        Effective votes of n_members; compare mean correlations, not votes, of unequal cohorts.
    """

    kind: CohortKind
    name: str
    n_members: int
    mean_accuracy: float
    mean_correlation: Estimate | NotAnswered
    n_eff: Estimate | NotAnswered


@dataclass(frozen=True, slots=True)
class ItemGroupVotes:
    """Votes of the common pool on the items of one group, and what else is special about these.

    Attributes
    ----------
    name : str
    n_items : int
    mean_correlation : Estimate
    standard_error : float
    n_eff : Estimate or NotAnswered
    mean_accuracy : float
        Of the pool on these items.
    share_missing : float
    chance : float or None
        Mean chance level of its items, where the metadata knows it.
    """

    name: str
    n_items: int
    mean_correlation: Estimate
    standard_error: float
    n_eff: Estimate | NotAnswered
    mean_accuracy: float
    share_missing: float
    chance: float | None


@dataclass(frozen=True, slots=True)
class LeftOutGroup:
    """An item group that was not compared, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class GroupSpread:
    """How much the mean correlation differs between item groups.

    Attributes
    ----------
    observed_variance, noise_variance : float
        Of the groups' estimates, and the mean bootstrap variance of one.
    between_variance : float
        Their difference; negative where groups differ less than noise.
    between_sd : Estimate
        Its root, 0 where it is negative, with its interval.
    chunk_variance : float
        Mean between-variance of random chunks of the same sizes.
    chunk_limit : float
        95th percentile of these.
    p : float
        Share of random partitions, the true one among them, with a between-variance as large.
    partitions : int
    """

    observed_variance: float
    noise_variance: float
    between_variance: float
    between_sd: Estimate
    chunk_variance: float
    chunk_limit: float
    p: float
    partitions: int


@dataclass(frozen=True, slots=True)
class ItemGroups:
    """Votes by item group, always of one and the same pool of models.

    Attributes
    ----------
    column : str
        Of the item metadata.
    n_pool : int
        Models that have at least 20 answers in every group, some right and some wrong.
    n_eligible : int
        How many there are; above 40, the pool is a random 40 of them.
    n_members : int
        Models with a vote on the whole board.
    groups : tuple of ItemGroupVotes
        By mean correlation, largest first.
    left_out : tuple of LeftOutGroup
    spread : GroupSpread or NotAnswered
    difficulty_explained : float
        Share of the variance of items' share right that lies between groups, 0 to 1. Where it is
        large, the groups all but sort items by difficulty, which takes away what ρ measures.
    """

    column: str
    n_pool: int
    n_eligible: int
    n_members: int
    groups: tuple[ItemGroupVotes, ...]
    left_out: tuple[LeftOutGroup, ...]
    spread: GroupSpread | NotAnswered
    difficulty_explained: float


@dataclass(frozen=True, slots=True)
class PanelCohorts:
    """Votes by cohort of models and by group of items.

    Attributes
    ----------
    cohorts : tuple of CohortVotes or NotAnswered
        All members, the top third by share right, and the 100 largest families of at least
        three.
    items : ItemGroups or NotAnswered
    level : float
        Of the intervals.
    """

    cohorts: tuple[CohortVotes, ...] | NotAnswered
    items: ItemGroups | NotAnswered
    level: float
