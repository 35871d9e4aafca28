"""The account on the terminal: what was set aside by name, the register, and the gravest first."""

from parallaxis.cautions import Caution
from parallaxis.intake import Intake
from parallaxis.intake_report import IntakeReport, RegisterCheck, SetAside
from parallaxis.rendering.account import LISTED, SEVERE, account


def intake_of(
    notes: tuple[Caution, ...] = (),
    set_aside: tuple[SetAside, ...] = (),
    register: tuple[RegisterCheck, ...] = (),
) -> Intake:
    """Return what was read of two files."""
    report = IntakeReport(
        ("a.csv", "b.csv"), ("csv",), 2, 2, 3, 0, set_aside=set_aside, register=register
    )
    return Intake(("a.csv", "b.csv"), "csv", 2, 3, 0, 0, 0, 0, "binary", None, notes, report)


def check(first: str, second: str, fit: str) -> RegisterCheck:
    """Return a check with some fit."""
    return RegisterCheck(first, second, "models", 4, 0.5, 0.9, fit)  # type: ignore[arg-type]  # of these tests


def test_files_set_aside_are_named() -> None:
    aside = tuple(SetAside(f"{n}.jsonl", "a", "", "", "refused", "is empty") for n in range(7))
    text = account(intake_of(set_aside=(*aside, SetAside("old", "a", "", "", "superseded", "x"))))
    assert (
        "7 logs not on the board: refused "
        "(0.jsonl, 1.jsonl, 2.jsonl, 3.jsonl, 4.jsonl, and 2 more)." in text
    )
    assert "1 log not on the board: superseded (old)." in text


def test_what_was_dropped_is_always_among_the_cautions() -> None:
    hints = tuple(Caution("orientation", f"hint {n}") for n in range(30))
    many = tuple(Caution("contradicting_rows", f"row {n}") for n in range(6))
    broken = (Caution("other_files", "others"), Caution("broken_files", "broken"))
    lines = account(intake_of((*hints, *many, *broken))).splitlines()
    said = [line for line in lines if line.startswith("! ")]
    assert said[:3] == [
        "! broken (broken_files)",
        "! row 0 (contradicting_rows)",
        "! others (other_files)",
    ]
    assert len(said) == LISTED
    assert lines[-1] == "and 28 more, in the JSON and on the page."


def test_one_of_every_grave_kind_is_said_however_many_kinds_there_are() -> None:
    notes = tuple(Caution(code, "x") for code in reversed(SEVERE) for _ in range(2))
    lines = account(intake_of(notes)).splitlines()
    assert [line for line in lines if line.startswith("! ")] == [f"! x ({one})" for one in SEVERE]
    assert len(SEVERE) > LISTED


def test_the_register_is_one_line() -> None:
    checks = (
        check("a", "b", "fits"),
        check("a", "b", "untested"),
        check("a", "c", "doubtful"),
        check("b", "c", "untested"),
    )
    text = account(intake_of(register=checks))
    assert (
        "Register: 2 pairs of sources compared, 1 fit; "
        "1 could not be tested (too few shared names)." in text
    )
    text = account(intake_of(register=checks[-1:]))
    assert "Register: 1 pair of sources, 1 could not be tested (too few shared names)." in text
    text = account(intake_of(register=checks[:1]))
    assert "Register: 1 pair of sources compared, 1 fit." in text
    assert "Register" not in account(intake_of())
