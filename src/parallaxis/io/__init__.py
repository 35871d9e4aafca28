"""Files to boards and verdicts: one reader per format, a registry of them, and `load`."""

from parallaxis.io.loading import load
from parallaxis.io.verdict_loading import load_verdicts

__all__ = ["load", "load_verdicts"]
