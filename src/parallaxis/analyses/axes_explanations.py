"""What may explain an axis that is no ability: a column of the metadata, or models that misfit."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence
from parallaxis.analyses.axes_copies import listed
from parallaxis.analyses.axes_labels import (
    Calendar,
    Grouping,
    calendars,
    graders,
    item_groups,
    lineages,
)
from parallaxis.kernels.explained_by_labels import (
    Explained,
    explained_by_covariate,
    explained_by_labels,
    one_group,
)
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.left_out import returned
from parallaxis.kernels.level_residuals import misfit
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import correlation, counted, share

Array = NDArray[np.float64]
MOST_OF_IT = 0.5  # share of an axis from which it is said to be something else
SMALL_GROUP = 0.12  # share of the items up to which a group is no half of the board
GONE = 0.5  # congruence below which an axis has not come back
MISFIT = 1.3  # mean square from which a model's answers go against the order of difficulty


@dataclass(frozen=True, slots=True)
class Fitted:
    """A board with its axes, and how they were fitted.

    Attributes
    ----------
    board : ScoreMatrix
    scores : Scores
    models : ndarray, shape (n_models, n_axes)
        Abilities, centred, the later ones freed of the first.
    loadings : ndarray, shape (n_items, n_axes)
    chance : ndarray or None
    estimate_chance : bool
    permutations, seed : int
        Of the tests.
    """

    board: ScoreMatrix
    scores: Scores
    models: Array
    loadings: Array
    chance: Array | None
    estimate_chance: bool
    permutations: int
    seed: int

    def without(self, rows: NDArray[np.intp]) -> Array:
        """Return how much of each axis comes back without some models; 1 where it is unknown."""
        found = returned(
            self.scores,
            self.loadings,
            [rows],
            chance=self.chance,
            estimate_chance=self.estimate_chance,
        )
        return np.asarray(np.nan_to_num(found[0], nan=1.0))


@dataclass(frozen=True, slots=True)
class Tried:
    """One explanation that was tried on one axis: its p, and what to say if it holds."""

    p: float
    finding: Dependence | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The metadata that may explain an axis."""

    lineages: list[Grouping]
    graders: list[Grouping]
    calendars: list[Calendar]
    item_groups: list[Grouping]

    @classmethod
    def of(cls, board: ScoreMatrix) -> Self:
        """Read them off a board."""
        return cls(lineages(board), graders(board), calendars(board), item_groups(board))

    @property
    def count(self) -> int:
        """Explanations that are tried on each axis, the models' misfit among them."""
        labelled = [*self.lineages, *self.graders, *self.item_groups]
        return 1 + len(labelled) + len(self.calendars)


def tried(known: Fitted, columns: Columns) -> list[Tried]:
    """Try every column, and misfit, on every axis after the first.

    Parameters
    ----------
    known : Fitted
    columns : Columns

    Returns
    -------
    list of Tried
        One each explanation and axis; their p are not yet adjusted.
    """
    if known.models.shape[1] < 2:
        return []
    tests = _misfit(known)
    for grouping in columns.lineages:
        tests += _by_labels(known, grouping, _family)
    for grouping in columns.graders:
        tests += _by_labels(known, grouping, _grader)
    for calendar in columns.calendars:
        tests += _by_date(known, calendar)
    for grouping in columns.item_groups:
        tests += _by_item_group(known, grouping)
    return tests


def _by_labels(
    known: Fitted, grouping: Grouping, say: Callable[[Fitted, Grouping, int, float], Dependence]
) -> list[Tried]:
    """Ask how much of each later axis lies between the groups of a column."""
    found = explained_by_labels(
        known.models[:, 1:], grouping.labels, permutations=known.permutations, seed=known.seed
    )
    return _tested(found, lambda axis, part: say(known, grouping, axis, part))


def _tested(found: Explained, say: Callable[[int, float], Dependence]) -> list[Tried]:
    """Return one test an axis, with something to say where at least half is explained."""
    pairs = zip(found.share.tolist(), found.p.tolist(), strict=True)
    return [
        Tried(p, say(axis, part) if part >= MOST_OF_IT else None)
        for axis, (part, p) in enumerate(pairs, start=2)
    ]


