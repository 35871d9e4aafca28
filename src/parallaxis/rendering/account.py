"""The account of what came in, in a few lines for the terminal."""

from collections import Counter

from parallaxis.intake import Intake
from parallaxis.numerals import counted
from parallaxis.rendering.intake_report_section import KINDS

LISTED = 10  # cautions that are written out


def account(intake: Intake) -> str:
    """Return what was read, set aside and left missing, and the first cautions, a line each."""
    cells = intake.n_models * intake.n_items
    shape = f"{intake.n_models:,} × {counted(intake.n_items, 'item')}"
    missing = f"{intake.n_missing:,} of {cells:,} cells missing"
    lines = [f"{counted(len(intake.sources), 'file')} ({intake.format}): {shape}, {missing}."]
    report = intake.report
    if report is not None:
        lines += [
            f"{KINDS[kind]}: {zero:,} counted as 0, {missing:,} left missing."
            for kind, (zero, missing) in report.kinds.items()
        ]
        aside = Counter(one.what for one in report.set_aside)
        lines += [f"{counted(n, 'log')} not on the board: {what}." for what, n in aside.items()]
        wrong = sum(not one.agrees for one in report.headlines)
        if report.headlines:
            lines.append(
                f"Figures of the harness that do not come out of its answers: {wrong:,} of "
                f"{len(report.headlines):,}."
            )
    lines += [f"! {note.text} ({note.code})" for note in intake.notes[:LISTED]]
    if len(intake.notes) > LISTED:
        lines.append(f"and {len(intake.notes) - LISTED:,} more, in the JSON and on the page.")
    return "\n".join(lines)
