"""Delimited text: CSV, TSV, and semicolons."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain, islice

import pyarrow as pa

from parallaxis.errors import FormatError
from parallaxis.io.opening import Opened
from parallaxis.io.reading import TableRead
from parallaxis.io.text import MAX_LINE, looks_like_text, text_blocks
from parallaxis.tables.headers import check_headers

DELIMITERS = {",": "csv", "\t": "tsv", ";": "csv with semicolons"}
CARRIAGE_RETURNS = "lines end with lone carriage returns; save the file with line feeds."
LOOKED_AT = 5  # lines by which the delimiter is decided
LINE_COST = 64  # bytes that a line of a cell of many lines takes beside its text
BLOCK_CELLS = 2**18  # cells that become columns at once


def recognise(head: bytes) -> bool:
    """Return whether first bytes are text; a reader of last resort."""
    return looks_like_text(head)


def read(opened: Opened) -> TableRead:
    """Read delimited text as columns of text.

    Raises
    ------
    FormatError
        No delimiter, a row of another length than the header, broken quotes.
    """
    lines = _Lines(text_blocks(opened.source))
    try:
        delimiter = _delimiter(lines.ahead(LOOKED_AT))
        rows = csv.reader(lines, delimiter=delimiter, strict=True)
        headers = [name.strip() for name in next(filter(_filled, rows))]
        check_headers(headers)
        blocks = list(_blocks(rows, lines, len(headers)))
    except csv.Error as error:
        raise FormatError(_csv_trouble(str(error), lines.taken)) from error
    return TableRead(_table(headers, blocks), DELIMITERS[delimiter])


def _blocks(rows: Iterator[list[str]], lines: "_Lines", n_columns: int) -> Iterator[list[pa.Array]]:
    """Yield the columns of as many rows as make a block, refusing ragged rows."""
    size = max(1, BLOCK_CELLS // n_columns)
    block: list[list[str]] = []
    for row in rows:
        lines.used = 0
        if len(row) == n_columns:
            block.append(row)
        elif _filled(row):
            raise FormatError(
                f"line {lines.taken} has {len(row)} cell{'s' * (len(row) != 1)} where the header "
                f"has {n_columns}; complete it, or quote cells that hold the delimiter."
            )
        if len(block) == size:
            yield _columns(block)
            block = []
    if block:
        yield _columns(block)


def _columns(block: list[list[str]]) -> list[pa.Array]:
    """Turn rows into columns of text."""
    return [pa.array(cells, pa.string()) for cells in zip(*block, strict=True)]


def _filled(row: list[str]) -> bool:
    """Return whether a row is more than a blank line."""
    return len(row) > 1 or bool(row and row[0].strip())


def _table(headers: list[str], blocks: list[list[pa.Array]]) -> pa.Table:
    """Put the blocks of each column below one another."""
    chunks = zip(*blocks, strict=True) if blocks else ([] for _ in headers)
    columns = [pa.chunked_array(list(column), pa.string()) for column in chunks]
    return pa.table(columns, names=headers)


class _Lines:
    """Lines of text; the lines of one row have a bound together."""

    def __init__(self, blocks: Iterable[str]) -> None:
        self._lines = chain.from_iterable(io.StringIO(block, newline="\n") for block in blocks)
        self.used = 0
        self.taken = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.taken += 1
        self.used += len(line) + LINE_COST
        if self.used > MAX_LINE:
            raise FormatError(
                f"one row is longer than {MAX_LINE // 2**20} MiB; look for a quotation mark that "
                "is not closed."
            )
        return line

    def ahead(self, n: int) -> list[str]:
        """Return the next lines without taking them."""
        lines = list(islice(self._lines, n))
        self._lines = chain(lines, self._lines)
        return lines


def _delimiter(lines: list[str]) -> str:
    """Return the delimiter that gives all lines equally many cells, and the header the most."""
    best = _best_delimiter(lines, strict=True) or _best_delimiter(lines, strict=False)
    if not any(line.strip() for line in lines):
        raise FormatError("begins with blank lines, or holds nothing else; begin with a header.")
    if not best and "\r" in lines[0].rstrip("\r\n"):
        raise FormatError(CARRIAGE_RETURNS)
    if not best:
        raise FormatError(
            "has one column only, or no delimiter that is known (comma, tab, semicolon); it needs "
            "a column of names and one of scores at least."
        )
    return best


def _best_delimiter(lines: list[str], *, strict: bool) -> str:
    """Return the best delimiter whose quotes are in order (strict), or in any order; or none."""
    best, most = "", (False, 1)
    for delimiter in DELIMITERS:
        counts = _cell_counts(lines, delimiter, strict=strict)
        rank = (len(set(counts)) == 1, counts[0]) if counts else (False, 0)
        if rank[1] > 1 and rank > most:
            best, most = delimiter, rank
    return best


def _cell_counts(lines: list[str], delimiter: str, *, strict: bool) -> list[int]:
    """Return the number of cells of each line; none where quotes or lengths are out of order."""
    try:
        rows = csv.reader(lines, delimiter=delimiter, strict=strict)
        return [len(row) for row in rows if _filled(row)]
    except csv.Error:
        return []


def _csv_trouble(what: str, line: int) -> str:
    """Say in plain words what the csv module refuses."""
    if "new-line character" in what:
        return f"line {line}: {CARRIAGE_RETURNS}"
    if "field larger" in what or "unexpected end" in what:
        return f"a quotation mark is not closed by line {line}; close it."
    return f"line {line} is not well-formed ({what}); double the quotation marks inside a cell."
