"""What every reader gives back."""

from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table, and what it was read from.

    Attributes
    ----------
    table : pyarrow.Table
        Wide or long; cells may still be text.
    format : str
        A word for people, such as ``"csv"``.
    """

    table: pa.Table
    format: str
