"""Tables in notebooks are escaped, short, and show gaps as gaps."""

import pyarrow as pa

from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.notebook import table_html


def test_texts_are_escaped() -> None:
    text = table_html("<b>", pa.table({"<i>": ["<script>"]}))
    assert "<script" not in text
    assert "<i>" not in text
    assert "&lt;b&gt;" in text


def test_gaps_and_long_tables() -> None:
    text = table_html("t", pa.table({"x": [None, *range(29)]}))
    assert "<td>–</td>" in text
    assert text.count("<tr>") == 21
    assert "and 10 more rows" in text


def test_results_show_themselves(found: Diagnosis) -> None:
    for result in (found, found.breadth, found.axes, found.panel):
        text = result._repr_html_()
        assert text.startswith("<table>")
        assert "<script" not in text
