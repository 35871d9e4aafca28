"""Files that hold one model each: whether they or their folders are named after the models."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from parallaxis.errors import InputError
from parallaxis.io.file_names import stem_of


class Label(NamedTuple):
    """Whose answers a file holds, and of what."""

    model: str
    task: str


def labels_of(items: Mapping[str, frozenset[str]]) -> dict[str, Label]:
    """Which model and which task does each file hold?

    Files of one folder are models. In several folders, files are models of the task that their
    folder is named after, or tasks of the model: whichever makes the files of one task share more
    of their items.

    Parameters
    ----------
    items : mapping of str to frozenset of str
        By path, with forward slashes: the items of the file.

    Raises
    ------
    InputError
        Both ways are as good.

    Examples
    --------
    >>> a, b = frozenset({"a1", "a2"}), frozenset({"b1"})
    >>> found = labels_of({"m1/math.csv": a, "m2/math.csv": a, "m1/law.csv": b, "m2/law.csv": b})
    >>> found["m1/law.csv"]
    Label(model='m1', task='law')
    """
    by_file = {name: _by_file(PurePosixPath(name)) for name in items}
    if len({label.task for label in by_file.values()}) == 1:
        return {name: Label(label.model, "") for name, label in by_file.items()}
    by_folder = {name: Label(label.task, label.model) for name, label in by_file.items()}
    files, folders = _shared(by_file, items), _shared(by_folder, items)
    if files == folders:
        raise InputError(
            f"holds tables that name no model, such as {next(iter(items))}, in several folders, "
            "and items do not tell whether files or folders are named after the models; give "
            "the tables a column 'model', or put those of one task into one folder, named after "
            "their models."
        )
    if files > folders:
        return by_file
    if len({label.task for label in by_folder.values()}) == 1:
        return {name: Label(label.model, "") for name, label in by_folder.items()}
    return by_folder


def _by_file(path: PurePosixPath) -> Label:
    """Take the file's name for the model, its folder for the task."""
    return Label(stem_of(path.name), "" if str(path.parent) == "." else str(path.parent))


def _shared(labels: Mapping[str, Label], items: Mapping[str, frozenset[str]]) -> float:
    """Return the mean share of its items that a file has in common with the next of its task."""
    tasks: dict[str, list[str]] = {}
    for name, label in labels.items():
        tasks.setdefault(label.task, []).append(name)
    shares = [_overlap([items[name] for name in names]) for names in tasks.values()]
    return sum(shares) / len(items)


def _overlap(files: Sequence[frozenset[str]]) -> float:
    """Return the sum over neighbours of the share of items in common."""
    pairs = pairwise(files)
    return sum(len(one & two) / min(len(one), len(two)) for one, two in pairs)
