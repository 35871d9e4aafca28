"""A tiny builder of SVG text: leaves escape what they are given, so that no name can break out."""

from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from parallaxis.rendering.names import visible

INK = "currentColor"
ACCENT = "var(--accent, #1f5fa8)"
SECOND = "var(--second, #b3500f)"
FAINT = "var(--faint, #8a8f98)"
GRID = "var(--grid, #d7dade)"
PAPER = "var(--paper, #ffffff)"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

Anchor = Literal["start", "middle", "end"]


def element(tag: str, *children: str, **attributes: str | float) -> str:
    """Return an element.

    Parameters
    ----------
    tag : str
    *children : str
        Finished markup; texts must go through :func:`words` or :func:`tooltip`.
    **attributes : str or float
        Underscores become hyphens; numbers are rounded to hundredths.
    """
    listed = "".join(
        f" {name.strip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for name, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{tag}{listed}>{inside}</{tag}>" if inside else f"<{tag}{listed}/>"


def tooltip(text: str) -> str:
    """Return a title, which browsers show on hovering and readers read out."""
    return element("title", _escaped(text))


def words(
    x: float,
    y: float,
    text: str,
    *,
    anchor: Anchor = "start",
    size: float = 13,
    colour: str = INK,
    turn: float = 0.0,
    full: str = "",
) -> str:
    """Return a line of text; `full` is shown on hovering where the text is a shortened one."""
    turned: dict[str, str] = {"transform": f"rotate({turn:g} {x:.2f} {y:.2f})"} if turn else {}
    title = tooltip(full) if full and full != text else ""
    return element(
        "text",
        title + _escaped(text),
        x=x,
        y=y,
        text_anchor=anchor,
        font_size=size,
        style=f"fill:{colour}",
        **turned,
    )


def line(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    *,
    colour: str = INK,
    width: float = 1,
    dash: str = "",
) -> str:
    """Return a straight line."""
    style = f"stroke:{colour};stroke-width:{width:g}"
    dashed = f";stroke-dasharray:{dash}" if dash else ""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, style=style + dashed)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    colour: str,
    opacity: float = 1,
    title: str = "",
) -> str:
    """Return a filled rectangle."""
    inside = (tooltip(title),) if title else ()
    faded = f";fill-opacity:{opacity:g}" if opacity < 1 else ""
    return element(
        "rect", *inside, x=x, y=y, width=width, height=height, style=f"fill:{colour}{faded}"
    )


def point(
    x: float, y: float, *, colour: str, filled: bool = True, radius: float = 5, title: str = ""
) -> str:
    """Return a point, filled or hollow."""
    inside = (tooltip(title),) if title else ()
    style = f"fill:{colour if filled else PAPER};stroke:{colour};stroke-width:1.6"
    return element("circle", *inside, cx=x, cy=y, r=radius, style=style)


def path(
    points: list[tuple[float, float]], *, colour: str, width: float = 1.5, dash: str = ""
) -> str:
    """Return a line through points."""
    style = f"fill:none;stroke:{colour};stroke-width:{width:g}"
    dashed = f";stroke-dasharray:{dash}" if dash else ""
    return element("path", d=_through(points), style=style + dashed)


def area(points: list[tuple[float, float]], *, colour: str, opacity: float = 0.25) -> str:
    """Return a filled outline."""
    return element(
        "path",
        d=_through(points) + "Z",
        style=f"fill:{colour};fill-opacity:{opacity:g};stroke:none",
    )


def picture(
    name: str, size: tuple[float, float], *, title: str, text: str, content: list[str]
) -> str:
    """Return the whole figure, which names and describes itself to readers.

    Parameters
    ----------
    name : str
        Unique in the page; ids are made of it.
    size : (float, float)
        Its natural width and height in pixels; it scales with its box.
    title, text : str
        What a reader who cannot see it is told.
    content : list of str
        Markup.
    """
    width, height = size
    return element(
        "svg",
        element("title", _escaped(title), id=f"{name}-title"),
        element("desc", _escaped(text), id=f"{name}-text"),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{name}-title {name}-text",
        font_family=FONT,
    )


def _through(points: list[tuple[float, float]]) -> str:
    """Return the path data of a line through points."""
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _escaped(text: str) -> str:
    """Escape text, with characters that XML does not allow made visible."""
    return escape(visible(text))


def _value(value: str | float) -> str:
    """Write an attribute's value."""
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")
