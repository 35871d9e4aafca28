"""How far is the best model from the top of the scale, and what keeps it from there?"""

from dataclasses import dataclass

import numpy as np

from parallaxis.analyses.saturation_cohorts import by_score
from parallaxis.answers import NotAnswered
from parallaxis.matrix import ScoreMatrix


@dataclass(frozen=True, slots=True)
class Headroom:
    """What is left above the best model.

    Attributes
    ----------
    best : str
        The model with the highest mean score; of several that tie, the first.
    score : float
        Its mean score, over the items that it was scored on.
    maximum : float or NotAnswered
        Highest score that the scale allows.
    distance : float or NotAnswered
        maximum − score, in the unit of the scores.
    together : float
        Mean over the items of the best score that any model has: what all models reach between
        them.
    unreached : float or NotAnswered
        Share of the items on which no model has the maximum, 0 to 1.
    beaten : float
        Share of the best model's items on which another model scores higher, 0 to 1.
    """

    best: str
    score: float
    maximum: float | NotAnswered
    distance: float | NotAnswered
    together: float
    unreached: float | NotAnswered
    beaten: float


def headroom(board: ScoreMatrix) -> Headroom:
    """How far is the best model from the top of the scale?

    Parameters
    ----------
    board : ScoreMatrix
        Higher scores better, at least one score. NaN = not scored: such an item counts neither for
        nor against the best model.

    Returns
    -------
    Headroom
        Without a highest possible score (scale ``real``) only what needs none.

    Examples
    --------
    >>> found = headroom(ScoreMatrix.from_array([[1, 1, 0, 0], [0, 0, 1, 0]], models=["a", "b"]))
    >>> found.best, found.distance, found.together, found.unreached, found.beaten
    ('a', 0.5, 0.75, 0.25, 0.25)
    """
    place = int(by_score(board.values)[0])
    own = board.values[place]
    highest = np.fmax.reduce(board.values, axis=0)
    answered = ~np.isnan(own)
    score = float(own[answered].mean()) if answered.any() else float("nan")
    no_top = NotAnswered(f"a scale that is {board.scale} has no highest possible score")
    top = None if board.bounds is None else float(board.bounds[1])
    return Headroom(
        best=board.models[place],
        score=score,
        maximum=no_top if top is None else top,
        distance=no_top if top is None else top - score,
        together=float(np.nanmean(highest)),
        unreached=no_top if top is None else float((highest[~np.isnan(highest)] < top).mean()),
        beaten=float((highest[answered] > own[answered]).mean()),
    )
