"""Parts whose items all tell models apart: one size, no effect of dead items or board size."""

import numpy as np
import pytest

from parallaxis.kernels.live_parts import STREAM, breadth_of_live_parts, fewest_live_items
from parallaxis.kernels.matched_subsamples import random_subsets
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.worlds import independent_noise, one_ability


def test_it_is_the_loop() -> None:
    values = one_ability(n_models=30, n_items=40, seed=1).board.values
    found = breadth_of_live_parts(values, n_models=12, n_items=15, draws=20, seed=3)
    for draw, mask in enumerate(random_subsets(30, 12, draws=20, seed=3)):
        part = values[mask]
        live = [j for j in range(40) if len(set(part[:, j])) > 1]
        order = np.random.default_rng([3, STREAM, draw]).permutation(len(live))[:15]
        chosen = part[:, [live[place] for place in order]]
        plain = moments(prepare(chosen)).effective_dimensionality
        assert found[draw] == pytest.approx(plain, rel=1e-12)


def test_fewest_live_items_is_what_every_part_has() -> None:
    values = one_ability(n_models=40, n_items=60, difficulty_spread=2.0, seed=2).board.values
    fewest = fewest_live_items(values, 10, draws=30)
    counts = [
        sum(len(set(column)) > 1 for column in values[mask].T)
        for mask in random_subsets(40, 10, draws=30, seed=0)
    ]
    assert fewest == min(counts)
    assert np.isfinite(breadth_of_live_parts(values, n_models=10, n_items=fewest, draws=30)).all()
    more = breadth_of_live_parts(values, n_models=10, n_items=fewest + 1, draws=30)
    assert np.isnan(more).sum() == sum(count == fewest for count in counts)


def test_noise_alone_has_the_ed_that_its_size_allows() -> None:
    # E[1/ED] of pure noise with equal variances is near 1/T + 1/(N − 1)
    values = independent_noise(n_models=200, n_items=200, seed=1).board.values
    found = breadth_of_live_parts(values, n_models=40, n_items=60)
    assert found.mean() == pytest.approx(1.0 / (1.0 / 60 + 1.0 / 39), rel=0.04)


def test_one_size_is_one_size_whatever_the_board() -> None:
    # Small boards against large ones of the same world, items of very unequal difficulty: mean over
    # 12 boards each; a board's own ED spreads by about 15 %, so the two means by 6 %.
    means = []
    for n_models, n_items in ((30, 120), (300, 400)):
        worlds = (
            one_ability(n_models=n_models, n_items=n_items, difficulty_spread=2.0, seed=seed)
            for seed in range(12)
        )
        eds = [
            breadth_of_live_parts(w.board.values, n_models=30, n_items=40, draws=30).mean()
            for w in worlds
        ]
        means.append(np.mean(eds))
    assert means[0] == pytest.approx(means[1], rel=0.15)


def test_dead_items_and_gaps() -> None:
    values = np.random.default_rng(0).normal(size=(20, 10))
    dead = np.hstack([values, np.full((20, 50), 2.0), np.full((20, 3), np.nan)])
    whole = breadth_of_live_parts(dead, n_models=20, n_items=10)
    assert whole == pytest.approx([moments(prepare(values)).effective_dimensionality])
    assert fewest_live_items(dead, 5, draws=20) == 10
    gapped = np.where(np.random.default_rng(1).random(values.shape) < 0.2, np.nan, values)
    assert np.isfinite(breadth_of_live_parts(gapped, n_models=10, n_items=5)).all()
