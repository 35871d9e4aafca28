"""Files that hold one model each: which part of their paths names the model, which the task."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from parallaxis.alignment.run_choice import DATE
from parallaxis.errors import InputError
from parallaxis.io.file_names import stem_of

NUMBERED = re.compile(
    r"(run|seed|epoch|trial|rep|repeat|repetition|attempt|try|iteration|iter)[ _.-]?\d{1,6}",
    re.IGNORECASE,
)
MARGIN = 0.1  # in the share of items in common, by which one reading must surpass another


class Label(NamedTuple):
    """Whose answers a file holds, of what, and of which run; empty where its path does not say."""

    model: str
    task: str
    run: str


def labels_of(contents: Sequence[Mapping[str, frozenset[str]]]) -> dict[str, Label]:
    """Which model and which task does each file hold?

    Of the parts of a path (folders, and the name of the file) those that all files share say
    nothing, and one that is a date, or numbers runs or seeds, in all names the run. If one is left, it names models. Of
    several, one names models and the others the task: that by which files of one task have most of
    their items in common.

    Parameters
    ----------
    contents : sequence of mapping of str to frozenset of str
        By path, with forward slashes, what the file asks; where the first mapping (such as of
        texts) does not tell, the next (such as of identifiers) is asked.

    Raises
    ------
    InputError
        Two readings are as good.

    Examples
    --------
    >>> a, b = frozenset({"a1", "a2"}), frozenset({"b1"})
    >>> files = {"m1/math.csv": a, "m2/math.csv": a, "m1/law.csv": b, "m2/law.csv": b}
    >>> labels_of([files])["m1/law.csv"]
    Label(model='m1', task='law', run='')
    """
    readings = _readings(_padded(list(contents[0])))
    if len(readings) == 1:
        return readings[0]
    for items in contents if readings else ():
        shares = [_shared(labels, items) for labels in readings]
        second, best = sorted(shares)[-2:]
        if best > second + MARGIN:
            return readings[shares.index(best)]
    raise InputError(
        f"holds tables that name no model, such as {next(iter(contents[0]))}, and their items do "
        "not tell which part of the paths names the models and which the tasks; give the tables a "
        "column 'model', or put those of one task into one folder, and read one folder at a time."
    )


def _padded(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the parts of each path, empty where it has fewer folders than others."""
    paths = {name: _parts(PurePosixPath(name)) for name in names}
    depth = max(map(len, paths.values()))
    return {name: (*parts, *[""] * (depth - len(parts))) for name, parts in paths.items()}


def _readings(paths: Mapping[str, tuple[str, ...]]) -> list[dict[str, Label]]:
    """Return what the paths can mean, a reading for each part that can name the models."""
    columns = list(zip(*paths.values(), strict=True))
    dates = [at for at, parts in enumerate(columns) if all(map(_is_run, parts))]
    telling = [at for at, parts in enumerate(columns) if len(set(parts)) > 1 and at not in dates]
    return [
        {name: _label(parts, at, telling, dates) for name, parts in paths.items()}
        for at in telling or [0]
        if all(columns[at])
    ]


def _parts(path: PurePosixPath) -> tuple[str, ...]:
    """Return the name of a file without endings, and its folders from the innermost outwards."""
    return (stem_of(path.name), *reversed(path.parts[:-1]))


def _label(parts: Sequence[str], model: int, telling: Sequence[int], dates: Sequence[int]) -> Label:
    """Take one part for the model, and the others that tell files apart for the task."""
    task = [parts[at] for at in telling[::-1] if at != model]
    return Label(parts[model], "/".join(filter(None, task)), "/".join(parts[at] for at in dates))


def _is_run(part: str) -> bool:
    """Say whether a part of a path is a date, or numbers runs."""
    return bool(DATE.search(part) or NUMBERED.fullmatch(part))


def _shared(labels: Mapping[str, Label], items: Mapping[str, frozenset[str]]) -> float:
    """Return the mean share of items that files of one task have in common, by neighbours."""
    tasks: dict[str, list[str]] = {}
    for name, label in labels.items():
        tasks.setdefault(label.task, []).append(name)
    shares = [
        len(items[one] & items[two]) / max(len(items[one] | items[two]), 1)
        for names in tasks.values()
        for one, two in pairwise(names)
    ]
    return sum(shares) / len(shares) if shares else 0.0
