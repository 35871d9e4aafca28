"""Read the oracle files: reference values, and the boards from which they were computed."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parent / "oracles"


@cache
def oracle(name: str) -> Any:
    """Return the content of one JSON file of reference values."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def oracle_board(name: str) -> NDArray[np.float64]:
    """Return a board, read-only: a row per model, and one character per item or CSV numbers."""
    as_text = FOLDER / "data" / f"{name}.txt"
    if as_text.is_file():
        rows = as_text.read_text(encoding="ascii").split()
        cells = [[np.nan if cell == "." else float(cell) for cell in row] for row in rows]
        values = np.array(cells)
    else:
        values = np.loadtxt(FOLDER / "data" / f"{name}.csv", delimiter=",")
    values.setflags(write=False)
    return values
