"""How broad is a board without the noise of single answers?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.analyses.noise_free_bracket import Bracket, OneRun, one_run
from parallaxis.analyses.noise_free_parts import complete_block, from_components, from_runs
from parallaxis.analyses.repeated_runs import RunGroup, one_row_a_model, repeated_runs, runs_array
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import ShapeError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.scaling import prepare

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
NO_RUNS = NotAnswered("no two models have two runs each")
NO_COMPONENTS = NotAnswered("no components were named")
METHODS = {
    "runs": "repeated runs: r̄² · ED_both",
    "bracket": "one run: [ED4 less its error, ED_both]",
    "none": "not identified",
}


@dataclass(frozen=True, slots=True)
class NoiseFree:
    """The effective dimensionality of the items that is left without the noise of single answers.

    Attributes
    ----------
    bracket : Bracket or NotAnswered
        Range from one run; a model with several runs enters with their mean.
    two_runs : Estimate or NotAnswered
        From repeated runs, where the board has them.
    reliability : float or NotAnswered
        Share of the variance of one score in one run that is no noise, by repeated runs.
    components : Estimate or NotAnswered
        ED of component scores, a question of its own: item noise is gone, but components count,
        not items.
    row_unbiased : float or NotAnswered
        ED freed of the bias of few models, noise included.
    both : Estimate or NotAnswered
        ED freed of few models and few items, noise included.
    method : str
        Of the headline: repeated runs, else the bracket.
    n_models, n_items : int
        Of the complete block with one row a model, items without variance left out.
    n_models_used : int
        Models used for the lower end: fewer than `n_models` where a draw of them was taken.
    """

    bracket: Bracket | NotAnswered
    two_runs: Estimate | NotAnswered
    reliability: float | NotAnswered
    components: Estimate | NotAnswered
    row_unbiased: float | NotAnswered
    both: Estimate | NotAnswered
    method: str
    n_models: int
    n_items: int
    n_models_used: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: ``estimate`` from runs, else ``bracket``, else why neither."""
        if isinstance(self.two_runs, Estimate):
            headline = self.two_runs.to_dict()
        else:
            headline = {} if isinstance(self.bracket, Bracket) else self.bracket.to_dict()
        return {
            **headline,
            "method": self.method,
            **(self.bracket.to_dict() if isinstance(self.bracket, Bracket) else {}),
            "two_runs": self.two_runs,
            "reliability": self.reliability,
            "components": self.components,
            "row_unbiased": self.row_unbiased,
            "both": self.both,
            "n_models": self.n_models,
            "n_items": self.n_items,
            "n_models_used": self.n_models_used,
        }


def noise_free(
    shared: Ingredients,
    *,
    level: float = 0.95,
    seed: int = 0,
    components: Sequence[str | None] | None = None,
) -> NoiseFree:
    """How broad is this board without the noise of single answers?

    Parameters
    ----------
    shared : Ingredients
        The board. Where cells are missing, its complete models or its complete items are used,
        whichever hold more cells, if they hold a third of the board.
    level : float, default 0.95
        Coverage of intervals; one-sided for the lower end of the bracket.
    seed : int, default 0
    components : sequence of str or None, optional
        Component of each item of ``shared.board``.

    Returns
    -------
    NoiseFree

    Raises
    ------
    ShapeError
        Not one component label for each item.

    Notes
    -----
    Few models and few items push ED down and noise pushes it up; to correct the first alone makes
    it worse. *Repeated runs* identify the share r̄ of variance that is no noise, and r̄² ED_both is
    the noise-free ED. *One run* does not: in the population ED4 ≤ noise-free ED ≤ ED_both. The
    lower end is ED4 freed of bias by a jackknife of ten groups of models or families, less 1.64
    standard errors. The upper end is ED_both = noise-free ED / r̄² for an unknown r̄. It says
    something only where it is itself well estimated and near: it is called *uninformative* where
    its one-sided limit exceeds the shape bound, or where it is over four times the lower end. A
    factor of four is what noise in half of the variance of a score makes (r̄ = ½), and single
    right/wrong answers usually have more: the distance then tells of noise, not of breadth.

    References
    ----------
    Himeno & Yamada (2014), Journal of Multivariate Analysis 130, 27–44. Székely & Rizzo (2014),
    Annals of Statistics 42, 2382–2412.

    Examples
    --------
    >>> from parallaxis.matrix import ScoreMatrix
    >>> rng = np.random.default_rng(0)
    >>> right = rng.normal(size=(60, 1)) + rng.logistic(size=(60, 200)) > rng.normal(size=200)
    >>> found = noise_free(Ingredients(ScoreMatrix.from_array(right.astype(float))))
    >>> round(found.bracket.lower, 2), found.bracket.upper > 20, found.bracket.upper_informative
    (1.0, True, False)
    """
    board = shared.board
    if components is not None and len(components) != board.n_items:
        raise ShapeError(
            f"{len(components)} component labels for {board.n_items} items; pass one for each."
        )
    groups = repeated_runs(board)
    units = family_numbers(board)
    averaged, firsts = one_row_a_model(board.values, groups)
    by_component: Estimate | NotAnswered
    with one_blas_thread():
        two, reliability = _from_runs(board.values, groups, units, level=level, seed=seed)
        block = complete_block(~np.isnan(averaged))
        if isinstance(block, NotAnswered):
            parts, by_component, shape = OneRun(block, block, block), block, (0, 0)
        else:
            rows, columns = block
            scores, kept = prepare(averaged[rows][:, columns]), units[firsts][rows]
            live = scores[:, np.abs(scores).max(axis=0, initial=0.0) > 0.0]
            parts, shape = one_run(live, kept, level=level, seed=seed), live.shape
            labels = _labels(components, columns)
            by_component = from_components(scores, labels, kept, level=level, seed=seed)
    return NoiseFree(
        bracket=parts.bracket,
        two_runs=two,
        reliability=reliability,
        components=NO_COMPONENTS if components is None else by_component,
        row_unbiased=parts.row_unbiased,
        both=parts.both,
        method=METHODS[_headline(two, parts.bracket)],
        n_models=shape[0],
        n_items=shape[1],
        n_models_used=parts.bracket.n_models if isinstance(parts.bracket, Bracket) else 0,
    )


def _labels(
    components: Sequence[str | None] | None, columns: NDArray[np.bool_]
) -> list[str | None]:
    """Return the component of each item of the complete block; none where none were named."""
    if components is None:
        return []
    return [label for label, stays in zip(components, columns, strict=True) if stays]


def _from_runs(
    values: Array, groups: tuple[RunGroup, ...], units: Groups, *, level: float, seed: int
) -> tuple[Estimate | NotAnswered, float | NotAnswered]:
    """Return the estimate from repeated runs, where there are any."""
    if len(groups) < 2:
        return NO_RUNS, NO_RUNS
    firsts = np.array([group.rows[0] for group in groups])
    return from_runs(runs_array(values, groups), units[firsts], level=level, seed=seed)


def _headline(two: Estimate | NotAnswered, bracket: Bracket | NotAnswered) -> str:
    """Return which of the answers comes first."""
    if isinstance(two, Estimate):
        return "runs"
    return "bracket" if isinstance(bracket, Bracket) else "none"
