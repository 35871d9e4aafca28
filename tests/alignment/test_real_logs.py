"""Folders as lm-evaluation-harness left them, on one board."""

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from made_logs import codes, said
from parallaxis.align import Aligned, align
from parallaxis.io.harness.lm_eval import READER

nan = np.nan


def board_of(version: str, **settings: str) -> Aligned:
    """Return the board of one version's folder."""
    return align(read_all(READER, fixtures(f"lm_eval/{version}")), **settings)  # type: ignore[arg-type]  # by name


def test_a_run_with_a_limit_gives_way_to_the_full_one() -> None:
    found = board_of("v0.4.13")
    (short,) = (one for one in found.report.set_aside if one.what == "truncated")
    assert (short.model, short.task, short.why) == (
        "org/alpha-7b", "tiny_mc", "4 of 10 items that the model ran"
    )  # fmt: skip
    assert "org/alpha-7b" in found.board.models
    assert not any("#" in model for model in found.board.models)
    assert board_of("v0.4.13", runs="all").board.data_hash == found.board.data_hash


def test_documents_under_wrong_identifiers_stand_where_their_text_belongs() -> None:
    board = board_of("v0.4.13").board
    items = [f"tiny_mc/{n}" for n in range(10)]
    assert set(items) <= set(board.items)
    row = dict(zip(board.items, board.values[board.models.index("org/eps-1b")], strict=True))
    scores = [row[item] for item in items]
    # logged as 7: 1, 2: 0, 5: 0, but these are the documents 2, 5 and 7
    np.testing.assert_array_equal(scores, [nan, nan, 1, nan, nan, 0, nan, 0, nan, nan])


def test_what_the_folder_holds_is_said() -> None:
    found = board_of("v0.4.13")
    assert {
        "ids_disagree", "same_text_other_ids", "truncated", "truncated_runs", "prompts_differ",
        "no_single_score", "tasks_share_questions",
    } == codes(found)  # fmt: skip
    assert "org__eps-1b" in said(found, "ids_disagree")
    assert "org/eps-1b: 3 of 10" in said(found, "truncated")
    prompts = [note.text for note in found.report.cautions if note.code == "prompts_differ"]
    assert any("'org/chat-1b', 'org/delta-1b'" in text for text in prompts)
    assert all(check.agrees for check in found.report.headlines)
    assert {one.what for one in found.report.set_aside} == {"truncated", "empty"}


@pytest.mark.parametrize("version", ["v0.4.2", "v0.4.5", "v0.4.7"])
def test_older_versions_join_without_a_word(version: str) -> None:
    found = board_of(version)
    assert found.board.models == ("org/alpha-7b", "org/beta-13b")
    assert found.board.n_missing == 0
    assert codes(found) == ({"unnamed_filters"} if version == "v0.4.5" else set())
    for check in found.report.headlines:
        assert check.recomputed == pytest.approx(check.stated, abs=1e-12)
