"""All questions at once: `diagnose` asks them of one board, and a `Diagnosis` holds the answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from parallaxis import _checks
from parallaxis.analyses.axes import Axes, axes
from parallaxis.analyses.breadth import Breadth, breadth
from parallaxis.analyses.chance_levels import Chance
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_answers import Panel
from parallaxis.analyses.result import Result
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix
from parallaxis.verdict import verdict
from parallaxis.verdict.ranking import unrelated_lose

FEWEST_DRAWS = 20
OVER = ("models", "items")
NO_RANGE = NotAnswered("it has no range")
SUMMARY = pa.schema(
    [
        ("question", pa.string()),
        ("quantity", pa.string()),
        ("estimate", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("null", pa.float64()),
        ("unit", pa.string()),
    ]
)


@dataclass(frozen=True, eq=False)
class Diagnosis(Result):
    """What can this population of models resolve on these items?

    Attributes
    ----------
    breadth : Breadth
        How much the items measure.
    axes : Axes
        How many axes survive.
    panel : Panel
        How many votes the models carry.
    verdict : tuple of str
        The answers in sentences.
    recipe : Recipe
        Its settings hold those of each part under the part's name.
    cautions : tuple of Caution
        Those of all parts, each once.
    """

    breadth: Breadth
    axes: Axes
    panel: Panel
    verdict: tuple[str, ...]

    def answers(self) -> dict[str, Any]:
        """Return the answers of all parts and the verdict, by the names of the JSON contract."""
        return {
            "breadth": self.breadth.answers(),
            "axes": self.axes.answers(),
            "panel": self.panel.answers(),
            "verdict": self.verdict,
        }

    def summary(self) -> pa.Table:
        """Return the headline numbers, a row each, with interval, null and unit."""
        rows = [*_breadth_rows(self.breadth), *_axes_rows(self.axes), *_panel_rows(self.panel)]
        return pa.Table.from_pylist(rows, schema=SUMMARY)

    def __str__(self) -> str:
        return "\n".join(self.verdict)


def diagnose(
    board: ScoreMatrix | Ingredients,
    *,
    chance: Chance = None,
    components: str | None = None,
    level: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Diagnosis:
    """What can this population of models resolve on these items?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored, never counted as zero.
    chance : float or "estimate", optional
        Probability of guessing right, for breadth, axes and likeness; as in ``axes``.
    components : str, optional
        Column of the items' metadata that names their components, for breadth and panel.
    level : float, default 0.95
        Coverage of intervals, strictly between 0 and 1.
    draws : int, default 1000
        Bootstrap draws over items, and most permutations for the count of axes; at least 20.
    seed : int, default 0
        Same seed, same board, same version: same answers, for any number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Diagnosis
        ``breadth``, ``axes``, ``panel``, their cautions, and the verdict in sentences. A part that
        the board cannot answer says so instead of giving a number.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    The three questions and their formulas are those of ``breadth``, ``axes`` and ``panel``; this
    function adds nothing of its own to them.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(30, 1)), rng.normal(size=60)
    >>> scores = ability - difficulty + rng.logistic(size=(30, 60)) > 0
    >>> found = diagnose(ScoreMatrix.from_array(scores), draws=50)
    >>> found.axes.k_shuffled > 0, found.panel.n_members
    (True, 30)
    """
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=FEWEST_DRAWS)
    _checks.seed(seed)
    shared = Ingredients.of(board)
    its_breadth = breadth(
        shared,
        chance=chance,
        components=components,
        level=level,
        draws=draws,
        seed=seed,
        progress=progress,
    )
    its_axes = axes(
        shared, chance=chance, level=level, max_draws=draws, seed=seed, progress=progress
    )
    its_panel = panel(
        shared,
        chance=chance,
        groups=components,
        level=level,
        draws=draws,
        seed=seed,
        progress=progress,
    )
    parts: dict[str, Result] = {"breadth": its_breadth, "axes": its_axes, "panel": its_panel}
    settings = {name: dict(part.recipe.settings) for name, part in parts.items()}
    return Diagnosis(
        recipe=shared.recipe(seed, **settings),
        cautions=each_once(caution for part in parts.values() for caution in part.cautions),
        breadth=its_breadth,
        axes=its_axes,
        panel=its_panel,
        verdict=verdict(its_breadth, its_axes, its_panel),
    )


def each_once(cautions: Iterable[Caution]) -> tuple[Caution, ...]:
    """Return cautions in their order, without those that say the same again."""
    return tuple(dict.fromkeys(cautions))


def _breadth_rows(breadth: Breadth) -> list[dict[str, Any]]:
    """Return ED with the interval over models, and again with the one over items."""
    ed, null = breadth.effective_dimensionality, breadth.shuffled
    beside = None if isinstance(null, NotAnswered) else null.mean
    name = "effective dimensionality of the items, interval over "
    if isinstance(ed, NotAnswered):
        return [_row("breadth", name + over, ed, ed, null=None, unit="dimensions") for over in OVER]
    return [
        _row("breadth", name + over, ed.estimate, interval, null=beside, unit="dimensions")
        for over, interval in zip(OVER, (ed.interval, ed.interval_items), strict=True)
    ]


def _axes_rows(axes: Axes) -> list[dict[str, Any]]:
    """Return the counts of axes, and how large the axes after the first are."""
    counts = (
        ("axes that count (k_ladder)", axes.k_ladder, NO_RANGE),
        ("axes that are significant", axes.k_significant, NO_RANGE),
        ("axes above the permutation null", axes.k_shuffled, axes.k_shuffled_range),
        ("axes above the null's top edge", axes.k_shuffled_top_edge, NO_RANGE),
    )
    found, k = axes.k_significant, axes.k_ladder
    equal = None if isinstance(found, NotAnswered) or found == 0 else 1.0 / found
    unrelated = None if isinstance(k, NotAnswered) or k == 0 else unrelated_lose(k)
    sizes = (
        ("common variance on the first axis", axes.general_share, equal),
        ("rank information lost by one average", axes.rank_information_lost, unrelated),
    )
    return [
        *(_row("axes", name, n, limits, null=0.0, unit="axes") for name, n, limits in counts),
        *(_row("axes", name, x, NO_RANGE, null=null, unit="share") for name, x, null in sizes),
    ]


def _panel_rows(panel: Panel) -> list[dict[str, Any]]:
    """Return effective votes and mean correlation of both kinds."""
    rows = []
    for kind, votes in (("tetrachoric", panel.tetrachoric), ("phi", panel.phi)):
        mean, limits = votes.mean_correlation, votes.mean_correlation_interval
        rows += [
            _votes_row(f"effective votes of the panel, {kind}", votes.n_eff, panel.n_members),
            _row("panel", f"mean correlation, {kind}", mean, limits, null=0.0, unit="correlation"),
        ]
    return rows


def _votes_row(name: str, n_eff: Estimate | NotAnswered, n_members: int) -> dict[str, Any]:
    """Return effective votes; independent members would have one each."""
    if isinstance(n_eff, NotAnswered):
        return _row("panel", name, n_eff, n_eff, null=None, unit="votes")
    null = float(n_members)
    return _row("panel", name, n_eff.estimate, n_eff.interval, null=null, unit="votes")


def _row(
    question: str,
    quantity: str,
    estimate: float | NotAnswered,
    interval: Interval | NotAnswered,
    *,
    null: float | None,
    unit: str,
) -> dict[str, Any]:
    """Fill a row of the summary; what is not identified stays empty."""
    low, high = (None, None) if isinstance(interval, NotAnswered) else interval
    known = not isinstance(estimate, NotAnswered)
    return {
        "question": question,
        "quantity": quantity,
        "estimate": estimate if known else None,
        "low": low,
        "high": high,
        "null": null if known else None,
        "unit": unit,
    }
