"""How much do the members of a panel share once guesses, which nobody shares, are taken out?"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.guessing_answers import CorrectedMember, CorrectedPair, GuessingCorrected
from parallaxis.analyses.guessing_parts import (
    DrawTimes,
    Guessers,
    above_chance,
    resampled_means,
    row_means,
)
from parallaxis.analyses.panel_draws import mirrored, percentiles, votes_interval
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import NotIdentified, ShapeError
from parallaxis.kernels.effective import kish
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.guessing import corrected_standard_error
from parallaxis.kernels.latent_tables import latent_answers
from parallaxis.kernels.tetrachoric import tetrachoric
from parallaxis.kernels.zero_cells import ZeroCells
from parallaxis.numerals import counted

Array = NDArray[np.float64]
LISTED_PAIRS = 200
UNKNOWN_CHANCE = NotAnswered(
    "the chance of guessing is not known for every item; fill a column 'chance' of the items' "
    "metadata with a probability for each, or pass chance"
)
NO_GUESSING = NotAnswered("the chance of every item is 0, so there is no guessing to take out")


def guessing_corrected(
    values: Array,
    names: Sequence[str],
    chance: Array | None,
    *,
    draw_times: DrawTimes,
    draws: int = 1000,
    level: float = 0.95,
    zero_cells: ZeroCells = "half",
) -> GuessingCorrected | NotAnswered:
    """How much do the members of a panel share once guesses are taken out?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        1 = right, 0 = wrong, NaN = not scored; each pair is compared on the items both answered.
    names : sequence of str, length n_models
    chance : ndarray, shape (n_items,), or None
        Probability of guessing each item right, from 0 to below 1; None where it is not known.
    draw_times : callable
        Number of a draw → how often each item is in that draw, shape (n_items,).
    draws : int, default 1000
        Boards whose items are drawn again: draws 0 … draws − 1.
    level : float, default 0.95
        Coverage of the intervals.
    zero_cells : {"half", "ml", "drop"}, default "half"
        As for ``panel``; a cell that guessing brought below zero gives ±1 unless pairs are dropped.

    Returns
    -------
    GuessingCorrected or NotAnswered
        Why not, where the chance levels are unknown or all 0. Members at or below chance are left
        out and named.

    Raises
    ------
    ShapeError
        Another number of names than of rows, or of chance levels than of columns.
    InputError
        A setting or a chance level out of range.

    Notes
    -----
    The table of what two models know has as its cells the sums over items of ``z_i z_j``, ``z_i
    w_j`` …, ``z = (x − c)/(1 − c)`` and ``w = 1 − z``, and its tetrachoric correlation is taken.
    This rests on guesses that are independent given the items. Models that fall for the same wrong
    option share more than that, and it stays in the corrected correlation; models that know better
    than to guess blindly are over-corrected. Up to 60 members every draw is solved anew; beyond,
    the mean is moved by the influence of each item. In worlds (8 members, 200 and 600 items, ρ 0 to
    .8) intervals at 95 % held the truth in 93 % of 960 boards.

    References
    ----------
    Carroll (1945), Psychometrika 10, 1–19; Carroll (1961), Psychometrika 26, 347–372.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> knows = rng.normal(size=2000) + rng.normal(size=(5, 2000)) > 0  # ρ = .5
    >>> values = np.where(knows | (rng.random(knows.shape) < 0.25), 1.0, 0.0)
    >>> found = guessing_corrected(
    ...     values,
    ...     list("abcde"),
    ...     np.full(2000, 0.25),
    ...     draw_times=lambda d: np.bincount(
    ...         np.random.default_rng(d).integers(0, 2000, 2000), minlength=2000
    ...     ),
    ...     draws=50,
    ... )
    >>> round(found.plain_correlation, 2), round(found.mean_correlation.estimate, 2)
    (0.32, 0.51)
    """
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=2)
    if len(names) != values.shape[0]:
        raise ShapeError(f"{len(names)} names for {values.shape[0]} models; pass one for each.")
    if chance is None:
        return UNKNOWN_CHANCE
    if not chance.any():
        return NO_GUESSING
    panel = above_chance(values, tuple(names), chance, zero_cells)
    if len(panel.names) < 2:
        members = counted(len(names), "member")
        return NotAnswered(
            f"{len(panel.names)} of {members} can be told from guessing, and a panel needs 2"
        )
    plain = _plain(panel, zero_cells)
    mean, n_eff = _votes(panel, draw_times, draws, (1.0 - level) / 2.0, zero_cells)
    upper, found = panel.upper, panel.found
    known = np.isfinite(found.rho[upper])
    plain_mean, plain_votes = _plain_votes(plain[upper][known], len(panel.names))
    return GuessingCorrected(
        chance_mean=float(chance.mean()),
        chance_range=(float(chance.min()), float(chance.max())),
        n_members=len(panel.names),
        left_out=panel.left_out,
        n_pairs=known.size,
        n_boundary=int((found.boundary[upper] & known).sum()),
        n_uninformative=int((found.uninformative[upper] & ~known).sum()),
        n_undefined=int(found.undefined[upper].sum()),
        mean_correlation=mean,
        n_eff=n_eff,
        plain_correlation=plain_mean,
        plain_n_eff=plain_votes,
        members=_members(panel),
        listed_pairs=_listed_pairs(panel, plain),
        level=level,
    )


def _plain(panel: Guessers, zero_cells: ZeroCells) -> Array:
    """Return the tetrachoric correlations of the answers as they are."""
    counts = pair_counts(panel.values)
    return tetrachoric(counts.n11, counts.n10, counts.n01, counts.n00, zero_cells=zero_cells).rho


def _plain_votes(rho: Array, n: int) -> tuple[float | NotAnswered, float | NotAnswered]:
    """Return the mean correlation of the answers as they are, and the votes it gives."""
    if not np.isfinite(rho).any():
        none = NotAnswered(f"none of {counted(rho.size, 'pair')} has a correlation")
        return none, none
    mean = float(np.nanmean(rho))
    try:
        return mean, float(kish(n, mean))
    except NotIdentified as reason:
        return mean, NotAnswered(str(reason))


def _votes(
    panel: Guessers, draw_times: DrawTimes, draws: int, tail: float, zero_cells: ZeroCells
) -> tuple[Estimate | NotAnswered, Estimate | NotAnswered]:
    """Return mean correlation and effective votes, with intervals over items."""
    n = len(panel.names)
    rho = panel.found.rho[panel.upper]
    mean = float(np.nanmean(rho))
    drawn = resampled_means(panel, draw_times, draws, zero_cells)
    n_items = int((~np.isnan(panel.values)).any(axis=0).sum())
    correlation = Estimate(mean, mirrored(mean, percentiles(drawn, tail, n_items)))
    try:
        votes = float(kish(n, mean))
    except NotIdentified as reason:
        return correlation, NotAnswered(str(reason))
    return correlation, Estimate(votes, votes_interval(n, correlation.interval))


def _members(panel: Guessers) -> tuple[CorrectedMember, ...]:
    """Return each member's shares, and its mean correlation with the others."""
    right = row_means(panel.values)
    known = row_means(latent_answers(panel.values, panel.chance))
    others = panel.found.rho.copy()
    np.fill_diagonal(others, np.nan)
    rows = zip(panel.names, right, known, row_means(others), strict=True)
    return tuple(CorrectedMember(name, float(a), float(b), float(c)) for name, a, b, c in rows)


def _standard_errors(panel: Guessers, rows: NDArray[np.intp]) -> Array:
    """Return the standard errors among some of the members, in a matrix of all."""
    both = np.ix_(rows, rows)
    error = np.full(panel.found.rho.shape, np.nan)
    error[both] = corrected_standard_error(
        panel.values[rows], panel.chance, panel.tables.at(both), panel.found.at(both)
    )
    return error


def _listed_pairs(panel: Guessers, plain: Array) -> tuple[CorrectedPair, ...]:
    """Return the pairs with the largest corrected correlation, largest first."""
    first, second = panel.upper
    rho = panel.found.rho[first, second]
    order = np.argsort(-np.nan_to_num(rho, nan=-2.0), kind="stable")[:LISTED_PAIRS]
    order = order[np.isfinite(rho[order])]
    if not order.size:
        return ()
    error = _standard_errors(panel, np.unique([first[order], second[order]]))
    n_items = panel.tables.n_items
    return tuple(
        CorrectedPair(
            panel.names[i],
            panel.names[j],
            float(panel.found.rho[i, j]),
            float(error[i, j]),
            float(plain[i, j]),
            round(float(n_items[i, j])),
        )
        for i, j in zip(first[order], second[order], strict=True)
    )
