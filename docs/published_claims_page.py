"""Print the page of published claims: ``python docs/published_claims_page.py``.

The boards are not part of this project. They are looked for in the folder that PARALLAXIS_DATA
names, else in ``../shared/data`` beside the repository.
"""

import os
import sys
from pathlib import Path

from parallaxis.analyses.axes import axes
from parallaxis.analyses.axes_guard import guard
from parallaxis.analyses.axis_variants import MEANINGS, AxisVariant, axis_variants
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.io import load
from parallaxis.kernels.parallel_analysis import parallel_analysis
from parallaxis.numerals import correlation, counted

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
BOARDS = {  # file: (heading, published count)
    "mteb_eng_v2_complete": ("MTEB English v2", "≈ 6"),
    "mteb_multilingual_block": ("MTEB multilingual block", "≈ 6"),
    "proteingym_dms_subs_spearman": ("ProteinGym substitutions", "≈ 3"),
    "swebench_verified": ("SWE-bench Verified", "≈ 2"),
    "swebench_bashonly": ("SWE-bench bash-only", "≈ 2"),
}
TOP = """# Published claims

This page is printed by `python docs/published_claims_page.py` from public boards that are not part
of this project; the numbers are those of the copies described in the table below.

## What was claimed

The essay "Your leaderboard is not one-dimensional" gives the number of dimensions that survive a
permutation null: **MTEB k ≈ 6, ProteinGym k ≈ 3, SWE-bench k ≈ 2**. It names the correlation
matrix, a permutation null and leading contiguous survivors, but not which mean is removed, what is
permuted, or which edge of the null an eigenvalue must exceed. Its author later withdrew the count
for SWE-bench: beside a null in which models differ in one ability only (a Rasch model), no
component was above the null by more than 15 %. The public tool behind the essay looks at five
eigenvalues at most, so it cannot have counted the six of MTEB.
"""
READING = """## How to read it

* The three published counts come from no single procedure. Two-way residuals give ProteinGym 3 and
  SWE-bench Verified 2, but MTEB 1; the correlation of models gives MTEB 5, but ProteinGym 10 and
  SWE-bench Verified 11.
* **Which edge.** Rank by rank asks each eigenvalue for more than noise shows *at its own rank*; the
  top edge asks all of them for more than the largest of noise. The top edge never counts more.
* **Which unit.** A covariance lets items of large spread decide. On MTEB, where the spread of tasks
  differs 15-fold, it sees one axis where standardised items show two or three.
* **Two-way residuals** have lost the average model by construction, so they count what is *beside*
  one ranking: a board of one ability has 0 of them when every item measures it alike. Right/wrong
  items do not measure it alike (all models agree on the easiest and the hardest), so even there a
  residual axis need not be an ability.
* **Correlation of models** gives every model the same weight, also those near the average, whose
  residuals are mostly noise.
* **Sign flips** keep the size of every score. Where they count fewer axes and the noise of models
  is unequal, as on all of these boards, permutation may have counted noise; where a few models are
  extreme, sign flips may have missed weak axes.
* One of the 25 rows of the bash-only board comes from a truncated file; without it `k_shuffled`
  is 1. A single broken row can be an axis.
* None of these procedures asks "more than *one* ability?". On right/wrong scores unequal difficulty
  alone bends one ability into a second and third eigenvalue above a permutation null (Ferguson
  1941). That question needs a null in which models differ in one ability: the next section.

## The count that asks for more than one ability

`k_ladder` counts the leading axes that a model of the axes before them does not explain, that are
found again in halves of the items and of the models, hold at least 1 % of the common variance and
are no mere dependence (families, single models, dates); `significant` counts those that pass the
first test alone. Shares are of the common variance, before rotation; *found again* is the mean
correlation between halves of the items, and of the models.

"""
LADDER = "| board | k_ladder | significant | shares | found again, items | found again, models |\n"


def page(folder: Path) -> str:
    """Return the page for the boards in a data folder."""
    boards = {name: Ingredients(load(_place(folder, name))) for name in BOARDS}
    columns = [_column(board) for board in boards.values()]
    headings = [BOARDS[name][0] for name in boards]
    sizes = [f"{board.board.n_models} × {board.board.n_items}" for board in boards.values()]
    missing = [counted(board.board.n_missing, "cell") for board in boards.values()]
    lines = [
        _row("", headings),
        "|---|" + "---:|" * len(headings),
        _row("models × items", sizes),
        _row("not scored", missing),
        _row("**published**", [f"**{BOARDS[name][1]}**" for name in boards]),
        *(_row(name, [column[name] for column in columns]) for name in columns[0]),
    ]
    counts = "\n".join(lines)
    return (
        f"{TOP}\n## Every procedure on every board\n\n"
        "A count with a span in brackets is one that the draws leave open. `k_shuffled` is\n"
        "`standardised_rank`.\n\n"
        f"{counts}\n\nMTEB English v1 (56 tasks) is not among these copies.\n\n"
        f"## What each procedure does\n\n{_meanings()}\n{READING}{LADDER}"
        f"|---|---|---|---|---|---|\n{_ladder(boards)}\n"
    )


def _ladder(boards: dict[str, Ingredients]) -> str:
    """Return the ladder of every board, a row each."""
    return "\n".join(_climbed(BOARDS[name][0], board) for name, board in boards.items())


def _climbed(heading: str, board: Ingredients) -> str:
    """Return the row of one board."""
    found = axes(board, max_draws=200)
    taken = [step for step in found.steps if step.accepted]
    halves = [step.split_half for step in taken if step.split_half]
    least = "at least " if found.capped else ""
    cells = [
        str(found.k_ladder),
        f"{least}{found.k_significant}",
        ", ".join(f"{100 * step.share:.3g} %" for step in taken if step.share),
        ", ".join(correlation(half.items.estimate) for half in halves),
        ", ".join(correlation(half.models.estimate) for half in halves),
    ]
    return _row(heading, cells)


def _place(folder: Path, name: str) -> Path:
    """Return the file of a board."""
    return folder / "boards" / f"{name}.csv.gz"


def _column(board: Ingredients) -> dict[str, str]:
    """Return the counts of one board by procedure."""
    answer = axis_variants(board)
    if isinstance(answer.variants, NotAnswered):
        return dict.fromkeys(MEANINGS, "–")
    found = {f"`{variant.name}`": _count(variant) for variant in answer.variants}
    shuffled = parallel_analysis(board.standardised, board.observed[:, board.live])
    guarded = guard(board, shuffled)
    found["`sign_flip_top`"] = str(guarded.k_signflip)
    found["`sign_flip_rank`"] = str(guarded.k_signflip_by_rank)
    return found


def _count(variant: AxisVariant) -> str:
    """Return a count, with what the draws leave open."""
    low, high = variant.k_range
    return str(variant.k) if low == high else f"{variant.k} [{low}–{high}]"


def _row(first: str, cells: list[str]) -> str:
    """Return one row of a Markdown table."""
    return f"| {first} | " + " | ".join(cells) + " |"


def _meanings() -> str:
    """Return the list of procedures."""
    flips = {
        "sign_flip_top": "Items standardised, their correlation, every score keeps its size and "
        "its sign is drawn, all ranks against the null's largest eigenvalue: k_signflip.",
        "sign_flip_rank": "The same draws, each rank against its own null; behind a true axis it "
        "also counts loud models.",
    }
    return "".join(f"* `{name}`: {text}\n" for name, text in {**MEANINGS, **flips}.items())


if __name__ == "__main__":
    sys.stdout.write(page(Path(os.environ.get("PARALLAXIS_DATA", BESIDE))))
