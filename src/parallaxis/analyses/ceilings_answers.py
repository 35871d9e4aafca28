"""The forms of the answers on ceilings: tails, votes, the best member, panels of other sizes."""

from dataclasses import dataclass
from typing import Any

from parallaxis.answers import Estimate, Interval, NotAnswered, interval_json


@dataclass(frozen=True, slots=True)
class Predicted:
    """What one shared normal factor predicts, and the observed share over it.

    Attributes
    ----------
    share : Estimate
        Expected share of items.
    ratio : Estimate or NotAnswered
        Observed over expected.
    """

    share: Estimate
    ratio: Estimate | NotAnswered


@dataclass(frozen=True, slots=True)
class Tail:
    """Items on which all members that answered are wrong, or all are right.

    Attributes
    ----------
    count, n_items : int
        Such items, and items that any member answered.
    observed : float
        Their share.
    interval : (float, float)
        Clopper–Pearson, for items drawn independently.
    independent : Estimate
        Expected share if members were independent.
    correlated : Predicted or NotAnswered
        By one factor that gives every pair the panel's mean tetrachoric correlation.
    by_loadings : Predicted or NotAnswered
        By one factor on which each member has its own loading.
    ratio_by : {"item bootstrap", "Clopper–Pearson"}
        Where the intervals of the ratios come from: of few such items, the limits of the observed
        share over the expected one, whose own error is small beside it.
    """

    count: int
    n_items: int
    observed: float
    interval: Interval
    independent: Estimate
    correlated: Predicted | NotAnswered
    by_loadings: Predicted | NotAnswered
    ratio_by: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; ``predicted`` is the share by the common correlation."""
        return {
            "count": self.count,
            "n_items": self.n_items,
            "observed": self.observed,
            "interval": interval_json(self.interval),
            **_predicted(self.correlated, ""),
            **_predicted(self.by_loadings, "_by_loadings"),
            "independent": self.independent,
            "ratio_interval_by": self.ratio_by,
        }


@dataclass(frozen=True, slots=True)
class VoteShare:
    """How often a rule over the votes is right: observed, if independent, if correlated.

    Attributes
    ----------
    observed, independent : Estimate
    correlated : Estimate or NotAnswered
        By one factor and the panel's mean tetrachoric correlation.
    """

    observed: Estimate
    independent: Estimate
    correlated: Estimate | NotAnswered


@dataclass(frozen=True, slots=True)
class BestMember:
    """The best single member against the majority of the panel.

    Attributes
    ----------
    model : str
        Best on all items.
    apparent, apparent_gap : float
        Its share right on the items that it was chosen by, and the majority's share right on these
        items less it. The choice flatters the first.
    share_correct, gap : Estimate or NotAnswered
        The same for the member chosen on one half of the items, judged on the other half.
        Above zero the panel is better than its best member.
    chosen : float
        Share of the choices that fell on `model`.
    """

    model: str
    apparent: float
    apparent_gap: float
    share_correct: Estimate | NotAnswered
    gap: Estimate | NotAnswered
    chosen: float


@dataclass(frozen=True, slots=True)
class PanelSize:
    """A panel of so many members of the same kind.

    Attributes
    ----------
    n_members : int or None
        None for infinitely many.
    effective_votes : Estimate or NotAnswered
        ``n / (1 + (n − 1)ρ)``; 1/ρ for infinitely many.
    majority : Estimate
        Share of items on which the majority of so many alike members is right.
    """

    n_members: int | None
    effective_votes: Estimate | NotAnswered
    majority: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; infinitely many members are ``"infinite"``."""
        return {
            "n_members": "infinite" if self.n_members is None else self.n_members,
            "effective_votes": self.effective_votes,
            "majority": self.majority,
        }


@dataclass(frozen=True, slots=True)
class RightVotes:
    """Share of items with 0, 1, … n right votes.

    Attributes
    ----------
    observed, independent : tuple of float
        Of n + 1 shares each, which add to one.
    correlated : tuple of float or NotAnswered
    """

    observed: tuple[float, ...]
    independent: tuple[float, ...]
    correlated: tuple[float, ...] | NotAnswered


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What can voting by this panel reach, and what does no vote among its members mend?

    Attributes
    ----------
    n_members : int
        Members whose answers vary; others correlate with nothing and are left out.
    n_left_out : int
    n_items : int
        Items that any of them answered.
    n_member_sets, n_member_sets_used : int
        Different sets of members that answer an item, and how many stand for them all in the
        predictions.
    mean_correlation : float or NotAnswered
        Mean tetrachoric correlation of the pairs.
    mean_share_correct : float
        Mean over members.
    all_wrong, all_right : Tail
    majority, any_right : VoteShare
        A tie is half right.
    tied : float
        Share of items on which the vote is tied.
    best_member : BestMember
    sizes : tuple of PanelSize or NotAnswered
        Panels of more members of the same kind: the same correlation, all at the mean share right.
    right_votes : RightVotes
    """

    n_members: int
    n_left_out: int
    n_items: int
    n_member_sets: int
    n_member_sets_used: int
    mean_correlation: float | NotAnswered
    mean_share_correct: float
    all_wrong: Tail
    all_right: Tail
    majority: VoteShare
    any_right: VoteShare
    tied: float
    best_member: BestMember
    sizes: tuple[PanelSize, ...] | NotAnswered
    right_votes: RightVotes


def _predicted(found: Predicted | NotAnswered, suffix: str) -> dict[str, Any]:
    """Return a prediction, its interval and its ratio, or why there is none."""
    if isinstance(found, NotAnswered):
        return {f"predicted{suffix}": found}
    return {
        f"predicted{suffix}": found.share.estimate,
        f"predicted{suffix}_interval": interval_json(found.share.interval),
        f"ratio{suffix}": found.ratio,
    }
