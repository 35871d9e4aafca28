"""Names as readers can see them: long ones shortened, unprintable characters made visible."""

import re

SPACE = re.compile(r"\s")


def shortened(name: str, most: int) -> str:
    """Return a name with its middle left out where it is longer than `most` characters.

    Examples
    --------
    >>> shortened("20240918_lingma-agent_lingma-swe-gpt-72b", 16)
    '20240918…gpt-72b'
    """
    if len(name) <= most:
        return name
    head = most // 2
    return name[:head] + "…" + name[len(name) - (most - head - 1) :]


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
