"""One board of a comparison: what it is, where it comes from, and its breadth as it stands."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from parallaxis.analyses import breadth_parts as parts
from parallaxis.analyses.one_dimensional import one_dimensional_null
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.nulls import shuffled_moments
from parallaxis.kernels.resample import jackknife_models
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import effective_dimensionality, shape_bound
from parallaxis.matrix import ScoreMatrix

BOARDS = 39  # simulated boards of one ability beside each board
DOMINANT = 0.5  # share of all variance from which one item is said to decide a board's ED
NOT_YET = NotAnswered("the boards were not brought to one size")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a board was published.

    Attributes
    ----------
    source : str
        A file, or a repository and its state.
    date : str or None
        Of that state, or of the newest model or item where nothing else is known.
    """

    source: str
    date: str | None = None


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board, as it stands and at the common size.

    Attributes
    ----------
    board : str
        Its name in the comparison.
    n_models, n_items, n_live_items, n_missing : int
        Of the board without empty rows and columns; live items tell some two models apart.
    scale : str
    source : str
    date : str or None
    effective_dimensionality : Estimate or NotAnswered
        Of the whole board; the interval is over models, or over families where they are known.
    interval_over : str
        What that interval is over.
    zscored : float or NotAnswered
        ED with all items on one scale.
    shuffled : float or NotAnswered
        Mean of the shuffled null, 1 / E[1/ED].
    one_dimensional : Estimate or NotAnswered
        What one ability with the noise of single scores would give, mean and range.
    shape_bound : int
        Largest ED that the numbers of models and of live items allow.
    matched : Estimate or NotAnswered
        Mean ED of random parts of the common size, and the central range of the parts.
    rank, matched_rank : float or NotAnswered
        Among the boards that were matched, 1 is the broadest; ties share their mean rank.
    cautions : tuple of Caution
        What a reader of this row must know.
    """

    board: str
    n_models: int
    n_items: int
    n_live_items: int
    n_missing: int
    scale: str
    source: str
    date: str | None
    effective_dimensionality: Estimate | NotAnswered
    interval_over: str
    zscored: float | NotAnswered
    shuffled: float | NotAnswered
    one_dimensional: Estimate | NotAnswered
    shape_bound: int
    matched: Estimate | NotAnswered
    rank: float | NotAnswered
    matched_rank: float | NotAnswered
    cautions: tuple[Caution, ...]

    @property
    def missing_share(self) -> float:
        """Share of the cells that are not scored, 0 to 1."""
        return self.n_missing / (self.n_models * self.n_items)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "board": self.board,
            "n_models": self.n_models,
            "n_items": self.n_items,
            "n_live_items": self.n_live_items,
            "n_missing": self.n_missing,
            "missing_share": self.missing_share,
            "scale": self.scale,
            "source": self.source,
            "date": self.date,
            "effective_dimensionality": self.effective_dimensionality,
            "interval_over": self.interval_over,
            "zscored": self.zscored,
            "nulls": {
                "shuffled": self.shuffled,
                "one_dimensional": self.one_dimensional,
                "shape_bound": self.shape_bound,
            },
            "matched": self.matched,
            "rank": self.rank,
            "matched_rank": self.matched_rank,
            "cautions": self.cautions,
        }


def board_row(
    name: str, shared: Ingredients, origin: Origin | None, level: float, *, seed: int = 0
) -> BoardRow:
    """How broad is one board as it stands?

    Parameters
    ----------
    name : str
        Its name in the comparison.
    shared : Ingredients
        Missing cells take the mean of their item.
    origin : Origin or None
        Where it was published; by default its file, and the newest date beside its models or
        items.
    level : float
        Coverage of the interval over models.
    seed : int, default 0
        Of the simulated boards of one ability.

    Returns
    -------
    BoardRow
        Not matched yet.

    Examples
    --------
    >>> board = ScoreMatrix.from_array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
    >>> row = board_row("small", Ingredients(board), None, 0.95)
    >>> row.source, row.shape_bound, round(row.effective_dimensionality.estimate, 3)
    ('array', 3, 2.123)
    """
    board, n_live = shared.board, int(shared.live.sum())
    where = origin or origin_of(board)
    ed = _as_it_stands(shared, level)
    return BoardRow(
        board=name,
        n_models=board.n_models,
        n_items=board.n_items,
        n_live_items=n_live,
        n_missing=board.n_missing,
        scale=board.scale,
        source=where.source,
        date=where.date,
        effective_dimensionality=ed,
        interval_over=parts.interval_over(board),
        zscored=_zscored(shared),
        shuffled=_shuffled(shared),
        one_dimensional=_one_dimensional(shared, level, seed),
        shape_bound=shape_bound(board.n_models, n_live),
        matched=NOT_YET,
        rank=NOT_YET,
        matched_rank=NOT_YET,
        cautions=(*shared.cautions, *_units(shared, ed)),
    )


def origin_of(board: ScoreMatrix) -> Origin:
    """Return the file of a board, and the newest date that is known of its models or items."""
    sources = board.provenance.sources  # the board itself, then its side files
    return Origin(
        sources[0] if sources else board.provenance.format,
        _newest(board, "model") or _newest(board, "item"),
    )


def _newest(board: ScoreMatrix, axis: Literal["model", "item"]) -> str | None:
    """Return the last of the dates in the metadata of one axis."""
    dates = board.metadata(axis, "date") or []
    return max((str(date) for date in dates if date not in (None, "")), default=None)


def _as_it_stands(shared: Ingredients, level: float) -> Estimate | NotAnswered:
    """Return ED of the whole board with its interval over models or families."""
    try:
        estimate = effective_dimensionality(shared.centred)
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    return Estimate(estimate, _over_models(shared, estimate, level))


def _over_models(shared: Ingredients, estimate: float, level: float) -> Interval | NotAnswered:
    """Return the jackknife interval of log ED, within what the shape allows."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    try:
        left = jackknife_models(shared.centred, parts.family_numbers(shared.board))
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    half = stdtrit(left.degrees_of_freedom, (1.0 + level) / 2.0) * left.log_standard_error
    factor, bound = float(np.exp(half)), float(shape_bound(*shared.board.shape))
    return max(1.0, estimate / factor), min(bound, estimate * factor)


def _zscored(shared: Ingredients) -> float | NotAnswered:
    """Return ED with every item divided by its spread."""
    try:
        return effective_dimensionality(prepare(shared.board.values, scaling="zscore"))
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))


def _shuffled(shared: Ingredients) -> float | NotAnswered:
    """Return the centre of the shuffled null, in closed form."""
    try:
        return shuffled_moments(shared.centred, shared.observed).effective_dimensionality
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))


def _one_dimensional(shared: Ingredients, level: float, seed: int) -> Estimate | NotAnswered:
    """Return the null of one ability, from as many boards as a range needs."""
    found = one_dimensional_null(shared, level=level, draws=BOARDS, seed=seed)
    return found if isinstance(found, NotAnswered) else Estimate(found.mean, found.interval)


def _units(shared: Ingredients, ed: Estimate | NotAnswered) -> tuple[Caution, ...]:
    """Notice a board whose ED speaks of the unit of one item."""
    if isinstance(ed, NotAnswered):
        return ()
    found = parts.dominant_item(shared.board, shared.centred, DOMINANT)
    return () if found is None else (found,)
