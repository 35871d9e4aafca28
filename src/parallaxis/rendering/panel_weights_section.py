"""The part on other counts of a panel's votes: directions, and members weighted best."""

from parallaxis.analyses.panel_weights import Optimal, PanelWeights
from parallaxis.answers import NotAnswered
from parallaxis.numerals import correlation, number
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
    estimate_fact,
)

MEANING = (
    "The participation ratio says over how many equally strong directions the tetrachoric "
    "correlations spread; it knows their sizes only, not their signs. The best weights, none of "
    "them negative, give a sum of the members with as little shared error as their correlations "
    "allow. Weights that are judged by the items they were fitted to promise too much, so they are "
    "also fitted on one half and judged on the other."
)
LISTED = 10


def panel_weights_blocks(
    found: PanelWeights | NotAnswered, names: tuple[str, ...], *, level: str
) -> tuple[Block, ...]:
    """Return what is said about other counts of votes, in order.

    Parameters
    ----------
    found : PanelWeights or NotAnswered
    names : tuple of str
        Of the members.
    level : str
        Coverage of the intervals as written.

    Returns
    -------
    tuple of Block
    """
    heading = Heading("Votes, weighted", "panel-weights")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Votes of the best weights", str(found)),))
    rows = [
        estimate_fact("Participation ratio, noise taken off", found.participation_ratio, number),
        _plain("Participation ratio, noise left in", found.participation_ratio_plain),
    ]
    best = found.optimal
    if isinstance(best, NotAnswered):
        rows.append(Fact("Votes of the best weights", str(best)))
        return (heading, Paragraph(MEANING), Facts(tuple(rows), f"{level} interval"))
    rows += [
        estimate_fact("Votes of the best weights, judged on other items", best.judged, number),
        _plain("Votes of equal weights on the same items", best.equal_judged),
        Fact("Votes of the best weights on the items they are fitted to", number(best.votes)),
        Fact("The same with negative weights allowed", number(best.unbounded_votes)),
        Fact("Smallest eigenvalue of the correlations", correlation(best.smallest_eigenvalue)),
        Fact("Distance to the nearest correlation matrix", number(best.distance)),
    ]
    facts = Facts(tuple(rows), f"{level} interval")
    return (heading, Paragraph(MEANING), facts, _heaviest(best, names))


def _heaviest(best: Optimal, names: tuple[str, ...]) -> TableBlock:
    """Return the members with the largest weights."""
    order = sorted(range(len(names)), key=lambda i: -best.weights[i])[:LISTED]
    caption = "Members with the largest weights"
    if len(names) > LISTED:
        caption += f": {LISTED} of {len(names):,} (the JSON lists all)"
    rows = tuple((names[i], correlation(best.weights[i])) for i in order)
    return TableBlock(caption, (Column("model", "left"), Column("weight")), rows, brief=5)


def _plain(label: str, value: float | NotAnswered) -> Fact:
    """Return a number without an interval, or why there is none."""
    return Fact(label, str(value) if isinstance(value, NotAnswered) else number(value))
