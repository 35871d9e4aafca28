"""Readers of what evaluation harnesses write, one format a file."""
