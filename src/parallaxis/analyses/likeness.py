"""Likeness of models: do they share blind spots beyond what items and abilities explain?"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.axes_labels import Grouping
from parallaxis.analyses.chance_levels import known_chance
from parallaxis.analyses.likeness_answers import Likeness
from parallaxis.analyses.likeness_families import FamilyQuestion, family_likeness
from parallaxis.analyses.likeness_parts import (
    Residuals,
    family_columns,
    residuals,
    standing_out,
    strips,
)
from parallaxis.analyses.panel_parts import Seats, seats
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
FEWEST_MEMBERS = 10
FEWEST_ITEMS = 20


@dataclass(frozen=True, slots=True)
class _Settings:
    """What the caller chose."""

    level: float
    permutations: int
    draws: int
    seed: int


def likeness(
    board: ScoreMatrix | Ingredients,
    *,
    families: str | None = None,
    chance: float | Literal["estimate"] | None = None,
    level: float = 0.95,
    permutations: int = 1999,
    draws: int = 1000,
    seed: int = 0,
) -> Likeness | NotAnswered:
    """Do models share blind spots beyond what items and abilities explain?

    Parameters
    ----------
    board : ScoreMatrix or Ingredients
        Binary: 1 = right. NaN = not scored; a pair is compared on the items both answered. Above
        1,000 models a random thousand by the seed.
    families : str, optional
        Column of the model metadata that names families. By default every column that speaks of
        lineage (such as family, base_model, org), four at most.
    chance : float or "estimate", optional
        Probability to be right without knowing; by default the item metadata's ``chance``, else 0.
    level : float, default 0.95
        Coverage of intervals; pairs stand out at an adjusted p of at most 1 − level.
    permutations : int, default 1999
        Of family labels.
    draws : int, default 1000
        Bootstrap draws over items, or over passages and testlets where the metadata knows them.
    seed : int, default 0

    Returns
    -------
    Likeness or NotAnswered
        Not answered on scores that are not right or wrong, and with fewer than 10 models whose
        answers vary or 20 items on which they differ. Families are not answered alone where no
        column names them.

    Raises
    ------
    InputError
        A setting out of range.
    MissingDataError
        The board has no such column of families.

    Notes
    -----
    *Residual correlations*: a 2PL (3PL where chance is estimated) with models as persons is fitted,
    and x − P of two models correlated over items (Yen's Q3, person-side). Were nothing shared,
    their mean over pairs would be −1/(n − 1), because items are fitted to the same answers. For a
    pair the value expected of independent answers follows from the fit
    (``expected_residuals``): lower for two models at the same end of the scale.

    *Families*: mean within minus mean between, p by permuting labels. Labels may only be permuted
    if they have nothing to do with ability. On boards whose families differ in ability and share
    nothing else, the plain excess of residuals is negative, and after one common factor positive,
    nearly every time. So each excess comes a second time at equal ability: what the fit expects of
    a pair, and a surface of both abilities to the third degree, are taken out first. That one is
    adjusted by Holm over the columns, and carries the verdict.

    *Consistency*: models that follow the items' difficulty less than others do have residuals that
    go along with difficulty, and so with each other, though they share nothing. At equal ability,
    and for pairs, residuals are those from expectations in which each model is as consistent as it
    is (``consistent_probabilities``), and families are compared at equal consistency too.

    *After one common factor*: of the tetrachoric correlations, by least squares.

    *How far equal ability holds*: of 200 boards each whose families differ in ability only, 3 to 7
    in a hundred were called alike at 5 %, by either measure; 8 to 9 by residuals where a quarter
    of the answers could be guessed and chance was not given. Give it where it is known.

    *Pairs*: (r − expected) over the root of mean z_i² z_j² / n, two-sided, Holm over all pairs.

    References
    ----------
    Yen (1984), Applied Psychological Measurement 8, 125–145. Hubert & Schultz (1976), British
    Journal of Mathematical and Statistical Psychology 29, 190–241. Dekker, Krackhardt & Snijders
    (2007), Psychometrika 72, 563–581.

    Examples
    --------
    >>> from parallaxis.worlds import family_effects
    >>> world = family_effects(n_models=30, n_items=200)
    >>> found = likeness(world.board, permutations=199, draws=50)
    >>> alike = found.families[0].residual
    >>> alike.within > alike.between, alike.p_equal_ability
    (True, 0.005)
    """
    _checks.probability("level", level)
    _checks.positive_integer("permutations", permutations, at_least=19)
    _checks.positive_integer("draws", draws, at_least=2)
    shared = Ingredients.of(board)
    if shared.board.scale != "binary":
        return NotAnswered(
            f"likeness needs right or wrong answers and the scores are {shared.board.scale}"
        )
    levels = known_chance(shared, chance)
    members = seats(shared, _checks.seed(seed))
    items = _differing(members.values)
    if len(members.rows) < FEWEST_MEMBERS or items.size < FEWEST_ITEMS:
        return NotAnswered(
            f"{counted(len(members.rows), 'model')} whose answers vary and "
            f"{counted(int(items.size), 'item')} on which they differ; likeness needs "
            f"{FEWEST_MEMBERS} and {FEWEST_ITEMS}"
        )
    settings = _Settings(level, permutations, draws, seed)
    columns = family_columns(shared.board, families)
    with one_blas_thread():
        found = residuals(
            members.values[:, items],
            None if levels is None else levels[items],
            estimate_chance=chance == "estimate",
        )
        return _answer(members, items, found, columns=columns, settings=settings)


def _answer(
    members: Seats,
    items: Places,
    found: Residuals,
    *,
    columns: list[Grouping],
    settings: _Settings,
) -> Likeness:
    """Put the answer together."""
    asked = FamilyQuestion(
        values=members.values[:, items],
        found=found,
        units=np.unique(members.units.of_item[items], return_inverse=True)[1],
        level=settings.level,
        permutations=settings.permutations,
        draws=settings.draws,
        seed=settings.seed,
    )
    families, left_out = family_likeness(asked, columns, members.rows)
    first = None if isinstance(families, NotAnswered) else families[0].column
    labels = next((c.labels[members.rows] for c in columns if c.column == first), None)
    upper = np.triu_indices(len(members.rows), 1)
    return Likeness(
        n_members=len(members.rows),
        n_items=int(items.size),
        mean_residual_correlation=float(np.nanmean(found.correlation[upper])),
        expected_mean=-1.0 / (len(members.rows) - 1),
        families=families,
        columns_left_out=left_out,
        pairs=standing_out(members.names, found, columns, members.rows, level=settings.level),
        strips=strips(found.correlation, labels),
        converged=found.converged,
        level=settings.level,
        permutations=settings.permutations,
    )


def _differing(values: Array) -> Places:
    """Return the items that some members got right and others wrong."""
    seen = ~np.isnan(values)
    right = np.where(seen, values, 0.0).sum(axis=0)
    return np.flatnonzero((right > 0) & (right < seen.sum(axis=0)))
