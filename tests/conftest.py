"""Settings of all tests: the same examples every time, and few boards of one ability."""

import pytest
from hypothesis import settings

from parallaxis.analyses import breadth
from parallaxis.comparison import board_rows

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")


@pytest.fixture(autouse=True)
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fit five boards where few draws are asked for: 39 tell most tests no more.

    The null of one ability has tests of its own, with as many boards as they need.
    """
    monkeypatch.setattr(breadth, "FEWEST_BOARDS", 5)
    monkeypatch.setattr(board_rows, "BOARDS", 5)
