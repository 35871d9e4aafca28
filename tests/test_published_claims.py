"""The page of published claims says what the boards say now."""

import importlib.util
from pathlib import Path
from types import ModuleType

from boards import board_path
from parallaxis.analyses.axis_variants import MEANINGS
from parallaxis.ingredients import Ingredients
from parallaxis.io import load

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "published-claims.md").read_text(encoding="utf-8")


def generator() -> ModuleType:
    """Return the module that prints the page."""
    spec = importlib.util.spec_from_file_location("claims", DOCS / "published_claims_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table() -> dict[str, list[str]]:
    """Return the cells of the page's table by the name of their row."""
    rows = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
    return {row[0]: row[1:] for row in rows}


def test_every_procedure_has_a_row_and_a_meaning() -> None:
    for name, meaning in MEANINGS.items():
        assert f"`{name}`" in table()
        assert f"* `{name}`: {meaning}\n" in TEXT


def test_words_of_the_page_are_those_of_its_generator() -> None:
    module = generator()
    assert TEXT.startswith(module.TOP)
    assert module.READING + module.LADDER in TEXT


def test_a_column_is_not_stale() -> None:
    board = Ingredients(load(board_path("swebench_bashonly")))
    place = list(generator().BOARDS).index("swebench_bashonly")
    for name, count in generator()._column(board).items():
        assert table()[name][place] == count
