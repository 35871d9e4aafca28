"""Diagnoses of small boards that between them have every block and every gap."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import axes_by_hand
from parallaxis.analyses.axes import Axes
from parallaxis.diagnosis import Diagnosis, diagnose
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance

NASTY = '<script>alert("x")</script>|*b* [a](javascript:y) & `c` \x1b[31m'


def binary_board(n_models: int, n_items: int) -> ScoreMatrix:
    """One ability, right/wrong, by its own formula."""
    rng = np.random.default_rng(7)
    ability, difficulty = rng.normal(size=(n_models, 1)), rng.normal(size=n_items)
    return ScoreMatrix.from_array(ability - difficulty + rng.logistic(size=(n_models, n_items)) > 0)


def nasty_board() -> ScoreMatrix:
    """Names that try to break out of every format, missing cells, and a row without scores."""
    values = binary_board(6, 40).values.copy()
    values[1, ::3], values[2] = np.nan, np.nan
    return ScoreMatrix.from_array(
        values,
        models=[NASTY, *(f"model {i} {'long ' * 12}" for i in range(5))],
        items=[NASTY, *(f"item {i}" for i in range(39))],
        provenance=Provenance((NASTY + ".csv",), "csv, wide"),
    )


BOARDS: dict[str, Callable[[], ScoreMatrix]] = {
    "binary": lambda: binary_board(12, 50),
    "many models": lambda: binary_board(75, 40),
    "nasty names": nasty_board,
    "real scores": lambda: ScoreMatrix.from_array(
        np.random.default_rng(3).normal(size=(20, 5)) * 100
    ),
    "two models": lambda: binary_board(2, 30),
    "one item": lambda: binary_board(9, 1),
    "nothing varies": lambda: ScoreMatrix.from_array(np.ones((4, 6))),
}


LONG = "meta-llama/Llama-3.1-70B-Instruct-Turbo-fp8 " + NASTY
HAND_MADE: dict[str, Callable[[], Axes]] = {
    "two axes by hand": lambda: axes_by_hand.axes(
        2, significant=4, dependences=(axes_by_hand.family(),), k_subsamples=(2, 3)
    ),
    "eight axes by hand": lambda: axes_by_hand.axes(8, n_models=300),
    "one axis by hand": lambda: axes_by_hand.axes(1, n_models=20, scale="binary"),
    "no axis by hand": lambda: axes_by_hand.axes(0),
    "nasty axes by hand": lambda: axes_by_hand.axes(3, names=(LONG, LONG)),
}


@cache
def diagnosed(name: str) -> Diagnosis:
    """Return the diagnosis of a board by its name."""
    if name in HAND_MADE:
        return axes_by_hand.diagnosis(HAND_MADE[name]())
    return diagnose(BOARDS[name](), draws=40, seed=1)


@pytest.fixture(params=[*BOARDS, *HAND_MADE])
def found(request: pytest.FixtureRequest) -> Diagnosis:
    """Each diagnosis in turn."""
    return diagnosed(request.param)


@pytest.fixture
def binary() -> Diagnosis:
    """A diagnosis with all answers and all figures."""
    return diagnosed("binary")


@pytest.fixture
def many() -> Diagnosis:
    """A diagnosis of more models than a heat map has rows."""
    return diagnosed("many models")


@pytest.fixture
def nasty() -> Diagnosis:
    """A diagnosis whose names must be escaped."""
    return diagnosed("nasty names")
