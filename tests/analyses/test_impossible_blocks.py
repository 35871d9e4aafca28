"""Leaked and failed blocks are found; able models, easy groups and floors are left alone."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.analyses.impossible_blocks import block_cautions, impossible_blocks
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import family_copies, one_ability, several_abilities

Array = NDArray[np.float64]
GROUPS = [f"group {i // 60}" for i in range(300)]


def rasch(seed: int, spread: float = 1.0) -> Array:
    """Return right/wrong scores of one ability of 30 models on five groups of 60 items."""
    rng = np.random.default_rng(seed)
    ability = spread * rng.normal(size=(30, 1))
    return (rng.random((30, 300)) < 1 / (1 + np.exp(rng.normal(size=300) - ability))).astype(float)


def board(values: Array) -> ScoreMatrix:
    """Return the board with its groups."""
    return ScoreMatrix.from_array(values, item_metadata={"category": GROUPS})


def spoil(kind: str) -> Array:
    """Return scores with one block spoilt."""
    values = rasch(1, spread=0.4)  # the best has about .65 right, the worst about .35
    if kind == "leaked":
        values[4, 60:120] = 1.0
    elif kind == "failed":
        values[4, 60:120] = 0.0
    else:
        values[4] = 1.0
    return values


@pytest.mark.parametrize(
    ("kind", "score", "group", "n"),
    [
        ("leaked", "perfect", "category 'group 1'", 60),
        ("failed", "zero", "category 'group 1'", 60),
        ("whole", "perfect", "the whole board", 300),
    ],
)
def test_spoilt_blocks_are_found(kind: str, score: str, group: str, n: int) -> None:
    found = impossible_blocks(board(spoil(kind)))
    assert found
    first = found[0]
    assert (first.model, first.score, first.group) == ("model 5", score, group)
    assert first.n_items == n
    assert first.p_adjusted <= 1e-3
    caution = block_cautions(found)[0]
    assert caution.code == "impossible_block"
    assert "'model 5'" in caution.text
    assert group in caution.text


def test_gaps_shorten_a_block_and_do_not_break_it() -> None:
    values = spoil("leaked")
    values[4, 60:80] = np.nan
    found = impossible_blocks(board(values))
    assert [(one.model, one.n_items) for one in found] == [("model 5", 40)]
    values[4, 60:100] = np.nan  # too few are left
    assert impossible_blocks(board(values)) == ()


def able(seed: int) -> ScoreMatrix:
    """Return a board on which abilities lie very far apart."""
    return board(rasch(seed, spread=2.5))


def easy(seed: int) -> ScoreMatrix:
    """Return a board with a group on which most models are perfect, and one on which none is."""
    values = rasch(seed)
    values[:20, :60], values[10:, 60:120] = 1.0, 0.0
    return board(values)


WORLDS: dict[str, Callable[[int], ScoreMatrix]] = {
    "able": able,
    "easy": easy,
    "one ability": lambda seed: one_ability(n_models=60, n_items=300, seed=seed).board,
    "several": lambda seed: several_abilities(n_models=40, n_items=200, seed=seed).board,
    "copies": lambda seed: family_copies(seed=seed).board,
}


@pytest.mark.parametrize("name", WORLDS)
def test_worlds_without_a_spoilt_block_raise_no_alarm(name: str) -> None:
    alarms = [seed for seed in range(40) if impossible_blocks(WORLDS[name](seed))]
    assert alarms == []  # nominally one board in 1,000, and a run must be far off as well


def test_a_model_that_leads_everywhere_is_only_able() -> None:
    rng = np.random.default_rng(7)
    ability = np.append(6.0, rng.normal(size=29))[:, None]
    right = rng.random((30, 300)) < 1 / (1 + np.exp(rng.normal(size=300) - ability))
    values = right.astype(float)
    values[0, :60] = 1.0
    values[0, 60:300:20] = 0.0
    assert impossible_blocks(board(values)) == ()  # .95 right elsewhere
    values[0, 60:] = right[1, 60:]
    assert [one.group for one in impossible_blocks(board(values))] == ["category 'group 0'"]


def test_other_scales_and_tiny_boards_have_no_blocks() -> None:
    assert impossible_blocks(ScoreMatrix.from_array(np.full((5, 50), 0.5))) == ()
    assert impossible_blocks(ScoreMatrix.from_array(np.eye(2))) == ()
    assert block_cautions(()) == ()


def test_the_perfect_student_of_psn_irt() -> None:
    found = impossible_blocks(load_board("psn_irt_12x41871"))
    assert [(one.model, one.group, one.n_items, one.score) for one in found] == [
        ("student_03", "benchmark 'MMLU'", 14_042, "perfect")
    ]
    assert found[0].next_rate == pytest.approx(0.867, abs=5e-4)
    assert found[0].needed > 0.999


def test_what_other_items_lead_to_expect_is_said_as_it_is() -> None:
    weak = np.array(rasch(1, spread=0.4))
    place = int(weak.mean(axis=1).argmin())
    weak[place, 60:120] = 1.0
    (said,) = block_cautions(impossible_blocks(board(weak)))
    assert f"'model {place + 1}' is right on all 60" in said.text
    assert "on its other items it is no better than" in said.text
    assert "leaked answers" in said.text
    failed = np.array(rasch(1, spread=0.4))
    place = int(failed.mean(axis=1).argmax())
    failed[place, 60:120] = 0.0
    (said,) = block_cautions(impossible_blocks(board(failed)))
    assert "on its other items it is no worse than" in said.text
    assert "lack of ability" in said.text
