"""Results written by hand, with round numbers, for tests of what is said about them."""

from typing import Any

import numpy as np

from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.analyses.breadth_parts import ShuffledNull
from parallaxis.analyses.panel import Panel, Votes
from parallaxis.analyses.panel_parts import PairTally
from parallaxis.answers import Estimate
from parallaxis.intake import Intake, Recipe
from parallaxis.tables.scale import Scale


def recipe(
    scale: Scale = "binary", n_missing: int = 0, *, n_models: int = 40, **settings: Any
) -> Recipe:
    """Return the recipe of a board of 40 models and 200 items."""
    intake = Intake(
        sources=("board.csv",),
        format="csv, wide",
        n_models=n_models,
        n_items=200,
        n_missing=n_missing,
        n_dead=0,
        n_unscored_models=0,
        n_unscored_items=0,
        scale=scale,
        bounds=None,
        notes=(),
    )
    settings = {"level": 0.95, **settings}
    return Recipe(settings=settings, seed=0, data_hash="0" * 64, intake=intake)


def breadth() -> Breadth:
    """Return an ED of 8 below a shuffled null of 33."""
    return Breadth(
        recipe=recipe(),
        cautions=(),
        effective_dimensionality=EffectiveDimensionality(
            8.0, (6.5, 9.5), "models", (7.5, 8.5), "item", "none"
        ),
        shuffled=ShuffledNull(33.0, (32.5, 33.5), "closed form", 0),
        shape_bound=39,
        hill={},
        variants=(),
        complete_blocks=(),
        leave_one_out=(),
        n_dead=0,
    )


def panel() -> Panel:
    """Return 40 members that carry 1.5 effective votes."""
    return Panel(
        recipe=recipe(),
        cautions=(),
        tetrachoric=Votes(0.65, (0.6, 0.7), Estimate(1.5, (1.4, 1.6))),
        phi=Votes(0.4, (0.35, 0.45), Estimate(2.5, (2.2, 2.8))),
        n_members=40,
        left_out=(),
        pairs=PairTally(780, 0, 0, 0),
        zero_cells={},
        members=(),
        tetrachoric_matrix=np.empty((0, 0)),
        phi_matrix=np.empty((0, 0)),
        listed_pairs=(),
    )
