"""SWE-bench: model, split and run, as names of files and folders say them."""

import re
from itertools import pairwise
from typing import NamedTuple

from parallaxis.cautions import Caution
from parallaxis.io.harness.reading import LogFile

REPORT = "report.json"
SUBMITTED = ("per_instance_details.json", "results.json")
SPLITS = {"verified": 500, "bash-only": 500, "lite": 300, "test": 2294}  # instances of each


class Named(NamedTuple):
    """What folders and name of a file say."""

    model: str
    task: str
    run: str


def of_name(file: LogFile) -> tuple[Named, tuple[Caution, ...]]:
    """Split <model>.<run>.json: as folders of runs and models do, else at the last dot."""
    splits, known, split = _splits(file), _known(file), _split(file)
    stem = file.bare.partition(".json")[0]
    model, run = (known or splits[::-1] or [(stem, "")])[0]
    if known or len(splits) < 2:
        return Named(model, split, run), ()
    text = (
        f"{file.name}: its name is taken for model {model!r}, run {run!r}, split at its last dot."
    )
    return Named(model, split, run), (Caution("name_split", text),)


def _split(file: LogFile) -> str:
    """Return the split of the data set, if the file is where submissions to one are kept."""
    folders = file.path.absolute().parts[:-1]
    return next(
        (name for above, name in pairwise(folders) if above == "evaluation" and name in SPLITS), ""
    )


def _splits(file: LogFile) -> list[tuple[str, str]]:
    """Return every model and run that <model>.<run>.json can stand for."""
    stem = file.bare.partition(".json")[0]
    return [(stem[: dot.start()], stem[dot.end() :]) for dot in re.finditer(r"\.", stem)]


def _known(file: LogFile) -> list[tuple[str, str]]:
    """Return those of which there are logs below the folder."""
    logs = file.path.parent / "logs" / "run_evaluation"
    if not logs.is_dir():
        return []
    return [(model, run) for model, run in _splits(file) if (logs / run / model).is_dir()]


def of_folders(file: LogFile) -> Named:
    """Take model, split and run of the folders that SWE-bench and its submissions lay out."""
    folders = file.path.absolute().parts[:-1]
    above = {name: folders[place + 1 :] for place, name in enumerate(folders)}
    if len(below := above.get("run_evaluation", ())) >= 2:
        return Named(below[1], "", below[0])
    if len(below := above.get("evaluation", ())) >= 2:
        return Named(below[1], below[0], "")
    one_up = file.bare == REPORT or folders[-1] == "results"
    model = folders[-2] if one_up and len(folders) > 1 else folders[-1]
    return Named(model, "", "")


def is_instance(file: LogFile) -> bool:
    """Tell whether a file is where SWE-bench puts the report of one instance."""
    match file.path.absolute().parts:
        case (*_, "run_evaluation", _, _, _, _):
            return file.bare == REPORT
    return False


def is_placed(file: LogFile) -> bool:
    """Tell whether a file is where a submission or, above its logs, the report of a run belongs."""
    match file.path.absolute().parts:
        case (*_, "evaluation", split, _, _) | (*_, "evaluation", split, _, "results", _):
            if split in SPLITS and file.bare in SUBMITTED:
                return True
    return bool(_known(file))


def is_summed_up(file: LogFile) -> bool:
    """Tell whether the report of the run is where SWE-bench puts it, above its logs."""
    match file.parts:
        case (*_, "logs", "run_evaluation", run, model, _, _):
            return file.at(file.path.parents[5] / f"{model}.{run}.json") is not None
    return False
