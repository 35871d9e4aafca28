"""The cells of the panel ledger: which world, at which size, how often, and what is true there.

The votes are asked in a fraction of all combinations: every correlation meets every range of shares
right twice, once with 200 items and once with 1,000, and sizes are laid over these in a Latin
square, so that every level of one factor meets every level of every other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
import panel_ledger_questions as ask
import panel_ledger_worlds as made
from scipy.stats import norm

Ask = Callable[[int], dict[str, Any]]
CORRELATIONS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95)
SHARES = {
    ".5": (0.5, 0.5),
    ".3–.7": (0.3, 0.7),
    ".7–.95": (0.7, 0.95),
    ".02–.98": (0.02, 0.98),
}
MEMBERS = {3: 100, 9: 100, 24: 80, 60: 40}  # boards of each cell
ITEMS = (200, 1_000)
BIASED_ITEMS = 2_000
TIMES = 0.5  # correlation of the worlds with biased members
CHANCE = 0.25
SAME_SIDE = 1.6896  # offsets that make φ count 3.48 votes where there are 1.80
BOTH_SIDES = 1.7315
NORMAL = 1.2283


@dataclass(frozen=True)
class Cell:
    """One world at one size.

    Attributes
    ----------
    table : str
        The table it belongs to.
    ask : callable
        Takes a seed and returns what is kept of one board.
    boards : int
    truth : mapping of str to float
        True values of what is kept, by its name.
    factors : mapping of str to str
        Levels, where the cell is one of a design.
    """

    table: str
    ask: Ask
    boards: int
    truth: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, str] = field(default_factory=dict)


def offsets(size: float, shape: str, n: int = 9) -> list[float]:
    """Return the biases of n members in latent standard deviations."""
    if shape == "all alike":
        return [size] * n
    if shape == "even, both sides":
        return [float(x) for x in np.linspace(-size, size, n)]
    return [float(size * norm.ppf((i + 0.5) / n)) for i in range(n)]


def _grid() -> dict[str, Cell]:
    """Return the designed fraction of votes."""
    sizes = tuple(MEMBERS)
    cells: dict[str, Cell] = {}
    for row, rho in enumerate(CORRELATIONS):
        for column, (name, share) in enumerate(SHARES.items()):
            for half, n_items in enumerate(ITEMS):
                n = sizes[(row + column + 2 * half) % len(sizes)]
                cells |= _voting("votes", rho, (name, share), (n, n_items))
    return cells


def _voting(
    table: str, rho: float, shares: tuple[str, made.Share], size: tuple[int, int]
) -> dict[str, Cell]:
    """Return one cell of votes by its name."""
    (name, share), (n, n_items) = shares, size
    levels = {"ρ": f"{rho:g}", "shares right": name, "members": str(n), "items": f"{n_items:,}"}
    title = ", ".join(f"{key} {value}" for key, value in levels.items())
    make = partial(made.shared, n, n_items, rho, share)
    asked = partial(ask.votes, make, each=rho)
    return {title: Cell(table, asked, MEMBERS.get(n, 60), {"rho": rho}, levels)}


def _many() -> dict[str, Cell]:
    """Return panels of more members than the full bootstrap takes."""
    cells: dict[str, Cell] = {}
    for rho in (0.3, 0.9):
        for name in (".3–.7", ".02–.98"):
            for n_items in ITEMS:
                cells |= _voting("many members", rho, (name, SHARES[name]), (100, n_items))
    return cells


def _biased() -> dict[str, Cell]:
    """Return nine members of ρ = ½ with constant biases."""
    alike = [np.sqrt(TIMES)] * 9
    cells = {}
    for shape, size in (
        ("all alike", 0.0),
        ("all alike", SAME_SIDE),
        ("all alike", -SAME_SIDE),
        ("even, both sides", BOTH_SIDES),
        ("normal", NORMAL),
    ):
        make = partial(made.one_factor, alike, offsets(size, shape), BIASED_ITEMS)
        asked = partial(ask.votes, make, each=TIMES)
        cells[f"bias {shape}, {size:+.4g}"] = Cell("biased", asked, 60, {"rho": TIMES})
    return cells


def _guessing() -> dict[str, Cell]:
    """Return members that guess with chance ¼ what they do not know."""
    cells = {}
    for rho, name, n, n_items in (
        (0.0, ".3–.7", 9, 1_000),
        (0.0, ".7–.95", 9, 200),
        (0.3, ".3–.7", 9, 200),
        (0.3, ".7–.95", 9, 1_000),
        (0.5, ".3–.7", 24, 1_000),
        (0.7, ".3–.7", 9, 1_000),
        (0.7, ".7–.95", 9, 200),
        (0.7, ".7–.95", 3, 1_000),
        (0.9, ".3–.7", 9, 200),
        (0.9, ".7–.95", 9, 1_000),
    ):
        make = partial(made.guessed, n, n_items, rho, SHARES[name], chance=CHANCE)
        title = f"ρ {rho:g}, knows {name}, {n} × {n_items:,}"
        asked = partial(ask.guessing, make, each=rho, chance=CHANCE)
        cells[title] = Cell("guessing", asked, 60, {"rho": rho})
    return cells


def _tails() -> dict[str, Cell]:
    """Return worlds of one factor, where the ratio is 1, and worlds where more fails together."""
    cells = {}
    for rho, name, n, n_items in (
        (0.0, ".3–.7", 3, 1_000),
        (0.3, ".3–.7", 9, 1_000),
        (0.3, ".7–.95", 3, 1_000),
        (0.5, ".5", 9, 200),
        (0.5, ".7–.95", 24, 1_000),
        (0.7, ".02–.98", 9, 1_000),
        (0.7, ".3–.7", 24, 200),
        (0.9, ".7–.95", 9, 1_000),
        (0.9, ".3–.7", 60, 1_000),
    ):
        make = partial(made.shared, n, n_items, rho, SHARES[name])
        title = f"one factor, ρ {rho:g}, right {name}, {n} × {n_items:,}"
        cells[title] = Cell("one factor", partial(ask.tails, make), 60, {"rho": rho, "ratio": 1.0})
    own = np.linspace(0.3, 0.95, 9)
    rho = float((own.sum() ** 2 - (own**2).sum()) / 72)
    make = partial(made.one_factor, own.tolist(), [float(norm.ppf(0.6))] * 9, 1_000)
    cells["one factor, loadings .3–.95, right .6, 9 × 1,000"] = Cell(
        "one factor, unequal loadings", partial(ask.tails, make), 100, {"rho": rho, "ratio": 1.0}
    )
    for together in (0.01, 0.03, 0.1):
        for rho in (0.3, 0.7):
            make = partial(made.failing_together, 9, 1_000, rho, (0.7, 0.95), together=together)
            title = f"{together:.0%} fail together, ρ {rho:g}, right .7–.95, 9 × 1,000"
            cells[title] = Cell("failing together", partial(ask.tails, make), 60)
    return cells


def _families() -> dict[str, Cell]:
    """Return families that mean nothing, that differ in ability only, and that are alike."""
    nothing: dict[str, Ask] = {
        "labels at random, one normal factor, ρ .5, 24 × 300": partial(
            ask.families, partial(made.labelled, 24, 300, 0.5, (0.3, 0.7))
        ),
        "labels at random, one normal factor, ρ .9, 24 × 1,000": partial(
            ask.families, partial(made.labelled, 24, 1_000, 0.9, (0.3, 0.7))
        ),
        "habits of spread 0, 30 × 300": partial(
            ask.families, partial(made.habits, 30, 300, spread=0.0)
        ),
        "habits of spread 0, 60 × 300": partial(
            ask.families, partial(made.habits, 60, 300, spread=0.0)
        ),
        "families differ in ability, 60 × 300": partial(
            ask.families, partial(made.abler_families, 60, 300)
        ),
        "families differ in ability, chance .25 told, 60 × 300": partial(
            ask.families, partial(made.abler_families, 60, 300, chance=0.25), chance=0.25
        ),
        "families differ in ability, chance .25 not told, 60 × 300": partial(
            ask.families, partial(made.abler_families, 60, 300, chance=0.25)
        ),
    }
    nothing["families differ in loading, .4–.9, 24 × 1,000"] = partial(
        ask.families, partial(made.closer_families, 24, 1_000)
    )
    alike: dict[str, Ask] = {
        "habits of spread .3, 60 × 300": partial(
            ask.families, partial(made.habits, 60, 300, spread=0.3)
        ),
        "habits of spread .7, 60 × 300": partial(
            ask.families, partial(made.habits, 60, 300, spread=0.7)
        ),
        "near copies, 60 × 300": partial(ask.families, partial(made.copies, 60, 300)),
    }
    cells = {name: Cell("no families", asked, 200) for name, asked in nothing.items()}
    cells |= {name: Cell("families", asked, 60) for name, asked in alike.items()}
    for general, own in ((0.5, 0.05), (0.5, 0.2)):
        share = 4 * 15 / 276  # pairs of relatives among 24 members of 4 families
        make = partial(made.nested, 24, 300, general, own, (0.3, 0.7))
        title = f"relatives ρ {general + own:g}, others {general:g}, 24 × 300"
        cells[title] = Cell("families", partial(ask.families, make), 60)
        truth = {"rho": general + own * share}
        cells[f"votes, {title}"] = Cell("votes of families", partial(ask.votes, make), 60, truth)
    return cells


def _errors() -> dict[str, Cell]:
    """Return verdicts of nine members on 500 items with four answers."""
    even = np.linspace(0.4, 0.9, 9)
    pairs = np.triu_indices(9, 1)
    right, wrong = (np.outer(x, x)[pairs] for x in (even, 1.0 - even))
    alpha = (float((right + wrong / 3.0).mean()) - 0.25) / 0.75
    alike = 0.6**2 + 2 * 0.2**2
    lured = (0.49 + 0.09 * alike - 0.52) / 0.48
    make = partial(made.verdicts, 9, 500)
    none = {"excess": 0.0}
    worlds: dict[str, tuple[Any, dict[str, float]]] = {
        "answers at random": (partial(make, (0.25, 0.25)), {"alpha": 0.0, "capa": 0.0, **none}),
        "independent errors, all .7 right": (
            partial(make, (0.7, 0.7)),
            {"alpha": (0.52 - 0.25) / 0.75, "capa": 0.0, **none},
        ),
        "independent errors, .4–.9 right": (
            partial(make, (0.4, 0.9)),
            {"alpha": alpha, "capa": 0.0, **none},
        ),
        "independent errors, members' own habits": (
            partial(make, (0.4, 0.9), wrong=(0.7, 0.2, 0.1)),
            none,
        ),
        "same hard items (ρ .5), wrong answers independent": (
            partial(make, (0.4, 0.9), correlation=0.5),
            none,
        ),
        "items with a lure that takes .6 of the errors": (
            partial(make, (0.7, 0.7), lure=0.6),
            {"alpha": (0.49 + 0.09 * alike - 0.25) / 0.75, "capa": lured}
            | {"excess": alike - 1 / 3},
        ),
    }
    return {
        name: Cell("errors", partial(ask.errors, world), 100, truth)
        for name, (world, truth) in worlds.items()
    }


LEDGER: Mapping[str, Cell] = MappingProxyType(
    {
        **_grid(),
        **_many(),
        **_biased(),
        **_guessing(),
        **_tails(),
        **_families(),
        **_errors(),
    }
)
