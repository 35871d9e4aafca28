"""The badge: one line, never a number that is not identified, and as sure as it looks."""

from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import answers_by_hand
import axes_by_hand as by_hand
from parallaxis.analyses.axes import Axes
from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.answers import NotAnswered
from parallaxis.rendering.badge import (
    COLOURS,
    INK,
    LEFT_SIDE,
    badge_json,
    badge_svg,
    badge_text,
    certainty,
)

SVG = "{http://www.w3.org/2000/svg}"
WHY = NotAnswered("the board is too small")


def breadth(estimate: float | None) -> Breadth:
    """Return a breadth with this effective dimensionality, or without one."""
    ed: EffectiveDimensionality | NotAnswered = WHY
    if estimate is not None:
        known = answers_by_hand.breadth().effective_dimensionality
        assert not isinstance(known, NotAnswered)
        ed = replace(known, estimate=estimate)
    return replace(answers_by_hand.breadth(), effective_dimensionality=ed)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour.removeprefix("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("axes", "estimate", "text"),
    [
        (by_hand.axes(2), 1.668, "k = 2 · ED 1.7"),
        (by_hand.axes(0), 26.34, "k = 0 · ED 26.3"),
        (by_hand.axes(8), 1234.5, "k ≥ 8 · ED 1,234"),
        (by_hand.axes(1, significant=8), 1.0, "k = 1 · ED 1.0"),
        (by_hand.unknown(WHY), 3.0, "k not identified · ED 3.0"),
        (by_hand.axes(2), None, "k = 2 · ED not identified"),
        (by_hand.unknown(WHY), None, "k not identified · ED not identified"),
    ],
)
def test_text(axes: Axes, estimate: float | None, text: str) -> None:
    assert badge_text(breadth(estimate), axes) == text


@pytest.mark.parametrize(
    ("axes", "estimate", "sure"),
    [
        (by_hand.axes(2), 1.7, "sure"),
        (by_hand.axes(1), 1.7, "sure"),
        (by_hand.axes(2, k_subsamples=(2, 2)), 1.7, "sure"),
        (by_hand.axes(2, k_subsamples=(2, 3)), 1.7, "open"),
        (by_hand.axes(2, significant=4, k_subsamples=(3, 5)), 1.7, "sure"),
        (by_hand.axes(2, significant=4, k_subsamples=(1, 4)), 1.7, "open"),
        (by_hand.axes(8), 1.7, "open"),
        (by_hand.axes(1, n_models=60), 1.7, "open"),
        (by_hand.axes(2, n_models=59), 1.7, "open"),
        (by_hand.axes(2, n_models=59, scale="binary"), 1.7, "sure"),
        (by_hand.axes(2), None, "none"),
        (by_hand.unknown(WHY), 1.7, "none"),
    ],
)
def test_certainty(axes: Axes, estimate: float | None, sure: str) -> None:
    assert certainty(breadth(estimate), axes) == sure


def test_json_is_an_endpoint_for_shields() -> None:
    found: dict[str, Any] = badge_json(breadth(1.7), by_hand.axes(2))
    assert found == {
        "schemaVersion": 1,
        "label": "parallaxis",
        "message": "k = 2 · ED 1.7",
        "color": COLOURS["sure"],
    }


@pytest.mark.parametrize("axes", [by_hand.axes(2), by_hand.axes(8), by_hand.unknown(WHY)])
def test_svg_describes_itself_and_fetches_nothing(axes: Axes) -> None:
    text = badge_svg(breadth(1.7), axes)
    figure = fromstring(text)  # noqa: S314 - drawn by ourselves
    message = badge_text(breadth(1.7), axes)
    assert figure.findtext(f"{SVG}title") == f"parallaxis: {message}"
    assert figure.get("role") == "img"
    assert [t.text for t in figure.iter(f"{SVG}text")] == ["parallaxis", message]
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "var(" not in text
    rest = figure.findtext(f"{SVG}desc") or ""
    assert "95 % interval 6.50 to 9.50 over models" in rest
    assert "shuffled scores: 33.0" in rest


def test_svg_is_as_wide_as_its_text() -> None:
    short, long = (
        float(fromstring(badge_svg(breadth(e), a)).get("width") or 0)  # noqa: S314 - our own
        for e, a in ((1.7, by_hand.axes(2)), (None, by_hand.unknown(WHY)))
    )
    assert long > short + 100


@pytest.mark.parametrize("colour", [*COLOURS.values(), LEFT_SIDE])
def test_white_text_can_be_read_on_every_colour(colour: str) -> None:
    assert (luminance(INK) + 0.05) / (luminance(colour) + 0.05) >= 5.8
