"""SWE-bench: model, split and run, as names of files and folders say them."""

import re
from typing import NamedTuple

from parallaxis.cautions import Caution
from parallaxis.io.harness.reading import LogFile

REPORT = "report.json"


class Named(NamedTuple):
    """What folders and name of a file say."""

    model: str
    task: str
    run: str


def of_name(file: LogFile) -> tuple[Named, tuple[Caution, ...]]:
    """Split <model>.<run>.json: as folders of runs and models do, else at the last dot."""
    stem = file.parts[-1].partition(".json")[0]
    splits = [(stem[: dot.start()], stem[dot.end() :]) for dot in re.finditer(r"\.", stem)]
    logs = file.path.parent / "logs" / "run_evaluation"
    known = [(model, run) for model, run in splits if (logs / run / model).is_dir()]
    model, run = (known or splits[::-1] or [(stem, "")])[0]
    if known or len(splits) < 2:
        return Named(model, "", run), ()
    text = (
        f"{file.name}: its name is taken for model {model!r}, run {run!r}, split at its last dot."
    )
    return Named(model, "", run), (Caution("name_split", text),)


def of_folders(file: LogFile) -> Named:
    """Take model, split and run of the folders that SWE-bench and its submissions lay out."""
    folders = file.path.absolute().parts[:-1]
    above = {name: folders[place + 1 :] for place, name in enumerate(folders)}
    if len(below := above.get("run_evaluation", ())) >= 2:
        return Named(below[1], "", below[0])
    if len(below := above.get("evaluation", ())) >= 2:
        return Named(below[1], below[0], "")
    one_up = file.parts[-1] == REPORT or folders[-1] == "results"
    model = folders[-2] if one_up and len(folders) > 1 else folders[-1]
    return Named(model, "", "")


def is_summed_up(file: LogFile) -> bool:
    """Tell whether the report of the run is where SWE-bench puts it, above its logs."""
    match file.parts:
        case (*_, "logs", "run_evaluation", run, model, _, _):
            return (file.path.parents[5] / f"{model}.{run}.json").is_file()
    return False
