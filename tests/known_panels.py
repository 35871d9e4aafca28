"""Members, pairs and resampled pairs of a board, as the panel makes them."""

from parallaxis.analyses import panel_parts
from parallaxis.analyses.panel_draws import Resampled
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix


def known_pairs(
    board: ScoreMatrix, draws: int, seed: int = 0
) -> tuple[panel_parts.Seats, panel_parts.Correlations, Resampled]:
    """Return what ceilings, projections and choices of a panel start from."""
    seats = panel_parts.seats(Ingredients.of(board), seed)
    outcome = panel_parts.correlate(seats, "half")
    settings = {"zero_cells": "half", "draws": draws}
    return seats, outcome, panel_parts.resampled(seats, outcome, settings, seed, None)
