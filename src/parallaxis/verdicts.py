"""What did each member of a panel say on each item, before anything is called right or wrong?"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.cautions import Caution
from parallaxis.errors import InputError, MissingDataError, ShapeError
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance
from parallaxis.tables import tidy
from parallaxis.tables.cells import as_text_or_numbers, shown
from parallaxis.tables.frame_parts import Layout
from parallaxis.tables.headers import plain_name
from parallaxis.tables.names import check_names, given_or_made, positions
from parallaxis.tables.verdict_cells import Codes, as_numbers, numbered, verdict_texts
from parallaxis.tables.verdict_frames import (
    VerdictDuplicates,
    VerdictParts,
    read_verdict_frame,
    with_gold,
)

GOLD_NAMES = frozenset(
    {"gold", "label", "truth", "ground truth", "target", "correct answer", "key"}
)
NAMED = 3  # verdicts that a note names


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Categorical verdicts of members on items, with the right ones where they are known.

    Build one with :meth:`from_array`, :meth:`from_frame` or ``load_verdicts``.

    Attributes
    ----------
    codes : ndarray of int32, shape (n_models, n_items)
        Place of each verdict in `categories`, read-only; −1 where there is none.
    gold : ndarray of int32, shape (n_items,), or None
        The right answers in the same numbers; −1 where an item has none, None without any.
    categories : tuple of str
        Distinct verdicts and right answers.
    models, items : tuple of str
        Unique names.
    item_metadata : pyarrow.Table
        First column ``item``. Columns with a meaning: ``group``; ``options``, how many answers an
        item offers.
    provenance : Provenance
    """

    codes: Codes
    gold: Codes | None
    categories: tuple[str, ...]
    models: tuple[str, ...]
    items: tuple[str, ...]
    item_metadata: pa.Table
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        check_names("models", self.models, self.codes.shape[0])
        check_names("items", self.items, self.codes.shape[1])
        for name in ("codes", "gold"):
            values = getattr(self, name)
            if values is not None:
                values = np.array(values, dtype=np.int32)
                values.setflags(write=False)
                object.__setattr__(self, name, values)
        if not (self.codes >= 0).any():
            raise MissingDataError(
                f"none of {self.codes.size} cells holds a verdict; blank cells and those spelled "
                "missing (such as NA) hold none."
            )

    # ------------------------------------------------------------------ construction

    @classmethod
    def from_array(
        cls,
        values: Any,
        *,
        gold: Sequence[Any] | None = None,
        models: Sequence[str] | None = None,
        items: Sequence[str] | None = None,
        item_metadata: Any = None,
        provenance: Provenance | None = None,
    ) -> Self:
        """Make verdicts of an array of words or small numbers.

        Parameters
        ----------
        values : array_like, shape (n_models, n_items)
            None, NaN, a blank or text such as ``"NA"`` = no verdict. Case counts; 1 and 1.0 are
            one verdict.
        gold : sequence, shape (n_items,), optional
            The right answers; None where an item has none.
        models, items : sequence of str, optional
            Unique names; ``model 1``, ``item 1``, ... by default.
        item_metadata : frame or mapping of columns, optional
        provenance : Provenance, optional

        Raises
        ------
        InputError
            A frame (use :meth:`from_frame`), or an array that is not models × items; names that
            are blank, repeated or of the wrong number.

        Examples
        --------
        >>> said = Verdicts.from_array([["A", "B"], ["A", None]], gold=["A", "A"])
        >>> said.n_missing, said.correct().values.tolist()
        (1, [[1.0, 0.0], [1.0, nan]])
        """
        if hasattr(values, "columns"):
            kind = type(values).__name__
            raise InputError(f"verdicts are a {kind} with labels of its own; use from_frame.")
        array = np.array(values, dtype=object)
        if np.ma.isMaskedArray(values):
            array[np.ma.getmaskarray(values)] = None
        if array.ndim != 2 or 0 in array.shape:
            raise ShapeError(f"verdicts have shape {array.shape}; pass models × items.")
        n_models, n_items = array.shape
        found = numbered(verdict_texts(as_text_or_numbers(array.ravel().tolist()), "values"))
        parts = VerdictParts(
            layout="wide",
            codes=found.codes.reshape(array.shape),
            gold=None,
            categories=found.categories,
            models=given_or_made(models, "model", n_models),
            items=given_or_made(items, "item", n_items),
            item_metadata=item_metadata,
            notes=(),
        )
        if gold is not None:
            if len(gold) != n_items:
                raise ShapeError(f"{len(gold)} right answers are given for {n_items} items.")
            parts = with_gold(parts, verdict_texts(as_text_or_numbers(list(gold)), "gold"))
        return cls.from_parts(parts, provenance or Provenance())

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        gold: str | None = None,
        layout: Layout = "auto",
        model_column: str | None = None,
        item_column: str | None = None,
        verdict_column: str | None = None,
        metadata_columns: Sequence[str] = (),
        duplicates: VerdictDuplicates = "error",
        transpose: bool = False,
        provenance: Provenance | None = None,
    ) -> Self:
        """Make verdicts of a frame of pandas, Polars, PyArrow or any library narwhals knows.

        Parameters
        ----------
        frame : frame
        gold, layout, model_column, item_column, verdict_column, metadata_columns, duplicates, \
transpose
            As in :func:`parallaxis.tables.verdict_frames.read_verdict_frame`.
        provenance : Provenance, optional

        Raises
        ------
        InputError
            As there.

        Examples
        --------
        >>> table = {"item": ["x", "y"], "ann": ["yes", "no"], "bo": ["yes", None]}
        >>> Verdicts.from_frame(pa.table(table))
        Verdicts(2 models × 2 items, 2 distinct verdicts, no gold)
        """
        parts = read_verdict_frame(
            frame,
            gold=gold,
            layout=layout,
            model_column=model_column,
            item_column=item_column,
            verdict_column=verdict_column,
            metadata_columns=metadata_columns,
            duplicates=duplicates,
            transpose=transpose,
        )
        origin = provenance or Provenance(("frame",), f"frame of verdicts, {parts.layout}")
        return cls.from_parts(parts, origin)

    @classmethod
    def from_parts(cls, parts: VerdictParts, provenance: Provenance) -> Self:
        """Make verdicts of what a reader found, noting what a reader of answers must know."""
        check_names("items", parts.items, parts.codes.shape[1])
        notes = (*provenance.notes, *parts.notes, *_oddities(parts))
        return cls(
            codes=parts.codes,
            gold=parts.gold,
            categories=parts.categories,
            models=parts.models,
            items=parts.items,
            item_metadata=tidy.metadata_table("item", parts.items, parts.item_metadata),
            provenance=replace(provenance, notes=notes),
        )

    # ------------------------------------------------------------------ what it is

    @property
    def n_models(self) -> int:
        """Number of members."""
        return len(self.models)

    @property
    def n_items(self) -> int:
        """Number of items."""
        return len(self.items)

    @property
    def n_missing(self) -> int:
        """Number of cells without a verdict."""
        return int((self.codes < 0).sum())

    @property
    def values(self) -> NDArray[np.float64] | None:
        """The categories as numbers, where all of them are finite numbers."""
        return as_numbers(self.categories)

    @property
    def data_hash(self) -> str:
        """SHA-256 of names, verdicts, right answers and metadata."""
        digest = hashlib.sha256()
        for part in (self.models, self.items, self.categories):
            digest.update("\x1f".join(part).encode() + b"\x1e")
        digest.update(np.ascontiguousarray(self.codes).tobytes())
        digest.update(b"no gold" if self.gold is None else self.gold.tobytes())
        digest.update(tidy.canonical_bytes(self.item_metadata))
        return digest.hexdigest()

    def metadata(self, column: str) -> list[Any] | None:
        """Return one column that describes the items, or None where there is none."""
        table = self.item_metadata
        return table.column(column).to_pylist() if column in table.column_names else None

    def __repr__(self) -> str:
        gold = "no gold" if self.gold is None else "with gold"
        return (
            f"Verdicts({self.n_models} models × {self.n_items} items, "
            f"{len(self.categories)} distinct verdicts, {gold})"
        )

    # ------------------------------------------------------------------ views

    def select_models(self, which: Iterable[str] | Callable[[str], bool]) -> Self:
        """Return the verdicts of some members; MissingDataError for one that is not there."""
        rows = positions("model", self.models, which)
        return replace(self, codes=self.codes[rows], models=tuple(self.models[i] for i in rows))

    def select_items(self, which: Iterable[str] | Callable[[str], bool]) -> Self:
        """Return the verdicts on some items; MissingDataError for one that is not there."""
        return self._items(positions("item", self.items, which))

    def with_gold_only(self) -> Self:
        """Return the verdicts on the items whose right answer is known.

        Raises
        ------
        MissingDataError
            No item has one.
        """
        if self.gold is None or not (self.gold >= 0).any():
            raise MissingDataError(
                "no item has a right answer, so that no verdict is right or wrong; name the "
                "column or member that holds them (gold='…', --gold)."
            )
        return self._items(np.flatnonzero(self.gold >= 0))

    def correct(self) -> ScoreMatrix:
        """Which verdicts are right?

        Returns
        -------
        ScoreMatrix
            Binary: 1 where a verdict equals the right answer, 0 where it differs, NaN where there
            is no verdict. Items without a right answer are left out, and a note counts them.

        Raises
        ------
        MissingDataError
            No item has a right answer.
        """
        known = self.with_gold_only()
        gold = known.gold
        assert gold is not None  # noqa: S101 - chosen so
        scores = np.where(known.codes < 0, np.nan, (known.codes == gold).astype(np.float64))
        lost = self.n_items - known.n_items
        text = f"{lost} of {self.n_items} items have no right answer and were left out."
        notes = (*self.provenance.notes, *([Caution("gold_missing", text)] if lost else []))
        return ScoreMatrix.from_array(
            scores,
            models=known.models,
            items=known.items,
            scale="binary",
            item_metadata=known.item_metadata if known.item_metadata.num_columns > 1 else None,
            provenance=replace(self.provenance, notes=notes),
        )

    def _items(self, columns: NDArray[np.intp]) -> Self:
        """Cut items, their names, right answers and metadata together."""
        return replace(
            self,
            codes=self.codes[:, columns],
            gold=None if self.gold is None else self.gold[columns],
            items=tuple(self.items[i] for i in columns),
            item_metadata=self.item_metadata.take(columns),
        )


