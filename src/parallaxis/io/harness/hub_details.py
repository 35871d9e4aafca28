"""Details of the Open LLM Leaderboards from the Hugging Face hub, as folders of logs."""

import importlib
import re
from pathlib import Path
from types import ModuleType

from parallaxis.errors import InputError, MissingDataError, MissingExtra

NAME = r"[A-Za-z0-9][\w.-]*"
FILES = {  # what is read of a dataset, by its name
    rf"open-llm-leaderboard(-old)?/details_{NAME}": (
        "*details_harness|*.parquet",
        "*results_*.json",
    ),
    rf"open-llm-leaderboard/{NAME}-details": ("*samples_leaderboard_*.jsonl", "*results_*.json"),
}
FORMS = (
    "open-llm-leaderboard-old/details_<org>__<model>, open-llm-leaderboard/<org>__<model>-details"
)
LOGS = ("details_harness|*.parquet", "samples_leaderboard_*.jsonl")


def is_hub_details(name: str) -> bool:
    """Return whether a name is that of a dataset of details.

    Examples
    --------
    >>> is_hub_details("open-llm-leaderboard/org__model-details")
    True
    >>> is_hub_details("runs/org__model-details")
    False
    """
    return _patterns(name) is not None


def hub_folder(name: str, *, into: str | Path | None = None) -> Path:
    """Download the details of one model's answers, and return the folder that holds them.

    What is there already is not downloaded again. Only logs and results are.

    Parameters
    ----------
    name : str
        ``open-llm-leaderboard-old/details_<org>__<model>`` (version 1 of the board) or
        ``open-llm-leaderboard/<org>__<model>-details`` (version 2).
    into : path, optional
        Where the dataset gets a folder of its own; by default ``parallaxis`` in the hub's folder
        (``HF_HOME``).

    Returns
    -------
    Path

    Raises
    ------
    InputError
        The name is of neither form.
    MissingExtra
        `huggingface_hub` is not installed.
    MissingDataError
        The dataset cannot be downloaded, or holds no details.
    """
    patterns = _patterns(name)
    if patterns is None:
        raise InputError(f"{name!r} is no dataset of details; their names are {FORMS}.")
    hub = _hub()
    above = Path(into) if into is not None else Path(hub.constants.HF_HOME) / "parallaxis"
    folder = above / name.partition("/")[2]
    _download(hub, name, patterns, folder)
    if not any(found.is_file() for log in LOGS for found in folder.rglob(log)):
        raise MissingDataError(
            f"{name} holds no files that match {', '.join(LOGS)}; look at it on the hub, and "
            "pass the folder of another download."
        )
    return folder


def _patterns(name: str) -> tuple[str, ...] | None:
    """Return what is read of a dataset, if it is one of details."""
    return next((files for form, files in FILES.items() if re.fullmatch(form, name)), None)


def _hub() -> ModuleType:
    """Return the hub's library, or name what to install."""
    try:
        return importlib.import_module("huggingface_hub")
    except ImportError as error:
        raise MissingExtra(
            "details from the hub need huggingface_hub, which is not installed; install "
            "'parallaxis[hub]', or download the dataset and pass its folder."
        ) from error


def _download(hub: ModuleType, name: str, patterns: tuple[str, ...], folder: Path) -> None:
    """Bring logs and results of a dataset into a folder, as real files and not as links."""
    try:
        hub.snapshot_download(
            name, repo_type="dataset", allow_patterns=list(patterns), local_dir=folder
        )
    except Exception as error:  # of the hub, of the network or of the disk, by release
        what = " ".join(str(error).split())[:200] or type(error).__name__
        raise MissingDataError(
            f"{name} could not be downloaded ({what}); check its name and the network. Some "
            "datasets ask to agree to their terms on the hub and to log in ('hf auth login')."
        ) from error
