"""The words of the panel ledger."""

import numpy as np
from panel_ledger_cells import Cell
from panel_ledger_counts import Boards, empty_share

from parallaxis.kernels.effective import kish

PREDICTION = {"ratio": "ratio by the common ρ̄", "by_loadings": "ratio by loadings"}
COEFFICIENT = {"alpha": "α", "capa": "CAPA", "excess": "agreement of errors beyond chance"}
MEASURE = {"residual": "false alarm, residuals", "factor": "false alarm, common factor"}
MANY_EMPTY = 0.02
FAR = 0.4  # standard deviations
NONE_FOUND = "none found"

HOW = (
    "Made by `python benchmarks/panel_ledger.py` and `--write`: {boards} boards of {cells} "
    "cells, {minutes:.0f} minutes of processor time. Seeds come from the name of the cell and "
    "the number of the board; no cell and no board is dropped. Intervals are of 95 %, from 200 "
    "draws of the items (1,000 by default): from so few an interval covers 94.1 % at best. "
    "Brackets after a share are its 95 % Clopper–Pearson band; after ± stands a standard error "
    "over boards. True effective votes are Kish's number of the true mean correlation, for the "
    "members whose answers vary."
)
MISSED = (
    "Of {checked} coverages and rates of false alarms the band of {missed} leaves out the "
    "nominal level; of {checked} sound ones about {chance:.0f} would by chance. Where the cause "
    "is the width of the interval alone, nothing systematic was found: pooled over all cells "
    "with few empty cells, the table of levels shows what is left."
)
LEVELS = (
    "A designed fraction: every ρ (tetrachoric, the same for all pairs) meets every range of "
    "shares right (evenly spaced members), with 200 items and with 1,000, and numbers of members "
    "are laid over these in a Latin square; each level is pooled over all cells that have it. "
    "*n_eff ÷ truth* and *by φ ÷ truth* are medians over boards. *φ̄ ≤ ρ̄*: on boards with ρ̄ ≥ "
    "0. *φ ≤ ρ, pairs*: of single pairs with ρ ≥ 0. *Projected ÷ recomputed*: mean of the votes "
    "projected from φ̄ and the mean share right over the votes from all pairs. *In range*: the "
    "latter lie in the range projected over all shares right from the lowest member's to the "
    "highest's, or less than half a percent outside."
)
VOTES = (
    "*Percentile*: share of the percentile intervals that hold, which the panel mirrors at ρ̄ "
    "because draws lean once more where ρ̄ leans. *No votes, no interval*: boards whose ρ̄ is at "
    "or below −1/(n − 1), and boards whose votes have no interval or one without an upper end. "
    "*Interval with conventions holds*: the true votes lie within the interval widened to the "
    "votes under each convention for empty cells, which the panel prints where it matters."
)
CONVENTIONS = (
    "Cells with an empty cell in 2 % of pairs or more; medians over boards. *Half*, the default, "
    "puts ½ in the empty cell, *ml* takes ±1, *drop* leaves the pair out. All pairs of these "
    "worlds have one ρ; where they differ, *drop* leaves out the most alike. *Warned*: boards on "
    "which the panel says that the convention moves the votes by more than their interval."
)
MANY = "Above 60 members the bootstrap is moved by the influence of each item, not solved anew."
GUESSING = (
    "Members know by one component and guess right with chance ¼ what they do not know; ρ is that "
    "of what they know. *Pairs at ±1, left out*: pairs whose corrected table has a cell at or "
    "below zero, and pairs whose sign guessing would make."
)
FAMILY_VOTES = "Relatives share more than others; the truth is the mean over all pairs."
BIASED = (
    "Nine members at ρ = {rho:g} on {items} items, with constant biases in latent standard "
    "deviations: true votes 1.80. The sizes are those at which φ counts 3.48 votes on infinitely "
    "many items: a bias of 1.69 for all alike, on either side (every member right on 95.4 % or "
    "on 4.6 %); ±1.73 at the ends, evenly spaced (4 % to 96 %); normal quantiles of standard "
    "deviation 1.23. Which of these a published 3.48 had is not known; each gives it, and the "
    "tetrachoric votes stay within .05 of 1.80."
)
SCAN = (
    "Votes that φ counts on infinitely many items, by the size of the bias: the offset of all "
    "members, of the outermost members, or the standard deviation."
)
TAILS = (
    "Share of items on which all members are wrong (right), over what one normal factor predicts: "
    "observed over expected items of all boards. In worlds of one factor the ratio is 1; with "
    "unequal loadings the common ρ̄ is not exact, the prediction by loadings is. *Fail together*: "
    "on a share of the items, drawn at random, every member is wrong whatever it knows. *Lower "
    "end above 1*: share of the boards that show more than pairwise correlation predicts. "
    "Intervals are of the boards that have a ratio: boards without such an item, where fewer than "
    "one is expected, have none."
)
FAMILIES = (
    "Families by the model metadata, 199 permutations. *Excess*: mean within less mean between at "
    "equal ability. *p ≤ 5 %*: share of boards called alike, at equal ability; *without ability*: "
    "by the plain permutation. *Any pair*: boards on which a pair stands out (Holm, 5 %)."
)
ERRORS = (
    "Nine members, 500 items with four answers. CAPA holds its 0 where wrong answers are "
    "independent and uniform and members know independently; *excess* (agreement when both err, "
    "beyond the members' own habits) also where they do not."
)
LEVELS_HEAD = (
    "| level | boards | ρ̄ − ρ | interval of ρ̄ holds | percentile | n_eff ÷ truth "
    "| by φ ÷ truth | φ̄ ≤ ρ̄ | φ ≤ ρ, pairs | pair within 1.96 s.e. "
    "| projected ÷ recomputed | in range |"
)
VOTES_HEAD = (
    "| cell | boards | ρ̄ − ρ | interval of ρ̄ holds | percentile | true n_eff | n_eff "
    "| n_eff by φ | no votes, no interval | φ̄ ≤ ρ̄ | pairs with an empty cell "
    "| interval with conventions holds |"
)
CONVENTIONS_HEAD = "| cell | pairs with an empty cell | true n_eff | half | ml | drop | warned |"
FAMILY_HEAD = (
    "| world | boards | excess of residuals | p ≤ 5 % | without ability | excess after one factor "
    "| p ≤ 5 % | without ability | any pair alike | any pair unlike |"
)
GUESSING_HEAD = (
    "| cell | boards | ρ̄ − ρ, guessing in | interval holds | ρ̄ − ρ, guessing taken out "
    "| interval holds | true n_eff | guessing in | guessing taken out | pairs at ±1, left out |"
)
TAILS_HEAD = (
    "| cell | boards | all wrong | ratio by the common ρ̄ | interval holds 1 | lower end above 1 "
    "| ratio by loadings | interval holds 1 | lower end above 1 | all right "
    "| ratio by the common ρ̄ | interval holds 1 |"
)
ERRORS_HEAD = "| world | boards | α | holds | CAPA | holds | excess | holds |"


