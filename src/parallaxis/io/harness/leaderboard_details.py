"""Open LLM Leaderboard v1: details_harness|*.parquet; those of v2 are lm-eval's samples."""

import re
from collections.abc import Iterator

from parallaxis.io.harness.details_log import details_log
from parallaxis.io.harness.details_results import NAME
from parallaxis.io.harness.reading import HarnessReader, LogFile, Role, Wanted
from parallaxis.logs import Log

OTHERWISE = ("acc", "acc_norm", "em", "f1")
DEFAULTS = {  # the leaderboard's own score by the first letters of a task
    "arc": "acc_norm",
    "hellaswag": "acc_norm",
    "hendrycksTest": "acc",
    "mmlu": "acc",
    "truthfulqa": "mc2",
    "winogrande": "acc",
    "gsm8k": "acc",
    "drop": "f1",
}
DATASET = re.compile(r"(?:.*--)?details_(.+)")


def recognise(file: LogFile) -> Role | None:
    """Details name harness, task and shots; results have figures by the same names."""
    name = file.bare
    if NAME.fullmatch(name):
        return "log" if name.startswith("details_harness|") else None
    if not name.startswith("results_"):
        return None
    head = file.head
    is_table = name.endswith(".parquet") and head.startswith(b"PAR1")
    is_bare = name.endswith(".json") and b'"harness|' in head and b'"config_general"' not in head
    return "beside" if is_table or is_bare else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one details file: one model on one task in one run."""
    yield details_log(
        file,
        wanted,
        reader=READER.name,
        defaults=defaults,
        model_of_folders=model_of_folders,
    )


def defaults(task: str) -> tuple[str, ...]:
    """Return the scores of a task, the leaderboard's own first.

    Examples
    --------
    >>> defaults("harness|truthfulqa:mc|0")[0]
    'mc2'
    """
    plain = task.removeprefix("harness|")
    own = tuple(score for first, score in DEFAULTS.items() if plain.startswith(first))
    return (*own, *OTHERWISE)


def model_of_folders(folders: tuple[str, ...]) -> str:
    """Return a model's name: of a folder named as the dataset is, else the last folder.

    Examples
    --------
    >>> model_of_folders(("boards", "details_org__model-7b"))
    'org/model-7b'
    """
    found = next((m for folder in reversed(folders) if (m := DATASET.fullmatch(folder))), None)
    return found[1].replace("__", "/", 1) if found else folders[-1]


READER = HarnessReader(
    name="leaderboard-details",
    recognised_by="details_harness|<task>|<shots>_<time>.parquet",
    model="model_name of results_<time>.json, else a folder details_<org>__<model>",
    item="the row, checked by the text of example and the choices",
    run="time in the file's name",
    score="one number of metrics, or of a column of its own; by default the leaderboard's: "
    + ", ".join(f"{first} {score}" for first, score in DEFAULTS.items())
    + "; else the first there is of "
    + ", ".join(OTHERWISE),
    recognise=recognise,
    read=read,
)
