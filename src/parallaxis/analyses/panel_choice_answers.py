"""The forms of the answers on choosing a panel: who is left out, paths, judging, and cost."""

from dataclasses import dataclass
from typing import Any

from parallaxis.answers import Estimate, NotAnswered


@dataclass(frozen=True, slots=True)
class LeftOneOut:
    """What a panel loses with one member.

    Attributes
    ----------
    model : str
    share_correct : float
        Of the items that it answered.
    mean_correlation : float
        With the other members; NaN where no pair is known.
    votes_without : float or NotAnswered
        Effective votes of the others.
    loss : Estimate or NotAnswered
        Effective votes of all less those of the others, each pair of numbers from the same items.
        Below zero, leaving the member out raises the votes.
    majority_without : float
        Share of items on which the majority of the others is right, a tie counting half.
    majority_loss : Estimate
        Share right of the majority of all less that of the others.
    cost : float
        NaN where it is not known.
    cost_per_vote : float
        Cost over loss; NaN where either is not known or the member adds no votes.
    """

    model: str
    share_correct: float
    mean_correlation: float
    votes_without: float | NotAnswered
    loss: Estimate | NotAnswered
    majority_without: float
    majority_loss: Estimate
    cost: float
    cost_per_vote: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A panel of one size, chosen on one half of the items and judged on the other.

    Attributes
    ----------
    votes : Estimate or NotAnswered
        Effective votes.
    majority : Estimate
        Share of items on which the majority is right.
    overlap : float
        Share of their members that two such choices have in common, on average.
    """

    votes: Estimate | NotAnswered
    majority: Estimate
    overlap: float


@dataclass(frozen=True, slots=True)
class PathStep:
    """The first members of a path, as a panel.

    Attributes
    ----------
    size : int
    added : tuple of str
        Who joins with this step.
    votes : float or NotAnswered
        Effective votes, on the items by which the members were chosen: flattered by the choice.
    typical_votes : float or NotAnswered
        Of so many members with the mean correlation of the whole panel.
    best_votes : float or None
        The most that any set of this size has; None where there are too many sets to try.
    best_models : tuple of str
        Those members, where they have more votes than the path's.
    share_correct : float
        Mean over the members.
    majority : float
        Share of items on which the majority is right, a tie counting half; as flattered.
    judged : Judged or None
        The same size chosen on one half of the items and judged on the other; None for sizes that
        are not judged.
    cost, cost_per_vote : float
        Of all members together, and over their votes; NaN where one is not known.
    """

    size: int
    added: tuple[str, ...]
    votes: float | NotAnswered
    typical_votes: float | NotAnswered
    best_votes: float | None
    best_models: tuple[str, ...]
    share_correct: float
    majority: float
    judged: Judged | None
    cost: float
    cost_per_vote: float


@dataclass(frozen=True, slots=True)
class SizeGap:
    """Two rules at one size: the majority of who was chosen for it, less that by votes.

    Attributes
    ----------
    size : int
    gap : Estimate
        Difference of shares right, both chosen on one half of the items and judged on the other.
    """

    size: int
    gap: Estimate


@dataclass(frozen=True, slots=True)
class ChosenMajority:
    """A panel whose members and size are chosen for its majority.

    Attributes
    ----------
    models : tuple of str
        By all items: the smallest of the sizes at which the path's majority is right most often.
    apparent : float
        Share of items on which their majority is right; flattered by the choice.
    share_correct : Estimate
        Of members and size chosen on one half of the items, judged on the other.
    over_all : Estimate
        That less the share right of the majority of all members.
    over_best : Estimate
        That less the share right of the one member chosen on the same half.
    mean_size : float
        Mean number of members that the halves choose.
    """

    models: tuple[str, ...]
    apparent: float
    share_correct: Estimate
    over_all: Estimate
    over_best: Estimate
    mean_size: float


@dataclass(frozen=True, slots=True)
class Judging:
    """How the choices were judged.

    Attributes
    ----------
    n_cuts : int
        Random cuts of the items into halves; each half chooses once and judges once.
    n_items : int
        Items of a half.
    votes_gap : tuple of SizeGap
        For odd sizes: what choosing for the majority is worth over choosing for votes.
    chosen : ChosenMajority
    """

    n_cuts: int
    n_items: int
    votes_gap: tuple[SizeGap, ...]
    chosen: ChosenMajority


@dataclass(frozen=True, slots=True)
class PanelCost:
    """What votes cost.

    Attributes
    ----------
    column : str
        Of the models' metadata, where the costs stand.
    total : float
        Of all members whose cost is known.
    n_unknown : int
        Members whose cost is not known; they are in no step of the path.
    per_vote : float or NotAnswered
        Total over the effective votes of the panel; not where a cost is not known.
    path : tuple of PathStep
        The member with most votes per cost first, until none adds votes.
    """

    column: str
    total: float
    n_unknown: int
    per_vote: float | NotAnswered
    path: tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """Which members should a panel keep?

    Attributes
    ----------
    n_members, n_items : int
        Members, and items that any of them answered.
    votes : float or NotAnswered
        Effective votes of all.
    majority : float
        Share of items on which the majority of all is right, a tie counting half.
    left_one_out : tuple of LeftOneOut
        One for each member, in the order of the panel.
    raise_votes : tuple of str
        Members without whom votes are higher: the interval of the loss is below zero, and stands
        after Benjamini and Hochberg's correction for the number of members.
    votes_path : tuple of PathStep
        Every size, by most votes.
    majority_path : tuple of PathStep
        Odd sizes up to 25, by the majority that is right most often.
    judging : Judging or NotAnswered
    cost : PanelCost or NotAnswered
    """

    n_members: int
    n_items: int
    votes: float | NotAnswered
    majority: float
    left_one_out: tuple[LeftOneOut, ...]
    raise_votes: tuple[str, ...]
    votes_path: tuple[PathStep, ...]
    majority_path: tuple[PathStep, ...]
    judging: Judging | NotAnswered
    cost: PanelCost | NotAnswered

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}
