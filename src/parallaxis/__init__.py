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
    from parallaxis.analyses.axes import Axes, axes
    from parallaxis.analyses.breadth import Breadth, breadth
    from parallaxis.analyses.panel import Panel, panel
    from parallaxis.diagnosis import Diagnosis, diagnose
    from parallaxis.errors import (
        InputError,
        MissingExtra,
        NotConverged,
        NotIdentified,
        ParallaxisError,
    )
    from parallaxis.io import load
    from parallaxis.matrix import ScoreMatrix

__all__ = [
    "Axes",
    "Breadth",
    "Diagnosis",
    "InputError",
    "MissingExtra",
    "NotConverged",
    "NotIdentified",
    "Panel",
    "ParallaxisError",
    "ScoreMatrix",
    "__version__",
    "axes",
    "breadth",
    "diagnose",
    "load",
    "panel",
    "worlds",
]

_HOMES = {
    "Axes": "parallaxis.analyses.axes",
    "Breadth": "parallaxis.analyses.breadth",
    "Diagnosis": "parallaxis.diagnosis",
    "InputError": "parallaxis.errors",
    "MissingExtra": "parallaxis.errors",
    "NotConverged": "parallaxis.errors",
    "NotIdentified": "parallaxis.errors",
    "Panel": "parallaxis.analyses.panel",
    "ParallaxisError": "parallaxis.errors",
    "ScoreMatrix": "parallaxis.matrix",
    "axes": "parallaxis.analyses.axes",
    "breadth": "parallaxis.analyses.breadth",
    "diagnose": "parallaxis.diagnosis",
    "load": "parallaxis.io",
    "panel": "parallaxis.analyses.panel",
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
