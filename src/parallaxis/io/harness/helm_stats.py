"""Means of HELM's metrics by question, trial and split, as one file holds them."""

import math
from array import array
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import as_number, as_object

MAIN_SPLITS = ("test", "valid")


class Stats:
    """Rows of questions as they were written, and what each metric gave for them.

    Attributes
    ----------
    items, splits : list of str
    trials : list of int
    n_perturbed : int
        Rows of perturbed questions, which are not kept.
    """

    def __init__(self) -> None:
        self.items: list[str] = []
        self.splits: list[str] = []
        self.trials: list[int] = []
        self.n_perturbed = 0
        self._columns: dict[tuple[str, str], tuple[array[int], array[float]]] = {}

    def add(self, row: dict[str, Any], place: str) -> None:
        """Add one element of the file."""
        item, trial, stats = (row.get(k) for k in ("instance_id", "train_trial_index", "stats"))
        if not isinstance(item, str) or not item:
            raise FormatError(f"{place}, instance_id is {item!r:.60}, where a name is expected.")
        if not isinstance(trial, int) or isinstance(trial, bool) or not 0 <= trial < 2**31:
            raise FormatError(f"{place}, train_trial_index is {trial!r:.60}; it counts from 0.")
        if not isinstance(stats, list):
            raise FormatError(
                f"{place}, stats is {type(stats).__name__}, where a list is expected."
            )
        if row.get("perturbation") is not None:
            self.n_perturbed += 1
            return
        split = ""
        for stat in stats:
            split = self._add_stat(as_object(stat, f"{place}, a stat"), place) or split
        self.items.append(item)
        self.trials.append(trial)
        self.splits.append(split)

    def _add_stat(self, stat: dict[str, Any], place: str) -> str:
        """Add the mean of one metric, if it has one, and return the split it is of."""
        metric, split = named(stat, place)
        value = mean(stat, f"{place}, {metric}")
        rows, values = self._columns.setdefault((metric, split), (array("q"), array("d")))
        if not math.isnan(value) and rows[-1:] != array("q", [len(self.items)]):
            rows.append(len(self.items))
            values.append(value)
        return split

    @property
    def main_split(self) -> str:
        """The split whose scores go by their bare names: test, else valid, else the first."""
        held = dict.fromkeys(self.splits)
        return next((split for split in MAIN_SPLITS if split in held), next(iter(held), ""))

    def scores(self) -> dict[str, tuple[str, str]]:
        """Return metric and split of each score by its name, those of the main split first."""
        main = self.main_split
        filled = [key for key, (rows, _) in self._columns.items() if rows]
        filled.sort(key=lambda key: key[1] != main)
        return {
            metric if split == main else f"{metric},{split}": (metric, split)
            for metric, split in filled
        }

    def values(self, key: tuple[str, str]) -> list[float]:
        """Return a metric's means by row, NaN where a row has none."""
        found = [math.nan] * len(self.items)
        for row, value in zip(*self._columns.get(key, ((), ())), strict=True):
            found[row] = value
        return found


def named(stat: dict[str, Any], place: str) -> tuple[str, str]:
    """Return metric and split of a stat.

    Raises
    ------
    FormatError
        It has no name, or one that is no text.
    """
    name = as_object(stat.get("name"), f"{place}, name of a stat")
    metric, split = name.get("name"), name.get("split") or ""
    if not isinstance(metric, str) or not isinstance(split, str):
        raise FormatError(f"{place}, name of a stat is {name!r:.60}, where texts are expected.")
    return metric, split


def mean(stat: dict[str, Any], place: str) -> float:
    """Return the mean of a stat; NaN where it counts nothing.

    Raises
    ------
    FormatError
        It counts something and has no mean, or one that is no number.
    """
    if "mean" not in stat and stat.get("count") != 0:
        raise FormatError(f"{place} has no mean though its count is {stat.get('count')!r:.20}.")
    return as_number(stat.get("mean"), f"{place}, mean")
