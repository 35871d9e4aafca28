"""Whether prompts or right answers say, row by row, that identifiers mean the same questions."""

from collections.abc import Sequence

from parallaxis.logs import Log

FILLED = 0.9  # share of the rows of a log that must have a prompt (a right answer)
AGREE = 0.95  # share of shared identifiers with the same one
APART = 0.5  # distinct prompts for each item, below which they prove nothing
FEWEST_KEYS = 10  # distinct right answers, below which these agree by chance


def rows_agree(logs: Sequence[Log]) -> bool:
    """Do logs agree in the prompt, or else in the right answer, of nearly every identifier?

    What is compared must tell the rows of a log apart: a log that is shifted by one row would
    disagree nearly everywhere.

    Parameters
    ----------
    logs : sequence of Log
        Of one task, at least two.
    """
    n_items = max(len(set(log.items)) for log in logs)
    if _agree([dict(zip(log.items, log.prompts, strict=True)) for log in logs], APART * n_items):
        return True
    return _agree([dict(zip(log.items, log.targets, strict=True)) for log in logs], FEWEST_KEYS)


def _agree(said: Sequence[dict[str, str]], fewest: float) -> bool:
    """Return whether all logs say nearly the same of their items, and of items different things."""
    first: dict[str, str] = {}
    for cells in said:
        known = {item: cell for item, cell in cells.items() if cell}
        if len(known) < FILLED * len(cells) or len(set(known.values())) < min(fewest, len(known)):
            return False
        shared = known.keys() & first.keys()
        if sum(known[item] == first[item] for item in shared) < AGREE * len(shared):
            return False
        first = known | first
    return len(set(first.values())) >= fewest
