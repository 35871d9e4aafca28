"""Sections beside the diagnosis: published procedures, and the item response model."""

from parallaxis.analyses.axis_variants import MEANINGS, axis_variants
from parallaxis.analyses.item_response import item_response
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import Facts, TableBlock
from parallaxis.rendering.document import document
from parallaxis.worlds import one_ability

TINY = ScoreMatrix.from_array([[1, 0], [0, 1], [1, 1]])
BOARD = one_ability(n_models=40, n_items=30, seed=1).board


def test_every_procedure_has_a_row_and_a_meaning() -> None:
    blocks = document(axis_variants(BOARD, max_draws=40)).blocks
    counts = next(block for block in blocks if isinstance(block, TableBlock))
    meanings = next(block for block in blocks if isinstance(block, Facts))
    assert [row[0] for row in counts.rows] == list(MEANINGS)
    assert {row.label: row.value for row in meanings.rows} == dict(MEANINGS)


def test_the_ablest_model_and_the_steepest_item_come_first() -> None:
    found = item_response(BOARD)
    assert isinstance(found.abilities, tuple)
    tables = [block for block in document(found).blocks if isinstance(block, TableBlock)]
    best = max(found.abilities, key=lambda one: one.estimate)
    slopes = {row["item"]: row["discrimination"] for row in found.summary().to_pylist()}
    assert tables[0].rows[0][0] == best.name
    assert len(tables[0].rows) == 25
    assert tables[1].rows[0][0] == max(slopes, key=lambda name: slopes[name])


def test_both_are_written_as_pages_and_as_markdown() -> None:
    for board in (BOARD, TINY):
        for found in (axis_variants(board, max_draws=20), item_response(board)):
            assert found.to_html().startswith("<!DOCTYPE html>")
            assert found.to_markdown().startswith("# How ")


def test_what_is_not_identified_says_why() -> None:
    for found in (axis_variants(TINY, max_draws=20), item_response(TINY)):
        assert "not identified" in found.to_markdown()
