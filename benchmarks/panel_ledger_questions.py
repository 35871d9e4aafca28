"""What the panel ledger asks of one board, and what it keeps of the answers."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses import panel_parts
from parallaxis.analyses.agreement import agreement
from parallaxis.analyses.ceilings import ceilings
from parallaxis.analyses.ceilings_answers import Predicted, Tail
from parallaxis.analyses.guessing import guessing_corrected
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.likeness_answers import FamilyExcess
from parallaxis.analyses.panel_draws import Resampled
from parallaxis.analyses.projection_bias import projection_bias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.matrix import ScoreMatrix
from parallaxis.verdicts import Verdicts

Found = dict[str, Any]
Make = Callable[..., ScoreMatrix]
LEVEL = 0.95
DRAWS = 200  # of items, for the intervals; 1,000 by default
PERMUTATIONS = 199
OUTWARD = 1.959963984540054  # standard errors to either end of a 95 % interval


class Pairs(NamedTuple):
    """Members, their correlations, and what these come to on resampled items."""

    seats: panel_parts.Seats
    outcome: panel_parts.Correlations
    spread: Resampled


def votes(make: Make, seed: int, *, each: float | None = None) -> Found:
    """Keep mean correlations, votes, their intervals, direction, and the projection's error.

    `each` is the true correlation of every pair, for the standard errors of pairs.
    """
    with one_blas_thread():
        pairs = _pairs(make(seed=seed), seed)
        return _votes(pairs) | _single(pairs, each) | _projection(pairs, seed)


def guessing(make: Make, seed: int, *, each: float, chance: float) -> Found:
    """Keep the votes of the answers as they are, and those of what members know."""
    with one_blas_thread():
        pairs = _pairs(make(seed=seed), seed)
        units, values = pairs.seats.units, pairs.seats.values
        found = guessing_corrected(
            values,
            pairs.seats.names,
            np.full(values.shape[1], chance),
            draw_times=lambda draw: units.times(range(draw, draw + 1), seed)[0],
            draws=DRAWS,
            level=LEVEL,
        )
        plain = _votes(pairs) | _single(pairs, each)
    if isinstance(found, NotAnswered):
        return plain
    return plain | {
        "knows": _estimate(found.mean_correlation),
        "knows_votes": _estimate(found.n_eff),
        "knows_n": found.n_members,
        "knows_pairs": (found.n_pairs, found.n_boundary, found.n_uninformative, found.n_undefined),
    }


def tails(make: Make, seed: int) -> Found:
    """Keep the votes, and both tails beside what each prediction says."""
    with one_blas_thread():
        pairs = _pairs(make(seed=seed), seed)
        found = ceilings(*pairs, level=LEVEL, seed=seed)
        sides = {"wrong": _tail(found.all_wrong), "right": _tail(found.all_right)}
        return _votes(pairs) | sides


def families(make: Make, seed: int, *, chance: float | None = None) -> Found:
    """Keep the excess of relatives, every p, and how many pairs stand out."""
    asked: Any = {"permutations": PERMUTATIONS, "draws": 50, "level": LEVEL, "seed": seed}
    found = likeness(make(seed=seed), families="family", chance=chance, **asked)
    if isinstance(found, NotAnswered) or isinstance(found.families, NotAnswered):
        return {}
    first = found.families[0]
    return {
        "residual": _excess(first.residual),
        "factor": _excess(first.common_factor),
        "pairs_alike": found.pairs.n_alike,
        "pairs_unlike": found.pairs.n_unlike,
        "converged": found.converged,
    }


def errors(make: Callable[..., Verdicts], seed: int) -> Found:
    """Keep α, CAPA and the agreement of errors beyond chance."""
    found = agreement(make(seed=seed), options=4, level=LEVEL, draws=DRAWS, seed=seed)
    if isinstance(found.errors, NotAnswered):
        return {"alpha": _estimate(found.alpha)}
    return {
        "alpha": _estimate(found.alpha),
        "capa": _estimate(found.errors.capa),
        "excess": _estimate(found.errors.excess),
    }


def _pairs(board: ScoreMatrix, seed: int) -> Pairs:
    """Return members, correlations and resampled means: the one place that calls the panel."""
    settings = {"zero_cells": "half", "chance": None, "level": LEVEL, "draws": DRAWS}
    seats = panel_parts.seats(Ingredients(board), seed)
    outcome = panel_parts.correlate(seats, "half")
    spread = panel_parts.resampled(seats, outcome, settings, seed, None)
    return Pairs(seats, outcome, spread)


def _votes(pairs: Pairs) -> Found:
    """Return both kinds of votes and what single pairs say."""
    seats, outcome, spread = pairs
    tail = (1.0 - LEVEL) / 2.0
    upper = np.triu_indices(len(seats.rows), 1)
    rho, phi = outcome.tetrachoric[upper], outcome.phi[upper]
    out: Found = {
        "n": len(seats.rows),
        "zero_cells": outcome.tally.n_zero_cell,
        "undefined": outcome.tally.n_undefined,
        "conventions": panel_parts.under_each_convention(seats, outcome),
        "beyond": _beyond(rho, phi, _empty(seats)),
    }
    for name, matrix, drawn in (
        ("rho", outcome.tetrachoric, spread.tetrachoric),
        ("phi", outcome.phi, spread.phi),
    ):
        mean, interval, n_eff = panel_parts.votes(seats, matrix, drawn, tail)
        out[name] = None if isinstance(mean, NotAnswered) else mean
        out[f"{name}_interval"] = None if isinstance(interval, NotAnswered) else interval
        out[f"{name}_votes"] = _estimate(n_eff)
    return out


def _single(pairs: Pairs, true: float | None) -> Found:
    """Count pairs with a standard error, and those within 1.96 of it of the true correlation."""
    if true is None:
        return {}
    upper = np.triu_indices(len(pairs.seats.rows), 1)
    rho, error = pairs.outcome.tetrachoric[upper], pairs.outcome.standard_error[upper]
    known = np.isfinite(rho) & np.isfinite(error)
    held = np.abs(rho - true)[known] <= OUTWARD * error[known]
    return {"wald": (int(held.sum()), int(known.sum()))}


def _empty(seats: panel_parts.Seats) -> NDArray[np.bool_]:
    """Say which pairs above the diagonal have an empty cell."""
    counts = seats.counts
    least = np.minimum.reduce([counts.n11, counts.n10, counts.n01, counts.n00])
    return np.asarray(least[np.triu_indices(len(least), 1)] == 0.0)


def _beyond(
    rho: NDArray[np.float64], phi: NDArray[np.float64], empty: NDArray[np.bool_]
) -> tuple[int, int, int]:
    """Count pairs with ρ ≥ 0, of these with φ above ρ, and of these without an empty cell."""
    positive = np.isfinite(phi) & (rho >= 0.0)
    above = positive & (phi > rho + 1e-9)
    return int(positive.sum()), int(above.sum()), int((above & ~empty).sum())


def _projection(pairs: Pairs, seed: int) -> Found:
    """Return votes projected from mean φ and mean share right, and whether the range holds."""
    found = projection_bias(*pairs, level=LEVEL, seed=seed)
    if isinstance(found, NotAnswered):
        return {}
    return {
        "projected": _estimate(found.projected),
        "projection_bias": _estimate(found.bias),
        "correlation_bias": _estimate(found.correlation_bias),
        "range": None if isinstance(found.range, NotAnswered) else found.range,
        "range_holds": found.range_holds,
    }


def _tail(tail: Tail) -> Found:
    """Return one tail and the ratios of both predictions."""
    return {
        "count": tail.count,
        "observed": tail.observed,
        "independent": tail.independent.estimate,
        "expected": _share(tail.correlated),
        "expected_by_loadings": _share(tail.by_loadings),
        "ratio": _ratio(tail.correlated),
        "by_loadings": _ratio(tail.by_loadings),
        "ratio_by": tail.ratio_by,
    }


def _share(predicted: Predicted | NotAnswered) -> float | None:
    """Return the expected share of items."""
    return None if isinstance(predicted, NotAnswered) else predicted.share.estimate


def _ratio(predicted: Predicted | NotAnswered) -> list[float | None] | None:
    """Return observed over expected with its ends."""
    return None if isinstance(predicted, NotAnswered) else _estimate(predicted.ratio)


def _excess(excess: FamilyExcess | NotAnswered) -> Found | None:
    """Return an excess at equal ability with its ends, and both p."""
    if isinstance(excess, NotAnswered):
        return None
    return {
        "p": excess.p,
        "p_equal": excess.p_equal_ability,
        "excess": excess.excess.estimate,
        "equal": excess.excess_equal_ability.estimate,
    }


def _estimate(value: Estimate | NotAnswered) -> list[float | None] | None:
    """Return a value and both ends; no ends where there is no interval."""
    if isinstance(value, NotAnswered):
        return None
    ends = (None, None) if isinstance(value.interval, NotAnswered) else value.interval
    return [value.estimate, *ends]
