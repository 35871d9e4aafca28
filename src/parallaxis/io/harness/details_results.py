"""What a details file's name and place say, and the results file of the run that wrote it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parallaxis.io.harness.reading import LogFile, as_number, object_beside
from parallaxis.logs import Headline

NAME = re.compile(r"details_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[0-9.:-]+)\.parquet")


def task_and_time(file: LogFile) -> tuple[str, str]:
    """Return task and time of a file's name; the name itself where it has no time."""
    matched = NAME.fullmatch(file.bare)
    return (matched["task"], matched["time"]) if matched else (file.path.stem, "")


@dataclass(frozen=True, slots=True)
class RunResults:
    """The results file of the run that wrote a details file; empty where it is not at hand."""

    source: str
    whole: dict[str, Any]

    @property
    def general(self) -> dict[str, Any]:
        """What is said of the run as a whole."""
        found = self.whole.get("config_general")
        return found if isinstance(found, dict) else {}

    def of_task(self, key: str, task: str) -> dict[str, Any]:
        """Return what stands under a key for a task."""
        found = self.whole.get(key, self.whole if key == "results" else None)
        mine = found.get(task) if isinstance(found, dict) else None
        return mine if isinstance(mine, dict) else {}

    def headline(self, task: str, score: str) -> Headline | None:
        """Return the run's own figure for a score."""
        value = self.of_task("results", task).get(score)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return Headline(as_number(value, f"{self.source}, {task}, {score}"), self.source)


def results_of(file: LogFile, time: str) -> RunResults:
    """Return the results file of a run: beside, above, or under results for details."""
    for folder in _folders(file):
        for name in dict.fromkeys(
            [f"results_{time}.json", f"results_{time.replace(':', '-')}.json"]
        ):
            if found := file.at(folder / name):
                return RunResults(found.name, object_beside(found))
    return RunResults("", {})


def _folders(file: LogFile) -> Iterator[Path]:
    """Yield the folders within the root where the results of a run can be."""
    folder = file.path.parent
    yield folder
    if folder == file.root:
        return
    yield folder.parent
    parts = folder.relative_to(file.root).parts
    for place in (i for i, part in enumerate(parts) if part == "details"):
        yield file.root.joinpath(*parts[:place], "results", *parts[place + 1 : -1])


def folders_of(file: LogFile, time: str) -> tuple[str, ...]:
    """Return the folders that a file is in, without the one that is named after its time."""
    parts = file.path.absolute().parent.parts
    plain = time.replace(":", "-")
    return parts[:-1] if plain and parts[-1].replace(":", "-") == plain else parts