def _oddities(parts: VerdictParts) -> tuple[Caution, ...]:
    """Note what may be a slip: gold among members, gold nobody says, case that differs."""
    notes = []
    if parts.gold is None:
        like = [name for name in parts.models if plain_name(name) in GOLD_NAMES]
        if like:
            text = f"{shown(like[0])} is taken for a member; if it holds the right answers, "
            notes.append(Caution("possible_gold", f"{text}pass gold={like[0]!r} (--gold)."))
    else:
        notes.extend(_unsaid(parts, parts.gold))
    folded: dict[str, str] = {}
    for category in parts.categories:
        other = folded.setdefault(category.casefold(), category)
        if other != category:
            text = f"{shown(other)} and {shown(category)} count as two verdicts; write one way."
            notes.append(Caution("verdicts_differ_by_case", text))
            break
    return tuple(notes)


def _unsaid(parts: VerdictParts, gold: Codes) -> list[Caution]:
    """Note right answers that no member ever gives: perhaps they are written otherwise."""
    said = set(np.unique(parts.codes).tolist())
    unsaid = [parts.categories[i] for i in np.unique(gold).tolist() if i >= 0 and i not in said]
    if not unsaid:
        return []
    listed = ", ".join(map(shown, unsaid[:NAMED])) + (", …" if len(unsaid) > NAMED else "")
    text = (
        f"No member ever gives {len(unsaid)} of the right answers ({listed}); see whether verdicts "
        "and right answers are written alike."
    )
    return [Caution("gold_never_given", text)]
