"""What is written about agreement, in every medium and with every gap."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from parallaxis.analyses.agreement import agreement
from parallaxis.rendering.agreement_section import agreement_blocks
from parallaxis.rendering.blocks import Block, Document, Facts, TableBlock
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown
from parallaxis.verdicts import Verdicts

NASTY = '<script>alert("x")</script>|*b* `c`'


def quiz(n_members: int, *, gold: bool, words: str = "ABCD") -> Verdicts:
    """Return answers of which half are right."""
    rng = np.random.default_rng(0)
    truth = rng.choice(list(words), 60)
    said = np.where(rng.random((n_members, 60)) < 0.5, truth, rng.choice(list(words), 60))
    names = [f"{NASTY} {i}" for i in range(n_members)]
    return Verdicts.from_array(said, gold=list(truth) if gold else None, models=names)


PANELS: dict[str, Callable[[], Verdicts]] = {
    "gold": lambda: quiz(6, gold=True),
    "no gold": lambda: quiz(6, gold=False),
    "numbers": lambda: quiz(3, gold=True, words="1234"),
    "two verdicts": lambda: quiz(3, gold=True, words="YN"),
    "many members": lambda: quiz(70, gold=False),
    "one member": lambda: quiz(1, gold=False),
    "all alike": lambda: Verdicts.from_array([[NASTY] * 20] * 3, gold=[NASTY] * 20),
    "few items": lambda: Verdicts.from_array([["A", "B"], ["A", "C"]], gold=["A", None]),
}


@cache
def blocks_of(name: str) -> tuple[Block, ...]:
    """Return the section of a panel."""
    return agreement_blocks(agreement(PANELS[name](), draws=20))


def labels(name: str) -> dict[str, str]:
    """Return all facts by label."""
    facts = [block for block in blocks_of(name) if isinstance(block, Facts)]
    return {row.label: row.value for block in facts for row in block.rows}


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_can_be_written(name: str) -> None:
    document = Document(name, blocks_of(name))
    page, text = html(document), markdown(document)
    assert 'id="agreement"' in page
    assert "<script>alert" not in page
    assert "nan" not in text.lower().split()
    for block in document.blocks:
        if isinstance(block, TableBlock):
            assert all(len(row) == len(block.columns) for row in block.rows)


def test_without_gold_nothing_is_said_of_errors_and_votes_are_not_identified() -> None:
    said = labels("no gold")
    assert said["Effective votes of the panel"].startswith("not identified (without right answers")
    assert not any("CAPA" in label for label in said)
    captions = [block.caption for block in blocks_of("no gold") if isinstance(block, TableBlock)]
    assert "Pairs most alike, by Cohen's κ" in captions


def test_with_gold_errors_stand_beside_their_chance_level() -> None:
    said = labels("gold")
    assert "Effective votes of the panel" not in said
    assert "Agreement when both err" in said
    assert said["The same if wrong answers were uniform"] == "33.3 %"
    facts = [block for block in blocks_of("gold") if isinstance(block, Facts)]
    row = next(row for row in facts[1].rows if row.label == "Agreement when both err")
    assert row.null.endswith("%")
    captions = [block.caption for block in blocks_of("gold") if isinstance(block, TableBlock)]
    assert "Pairs most alike, by CAPA" in captions


def test_alphas_of_numbers_are_shown_for_numbers_only() -> None:
    assert "Krippendorff's α, verdicts as numbers" in labels("numbers")
    assert "Krippendorff's α, verdicts as numbers" not in labels("gold")


def test_long_tables_say_that_they_are_cut() -> None:
    captions = [b.caption for b in blocks_of("many members") if isinstance(b, TableBlock)]
    assert any("the first 60 of 70" in caption for caption in captions)


def test_answers_of_two_kinds_say_why_errors_tell_nothing() -> None:
    assert "one way to err" in labels("two verdicts")["Agreement when both err"]
