"""The published schema describes what is really written, and refuses what is not."""

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import axes_by_hand
from parallaxis.analyses.axis_variants import axis_variants
from parallaxis.analyses.item_response import item_response
from parallaxis.answers import NotAnswered
from parallaxis.diagnosis import Diagnosis, diagnose
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

HAND_MADE = {
    "many axes": axes_by_hand.axes(
        3, significant=5, dependences=(axes_by_hand.family(),), k_subsamples=(2, 3)
    ),
    "as many as were tried": axes_by_hand.axes(8),
    "one axis": axes_by_hand.axes(1),
    "no axis": axes_by_hand.axes(0),
    "not identified": axes_by_hand.unknown(NotAnswered("the board is too small")),
}
QUESTIONS = ("report", "breadth", "axes", "panel", "variants", "item_response")


@cache
def schema() -> dict[str, Any]:
    """Read the schema as users of the package get it."""
    text = files("parallaxis.schema").joinpath("results.schema.json").read_text(encoding="utf-8")
    whole: dict[str, Any] = json.loads(text)
    return whole


def validator(question: str) -> Draft202012Validator:
    """Return the validator of one entry point."""
    entry = {"$ref": f"#/$defs/{question}", "$defs": schema()["$defs"]}
    return Draft202012Validator(entry)


def gapped() -> ScoreMatrix:
    """Right/wrong scores with missing cells, an empty row, and a constant model."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2, size=(8, 30)).astype(float)
    values[rng.random(values.shape) < 0.2] = np.nan
    values[3], values[5] = np.nan, 1.0
    return ScoreMatrix.from_array(values)


BOARDS: dict[str, Callable[[], ScoreMatrix]] = {
    "gapped": gapped,
    "real": lambda: ScoreMatrix.from_array(np.random.default_rng(0).normal(size=(12, 4)) * 50),
    "percent": lambda: ScoreMatrix.from_array(np.random.default_rng(0).random((12, 4)) * 100),
    "two models": lambda: ScoreMatrix.from_array([[0, 1, 1, 0], [1, 1, 0, 0]]),
    "one item": lambda: ScoreMatrix.from_array([[0], [1], [1], [0]]),
    "one cell": lambda: ScoreMatrix.from_array([[1.0]]),
    "nothing varies": lambda: ScoreMatrix.from_array(np.ones((4, 5))),
    "enough for item response": lambda: one_ability(n_models=24, n_items=12, seed=2).board,
}


@cache
def results(name: str) -> dict[str, dict[str, Any]]:
    """Return the JSON of all questions about a board, as a reader gets it."""
    board = BOARDS[name]()
    found: Diagnosis = diagnose(board, draws=30)
    parts = {
        "report": found,
        "breadth": found.breadth,
        "axes": found.axes,
        "panel": found.panel,
        "variants": axis_variants(board, max_draws=30),
        "item_response": item_response(board),
    }
    return {question: json.loads(part.to_json()) for question, part in parts.items()}


def places(value: Any) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key in an answer; entries of lists share theirs."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (key,)
            yield from ((key, *rest) for rest in places(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from places(inner)


def described(part: Any) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key that a part of the schema names."""
    if "$ref" in part:
        yield from described(schema()["$defs"][part["$ref"].rpartition("/")[2]])
    for keyword in ("allOf", "anyOf", "oneOf"):
        for choice in part.get(keyword, ()):
            yield from described(choice)
    if isinstance(part.get("items"), dict):
        yield from described(part["items"])
    for key, inner in part.get("properties", {}).items():
        yield (key,)
        yield from ((key, *rest) for rest in described(inner))


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", BOARDS)
def test_results_are_valid(name: str, question: str) -> None:
    result = results(name)[question]
    validator(question).validate(result)
    Draft202012Validator(schema()).validate(result)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_key_of_a_result_is_described(question: str) -> None:
    free = {"settings", "versions", "hill", "zero_cells", "loadings"}  # keys are names
    named = set(described({"$ref": f"#/$defs/{question}"}))
    for name in BOARDS:
        for place in places(results(name)[question]):
            if free.isdisjoint(place[:-1]):
                assert place in named, (name, place)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_result_without_one_of_its_keys_is_refused(question: str) -> None:
    result = results("gapped")[question]
    for key in result:
        rest = {name: value for name, value in result.items() if name != key}
        assert not validator(question).is_valid(rest), key


def test_a_number_in_place_of_a_missing_answer_is_refused() -> None:
    result = copy.deepcopy(results("real")["panel"])
    assert result["votes"]["phi"]["n_eff"]["estimate"] is None
    del result["votes"]["phi"]["n_eff"]["not_identified"]
    assert not validator("panel").is_valid(result)


@pytest.mark.parametrize("name", HAND_MADE)
def test_axes_by_hand_are_valid(name: str) -> None:
    result = HAND_MADE[name]
    whole = json.loads(result.to_json())
    validator("axes").validate(whole)
    named = set(described({"$ref": "#/$defs/axes"}))
    free = {"settings", "versions", "loadings"}
    assert {place for place in places(whole) if free.isdisjoint(place[:-1])} <= named
    report = json.loads(axes_by_hand.diagnosis(result).to_json())
    validator("report").validate(report)


def test_keys_of_later_versions_are_let_pass() -> None:
    later = copy.deepcopy(results("gapped")["report"])
    later["items"] = {}
    later["breadth"]["nulls"]["another"] = {"mean": 1.0}
    assert validator("report").is_valid(later)
