"""Tables of the page of panel caveats: what the correlation of pairs says and does not say."""

import numpy as np
import panel_caveats_worlds as made
from numpy.typing import NDArray
from panel_caveats_cells import (
    DRAWS,
    N_ITEMS,
    Answers,
    asked,
    cohorts,
    correlation_and_votes,
    known,
    mean_correlation,
    mean_of,
    small,
    table,
)
from panel_caveats_strata import LeaveOut, within_strata

from parallaxis import worlds
from parallaxis.analyses.guessing import guessing_corrected
from parallaxis.analyses.guessing_answers import GuessingCorrected
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, number

Array = NDArray[np.float64]
CHANCE = 0.25
SHAPES = (
    "a tail of hard items",
    "a tail of easy items",
    "heavy tails, each by itself",
    "heavy tails, all at once",
)
STRATA: dict[str, LeaveOut] = {
    "not at all": "everyone",
    "by the other models, without the pair": "both",
    "by all but one of the pair": "one",
    "by all models": "none",
}
STRATA_SEEDS = range(10)


def attenuation() -> str:
    """φ and ρ at several shares right, and for models that correlate negatively."""
    boards = {
        f"9 models, ρ = .5, each right on {share:.0%}": made.right(
            made.normal(9, N_ITEMS, 0.5), share
        )
        for share in (0.05, 0.2, 0.5, 0.8, 0.95)
    }
    uneven = worlds.shared_component(n_models=9, n_items=N_ITEMS, accuracy=(0.02, 0.98)).board
    boards["9 models, ρ = .5, right on 2 % to 98 %"] = uneven.values > 0.5
    rows = [_votes_row(name, answers, "1.80") for name, answers in boards.items()]
    for share in (0.5, 0.9):
        answers = made.right(made.normal(3, N_ITEMS, -0.3), share)
        rows.append(_votes_row(f"3 models, ρ = −.3, each right on {share:.0%}", answers, "7.50"))
    return table(["world", "φ", "ρ", "votes by φ", "votes by ρ", "true votes"], rows)


def _votes_row(name: str, answers: Answers, truth: str) -> list[str]:
    """Return a world with both correlations and both counts of votes."""
    found = asked(answers)
    pair = [mean_correlation(found.phi), mean_correlation(found.tetrachoric)]
    votes = [known(found.phi.n_eff), known(found.tetrachoric.n_eff)]
    return [name.replace("%", " %").replace("  ", " "), *pair, *votes, truth]


def guessing() -> str:
    """ρ where models guess, each by itself or all alike."""
    rows = []
    for share in (0.2, 0.5, 0.8):
        knows = made.right(made.normal(9, N_ITEMS, 0.5), share)
        for name, answers in {
            "each guesses by itself": made.guessed(knows, CHANCE),
            "all guess alike": made.guessed(knows, CHANCE, alike=True),
        }.items():
            right = f"{100 * answers.mean():.0f} %"
            corrected = _corrected(answers)
            rows.append(
                [
                    f"{100 * share:.0f} % known, {name}",
                    right,
                    *correlation_and_votes(answers),
                    small(corrected.mean_correlation),
                    known(corrected.n_eff),
                ]
            )
    return table(["world", "right", "ρ", "votes", "ρ corrected", "votes corrected"], rows)


def not_normal() -> str:
    """ρ where the latent has correlation ½ and is not normal."""
    rows = []
    for shape in SHAPES:
        latent = made.not_normal(N_ITEMS, shape)
        rows.append(
            [
                shape,
                *(correlation_and_votes(made.right(latent, share))[0] for share in (0.1, 0.5, 0.9)),
            ]
        )
    return table(["latent", "right on 10 %", "right on 50 %", "right on 90 %"], rows)


def projections() -> str:
    """Votes projected from φ̄ and the mean share right, and recomputed from all pairs."""
    rows = []
    for low, high in ((0.5, 0.5), (0.7, 0.7), (0.6, 0.8), (0.5, 0.9), (0.3, 0.9), (0.05, 0.95)):
        world = worlds.shared_component(n_models=9, n_items=N_ITEMS, accuracy=(low, high))
        found = asked(world.board.values > 0.5).projection
        assert not isinstance(found, NotAnswered)  # noqa: S101 - nine models whose answers vary
        rows.append(
            [
                f"{100 * low:.0f} %" if low == high else f"{100 * low:.0f} % to {100 * high:.0f} %",
                correlation(found.mean_phi),
                known(found.projected),
                known(found.recomputed),
                small(found.bias),
            ]
        )
    return table(["share right", "φ̄", "projected votes", "recomputed votes", "bias"], rows)


def pools() -> str:
    """ρ among all members and among the stronger third."""
    shares = np.linspace(0.4, 0.8, 24)
    loadings = {
        "the same": np.full(24, 0.7),
        "stronger models more": np.linspace(0.5, 0.9, 24),
        "stronger models less": np.linspace(0.9, 0.5, 24),
    }
    rows = []
    for name, loading in loadings.items():
        everyone, third = cohorts(made.unequal_loadings(loading, shares, N_ITEMS))
        cells = [small(everyone.mean_correlation), small(third.mean_correlation)]
        rows.append([name, *cells, known(everyone.n_eff), known(third.n_eff)])
    headings = ["how much models depend on what is shared", "ρ of all 24", "ρ of the best 8"]
    return table([*headings, "votes of all 24", "votes of the best 8"], rows)


