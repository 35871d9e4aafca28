"""The part on projections: what a published φ̄ leaves open, and how far off projecting is here."""

from parallaxis.analyses.projection import Projection, UnderMargin
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import brackets, correlation, counted, number, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Document,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
    Verdict,
    none_because,
)
from parallaxis.verdict.projection import projection_verdict

BIAS_MEANING = (
    "Where only a mean φ is published, effective votes can be projected for an assumed share "
    "right. On this panel both are known: what the projection from φ̄ and the mean share right "
    "would say, and what the pairs say."
)
UNDER = (Column("share right, each member"), Column("correlation"), Column("effective votes"))


def projection_document(found: Projection) -> Document:
    """What is said about a published φ̄, as a document of its own?

    Parameters
    ----------
    found : Projection

    Returns
    -------
    Document
    """
    title = "What does a published mean φ leave open?"
    blocks = (
        Heading(title, "top", 1),
        Heading("Verdict", "verdict"),
        Verdict(projection_verdict(found)),
        Heading("Projection", "projection"),
        *projection_blocks(found),
    )
    return Document(title, blocks)


def projection_blocks(found: Projection) -> tuple[Block, ...]:
    """Return what is said about a published φ̄, in order.

    Parameters
    ----------
    found : Projection

    Returns
    -------
    tuple of Block
        Facts, and votes under each share right.
    """
    by_phi, votes, rho = found.votes_by_phi, found.effective_votes, found.correlation
    facts = Facts(
        (
            Fact("Published mean φ", correlation(found.phi)),
            Fact("Members", f"{found.n_members:,}"),
            Fact(
                "Effective votes with φ taken for the correlation",
                str(by_phi) if isinstance(by_phi, NotAnswered) else number(by_phi),
            ),
            Fact(
                "Latent correlation, range over plausible shares right",
                str(rho)
                if isinstance(rho, NotAnswered)
                else f"{correlation(rho[0])} to {correlation(rho[1])}",
            ),
            Fact(
                "Effective votes, range over plausible shares right",
                _range(votes),
                _interval(found),
            ),
        ),
        "with the interval of φ̄",
    )
    caption = f"Effective votes of {counted(found.n_members, 'member')} beneath the published φ̄"
    return facts, TableBlock(caption, UNDER, tuple(map(_under, found.under)))


def projection_bias_blocks(found: ProjectionBias | NotAnswered, *, level: str) -> tuple[Block, ...]:
    """Return what is said about the bias of projections on a panel, in order.

    Parameters
    ----------
    found : ProjectionBias or NotAnswered
    level : str
        Of the intervals, as text.

    Returns
    -------
    tuple of Block
        A paragraph and facts.
    """
    if isinstance(found, NotAnswered):
        return (Facts((Fact("Bias of a projection from φ̄", str(found)),)),)
    rows = (
        Fact("Mean φ", correlation(found.mean_phi)),
        Fact("Mean share right", share(found.mean_share_correct)),
        _fact("Effective votes projected from these two", found.projected),
        _fact("Effective votes from all pairs", found.recomputed),
        _fact("Projected less recomputed votes", found.bias),
        _fact("Projected less recomputed correlation", found.correlation_bias),
        Fact("Projected over the members' shares right", _range(found.range)),
    )
    return Paragraph(BIAS_MEANING), Facts(rows, f"{level} interval")


def _range(found: tuple[float, float] | NotAnswered) -> str:
    """Return a range of votes."""
    if isinstance(found, NotAnswered):
        return str(found)
    return f"{number(found[0])} to {number(found[1])}"


def _interval(found: Projection) -> str:
    """Return the range with the interval of φ̄ allowed for, or why there is none."""
    wide = found.effective_votes_interval
    return none_because(wide) if isinstance(wide, NotAnswered) else brackets(wide)


def _under(row: UnderMargin) -> tuple[str, ...]:
    """Return the row of one share right."""
    rho, votes = row.correlation, row.effective_votes
    return (
        share(row.share_correct),
        "not identified" if isinstance(rho, NotAnswered) else correlation(rho),
        "not identified" if isinstance(votes, NotAnswered) else number(votes),
    )


def _fact(label: str, found: Estimate | NotAnswered) -> Fact:
    """Return an estimate with its interval."""
    if isinstance(found, NotAnswered):
        return Fact(label, str(found))
    if isinstance(found.interval, NotAnswered):
        return Fact(label, number(found.estimate), none_because(found.interval))
    return Fact(label, number(found.estimate), brackets(found.interval))
