"""Recovery tests simulate many boards: one thread each, so that they do not wait for another."""

from collections.abc import Iterator

import pytest

from parallaxis.kernels.draws import one_blas_thread


@pytest.fixture(autouse=True)
def single_thread() -> Iterator[None]:
    """Hold linear algebra to one thread for the whole test."""
    with one_blas_thread():
        yield
