"""What the page says of the files that were joined."""

import math

from parallaxis.intake_report import (
    HeadlineCheck,
    IntakeReport,
    JoinedTask,
    Outcome,
    RegisterCheck,
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
    blocks = intake_report_blocks(report, [name for name in report.sources if name != "7.jsonl"])
    return {block.caption: block.rows for block in blocks if isinstance(block, TableBlock)}


def test_tasks_outcomes_and_files_are_tables() -> None:
    found = tables(REPORT)
    assert found["Tasks on the board"] == (("maths", "acc", "2", "10", "text"),)
    assert found["Answers that were not properly scored"] == (("failed with an error", "3", "1"),)
    assert found["1 log not on the board"] == (("old.jsonl", "a", "truncated", "4 of 10 items"),)


def test_figures_that_do_not_come_out_show_both_numbers() -> None:
    (row,) = tables(REPORT)["Figures of the harness that do not come out of its answers"]
    assert row == ("a", "maths", "0.528", "0.102", "results.json")
    (facts,) = (
        block for block in intake_report_blocks(REPORT, REPORT.sources) if isinstance(block, Facts)
    )
    assert facts.rows[-1].value == "1 of 2"


def test_of_very_many_logs_the_first_are_listed() -> None:
    aside = tuple(SetAside(f"{i}", "a", "t", "", "copied", "as 0") for i in range(600))
    found = tables(IntakeReport(("x",), ("lm-eval",), 1, 1, 1, 0, set_aside=aside))
    rows = found["600 logs not on the board: the first 500 of 600 (the JSON has all)"]
    assert len(rows) == 500


def test_every_file_is_listed_with_what_became_of_it() -> None:
    names = tuple(f"{i}.jsonl" for i in range(99))
    aside = (
        SetAside("7.jsonl", "a", "t", "", "copied", "as 0"),
        SetAside("cut.jsonl", "", "", "", "refused", "is cut"),
        SetAside("8.jsonl", "a", "u", "", "empty", "no row"),
    )
    report = IntakeReport(names, ("x",), 1, 1, 1, 0, set_aside=aside, unread=("notes.txt",))
    found = {row[0]: row[1] for row in tables(report)["Files"]}
    assert len(found) == 101
    assert [found[f"{n}.jsonl"] for n in (7, 8, 9)] == ["not on the board", "in part", "read"]
    assert (found["cut.jsonl"], found["notes.txt"][:8]) == ("not on the board", "not read")


def test_the_register_check_stands_with_the_worst_first() -> None:
    register = (
        RegisterCheck("a", "b", "models", 30, 0.9, 0.95, "fits"),
        RegisterCheck("a", "c", "models", 3, math.nan, math.nan, "untested"),
        RegisterCheck("a", "d", "items", 25, 0.1, 0.5, "gross"),
    )
    report = IntakeReport(("a",), ("x",), 1, 1, 1, 0, register=register)
    rows = tables(report)["Register: do the names that sources share mean the same?"]
    assert [row[-1] for row in rows] == ["gross", "untested", "fits"]
    assert rows[1][3] == "–"
