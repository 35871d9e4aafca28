"""How many independent things does a leaderboard measure?

>>> import parallaxis as px
>>> world = px.worlds.shared_component(n_models=9, n_items=400)
>>> found = px.diagnose(world.board, draws=50)
>>> found.panel.n_members
9
"""

import importlib
from typing import TYPE_CHECKING, Any

from parallaxis._version import __version__

if TYPE_CHECKING:
    from parallaxis import worlds
    from parallaxis.analyses.agreement import Agreement, agreement
    from parallaxis.analyses.axes import Axes, axes
    from parallaxis.analyses.axes_answers import (
        Axis,
        Dependence,
        GroupLoading,
        ItemLoading,
        Place,
        SplitHalf,
        Step,
        Swap,
    )
    from parallaxis.analyses.axes_guard import Guard
    from parallaxis.analyses.axis_variants import AxisVariant, AxisVariants, axis_variants
    from parallaxis.analyses.breadth import Breadth, breadth
    from parallaxis.analyses.item_response import (
        ItemParameters,
        ItemResponse,
        ModelAbility,
        item_response,
    )
    from parallaxis.analyses.panel import panel
    from parallaxis.analyses.panel_answers import Panel
    from parallaxis.analyses.projection import Projection, project
    from parallaxis.analyses.selection import Select, select
    from parallaxis.comparison import Comparison, Origin, atlas, compare
    from parallaxis.diagnosis import Diagnosis, diagnose
    from parallaxis.errors import (
        InputError,
        MissingExtra,
        NotConverged,
        NotIdentified,
        ParallaxisError,
    )
    from parallaxis.io import load, load_verdicts
    from parallaxis.matrix import ScoreMatrix
    from parallaxis.verdicts import Verdicts

__all__ = [
    "Agreement",
    "Axes",
    "Axis",
    "AxisVariant",
    "AxisVariants",
    "Breadth",
    "Comparison",
    "Dependence",
    "Diagnosis",
    "GroupLoading",
    "Guard",
    "InputError",
    "ItemLoading",
    "ItemParameters",
    "ItemResponse",
    "MissingExtra",
    "ModelAbility",
    "NotConverged",
    "NotIdentified",
    "Origin",
    "Panel",
    "ParallaxisError",
    "Place",
    "Projection",
    "ScoreMatrix",
    "Select",
    "SplitHalf",
    "Step",
    "Swap",
    "Verdicts",
    "__version__",
    "agreement",
    "atlas",
    "axes",
    "axis_variants",
    "breadth",
    "compare",
    "diagnose",
    "item_response",
    "load",
    "load_verdicts",
    "panel",
    "project",
    "select",
    "worlds",
]

_HOMES = {
    "Agreement": "parallaxis.analyses.agreement",
    "Axes": "parallaxis.analyses.axes",
    "Axis": "parallaxis.analyses.axes_answers",
    "AxisVariant": "parallaxis.analyses.axis_variants",
    "AxisVariants": "parallaxis.analyses.axis_variants",
    "Breadth": "parallaxis.analyses.breadth",
    "Comparison": "parallaxis.comparison",
    "Dependence": "parallaxis.analyses.axes_answers",
    "Diagnosis": "parallaxis.diagnosis",
    "GroupLoading": "parallaxis.analyses.axes_answers",
    "Guard": "parallaxis.analyses.axes_guard",
    "InputError": "parallaxis.errors",
    "ItemLoading": "parallaxis.analyses.axes_answers",
    "ItemParameters": "parallaxis.analyses.item_response",
    "ItemResponse": "parallaxis.analyses.item_response",
    "MissingExtra": "parallaxis.errors",
    "ModelAbility": "parallaxis.analyses.item_response",
    "NotConverged": "parallaxis.errors",
    "NotIdentified": "parallaxis.errors",
    "Origin": "parallaxis.comparison",
    "Panel": "parallaxis.analyses.panel_answers",
    "ParallaxisError": "parallaxis.errors",
    "Place": "parallaxis.analyses.axes_answers",
    "Projection": "parallaxis.analyses.projection",
    "ScoreMatrix": "parallaxis.matrix",
    "Select": "parallaxis.analyses.selection",
    "SplitHalf": "parallaxis.analyses.axes_answers",
    "Step": "parallaxis.analyses.axes_answers",
    "Swap": "parallaxis.analyses.axes_answers",
    "Verdicts": "parallaxis.verdicts",
    "agreement": "parallaxis.analyses.agreement",
    "atlas": "parallaxis.comparison",
    "axes": "parallaxis.analyses.axes",
    "axis_variants": "parallaxis.analyses.axis_variants",
    "breadth": "parallaxis.analyses.breadth",
    "compare": "parallaxis.comparison",
    "diagnose": "parallaxis.diagnosis",
    "item_response": "parallaxis.analyses.item_response",
    "load": "parallaxis.io",
    "load_verdicts": "parallaxis.io",
    "panel": "parallaxis.analyses.panel",
    "project": "parallaxis.analyses.projection",
    "select": "parallaxis.analyses.selection",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name == "worlds":
        return importlib.import_module("parallaxis.worlds")
    if name not in _HOMES:
        raise AttributeError(f"module 'parallaxis' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