def _family(known: Fitted, grouping: Grouping, axis: int, part: float) -> Dependence:
    """Say that an axis is one family, or sorts models by family."""
    values = known.models[:, axis - 1]
    held = one_group(values, grouping.labels, permutations=0)
    rows = grouping.rows(held.who)
    if held.share >= MOST_OF_IT and 1 < rows.size <= values.size // 2:
        left = float(known.without(rows)[axis - 1])
        if left < GONE:
            name = grouping.names[held.who]
            sentence = (
                f"Axis {axis} is the {grouping.column} {name!r} against all others: its "
                f"{counted(rows.size, 'model')} hold {share(held.share)} of the axis, and without "
                f"them it does not come back (congruence {correlation(left)})."
            )
            return Dependence("family", axis, (name,), held.share, None, sentence)
    sentence = (
        f"Axis {axis} sorts these models by {grouping.column}: the column explains {share(part)} "
        "of it, so what it orders may be descent and not a skill of its own."
    )
    return Dependence("family", axis, (grouping.column,), part, None, sentence)


def _grader(known: Fitted, grouping: Grouping, axis: int, part: float) -> Dependence:
    """Say that an axis follows how answers were judged."""
    del known
    sentence = (
        f"Axis {axis} follows how the answers were judged: the models' {grouping.column} explains "
        f"{share(part)} of it, as where some items were graded anew for some models."
    )
    return Dependence("item_group", axis, (grouping.column,), part, None, sentence)


def _by_date(known: Fitted, calendar: Calendar) -> list[Tried]:
    """Ask how much of each later axis goes along with the date, given the first ability."""
    found = explained_by_covariate(
        known.models[:, 1:],
        calendar.days,
        given=known.models[:, 0],
        permutations=known.permutations,
        seed=known.seed,
    )

    def say(axis: int, part: float) -> Dependence:
        origin = "the date in the models' names" if calendar.column == "model" else calendar.column
        sentence = (
            f"Axis {axis} goes along with {origin}: at the same first ability it explains "
            f"{share(part)} of it, so for these models the axis cannot be told from the calendar."
        )
        return Dependence("date", axis, (calendar.column,), part, None, sentence)

    return _tested(found, say)


def _misfit(known: Fitted) -> list[Tried]:
    """Ask how much of each later axis is models whose answers fit no level."""
    fits = np.log(np.maximum(misfit(known.scores), 1e-6))
    found = explained_by_covariate(
        known.models[:, 1:],
        fits,
        measure="pearson",
        permutations=known.permutations,
        seed=known.seed,
    )
    odd = np.flatnonzero(np.exp(fits) > MISFIT)
    few = 0 < odd.size <= known.models.shape[0] // 4

    def say(axis: int, part: float) -> Dependence:
        who = tuple(known.board.models[row] for row in odd)
        sentence = (
            f"Axis {axis} is carried by {counted(odd.size, 'model')} whose answers go against the "
            f"order of difficulty, as random answers do ({listed(who)}): their misfit explains "
            f"{share(part)} of it."
        )
        kind: Literal["one_model", "few_models"] = "one_model" if odd.size == 1 else "few_models"
        return Dependence(kind, axis, who, part, None, sentence)

    if not few:
        return [Tried(p, None) for p in found.p.tolist()]
    return _tested(found, say)


def _by_item_group(known: Fitted, grouping: Grouping) -> list[Tried]:
    """Ask whether a small group of items holds most of an axis's loadings."""
    tests = []
    for axis in range(2, known.loadings.shape[1] + 1):
        held = one_group(
            known.loadings[:, axis - 1],
            grouping.labels,
            permutations=known.permutations,
            seed=known.seed,
        )
        size = grouping.rows(held.who).size
        small = 1 < size <= SMALL_GROUP * grouping.labels.size
        finding = None
        if small and held.share >= MOST_OF_IT:
            name = grouping.names[held.who]
            sentence = (
                f"Axis {axis} rests on the {grouping.column} {name!r}: {counted(size, 'item')} of "
                f"{grouping.labels.size:,} hold {share(held.share)} of it; what they share may be "
                "a text, a grader or a skill, and the other items do not tell."
            )
            finding = Dependence("item_group", axis, (name,), held.share, None, sentence)
        tests.append(Tried(held.p, finding))
    return tests
