"""A small table for notebooks."""

import pyarrow as pa
from markupsafe import escape

from parallaxis.numerals import MISSING, number

MOST_ROWS = 20


def table_html(caption: str, table: pa.Table) -> str:
    """Return a table as HTML with every text escaped.

    Parameters
    ----------
    caption : str
        Lines stay lines.
    table : pyarrow.Table
        The first 20 rows are shown; floats with three significant digits, gaps as a dash.

    Examples
    --------
    >>> table_html("a < b", pa.table({"x": [0.12345]}))[:47]
    '<table><caption style="text-align:left;white-sp'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in table.column_names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row.values()) + "</tr>"
        for row in table.slice(0, MOST_ROWS).to_pylist()
    )
    more = table.num_rows - MOST_ROWS
    rest = f"<p>and {more:,} more rows</p>" if more > 0 else ""
    style = "text-align:left;white-space:pre-wrap"
    return (
        f'<table><caption style="{style}">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"
    )


def _cell(value: object) -> str:
    """Return the text of a cell."""
    if value is None:
        return MISSING
    return number(value) if isinstance(value, float) else str(value)
