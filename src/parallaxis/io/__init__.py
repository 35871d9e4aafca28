"""Files to boards: one reader per format, a registry of them, and `load`."""

from parallaxis.io.loading import load

__all__ = ["load"]