def cause(what: str, cell: Cell, boards: Boards) -> str:
    """Return what is known of the cause of a miss."""
    if what == "interval of ρ̄" and cell.table == "guessing":
        return "guesses are not shared, and the plain correlation is that of the answers"
    if what == "interval of ρ̄":
        return _of_votes(cell.truth["rho"], boards)
    if what.startswith("all "):
        return _of_tails(what, cell, boards)
    if what.startswith("false alarm"):
        key = next(key for key, named in MEASURE.items() if named == what)
        left = np.mean([line[key]["equal"] for line in boards if line.get(key)])
        return f"an excess of {left:.4f} is left at equal ability"
    if what.endswith("guessing taken out"):
        return _of_knowledge(cell.truth["rho"], boards)
    return NONE_FOUND


def _of_votes(rho: float, boards: Boards) -> str:
    """Tell conventions for empty cells, small cells, and the width of the interval apart."""
    error = np.array([line["rho"] - rho for line in boards if line["rho"] is not None])
    far = error.mean() / error.std(ddof=1)
    most = [line["conventions"]["ml"] - kish(line["n"], rho) for line in boards]
    empty = empty_share(boards)
    if far < -FAR and empty > MANY_EMPTY and np.nanmean(most) < 0.0:
        return f"empty cells ({empty:.0%} of pairs): ½ in them pulls ρ̄ down, ±1 would push it up"
    if far < -FAR:
        return (
            f"few items in the smallest cells: ρ̄ leans down by {-far:.1f} of its standard "
            "deviations"
        )
    if empty > 5 * MANY_EMPTY:
        return f"empty cells ({empty:.0%} of pairs): ½ in them hides how uncertain ρ̄ is"
    width = np.mean([np.diff(line["rho_interval"]) for line in boards if line["rho_interval"]])
    wide = width / (2.0 * 1.96 * error.std(ddof=1))
    return f"the interval is {wide:.2f} times as wide as ρ̄ spreads over these boards"


def _of_knowledge(rho: float, boards: Boards) -> str:
    """Return what few items do to the correlation of what is known."""
    pairs, boundary, *_ = np.sum([line["knows_pairs"] for line in boards], axis=0)
    error = np.array([line["knows"][0] - rho for line in boards])
    return (
        f"{boundary / pairs:.0%} of pairs at ±1; ρ̄ leans by {error.mean() / error.std(ddof=1):.1f} "
        "of its standard deviations"
    )


def _of_tails(what: str, cell: Cell, boards: Boards) -> str:
    """Tell a wrong form of the factor and empty cells apart."""
    if "unequal" in cell.table and what.endswith("common ρ̄"):
        return "one common ρ̄ is not these members' model; loadings are"
    empty = empty_share(boards)
    if empty > MANY_EMPTY:
        return f"empty cells ({empty:.0%} of pairs): ½ in them makes correlations too low"
    return NONE_FOUND
