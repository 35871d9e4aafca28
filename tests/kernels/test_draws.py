"""Draws depend on the seed, the stream and their number, and on nothing else."""

import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray
from threadpoolctl import threadpool_info

from parallaxis.kernels import draws
from parallaxis.kernels.draws import available_cores, generator, one_blas_thread, run_draws


def product_of_draw(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a matrix product, whose last bits could depend on threads."""
    values = rng.normal(size=(40, 300))
    return np.asarray(values @ values.T)


def test_outcome_is_the_same_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(draws, "available_cores", lambda cores=cores: cores)
        runs.append(np.array(run_draws(product_of_draw, range(12), seed=3, stream=1)))
    np.testing.assert_array_equal(runs[0], runs[1])
    np.testing.assert_array_equal(runs[0], runs[2])


def test_a_draw_is_the_same_whatever_is_drawn_beside_it() -> None:
    def first(rng: np.random.Generator) -> float:
        return float(rng.random())

    together = run_draws(first, range(10), seed=0, stream=4)
    assert run_draws(first, range(5, 10), seed=0, stream=4) == together[5:]
    assert run_draws(first, [7], seed=0, stream=4) == [generator(0, 4, 7).random()]


def test_seeds_streams_and_numbers_do_not_share_draws() -> None:
    numbers = {
        generator(seed, stream, draw).random()
        for seed in range(3)
        for stream in range(3)
        for draw in range(3)
    }
    assert len(numbers) == 27


def test_progress_is_told_of_each_draw() -> None:
    told: list[int] = []
    run_draws(lambda rng: rng.random(), range(6), seed=0, stream=0, progress=told.append)
    assert told == [1] * 6


def test_an_error_inside_a_draw_comes_out() -> None:
    def fail(rng: np.random.Generator) -> float:
        raise ValueError(f"drew {rng.integers(1, 2)}")

    with pytest.raises(ValueError, match="drew 1"):
        run_draws(fail, range(3), seed=0, stream=0)


def test_blas_is_held_to_one_thread_and_let_go() -> None:
    def threads() -> list[int]:
        return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]

    before = threads()
    with one_blas_thread():
        assert set(threads()) == {1}
    assert threads() == before
    assert available_cores() >= 1


def test_draws_are_the_same_in_another_process() -> None:
    code = (
        "from parallaxis.kernels.draws import generator; print(generator(5, 6, 7).random().hex())"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter on our own words
    assert float.fromhex(out.stdout.strip()) == generator(5, 6, 7).random()
