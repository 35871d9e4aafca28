"""Files that hold one model each: which parts of their paths name the model, which the task."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import PurePosixPath
from typing import NamedTuple

from parallaxis.alignment.run_choice import DATE
from parallaxis.errors import InputError
from parallaxis.io.file_names import stem_of

NUMBERED = re.compile(
    r"(run|seed|epoch|trial|rep|repeat|repetition|attempt|try|iteration|iter)[ _.-]?\d{1,6}",
    re.IGNORECASE,
)
TIME = re.compile(r"[\d_.:+TZ -]+")
MARGIN = 0.1  # in the share of items in common, by which one reading must surpass another
MOST_PARTS = 6  # of paths that tell files apart

Contents = Mapping[str, frozenset[str]]
Parts = tuple[str, ...]


class Label(NamedTuple):
    """Whose answers a file holds, of what, and of which run; empty where its path does not say."""

    model: str
    task: str
    run: str


def labels_of(texts: Contents, names: Contents) -> dict[str, Label]:
    """Which model and which task does each file hold?

    Of the parts of a path (folders, and the name of the file) those that all files share say
    nothing, and one that is a date, or numbers runs or seeds, in all names the run. Of the others
    as few name the task as are needed for the files of one task to ask the same; what is left
    names the model.

    Parameters
    ----------
    texts, names : mapping of str to frozenset of str
        By path, with forward slashes: what the file asks, and the names of its items. Texts are
        empty where they are not known of all files.

    Raises
    ------
    InputError
        Names alone do not tell whether the same items stand in several tasks, or two readings are
        as good.

    Examples
    --------
    >>> a, b = frozenset({"a1", "a2"}), frozenset({"b1"})
    >>> files = {"m1/math.csv": a, "m2/math.csv": a, "m1/law.csv": b, "m2/law.csv": b}
    >>> labels_of({}, files)["m1/law.csv"]
    Label(model='m1', task='law', run='')
    """
    paths = _padded(list(names))
    columns = list(zip(*paths.values(), strict=True))
    runs = [at for at, parts in enumerate(columns) if all(map(_is_run, parts))]
    varied = [at for at, parts in enumerate(columns) if len(set(parts)) > 1]
    telling = [at for at in varied if at not in runs] or varied
    runs = [at for at in runs if at not in telling]
    for asked in (texts, names):
        task = _task_parts(paths, telling[:MOST_PARTS], asked) if asked else None
        if task is not None and (asked is texts or task or _one_names_all(columns, telling)):
            model = [at for at in telling if at not in task] or [0]
            return {
                name: Label(*(_joined(parts, chosen) for chosen in (model, task, runs)))
                for name, parts in paths.items()
            }
    raise InputError(
        f"holds tables that name no model, such as {next(iter(names))}, and their items do not "
        "tell which part of the paths names the models and which the tasks; give the tables a "
        "column 'model' and those of each task items of other names, or read the tables of one "
        "task at a time."
    )


def _padded(names: Sequence[str]) -> dict[str, Parts]:
    """Return the parts of each path from the innermost, empty where it has fewer than others."""
    paths = {name: _parts(PurePosixPath(name)) for name in names}
    depth = max(map(len, paths.values()))
    return {name: (*parts, *[""] * (depth - len(parts))) for name, parts in paths.items()}


def _parts(path: PurePosixPath) -> Parts:
    """Return the name of a file without endings, and its folders from the innermost outwards."""
    return (stem_of(path.name), *reversed(path.parts[:-1]))


def _is_run(part: str) -> bool:
    """Say whether a part of a path is a date or time, or numbers runs."""
    return bool((TIME.fullmatch(part) and DATE.search(part)) or NUMBERED.fullmatch(part))


def _one_names_all(columns: Sequence[Parts], telling: Sequence[int]) -> bool:
    """Say whether one part tells all files apart, so that there are no tasks of several models."""
    return len(telling) < 2 or any(len(set(columns[at])) == len(columns[at]) for at in telling)


def _joined(parts: Parts, chosen: Sequence[int]) -> str:
    """Return some parts of a path, the outermost first."""
    return "/".join(parts[at] for at in sorted(chosen, reverse=True) if parts[at])


def _task_parts(
    paths: Mapping[str, Parts], telling: Sequence[int], asked: Contents
) -> tuple[int, ...] | None:
    """Return the fewest parts that make a task of files which ask the same; None if two could."""
    found = [
        (_shared(paths, task, asked), task)
        for task in _subsets(telling)
        if all(any(parts[at] for at in telling if at not in task) for parts in paths.values())
    ]
    best = max((share for share, _ in found), default=0.0)
    good = [task for share, task in found if share >= best - MARGIN]
    fewest = {
        tuple(sorted(_with_implied(paths, task, telling)))
        for task in good
        if len(task) == len(good[0])
    }
    return fewest.pop() if len(fewest) == 1 else None


def _with_implied(
    paths: Mapping[str, Parts], task: tuple[int, ...], telling: Sequence[int]
) -> tuple[int, ...]:
    """Add parts that the task implies, as a suite of tasks does, to those that name the task."""

    def n_tasks(chosen: Sequence[int]) -> int:
        return len({tuple(parts[at] for at in chosen) for parts in paths.values()})

    for at in (at for at in telling if at not in task):
        if len(task) + 1 < len(telling) and n_tasks(task) == n_tasks((*task, at)):
            task = (*task, at)
    return task


def _subsets(telling: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of parts that can name the task, the smallest first."""
    for size in range(max(len(telling), 1)):
        yield from combinations(telling, size)


def _shared(paths: Mapping[str, Parts], task: Sequence[int], asked: Contents) -> float:
    """Return the mean share of a file's items that another file of its task has.

    A file that is alone in its task has none in common.
    """
    tasks: dict[Parts, list[str]] = {}
    for name, parts in paths.items():
        tasks.setdefault(tuple(parts[at] for at in task), []).append(name)
    total = 0.0
    for names in tasks.values():
        times = Counter(item for name in names for item in asked[name])
        pairs = sum(n * (n - 1) for n in times.values())
        total += len(names) * pairs / max((len(names) - 1) * times.total(), 1)
    return total / len(paths)
