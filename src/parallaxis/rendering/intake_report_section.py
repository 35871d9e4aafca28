"""What became of every file: tasks, answers that were not scored, files set aside, figures."""

import math
from collections.abc import Sequence

from parallaxis.intake_report import IntakeReport
from parallaxis.numerals import MISSING, counted, number
from parallaxis.rendering.blocks import Block, Column, Fact, Facts, Paragraph, TableBlock

MEANING = (
    "Files were joined to one board. Only an answer that was scored 0 is surely wrong; answers "
    "that failed, timed out, were not parsed or never ran count as the harness's own headline "
    "counts them, unless asked otherwise, and are counted here. What a run lacks is left missing."
)
LISTED = 20
ON_PAGE = 500  # rows of a table about files
FEW_FILES = 3  # files up to which the facts of the board list them
TASKS = (
    Column("task", "left"),
    Column("score", "left", folds=True),
    Column("models"),
    Column("items"),
    Column("joined by", "left"),
)
OUTCOMES = (Column("answers", "left"), Column("counted as 0"), Column("left missing"))
BY_MODEL = (Column("model", "left"), *OUTCOMES)
REGISTER = (
    Column("files", "left", folds=True),
    Column("means of", "left"),
    Column("shared"),
    Column("correlation"),
    Column("95 % bound"),
    Column("fit", "left"),
)
FILES = (Column("file", "left", folds=True), Column("what became of it", "left", folds=True))
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


def intake_report_blocks(report: IntakeReport, on_board: Sequence[str]) -> tuple[Block, ...]:
    """Return what became of the files, in order.

    Parameters
    ----------
    report : IntakeReport
    on_board : sequence of str
        Files with answers on the board.

    Returns
    -------
    tuple of Block
        Meaning, tasks, answers by what became of them, what was set aside, figures of the
        harness that do not come out of its answers, the register check, and the files.
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
        *_register(report),
        *_files(report, set(on_board)),
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
    by_model = tuple(
        (one.model, KINDS[one.kind], f"{one.as_zero:,}", f"{one.as_missing:,}")
        for one in report.outcomes[:ON_PAGE]
    )
    caption = _cut("Answers that were not properly scored, by model", len(report.outcomes))
    return (
        TableBlock("Answers that were not properly scored", OUTCOMES, rows),
        TableBlock(caption, BY_MODEL, by_model, brief=LISTED),
    )


def _aside(report: IntakeReport) -> tuple[Block, ...]:
    """Return what is not on the board."""
    if not report.set_aside:
        return ()
    n = len(report.set_aside)
    caption = _cut(f"{counted(n, 'log')} not on the board", n)
    rows = tuple(
        (one.source, one.model or MISSING, one.what, one.why) for one in report.set_aside[:ON_PAGE]
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
        for one in wrong[:ON_PAGE]
    )
    caption = _cut("Figures of the harness that do not come out of its answers", len(wrong))
    return (TableBlock(caption, FIGURES, rows, brief=LISTED),)


def _register(report: IntakeReport) -> tuple[Block, ...]:
    """Return how sources that were joined on names alone fit together, the worst first."""
    if not report.register:
        return ()
    worst = ("gross", "doubtful", "untested", "fits")
    checks = sorted(report.register, key=lambda check: worst.index(check.fit))
    rows = tuple(
        (
            f"{one.first} and {one.second}",
            one.shared,
            f"{one.n:,}",
            MISSING if math.isnan(one.correlation) else number(one.correlation),
            MISSING if math.isnan(one.upper) else number(one.upper),
            one.fit,
        )
        for one in checks[:ON_PAGE]
    )
    caption = _cut("Register: do the names that sources share mean the same?", len(checks))
    return (TableBlock(caption, REGISTER, rows, brief=LISTED),)


def _files(report: IntakeReport, on_board: set[str]) -> tuple[Block, ...]:
    """Return every file and what became of it, where there are more than the facts list."""
    aside = dict.fromkeys(one.source for one in report.set_aside)
    fates = {
        name: "not on the board" if name not in on_board else "in part" if name in aside else "read"
        for name in (*report.sources, *aside)
    }
    fates |= dict.fromkeys(report.unread, "not read")
    if len(fates) <= FEW_FILES and not report.unread:
        return ()
    rows = tuple(sorted(fates.items(), key=lambda pair: pair[1]))[:ON_PAGE]
    return (TableBlock(_cut("Files", len(fates)), FILES, rows, brief=5),)


def _cut(caption: str, n: int) -> str:
    """Return a caption that says where only the first of many rows are listed."""
    return f"{caption}: the first {ON_PAGE} of {n:,} (the JSON has all)" if n > ON_PAGE else caption
