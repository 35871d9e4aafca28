"""Labels: distinct names stay distinct, and as narrow as asked for wherever that is possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallaxis.rendering.labels import distinct_labels, text_columns

LLAMAS = tuple(
    f"meta-llama/Llama-3.1-{size}-Instruct-Turbo-fp8" for size in ("1B", "3B", "8B", "70B", "405B")
)
NAMES = st.lists(st.text("ab-/ 通🦙", max_size=40), unique=True, max_size=30)


@given(NAMES, st.integers(1, 30))
def test_distinct_names_have_distinct_labels(names: list[str], width: int) -> None:
    labels = distinct_labels(names, width)
    assert len(set(labels)) == len(names)
    for name, label in zip(names, labels, strict=True):
        assert text_columns(label) <= max(width, len(f"#{len(names)}"))
        assert label == name or text_columns(name) > width or "#" in label


@pytest.mark.parametrize("width", [6, 8, 12, 16, 26])
def test_names_that_differ_in_their_middle_show_it(width: int) -> None:
    labels = distinct_labels(LLAMAS, width)
    for size, label in zip(("1B", "3B", "8B", "70B", "405B"), labels, strict=True):
        assert size in label
        assert text_columns(label) <= width


def test_only_names_that_clash_are_cut_elsewhere() -> None:
    *_, other = distinct_labels((*LLAMAS, "20240918_lingma-agent_lingma-swe-gpt-72b"), 16)
    assert other == "20240918…gpt-72b"


def test_equal_names_have_equal_labels() -> None:
    first, second, third = distinct_labels((LLAMAS[0], LLAMAS[1], LLAMAS[0]), 12)
    assert first == third != second


def test_names_that_look_the_same_are_numbered() -> None:
    assert distinct_labels(("a\nb", "a b", "c"), 12) == ("a b #1", "a b #2", "c")


def test_names_fit_in_columns_not_characters() -> None:
    (label,) = distinct_labels(("通义千问" * 10,), 11)
    assert text_columns(label) <= 11
    assert "…" in label
