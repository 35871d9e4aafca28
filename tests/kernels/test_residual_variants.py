"""Named procedures against plain twins, reference nulls of R and the counts of the public tool."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle, oracle_board
from parallaxis.kernels.residual_variants import (
    PROCEDURES,
    STREAMS,
    TOOL_MOST,
    model_centred,
    model_standardised,
    procedure_null,
    public_tool_count,
)

Array = NDArray[np.float64]
SETS: dict[str, dict[str, Any]] = oracle("parallel_analysis")["sets"]
TOOL: dict[str, str] = oracle("parallel_analysis")["evalgate"]


def items(name: str) -> Array:
    """Return a reference board without items on which all models agree."""
    values = oracle_board(name)
    return np.array(values[:, values.std(axis=0) > 0.0])


def _items(values: Array) -> Array:
    return np.asarray((values - values.mean(axis=0)) / values.std(axis=0))


def _models(values: Array) -> Array:
    return _items(values.T).T


def _two_way(values: Array) -> Array:
    rows, columns = values.mean(axis=1, keepdims=True), values.mean(axis=0)
    return np.asarray(values - rows - columns + values.mean())


TWINS: dict[str, Callable[[Array], Array]] = {
    "standardised": _items,
    "covariance": lambda values: values - values.mean(axis=0),
    "two_way_residual": _two_way,
    "model_correlation": lambda values: _models(_items(values)),
    "normal_theory": _items,
}


@pytest.mark.parametrize("name", PROCEDURES)
def test_eigenvalues_and_null_of_a_plain_twin(name: str) -> None:
    values = items("pa_cont_k2")[:80] * np.linspace(0.5, 3.0, 24) + np.arange(24)
    found = procedure_null(values, name, max_draws=300)
    size = np.linalg.svd(TWINS[name](values), compute_uv=False)
    np.testing.assert_allclose(found.eigenvalues, size**2 / 80, rtol=1e-9, atol=1e-9)

    rng = np.random.default_rng(8)
    twin = []
    for _ in range(300):
        null = rng.normal(size=values.shape) if name == "normal_theory" else values.copy()
        for item in null.T:
            rng.shuffle(item)
        twin.append(np.linalg.svd(TWINS[name](null), compute_uv=False) ** 2 / 80)
    mean, error = np.mean(twin, axis=0), np.var(twin, axis=0) / 300
    spread = np.sqrt(error + found.null.var(axis=0) / len(found.null)) + 1e-9
    assert (np.abs(found.null.mean(axis=0) - mean) < 4.5 * spread).all()


def test_every_procedure_has_draws_of_its_own() -> None:
    assert set(STREAMS) == {*PROCEDURES, "public_tool"}
    assert len(set(STREAMS.values())) == len(STREAMS)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 6])
@pytest.mark.parametrize(("name", "null", "kind"), [
    ("covariance", "perm", "cov"), ("normal_theory", "normal", "corr"),
])  # fmt: skip
def test_reference_nulls(name: str, null: str, kind: str, k: int) -> None:
    board = f"pa_cont_k{k}"
    reference = SETS[board]["ref"][null][kind]
    n_models = 250
    unit = n_models / (n_models - 1) if kind == "cov" else 1.0  # the reference divides by N − 1
    found = procedure_null(items(board), name)
    shown = len(reference["observed"])
    np.testing.assert_allclose(unit * found.eigenvalues[:shown], reference["observed"], rtol=1e-9)
    error = np.array(reference["null_sd"]) * np.sqrt(1 / 400 + 1 / len(found.null))
    mean = unit * found.null.mean(axis=0)[:shown]
    assert (np.abs(mean - reference["null_mean"]) < 4.5 * error).all()
    low, high = found.k_range
    assert low <= reference["k_q95"] <= high


@pytest.mark.parametrize("k", sorted(TOOL))
def test_the_public_tool_counts_what_it_counted(k: str) -> None:
    first, _, rest = TOOL[k].partition(" [")
    inside, edge = rest.split("] ")
    values = oracle_board(f"pa_bin80x240_k{k}")
    centred = values - values.mean(axis=0)
    size = np.linalg.svd(centred, compute_uv=False)[:TOOL_MOST] ** 2 / values.shape[1]
    # its power iteration leaves the fifth digit open, and more where eigenvalues lie close
    np.testing.assert_allclose(size, [float(x) for x in inside.split(",")], rtol=0.1)
    margin = np.abs(size - float(edge)).min()
    if margin > 0.05 * float(edge):
        assert public_tool_count(values) == int(first)


def test_means_and_variances_of_models_skip_gaps() -> None:
    values = np.random.default_rng(0).normal(size=(6, 9))
    observed = np.random.default_rng(1).random((6, 9)) < 0.7
    held = np.where(observed, values, np.nan)
    expected = held - np.nanmean(held, axis=1, keepdims=True)
    scores = np.where(observed, values, 0.0)
    np.testing.assert_allclose(model_centred(scores, observed), np.nan_to_num(expected))
    scaled = expected / np.nanstd(held, axis=1, keepdims=True)
    np.testing.assert_allclose(model_standardised(scores, observed), np.nan_to_num(scaled))


def test_one_ability_is_no_axis_beside_the_average() -> None:
    rng = np.random.default_rng(3)
    board = rng.normal(size=(80, 1)) + rng.normal(size=(80, 40))
    assert procedure_null(board, "standardised").k == 1
    assert procedure_null(board, "two_way_residual").k == 0
