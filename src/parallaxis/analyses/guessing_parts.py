"""The parts of correlations without guessing: who is above chance, and resampled items."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.panel_draws import CHUNK, FULL_BOOTSTRAP_MEMBERS
from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.kernels.guessing import Corrected, corrected_item_influence, corrected_tetrachoric
from parallaxis.kernels.latent_tables import LatentTables, latent_answers, latent_tables
from parallaxis.kernels.zero_cells import Table, ZeroCells
from parallaxis.numerals import share

Array = NDArray[np.float64]
DrawTimes = Callable[[int], Array]


class Guessers(NamedTuple):
    """Members above chance: names, scores, chance levels, tables and correlations of all pairs."""

    names: tuple[str, ...]
    values: Array
    chance: Array
    tables: LatentTables
    found: Corrected
    left_out: tuple[LeftOutMember, ...]

    @property
    def upper(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the places of the pairs above the diagonal."""
        first, second = np.triu_indices(len(self.names), 1)
        return first, second


def above_chance(
    values: Array, names: tuple[str, ...], chance: Array, zero_cells: ZeroCells
) -> Guessers:
    """Return the members that have a corrected correlation with some other, and who has none."""
    known, right = row_means(latent_answers(values, chance)), row_means(values)
    usable = np.flatnonzero((known > 0.0) & (known < 1.0))
    tables = latent_tables(values[usable], chance)
    found = corrected_tetrachoric(tables, zero_cells=zero_cells)
    others = np.isfinite(found.rho) & ~np.eye(usable.size, dtype=bool)
    paired = np.flatnonzero(others.any(axis=1) | (usable.size < 2))
    kept, both = usable[paired], np.ix_(paired, paired)
    out = np.setdiff1d(np.arange(len(names)), kept)
    return Guessers(
        names=tuple(names[i] for i in kept),
        values=values[kept],
        chance=chance,
        tables=tables.at(both),
        found=found.at(both),
        left_out=tuple(LeftOutMember(names[i], _why(known[i], right[i])) for i in out),
    )


def resampled_means(
    panel: Guessers, draw_times: DrawTimes, draws: int, zero_cells: ZeroCells
) -> Array:
    """Return the mean corrected correlation of boards whose items are drawn again."""
    if len(panel.names) <= FULL_BOOTSTRAP_MEMBERS:
        return _full_bootstrap(panel, draw_times, draws, zero_cells)
    return _linearised(panel, draw_times, draws)


def row_means(values: Array) -> Array:
    """Return row means over what is known; NaN where nothing is."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    means = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return np.asarray(means)


def _why(known: float, right: float) -> str:
    """Say why a member has no corrected correlation."""
    if np.isnan(known):
        return "it has no answers"
    if known >= 1.0:
        return "all its answers are right"
    if known <= 0.0:
        return f"right on {share(right)} of its items, no more often than by guessing"
    return f"right on {share(right)} of its items, too close to chance or to all for any pair"


def _full_bootstrap(
    panel: Guessers, draw_times: DrawTimes, draws: int, zero_cells: ZeroCells
) -> Array:
    """Build and solve every pair again in every draw; return mean correlations."""
    upper = panel.upper
    means = []
    for start in range(0, draws, CHUNK):
        drawn = [
            latent_tables(panel.values, panel.chance, draw_times(draw)).at(upper)
            for draw in range(start, min(start + CHUNK, draws))
        ]
        cells = Table(*(np.array(cell) for cell in zip(*(one.cells for one in drawn), strict=True)))
        odds, squared = (np.array([one[place] for one in drawn]) for place in (1, 2))
        tables = LatentTables(cells, odds, squared)
        means.append(row_means(corrected_tetrachoric(tables, zero_cells=zero_cells).rho))
    return np.concatenate(means)


def _linearised(panel: Guessers, draw_times: DrawTimes, draws: int) -> Array:
    """Move the mean correlation by the influence of each item, draw by draw."""
    rho = panel.found.rho
    influence = corrected_item_influence(panel.values, panel.chance, panel.tables, rho)
    influence -= influence.mean()
    pairs = rho[panel.upper]
    moved = []
    for draw in range(draws):
        times = draw_times(draw)
        moved.append(times @ influence / times.sum())
    return np.asarray(np.nanmean(pairs) + np.array(moved) / np.isfinite(pairs).sum())
