"""What became of every file: tasks, answers that were not scored, files set aside, figures."""

import math

from parallaxis.intake_report import IntakeReport
from parallaxis.numerals import MISSING, counted, number
from parallaxis.rendering.blocks import Block, Column, Fact, Facts, Paragraph, TableBlock

MEANING = (
    "Files were joined to one board. Only an answer that was scored 0 is surely wrong; answers "
    "that failed, timed out, were not parsed or never ran count as the harness's own headline "
    "counts them, unless asked otherwise, and are counted here. What a run lacks is left missing."
)
LISTED = 20
TASKS = (
    Column("task", "left"),
    Column("score", "left", folds=True),
    Column("models"),
    Column("items"),
    Column("joined by", "left"),
)
OUTCOMES = (Column("answers", "left"), Column("counted as 0"), Column("left missing"))
ASIDE = (
    Column("file", "left", folds=True),
    Column("model", "left"),
    Column("what", "left", folds=True),
    Column("why", "left", folds=True),
)
FIGURES = (
    Column("model", "left"),
    Column("task", "left"),
    Column("stated"),
    Column("from the answers"),
    Column("file", "left", folds=True),
)
KINDS = {
    "error": "failed with an error",
    "timeout": "timed out",
    "unparsed": "not parsed, or empty",
    "unscored": "left without a score",
    "not_run": "never run",
    "contradicting": "scored twice, differently",
    "scored": "scored",
}


def intake_report_blocks(report: IntakeReport) -> tuple[Block, ...]:
    """Return what became of the files, in order.

    Parameters
    ----------
    report : IntakeReport

    Returns
    -------
    tuple of Block
        Meaning, tasks, answers by what became of them, what was set aside, and figures of the
        harness that do not come out of its answers.
    """
    facts = Facts(
        (
            Fact("Files", f"{len(report.sources):,}"),
            Fact("Formats", ", ".join(report.formats)),
            Fact("Models", f"{report.n_models:,}"),
            Fact("Rows, one for each model and run", f"{report.n_rows:,}"),
            *_figures_checked(report),
        )
    )
    return (
        Paragraph(MEANING),
        facts,
        *_tasks(report),
        *_outcomes(report),
        *_aside(report),
        *_figures(report),
    )


def _figures_checked(report: IntakeReport) -> tuple[Fact, ...]:
    """Return how many stated figures come out of the answers."""
    if not report.headlines:
        return ()
    agree = sum(one.agrees for one in report.headlines)
    label = "Figures of the harness that come out of its answers"
    return (Fact(label, f"{agree:,} of {len(report.headlines):,}"),)


def _tasks(report: IntakeReport) -> tuple[Block, ...]:
    """Return the table of tasks."""
    if not report.tasks:
        return ()
    rows = tuple(
        (one.task or MISSING, one.score, f"{one.n_models:,}", f"{one.n_items:,}", one.joined_by)
        for one in report.tasks
    )
    return (TableBlock("Tasks on the board", TASKS, rows, brief=LISTED),)


def _outcomes(report: IntakeReport) -> tuple[Block, ...]:
    """Return answers that were not properly scored, by what became of them."""
    if not report.kinds:
        return ()
    rows = tuple(
        (KINDS[kind], f"{zero:,}", f"{missing:,}") for kind, (zero, missing) in report.kinds.items()
    )
    return (TableBlock("Answers that were not properly scored", OUTCOMES, rows),)


def _aside(report: IntakeReport) -> tuple[Block, ...]:
    """Return what is not on the board."""
    if not report.set_aside:
        return ()
    caption = f"{counted(len(report.set_aside), 'log')} not on the board"
    if len(report.set_aside) > LISTED:
        caption += f": the first {LISTED} (the JSON lists all)"
    rows = tuple(
        (one.source, one.model or MISSING, one.what, one.why) for one in report.set_aside[:LISTED]
    )
    return (TableBlock(caption, ASIDE, rows, brief=LISTED),)


def _figures(report: IntakeReport) -> tuple[Block, ...]:
    """Return stated figures that do not come out of the answers."""
    wrong = [one for one in report.headlines if not one.agrees]
    if not wrong:
        return ()
    rows = tuple(
        (
            one.model,
            one.task or MISSING,
            number(one.stated),
            MISSING if math.isnan(one.recomputed) else number(one.recomputed),
            one.source,
        )
        for one in wrong[:LISTED]
    )
    caption = "Figures of the harness that do not come out of its answers"
    return (TableBlock(caption, FIGURES, rows, brief=LISTED),)
