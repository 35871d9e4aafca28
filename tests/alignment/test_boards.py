"""Boards joined by the names of their models and items."""

from typing import Any

import numpy as np
import pytest

from boards import load_board
from made_logs import codes, said
from parallaxis.align import join_boards
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix

nan = np.nan
MANY_MODELS = [f"lab/{name}" for name in "abcdefghijklmnopqrstuvwxyz"]
MANY_ITEMS = [f"{name}-task" for name in "abcdefghijklmnopqrstuvwxyz"]


def ability_board(
    abilities: np.ndarray, difficulties: np.ndarray, seed: int, **names: Any
) -> ScoreMatrix:
    """Return answers of models of these abilities to items of these difficulties."""
    chance = 1.0 / (1.0 + np.exp(difficulties[None, :] - abilities[:, None]))
    drawn = np.random.default_rng(seed).random(chance.shape) < chance
    return ScoreMatrix.from_array(drawn.astype(float), **names)


def small(
    values: list[list[float]], models: str | list[str], items: str | list[str], **more: Any
) -> ScoreMatrix:
    """Return a board whose names are letters, or as given."""
    return ScoreMatrix.from_array(values, models=list(models), items=list(items), **more)


def test_models_of_two_boards_stand_below_each_other() -> None:
    found = join_boards([small([[1, 0]], "b", "xy"), small([[1, 0]], "a", "yx")], ["b", "a"])
    assert (found.board.models, found.board.items) == (("a", "b"), ("x", "y"))
    np.testing.assert_array_equal(found.board.values, [[0, 1], [1, 0]])
    assert [task.joined_by for task in found.report.tasks] == ["name", "name"]


def test_items_of_two_boards_stand_beside_each_other_in_groups() -> None:
    one, two = small([[1, 0], [0, 1]], "ab", "xy"), small([[0], [1]], "bc", "z")
    found = join_boards([two, one], ["two.csv", "one.csv"])
    np.testing.assert_array_equal(found.board.values, [[1, 0, nan], [0, 1, 0], [nan, nan, 1]])
    assert found.board.metadata("item", "group") == ["one.csv", "one.csv", "two.csv"]
    assert found.board.scale == "binary"


def test_the_order_of_boards_does_not_matter() -> None:
    parts = [small([[1, 0]], "a", "xy"), small([[0, 1]], "b", "yz"), small([[0, 1]], "c", "zx")]
    names = ["1", "2", "3"]
    hashes = {
        join_boards([parts[i] for i in order], [names[i] for i in order]).board.data_hash
        for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2])
    }
    assert len(hashes) == 1


def test_halves_of_one_unit_with_other_ranges_are_joined() -> None:
    whole = small([[0.5, 0.75], [0.25, -0.08], [0.9, 0.1]], "abc", "xy")
    halves = [whole.select_models({"a", "c"}), whole.select_models({"b"})]
    halves[0] = small(halves[0].values.tolist(), "ac", "xy")
    assert halves[0].bounds != halves[1].bounds
    found = join_boards(halves, ["one", "two"])
    np.testing.assert_array_equal(found.board.values, whole.values)
    assert found.board.scale == whole.scale
    percent = small([[50, 75], [25, 10]], "de", "xy")
    with pytest.raises(InputError, match=r"one and two: have scores from 0 to 1 .*bring them to"):
        join_boards([halves[0], percent], ["one", "two"])


def test_names_of_two_boards_that_differ_in_spelling_are_named() -> None:
    one = small([[1, 0], [0, 1]], ["org/ant", "org/bee"], ["Sum", "Root"])
    two = small([[1, 0], [0, 1]], ["org__ant", "org/bee"], ["SUM", "Cube"])
    found = join_boards([one, two], ["one", "two"])
    texts = [note.text for note in found.report.cautions if note.code == "similar_names"]
    assert [text.partition(" under")[0] for text in texts] == [
        "'org/ant', 'org__ant' may be one model", "'SUM', 'Sum' may be one item",
    ]  # fmt: skip
    alone = small([[1, 0], [0, 1]], ["a-1", "a_1"], "pq")
    assert "similar_names" not in codes(join_boards([alone, small([[1]], "b", "p")], ["x", "y"]))


def test_boards_that_share_nothing_are_refused() -> None:
    with pytest.raises(InputError, match=r"one and two: share neither"):
        join_boards([small([[1]], "a", "x"), small([[1]], "b", "y")], ["one", "two"])
    with pytest.raises(InputError, match=r"1 names \(1 different\) for 2 boards"):
        join_boards([small([[1]], "a", "x")] * 2, ["one"])


