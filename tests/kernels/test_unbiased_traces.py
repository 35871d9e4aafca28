"""Unbiased traces against the oracle, against sums over distinct models, and on average."""

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle, oracle_board
from parallaxis.errors import NotIdentified
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.unbiased_traces import (
    ed_both_without_groups,
    ed_columns,
    unbiased_traces,
)

Array = NDArray[np.float64]
ROWS = {row["name"]: row for row in oracle("ed")["rows"]}


@pytest.mark.parametrize("name", ROWS)
def test_all_corrections_agree_with_the_oracle(name: str) -> None:
    expected = ROWS[name]["dimensionality"]
    centred = prepare(oracle_board(name))
    traces = unbiased_traces(centred)
    # the other software sums in another order; its uncorrected value agrees to 1e-12 as well
    assert traces.ed_row == pytest.approx(expected["row"], rel=1e-9)
    assert ed_columns(centred) == pytest.approx(expected["col"], rel=1e-8)
    bottom = traces.trace_of_square - traces.own
    both = (traces.squared_trace - traces.own) / bottom
    # on noise the denominator is a small difference, and digits go with it
    lost = traces.trace_of_square / abs(bottom)
    assert both == pytest.approx(expected["both"], rel=1e-9 * max(1.0, lost))


def test_a_negative_denominator_is_no_number() -> None:
    traces = unbiased_traces(prepare(oracle_board("pa_bin80x240_k0")))
    assert ROWS["pa_bin80x240_k0"]["dimensionality"]["both"] < -10_000.0
    assert np.isnan(traces.ed_both)
    assert np.isfinite(traces.ed_row)


def by_distinct_models(x: Array, *, diagonal: bool) -> tuple[float, float]:
    """Return (tr Σ)² and tr Σ² as means over four distinct models, from whole matrices."""
    square = trace = 0.0
    quads = list(permutations(range(len(x)), 4))
    for i, j, k, m in quads:
        u, v = x[i] - x[j], x[k] - x[m]
        variances = np.outer(u * u, v * v) / 4.0
        products = np.outer(u * v, u * v) / 4.0
        if not diagonal:
            np.fill_diagonal(variances, 0.0)
            np.fill_diagonal(products, 0.0)
        trace += variances.sum() / len(quads)
        square += products.sum() / len(quads)
    return trace, square


def test_traces_are_means_over_four_distinct_models() -> None:
    x = np.random.default_rng(0).normal(size=(8, 1)) + np.random.default_rng(1).normal(size=(8, 5))
    traces = unbiased_traces(prepare(x))
    for diagonal in (True, False):
        own = 0.0 if diagonal else traces.own
        trace, square = by_distinct_models(x, diagonal=diagonal)
        assert traces.squared_trace - own == pytest.approx(trace, rel=1e-10)
        assert traces.trace_of_square - own == pytest.approx(square, rel=1e-10)


def test_traces_are_unbiased_for_skewed_scores() -> None:
    rng = np.random.default_rng(2)
    mix = rng.normal(size=(6, 6))
    sigma = mix.T @ mix  # exponential scores have variance 1, and skewness and kurtosis
    drawn = np.array(
        [
            (found.squared_trace, found.trace_of_square, found.own)
            for found in (
                unbiased_traces(prepare(rng.exponential(size=(6, 6)) @ mix)) for _ in range(6000)
            )
        ]
    )
    truth = [np.trace(sigma) ** 2, (sigma**2).sum(), (np.diag(sigma) ** 2).sum()]
    error = drawn.std(axis=0) / np.sqrt(len(drawn))
    assert (np.abs(drawn.mean(axis=0) - truth) < 4.0 * error).all()


def test_values_without_groups_are_values_of_the_others() -> None:
    x = np.random.default_rng(3).normal(size=(24, 1)) + np.random.default_rng(4).normal(
        size=(24, 9)
    )
    groups = np.arange(24) % 4
    found = ed_both_without_groups(x, groups)
    exact = [unbiased_traces(prepare(x[groups != group])).ed_both for group in range(4)]
    np.testing.assert_allclose(found, exact, rtol=1e-12)
    few = ed_both_without_groups(x[:5], np.array([0, 0, 1, 2, 3]))
    assert np.isnan(few[0])


def test_three_models_are_too_few() -> None:
    with pytest.raises(NotIdentified, match="3 models; unbiased traces need 4"):
        unbiased_traces(np.eye(3))
