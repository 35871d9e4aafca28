"""The answers of one model in one run, as a harness logged them: what alignment starts from."""

import hashlib
import sys
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, ShapeError

Array = NDArray[np.float64]
Kind = Literal["scored", "error", "timeout", "unparsed", "unscored", "not_run", "contradicting"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Identity = Literal["id", "position"]
MOST_REPEATS = 2**31 - 1
FINGERPRINT = 16  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class Headline:
    """A summary figure that the harness itself printed for these answers.

    Attributes
    ----------
    value : float
        In the unit of the scores.
    source : str
        File that holds it.
    """

    value: float
    source: str


@dataclass(frozen=True, slots=True)
class GroupFigure:
    """A summary figure that the harness printed for several tasks of one run.

    Attributes
    ----------
    group : str
        Its name.
    value : float
    source : str
        File that holds it.
    tasks : tuple of str
        Those that it is the mean of, over answers or over tasks.
    """

    group: str
    value: float
    source: str
    tasks: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Log:
    """The answers of one model on one task in one run, one a row, as one file holds them.

    Attributes
    ----------
    source : str
        The file, by its path within the folder that was given, with forward slashes.
    format : str
        Name of the reader.
    model, task : str
        As the harness names them. `task` is empty where a log has none.
    run : str
        What tells this run from others of the same model and task, such as its time, so that the
        newest run sorts last; empty where the harness does not say.
    score : str
        Name of the score that was read.
    scores : tuple of str
        Names of all scores that could have been read from the file.
    items : tuple of str
        Identifiers of the items as the harness writes them.
    texts : tuple of str
        Fingerprint of each question; empty where the log does not hold it.
    targets : tuple of str
        Fingerprint of each right answer; empty where the log does not hold it.
    prompts : tuple of str
        Fingerprint of what was sent, with few-shot examples and templates; empty likewise.
    repeats : tuple of int
        Number of the repetition (epoch, trial, sample) of each row, from 0.
    values : ndarray, shape (n_rows,)
        Scores; NaN where the harness's own headline leaves the row out, 0 where it counts an
        answer that was not properly scored as 0.
    kinds : tuple of Kind
        What became of each row. Only of ``"scored"`` is a 0 surely a wrong answer.
    identity : {"id", "position"}
        Whether `items` name the questions, or only count them within this file.
    part : bool
        Whether this is a part of a run that is spread over files, to be put together by model,
        task, run and score.
    version : str
        Version of the task, or of its data set, or a hash of it; empty where the log does not say.
    planned : int or None
        Number of items that the run was meant to have, where the log says so.
    headline : Headline or None
        What the mean of `values` without NaN must come to.
    groups : tuple of GroupFigure
        Of the run, in the score that was read, those that this task is part of.
    higher_is_better : bool
    bounds : (float, float) or None
        Lowest and highest possible score, where the format fixes them.
    model_metadata : mapping of str to str
        What else the log says of the model.
    item_metadata : mapping of str to tuple of str
        Columns about the items, one cell a row; empty text for what is not known.
    notes : tuple of Caution
        What was dropped, chosen or inferred while reading this file.
    """

    source: str
    format: str
    model: str
    task: str
    run: str
    score: str
    scores: tuple[str, ...]
    items: tuple[str, ...]
    texts: tuple[str, ...]
    targets: tuple[str, ...]
    prompts: tuple[str, ...]
    repeats: tuple[int, ...]
    values: Array
    kinds: tuple[Kind, ...]
    identity: Identity = "id"
    part: bool = False
    version: str = ""
    planned: int | None = None
    headline: Headline | None = None
    groups: tuple[GroupFigure, ...] = ()
    higher_is_better: bool = True
    bounds: tuple[float, float] | None = None
    model_metadata: dict[str, str] = field(default_factory=dict)
    item_metadata: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[Caution, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.items)
        columns = (self.texts, self.targets, self.prompts, self.repeats, self.values, self.kinds)
        if any(len(column) != n for column in (*columns, *self.item_metadata.values())):
            raise ShapeError(f"{self.source}: columns of a log differ in length from {n} items.")


class Rows:
    """Rows of a log while a file is read."""

    def __init__(self) -> None:
        self._columns: dict[str, list[Any]] = {
            name: [] for name in ("items", "texts", "targets", "prompts", "repeats", "values")
        }
        self._kinds: list[Kind] = []

    def __len__(self) -> int:
        return len(self._kinds)

    def add(
        self,
        item: str,
        value: float,
        *,
        kind: Kind = "scored",
        text: str = "",
        target: str = "",
        prompt: str = "",
        repeat: int = 0,
    ) -> None:
        """Add one row; the fingerprints are taken as they are.

        Raises
        ------
        FormatError
            A number of a repetition that none can have.
        """
        if not 0 <= repeat <= MOST_REPEATS:
            raise FormatError(
                f"item {item!r:.60} has the repetition {repeat!r:.40}; numbers from 0 to "
                f"{MOST_REPEATS:,} are read: get the log anew."
            )
        row = (sys.intern(item), text, target, prompt, repeat, value)
        for column, cell in zip(self._columns.values(), row, strict=True):
            column.append(cell)
        self._kinds.append(kind)

    def columns(self) -> dict[str, Any]:
        """Return the columns as keywords of :class:`Log`."""
        found: dict[str, Any] = {name: tuple(cells) for name, cells in self._columns.items()}
        found["values"] = np.array(self._columns["values"], dtype=np.float64)
        return found | {"kinds": tuple(self._kinds)}


def fingerprint(text: str) -> str:
    r"""Return what tells texts apart, whatever their white space and Unicode form; "" for none.

    Examples
    --------
    >>> fingerprint("What is  2+2?\n") == fingerprint("What is 2+2?")
    True
    >>> len(fingerprint("What is 2+2?")), fingerprint("  ")
    (16, '')
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    data = plain.encode("utf-8", "surrogatepass")  # JSON can hold half a character
    return sys.intern(hashlib.sha256(data).hexdigest()[:FINGERPRINT]) if plain else ""