@pytest.mark.parametrize("kind", ["models", "items"])
def test_generated_names_link_nothing(kind: str) -> None:
    one = ScoreMatrix.from_array([[1, 0], [0, 1]], **{kind: ["real", "names"]})  # type: ignore[arg-type]  # by name
    two = ScoreMatrix.from_array([[1, 1], [0, 1]], **{kind: ["other", "ones"]})  # type: ignore[arg-type]  # by name
    with pytest.raises(InputError, match=r"one and two: share 2 .* only count.*join='id'"):
        join_boards([one, two], ["one", "two"])
    assert join_boards([one, two], ["one", "two"], join="id").board.n_missing == 0


def test_a_board_that_comes_twice_counts_once() -> None:
    one = small([[1, 0]], "a", "xy")
    found = join_boards([one, one, small([[0, 0]], "b", "xy")], ["one", "again", "two"])
    assert found.report.set_aside[0].why == "it repeats again in every score and name"
    assert found.board.models == ("a", "b")


def test_scores_that_contradict_each_other() -> None:
    one = small([[1, 0], [0, 1]], "ab", "xy")
    two = small([[1, 1], [0, 1]], "bc", "xy")
    text = r"one and two: 1 of 2 scores that both have differ, such as 0 and 1 of 'b' on 'x'"
    with pytest.raises(InputError, match=text):
        join_boards([one, two], ["one", "two"])
    found = join_boards([one, two], ["one", "two"], conflicts="first")
    np.testing.assert_array_equal(found.board.values, [[1, 0], [0, 1], [0, 1]])
    assert "the first file's are kept" in said(found, "scores_contradict")
    other = join_boards([two, one], ["two", "one"], conflicts="first")
    np.testing.assert_array_equal(other.board.values, [[1, 0], [1, 1], [0, 1]])


def test_columns_that_were_graded_anew_are_named() -> None:
    rng = np.random.default_rng(0)
    values = rng.random((20, 3))
    again = values.copy()
    again[:, 1] = rng.random(20)
    again[0, 0] = 0.5
    names = {"models": MANY_MODELS[:20], "items": ["ifeval", "math", "bbh"]}
    one, two = (ScoreMatrix.from_array(part, **names) for part in (values, again))  # type: ignore[arg-type]  # by name
    with pytest.raises(InputError, match=r"21 of 60 scores .*graded anew, as it seems: 'math'"):
        join_boards([one, two], ["old", "new"])


def test_units_that_differ() -> None:
    share = small([[0.5, 0.25]], "a", "xy")
    percent = small([[50.0, 25.0]], "b", "xy", scale="bounded", bounds=(0.0, 100.0))
    with pytest.raises(InputError, match="from 0 to 1 and from 0 to 100 of the same items"):
        join_boards([share, percent], ["one", "two"])
    other = small([[50.0]], "a", "z", scale="bounded", bounds=(0.0, 100.0))
    found = join_boards([share, other], ["one", "two"])
    assert found.board.scale == "real"
    assert "bounds_differ" in codes(found)


def test_metadata_of_boards_is_joined() -> None:
    one = small([[1, 0]], "a", "xy", model_metadata={"family": ["f"], "size": [7]})
    two = small([[1, 0]], "b", "xy", model_metadata={"size": ["8b"]})
    found = join_boards([one, two], ["one", "two"])
    assert found.board.metadata("model", "family") == ["f", None]
    assert found.board.metadata("model", "size") == ["7", "8b"]
    chance = [
        small([[v, 0]], m, "xy", item_metadata={"chance": [c, 0.25]})
        for v, m, c in ((1, "a", 0.25), (0, "b", 0.5))
    ]
    found = join_boards(chance, ["one", "two"])
    assert found.board.metadata("item", "chance") == [0.25, 0.25]
    assert "'chance: 1'" in said(found, "metadata_differs")


def test_shared_models_out_of_register_are_said_and_refused_where_reversed() -> None:
    rng = np.random.default_rng(1)
    abilities = rng.normal(size=26)
    one = ability_board(abilities, rng.normal(size=60), 2, models=MANY_MODELS)
    items = [f"other-{name}" for name in MANY_ITEMS]
    two = ability_board(abilities, rng.normal(size=26), 3, models=MANY_MODELS, items=items)
    fine = join_boards([one, two], ["one", "two"])
    assert [check.fit for check in fine.report.register] == ["fits"]
    moved = [MANY_MODELS[i] for i in rng.permutation(26)]
    wrong = ScoreMatrix.from_array(two.values, models=moved, items=items)
    assert "out_of_register" in codes(join_boards([one, wrong], ["one", "two"]))
    reversed_names = [MANY_MODELS[i] for i in np.argsort(abilities)[::-1]]
    ordered = ScoreMatrix.from_array(
        two.values[np.argsort(abilities)], models=reversed_names, items=items
    )
    text = r"one and two: means of the 26 models .* correlate only .*register='caution'"
    with pytest.raises(InputError, match=text):
        join_boards([one, ordered], ["one", "two"])
    found = join_boards([one, ordered], ["one", "two"], register="caution")
    assert "out_of_register" in codes(found)


