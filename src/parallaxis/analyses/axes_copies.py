"""Near copies among models, and items that depend on each other: found and said."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence
from parallaxis.analyses.axes_labels import WHOLE_ITEMS, Grouping, item_groups, lineages
from parallaxis.kernels.labelled_likeness import GroupLikeness, labelled_likeness
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.level_residuals import level_residuals
from parallaxis.kernels.multiplicity import holm
from parallaxis.kernels.near_copies import NearCopies, near_copies
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import correlation, counted, number

Side = Literal["model", "item"]
Single = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.intp]
LEAST = {"logistic": 0.25, "gaussian": 0.8}  # residual correlation that two copies have at least
MOST_NAMED = 5
TELLING = 50  # cells from which two equal rows are copies, and not equal by chance
LEAST_WITHIN = 0.03  # excess of the mean residual correlation within groups that is worth saying
LARGEST = {"model": 0.25, "item": 0.12}  # share of the board up to which a group can be one of many


def copies(scores: Scores, side: Side = "model") -> NearCopies:
    """Which models answer alike, or which items are answered alike, beyond level and broad axes?

    Parameters
    ----------
    scores : Scores
    side : {"model", "item"}, default "model"

    Returns
    -------
    NearCopies
        Row (column) numbers of `scores`. ``thin(found.groups, scores.observed > 0)`` keeps one of
        each group of models.

    Notes
    -----
    `near_copies` on `level_residuals`. Real scores carry so little noise that kinship alone gives
    residual correlations of .5; there only .8 counts as a copy.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> right = (rng.random((20, 300)) < 0.5).astype(np.float32)
    >>> right[1] = right[0]
    >>> copies(Scores(right, np.ones_like(right), "logistic")).groups
    ((0, 1),)
    """
    left, seen = level_residuals(scores), scores.observed > 0
    values = scores.values
    if side == "item":
        left, seen = np.ascontiguousarray(left.T), np.ascontiguousarray(seen.T)
        values = np.ascontiguousarray(values.T)
    first, home = _identical(values, seen)
    found = near_copies(left[first], seen[first], least=LEAST[scores.likelihood])
    return _with_identical(found, first, home)


def _identical(values: Single, seen: Mask) -> tuple[Places, Places]:
    """Return the first of each set of identical rows, and the number of each row's set.

    Rows of few cells, and rows of one score only, are alike without being copies.
    """
    if values.shape[1] < TELLING:
        return np.arange(len(values)), np.arange(len(values))
    keys: list[object] = []
    for place, (row, mask) in enumerate(zip(values, seen, strict=True)):
        told = np.unique(row[mask]).size > 1
        keys.append(np.where(mask, row, np.nan).tobytes() if told else place)
    numbers = {key: own for own, key in enumerate(dict.fromkeys(keys))}
    home = np.array([numbers[key] for key in keys], dtype=np.intp)
    return np.unique(home, return_index=True)[1], home


def _with_identical(found: NearCopies, first: Places, home: Places) -> NearCopies:
    """Return the groups with all rows that are identical to their members, and sets of such."""
    sets = [np.flatnonzero(home == own) for own in range(first.size)]
    groups = dict(zip(found.groups, found.likeness, strict=True))
    alone = set(range(first.size)).difference(*found.groups)
    groups |= {(own,): 1.0 for own in alone if sets[own].size > 1}
    whole = sorted(
        (tuple(sorted(int(row) for own in group for row in sets[own])), like)
        for group, like in groups.items()
    )
    return NearCopies(
        tuple(group for group, _ in whole), tuple(like for _, like in whole), found.bar
    )


def copies_said(
    found: NearCopies, names: Sequence[str], side: Side = "model"
) -> tuple[Dependence, ...]:
    """Say which models, or items, are near copies of each other.

    Parameters
    ----------
    found : NearCopies
    names : sequence of str
        Of the models (items), in the order of the rows that were searched.
    side : {"model", "item"}, default "model"

    Returns
    -------
    tuple of Dependence
        One a group, of kind ``near_copies`` for models and ``item_group`` for items.

    Examples
    --------
    >>> print(copies_said(NearCopies(((0, 1),), (0.8,), 0.25), ["a", "b"])[0].sentence)
    a and b answer alike beyond what level and shared axes explain (residual correlation 0.800 or \
more): they count as little more than one model.
    """
    verb = "answer" if side == "model" else "are answered"
    out = []
    for group, likeness in zip(found.groups, found.likeness, strict=True):
        who = tuple(names[row] for row in group)
        sentence = (
            f"{listed(who)} {verb} alike beyond what level and shared axes explain (residual "
            f"correlation {correlation(likeness)} or more): they count as little more than one "
            f"{side}."
        )
        kind: Literal["near_copies", "item_group"]
        kind = "near_copies" if side == "model" else "item_group"
        out.append(Dependence(kind, None, who, likeness, None, sentence))
    return tuple(out)


def repeats_said(repeated: Sequence[Sequence[int]], names: Sequence[str]) -> tuple[Dependence, ...]:
    """Say which items are the same item twice.

    Parameters
    ----------
    repeated : sequence of sequence of int
        Groups of item places.
    names : sequence of str
        Of all items.

    Returns
    -------
    tuple of Dependence
        One a group, of kind ``item_group``.

    Examples
    --------
    >>> print(repeats_said([(0, 2)], ["a", "b", "c"])[0].sentence)
    a and c hold the same scores: they count as one item.
    """
    groups = [tuple(names[place] for place in group) for group in repeated]
    return tuple(
        Dependence(
            "item_group",
            None,
            who,
            1.0,
            None,
            f"{listed(who)} hold the same scores: they count as one item.",
        )
        for who in groups
    )


def relatives(
    board: ScoreMatrix,
    scores: Scores,
    *,
    alpha: float = 0.01,
    permutations: int = 999,
    seed: int = 0,
) -> tuple[Dependence, ...]:
    """Are models of one family, or items of one group, alike beyond what all others share?

    Parameters
    ----------
    board : ScoreMatrix
        With its metadata; rows and columns as those of `scores`.
    scores : Scores
    alpha : float, default 0.01
        Level of the tests, adjusted (Holm) for all columns.
    permutations : int, default 999
    seed : int, default 0

    Returns
    -------
    tuple of Dependence
        One a column, of kind ``family`` or ``item_group``, found before climbing (no axis), with
        the mean residual correlation within groups as strength. Columns with a group that holds
        more than a quarter of the models, or 12 % of the items, are not tried: such a group may
        well have an ability of its own. Testlets of any size are.

    Notes
    -----
    `labelled_likeness` on `level_residuals`. It sees what no pair of rows shows: testlets of five
    items with 24 models, families whose members share no more than a few answers.
    """
    left, seen = level_residuals(scores), scores.observed > 0
    tried: list[tuple[Side, Grouping, GroupLikeness]] = []
    candidates: list[tuple[Side, Grouping]] = [("model", one) for one in lineages(board)]
    candidates += [("item", one) for one in item_groups(board)]
    for side, grouping in candidates:
        sizes = np.bincount(grouping.labels[grouping.labels >= 0])
        large = sizes.max() > LARGEST[side] * grouping.labels.size
        if large and grouping.column not in WHOLE_ITEMS:
            continue
        rows, mask = (left, seen) if side == "model" else (left.T, seen.T)
        found = labelled_likeness(rows, mask, grouping.labels, permutations=permutations, seed=seed)
        tried.append((side, grouping, found))
    adjusted = holm(np.array([found.p for _, _, found in tried])).tolist()
    return tuple(
        _related(side, grouping, found, p)
        for (side, grouping, found), p in zip(tried, adjusted, strict=True)
        if p <= alpha and found.within - found.between >= LEAST_WITHIN
    )


def _related(side: Side, grouping: Grouping, found: GroupLikeness, p: float) -> Dependence:
    """Say that the rows of a group are alike."""
    verb = "answer" if side == "model" else "are answered"
    strength = min(max(found.within, 0.0), 1.0)
    sentence = (
        f"{side.capitalize()}s of one {grouping.column} {verb} alike beyond what all others share: "
        f"mean residual correlation {correlation(found.within)} within and "
        f"{correlation(found.between)} between {counted(found.n_groups, 'group')} (p = "
        f"{number(p)}), so axes beyond the first may be theirs."
    )
    kind: Literal["family", "item_group"] = "family" if side == "model" else "item_group"
    return Dependence(kind, None, (grouping.column,), strength, p, sentence)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words, the first few of many.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed("abcdefg")
    ('a, b and c', 'a, b, c, d, e and 2 more')
    """
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED:,} more"
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
