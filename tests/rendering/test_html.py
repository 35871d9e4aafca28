"""The page: offline, without scripts, escaped, well formed, the same every time."""

import re
from html.parser import HTMLParser

from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.document import document
from parallaxis.rendering.html import html

VOID = {"meta", "br", "hr", "img", "link", "input"}
ALLOWED_ADDRESS = "http://www.w3.org/2000/svg"  # the name of the SVG vocabulary, never fetched


class Reader(HTMLParser):
    """Collects ids, links and texts, and checks that elements nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> Reader:
    """Parse a page to its end."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def values(reader: Reader, name: str) -> list[str]:
    """Return the values of an attribute in the page."""
    return [value or "" for attribute, value in reader.attributes if attribute == name]


def test_page_is_well_formed(found: Diagnosis) -> None:
    reader = read(html(document(found)))
    assert reader.open == []
    ids = values(reader, "id")
    assert len(ids) == len(set(ids))
    links = [link.removeprefix("#") for link in values(reader, "href")]
    assert set(links) <= set(ids)


def test_page_runs_no_script_and_fetches_nothing(found: Diagnosis) -> None:
    page = html(document(found))
    reader = read(page)
    assert reader.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base"})
    assert "<script" not in page
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert values(reader, "src") == []
    assert all(link.startswith("#") for link in values(reader, "href"))
    assert re.search(r"url\(|@import", page) is None
    assert "http" not in page.replace(ALLOWED_ADDRESS, "")


def test_names_are_text_wherever_they_stand(nasty: Diagnosis) -> None:
    page = html(document(nasty))
    reader = read(page)
    name = nasty.panel.members[0].model
    shown = name.replace("\x1b", "\\x1b")
    assert sum(shown in text for text in reader.texts) > 5
    assert "\x1b" not in page


def test_same_diagnosis_same_page(binary: Diagnosis) -> None:
    assert html(document(binary)) == html(document(binary))


def test_page_follows_the_readers_colours_and_prints(binary: Diagnosis) -> None:
    page = html(document(binary))
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert 'name="viewport"' in page


def test_contents_lists_every_section(binary: Diagnosis) -> None:
    said = document(binary)
    page = html(said)
    for section in said.sections:
        assert f'<a href="#{section.anchor}">' in page


def test_long_names_may_break_and_numbers_may_not(binary: Diagnosis) -> None:
    page = html(document(binary))
    assert '<td class="name">' in page
    assert re.search(r"td\.name[^}]*overflow-wrap: anywhere", page)
    assert re.search(r"td\.right \{[^}]*white-space: nowrap", page)
