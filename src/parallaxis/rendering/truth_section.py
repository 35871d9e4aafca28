"""The truth of a simulated board beside what was estimated from its scores."""

from collections.abc import Mapping
from dataclasses import replace

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.diagnosis import Diagnosis
from parallaxis.numerals import number
from parallaxis.rendering.blocks import Block, Column, Document, Heading, TableBlock, Verdict

COLUMNS = (
    Column("quantity", "left", folds=True),
    Column("truth"),
    Column("estimate"),
    Column("by φ"),
)
CAPTION = (
    "Latent quantities are those behind the scores. Effective dimensionality (ED) of right/wrong "
    "scores holds their response noise as well. k_ladder counts the axes that a model of those "
    "before does not explain, k_shuffled the eigenvalues above a permutation null."
)


def with_truth(document: Document, found: Diagnosis, truth: Mapping[str, float]) -> Document:
    """Put the truth of a simulated board beside the estimates, right after the verdict.

    Parameters
    ----------
    document : Document
        Of `found`.
    found : Diagnosis
    truth : mapping of str to float
        As a world states it; quantities that it does not fix are left out.

    Returns
    -------
    Document
    """
    place = next(i for i, block in enumerate(document.blocks) if isinstance(block, Verdict)) + 1
    rows = tuple(row for name, value in truth.items() for row in _rows(name, value, found))
    table: tuple[Block, ...] = (
        Heading("Truth beside estimate", "truth"),
        TableBlock(CAPTION, COLUMNS, rows),
    )
    blocks = (*document.blocks[:place], *table, *document.blocks[place:])
    return replace(document, blocks=blocks)


def _rows(name: str, value: float, found: Diagnosis) -> tuple[tuple[str, str, str, str], ...]:
    """Return one quantity with its truth and its estimates; two rows for the two counts of axes."""
    votes, plain = found.panel.tetrachoric, found.panel.phi
    latent, by_phi = _either(votes.mean_correlation), _either(plain.mean_correlation)
    rows = {
        "axes": (
            ("axes (k_ladder)", str(found.axes.k_ladder), ""),
            ("axes by permutation (k_shuffled)", str(found.axes.k_shuffled), ""),
        ),
        "latent_effective_dimensionality": (("latent ED of the items", _breadth(found), ""),),
        "latent_correlation": (("latent correlation", latent, by_phi),),
        "effective_votes": (
            ("effective votes of the panel", _either(votes.n_eff), _either(plain.n_eff)),
        ),
    }
    return tuple(
        (label, f"{value:.4g}", estimate, beside) for label, estimate, beside in rows.get(name, ())
    )


def _breadth(found: Diagnosis) -> str:
    """Return effective dimensionality, or that it is not identified."""
    ed = found.breadth.effective_dimensionality
    return str(ed) if isinstance(ed, NotAnswered) else _either(Estimate(ed.estimate, ed.interval))


def _either(value: float | Estimate | NotAnswered) -> str:
    """Return a number with its interval, a plain number, or a reason."""
    if isinstance(value, NotAnswered):
        return str(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value.interval, NotAnswered):
        return number(value.estimate)
    low, high = value.interval
    return f"{number(value.estimate)} [{number(low)}, {number(high)}]"
