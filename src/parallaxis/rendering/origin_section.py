"""The sections on origin: what came in, and how the answers were computed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from parallaxis.intake import Intake, Recipe, versions
from parallaxis.numerals import share
from parallaxis.rendering.blocks import Block, CautionList, Fact, Facts, Heading, Paragraph
from parallaxis.rendering.intake_report_section import intake_report_blocks

AGAIN = (
    "The same board, settings, seed and versions give the same answers, for any number of threads."
)
LISTED_SOURCES = 10
LISTED_IN_SHORT = 3  # where a table lists the files too


def intake_blocks(intake: Intake) -> tuple[Block, ...]:
    """Return what is said about the board as it was read."""
    cells = intake.n_models * intake.n_items
    rows = (
        Fact("Sources", _sources(intake)),
        Fact("Format", intake.format),
        Fact("Models", f"{intake.n_models:,}"),
        Fact("Items", f"{intake.n_items:,}"),
        Fact(
            "Cells without a score",
            f"{intake.n_missing:,} of {cells:,} ({share(intake.n_missing / cells)})",
        ),
        Fact("Items that tell no models apart", f"{intake.n_dead:,}"),
        Fact("Models without any score, set aside", f"{intake.n_unscored_models:,}"),
        Fact("Items without any score, set aside", f"{intake.n_unscored_items:,}"),
        Fact("Scale", _scale(intake)),
    )
    notes = (Paragraph("On the way in:"), CautionList(intake.notes)) if intake.notes else ()
    account = intake.report
    report = () if account is None else intake_report_blocks(account, intake.sources)
    return (Heading("What came in", "intake"), Facts(rows), *report, *notes)


def recipe_blocks(recipe: Recipe) -> tuple[Block, ...]:
    """Return what is needed to compute the answers again."""
    rows = (
        *(Fact(name, value) for name, value in _settings(recipe.settings)),
        Fact("seed", str(recipe.seed)),
        *(Fact(f"version of {name}", number) for name, number in versions().items()),
        Fact("hash of the data (SHA-256)", recipe.data_hash),
    )
    return (Heading("How it was computed", "recipe"), Paragraph(AGAIN), Facts(rows))


def _sources(intake: Intake) -> str:
    """List the files, or the first of many."""
    most = LISTED_SOURCES if intake.report is None else LISTED_IN_SHORT
    more = len(intake.sources) - most
    listed = ", ".join(intake.sources[:most]) or "none named"
    return f"{listed} and {more} more" if more > 0 else listed


def _scale(intake: Intake) -> str:
    """Return the scale with its bounds."""
    if intake.bounds is None:
        return f"{intake.scale}, without bounds"
    low, high = intake.bounds
    return f"{intake.scale}, from {low:g} to {high:g}"


def _settings(settings: Mapping[str, Any], part: str = "") -> Iterator[tuple[str, str]]:
    """Yield each setting by its name, those of a part behind the part's name."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from _settings(value, f"{name}: ")
        else:
            yield f"{part}{name}", value if isinstance(value, str) else json.dumps(value)
