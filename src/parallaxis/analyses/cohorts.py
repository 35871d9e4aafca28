"""Cohorts of models: what is known of them makes some, their level on other components the rest.

A cohort must not be chosen by the scores whose correlation is asked for. Among models with the same
sum of two scores, one is high where the other is low, whatever they measure (Berkson 1946): a band
on an average that contains the pair is a *collider*. Bands here are formed on the other components;
those on the full average are made only to be shown beside them, and say what they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import calendars, lineages
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
Kind = Literal[
    "others_half", "others_fifth", "family", "size", "type", "date", "average_half", "average_top"
]
COLLIDERS = frozenset[Kind](["average_half", "average_top"])
FEWEST = 20  # models that a cohort must have
MOST_FAMILIES = 12  # largest families
MOST_TYPES = 3  # columns of types
TOP = (0.1, 200)  # share of the models in the top group, and the most that are in it
KNOWN = 0.5  # share of the other components a model must have; of the models a column must know
SIZES = frozenset(["params", "parameters", "param", "size", "billions"])
UNKNOWN = frozenset(["", "?", "unknown", "none", "na", "n/a", "nan", "removed", "other", "others"])
HALVES = ("lower half", "upper half")
THIRDS = ("smallest third", "middle third", "largest third")
FIFTHS = ("lowest fifth", "second fifth", "middle fifth", "fourth fifth", "highest fifth")
DATED = ("earlier half", "later half")


@dataclass(frozen=True, eq=False, slots=True)
class Cohort:
    """Some of the models.

    Attributes
    ----------
    kind : str
        ``others_half``, ``others_fifth`` (bands of the mean of the components outside the pair),
        ``family``, ``size``, ``type``, ``date``; ``average_half``, ``average_top`` are colliders.
    name : str
    rows : ndarray of int
        Places of its models.
    """

    kind: Kind
    name: str
    rows: Rows

    @property
    def is_collider(self) -> bool:
        """Whether the pair itself had a say in who belongs to it."""
        return self.kind in COLLIDERS


def described_cohorts(board: ScoreMatrix) -> tuple[Cohort, ...]:
    """Which cohorts does the model metadata make?

    Parameters
    ----------
    board : ScoreMatrix

    Returns
    -------
    tuple of Cohort
        Each with at least 20 models: the 12 largest families (columns such as family, org, base or
        arch), thirds by size (the first numeric column named so), types (the first three columns
        of text with 2 to 8 groups), halves by date. Models of which nothing is known are in none.
    """
    found = [*_families(board), *_sizes(board), *_types(board), *_dates(board)]
    return tuple(cohort for cohort in found if cohort.rows.size >= FEWEST)


def bands_of_others(comparable: Array, pair: tuple[int, int]) -> tuple[Cohort, ...]:
    """Which performance bands does everything outside a pair make?

    Parameters
    ----------
    comparable : ndarray, shape (n_models, n_components)
        Scores that may be averaged; NaN = not scored.
    pair : (int, int)
        The components that must have no say.

    Returns
    -------
    tuple of Cohort
        Halves and fifths of the mean of the other components, lowest first, over models that have
        at least half of these; none where there is no other component, and none that would have
        fewer than 20 models. Models with the same mean stay in the same band.

    Examples
    --------
    >>> scores = np.column_stack([np.arange(60.0)] * 3)
    >>> [(band.name, band.rows.size) for band in bands_of_others(scores, (0, 1))]
    [('lower half', 30), ('upper half', 30)]
    """
    level = _level(np.delete(comparable, pair, axis=1))
    return (*_bands("others_half", level, HALVES), *_bands("others_fifth", level, FIFTHS))


def collider_bands(comparable: Array) -> tuple[Cohort, ...]:
    """Return halves and the top group by the average of *all* components, the pair among them.

    The top group is a tenth of the models, from 20 to 200 of them. For use beside
    :func:`bands_of_others`, never in its place.
    """
    level = _level(comparable)
    known = np.flatnonzero(np.isfinite(level))
    n_top = min(max(round(TOP[0] * known.size), FEWEST), TOP[1])
    halves = _bands("average_half", level, HALVES)
    if not halves:
        return ()
    best = known[np.argsort(-level[known], kind="stable")[:n_top]]
    return (*halves, Cohort("average_top", f"top {n_top}", np.sort(best)))


def _level(comparable: Array) -> Array:
    """Return each model's mean over the components it has; NaN with fewer than half of them."""
    known = ~np.isnan(comparable)
    count = known.sum(axis=1)
    enough = (count >= KNOWN * comparable.shape[1]) & (count > 0)
    total = np.where(known, comparable, 0.0).sum(axis=1)
    out = np.full(len(comparable), np.nan)
    return np.asarray(np.divide(total, count, out=out, where=enough))


