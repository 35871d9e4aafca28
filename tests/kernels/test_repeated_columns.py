"""Items that are the same item twice, and items that only look so."""

import numpy as np

from parallaxis.kernels.repeated_columns import repeated_answers, repeated_columns
from parallaxis.worlds import one_ability


def test_groups_of_equal_columns_are_found() -> None:
    board = np.random.default_rng(1).normal(size=(12, 6))
    board[:, 4] = board[:, 1]
    board[:, 5] = board[:, 1]
    board[:, 3] = board[:, 0]
    assert repeated_columns(board) == ((0, 3), (1, 4, 5))


def test_a_score_that_is_missing_in_one_of_them_makes_two_items() -> None:
    board = np.repeat(np.random.default_rng(2).normal(size=(12, 1)), 2, axis=1)
    board[3, 1] = np.nan
    assert repeated_columns(board) == ()
    board[3, 0] = np.nan
    assert repeated_columns(board) == ((0, 1),)


def test_right_and_wrong_answers_repeat_as_they_are_and_turned_round() -> None:
    board = (np.random.default_rng(3).random((60, 20)) < 0.5).astype(float)
    board[:, 7] = board[:, 2]
    board[:, 11] = 1.0 - board[:, 2]
    board[4, [2, 7, 11]] = np.nan
    assert repeated_answers(board) == ((2, 7, 11),)
    board[5, 2] = np.nan  # the three are no longer equal, and near each other as by chance
    assert repeated_answers(board) == ()


def test_easy_items_and_items_of_one_steep_ability_coincide_by_chance() -> None:
    for shift, slope in ((-2.5, 1.0), (0.0, 8.0)):
        for seed in range(5):
            world = one_ability(
                n_models=40, n_items=200, seed=seed, difficulty_shift=shift, discrimination=slope
            )
            values = np.array(world.board.values)
            live = values[:, values.std(axis=0) > 0]
            assert len(np.unique(live, axis=1).T) < live.shape[1]
            assert repeated_answers(live) == ()


def test_coarse_scores_coincide_without_being_repeated() -> None:
    easy = np.repeat(np.r_[0.0, np.ones(19)][:, None], 4, axis=1)
    assert repeated_columns(easy) == ()
