"""Which published procedure counts how many axes on this board?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa

from parallaxis import _checks
from parallaxis.analyses.result import Result
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.residual_variants import (
    PROCEDURES,
    TOOL_DRAWS,
    procedure_null,
    public_tool_count,
)
from parallaxis.kernels.sequential_null import Edge, EigenvalueNull
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

TOOL = "public_tool"
FEWEST_MODELS = 4
FEWEST_ITEMS = 2
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "standardised_rank": "Items standardised, their correlation, scores permuted within items, "
        "each rank against its own null: k_shuffled.",
        "standardised_top": "Items standardised, their correlation, scores permuted within items, "
        "all ranks against the null's largest eigenvalue.",
        "covariance_rank": "Items in their own units, their covariance, scores permuted within "
        "items, each rank against its own null.",
        "covariance_top": "Items in their own units, their covariance, scores permuted within "
        "items, all ranks against the null's largest eigenvalue, which one item of large spread "
        "can set.",
        "two_way_residual_rank": "Item and model means removed, the covariance of what is left, "
        "raw scores permuted within items, each rank against its own null: axes beside the "
        "average.",
        "two_way_residual_top": "Item and model means removed, the covariance of what is left, raw "
        "scores permuted within items, all ranks against the null's largest eigenvalue.",
        "model_correlation_rank": "Items standardised, then models correlated over items, so that "
        "every model counts the same however far it is from the average; each rank against its "
        "own null.",
        "model_correlation_top": "Items standardised, then models correlated over items; all ranks "
        "against the null's largest eigenvalue.",
        "normal_theory_rank": "Items standardised, their correlation, against normal noise instead "
        "of permuted scores, each rank against its own null: Horn's own procedure.",
        "public_tool": "What the essay's public tool does: covariance, gaps counted as 0, "
        "30 permutations, one edge for all ranks, and never more than 5.",
    }
)


@dataclass(frozen=True, slots=True)
class AxisVariant:
    """The count of one procedure.

    Attributes
    ----------
    name : str
    meaning : str
        One sentence.
    k : int
    k_range : (int, int)
        Fewest and most that the Monte Carlo error leaves open; the count itself for the public
        tool, whose number of draws is fixed.
    eigenvalues : tuple of float
        The leading ones of the procedure, one beyond the count; none for the public tool.
    edges : tuple of float
        What each of them had to exceed.
    draws : int
    """

    name: str
    meaning: str
    k: int
    k_range: tuple[int, int]
    eigenvalues: tuple[float, ...]
    edges: tuple[float, ...]
    draws: int


@dataclass(frozen=True, eq=False)
class AxisVariants(Result):
    """How many axes does each named procedure count?

    Attributes
    ----------
    variants : tuple of AxisVariant or NotAnswered
    """

    variants: tuple[AxisVariant, ...] | NotAnswered

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {"variants": self.variants}

    def summary(self) -> pa.Table:
        """Return the count of each procedure, a row each."""
        if isinstance(self.variants, NotAnswered):
            return pa.table({"name": [], "k": [], "meaning": []})
        rows = [
            {
                "name": variant.name,
                "k": variant.k,
                "k_fewest": variant.k_range[0],
                "k_most": variant.k_range[1],
                "draws": variant.draws,
                "meaning": variant.meaning,
            }
            for variant in self.variants
        ]
        return pa.Table.from_pylist(rows)

    def count(self, name: str) -> int:
        """Return the count of one procedure by its name.

        Raises
        ------
        InputError
            A name that is none of the variants', or a board that is too small.
        """
        _checks.choice("name", name, MEANINGS)
        if isinstance(self.variants, NotAnswered):
            raise InputError(f"the count of {name!r} is {self.variants}; pass a larger board.")
        return next(variant.k for variant in self.variants if variant.name == name)

    def __str__(self) -> str:
        if isinstance(self.variants, NotAnswered):
            return f"axis variants: {self.variants}"
        counts = ", ".join(f"{variant.name} {variant.k}" for variant in self.variants)
        return f"axis variants: {counts}"


def axis_variants(
    board: ScoreMatrix | Ingredients,
    *,
    max_draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> AxisVariants:
    """How many axes does each named procedure count on this board?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored.
    max_draws : int, default 1000
        Most draws of each procedure; drawing stops earlier where its counts are proved.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    AxisVariants
        One row for each name in ``MEANINGS``. Dead items are set aside; missing cells take the
        mean of their item, except for the public tool, which counts them as 0.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    Published counts differ because procedures differ. None of these asks "more than one ability?".

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(60, 1)) + rng.normal(size=(60, 12))
    >>> found = axis_variants(ScoreMatrix.from_array(scores), max_draws=200)
    >>> found.count("standardised_rank"), found.count("two_way_residual_rank")
    (1, 0)
    """
    _checks.positive_integer("max_draws", max_draws, at_least=20)
    shared = Ingredients.of(board)
    recipe = shared.recipe(_checks.seed(seed), max_draws=max_draws, quantile=0.95)
    n_items = int(shared.live.sum())
    if shared.board.n_models < FEWEST_MODELS or n_items < FEWEST_ITEMS:
        why = NotAnswered(
            f"{counted(shared.board.n_models, 'model')} and {counted(n_items, 'item')} that tell "
            f"models apart; counting axes needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
        )
        return AxisVariants(recipe, shared.cautions, why)
    live = shared.board.values[:, shared.live]
    found: list[AxisVariant] = []
    with one_blas_thread():
        for name in PROCEDURES:
            null = procedure_null(live, name, max_draws=max_draws, seed=seed, progress=progress)
            found += _rows(name, null)
        k = public_tool_count(shared.board.values, seed=seed, progress=progress)
    found.append(AxisVariant(TOOL, MEANINGS[TOOL], k, (k, k), (), (), TOOL_DRAWS))
    return AxisVariants(recipe, shared.cautions, tuple(found))


def _rows(name: str, null: EigenvalueNull) -> list[AxisVariant]:
    """Return the variants that share one null."""
    sides: tuple[tuple[Edge, int, tuple[int, int]], ...] = (
        ("rank", null.k, null.k_range),
        ("top", null.k_top_edge, null.k_top_edge_range),
    )
    quantile = np.quantile(null.null, 0.95, axis=0)
    rows = []
    for edge, k, k_range in sides:
        if (variant := f"{name}_{edge}") not in MEANINGS:
            continue
        edges = quantile if edge == "rank" else np.full_like(quantile, quantile[0])
        shown = slice(0, k + 1)
        rows.append(
            AxisVariant(
                name=variant,
                meaning=MEANINGS[variant],
                k=k,
                k_range=k_range,
                eigenvalues=tuple(null.eigenvalues[shown].tolist()),
                edges=tuple(edges[shown].tolist()),
                draws=len(null.null),
            )
        )
    return rows
