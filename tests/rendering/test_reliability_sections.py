"""Sections on reliability, saturation and sensitivity, in every medium and with every gap."""

from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from parallaxis.analyses.reliability import reliability
from parallaxis.analyses.saturation import saturation
from parallaxis.analyses.saturation_strata import Strata
from parallaxis.analyses.sensitivity import sensitivity
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import Block, Document, Facts, FigureBlock, Heading, TableBlock
from parallaxis.rendering.figure_strata import strata_figure
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown
from parallaxis.rendering.reliability_section import reliability_blocks
from parallaxis.rendering.saturation_section import saturation_blocks
from parallaxis.rendering.sensitivity_section import sensitivity_blocks
from parallaxis.verdict.reliability import reliability_verdict
from parallaxis.verdict.saturation import saturation_verdict
from parallaxis.worlds import one_ability

NASTY = '<script>alert("x")</script>|*b* `c`'


def leaky() -> ScoreMatrix:
    """Return two runs each of 30 models in two families, with one block that a run has leaked."""
    rng = np.random.default_rng(4)
    values = (rng.random((60, 120)) < rng.uniform(0.3, 0.6, (60, 1))).astype(float)
    values[7, :60] = 1.0
    names = [f"{NASTY} {i // 2}#{i % 2 + 1}" for i in range(60)]
    return ScoreMatrix.from_array(
        values,
        models=names,
        model_metadata={"org": ["a"] * 30 + ["b"] * 30},
        item_metadata={"category": [NASTY] * 60 + ["plain"] * 60},
    )


BOARDS: dict[str, Callable[[], ScoreMatrix]] = {
    "leaky": leaky,
    "binary": lambda: one_ability(n_models=75, n_items=40, seed=1).board,
    "real": lambda: ScoreMatrix.from_array(np.random.default_rng(3).normal(size=(40, 5)) * 100),
    "two models": lambda: one_ability(n_models=2, n_items=30, seed=1).board,
    "one item": lambda: one_ability(n_models=9, n_items=1, seed=1).board,
    "nothing varies": lambda: ScoreMatrix.from_array(np.ones((40, 6))),
    "no score": lambda: ScoreMatrix.from_array(np.full((3, 4), np.nan)),
}


@cache
def blocks_of(name: str) -> tuple[Block, ...]:
    """Return all three sections of a board."""
    board = BOARDS[name]()
    found = saturation(board, draws=10)
    return (
        Heading(name, "top", 1),
        *reliability_blocks(reliability(board, splits=20)),
        *saturation_blocks(found),
        *sensitivity_blocks(sensitivity(board)),
    )


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_can_be_written(name: str) -> None:
    document = Document(name, blocks_of(name))
    page, text = html(document), markdown(document)
    for anchor in ("reliability", "saturation", "sensitivity"):
        assert f'id="{anchor}"' in page
    assert "<script>alert" not in page
    assert "nan" not in text.lower().split()
    for block in document.blocks:
        if isinstance(block, TableBlock):
            assert all(len(row) == len(block.columns) for row in block.rows)


def test_the_leaky_block_its_runs_and_families_are_said() -> None:
    blocks = blocks_of("leaky")
    labels = [row.label for block in blocks if isinstance(block, Facts) for row in block.rows]
    assert any("60 runs of 30 models" in label for label in labels)
    captions = [block.caption for block in blocks if isinstance(block, TableBlock)]
    assert any("2 families by org" in caption for caption in captions)
    assert "impossible_block" in markdown(Document("leaky", blocks))


def test_the_figure_has_a_row_for_every_stratum() -> None:
    found = saturation(BOARDS["binary"](), draws=10).strata
    assert isinstance(found, Strata)
    drawn = ET.fromstring(strata_figure(found))  # noqa: S314 - our own text
    texts = [element.text for element in drawn.iter() if element.tag.endswith("text")]
    for stratum in found.strata:
        assert stratum.name in texts
    circles = [element for element in drawn.iter() if element.tag.endswith("circle")]
    assert len(circles) == 2 * len(found.strata)
    assert any(isinstance(block, FigureBlock) for block in blocks_of("binary"))


def test_a_figure_of_what_does_not_vary_says_so() -> None:
    found = saturation(BOARDS["nothing varies"](), draws=10).strata
    assert isinstance(found, Strata)
    assert "no item tells these models apart" in strata_figure(found)


def sentences(name: str) -> tuple[str, ...]:
    """Return the sentences on reliability and saturation of a board."""
    board = BOARDS[name]()
    found = saturation(board, draws=10)
    return (
        *reliability_verdict(reliability(board, splits=20)),
        *saturation_verdict(found, scale=board.scale),
    )


@pytest.mark.parametrize("name", BOARDS)
def test_verdicts_are_one_to_three_whole_sentences_each(name: str) -> None:
    said = sentences(name)
    assert 2 <= len(said) <= 6
    for sentence in said:
        assert sentence.endswith(".")
        assert ".." not in sentence
        assert "{" not in sentence
        assert not {"bad", "poor", "fail", "worse"} & set(sentence.lower().split())


def test_verdicts_name_what_is_not_identified() -> None:
    assert "not identified" in sentences("two models")[0]
    assert "not identified" in sentences("no score")[-1]
    assert any("they do not tell in how many ways" in one for one in sentences("binary"))
    assert not any("right/wrong" in one for one in sentences("real"))


def test_each_way_of_leading_has_its_sentence() -> None:
    rng = np.random.default_rng(1)
    for best, words in ((5.0, "settle who is first"), (0.0, "do not settle who is first")):
        values = rng.normal(size=(20, 40))
        values[0] += best
        said = reliability_verdict(reliability(ScoreMatrix.from_array(values), splits=20))
        assert words in said[-1]
    tied = np.vstack([np.ones((2, 6)), np.zeros((6, 6))])
    said = reliability_verdict(reliability(ScoreMatrix.from_array(tied)))
    assert said[-1].startswith("2 models tie for the first place")
