"""Other software that answers one of the questions: evalgate (Python) and psych (R)."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SCRIPT = Path(__file__).with_name("psych_tetrachoric.R")


class Psych(NamedTuple):
    """CPU seconds of psych's tetrachoric, the mean of its correlations, and the versions."""

    seconds: float
    mean: float
    versions: str


def evalgate(values: Array, draws: int) -> Callable[[], object] | None:
    """Return a function that runs evalgate's count of dimensions; None where it is absent."""
    if find_spec("evalgate") is None:
        return None
    latent_dimensions = import_module("evalgate.leaderboard").latent_dimensions
    results = {
        f"model {i}": {f"item {t}": float(score) for t, score in enumerate(row)}
        for i, row in enumerate(values)
    }
    return lambda: latent_dimensions(results, n_perm=draws)


def has_psych() -> bool:
    """Say whether R with psych is installed."""
    if shutil.which("Rscript") is None:
        return False
    asked = ["Rscript", "-e", "quit(status = !requireNamespace('psych', quietly = TRUE))"]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


def psych_tetrachoric(values: Array, repeats: int) -> Psych:
    """Run psych's tetrachoric on all pairs of models, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.csv"
        np.savetxt(board, values.T, fmt="%d", delimiter=",")
        asked = ["Rscript", str(SCRIPT), str(board), str(repeats)]
        said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    seconds, mean, psych, language = said.split()[-4:]
    return Psych(float(seconds), float(mean), f"psych {psych}, R {language}")
