"""The forms of the redundancy answer: a pair of components, in all models and in cohorts."""

from dataclasses import dataclass
from typing import Any

from parallaxis.analyses.cohorts import Kind
from parallaxis.answers import Estimate, NotAnswered


@dataclass(frozen=True, slots=True)
class CohortCorrelation:
    """A pair of components among some of the models.

    Attributes
    ----------
    kind : str
        As of ``cohorts.Cohort``.
    name : str
    n_models : int
        Models of the cohort that have both scores.
    spearman : Estimate or NotAnswered
        Rank correlation among them.
    spread : float
        Standard deviation, in the cohort, of the ranks among all models, over that in all models;
        of the component of which the cohort keeps less. 0 where it keeps nothing.
    range_corrected : float or NotAnswered
        What the correlation would be at the spread of all models; not told from less than half.
    is_collider : bool
        Chosen by an average that contains the pair, so that it says nothing about the pair.
    contradicts : bool
        Shows less than the threshold, beyond sampling error and narrow range.
    reverses : bool
        Sign opposite to that in all models, both off zero.
    """

    kind: Kind
    name: str
    n_models: int
    spearman: Estimate | NotAnswered
    spread: float
    range_corrected: float | NotAnswered
    is_collider: bool
    contradicts: bool = False
    reverses: bool = False


@dataclass(frozen=True, slots=True)
class ComponentPair:
    """Two components: how far they agree, and among which models.

    Attributes
    ----------
    first, second : str
        Their names, in the order of the board.
    n_models : int
        Models that have both scores.
    spearman, pearson : Estimate or NotAnswered
    disattenuated : Estimate or NotAnswered
        Pearson's correlation without item noise; may exceed 1.
    redundant : bool or NotAnswered
        See ``redundancy`` for the rule.
    cohorts : tuple of CohortCorrelation
        Bands of the other components, then families, sizes, types and dates, then colliders.
    """

    first: str
    second: str
    n_models: int
    spearman: Estimate | NotAnswered
    pearson: Estimate | NotAnswered
    disattenuated: Estimate | NotAnswered
    redundant: bool | NotAnswered
    cohorts: tuple[CohortCorrelation, ...]

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.first} × {self.second}"

    @property
    def reverses(self) -> bool:
        """Whether the sign turns in some cohort that is no collider."""
        return any(cohort.reverses for cohort in self.cohorts)

    def of_kind(self, *kinds: Kind) -> tuple[CohortCorrelation, ...]:
        """Return the cohorts of some kinds."""
        return tuple(cohort for cohort in self.cohorts if cohort.kind in kinds)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "first": self.first,
            "second": self.second,
            "n_models": self.n_models,
            "spearman": self.spearman,
            "pearson": self.pearson,
            "disattenuated": self.disattenuated,
            "redundant": self.redundant,
            "reverses": self.reverses,
            "cohorts": self.cohorts,
        }


@dataclass(frozen=True, slots=True)
class ComponentAnswer:
    """One component.

    Attributes
    ----------
    name : str
    n_items : int
    reliability : Estimate or NotAnswered
        Coefficient α of its items; KR-20 where they are right or wrong.
    without : float or NotAnswered
        Effective dimensionality of the components without this one.
    """

    name: str
    n_items: int
    reliability: Estimate | NotAnswered
    without: float | NotAnswered


@dataclass(frozen=True, slots=True)
class Merge:
    """Two clusters of components that join.

    Attributes
    ----------
    left, right : int
        Components by number from 0, or earlier merges: merge m is the number of components plus m.
    height : float
        1 − |Spearman| of the least similar pair across the joined cluster, from 0 to 1.
    size : int
        Components in it.
    """

    left: int
    right: int
    height: float
    size: int
