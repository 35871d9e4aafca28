"""Results written by hand, with round numbers, for tests of what is said about them."""

from functools import cache
from typing import Any

import numpy as np

from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.analyses.breadth import breadth as ask_breadth
from parallaxis.analyses.breadth_parts import ShuffledNull
from parallaxis.analyses.one_dimensional import OneDimensionalNull
from parallaxis.analyses.panel_answers import Panel, Votes
from parallaxis.analyses.panel_draws import Units
from parallaxis.analyses.panel_parts import PairTally
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.intake import Intake, Recipe
from parallaxis.tables.scale import Scale
from parallaxis.worlds import one_ability

NOT_ASKED = NotAnswered("this panel was made by hand.")


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


@cache
def small() -> Breadth:
    """Return the answers of a small simulated board, for what nobody writes by hand."""
    world = one_ability(n_models=24, n_items=40, discrimination=1.5, seed=0)
    return ask_breadth(world.board, draws=20)


def breadth() -> Breadth:
    """Return an ED of 8 below a shuffled null of 33."""
    return Breadth(
        recipe=recipe(),
        cautions=(),
        effective_dimensionality=EffectiveDimensionality(
            8.0, (6.5, 9.5), "models", (7.5, 8.5), "item", "none"
        ),
        shuffled=ShuffledNull(33.0, (32.5, 33.5), "closed form", 0),
        one_dimensional=OneDimensionalNull(
            8.2,
            (7.9, 8.5),
            0.3,
            above=False,
            model="two-parameter logistic",
            draws=99,
            n_models=40,
            n_items=200,
        ),
        shape_bound=39,
        noise_free=small().noise_free,
        redundancy=small().redundancy,
        reliability=small().reliability,
        saturation=small().saturation,
        sensitivity=small().sensitivity,
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
        pairs=PairTally(780, 780, 0, 0, 0),
        units=Units("", np.arange(200), 200),
        zero_cells={},
        members=(),
        tetrachoric_matrix=np.empty((0, 0)),
        phi_matrix=np.empty((0, 0)),
        standard_error_matrix=np.empty((0, 0)),
        phi_standard_error_matrix=np.empty((0, 0)),
        n_items_matrix=np.empty((0, 0)),
        listed_pairs=(),
        weights=NOT_ASKED,
        choice=NOT_ASKED,
        guessing=NOT_ASKED,
        ceilings=NOT_ASKED,
        projection=NOT_ASKED,
        likeness=NOT_ASKED,
        cohorts=NOT_ASKED,
    )
