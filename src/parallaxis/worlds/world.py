"""A simulated board with its truth, and how a board is drawn from what is expected."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance
from parallaxis.tables.scale import Scale

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class World:
    """A simulated board and the truth it was made from.

    Attributes
    ----------
    name : str
    board : ScoreMatrix
    truth : mapping of str to float
        Among ``axes`` (true number of abilities), ``dependence_axes`` (further dimensions that are
        no abilities, where their number is fixed), ``latent_effective_dimensionality`` (ED of what
        is expected of each cell), ``latent_correlation`` and ``effective_votes`` (where the world
        fixes them).
    expected : ndarray, shape (n_models, n_items)
        What is expected of each cell: the probability of a right answer, or the score without
        noise.
    abilities : ndarray, shape (n_models, k)
        True abilities, or factor scores; k = 0 where the world has none.
    loadings : ndarray, shape (n_items, k)
        True slope of each item on each ability, before any link or map.
    """

    name: str
    board: ScoreMatrix
    truth: Mapping[str, float]
    expected: Array
    abilities: Array
    loadings: Array

    @property
    def probabilities(self) -> Array:
        """Probability of a right answer behind each cell: `expected`, by its name on 0/1 boards."""
        return self.expected


@dataclass(frozen=True, eq=False)
class Known:
    """What a world knows beside its scores: numbers, columns of metadata, abilities, loadings."""

    truth: Mapping[str, float]
    models: Mapping[str, Any] | None = None
    items: Mapping[str, Any] | None = None
    abilities: Array | None = None
    loadings: Array | None = None


def generator(seed: int, n_models: int, n_items: int) -> np.random.Generator:
    """Check what all worlds take, and return the world's generator."""
    _checks.positive_integer("n_models", n_models)
    _checks.positive_integer("n_items", n_items)
    return np.random.default_rng(_checks.seed(seed))


def answered(name: str, share: Array, rng: np.random.Generator, known: Known) -> World:
    """Return the world whose answers are independent coins of the probabilities `share`."""
    right = (rng.random(share.shape) < share).astype(np.float64)
    return scored(name, right, share, "binary", known)


def scored(name: str, values: Array, expected: Array, scale: Scale, known: Known) -> World:
    """Return the world of given scores, its truth completed by what is expected of each cell."""
    board = ScoreMatrix.from_array(
        values,
        scale=scale,
        model_metadata=known.models,
        item_metadata=known.items,
        provenance=Provenance(sources=(f"simulated: {name}",), format="simulation"),
    )
    truth = dict(known.truth)
    latent = latent_effective_dimensionality(expected)
    if np.isfinite(latent):
        truth["latent_effective_dimensionality"] = latent
    n_models, n_items = values.shape
    return World(
        name=name,
        board=board,
        truth=MappingProxyType(truth),
        expected=np.array(expected),
        abilities=_as_columns(known.abilities, n_models),
        loadings=_as_columns(known.loadings, n_items),
    )


def latent_effective_dimensionality(expected: Array) -> float:
    """Return (Σσ²)² / Σσ⁴ of what is expected, item-centred; NaN where models do not differ."""
    centred = expected - expected.mean(axis=0)
    wide = centred.shape[0] <= centred.shape[1]
    products = centred @ centred.T if wide else centred.T @ centred
    total = float(np.trace(products))
    return total**2 / float((products**2).sum()) if total > 1e-18 * centred.size else float("nan")


def _as_columns(values: Array | None, n_rows: int) -> Array:
    """Return one column a dimension, also for a vector and for nothing."""
    return np.zeros((n_rows, 0)) if values is None else np.array(values).reshape(n_rows, -1)
