"""The page of panel caveats says what the library answers now."""

from docs_folder import DOCS, docs_module


def test_panel_caveats_page_is_not_stale() -> None:
    page = docs_module("panel_caveats_page").page()
    assert (DOCS / "panel-caveats.md").read_text(encoding="utf-8") == page


def test_methods_page_leads_to_the_caveats() -> None:
    methods = (DOCS / "methods.md").read_text(encoding="utf-8")
    panel = methods.split("## Effective votes of the panel")[1].split("\n## ")[0]
    assert "(panel-caveats.md)" in panel
