"""Measure item response models beside a plain grid, girth and passes of the logistic function.

python benchmarks/irt.py [-o benchmarks/irt.md]
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np
from clock import cpu_seconds, installed, machine, one_core
from numpy.typing import NDArray

from parallaxis.kernels.irt import ItemResponseFit, fit

Array = NDArray[np.float64]
HEAD = """# Item response models: speed

Process CPU seconds, the least of a few runs, one core and one BLAS thread, everything in one run
and timed in turn. Ratios hold from machine to machine, seconds do not. Boards are simulated and
seeded: one ability, slopes exp(N(0.2, 0.3²)), difficulties N(0, 1.2²). Written by
`python benchmarks/irt.py -o benchmarks/irt.md`.
"""
BLOCK = 100  # models that are simulated at once
SPREAD = 0.5  # of the plain grid's prior of log slopes


class Row(NamedTuple):
    """One comparison, as text."""

    task: str
    board: str
    ours: str
    rounds: str
    other: str
    takes: str
    ratio: str


def simulated(n_models: int, n_items: int, missing: float = 0.0) -> NDArray[np.float32]:
    """Return answers of one ability, live items only, in single precision to save memory."""
    rng = np.random.default_rng(5)
    ability = rng.normal(size=n_models).astype(np.float32)
    difficulty = rng.normal(0.0, 1.2, n_items).astype(np.float32)
    slope = np.exp(rng.normal(0.2, 0.3, n_items)).astype(np.float32)
    values = np.empty((n_models, n_items), np.float32)
    for first in range(0, n_models, BLOCK):
        rows = slice(first, first + BLOCK)
        p = 1.0 / (1.0 + np.exp(slope * (difficulty - ability[rows, None])))
        values[rows] = rng.random(p.shape, dtype=np.float32) < p
        if missing:
            values[rows][rng.random(p.shape, dtype=np.float32) < missing] = np.nan
    live = np.nanmin(values, axis=0) < np.nanmax(values, axis=0)
    return np.ascontiguousarray(values[:, live])


def plain_grid(values: Array, most: int, n_nodes: int = 61) -> tuple[int, Array]:
    """Fit a 2PL as one writes it first: EM on a fixed grid, one Newton step an item and round.

    log a ~ N(0, ½²), d ~ N(0, 3²), until no parameter moves by 1e-4. Returns rounds and slopes.
    """
    theta = np.linspace(-6.0, 6.0, n_nodes)
    weight = np.exp(-0.5 * theta**2) / np.exp(-0.5 * theta**2).sum()
    share = np.clip(values.mean(axis=0), 0.02, 0.98)
    log_a, d = np.zeros(share.size), np.log(share / (1.0 - share))
    rounds = 0
    for rounds in range(1, most + 1):  # noqa: B007 - how many there were is the answer
        a = np.exp(log_a)
        p = 1.0 / (1.0 + np.exp(-(np.multiply.outer(theta, a) + d)))
        logs = values @ np.log(p).T + (1.0 - values) @ np.log1p(-p).T + np.log(weight)
        posterior = np.exp(logs - logs.max(axis=1, keepdims=True))
        posterior /= posterior.sum(axis=1, keepdims=True)
        right, seen = posterior.T @ values, posterior.sum(axis=0)[:, None]
        rest, info = right - seen * p, seen * p * (1.0 - p)
        g_a = a * (theta @ rest) - log_a / SPREAD**2
        g_d = rest.sum(axis=0) - d / 9.0
        h_aa = a**2 * (theta**2 @ info) + 1.0 / SPREAD**2
        h_ad, h_dd = a * (theta @ info), info.sum(axis=0) + 1.0 / 9.0
        determinant = h_aa * h_dd - h_ad**2
        step_a = (h_dd * g_a - h_ad * g_d) / determinant
        step_d = (h_aa * g_d - h_ad * g_a) / determinant
        log_a, d = log_a + step_a, d + step_d
        if max(np.abs(step_a).max(), np.abs(step_d).max()) < 1e-4:
            break
    return rounds, np.exp(log_a)


def logistic_passes(n_models: int, n_items: int) -> Callable[[], None]:
    """Return a function that takes the logistic function of every cell twice, in float32."""
    eta = np.random.default_rng(0).normal(size=(max(1, 2**17 // n_items), n_items))
    eta = eta.astype(np.float32)
    times = 2 * n_models // len(eta)

    def run() -> None:
        for _ in range(times):
            s = np.negative(eta)
            np.exp(s, out=s)
            s += 1.0
            np.reciprocal(s, out=s)

    return run


def beside_the_plain_grid() -> Iterator[Row]:
    """Time whole fits beside the plain grid's."""
    for shape, most in (((400, 50), 2000), ((400, 200), 2000), ((134, 500), 1000)):
        values = simulated(*shape).astype(np.float64)
        (mine,), found = cpu_seconds(partial(fit, values)), fit(values)
        (theirs,) = cpu_seconds(partial(plain_grid, values, most), repeats=1)
        rounds, _ = plain_grid(values, most)
        end = "" if rounds < most else ", not converged"
        other = f"NumPy, 61 nodes, {rounds} rounds{end}"
        yield _row("2PL", values, mine=mine, found=found, other=other, theirs=theirs)


