"""Items that are the same item twice, and items that only look so."""

import numpy as np

from parallaxis.kernels.repeated_columns import repeated_columns


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


def test_coarse_scores_coincide_without_being_repeated() -> None:
    easy = np.repeat(np.r_[0.0, np.ones(19)][:, None], 4, axis=1)
    assert repeated_columns(easy) == ()
