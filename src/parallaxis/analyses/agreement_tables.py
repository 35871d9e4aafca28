"""The tables of the agreement answer: shares, members, pairs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.agreement_parts import Pairs, Said
from parallaxis.answers import Interval, NotAnswered
from parallaxis.kernels.parallel_analysis import clopper_pearson

Array = NDArray[np.float64]
LISTED_PAIRS = 2000


@dataclass(frozen=True, slots=True)
class CountedShare:
    """A share of items: how many of how many, and its Clopper–Pearson interval."""

    n: int
    of: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Category:
    """A verdict, and its share of all verdicts."""

    verdict: str
    share: float


@dataclass(frozen=True, slots=True)
class AgreementMember:
    """One member: verdicts given, mean agreement and κ with the others, share right (or NaN)."""

    model: str
    n_verdicts: int
    mean_agreement: float
    mean_kappa: float
    share_correct: float


@dataclass(frozen=True, slots=True)
class AgreementPair:
    """Two members: agreement and κ over common items; with gold, how alike they err.

    `n_both_wrong` items both answer wrong, `n_usable` of them with a known chance level; NaN where
    there is no value.
    """

    model_a: str
    model_b: str
    n_items: int
    agreement: float
    kappa: float
    n_both_wrong: int
    agreement_when_both_err: float
    standard_error: float
    chance: float
    n_usable: int
    capa: float
    capa_standard_error: float


def counted_share(n: int, of: int, level: float) -> CountedShare | NotAnswered:
    """Return a share of items with its exact binomial interval."""
    if of == 0:
        return NotAnswered("there is no such item")
    low, high = clopper_pearson(np.array([float(n)]), of, 1.0 - level)
    return CountedShare(n, of, n / of, (float(low[0]), float(high[0])))


def unanimous(said: Said) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which items have two verdicts at least, and which of them have one distinct one."""
    paired = said.counts.sum(axis=1) >= 2.0
    return paired, paired & ((said.counts > 0.0).sum(axis=1) == 1)


def unanimously_wrong(said: Said) -> tuple[int, int]:
    """Return how many unanimous items have another right answer, and how many have any."""
    _, alike = unanimous(said)
    judged = alike[said.judged]
    verdict = said.counts[said.judged].argmax(axis=1)
    return int((judged & (verdict != said.gold)).sum()), int(judged.sum())


def categories(said: Said) -> tuple[Category, ...]:
    """Return the verdicts, most frequent first."""
    shares = said.counts.sum(axis=0) / said.counts.sum()
    order = np.argsort(-shares, kind="stable")
    return tuple(Category(said.categories[i], float(shares[i])) for i in order)


def members(said: Said, found: Pairs) -> tuple[AgreementMember, ...]:
    """Return each member beside the others."""
    observed, kappa = _with_others(found.plain.observed), _with_others(found.plain.kappa)
    right = _share_correct(said)
    n_verdicts = (said.codes >= 0).sum(axis=1)
    return tuple(
        AgreementMember(
            name, int(n_verdicts[i]), float(observed[i]), float(kappa[i]), float(right[i])
        )
        for i, name in enumerate(said.models)
    )


def listed_pairs(said: Said, found: Pairs) -> tuple[AgreementPair, ...]:
    """Return the most alike pairs first: by CAPA with gold, else by κ."""
    nothing = np.full((len(said.models),) * 2, np.nan)
    errors, likeness = found.errors, found.capa
    first, second = np.triu_indices(len(said.models), 1)
    by = (found.plain.kappa if likeness is None else likeness.kappa)[first, second]
    order = np.argsort(-np.nan_to_num(by, nan=-np.inf), kind="stable")[:LISTED_PAIRS]
    columns = (
        found.plain.n,
        found.plain.observed,
        found.plain.kappa,
        nothing * 0.0 if errors is None else errors.both_wrong,
        nothing if errors is None else errors.agreement,
        nothing if errors is None else errors.standard_error,
        nothing if errors is None else errors.chance,
        nothing if errors is None else errors.usable,
        nothing if likeness is None else likeness.kappa,
        nothing if likeness is None else likeness.standard_error,
    )
    rows = np.nan_to_num(np.array([first[order], second[order]]))
    return tuple(
        _pair(said, int(i), int(j), *(float(column[i, j]) for column in columns)) for i, j in rows.T
    )


def _pair(said: Said, i: int, j: int, n: float, *values: float) -> AgreementPair:
    """Name the values of one pair; counts are whole numbers."""
    agreement, kappa, both, when, error, chance, usable, likeness, spread = values
    return AgreementPair(
        model_a=said.models[i],
        model_b=said.models[j],
        n_items=int(n),
        agreement=agreement,
        kappa=kappa,
        n_both_wrong=_whole(both),
        agreement_when_both_err=when,
        standard_error=error,
        chance=chance,
        n_usable=_whole(usable),
        capa=likeness,
        capa_standard_error=spread,
    )


def _whole(count: float) -> int:
    """Return a count, 0 where there is none."""
    return 0 if np.isnan(count) else int(count)


def _with_others(matrix: Array) -> Array:
    """Return each row's mean without its diagonal and its gaps; NaN where nothing is left."""
    known = np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool)
    total, count = np.where(known, matrix, 0.0).sum(axis=1), known.sum(axis=1)
    out = np.full(len(matrix), np.nan)
    return np.asarray(np.divide(total, count, out=out, where=count > 0))


def _share_correct(said: Said) -> Array:
    """Return the share right of each member's verdicts on items with a right answer."""
    codes = said.codes[:, said.judged]
    count = (codes >= 0).sum(axis=1)
    out = np.full(len(said.models), np.nan)
    right = (codes == said.gold).sum(axis=1).astype(np.float64)
    return np.asarray(np.divide(right, count, out=out, where=count > 0))
