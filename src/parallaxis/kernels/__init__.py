"""Arithmetic: arrays in, arrays out; no names, no files, no defaults of taste."""