def test_shared_models_of_names_that_count_are_refused_sooner() -> None:
    rng = np.random.default_rng(1)
    abilities, names = rng.normal(size=26), [f"row_{n:02d}" for n in range(26)]
    one = ability_board(abilities, rng.normal(size=60), 2, models=names)
    items = [f"other-{name}" for name in MANY_ITEMS]
    two = ability_board(abilities[rng.permutation(26)], rng.normal(size=26), 3, models=names,
                        items=items)  # fmt: skip
    with pytest.raises(InputError, match=r"one and two: means of the 26 models"):
        join_boards([one, two], ["one", "two"], join="id")


def test_shared_items_out_of_register_are_refused() -> None:
    rng = np.random.default_rng(5)
    difficulties = rng.normal(size=26)
    one = ability_board(rng.normal(size=13), difficulties, 2, models=MANY_MODELS[:13],
                        items=MANY_ITEMS)  # fmt: skip
    two = ability_board(rng.normal(size=13), difficulties, 3, models=MANY_MODELS[13:],
                        items=MANY_ITEMS)  # fmt: skip
    assert join_boards([one, two], ["one", "two"]).report.register[0].fit == "fits"
    moved = [MANY_ITEMS[i] for i in rng.permutation(26)]
    wrong = ScoreMatrix.from_array(two.values, models=MANY_MODELS[13:], items=moved)
    with pytest.raises(InputError, match="one and two: means of the 26 items"):
        join_boards([one, wrong], ["one", "two"])


def test_the_rows_of_two_published_boards_are_not_joined_by_their_numbers() -> None:
    boards = [load_board("metabench_arc_v1"), load_board("metabench_arc_v2")]
    names = ["metabench_arc_v1", "metabench_arc_v2"]
    with pytest.raises(InputError, match=r"metabench_arc_v1 and metabench_arc_v2: .*'row_0001'"):
        join_boards(boards, names)
    with pytest.raises(InputError, match=r"4,280 models .* correlate only 0\.28"):
        join_boards(boards, names, join="id")


def by_full_name(name: str) -> ScoreMatrix:
    """Return a snapshot of a leaderboard with each model that it names once by its full name."""
    board = load_board(name)
    names = [str(cell) for cell in board.metadata("model", "fullname") or board.models]
    rows = [row for row, model in enumerate(names) if names.count(model) == 1]
    return ScoreMatrix.from_array(
        board.values[rows], models=[names[row] for row in rows], items=board.items
    )


def test_a_published_column_that_was_graded_anew() -> None:
    boards = [by_full_name("oll_v2_six_3827"), by_full_name("oll_v2_six_4576")]
    with pytest.raises(
        InputError, match=r"new and old: .*graded anew, as it seems: 'MATH Lvl 5'; leave"
    ):
        join_boards(boards, ["old", "new"])
    found = join_boards(boards, ["old", "new"], conflicts="first")
    assert len(found.report.cautions) >= 1


@pytest.mark.parametrize(
    "name",
    ["zeroeval_gsm", "zeroeval_crux", "bfcl_v1_71x1700", "swebench_verified", "metabench_arc_v1",
     "mteb_eng_v2_complete", "livebench_2024_11_25", "proteingym_dms_subs_spearman"],
)  # fmt: skip
def test_halves_of_real_boards_are_never_out_of_register(name: str) -> None:
    board = load_board(name)
    rng = np.random.default_rng(0)
    for _ in range(5):
        models, items = rng.permutation(board.n_models), rng.permutation(board.n_items)
        left = set(np.array(board.models)[models[::2]].tolist())
        parts = [board.select_models(left), board.select_models(set(board.models) - left)]
        found = join_boards(parts, ["left", "right"])
        assert found.board.n_missing == board.n_missing
        assert {check.fit for check in found.report.register} <= {"fits", "untested"}
        chosen = set(np.array(board.items)[items[::2]].tolist())
        sides = [board.select_items(chosen), board.select_items(set(board.items) - chosen)]
        found = join_boards(sides, ["left", "right"], join="id")
        assert {check.fit for check in found.report.register} <= {"fits", "untested"}
