"""What came in: the shape of a board, its gaps and oddities, and the recipe that results carry."""

import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.metadata import version
from typing import Any

import numpy as np

from parallaxis._version import __version__
from parallaxis.cautions import Caution
from parallaxis.intake_report import IntakeReport
from parallaxis.jsonable import SCHEMA_VERSION
from parallaxis.matrix import ScoreMatrix

MODEL_WORDS = re.compile(
    r"gpt|llama|claude|gemini|qwen|mi[sx]tral|deepseek|gemma|falcon|vicuna|[-_ ]\d+(\.\d+)?b\b",
    re.IGNORECASE,
)
LOOKS_LIKE_MODELS = 0.3  # share of item names with a model's word in them that raises a caution


@dataclass(frozen=True, slots=True)
class Intake:
    """What was read, before any question is asked.

    Attributes
    ----------
    sources : tuple of str
        Base names of the files.
    format : str
        What recognised them.
    n_models, n_items, n_missing, n_dead : int
        Rows, columns, cells without a score, items on which all scored models agree.
    n_unscored_models, n_unscored_items : int
        Rows and columns without any score; they are set aside.
    scale : str
    bounds : (float, float) or None
    notes : tuple of Caution
        What was dropped, merged or inferred on the way in.
    report : IntakeReport or None
        What became of every file, where several were joined; absent otherwise.
    """

    sources: tuple[str, ...]
    format: str
    n_models: int
    n_items: int
    n_missing: int
    n_dead: int
    n_unscored_models: int
    n_unscored_items: int
    scale: str
    bounds: tuple[float, float] | None
    notes: tuple[Caution, ...]
    report: IntakeReport | None = None

    @classmethod
    def of(cls, board: ScoreMatrix) -> "Intake":
        """Describe a board."""
        observed = board.observed
        return cls(
            sources=board.provenance.sources,
            format=board.provenance.format,
            n_models=board.n_models,
            n_items=board.n_items,
            n_missing=board.n_missing,
            n_dead=int(board.dead.sum()),
            n_unscored_models=int((~observed.any(axis=1)).sum()),
            n_unscored_items=int((~observed.any(axis=0)).sum()),
            scale=board.scale,
            bounds=board.bounds,
            notes=board.provenance.notes,
            report=board.provenance.report,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        whole = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.report is None:
            del whole["report"]
        return whole


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that is needed to compute a result again.

    Attributes
    ----------
    settings : mapping
        Every choice that changes an answer, by name.
    seed : int
    data_hash : str
        ``ScoreMatrix.data_hash`` of the board.
    intake : Intake
    """

    settings: Mapping[str, Any]
    seed: int
    data_hash: str
    intake: Intake

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that every result's JSON carries."""
        return {
            "settings": dict(self.settings),
            "seed": self.seed,
            "versions": versions(),
            "data_hash": self.data_hash,
            "intake": self.intake,
        }


def versions() -> dict[str, str]:
    """Return the versions on which numbers depend."""
    return {
        "parallaxis": __version__,
        "schema": SCHEMA_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": version("scipy"),
    }


def board_cautions(board: ScoreMatrix) -> tuple[Caution, ...]:
    """Return what a reader of any answer about this board must know."""
    found = (_unscored(board), _identical(board), _orientation(board), _partial(board))
    return (*board.provenance.notes, *(caution for caution in found if caution is not None))


def _unscored(board: ScoreMatrix) -> Caution | None:
    """Say which rows and columns hold no score at all."""
    observed = board.observed
    rows, columns = int((~observed.any(axis=1)).sum()), int((~observed.any(axis=0)).sum())
    if rows == columns == 0:
        return None
    return Caution(
        "unscored_set_aside",
        f"{rows} of {board.n_models} models and {columns} of {board.n_items} items hold no score "
        "at all and are set aside.",
    )


def _identical(board: ScoreMatrix) -> Caution | None:
    """Count models whose scores are those of another model to the last digit."""
    rows = board.values[board.observed.any(axis=1)] + 0.0
    copies = len(rows) - len({row.tobytes() for row in rows})
    if copies == 0:
        return None
    repeat = "repeats" if copies == 1 else "repeat"
    return Caution(
        "identical_models",
        f"{copies} of {board.n_models} models {repeat} the exact scores of another; they count as "
        "models of their own, which makes intervals over models too narrow.",
    )


def _orientation(board: ScoreMatrix) -> Caution | None:
    """Notice boards whose items are named like models."""
    like_models = sum(bool(MODEL_WORDS.search(name)) for name in board.items)
    if like_models < LOOKS_LIKE_MODELS * board.n_items or board.n_items < 2:
        return None
    rows_like_models = sum(bool(MODEL_WORDS.search(name)) for name in board.models)
    if rows_like_models >= LOOKS_LIKE_MODELS * board.n_models:
        return None
    return Caution(
        "orientation",
        f"{like_models} of {board.n_items} columns are named like models (such as "
        f"{board.items[0]!r}); if items are in the rows, transpose the board.",
    )


def _partial(board: ScoreMatrix) -> Caution | None:
    """Say how much is missing, and whether it falls on few models."""
    missing = board.n_missing
    if missing == 0:
        return None
    per_model = (~board.observed).sum(axis=1)
    hit = int((per_model > 0).sum())
    return Caution(
        "missing_cells",
        f"{missing} of {board.values.size} cells ({missing / board.values.size:.1%}) are not "
        f"scored, on {hit} of {board.n_models} models; they are left missing, never counted as 0.",
    )
