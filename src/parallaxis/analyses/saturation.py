"""What do the items still tell apart: dead items, breadth by performance, headroom?"""

from dataclasses import dataclass

import numpy as np

from parallaxis import _checks
from parallaxis.analyses.headroom import Headroom, headroom
from parallaxis.analyses.saturation_cohorts import CohortItems, cohorts
from parallaxis.analyses.saturation_strata import Strata, strata
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.matrix import ScoreMatrix


@dataclass(frozen=True, slots=True)
class Saturation:
    """What do the items still tell apart, and for whom?

    Attributes
    ----------
    cohorts : tuple of CohortItems
        Dead items for all models (the first), the best third, the newest third, large families.
    strata : Strata or NotAnswered
        ED and the share of dead items by performance, at one number of models.
    headroom : Headroom or NotAnswered
    level : float
        Of the intervals.
    """

    cohorts: tuple[CohortItems, ...]
    strata: Strata | NotAnswered
    headroom: Headroom | NotAnswered
    level: float


def saturation(
    board: ScoreMatrix | Ingredients, *, draws: int = 100, level: float = 0.95, seed: int = 0
) -> Saturation:
    """What do the items still tell apart, and for whom?

    Parameters
    ----------
    board : ScoreMatrix
        NaN = not scored; it takes the model out of the item, and takes the mean of its item in the
        stratum for ED.
    draws : int, default 100
        Random draws of models by which strata are brought to one size.
    level : float, default 0.95
    seed : int, default 0

    Returns
    -------
    Saturation

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    No direction is assumed: a board whose best models come close to the top may tell more about
    them than about all (its easy items die, its hard items part them in several ways), or less.
    Fewer models leave more items dead by chance alone, so each cohort's share stands beside that
    of as many models drawn at random.

    Examples
    --------
    >>> found = saturation(ScoreMatrix.from_array(np.tril(np.ones((12, 12)))))
    >>> found.cohorts[0].n_dead, found.headroom.distance, found.strata.why
    (1, 0.0, 'a third of 12 models is fewer than 10')
    """
    _checks.positive_integer("draws", draws)
    _checks.probability("level", level)
    seed = _checks.seed(seed)
    ready = Ingredients.of(board).board
    if not np.isfinite(ready.values).any():
        why = NotAnswered("the board holds no score")
        return Saturation((), why, why, level)
    with one_blas_thread():
        return Saturation(
            cohorts=cohorts(ready),
            strata=strata(ready, draws=draws, level=level, seed=seed),
            headroom=headroom(ready),
            level=level,
        )
