"""The documentation is complete and not stale."""

import importlib.util
from pathlib import Path

import parallaxis

DOCS = Path(__file__).parents[1] / "docs"


def test_command_line_page_is_not_stale() -> None:
    place = DOCS / "cli_page.py"
    spec = importlib.util.spec_from_file_location("cli_page", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == module.page()


def test_public_names_exist_and_are_listed() -> None:
    for name in parallaxis.__all__:
        assert getattr(parallaxis, name) is not None
    assert dir(parallaxis) == sorted(parallaxis.__all__)
