"""The general null gives what the permutation null gives when it is fed the same draws."""

import numpy as np
import pytest

from oracle_files import oracle_board
from parallaxis.kernels import parallel_analysis as permutation
from parallaxis.kernels.scaling import standardise
from parallaxis.kernels.sequential_null import sequential_null
from parallaxis.kernels.spectrum import eigenvalues


@pytest.mark.parametrize("name", ["pa_cont_k0", "pa_cont_k2", "pa_cont_k6", "pa_hetero_k0"])
def test_fed_with_permutations_it_is_parallel_analysis(name: str) -> None:
    scores = standardise(oracle_board(name))
    observed = np.ones(scores.shape, bool)
    known = permutation.parallel_analysis(scores, observed, max_draws=300)
    shuffle = permutation.permuted(scores, observed)
    found = sequential_null(
        eigenvalues(scores),
        lambda rng: eigenvalues(shuffle(rng)),
        stream=permutation.STREAM,
        max_draws=300,
    )
    shared = min(len(known.null), len(found.null))
    np.testing.assert_array_equal(found.null[:shared], known.null[:shared])
    if len(known.null) == len(found.null):
        assert (found.k, found.k_range, found.k_top_edge) == (
            known.k, known.k_range, known.k_top_edge
        )  # fmt: skip


def test_both_edges_are_decided_where_both_are_asked_for() -> None:
    observed = np.array([9.0, 4.0, 1.0])

    def draw(rng: np.random.Generator) -> np.ndarray:
        return np.sort(rng.normal([5.0, 3.0, 1.5], 0.05))[::-1]

    found = sequential_null(observed, draw, stream=0, edges=("rank", "top"))
    assert (found.k, found.k_range) == (2, (2, 2))
    assert (found.k_top_edge, found.k_top_edge_range) == (1, (1, 1))


def test_it_stops_at_the_limit_and_says_what_is_open() -> None:
    found = sequential_null(
        np.array([1.645]), lambda rng: rng.normal(size=1), stream=0, max_draws=60
    )  # a normal variable reaches 1.645 in 5 % of draws: never decided
    assert len(found.null) == 60
    assert found.k_range == (0, 1)
