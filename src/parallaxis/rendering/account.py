"""The account of what came in, in a few lines for the terminal."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from parallaxis.cautions import Caution
from parallaxis.intake import Intake
from parallaxis.intake_report import IntakeReport
from parallaxis.io.folder_walk import listed
from parallaxis.numerals import counted
from parallaxis.rendering.intake_report_section import KINDS

LISTED = 10  # cautions that are written out
SEVERE = (  # what changes or takes away scores, the worst first; other cautions are hints
    "broken_files",
    "contradicting_rows",
    "scores_contradict",
    "headline_differs",
    "out_of_register",
    "left_out_of_report",
    "no_single_score",
    "no_scores",
    "no_samples",
    "truncated",
    "truncated_runs",
    "unfinished_runs",
    "runs_undated",
    "superseded_runs",
    "copied_runs",
    "copied_boards",
    "run_invalidated",
    "run_not_finished",
    "other_splits",
    "perturbed_rows",
    "superseded_samples",
    "repeated_rows",
    "other_files",
    "links_inside",
    "links_outside",
)


def account(intake: Intake) -> str:
    """Return what was read, set aside and left missing, and the gravest cautions, a line each."""
    cells = intake.n_models * intake.n_items
    shape = f"{intake.n_models:,} × {counted(intake.n_items, 'item')}"
    missing = f"{intake.n_missing:,} of {cells:,} cells missing"
    lines = [f"{counted(len(intake.sources), 'file')} ({intake.format}): {shape}, {missing}."]
    if intake.report is not None:
        lines += _of_files(intake.report)
    notes = by_severity(intake.notes)
    n_shown = max(LISTED, len({note.code for note in notes} & set(SEVERE)))
    lines += [f"! {note.text} ({note.code})" for note in notes[:n_shown]]
    if len(notes) > n_shown:
        lines.append(f"and {len(notes) - n_shown:,} more, in the JSON and on the page.")
    return "\n".join(lines)


def by_severity(notes: Sequence[Caution]) -> list[Caution]:
    """Return cautions with the gravest first: one of each severe code before seconds, then hints.

    Examples
    --------
    >>> codes = ["orientation", "truncated", "broken_files", "truncated"]
    >>> [note.code for note in by_severity([Caution(code, "") for code in codes])]
    ['broken_files', 'truncated', 'truncated', 'orientation']
    """
    seen: Counter[str] = Counter()
    ranked = []
    for note in notes:
        severe = note.code in SEVERE
        rank = (seen[note.code], SEVERE.index(note.code)) if severe else (0, 0)
        ranked.append((not severe, *rank, note))
        seen[note.code] += 1
    return [found[-1] for found in sorted(ranked, key=lambda found: found[:-1])]


def _of_files(report: IntakeReport) -> list[str]:
    """Return what became of answers and files, figures that were checked, and the register."""
    lines = [
        f"{KINDS[kind]}: {zero:,} counted as 0, {missing:,} left missing."
        for kind, (zero, missing) in report.kinds.items()
    ]
    aside: dict[str, list[str]] = defaultdict(list)
    for one in report.set_aside:
        aside[one.what].append(one.source)
    for what, sources in aside.items():
        files = listed(list(dict.fromkeys(sources)))
        lines.append(f"{counted(len(sources), 'log')} not on the board: {what} ({files}).")
    if report.headlines:
        wrong = sum(not one.agrees for one in report.headlines)
        lines.append(
            f"Figures of the harness that do not come out of its answers: {wrong:,} of "
            f"{len(report.headlines):,}."
        )
    return [*lines, *_register(report)]


def _register(report: IntakeReport) -> list[str]:
    """Return in how many pairs of sources what they share by name behaves alike."""
    fits: dict[tuple[str, str], list[str]] = defaultdict(list)
    for check in report.register:
        fits[check.first, check.second] += [check.fit] if check.fit != "untested" else []
    if not fits:
        return []
    tested = [found for found in fits.values() if found]
    n_fit = sum(set(found) == {"fits"} for found in tested)
    n_untested = len(fits) - len(tested)
    text = f"{counted(len(tested), 'pair')} of sources compared, {n_fit:,} fit"
    few = f"{n_untested:,} could not be tested (too few shared names)"
    if not tested:
        return [f"Register: {counted(n_untested, 'pair')} of sources, {few}."]
    return [f"Register: {text}; {few}." if n_untested else f"Register: {text}."]
