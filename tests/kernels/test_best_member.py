"""The best member is chosen without the items that it is judged by."""

import numpy as np

from parallaxis.kernels.best_member import chosen_elsewhere, deal_items


def test_folds_are_even_and_all_used() -> None:
    sizes = np.bincount(deal_items(103, 10, np.random.default_rng(0)))
    assert sizes.min() == 10
    assert sizes.max() == 11


def test_agrees_with_the_plain_loop() -> None:
    rng = np.random.default_rng(1)
    values = (rng.random((7, 60)) < 0.6).astype(float)
    values[rng.random(values.shape) < 0.2] = np.nan
    folds = deal_items(60, 4, rng)
    expected = [int(np.nanmean(values[:, folds != fold], axis=1).argmax()) for fold in range(4)]
    assert chosen_elsewhere(values, folds).tolist() == expected


def test_who_answered_nothing_elsewhere_is_not_chosen() -> None:
    values = np.array([[1.0, 1.0, np.nan, np.nan], [0.0, 0.0, 0.0, 0.0]])
    assert chosen_elsewhere(values, np.array([0, 0, 1, 1])).tolist() == [1, 0]
