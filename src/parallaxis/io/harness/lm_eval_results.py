"""lm-evaluation-harness: the results file of the run that wrote a samples file."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.file_names import bare_name
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.reading import LogFile, as_number, object_beside
from parallaxis.logs import GroupFigure, Headline

SAMPLES = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[0-9.:-]+)\.jsonl")
NAMED_RESULTS = re.compile(r".+_\d{4}-\d\d-\d\dT[0-9.:-]+\.json")
TIMED = re.compile(r".*_(?P<time>\d{4}-\d\d-\d\dT[0-9.:-]+)\.json")
FIGURE = re.compile(rb'"[\w@.:/-]+,[\w@. -]+"\s*:')  # such as "acc,none"
LOADED = re.compile(r"(?:^|,)pretrained=([^,]+)")  # among the arguments of a model


class Results(NamedTuple):
    """What the results file beside a samples file says; empty where there is none."""

    source: str
    whole: dict[str, Any]

    def part(self, key: str) -> dict[str, Any]:
        """Return what stands under a key."""
        found = self.whole.get(key)
        return found if isinstance(found, dict) else {}

    def of_task(self, key: str, task: str) -> dict[str, Any]:
        """Return what stands under a key for a task."""
        mine = self.part(key).get(task)
        return mine if isinstance(mine, dict) else {}

    def filters_of(self, task: str, metric: str) -> tuple[str, ...]:
        """Return the names of the filters that there are for a metric, in their order."""
        keys = (key.partition(",") for key in self.of_task("results", task))
        return tuple(name for key, _, name in keys if key == metric and name)

    def headline(self, task: str, score: str) -> Headline | None:
        """Return the harness's own figure for a score."""
        for key, value in self.of_task("results", task).items():
            metric, _, name = key.partition(",")
            if score in {metric, f"{metric},{name}"} and isinstance(value, int | float):
                return Headline(as_number(value, f"{self.source}, {key}"), self.source)
        return None

    def groups(self, task: str, score: str) -> tuple[GroupFigure, ...]:
        """Return the harness's own figures for a score of the groups that a task is part of."""
        found = []
        for group in self.part("group_subtasks"):
            tasks = self._leaves(group)
            stated = self.headline(group, score) if task in tasks and group != task else None
            if stated is not None:
                found.append(GroupFigure(group, stated.value, stated.source, tasks))
        return tuple(found)

    def _leaves(self, group: str) -> tuple[str, ...]:
        """Return the tasks of a group, and of the groups in it."""
        inside = self.part("group_subtasks")
        leaves: list[str] = []
        seen: set[str] = set()
        waiting = [group]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            members = inside.get(name)
            listed = members if isinstance(members, list) else []
            named = [one for one in listed if isinstance(one, str)]
            leaves += [] if named else [name]
            waiting += reversed(named)
        return tuple(leaves)

    def settings(self, task: str) -> dict[str, str]:
        """Return what tells runs of one model name on a task apart."""
        shots = self.part("n-shot").get(task)
        found = {"num_fewshot": str(shots)} if isinstance(shots, int) else {}
        return found | ({"model_args": self.arguments} if self.arguments else {})

    @property
    def arguments(self) -> str:
        """With what the model was loaded, as text; empty where that is not there."""
        arguments = self.part("config").get("model_args")
        if not arguments:
            return ""
        return arguments if isinstance(arguments, str) else json.dumps(arguments, sort_keys=True)

    @property
    def model(self) -> str:
        """The model's name, or what its arguments load; empty where neither is there."""
        name = self.whole.get("model_name")
        if isinstance(name, str) and name:
            return name
        loaded = LOADED.search(self.arguments)
        return loaded[1] if loaded else ""


def is_results(file: LogFile) -> bool:
    """Tell whether a file is a results file, by its name and how it begins."""
    head, name = file.head, file.bare
    named = (name.startswith("results") and name.endswith(".json")) or NAMED_RESULTS.fullmatch(name)
    others = b'"config_general"' in head or b'"harness|' in head  # lighteval's, a leaderboard's
    return bool(named) and b'"results"' in head and not others


def kept_no_samples(file: LogFile) -> bool:
    """Tell whether results are of a run without any samples file beside them."""
    timed = TIMED.fullmatch(file.bare)
    if timed is None or not FIGURE.search(file.head):
        return False
    return not samples_of_time(file, timed["time"])


def samples_of_time(file: LogFile, time: str) -> dict[str, str]:
    """Return the samples files of a time in a file's folder by their names, with their tasks."""
    names: list[str] = []
    with suppress(OSError):  # a folder that cannot be looked into
        names = sorted({bare_name(path.name) for path in file.path.parent.iterdir()})
    found = (SAMPLES.fullmatch(name) for name in names if time in name)
    return {one[0]: one["task"] for one in found if one and one["time"] == time}


def tasks_without_samples(file: LogFile, results: Results) -> list[str]:
    """Return the tasks of a run that have figures and no samples, to say it with its first file."""
    matched = SAMPLES.fullmatch(file.bare)
    there = samples_of_time(file, matched["time"]) if matched and results.source else {}
    if not there or next(iter(there)) != file.bare:
        return []
    groups = {name for name, inside in results.part("group_subtasks").items() if inside}
    groups |= set(results.part("groups"))
    return sorted(set(results.part("results")) - groups - set(there.values()))


def folder_of(file: LogFile) -> str:
    """Return the name of a file's folder."""
    return file.parts[-2] if len(file.parts) > 1 else file.path.absolute().parent.name


def results_of(file: LogFile) -> Results:
    """Return the results file of the same run.

    Raises
    ------
    FormatError
        It is broken, by its name; or several of the same time name different models.
    """
    found = [Results(beside.name, object_beside(beside)) for beside in _beside(file)]
    models = {one.model: one.source for one in found if one.model}
    if len(models) > 1:
        listed = ", ".join(f"{model!r} in {source}" for model, source in sorted(models.items()))
        raise FormatError(
            f"the results of its time beside it name different models ({listed}), and which of "
            "them gave these answers cannot be told; keep only its own results in the folder."
        )
    of_task = SAMPLES.fullmatch(file.bare)
    mine = (one for one in found if of_task and one.of_task("results", of_task["task"]))
    return next(mine, next(iter(found), Results("", {})))


def _beside(file: LogFile) -> Iterator[LogFile]:
    """Yield the results of the same time: that of the folder first, then those of named outputs."""
    matched = SAMPLES.fullmatch(file.bare)
    own = f"results_{matched['time']}.json" if matched else "results.json"
    if mine := file.beside(own):
        yield mine
    if matched is None:
        return
    names = {bare_name(path.name) for path in file.path.parent.iterdir()}
    for name in sorted(name for name in names if name.endswith(f"_{matched['time']}.json")):
        other = file.beside(name) if name != own else None
        if other is not None and (is_results(other) or is_broken(other)):
            yield other
