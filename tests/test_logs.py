"""Rows of logs, and fingerprints of texts."""

import pytest

from parallaxis.errors import FormatError
from parallaxis.logs import Rows, fingerprint


def test_a_repetition_that_none_can_have_is_refused() -> None:
    with pytest.raises(FormatError, match="item 'q' has the repetition 1000"):
        Rows().add("q", 1.0, repeat=10**30)


def test_fingerprints_ignore_white_space_and_unicode_form() -> None:
    assert fingerprint("e\u0301te\u0301\n") == fingerprint(" \u00e9t\u00e9")
    assert fingerprint("a b") != fingerprint("ab")
