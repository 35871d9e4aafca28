"""What is said, in order. Renderers write the blocks as they come and decide nothing."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from parallaxis.analyses.agreement import Agreement
from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axis_variants import AxisVariants
from parallaxis.analyses.breadth import Breadth
from parallaxis.analyses.item_response import ItemResponse
from parallaxis.analyses.panel_answers import Panel
from parallaxis.analyses.result import Result
from parallaxis.analyses.selection import Select
from parallaxis.cautions import Caution
from parallaxis.comparison import Comparison
from parallaxis.diagnosis import Diagnosis
from parallaxis.intake import Intake
from parallaxis.numerals import counted
from parallaxis.rendering.agreement_section import agreement_blocks
from parallaxis.rendering.axes_section import axes_blocks
from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Document,
    Heading,
    Paragraph,
    Verdict,
)
from parallaxis.rendering.breadth_section import breadth_blocks
from parallaxis.rendering.comparison_section import comparison_document
from parallaxis.rendering.irt_section import irt_blocks, irt_sentences
from parallaxis.rendering.origin_section import intake_blocks, recipe_blocks
from parallaxis.rendering.panel_section import panel_blocks
from parallaxis.rendering.select_section import select_blocks, select_sentences
from parallaxis.rendering.variants_section import variants_blocks, variants_sentences
from parallaxis.verdict import (
    agreement_verdict,
    axes_verdict,
    breadth_verdict,
    gaps_verdict,
    panel_verdict,
    panel_workflow,
    workflow_verdict,
)

TITLES: dict[type[Result], str] = {
    Diagnosis: "What these models can resolve on these items",
    Breadth: "How much do the items measure?",
    Axes: "How many axes survive?",
    Panel: "How many votes does the panel carry?",
    Agreement: "How far do these verdicts agree?",
    AxisVariants: "How many axes does each published procedure count?",
    ItemResponse: "How able is each model, and which items tell models apart?",
    Select: "Which smaller suite would say the same?",
}
SENTENCES: dict[type[Result], Callable[[Any], tuple[str, ...]]] = {
    Agreement: agreement_verdict,
    Axes: axes_verdict,
    AxisVariants: variants_sentences,
    ItemResponse: irt_sentences,
    Select: select_sentences,
}
SECTIONS: dict[type[Result], Callable[[Any], tuple[Block, ...]]] = {
    Breadth: breadth_blocks,
    Axes: axes_blocks,
    Panel: panel_blocks,
    Agreement: agreement_blocks,
    AxisVariants: variants_blocks,
    ItemResponse: irt_blocks,
    Select: select_blocks,
}


def document(result: Result) -> Document:
    """What is said about a result, and in which order?

    Parameters
    ----------
    result : Result or Comparison
        Of any question, or of all.

    Returns
    -------
    Document
        Title and one line of intake, verdict, cautions, the answers with their figures, what came
        in, and how it was computed.
    """
    if isinstance(result, Comparison):
        return comparison_document(result)
    title = TITLES[type(result)]
    return Document(
        title=title,
        blocks=(
            Heading(title, "top", 1),
            Paragraph(one_line(result.recipe.intake)),
            Heading("Verdict", "verdict"),
            Verdict(sentences(result)),
            *_cautions(result.cautions),
            *_answers(result),
            *intake_blocks(result.recipe.intake),
            *recipe_blocks(result.recipe),
        ),
    )


def sentences(result: Result) -> tuple[str, ...]:
    """Return the verdict of a diagnosis, or of a single question."""
    if isinstance(result, Diagnosis):
        return result.verdict
    if isinstance(result, Breadth):
        parts = workflow_verdict(result)
        return (*breadth_verdict(result), *chain.from_iterable(parts), *gaps_verdict(result))
    if isinstance(result, Panel):
        return (*panel_verdict(result), *chain.from_iterable(panel_workflow(result)))
    written: tuple[str, ...] = _written(result, SENTENCES)
    return written


def one_line(intake: Intake) -> str:
    """Return what came in, in one line."""
    models, items = counted(intake.n_models, "model"), counted(intake.n_items, "item")
    sources = ", ".join(intake.sources[:3]) or intake.format
    more = len(intake.sources) - 3
    others = f" and {more} more" if more > 0 else ""
    return f"{sources}{others}: {models} × {items}, {intake.scale} scores."


def _answers(result: Result) -> tuple[Block, ...]:
    """Return the sections of the questions that were asked."""
    if isinstance(result, Diagnosis):
        parts = (result.breadth, result.axes, result.panel)
        return tuple(block for part in parts for block in _answers(part))
    written: tuple[Block, ...] = _written(result, SECTIONS)
    return written


def _written(result: Result, writers: Mapping[type[Result], Callable[[Any], Any]]) -> Any:
    """Have the writer of a kind of result write it."""
    if type(result) not in writers:
        raise TypeError(f"{type(result).__name__} has no document.")
    return writers[type(result)](result)


def _cautions(cautions: tuple[Caution, ...]) -> tuple[Block, ...]:
    """Return the section of cautions, where there are any."""
    return (Heading("Cautions", "cautions"), CautionList(cautions)) if cautions else ()
