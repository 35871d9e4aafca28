"""How the page of panel caveats asks and how it writes what comes out."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_answers import Panel, Votes
from parallaxis.analyses.panel_cohort_answers import CohortVotes
from parallaxis.analyses.panel_cohorts import panel_cohorts
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import brackets, correlation, number

Answers = NDArray[np.bool_]
N_ITEMS = 10_000
DRAWS = 200


def board_of(answers: Answers, family_size: int | None = None) -> ScoreMatrix:
    """Return a board, with families of so many models in a row where a size is given."""
    if family_size is None:
        return ScoreMatrix.from_array(answers)
    families = [f"family {row // family_size + 1}" for row in range(len(answers))]
    return ScoreMatrix.from_array(answers, model_metadata={"family": families})


def asked(answers: Answers, family_size: int | None = None) -> Panel:
    """Return what the library says of a panel."""
    return panel(board_of(answers, family_size), draws=DRAWS)


def cohorts(answers: Answers) -> tuple[CohortVotes, ...]:
    """Return correlations and votes of all members and of the best third: quicker than a panel."""
    found = panel_cohorts(board_of(answers))
    if isinstance(found, NotAnswered) or isinstance(found.cohorts, NotAnswered):
        raise TypeError("such a panel has cohorts")
    return found.cohorts


def correlation_and_votes(answers: Answers) -> list[str]:
    """Return the mean correlation of all members and their votes."""
    everyone = cohorts(answers)[0]
    return [small(everyone.mean_correlation), known(everyone.n_eff)]


def mean_correlation(votes: Votes) -> str:
    """Return a mean correlation with its interval."""
    if isinstance(votes.mean_correlation, NotAnswered):
        return "not identified"
    return correlations(votes.mean_correlation, votes.mean_correlation_interval)


def correlations(value: float, interval: Interval | NotAnswered) -> str:
    """Return a number between −1 and 1 with its interval, three decimals each."""
    if isinstance(interval, NotAnswered):
        return correlation(value)
    return f"{correlation(value)} [{correlation(interval[0])}, {correlation(interval[1])}]"


def known(estimate: Estimate | NotAnswered) -> str:
    """Return an estimate with its interval."""
    if isinstance(estimate, NotAnswered):
        return "not identified"
    if isinstance(estimate.interval, NotAnswered):
        return f"{number(estimate.estimate)} (no interval)"
    return f"{number(estimate.estimate)} {brackets(estimate.interval)}"


def small(estimate: Estimate | NotAnswered) -> str:
    """Return an estimate between −1 and 1 with its interval."""
    if isinstance(estimate, NotAnswered):
        return "not identified"
    return correlations(estimate.estimate, estimate.interval)


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean over simulated boards with its 95 % interval (Student's t)."""
    drawn = np.asarray(values)
    mean, n = float(drawn.mean()), drawn.size
    half = float(stdtrit(n - 1, 0.975)) * float(drawn.std(ddof=1)) / float(np.sqrt(n))
    return Estimate(mean, (mean - half, mean + half))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table: the first column to the left, the others to the right."""
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
