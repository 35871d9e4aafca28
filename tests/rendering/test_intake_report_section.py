"""What the page says of the files that were joined."""

from parallaxis.intake_report import (
    HeadlineCheck,
    IntakeReport,
    JoinedTask,
    Outcome,
    SetAside,
)
from parallaxis.rendering.blocks import Facts, TableBlock
from parallaxis.rendering.intake_report_section import intake_report_blocks

REPORT = IntakeReport(
    sources=("a.jsonl", "b.jsonl", "old.jsonl"),
    formats=("lm-eval",),
    n_models=2,
    n_rows=3,
    n_items=10,
    n_missing=4,
    tasks=(JoinedTask("maths", "acc", 2, 10, "text"),),
    outcomes=(Outcome("a", "error", 3, 2, 1), Outcome("b", "error", 1, 1, 0)),
    set_aside=(SetAside("old.jsonl", "a", "maths", "", "truncated", "4 of 10 items"),),
    headlines=(
        HeadlineCheck("a.jsonl", "results.json", "a", "maths", 0.528, 0.102, agrees=False),
        HeadlineCheck("b.jsonl", "results.json", "b", "maths", 0.5, 0.5, agrees=True),
    ),
)


def tables(report: IntakeReport) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the rows of the tables by their captions."""
    blocks = intake_report_blocks(report)
    return {block.caption: block.rows for block in blocks if isinstance(block, TableBlock)}


def test_tasks_outcomes_and_files_are_tables() -> None:
    found = tables(REPORT)
    assert found["Tasks on the board"] == (("maths", "acc", "2", "10", "text"),)
    assert found["Answers that were not properly scored"] == (("failed with an error", "3", "1"),)
    assert found["1 log not on the board"] == (("old.jsonl", "a", "truncated", "4 of 10 items"),)


def test_figures_that_do_not_come_out_show_both_numbers() -> None:
    (row,) = tables(REPORT)["Figures of the harness that do not come out of its answers"]
    assert row == ("a", "maths", "0.528", "0.102", "results.json")
    (facts,) = (block for block in intake_report_blocks(REPORT) if isinstance(block, Facts))
    assert facts.rows[-1].value == "1 of 2"


def test_of_many_logs_the_first_are_listed() -> None:
    aside = tuple(SetAside(f"{i}", "a", "t", "", "copied", "as 0") for i in range(30))
    rows = tables(IntakeReport(("x",), ("lm-eval",), 1, 1, 1, 0, set_aside=aside))[
        "30 logs not on the board: the first 20 (the JSON lists all)"
    ]
    assert len(rows) == 20
