"""How many independent votes does a panel carry? Kish's count from latent correlations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses import panel_parts as parts
from parallaxis.analyses.ceilings import ceilings_of
from parallaxis.analyses.ceilings_answers import Ceilings
from parallaxis.analyses.chance_levels import Chance
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.likeness_answers import Likeness
from parallaxis.analyses.panel_cohort_answers import PanelCohorts
from parallaxis.analyses.panel_cohorts import panel_cohorts
from parallaxis.analyses.projection_bias import ProjectionBias, bias_of
from parallaxis.analyses.result import Result
from parallaxis.answers import Estimate, Interval, NotAnswered, interval_json
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Recipe
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.zero_cells import ZERO_CELLS, ZeroCells
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

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
    zero_cells : mapping of str to float
        n_eff under each convention for pairs with an empty cell; NaN where not identified.
    members : tuple of Member
        Share right and mean correlation of each model.
    tetrachoric_matrix, phi_matrix : ndarray, shape (n_members, n_members)
        All pairs, NaN where there is no value; diagonal 1.
    listed_pairs : tuple of Pair
        The pairs with the largest tetrachoric correlation (2,000 at most).
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
    zero_cells: Mapping[str, float]
    members: tuple[parts.Member, ...]
    tetrachoric_matrix: Array
    phi_matrix: Array
    listed_pairs: tuple[parts.Pair, ...]
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
            "zero_cells": self.zero_cells,
            "members": self.members,
            "listed_pairs": self.listed_pairs,
            "ceilings": self.ceilings,
            "projection": self.projection,
            "likeness": self.likeness,
            "cohorts": self.cohorts,
        }

    def summary(self) -> pa.Table:
        """Return the listed pairs, a row each."""
        names = ("model_a", "model_b", "tetrachoric", "standard_error", "phi", "n_items")
        return pa.table(
            {name: [getattr(pair, name) for pair in self.listed_pairs] for name in names}
        )

    def __str__(self) -> str:
        return (
            f"panel: {self.n_members} members, effective votes {self.tetrachoric.n_eff} "
            f"(tetrachoric), {self.phi.n_eff} (phi)"
        )


def panel(
    board: ScoreMatrix | Ingredients,
    *,
    zero_cells: ZeroCells = "half",
    chance: Chance = None,
    level: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Panel:
    """How many independent votes does a panel of models carry?

    Parameters
    ----------
    board : ScoreMatrix
        Binary: 1 = right. NaN = not scored; each pair is compared on the items both answered.
    zero_cells : {"half", "ml", "drop"}, default "half"
        What a pair with an empty cell in its 2 × 2 table contributes: its value with ½ in that
        cell where the expected count is at least ½ and nothing below; the maximum likelihood
        value ±1; or nothing.
    chance : float or "estimate", optional
        Probability of guessing right, for likeness; as in ``axes``.
    level : float, default 0.95
        Coverage of intervals.
    draws : int, default 1000
        Bootstrap draws over items.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Panel
        On a board that is not binary, and for fewer than two members, the votes are not
        identified.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    Votes bound what voting over these items can gain; they say nothing of shared ancestry. To
    first order the correlation *is* the difficulty of the items. Matrices that are not positive
    semidefinite are averaged as they are.

    References
    ----------
    Kish (1965), Survey Sampling; Pearson (1900), Phil. Trans. R. Soc. A 195, 1–47.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> shared = rng.normal(size=2000)
    >>> scores = shared + rng.normal(size=(9, 2000)) > 0
    >>> votes = panel(ScoreMatrix.from_array(scores), draws=50).tetrachoric.n_eff.estimate
    >>> round(votes, 1)
    1.8
    """
    _checks.choice("zero_cells", zero_cells, ZERO_CELLS)
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=2)
    shared = Ingredients.of(board)
    settings = {"zero_cells": zero_cells, "chance": chance, "level": level, "draws": draws}
    recipe = shared.recipe(_checks.seed(seed), **settings)
    scale = shared.board.scale
    if scale != "binary":
        why = f"votes need right or wrong answers and the scores are {scale}"
        return _not_identified(shared, recipe, why)
    seats = parts.seats(shared, seed)
    if len(seats.rows) < 2:
        models = counted(shared.board.n_models, "model")
        why = f"the answers of {len(seats.rows)} of {models} vary, and a panel needs 2"
        return _not_identified(shared, recipe, why, seats)
    with one_blas_thread():
        return _answer(shared, recipe, seats, progress)


def _answer(
    shared: Ingredients,
    recipe: Recipe,
    seats: parts.Seats,
    progress: Callable[[int], None] | None,
) -> Panel:
    """Put the answer together for a panel of at least two members whose answers vary."""
    outcome = parts.correlate(seats, recipe.settings["zero_cells"])
    spread = parts.resampled(seats, outcome, recipe.settings, recipe.seed, progress)
    tail = (1.0 - recipe.settings["level"]) / 2.0
    votes = Votes(*parts.votes(seats, outcome.tetrachoric, spread.tetrachoric, tail))
    phi_votes = Votes(*parts.votes(seats, outcome.phi, spread.phi, tail))
    conventions = parts.under_each_convention(seats, outcome)
    for matrix in (outcome.tetrachoric, outcome.phi):
        matrix.setflags(write=False)
    own = _zero_cell_caution(votes, conventions, outcome)
    cautions = (*seats.cautions, *parts.few_items(seats), *own)
    same: dict[str, Any] = {"level": recipe.settings["level"], "seed": recipe.seed}
    return Panel(
        recipe=recipe,
        cautions=(*shared.cautions, *cautions),
        tetrachoric=votes,
        phi=phi_votes,
        n_members=len(seats.rows),
        left_out=seats.left_out,
        pairs=outcome.tally,
        zero_cells=MappingProxyType(conventions),
        members=parts.members(seats, outcome),
        tetrachoric_matrix=outcome.tetrachoric,
        phi_matrix=outcome.phi,
        listed_pairs=parts.listed_pairs(seats, outcome),
        ceilings=ceilings_of(seats, outcome, spread, **same),
        projection=bias_of(seats, outcome, spread, **same),
        likeness=likeness(
            shared, chance=recipe.settings["chance"], draws=recipe.settings["draws"], **same
        ),
        cohorts=panel_cohorts(shared, **same),
    )


def _not_identified(
    shared: Ingredients, recipe: Recipe, why: str, seats: parts.Seats | None = None
) -> Panel:
    """Say why a board does not answer the question."""
    reason = NotAnswered(why)
    nothing = Votes(reason, reason, reason)
    return Panel(
        recipe=recipe,
        cautions=shared.cautions,
        tetrachoric=nothing,
        phi=nothing,
        n_members=0 if seats is None else len(seats.rows),
        left_out=() if seats is None else seats.left_out,
        pairs=parts.PairTally(0, 0, 0, 0),
        zero_cells={},
        members=(),
        tetrachoric_matrix=np.empty((0, 0)),
        phi_matrix=np.empty((0, 0)),
        listed_pairs=(),
        ceilings=reason,
        projection=reason,
        likeness=reason,
        cohorts=reason,
    )


def _zero_cell_caution(
    votes: Votes, conventions: dict[str, float], outcome: parts.Correlations
) -> list[Caution]:
    """Say when the convention for empty cells matters more than the sample of items."""
    if isinstance(votes.n_eff, NotAnswered) or isinstance(votes.n_eff.interval, NotAnswered):
        return []
    low, high = votes.n_eff.interval
    values = [value for value in conventions.values() if np.isfinite(value)]
    if all(low <= value <= high for value in values):
        return []
    listed = ", ".join(f"{name} {value:.3g}" for name, value in conventions.items())
    return [
        Caution(
            "zero_cells",
            f"{outcome.tally.n_zero_cell} of {outcome.tally.n_pairs} pairs have an empty cell, "
            f"and what is done with them moves the effective votes by more than their interval: "
            f"{listed}.",
        )
    ]
