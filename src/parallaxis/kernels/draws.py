"""Random draws in parallel whose outcome does not depend on the number of threads."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

Outcome = TypeVar("Outcome")


def available_cores() -> int:
    """Return how many cores this process may use.

    Examples
    --------
    >>> available_cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold BLAS to one thread: sums come out the same, and draws share the cores instead.

    Examples
    --------
    >>> with one_blas_thread():
    ...     float(np.ones(2) @ np.ones(2))
    2.0
    """
    with threadpool_limits(limits=1, user_api="blas"):
        yield


def generator(seed: int, stream: int, draw: int) -> np.random.Generator:
    """Return the generator of one draw; it depends on these three numbers and nothing else.

    Examples
    --------
    >>> generator(0, 1, 2).random() == generator(0, 1, 2).random()
    True
    """
    return np.random.default_rng([seed, stream, draw])


def run_draws(
    outcome: Callable[[np.random.Generator], Outcome],
    draws: Sequence[int],
    *,
    seed: int,
    stream: int,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """Run numbered draws and return their outcomes in order.

    Parameters
    ----------
    outcome : callable
        Takes the draw's own generator.
    draws : sequence of int
        Numbers of the draws to run.
    seed, stream : int
        The caller's seed, and a number for the purpose, so that purposes do not share draws.
    progress : callable, optional
        Told the number of draws that are done, as they are done.

    Returns
    -------
    list
        One outcome a draw, in the order of `draws`.

    Examples
    --------
    >>> run_draws(lambda rng: int(rng.integers(100)), range(4), seed=0, stream=1)
    [52, 67, 55, 12]
    """

    def run(draw: int) -> Outcome:
        return outcome(generator(seed, stream, draw))

    outcomes: list[Outcome] = []
    with one_blas_thread(), ThreadPoolExecutor(available_cores()) as pool:
        for done in pool.map(run, draws):
            outcomes.append(done)
            if progress is not None:
                progress(1)
    return outcomes
