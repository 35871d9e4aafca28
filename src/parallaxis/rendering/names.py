"""Names as readers can see them: on one line, with unprintable characters made visible."""

import re

SPACE = re.compile(r"\s")


def visible(text: str) -> str:
    r"""Return text on one line, with characters that do not print written as escape sequences.

    Examples
    --------
    >>> print(visible("red\x1b[31m"))
    red\x1b[31m
    """
    return "".join(c if c.isprintable() else _sequence(c) for c in SPACE.sub(" ", text))


def _sequence(character: str) -> str:
    """Write one character as an escape sequence."""
    return character.encode("unicode_escape").decode("ascii")