def beside_girth() -> Iterator[Row]:
    """Time whole fits beside girth's marginal likelihood."""
    values = simulated(400, 50).astype(np.float64)
    version = installed("girth")
    if version is None:
        yield Row("2PL", _name(values), "", "", "girth is not installed: skipped", "", "")
        return
    girth = import_module("girth")
    data = values.T.astype(int)
    (mine,), found = cpu_seconds(partial(fit, values)), fit(values)
    (theirs,) = cpu_seconds(lambda: girth.twopl_mml(data), repeats=1)
    other = f"girth {version} twopl_mml"
    yield _row("2PL", values, mine=mine, found=found, other=other, theirs=theirs)


def beside_logistic_passes() -> Iterator[Row]:
    """Time a round of each kind of fit beside two logistic functions of every cell."""
    cases = (
        ("2PL, complete", (400, 200), 0.0),
        ("2PL, complete", (1000, 2500), 0.0),
        ("2PL, complete", (4500, 10_000), 0.0),
        ("2PL, 10 % missing", (400, 200), 0.1),
        ("2PL, 10 % missing", (1000, 2500), 0.1),
        ("2PL, 10 % missing", (4500, 10_000), 0.1),
    )
    for task, shape, missing in cases:
        values = simulated(*shape, missing=missing)
        repeats = 1 if values.size > 1e7 else 3
        passes = logistic_passes(*values.shape)
        mine, two = cpu_seconds(partial(fit, values), passes, repeats=repeats)
        found = fit(values)
        other = f"2 × {found.n_iterations} logistic passes over the cells"
        theirs = two * found.n_iterations
        yield _row(task, values, mine=mine, found=found, other=other, theirs=theirs)


def _row(
    task: str,
    values: NDArray[np.floating],
    *,
    mine: float,
    found: ItemResponseFit,
    other: str,
    theirs: float,
) -> Row:
    """Write one comparison."""
    rounds = f"{found.n_iterations}, {found.method}"
    ratio = f"**{theirs / mine:.3g}**"
    return Row(task, _name(values), _time(mine), rounds, other, _time(theirs), ratio)


def _name(values: NDArray[np.floating]) -> str:
    """Return the shape of a board."""
    return f"{values.shape[0]:,} × {values.shape[1]:,}"


def _time(seconds: float) -> str:
    """Return seconds with a unit."""
    return f"{1000.0 * seconds:.3g} ms" if seconds < 1.0 else f"{seconds:.3g} s"


def main() -> None:
    """Run everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    with one_core():
        rows = [*beside_the_plain_grid(), *beside_girth(), *beside_logistic_passes()]
    names = ["task", "board", "parallaxis", "rounds", "beside", "takes", "× as long"]
    lines = ["| " + " | ".join(cells) + " |" for cells in (names, ["---"] * 7, *rows)]
    facts = [f"- {line}" for line in machine()]
    note = "parallaxis: whole fit, with standard errors, abilities and the log-likelihood."
    text = "\n".join([HEAD, *facts, "", note, "", *lines, ""])
    print(text, end="")
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