def strata() -> str:
    """ρ = ½ within strata of difficulty, for panels of several sizes."""
    boards = {
        n: [made.right(made.normal(n, 4000, 0.5, seed), 0.5) for seed in STRATA_SEEDS]
        for n in (9, 24, 60)
    }
    rows = []
    for name, leave_out in STRATA.items():
        means = [mean_of([within_strata(one, leave_out) for one in of]) for of in boards.values()]
        rows.append([name, *(small(mean) for mean in means)])
    return table(["stratified", *(f"{n} models" for n in boards)], rows)


def collider() -> str:
    """Pairs of two skills within strata of difficulty, from which the pair was left out."""
    boards = [made.two_skills(24, 4000, seed) for seed in STRATA_SEEDS]
    pairs = {"of one skill": ([(0, 2), (1, 3)], ".5"), "of two skills": ([(0, 1), (2, 3)], "0")}
    rows = []
    for name, (places, truth) in pairs.items():
        plain = mean_of([within_strata(one, "everyone", places) for one in boards])
        within = mean_of([within_strata(one, "both", places) for one in boards])
        rows.append([f"pairs {name}", truth, small(plain), small(within)])
    return table(["", "true ρ", "not stratified", "by the other models, without the pair"], rows)


def few_items() -> str:
    """ρ on chunks of the items of one board."""
    whole = {share: made.right(made.normal(9, N_ITEMS, 0.5), share) for share in (0.5, 0.9)}
    rows = []
    for size in (20, 50, 100, 250, 1000):
        cells = []
        for answers in whole.values():
            chunks = np.split(answers, N_ITEMS // size, axis=1)[:100]
            values = [_known_mean(chunk) for chunk in chunks]
            found = [value for value in values if np.isfinite(value)]
            cells += [small(mean_of(found)), correlation(float(np.std(found, ddof=1)))]
        rows.append([f"{size:,}", *cells])
    headings = ["items", "mean ρ, half right", "sd of one", "mean ρ, 90 % right", "sd of one"]
    return table(headings, rows)


def pooling() -> str:
    """ρ within each half of the items and over both."""
    rows = []
    for shift in (0.0, 1.0, 2.0):
        answers = made.two_groups(N_ITEMS, shift)
        parts = (answers[:, ::2], answers[:, 1::2], answers)
        cells = [correlation_and_votes(part)[0] for part in parts]
        rows.append([f"{shift:g}", *cells])
    return table(["shift", "easier half", "harder half", "pooled"], rows)


def ceilings_of_boards() -> str:
    """Empty cells, constant members and negative means under each convention."""
    rows = []
    half = made.right(made.normal(9, 100, 0.5), 0.5)
    boards = {
        "half right, 100 items": half,
        "95 % right, 100 items": made.right(made.normal(9, 100, 0.5), 0.95),
        "98 % right, 100 items": made.right(made.normal(9, 100, 0.5), 0.98),
        "the first, and a member that is always right": np.vstack([half, half[:1] | True]),
        "two members who never agree": np.vstack([half[:1], ~half[:1]]),
    }
    for name, answers in boards.items():
        found = asked(answers)
        counts = f"{found.pairs.n_zero_cell} of {found.pairs.n_pairs}"
        each = [
            "not identified" if np.isnan(found.zero_cells[key]) else number(found.zero_cells[key])
            for key in ("ml", "drop")
        ]
        rows.append([name, str(len(found.left_out)), counts, known(found.tetrachoric.n_eff), *each])
    headings = ["world", "left out", "pairs with an empty cell", "votes (½)"]
    return table([*headings, "votes (ml)", "votes (drop)"], rows)


def one_ordering() -> str:
    """Votes of 24 solvers who share nothing but the difficulty of the items."""
    rows = []
    for spread in (0.0, 0.6, 1.2, 2.4, 4.8):
        world = worlds.one_ability(n_models=24, n_items=4000, difficulty_spread=spread)
        expected = spread**2 / (spread**2 + np.pi**2 / 3.0)
        rows.append(
            [f"{spread:g}", correlation(expected), *correlation_and_votes(world.board.values > 0.5)]
        )
    headings = ["spread of difficulty", "its share of the variance", "ρ", "votes of 24"]
    return table(headings, rows)


def _corrected(answers: Answers) -> GuessingCorrected:
    """Return what the library says when it is told of a chance of ¼."""

    def times(draw: int) -> Array:
        rng = np.random.default_rng(draw)
        return np.bincount(rng.integers(0, N_ITEMS, N_ITEMS), minlength=N_ITEMS).astype(np.float64)

    names = [f"model {row + 1}" for row in range(len(answers))]
    chance = np.full(answers.shape[1], CHANCE)
    found = guessing_corrected(
        answers.astype(np.float64), names, chance, draw_times=times, draws=DRAWS
    )
    assert not isinstance(found, NotAnswered)  # noqa: S101 - chance is known and above 0
    return found


def _known_mean(answers: Answers) -> float:
    """Return the mean correlation of all pairs; NaN where none has one."""
    found = cohorts(answers)[0].mean_correlation
    return found.estimate if isinstance(found, Estimate) else float("nan")
