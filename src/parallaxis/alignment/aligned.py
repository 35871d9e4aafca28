"""A board put together of several sources, with the account of it."""

from dataclasses import dataclass

from parallaxis.intake_report import IntakeReport
from parallaxis.matrix import ScoreMatrix


@dataclass(frozen=True, eq=False, slots=True)
class Aligned:
    """A board put together of several sources.

    Attributes
    ----------
    board : ScoreMatrix
        Its notes are the cautions of the report.
    report : IntakeReport
    """

    board: ScoreMatrix
    report: IntakeReport
