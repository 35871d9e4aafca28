"""Each question, timed beside its plain twin, its peers and the Gram product of the same board."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import ours
import peers
import plain_twins
from clock import cpu_seconds, installed

PSYCH_ABSENT = "R with psych is not installed: skipped"
EVALGATE_ABSENT = "evalgate is not installed (requirements/bench.txt): skipped"
NUMBA_ABSENT = "numba is not installed: skipped"


class Beside(NamedTuple):
    """CPU seconds of parallaxis and of something else that does the same; None where skipped."""

    task: str
    board: str
    ours: float | None
    other: str
    others: float | None
    how: str = ""


class InGrams(NamedTuple):
    """CPU seconds of parallaxis, and of A @ A.T of the same board in two precisions."""

    task: str
    board: str
    ours: float
    single: float
    double: float


Row = Beside | InGrams
SHAPES = ((24, 1172), (400, 2000), (4576, 6))


def effective_dimensionality() -> Iterator[Row]:
    """Time ED beside singular values, and its null beside permutations."""
    for shape in SHAPES:
        values = ours.ability_board(*shape)
        task, name = "effective dimensionality", _name(values)
        mine, plain = cpu_seconds(
            partial(ours.effective_dimensionality, values),
            partial(plain_twins.effective_dimensionality, values),
        )
        yield Beside(task, name, mine, "NumPy singular values", plain)
        yield _in_grams(task, values, partial(ours.effective_dimensionality, values))


def shuffled_null() -> Iterator[Row]:
    """Time the closed form beside 1,000 permutations."""
    for shape, draws in zip(SHAPES, (1000, 10, 100), strict=True):
        values = ours.ability_board(*shape)
        task, name = "shuffled null of ED, mean and range", _name(values)

        closed = partial(ours.shuffled_null, values)
        (mine,) = cpu_seconds(closed)
        (theirs,) = cpu_seconds(partial(plain_twins.shuffled_null, values, draws), repeats=1)
        scaled = theirs * 1000 / draws
        yield Beside(
            task, name, mine, "1,000 permutations, singular values", scaled, _scaled(draws, 1000)
        )
        yield _in_grams(task, values, closed)


def parallel_analysis() -> Iterator[Row]:
    """Time 1,000 permutations beside item correlation matrices, and beside evalgate."""
    for shape, draws, plain_draws in (((24, 1172), 1000, 5), ((400, 2000), 40, 2)):
        values = ours.three_abilities_board(*shape)
        task, name = "1,000 permutations, all eigenvalues", _name(values)
        (mine,) = cpu_seconds(ours.permutations(values, draws), repeats=2)
        (theirs,) = cpu_seconds(partial(plain_twins.permutations, values, plain_draws), repeats=1)
        how = "; ".join(
            text
            for text in (
                _scaled(draws, 1000, "parallaxis "),
                _scaled(plain_draws, 1000, "twin "),
            )
            if text
        )
        grams = cpu_seconds(
            plain_twins.gram_product(values, "float32"), plain_twins.gram_product(values, "float64")
        )
        mine, theirs = mine * 1000 / draws, theirs * 1000 / plain_draws
        yield Beside(task, name, mine, "NumPy corrcoef (items × items), eigvalsh", theirs, how)
        yield InGrams("1 permutation, all eigenvalues", name, mine / 1000, *grams)
        (whole,) = cpu_seconds(ours.counted_axes(values), repeats=0)
        yield Beside(
            "whole count of axes, stops once decided", name, whole, "1,000 of the same", mine
        )
    yield _beside_evalgate(ours.three_abilities_board(100, 500), 30)


def _beside_evalgate(values: ours.Array, draws: int) -> Beside:
    """Time evalgate's count of dimensions."""
    task, name = f"{draws} permutations", _name(values)
    theirs = peers.evalgate(values, draws)
    (mine,) = cpu_seconds(ours.permutations(values, draws))
    if theirs is None:
        return Beside(task, name, mine, "evalgate", None, EVALGATE_ABSENT)
    how = "pure Python, largest eigenvalue of each; parallaxis all 100"
    (seconds,) = cpu_seconds(theirs, repeats=0)
    return Beside(task, name, mine, f"evalgate {installed('eval-integrity')}", seconds, how)


