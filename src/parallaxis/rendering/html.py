"""A document as one offline page: no scripts, nothing fetched, every name escaped."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from parallaxis._version import __version__
from parallaxis.rendering.blocks import Document, FigureBlock
from parallaxis.rendering.names import visible


def html(document: Document) -> str:
    """What is the document as one page?

    Parameters
    ----------
    document : Document

    Returns
    -------
    str
        A whole HTML page with its styles and figures inside. It runs no script and fetches
        nothing, follows the reader's light or dark setting, and prints.
    """
    drawn = {
        block.name: Markup(block.draw())  # noqa: S704 - the builder of figures escapes its leaves
        for block in document.blocks
        if isinstance(block, FigureBlock)
    }
    return _template().render(document=document, figures=drawn, version=__version__)


@cache
def _template() -> Template:
    """Read the template once; every text that it prints is escaped."""
    environment = Environment(
        autoescape=True,
        finalize=_plain,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = files("parallaxis.rendering").joinpath("template.html").read_text(encoding="utf-8")
    return environment.from_string(text)


def _plain(value: object) -> object:
    """Make characters that do not print visible, except in finished figures."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
