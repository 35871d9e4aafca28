"""What a published mean φ leaves open: effective votes under every plausible share right."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.answers import Interval, NotAnswered, interval_json
from parallaxis.errors import InputError
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.projected_votes import projected_votes

Array = NDArray[np.float64]
GRID = 9
PLAUSIBLE = (0.5, 0.9)  # shares right that a published panel may have, where it does not say
NO_INTERVAL = NotAnswered("the published φ̄ came without an interval")
NO_TABLE = NotAnswered("no two members of some plausible share right can have so low a φ")
NO_VOTES = NotAnswered(
    "at some plausible share right the correlation is at or below −1/(n − 1), where there is no "
    "number of votes, or no table has this φ"
)


@dataclass(frozen=True, slots=True)
class UnderMargin:
    """Latent correlation and effective votes if every member were right on this share of items."""

    share_correct: float
    correlation: float | NotAnswered
    effective_votes: float | NotAnswered


@dataclass(frozen=True, slots=True)
class Projection:
    """Which effective votes may lie beneath a published mean φ?

    Attributes
    ----------
    phi : float
        As published.
    n_members : int
    margins : (float, float)
        Lowest and highest share right that is thought plausible.
    votes_by_phi : float or NotAnswered
        Kish's votes with φ̄ taken for the correlation.
    correlation, effective_votes : (float, float) or NotAnswered
        Range over the plausible shares right.
    correlation_interval, effective_votes_interval : (float, float) or NotAnswered
        The same range with the published interval of φ̄ allowed for.
    under : tuple of UnderMargin
        At the ends, at ½ if it is between them, and at shares in between.
    """

    phi: float
    n_members: int
    margins: tuple[float, float]
    votes_by_phi: float | NotAnswered
    correlation: Interval | NotAnswered
    effective_votes: Interval | NotAnswered
    correlation_interval: Interval | NotAnswered
    effective_votes_interval: Interval | NotAnswered
    under: tuple[UnderMargin, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "phi": self.phi,
            "n_members": self.n_members,
            "margins": self.margins,
            "votes_by_phi": self.votes_by_phi,
            "correlation": {"range": interval_json(self.correlation)}
            | {"interval": interval_json(self.correlation_interval)},
            "effective_votes": {"range": interval_json(self.effective_votes)}
            | {"interval": interval_json(self.effective_votes_interval)},
            "under": self.under,
        }


def project(
    phi: float,
    n_members: int,
    margins: tuple[float, ...] = PLAUSIBLE,
    *,
    phi_interval: Interval | None = None,
) -> Projection:
    """Which effective votes may lie beneath a published mean φ?

    Parameters
    ----------
    phi : float
        Published mean φ over the pairs, -1 to 1.
    n_members : int
        At least 2.
    margins : tuple of float, default (0.5, 0.9)
        Plausible shares right, strictly between 0 and 1: lowest and highest, or several, of which
        the lowest and the highest count. A single share is a claim to know it: give it twice.
    phi_interval : (float, float), optional
        Published interval of φ̄.

    Returns
    -------
    Projection
        A range, never a point.

    Raises
    ------
    InputError
        An argument out of range.

    Notes
    -----
    Under one share right p for all, ρ solves ``Φ₂(h, h; ρ) = p² + φp(1 − p)``, ``h = Φ⁻¹(p)``; it
    is smallest in size at p = ½ and grows towards both ends. Members that differ in p have a lower
    φ̄ at the same ρ, so that the range is no bound: ``projection_bias`` measures what is left on a
    panel whose pairs are known.

    Examples
    --------
    >>> found = project(0.35, 24, (0.5, 0.8))
    >>> round(found.votes_by_phi, 2), [round(votes, 2) for votes in found.effective_votes]
    (2.65, [1.69, 1.84])
    """
    low, high = _checked(phi, n_members, margins, phi_interval)
    shares = _shares(low, high)
    found = projected_votes(phi, n_members, shares)
    ends = np.array([[phi] if phi_interval is None else list(phi_interval)]).T
    wide = projected_votes(ends, n_members, shares)
    by_phi = float(kish_where_identified(n_members, phi))
    return Projection(
        phi=float(phi),
        n_members=int(n_members),
        margins=(low, high),
        votes_by_phi=_or_why(by_phi, n_members),
        correlation=_range(found.correlation, NO_TABLE),
        effective_votes=_range(found.effective_votes, NO_VOTES),
        correlation_interval=NO_INTERVAL
        if phi_interval is None
        else _range(wide.correlation, NO_TABLE),
        effective_votes_interval=NO_INTERVAL
        if phi_interval is None
        else _range(wide.effective_votes, NO_VOTES),
        under=tuple(_under(*row) for row in zip(shares, *found, strict=True)),
    )


def _checked(
    phi: float, n_members: int, margins: tuple[float, ...], phi_interval: Interval | None
) -> tuple[float, float]:
    """Check the arguments and return the lowest and the highest share right."""
    _checks.positive_integer("n_members", n_members, at_least=2)
    if phi_interval is not None and len(phi_interval) != 2:
        raise InputError(f"phi_interval is {phi_interval!r}; pass its lower and its upper end.")
    for name, value in (("phi", phi), *(("phi_interval", end) for end in phi_interval or ())):
        if not -1.0 <= _checks.number(name, value) <= 1.0:
            raise InputError(f"{name} is {value!r}; pass a correlation from -1 to 1.")
    if phi_interval is not None and not phi_interval[0] <= phi <= phi_interval[1]:
        raise InputError(
            f"phi_interval is {phi_interval!r} and phi {phi!r}; pass limits that enclose it."
        )
    if len(margins) < 2:
        raise InputError(
            f"margins is {margins!r}; pass the lowest and the highest plausible share right."
        )
    shares = [_checks.probability("margins", share) for share in margins]
    return min(shares), max(shares)


def _shares(low: float, high: float) -> Array:
    """Return the shares right that are looked at: a fine row, with ½ where it is inside."""
    row = np.linspace(low, high, GRID)
    if low < 0.5 < high:
        row = np.append(row, 0.5)
    return np.unique(row)


def _range(values: Array, why: NotAnswered) -> Interval | NotAnswered:
    """Return the lowest and the highest value, unless one is missing."""
    if np.isnan(values).any():
        return why
    return float(values.min()), float(values.max())


def _or_why(votes: float, n_members: int) -> float | NotAnswered:
    """Return votes, or why there are none."""
    if not np.isnan(votes):
        return votes
    return NotAnswered(
        f"φ̄ is at or below −1/(n − 1) = {-1 / (n_members - 1):.3g}, where there is no number of "
        "votes"
    )


def _under(share: float, correlation: float, votes: float) -> UnderMargin:
    """Return one row of the range."""
    return UnderMargin(
        float(share),
        NO_TABLE if np.isnan(correlation) else float(correlation),
        NO_VOTES if np.isnan(votes) else float(votes),
    )