def tetrachoric() -> Iterator[Row]:
    """Time all pairs beside a root search per pair, and beside psych."""
    has_psych = peers.has_psych()
    for shape, repeats in (((24, 1172), 5), ((100, 2000), 2), ((200, 14042), 1)):
        values = ours.ability_board(*shape)
        n_pairs = shape[0] * (shape[0] - 1) // 2
        task, name = f"tetrachoric, {n_pairs:,} pairs", _name(values)
        (mine,) = cpu_seconds(partial(ours.all_tetrachorics, values))
        pairs = [(0, j) for j in range(1, 21)]
        (plain,) = cpu_seconds(partial(plain_twins.tetrachorics, values, pairs), repeats=1)
        how = _scaled(len(pairs), n_pairs)
        yield Beside(
            task, name, mine, "SciPy root search, a pair at a time", plain * n_pairs / 20, how
        )
        yield _in_grams(task, values, partial(ours.all_tetrachorics, values))
        if not has_psych:
            yield Beside(task, name, mine, "psych (R)", None, PSYCH_ABSENT)
            continue
        found = peers.psych_tetrachoric(values, repeats)
        agree = f"mean ρ {found.mean:.5f}, parallaxis {ours.all_tetrachorics(values).mean():.5f}"
        yield Beside(task, name, mine, found.versions, found.seconds, agree)


def pair_counts() -> Iterator[Row]:
    """Time counting in machine words beside products of matrices."""
    for shape in ((512, 20_000), (2000, 20_000)):
        values = ours.wide_board(*shape)
        task, name = "2 × 2 tables of all pairs", _name(values)
        compiled = ours.counts_by_popcount(values)
        packed = ours.packed_counts(values)
        if compiled is None or packed is None:
            yield Beside(task, name, None, "products of matrices", None, NUMBA_ABSENT)
            continue
        mine, theirs = cpu_seconds(compiled, ours.counts_by_products(values), repeats=3)
        yield Beside(f"{task}, popcount", name, mine, "parallaxis without numba", theirs)
        yield _in_grams(f"{task}, popcount from float64 scores", values, compiled)
        yield _in_grams("common right answers, popcount of packed words", values, packed)


def panels() -> Iterator[Row]:
    """Time all pairs of a panel with intervals, and the whole question, beside root searches."""
    for shape in ((60, 1_000), (1_000, 14_000)):
        values = ours.wide_board(*shape)
        n_pairs = shape[0] * (shape[0] - 1) // 2
        pairs, whole = cpu_seconds(ours.panel_pairs(values), ours.whole_panel(values), repeats=1)
        few = [(0, j) for j in range(1, 21)]
        (plain,) = cpu_seconds(partial(plain_twins.tetrachorics, values, few), repeats=1)
        once = plain * n_pairs / len(few)
        name, how = _name(values), _scaled(len(few), n_pairs)
        task = f"panel, {n_pairs:,} pairs with intervals from 1,000 draws"
        yield Beside(task, name, pairs, "SciPy root search, a pair at a time, once", once, how)
        yield Beside("panel, the whole question", name, whole, "pairs with intervals", pairs)


def _in_grams(task: str, values: ours.Array, run: Callable[[], object]) -> InGrams:
    """Time a function beside the Gram product of the board's shorter side."""
    seconds = cpu_seconds(
        run,
        plain_twins.gram_product(values, "float32"),
        plain_twins.gram_product(values, "float64"),
    )
    return InGrams(task, _name(values), *seconds)


def _name(values: ours.Array) -> str:
    """Write a shape."""
    return f"{values.shape[0]:,} × {values.shape[1]:,}"


def _scaled(run: int, asked: int, who: str = "") -> str:
    """Say that only a part was run."""
    return f"{who}scaled from {run:,} of {asked:,}" if run < asked else ""


ALL = (
    effective_dimensionality,
    shuffled_null,
    parallel_analysis,
    tetrachoric,
    pair_counts,
    panels,
)
