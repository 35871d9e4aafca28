"""Modules of the docs folder, which is no package."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[1] / "docs"


def docs_module(name: str) -> ModuleType:
    """Return a module of the docs folder, which may import its neighbours."""
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(DOCS))
