"""Where a board came from, and what was done to it on the way."""

from dataclasses import dataclass
from typing import Any

import msgspec

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.intake_report import IntakeReport


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a board came from and what was done to it on the way.

    Attributes
    ----------
    sources : tuple of str
        File names, or a word such as ``"simulated"``; never absolute paths.
    format : str
        What recognised it, e.g. ``"csv, wide"``.
    notes : tuple of Caution
        What was dropped, merged, inferred or left missing.
    report : IntakeReport or None
        What became of every file, where several were joined.
    """

    sources: tuple[str, ...] = ()
    format: str = "array"
    notes: tuple[Caution, ...] = ()
    report: IntakeReport | None = None


def provenance_of(facts: Any) -> Provenance:
    """Return the origin that ``dataclasses.asdict`` took apart; other keys are left alone.

    Raises
    ------
    FormatError
        It is something else.
    """
    try:
        return msgspec.convert(facts, Provenance)
    except msgspec.ValidationError as error:
        raise FormatError(f"carries a damaged account of its origin ({error}).") from error
