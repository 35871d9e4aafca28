"""Boards that a public leaderboard can hand in and that leave little or nothing to answer."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def _coins() -> Array:
    """Return a small board without structure."""
    return (np.random.default_rng(0).random((12, 9)) < 0.5).astype(float)


def _with(rows: slice | list[int], columns: slice | list[int], score: float) -> Array:
    """Return coins with one block overwritten."""
    values = _coins()
    values[rows, columns] = score
    return values


def _apart() -> Array:
    """Return two blocks of models that share no item."""
    values = _with(slice(0, 6), slice(0, 5), np.nan)
    values[6:, 5:] = np.nan
    return values


ALL, NAN = slice(None), np.nan

# Something varies: an estimate must come out.
ANSWERED: dict[str, Array] = {
    "empty rows": _with(slice(0, 3), ALL, NAN),
    "empty columns": _with(ALL, slice(0, 3), NAN),
    "constant rows": _with(slice(0, 3), ALL, 1.0),
    "constant columns": _with(ALL, slice(0, 7), 1.0),
    "a block missing": _with(slice(0, 6), slice(0, 5), NAN),
    "no model shares an item with half of the others": _apart(),
    "two models": _coins()[:2],
    "three models": _coins()[:3],
    "one item": _coins()[:, :1],
    "two items": _coins()[:, :2],
    "one live item": _with(ALL, slice(1, None), 1.0),
    "a few live items of hundreds": np.hstack([_coins()[:, :3], np.ones((12, 400))]),
    "two models, copied": np.tile(_coins()[:2], (4, 1)),
    "one item, copied": np.tile(_coins()[:, :1], (1, 6)),
    "models and items add up": np.add.outer(np.arange(8.0) ** 2, 0.1 * np.arange(6.0)),
    "a large offset": 1e9 + np.random.default_rng(1).normal(size=(10, 5)),
    "a constant that has no exact form": np.hstack([np.full((9, 4), 0.1), _coins()[:9, :3] / 3.0]),
    "units apart": np.random.default_rng(2).normal(size=(9, 4)) * [1.0, 1e-3, 1e4, 1e9],
}

# Nothing varies: the answer must be a reason.
NOT_ANSWERED: dict[str, Array] = {
    "all right": np.ones((5, 4)),
    "all the same fraction": np.full((7, 4), 0.1),
    "all the same large number": np.full((10, 5), 1e9 + 0.1),
    "nothing scored": np.full((5, 4), NAN),
    "one cell": np.array([[1.0]]),
    "one cell scored": np.where(np.arange(20).reshape(5, 4) == 7, 1.0, NAN),
    "one model": _coins()[:1],
    "one model alike": np.tile(_coins()[:1], (8, 1)),
    "each model its own item": np.where(np.eye(6) > 0.0, 1.0, NAN),
}
