"""Votes by cohort of models and by group of items: where do errors hang together more?"""

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.axes_labels import lineages
from parallaxis.analyses.cohorts import UNKNOWN
from parallaxis.analyses.panel_cohort_answers import CohortKind, CohortVotes, PanelCohorts
from parallaxis.analyses.panel_cohort_parts import (
    estimates,
    mean_correlation,
)
from parallaxis.analyses.panel_item_groups import votes_by_item_group
from parallaxis.analyses.panel_parts import Seats, seats, tetrachoric_matrix
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
FEWEST_MEMBERS = 3
FEWEST_ITEMS = 20
MOST_FAMILIES = 100


def panel_cohorts(
    board: ScoreMatrix | Ingredients,
    *,
    groups: str | None = None,
    level: float = 0.95,
    partitions: int = 199,
    seed: int = 0,
) -> PanelCohorts | NotAnswered:
    """In which cohorts of models, and on which items, do right answers hang together more?

    Parameters
    ----------
    board : ScoreMatrix or Ingredients
        Binary: 1 = right. NaN = not scored; each pair is counted over the items both answered.
    groups : str, optional
        Column of the item metadata; by default as ``components_of`` finds one.
    level : float, default 0.95
        Coverage of intervals.
    partitions : int, default 199
        Random partitions of the items into chunks of the groups' sizes.
    seed : int, default 0

    Returns
    -------
    PanelCohorts or NotAnswered
        Not answered on scores that are not right or wrong, and with fewer than 3 models whose
        answers vary or 20 items.

    Raises
    ------
    InputError
        A setting out of range, or a column that sorts items by difficulty.
    MissingDataError
        The board has no such column.

    Notes
    -----
    *Cohorts* are compared on the same items: all members, the top third by share right, the 100
    largest families of at least three.

    *Item groups* are compared on the same models, those with a vote on every group (a random 40 of
    them where there are more). Spread between groups: variance of their mean correlations less
    the mean variance of one (that of a bootstrap over items, by the influence of each item), with
    a Q-profile interval. The control deals the items at random into chunks of the same sizes;
    p counts how often these differ as much. Share right, missing cells and chance level of each
    group stand beside its correlation: groups differ in these too, and none of them is shown to be
    the cause.

    *Not offered*: strata of difficulty. To first order the correlation is the items' difficulty:
    within a stratum of equal difficulty .51 becomes .04 where the truth is .50.

    References
    ----------
    Viechtbauer (2007), Statistics in Medicine 26, 37–52.

    Examples
    --------
    >>> from parallaxis.worlds import shared_component
    >>> world = shared_component(n_models=9, n_items=600, accuracy=(0.4, 0.7))
    >>> found = panel_cohorts(world.board)
    >>> [(cohort.kind, cohort.n_members) for cohort in found.cohorts]
    [('all', 9), ('top_third', 3)]
    """
    _checks.probability("level", level)
    _checks.positive_integer("partitions", partitions, at_least=19)
    shared = Ingredients.of(board)
    if shared.board.scale != "binary":
        return NotAnswered(
            f"votes need right or wrong answers and the scores are {shared.board.scale}"
        )
    members = seats(shared, _checks.seed(seed), groups)
    if len(members.rows) < FEWEST_MEMBERS or shared.board.n_items < FEWEST_ITEMS:
        return NotAnswered(
            f"{counted(len(members.rows), 'model')} whose answers vary and "
            f"{counted(shared.board.n_items, 'item')}; cohorts need {FEWEST_MEMBERS} and "
            f"{FEWEST_ITEMS}"
        )
    with one_blas_thread():
        return PanelCohorts(
            cohorts=_cohorts(shared, members, level),
            items=votes_by_item_group(
                shared, members, column=groups, level=level, partitions=partitions, seed=seed
            ),
            level=level,
        )


def _cohorts(shared: Ingredients, members: Seats, level: float) -> tuple[CohortVotes, ...]:
    """Return the votes of all members, of the top third and of families."""
    matrix = tetrachoric_matrix(members.values)
    accuracy = np.nanmean(members.values, axis=1)
    everyone = np.arange(accuracy.size)
    best = np.sort(np.argsort(-accuracy, kind="stable")[: accuracy.size // 3])
    found: list[tuple[CohortKind, str, Places]] = [("all", "all members", everyone)]
    if best.size >= FEWEST_MEMBERS:
        found.append(("top_third", "top third by share right", best))
    found += [("family", name, rows) for name, rows in _families(shared.board, members.rows)]
    out = []
    for kind, name, rows in found:
        got = mean_correlation(
            members.values[rows], matrix[np.ix_(rows, rows)], members.units.of_item
        )
        mean, votes = estimates(got, rows.size, level)
        out.append(CohortVotes(kind, name, rows.size, float(accuracy[rows].mean()), mean, votes))
    return tuple(out)


def _families(board: ScoreMatrix, members: Places) -> list[tuple[str, Places]]:
    """Return the largest families of all columns that say where models come from."""
    found = []
    for grouping in lineages(board):
        labels = grouping.labels[members]
        for number, name in enumerate(grouping.names):
            rows = np.flatnonzero(labels == number)
            if rows.size >= FEWEST_MEMBERS and name.lower() not in UNKNOWN:
                found.append((f"{grouping.column}: {name}", rows))
    return sorted(found, key=lambda one: -one[1].size)[:MOST_FAMILIES]
