"""lighteval: details_*.parquet of version 0.13 and of those with flat columns before it."""

from collections.abc import Iterator

from parallaxis.io.harness.details_log import details_log
from parallaxis.io.harness.details_results import NAME
from parallaxis.io.harness.reading import HarnessReader, LogFile, Role, Wanted
from parallaxis.logs import Log

DEFAULTS = (
    "acc",
    "em",
    "exact_match",
    "extractive_match",
    "prompt_level_strict_acc",
    "acc_norm",
    "pass@k:k=1",
    "f1",
)
LEADERBOARD = "details_harness|"  # another reader's


def recognise(file: LogFile) -> Role | None:
    """Details have task and time in their name; results begin with a general part."""
    name = file.bare
    if NAME.fullmatch(name):
        return None if name.startswith(LEADERBOARD) else "log"
    is_results = name.startswith("results_") and name.endswith(".json")
    return "beside" if is_results and b'"config_general"' in file.head else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one details file: one model on one task in one run."""
    yield details_log(
        file,
        wanted,
        reader=READER.name,
        defaults=lambda _: DEFAULTS,
        model_of_folders=model_of_folders,
    )


def model_of_folders(folders: tuple[str, ...]) -> str:
    """Return a model's name: the folders below details, else the last one.

    Examples
    --------
    >>> model_of_folders(("runs", "details", "org", "model"))
    'org/model'
    """
    inside = [i for i, folder in enumerate(folders[:-1]) if folder == "details"]
    return "/".join(folders[inside[-1] + 1 :] if inside else folders[-1:])


READER = HarnessReader(
    name="lighteval",
    recognised_by="details_<task>_<time>.parquet; results/<model>/results_<time>.json",
    model="model_name of the results, else the folders below details",
    item="id of doc, checked by its query and choices; in flat columns the row, checked "
    "by example and choices",
    run="time in the file's name",
    score="one number of metric (of metrics in flat columns), by default the first there is of "
    + ", ".join(DEFAULTS)
    + ", else the first",
    recognise=recognise,
    read=read,
)
