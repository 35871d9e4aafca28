"""Tables of the page of panel caveats: what voting gains, and likeness."""

from collections.abc import Callable
from functools import cache

import numpy as np
import panel_caveats_worlds as made
from numpy.typing import NDArray
from panel_caveats_cells import (
    N_ITEMS,
    Answers,
    asked,
    correlation_and_votes,
    known,
    mean_correlation,
    mean_of,
    small,
    table,
)

from parallaxis.analyses.ceilings_answers import Ceilings, Predicted
from parallaxis.analyses.likeness_answers import FamilyExcess
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.kernels.exchangeable_votes import alike_majority
from parallaxis.numerals import correlation, number

Array = NDArray[np.float64]
TAILS: dict[str, Callable[[int], Answers]] = {
    "one normal factor": lambda n: made.right(made.normal(n, N_ITEMS, 0.3), 0.8),
    "the same, 2 % of the items broken": lambda n: made.broken_items(
        made.right(made.normal(n, N_ITEMS, 0.3), 0.8), 0.02
    ),
    "the same, 5 % of the items broken": lambda n: made.broken_items(
        made.right(made.normal(n, N_ITEMS, 0.3), 0.8), 0.05
    ),
    "30 % of the items mislead most": lambda n: made.misleading_items(n, N_ITEMS),
}
JURIES = np.arange(1, 200, 2)


def tails() -> str:
    """All members wrong at once: observed, and predicted from pairs."""
    rows = []
    for name, found in _tails().items():
        wrong, predicted = found.all_wrong, found.all_wrong.correlated
        assert isinstance(predicted, Predicted)  # noqa: S101 - the mean correlation is above 0
        rows.append(
            [
                name,
                correlation(_mean_correlation(found)),
                small(Estimate(wrong.observed, wrong.interval)),
                small(predicted.share),
                known(predicted.ratio),
                small(found.any_right.observed),
            ]
        )
    headings = ["world", "ρ", "all wrong", "predicted from ρ", "ratio", "any right"]
    return table(headings, rows)


def tails_and_votes() -> str:
    """What the same worlds do to the majority, and to larger panels."""
    rows = []
    for name, found in _tails().items():
        assert not isinstance(found.sizes, NotAnswered)  # noqa: S101 - the correlation is above 0
        rows.append(
            [
                name,
                small(found.majority.observed),
                small(found.majority.correlated),
                small(_share(TAILS[name](99).mean(axis=0) > 0.5)),
                small(found.sizes[-1].majority),
            ]
        )
    headings = ["world", "majority of 9", "predicted from ρ", "majority of 99"]
    return table([*headings, "predicted for any number"], rows)


def juries() -> str:
    """Votes beside the size of an independent jury of the same accuracy."""
    rows = []
    for n, rho in ((9, 0.5), (99, 0.5), (9, 0.1), (99, 0.1)):
        for share in (0.4, 0.6, 0.8):
            answers = made.right(made.normal(n, N_ITEMS, rho, 1), share)
            majority = _share(answers.mean(axis=0) > 0.5)
            rows.append(
                [
                    f"{n} models, ρ = {rho:.1f}, right on {100 * share:.0f} %",
                    number(n / (1.0 + (n - 1.0) * rho)),
                    known(
                        mean_of([_variance_votes(part) for part in np.split(answers, 20, axis=1)])
                    ),
                    small(majority),
                    known(_jury(majority, share)),
                ]
            )
    headings = ["world", "votes by ρ", "votes by variance"]
    return table([*headings, "majority right", "equally accurate independent jury"], rows)


def coins() -> str:
    """Votes and accuracy of a panel that members without skill join."""
    answers = made.right(made.normal(9, N_ITEMS, 0.5), 0.8)
    before = answers.mean(axis=0) > 0.5
    rows = []
    for n_coins in (0, 2, 10):
        joined = made.with_coins(answers, n_coins)
        after = joined.mean(axis=0) > 0.5
        gain = after.astype(float) - before
        rows.append(
            [
                str(n_coins),
                *correlation_and_votes(joined),
                small(_share(after)),
                small(_mean(gain)) if n_coins else "",
            ]
        )
    headings = ["coin flippers", "ρ", "votes", "majority right", "change in accuracy"]
    return table(headings, rows)


def blind_spots() -> str:
    """The same votes with and without families that share blind spots."""
    rows = []
    for name, family in (("one ordering of the items", 0.0), ("families share blind spots", 0.1)):
        answers = made.families(2000, 0.5 - family * 4.0 / 29.0, family)
        panel = asked(answers, family_size=5)
        votes, found = panel.tetrachoric, panel.likeness
        assert not isinstance(found, NotAnswered)  # noqa: S101 - 30 models whose answers vary
        assert not isinstance(found.families, NotAnswered)  # noqa: S101 - there are families
        excess = found.families[0].residual
        rows.append([name, mean_correlation(votes), known(votes.n_eff), *_excess(excess)])
    headings = ["world", "ρ", "votes of 30", "within less between families", "p"]
    return table(headings, rows)


def _excess(excess: FamilyExcess) -> list[str]:
    """Return how much more alike relatives are at equal ability."""
    return [small(excess.excess_equal_ability), f"{excess.p_equal_ability:.2g}"]


@cache
def _tails() -> dict[str, Ceilings]:
    """Return what voting by nine members reaches in each world of tails."""
    out = {}
    for name, make in TAILS.items():
        found = asked(make(9)).ceilings
        assert not isinstance(found, NotAnswered)  # noqa: S101 - nine models whose answers vary
        out[name] = found
    return out


def _mean_correlation(found: Ceilings) -> float:
    """Return the mean correlation of a panel."""
    assert not isinstance(found.mean_correlation, NotAnswered)  # noqa: S101 - all answers vary
    return found.mean_correlation


def _mean(values: Array) -> Estimate:
    """Return a mean over items with its normal interval."""
    mean = float(values.mean())
    half = 1.96 * float(values.std(ddof=1)) / float(np.sqrt(values.size))
    return Estimate(mean, (mean - half, mean + half))


def _share(is_right: Answers) -> Estimate:
    """Return a share of items with its interval."""
    return _mean(is_right.astype(np.float64))


def _variance_votes(answers: Answers) -> float:
    """Return the variance of one member over items, over that of the share of right votes."""
    return float(answers.var(axis=1).mean() / answers.mean(axis=0).var())


def _jury(majority: Estimate, share: float) -> Estimate:
    """Return how many independent members would be right as often, between odd numbers by line."""
    gains = 1.0 if share > 0.5 else -1.0
    reached = gains * np.array(
        [float(alike_majority(share, 0.0, size)) for size in JURIES.tolist()]
    )
    assert not isinstance(majority.interval, NotAnswered)  # noqa: S101 - it was made with one
    ends = [float(np.interp(gains * value, reached, JURIES)) for value in majority.interval]
    return Estimate(
        float(np.interp(gains * majority.estimate, reached, JURIES)), (min(ends), max(ends))
    )
