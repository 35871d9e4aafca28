"""Axes that are no abilities are named; abilities are not. Boards write out their own formula."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence
from parallaxis.analyses.axes_copies import copies, copies_said, listed, relatives
from parallaxis.analyses.axes_dependence import dependences, leave_one_family_out
from parallaxis.analyses.axes_labels import calendars, graders, item_groups, lineages
from parallaxis.errors import ShapeError
from parallaxis.kernels.latent_fit import first_direction, fit, next_fit
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.residual_axis import residual_axis
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Columns = dict[str, list[Any]]


def board_of(eta: Array, rng: np.random.Generator, models: Columns, items: Columns) -> ScoreMatrix:
    """Toss the answers, and drop items that do not vary."""
    right = (rng.random(eta.shape) < 1.0 / (1.0 + np.exp(-eta))).astype(float)
    board = ScoreMatrix.from_array(
        right, scale="binary", model_metadata=models or None, item_metadata=items or None
    )
    return board.drop_dead()


def plain(rng: np.random.Generator, n: int, t: int) -> tuple[Array, Array, Array]:
    """Return ability, slope and difficulty."""
    return rng.normal(size=(n, 1)), 1.5 * np.exp(0.4 * rng.normal(size=t)), 2 * rng.normal(size=t)


def two_axes(board: ScoreMatrix) -> tuple[Scores, Array, Array]:
    """Return scores, and abilities and slopes of a fit with two axes, largest first."""
    values = board.values.astype(np.float32)
    scores = Scores(values, np.ones_like(values), "logistic")
    model = fit(scores, first_direction(scores))
    model = next_fit(model, scores, residual_axis(model, scores).direction)
    centred = model.abilities - model.abilities.mean(axis=0)
    q, r = np.linalg.qr(centred)
    left, size, right = np.linalg.svd(r @ model.items[:, :-1].T, full_matrices=False)
    scale = np.sqrt(len(centred))
    return scores, q @ left * scale, right.T * size / scale


def explained(board: ScoreMatrix) -> tuple[Dependence, ...]:
    """Return what explains the two axes of a board."""
    scores, abilities, loadings = two_axes(board)
    return dependences(board, scores, abilities, loadings)


def unrelated(rng: np.random.Generator, n: int, t: int) -> tuple[Columns, Columns]:
    """Return metadata that has nothing to do with the scores."""
    models: Columns = {
        "family": [f"family {k}" for k in rng.permutation(np.arange(n) // 5)],
        "release date": [f"20{k:02d}-03-01" for k in rng.integers(10, 26, n)],
        "grader": [f"grader {k}" for k in rng.integers(0, 2, n)],
    }
    return models, {"subject": [f"subject {k}" for k in rng.integers(0, 15, t)]}


def bifactor(rng: np.random.Generator, n: int, t: int) -> Array:
    ability, slope, difficulty = plain(rng, n, t)
    second = 0.6 * rng.normal(size=(n, 1)) * (np.arange(t) < t // 2)
    return np.asarray(slope * (ability + second - difficulty))


def simple(rng: np.random.Generator, n: int, t: int) -> Array:
    shared, slope, difficulty = plain(rng, n, t)
    own = rng.normal(size=(n, 2))[:, np.arange(t) % 2]
    return np.asarray(slope * (np.sqrt(0.5) * (shared + own) - difficulty))


@pytest.mark.parametrize("shape", [(24, 300), (60, 300)])
@pytest.mark.parametrize("make", [bifactor, simple])
def test_two_abilities_are_left_alone(make: Callable[..., Array], shape: tuple[int, int]) -> None:
    said = []
    for seed in range(40):
        rng = np.random.default_rng([seed, *shape])
        board = board_of(make(rng, *shape), rng, *unrelated(rng, *shape))
        said.append(bool(explained(board)))
    assert sum(said) <= 2  # 5 % of 40


def test_one_outlier_model() -> None:
    for seed in range(5):
        rng = np.random.default_rng([seed, 1])
        ability, slope, difficulty = plain(rng, 60, 300)
        eta = slope * (ability - difficulty)
        eta[13] *= -1
        found = explained(board_of(eta, rng, {}, {}))
        assert ("one_model", 2, ("model 14",)) in {(f.kind, f.axis, f.who) for f in found}
        assert "one model" in found[0].sentence


def test_random_answerers_are_few_models() -> None:
    for seed in range(5):
        rng = np.random.default_rng([seed, 2])
        ability, slope, difficulty = plain(rng, 60, 300)
        eta = slope * (ability - difficulty)
        for row in range(8):
            eta[row, rng.permutation(300)[:150]] = 0.0
        found = [f for f in explained(board_of(eta, rng, {}, {})) if f.axis == 2]
        assert [f.kind for f in found] == ["few_models"]
        assert len(set(found[0].who) & {f"model {k + 1}" for k in range(8)}) >= 6


def test_families_of_copies_are_a_family_axis_and_near_copies() -> None:
    rng = np.random.default_rng(3)
    ability, slope, difficulty = plain(rng, 12, 300)
    founder = rng.random((12, 300)) < 1 / (1 + np.exp(-slope * (ability - difficulty)))
    family = np.arange(60) // 5
    turned = rng.random((60, 300)) < rng.uniform(0.05, 0.2, (60, 1))
    board = ScoreMatrix.from_array(
        (founder[family] ^ turned).astype(float),
        model_metadata={"family": [f"family {k}" for k in family]},
    ).drop_dead()
    scores, abilities, loadings = two_axes(board)
    found = dependences(board, scores, abilities, loadings)
    assert ("family", 2) in {(f.kind, f.axis) for f in found}
    near = copies_said(copies(scores), board.models)
    assert len(near) >= 8
    assert all(f.kind == "near_copies" and f.axis is None and f.strength <= 1 for f in near)
    assert [f.kind for f in relatives(board, scores)] == ["family"]
    left = leave_one_family_out(board, scores, loadings, most=4)
    assert [one.n_models for one in left] == [5, 5, 5, 5]
    assert all(0.0 <= value <= 1.0 for one in left for value in one.congruence)


def test_one_family_is_named() -> None:
    rng = np.random.default_rng(4)
    ability, slope, difficulty = plain(rng, 60, 300)
    odd = (np.arange(60) < 7)[:, None] * np.where(np.arange(300) % 2, 2.0, -2.0)
    names = ["odd"] * 7 + [f"family {k // 4}" for k in range(53)]
    board = board_of(slope * (ability - difficulty) + odd, rng, {"family": names}, {})
    found = [f for f in explained(board) if f.kind == "family"]
    assert [f.who for f in found] == [("odd",)]
    assert "does not come back" in found[0].sentence


def test_a_regraded_group_of_items() -> None:
    for seed in range(3):
        rng = np.random.default_rng([seed, 5])
        ability, slope, difficulty = plain(rng, 134, 400)
        new = rng.permutation(134) < 67
        again = np.arange(400) < 36
        eta = slope * (ability - difficulty) + 3.0 * (new[:, None] - 0.5) * again
        models: Columns = {"grader": np.where(new, "new", "old").tolist()}
        items: Columns = {"group": [*["again"] * 36, *(f"group {k % 12}" for k in range(364))]}
        found = explained(board_of(eta, rng, models, items))
        assert {("item_group", 2, ("grader",)), ("item_group", 2, ("again",))} == {
            (f.kind, f.axis, f.who) for f in found
        }


def test_release_date_in_disguise_in_a_column_and_in_names() -> None:
    rng = np.random.default_rng(6)
    _, slope, difficulty = plain(rng, 60, 300)
    late = np.linspace(-1.7, 1.7, 60)[:, None]
    ability = 0.5 * late + 0.87 * rng.normal(size=(60, 1))
    profile = 0.6 * late * np.where(np.arange(300) % 2, 1.0, -1.0)
    days = [f"2023-{1 + k // 5:02d}-{1 + 5 * (k % 5):02d}" for k in range(60)]
    eta = slope * (ability + profile - difficulty)
    board = board_of(eta, rng, {"release_date": days}, {})
    found = explained(board)
    assert [(f.kind, f.axis, f.who) for f in found] == [("date", 2, ("release_date",))]
    assert found[0].p is not None
    assert found[0].p <= 0.05
    named = ScoreMatrix.from_array(
        board.values, models=[f"{day.replace('-', '')}_agent" for day in days]
    )
    assert [(f.kind, f.who) for f in explained(named)] == [("date", ("model",))]


def test_testlets_are_an_item_group() -> None:
    rng = np.random.default_rng(7)
    ability, slope, difficulty = plain(rng, 60, 300)
    testlet = np.arange(300) // 5
    eta = slope * (ability - difficulty) + rng.normal(size=(60, 60))[:, testlet]
    board = board_of(eta, rng, {}, {"testlet": [f"text {k}" for k in testlet]})
    values = board.values.astype(np.float32)
    found = relatives(board, Scores(values, np.ones_like(values), "logistic"))
    assert [(f.kind, f.who, f.axis) for f in found] == [("item_group", ("testlet",), None)]
    assert "are answered alike" in found[0].sentence


def test_relatives_are_not_seen_where_labels_are_unrelated() -> None:
    said = 0
    for seed in range(20):
        rng = np.random.default_rng([seed, 8])
        board = board_of(bifactor(rng, 60, 200), rng, *unrelated(rng, 60, 200))
        values = board.values.astype(np.float32)
        scores = Scores(values, np.ones_like(values), "logistic")
        said += bool(relatives(board, scores, permutations=199))
    assert said <= 2


def test_columns_are_read_by_their_names() -> None:
    board = ScoreMatrix.from_array(
        np.eye(6),
        model_metadata={
            "Base Model": list("aabbcc"),
            "updated": ["2024-01-01"] * 6,
            "Submission Date": ["2024-01-05", None, "202403", "2024", "soon", "2024-08-01T10:00"],
            "size": [1, 2, 3, 4, 5, 6],
            "graderName": list("xyxyxy"),
        },
        item_metadata={"repo": list("ppqqrr"), "answer": list("abcdef"), "source": list("abcdef")},
    )
    assert [one.column for one in lineages(board)] == ["Base Model"]
    assert [one.column for one in graders(board)] == ["graderName"]
    assert [one.column for one in item_groups(board)] == ["repo"]
    (calendar,) = calendars(board)
    assert calendar.column == "Submission Date"
    assert np.isnan(calendar.days).tolist() == [False, True, False, False, True, False]
    assert calendar.days[5] > calendar.days[3] > calendar.days[2] > calendar.days[0]


def test_arrow_dates_count_as_dates() -> None:
    days = pa.array(np.array(["2024-01-01", "2024-02-01", "2024-03-01"], "datetime64[D]"))
    board = ScoreMatrix.from_array(np.eye(3), model_metadata=pa.table({"created_at": days}))
    assert np.diff(calendars(board)[0].days).tolist() == [31.0, 29.0]


def test_parts_of_different_boards_are_refused() -> None:
    board = ScoreMatrix.from_array(np.eye(4))
    values = np.eye(4, dtype=np.float32)
    scores = Scores(values, np.ones_like(values), "logistic")
    with pytest.raises(ShapeError, match="do not belong together"):
        dependences(board, scores, np.ones((4, 2)), np.ones((3, 2)))


def test_names_are_listed_in_words() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(list("abcdefg")) == "a, b, c, d, e and 2 more"