def _bands(kind: Kind, level: Array, names: tuple[str, ...]) -> tuple[Cohort, ...]:
    """Cut models into bands of nearly equal size; none where bands would be too small."""
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only bands need

    known = np.flatnonzero(np.isfinite(level))
    if known.size < FEWEST * len(names):
        return ()
    share = rankdata(level[known]) / known.size
    band = np.minimum(np.ceil(share * len(names) - 1e-9).astype(int), len(names)) - 1
    cohorts = (Cohort(kind, name, known[band == i]) for i, name in enumerate(names))
    return tuple(cohort for cohort in cohorts if cohort.rows.size >= FEWEST)


def _families(board: ScoreMatrix) -> list[Cohort]:
    """Return the largest families of all columns that say where models come from."""
    sized = [
        (int(n), grouping, group)
        for grouping in lineages(board)
        for group, n in enumerate(np.bincount(grouping.labels[grouping.labels >= 0]))
        if n >= FEWEST and grouping.names[group].lower() not in UNKNOWN
    ]
    largest = sorted(sized, key=lambda one: -one[0])[:MOST_FAMILIES]
    return [
        Cohort("family", f"{grouping.column}: {grouping.names[group]}", grouping.rows(group))
        for _, grouping, group in largest
    ]


def _sizes(board: ScoreMatrix) -> tuple[Cohort, ...]:
    """Return thirds by the first column of sizes; sizes of zero or less are unknown."""
    for column in board.model_metadata.column_names[1:]:
        values = board.metadata("model", column) or []
        if not _words(column) & SIZES or not all(map(_is_number, values)):
            continue
        size = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        size[~(size > 0.0)] = np.nan
        if np.isfinite(size).sum() >= KNOWN * size.size:
            return _bands("size", size, tuple(f"{column}: {third}" for third in THIRDS))
    return ()


def _types(board: ScoreMatrix) -> Iterator[Cohort]:
    """Yield the groups of the first columns of text that have few groups."""
    used = {grouping.column for grouping in lineages(board)}
    used |= {calendar.column for calendar in calendars(board)}
    columns = 0
    for column in board.model_metadata.column_names[1:]:
        values = board.metadata("model", column) or []
        if column in used or not all(value is None or isinstance(value, str) for value in values):
            continue
        texts = np.array([(value or "").strip() for value in values], dtype=object)
        names = sorted({text for text in texts if text.lower() not in UNKNOWN})
        if not 2 <= len(names) <= 8:
            continue
        yield from (Cohort("type", f"{column}: {n}", np.flatnonzero(texts == n)) for n in names)
        columns += 1
        if columns == MOST_TYPES:
            return


def _dates(board: ScoreMatrix) -> tuple[Cohort, ...]:
    """Return halves by the first column of dates."""
    for calendar in calendars(board):
        return _bands("date", calendar.days, tuple(f"{calendar.column}: {h}" for h in DATED))
    return ()


def _words(column: str) -> set[str]:
    """Return the words of a column's name, in lower case."""
    return set(re.findall(r"[a-z]+", column.lower()))


def _is_number(value: Any) -> bool:
    """Say whether a cell holds a number, or nothing."""
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
