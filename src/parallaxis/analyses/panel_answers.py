"""How many independent votes a panel carries: the answer, with all that goes with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.analyses import panel_parts as parts
from parallaxis.analyses.ceilings_answers import Ceilings
from parallaxis.analyses.guessing_answers import GuessingCorrected
from parallaxis.analyses.likeness_answers import Likeness
from parallaxis.analyses.panel_choice_answers import PanelChoice
from parallaxis.analyses.panel_cohort_answers import PanelCohorts
from parallaxis.analyses.panel_draws import Units
from parallaxis.analyses.panel_weights import PanelWeights
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.analyses.result import Result
from parallaxis.answers import Estimate, Interval, NotAnswered, interval_json

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Votes:
    """Effective votes of the panel from one kind of correlation.

    Attributes
    ----------
    mean_correlation : float or NotAnswered
        Mean over all pairs that have one.
    mean_correlation_interval : (float, float) or NotAnswered
        Over items.
    n_eff : Estimate or NotAnswered
        n / (1 + (n − 1) mean_correlation), with its interval over items.
    """

    mean_correlation: float | NotAnswered
    mean_correlation_interval: Interval | NotAnswered
    n_eff: Estimate | NotAnswered

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        mean = None if isinstance(self.mean_correlation, NotAnswered) else self.mean_correlation
        return {
            "mean_correlation": mean,
            "mean_correlation_interval": interval_json(self.mean_correlation_interval),
            "n_eff": self.n_eff,
        }


@dataclass(frozen=True, eq=False)
class Panel(Result):
    """How many independent votes does this panel carry on these items?

    Attributes
    ----------
    tetrachoric, phi : Votes
        From the latent correlation (the answer) and from the correlation of the zeros and ones.
    n_members : int
        Models whose votes were counted.
    left_out : tuple of LeftOutMember
        Models that have no correlation with any other, and why.
    pairs : PairTally
        How many pairs there are, and how many have an empty cell or no value.
    units : Units
        What intervals over items draw again: single items, or groups of them.
    zero_cells : mapping of str to float
        n_eff under each convention for pairs with an empty cell; NaN where not identified.
    members : tuple of Member
        Share right and mean correlation of each model.
    tetrachoric_matrix, phi_matrix : ndarray, shape (n_members, n_members)
        All pairs, NaN where there is no value; diagonal 1.
    standard_error_matrix, phi_standard_error_matrix : ndarray, shape (n_members, n_members)
        Of these; NaN where there is none.
    n_items_matrix : ndarray, shape (n_members, n_members)
        Items that both answered.
    listed_pairs : tuple of Pair
        The pairs with the largest tetrachoric correlation (2,000 at most); `summary` has all.
    weights : PanelWeights or NotAnswered
        Votes counted in other ways, and with the members weighted best.
    choice : PanelChoice or NotAnswered
        Each member left out, the best few of every size, and what votes cost.
    guessing : GuessingCorrected or NotAnswered
        Correlations and votes with guesses taken out, where chance is known.
    ceilings : Ceilings or NotAnswered
        What voting reaches, and the items that no vote mends.
    projection : ProjectionBias or NotAnswered
        How far off a projection from φ̄ alone would be on this very panel.
    likeness : Likeness or NotAnswered
        Whether families share blind spots beyond difficulty, and which pairs stand out.
    cohorts : PanelCohorts or NotAnswered
        Mean correlation and votes among some models, and on some items.
    """

    tetrachoric: Votes
    phi: Votes
    n_members: int
    left_out: tuple[parts.LeftOutMember, ...]
    pairs: parts.PairTally
    units: Units
    zero_cells: Mapping[str, float]
    members: tuple[parts.Member, ...]
    tetrachoric_matrix: Array
    phi_matrix: Array
    standard_error_matrix: Array
    phi_standard_error_matrix: Array
    n_items_matrix: Array
    listed_pairs: tuple[parts.Pair, ...]
    weights: PanelWeights | NotAnswered
    choice: PanelChoice | NotAnswered
    guessing: GuessingCorrected | NotAnswered
    ceilings: Ceilings | NotAnswered
    projection: ProjectionBias | NotAnswered
    likeness: Likeness | NotAnswered
    cohorts: PanelCohorts | NotAnswered

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {
            "votes": {"tetrachoric": self.tetrachoric, "phi": self.phi},
            "n_members": self.n_members,
            "left_out": self.left_out,
            "pairs": self.pairs,
            "units": {"column": self.units.column, "n_units": self.units.n_units},
            "zero_cells": self.zero_cells,
            "members": self.members,
            "listed_pairs": self.listed_pairs,
            "weights": self.weights,
            "choice": self.choice,
            "guessing": self.guessing,
            "all_wrong": self.ceilings
            if isinstance(self.ceilings, NotAnswered)
            else self.ceilings.all_wrong,
            "ceilings": self.ceilings,
            "projection": self.projection,
            "likeness": self.likeness,
            "cohorts": self.cohorts,
        }

    def summary(self) -> pa.Table:
        """Return all pairs, a row each, those with the largest tetrachoric correlation first."""
        first, second = np.triu_indices(len(self.members), 1)
        rho = self.tetrachoric_matrix[first, second]
        order = np.argsort(-np.nan_to_num(rho, nan=-2.0), kind="stable")
        first, second = first[order], second[order]
        names = np.array([member.model for member in self.members], dtype=object)
        numbers = {
            "tetrachoric": self.tetrachoric_matrix,
            "standard_error": self.standard_error_matrix,
            "phi": self.phi_matrix,
            "phi_standard_error": self.phi_standard_error_matrix,
            "n_items": self.n_items_matrix.astype(np.int64),
        }
        return pa.table(
            {"model_a": names[first].tolist(), "model_b": names[second].tolist()}
            | {name: matrix[first, second] for name, matrix in numbers.items()}
        )

    def __str__(self) -> str:
        return (
            f"panel: {self.n_members} members, effective votes {self.tetrachoric.n_eff} "
            f"(tetrachoric), {self.phi.n_eff} (phi)"
        )
