"""The forms in which correlations without guessing are answered."""

from dataclasses import dataclass

from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.answers import Estimate, Interval, NotAnswered


@dataclass(frozen=True, slots=True)
class CorrectedMember:
    """One voter, guessing taken out.

    Attributes
    ----------
    model : str
    share_correct : float
        Share right of its scored items.
    share_known : float
        Mean over them of (x − c)/(1 − c): the share it knows if it guesses the rest; above 0.
    mean_correlation : float
        With the others, of what they know.
    """

    model: str
    share_correct: float
    share_known: float
    mean_correlation: float


@dataclass(frozen=True, slots=True)
class CorrectedPair:
    """Two voters, guessing taken out.

    Attributes
    ----------
    model_a, model_b : str
    correlation : float
        Of what the two know; ±1 where a cell of their table is below zero.
    standard_error : float
        Over items; NaN at the boundary.
    plain : float
        Tetrachoric correlation of the answers as they are; NaN where there is none.
    n_items : int
        That both answered.
    """

    model_a: str
    model_b: str
    correlation: float
    standard_error: float
    plain: float
    n_items: int


@dataclass(frozen=True, slots=True)
class GuessingCorrected:
    """How much do members share once guesses, which nobody shares, are taken out?

    Attributes
    ----------
    chance_mean : float
        Mean chance level of the items, above 0.
    chance_range : (float, float)
        Lowest and highest.
    n_members : int
        Members that are above chance and have a corrected correlation with some other.
    left_out : tuple of LeftOutMember
        Members at or below chance, or too close to it to tell.
    n_pairs : int
        Of these members.
    n_boundary : int
        Pairs with a value that have a cell at or below zero, of which most are ±1.
    n_uninformative, n_undefined : int
        Pairs left out since guessing would make their sign; since one of the two is at or below
        chance on their common items, or knows them all.
    mean_correlation : Estimate or NotAnswered
        Mean over the pairs that have a value; interval over items.
    n_eff : Estimate or NotAnswered
        Effective votes n / (1 + (n − 1) mean_correlation) of these members.
    plain_correlation, plain_n_eff : float or NotAnswered
        The same of the answers as they are, from the same pairs.
    members : tuple of CorrectedMember
    listed_pairs : tuple of CorrectedPair
        With the largest corrected correlation, largest first (200 at most).
    level : float
        Of the intervals.
    """

    chance_mean: float
    chance_range: Interval
    n_members: int
    left_out: tuple[LeftOutMember, ...]
    n_pairs: int
    n_boundary: int
    n_uninformative: int
    n_undefined: int
    mean_correlation: Estimate | NotAnswered
    n_eff: Estimate | NotAnswered
    plain_correlation: float | NotAnswered
    plain_n_eff: float | NotAnswered
    members: tuple[CorrectedMember, ...]
    listed_pairs: tuple[CorrectedPair, ...]
    level: float
