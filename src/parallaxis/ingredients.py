"""What several questions share, computed once and only when asked for."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.intake import Intake, Recipe, board_cautions
from parallaxis.kernels.gram import PairCounts, pair_counts
from parallaxis.kernels.scaling import prepare, standardise
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]


class Ingredients:
    """A board made ready: oriented, without empty rows and columns, with its shared products.

    Parameters
    ----------
    source : ScoreMatrix
        The board as it was read.
    """

    def __init__(self, source: ScoreMatrix) -> None:
        self.source = source

    @classmethod
    def of(cls, board: "ScoreMatrix | Ingredients") -> "Ingredients":
        """Return ingredients, whichever of the two was handed in."""
        if isinstance(board, Ingredients):
            return board
        if not isinstance(board, ScoreMatrix):
            raise InputError(
                f"the board is a {type(board).__name__}; pass a ScoreMatrix, made by load(), "
                "ScoreMatrix.from_frame() or ScoreMatrix.from_array()."
            )
        return cls(board)

    @cached_property
    def board(self) -> ScoreMatrix:
        """The board with higher scores better and without rows or columns that hold no score.

        A board without any score stays whole, so that each question can say what it lacks.
        """
        board = self.source.oriented()
        observed = board.observed
        rows, columns = observed.any(axis=1), observed.any(axis=0)
        if not rows.any():
            return board
        models = [board.models[i] for i in np.flatnonzero(rows)]
        items = [board.items[i] for i in np.flatnonzero(columns)]
        return board.select_models(models).select_items(items)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What a reader of any answer about this board must know."""
        return board_cautions(self.source)

    @cached_property
    def intake(self) -> Intake:
        """What came in."""
        return Intake.of(self.source)

    @cached_property
    def data_hash(self) -> str:
        """Hash of the board as it was read."""
        return self.source.data_hash

    def recipe(self, seed: int, **settings: object) -> Recipe:
        """Return what a result must carry to be computed again."""
        return Recipe(
            settings=_read_only(settings), seed=seed, data_hash=self.data_hash, intake=self.intake
        )

    @cached_property
    def observed(self) -> NDArray[np.bool_]:
        """Which cells are scored, shape (n_models, n_items)."""
        return self.board.observed

    @cached_property
    def centred(self) -> Array:
        """Item-centred scores, 0 where missing."""
        return prepare(self.board.values)

    @cached_property
    def live(self) -> NDArray[np.bool_]:
        """Which items tell any two models apart, shape (n_items,)."""
        return ~self.board.dead

    @cached_property
    def standardised(self) -> Array:
        """Live items with mean 0 and variance 1, 0 where missing."""
        return standardise(self.board.values[:, self.live])

    @cached_property
    def pair_counts(self) -> PairCounts:
        """The 2 × 2 table of every pair of models; binary boards only."""
        return pair_counts(self.board.values)


def _read_only(settings: Mapping[str, object]) -> Mapping[str, object]:
    """Return settings that cannot be changed, however deep."""
    return MappingProxyType(
        {
            name: _read_only(value) if isinstance(value, Mapping) else value
            for name, value in settings.items()
        }
    )
