"""JSON Schema of all results, shipped as data beside this module."""
