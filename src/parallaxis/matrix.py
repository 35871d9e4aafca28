"""The one noun that everything reads: a score matrix with its names, scale and origin."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from parallaxis._checks import choice
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.provenance import Provenance, provenance_of
from parallaxis.tables import tidy
from parallaxis.tables.frames import Duplicates, Layout, read_frame
from parallaxis.tables.names import check_names, given_or_made, positions
from parallaxis.tables.numbers import as_scores, unchangeable
from parallaxis.tables.scale import SCALES, Bounds, Scale, decide_scale, misplaced


@dataclass(frozen=True, eq=False)
class ScoreMatrix:
    """What did each model score on each item?

    Build one with :meth:`from_array`, :meth:`from_frame` or ``parallaxis.load``.

    Attributes
    ----------
    values : ndarray of float64, shape (n_models, n_items)
        Scores, read-only. NaN means *not scored*; it never means zero.
    models, items : tuple of str
        Unique names of rows and columns.
    scale : {"binary", "bounded", "real"}
        Decided once, at construction; never guessed later.
    bounds : tuple of float or None
        Lowest and highest possible score for binary and bounded scales.
    model_metadata, item_metadata : pyarrow.Table
        First column ``model`` (``item``), rows in the order of the names. Columns with a meaning:
        ``family``, ``date``, ``cost``, ``run`` of models; ``group``, ``chance``,
        ``higher_is_better`` of items.
    provenance : Provenance
        Sources, format, and notes on what was done on the way in.
    """

    values: NDArray[np.float64]
    models: tuple[str, ...]
    items: tuple[str, ...]
    scale: Scale
    bounds: Bounds
    model_metadata: pa.Table
    item_metadata: pa.Table
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        check_names("models", self.models, self.values.shape[0])
        check_names("items", self.items, self.values.shape[1])
        self._check_scores()
        object.__setattr__(self, "values", unchangeable(self.values))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come back from a copy or a pickle as unchangeable as before."""
        self.__dict__.update(state, values=unchangeable(state["values"]))

    # ------------------------------------------------------------------ construction

    @classmethod
    def from_array(
        cls,
        values: ArrayLike,
        *,
        models: Sequence[str] | None = None,
        items: Sequence[str] | None = None,
        scale: Scale | None = None,
        bounds: Bounds = None,
        model_metadata: Any = None,
        item_metadata: Any = None,
        provenance: Provenance | None = None,
    ) -> Self:
        """Make a board of an array.

        Parameters
        ----------
        values : array_like, shape (n_models, n_items)
            Scores; NaN (or masked) = not scored.
        models, items : sequence of str, optional
            Unique names; ``model 1``, ``item 1``, ... by default.
        scale : {"binary", "bounded", "real"}, optional
            Decided from the scores by default: 0/1 is binary, and so is 0/100 (noted, stored
            as 0/1); all in [0, 1] is bounded, all in [0, 100] with some above 10 is bounded
            percent (noted), anything else is real.
        bounds : (float, float), optional
            Lowest and highest possible score, for a bounded scale.
        model_metadata, item_metadata : frame or mapping of columns, optional
            With a ``model`` (``item``) column it is joined by name; else it is taken in order.
        provenance : Provenance, optional
            Where the scores came from.

        Returns
        -------
        ScoreMatrix

        Raises
        ------
        InputError
            Names blank, repeated or of the wrong number; scores that are no numbers, infinite or
            outside the scale; a frame, whose labels would be lost (use :meth:`from_frame`).

        Examples
        --------
        >>> board = ScoreMatrix.from_array([[1, 0, 1], [0, 0, 1]], models=["a", "b"])
        >>> board.scale, board.shape
        ('binary', (2, 3))
        """
        scaled = decide_scale(as_scores(values), scale, bounds)
        n_models, n_items = scaled.values.shape
        models = given_or_made(models, "model", n_models)
        items = given_or_made(items, "item", n_items)
        check_names("models", models, n_models)
        check_names("items", items, n_items)
        origin = provenance or Provenance()
        return cls(
            values=scaled.values,
            models=models,
            items=items,
            scale=scaled.scale,
            bounds=scaled.bounds,
            model_metadata=tidy.metadata_table("model", models, model_metadata),
            item_metadata=tidy.metadata_table("item", items, item_metadata),
            provenance=replace(origin, notes=(*origin.notes, *scaled.notes)),
        )

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        layout: Layout = "auto",
        model_column: str | None = None,
        item_column: str | None = None,
        score_column: str | None = None,
        metadata_columns: Sequence[str] = (),
        duplicates: Duplicates = "error",
        transpose: bool = False,
        scale: Scale | None = None,
        bounds: Bounds = None,
        model_metadata: Any = None,
        item_metadata: Any = None,
        provenance: Provenance | None = None,
    ) -> Self:
        """Make a board of a frame of pandas, Polars, PyArrow or any library narwhals knows.

        Parameters
        ----------
        frame : frame
            Wide (a row per model, a column per item) or long (a row per model and item).
        layout : {"auto", "wide", "long"}, default "auto"
            Long if the columns name a model, an item and a score; else wide.
        model_column, item_column, score_column : str, optional
            Column names, where they are not the usual ones.
        metadata_columns : sequence of str, optional
            Columns of a wide frame that describe the rows and are not items.
        duplicates : {"error", "mean", "first", "last"}, default "error"
            What to do with a (model, item) pair that occurs more than once.
        transpose : bool, default False
            True if the rows of a wide frame are items.
        scale, bounds, model_metadata, item_metadata, provenance
            As in :meth:`from_array`.

        Returns
        -------
        ScoreMatrix

        Raises
        ------
        FormatError
            A cell that is not a score, named by row and column.
        DuplicateError
            A pair that occurs twice, unless a policy is given.

        Examples
        --------
        >>> long = {"model": ["a", "a", "b"], "item": ["x", "y", "x"], "score": [1, 0, 1]}
        >>> board = ScoreMatrix.from_frame(pa.table(long))
        >>> board.n_missing
        1
        """
        parts = read_frame(
            frame,
            layout=layout,
            model_column=model_column,
            item_column=item_column,
            score_column=score_column,
            metadata_columns=metadata_columns,
            duplicates=duplicates,
            transpose=transpose,
        )
        origin = provenance or Provenance(sources=("frame",), format=f"frame, {parts.layout}")
        return cls.from_array(
            parts.values,
            models=parts.models,
            items=parts.items,
            scale=scale,
            bounds=bounds,
            model_metadata=parts.model_metadata if model_metadata is None else model_metadata,
            item_metadata=parts.item_metadata if item_metadata is None else item_metadata,
            provenance=replace(origin, notes=(*origin.notes, *parts.notes)),
        )

    # ------------------------------------------------------------------ what it is

    @property
    def shape(self) -> tuple[int, int]:
        """Number of models and number of items."""
        n_models, n_items = self.values.shape
        return n_models, n_items

    @property
    def n_models(self) -> int:
        """Number of models."""
        return self.shape[0]

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.shape[1]

    @property
    def observed(self) -> NDArray[np.bool_]:
        """Which cells were scored, shape (n_models, n_items)."""
        return ~np.isnan(self.values)

    @property
    def n_missing(self) -> int:
        """Number of cells that were not scored."""
        return int(np.isnan(self.values).sum())

    @property
    def data_hash(self) -> str:
        """SHA-256 of names, scores, scale and metadata; not of where they came from."""
        digest = hashlib.sha256()
        for part in (self.models, self.items, (self.scale, repr(self.bounds))):
            digest.update("\x1f".join(part).encode() + b"\x1e")
        digest.update(np.ascontiguousarray(self.values + 0.0).tobytes())
        for table in (self.model_metadata, self.item_metadata):
            digest.update(tidy.canonical_bytes(table))
        return digest.hexdigest()

    def _check_scores(self) -> None:
        """Refuse a score that the scale does not allow, naming the cell."""
        found = misplaced(self.values, self.scale, self.bounds)
        if found is None:
            return
        wrong, what = found
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        raise InputError(
            f"score {self.values[row, column]:g} of model {self.models[row]!r} on item "
            f"{self.items[column]!r} {what}."
        )

    def metadata(self, axis: Literal["model", "item"], column: str) -> list[Any] | None:
        """Return one metadata column in the order of the names, or None where there is none."""
        table = self.model_metadata if axis == "model" else self.item_metadata
        return table.column(column).to_pylist() if column in table.column_names else None

    def __repr__(self) -> str:
        return f"ScoreMatrix({self.n_models} models × {self.n_items} items, {self.scale})"

    # ------------------------------------------------------------------ views

    def select_models(self, which: Iterable[str] | Callable[[str], bool]) -> Self:
        """Return the board of some models, in the board's order.

        Parameters
        ----------
        which : iterable of str, or callable
            Names to keep, or a function of a name that says whether to keep it.

        Raises
        ------
        MissingDataError
            A name that the board does not have, or no model left.
        """
        return self._take(models=positions("model", self.models, which))

    def select_items(self, which: Iterable[str] | Callable[[str], bool]) -> Self:
        """Return the board of some items, in the board's order; as :meth:`select_models`."""
        return self._take(items=positions("item", self.items, which))

    def drop_dead(self) -> Self:
        """Return the board without items on which all scored models have one and the same score."""
        return self._take(items=np.flatnonzero(~self.dead))

    @property
    def dead(self) -> NDArray[np.bool_]:
        """Which items cannot tell models apart: one distinct score, or none; shape (n_items,)."""
        low = np.where(self.observed, self.values, np.inf).min(axis=0)
        high = np.where(self.observed, self.values, -np.inf).max(axis=0)
        return np.asarray(high <= low)

    def complete(self, by: Literal["models", "items"]) -> Self:
        """Return the board of the models (or of the items) that have no missing cell."""
        choice("by", by, ("models", "items"))
        if by == "models":
            return self._take(models=np.flatnonzero(self.observed.all(axis=1)))
        return self._take(items=np.flatnonzero(self.observed.all(axis=0)))

    def oriented(self) -> Self:
        """Return the board with every item turned so that a higher score is better.

        An item whose ``higher_is_better`` is False is reflected in its bounds (binary, bounded)
        or changes sign (real).
        """
        flags = self.metadata("item", "higher_is_better")
        if flags is None or all(flag is not False for flag in flags):
            return self
        turned = np.array([flag is False for flag in flags])
        low, high = self.bounds or (0.0, 0.0)
        values = np.where(turned, (low + high) - self.values, self.values)
        n = int(turned.sum())
        note = Caution("items_reversed", f"{n} of {self.n_items} items count lower as better.")
        table = tidy.with_column(self.item_metadata, "higher_is_better", [True] * self.n_items)
        notes = (*self.provenance.notes, note)
        provenance = replace(self.provenance, notes=notes)
        return replace(self, values=values, item_metadata=table, provenance=provenance)

    def _take(
        self,
        models: NDArray[np.intp] | None = None,
        items: NDArray[np.intp] | None = None,
    ) -> Self:
        """Cut rows and columns, names and metadata together."""
        rows = np.arange(self.n_models) if models is None else models
        columns = np.arange(self.n_items) if items is None else items
        return replace(
            self,
            values=self.values[np.ix_(rows, columns)],
            models=tuple(self.models[i] for i in rows),
            items=tuple(self.items[i] for i in columns),
            model_metadata=self.model_metadata.take(rows),
            item_metadata=self.item_metadata.take(columns),
        )

    # ------------------------------------------------------------------ to and from tables

    def to_table(self) -> pa.Table:
        """Return one tidy table: a row per model and item, with all that is known as metadata."""
        return tidy.encode(
            tidy.Parts(
                values=self.values,
                models=self.models,
                items=self.items,
                model_metadata=self.model_metadata,
                item_metadata=self.item_metadata,
                facts={
                    "scale": self.scale,
                    "bounds": list(self.bounds) if self.bounds else None,
                    **asdict(self.provenance),
                },
            )
        )

    @classmethod
    def from_table(cls, table: pa.Table) -> Self:
        """Return the board that :meth:`to_table` wrote, with nothing lost."""
        parts = tidy.decode(table)
        facts = parts.facts
        return cls(
            values=parts.values,
            models=parts.models,
            items=parts.items,
            scale=choice("scale", facts["scale"], SCALES),
            bounds=tuple(facts["bounds"]) if facts["bounds"] else None,
            model_metadata=parts.model_metadata,
            item_metadata=parts.item_metadata,
            provenance=provenance_of(facts),
        )

    def to_parquet(self, path: str | Path) -> None:
        """Write the board to one Parquet file that :meth:`from_parquet` reads back unchanged."""
        tidy.write_parquet(self.to_table(), Path(path))

    def to_csv(self, path: str | Path) -> None:
        """Write model, item, score as CSV, a blank where not scored; metadata is not kept."""
        tidy.write_csv(self.to_table(), Path(path))

    @classmethod
    def from_parquet(cls, path: str | Path) -> Self:
        """Return the board that :meth:`to_parquet` wrote."""
        return cls.from_table(tidy.read_parquet(Path(path)))
