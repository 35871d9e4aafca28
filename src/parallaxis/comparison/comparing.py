"""Several boards side by side: effective dimensionality as they are, and at one common size."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from parallaxis import _checks
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.comparison.agreement import agreement, rank_changes, ranked
from parallaxis.comparison.board_rows import Origin, board_row
from parallaxis.comparison.likeness import comparison_cautions
from parallaxis.comparison.matching import Matching, Rule, common_size, matched_breadth
from parallaxis.comparison.result import Comparison, Unread
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Intake, Recipe
from parallaxis.io.file_names import stem_of
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.subset_breadth import FEWEST
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Boards = Mapping[str, ScoreMatrix] | Sequence[ScoreMatrix]


def compare(
    boards: Boards,
    *,
    n_models: int | None = None,
    n_items: int | None = None,
    draws: int = 100,
    origins: Mapping[str, Origin] | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """How broad are these boards beside each other, as they are and at one size?

    Parameters
    ----------
    boards : mapping of str to ScoreMatrix, or sequence of ScoreMatrix
        Two or more; those of a sequence are named by their files. Missing cells take the mean of
        their item, in each random part anew; they never count as 0.
    n_models, n_items : int, optional
        The common size: models, 3 or more, and items that tell these models apart. By default the
        smallest numbers among the boards with 10 models and 5 such items or more.
    draws : int, default 100
        Random parts of each board.
    origins : mapping of str to Origin, optional
        Source and date of boards by name; by default their files, and the newest date that is
        known of their models or items.
    level : float, default 0.95
        Coverage of intervals, and share of the random parts that their range holds.
    seed : int, default 0
        Same seed, same boards, same version: same answer.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Comparison
        A row for each board; Kendall's and Spearman's coefficients between both orders, not
        identified under four boards; boards that change ranks; and what stands in the way.

    Raises
    ------
    InputError
        Fewer than two boards, or a setting out of range.

    Notes
    -----
    ED grows with the numbers of models and of items as long as noise is part of it, so the order
    of boards by ED is partly an order by size. Of each part models are drawn first, then items on
    which these models differ: other items add nothing to ED, and how many there are depends on the
    number of models. The range of the parts says how far parts of one board differ, and narrows as
    the board nears the common size; the interval over models stands at ED as it is.

    Examples
    --------
    >>> from parallaxis.worlds import one_ability
    >>> small = one_ability(n_models=30, n_items=20, seed=1).board
    >>> large = one_ability(n_models=120, n_items=400, seed=2).board
    >>> found = compare({"small": small, "large": large}, draws=100)
    >>> [round(row.effective_dimensionality.estimate) for row in found.boards]
    [10, 30]
    >>> [round(row.matched.estimate) for row in found.boards]
    [10, 9]
    """
    named = _named(boards)
    if len(named) < 2:
        raise InputError(f"{counted(len(named), 'board')} given; a comparison needs two or more.")
    return compared(
        named,
        {"n_models": n_models, "n_items": n_items, "draws": draws, "level": level},
        origins=origins or {},
        seed=seed,
        rule="smallest",
        progress=progress,
    )


def compared(
    boards: Mapping[str, ScoreMatrix],
    settings: Mapping[str, Any],
    *,
    origins: Mapping[str, Origin],
    seed: int,
    rule: Rule,
    unread: tuple[Unread, ...] = (),
    cautions: tuple[Caution, ...] = (),
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Measure every board as it stands and at the common size of a rule.

    Parameters
    ----------
    boards : mapping of str to ScoreMatrix
        One or more.
    settings : mapping
        ``n_models``, ``n_items``, ``draws`` and ``level``, as in `compare`.
    origins, seed, progress
        As in `compare`.
    rule : {"smallest", "three in four"}
        What the common size is where it is not given.
    unread, cautions : tuple
        What is known of sources that could not be read.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> board = ScoreMatrix.from_array([[1, 0], [0, 1], [1, 1]])
    >>> settings = {"n_models": None, "n_items": None, "draws": 20, "level": 0.95}
    >>> found = compared({"only": board}, settings, origins={}, seed=0, rule="smallest")
    >>> found.matching
    NotAnswered(why='no board has 10 models and 5 items that tell them apart')
    """
    _checked(settings, seed)
    with one_blas_thread():
        shared = {name: Ingredients.of(board) for name, board in boards.items()}
        level, draws = settings["level"], settings["draws"]
        rows = [
            board_row(name, one, origins.get(name), level, seed=seed)
            for name, one in shared.items()
        ]
        size = common_size(
            rows,
            shared,
            n_models=settings["n_models"],
            n_items=settings["n_items"],
            draws=draws,
            seed=seed,
            rule=rule,
        )
        for place, row in enumerate(rows):
            at_size = _at_size(shared[row.board], size, level=level, seed=seed)
            rows[place] = replace(row, matched=at_size)
            if progress is not None:
                progress(draws)
    final = ranked(rows)
    return Comparison(
        recipe=_recipe(boards, {**settings, "matching": rule}, seed),
        cautions=(*cautions, *comparison_cautions(boards, final, size)),
        boards=final,
        matching=size,
        agreement=agreement(final, level),
        rank_changes=rank_changes(final),
        unread=unread,
    )


def _at_size(
    shared: Ingredients, size: Matching | NotAnswered, *, level: float, seed: int
) -> Estimate | NotAnswered:
    """Return ED at the common size, where there is one."""
    if isinstance(size, NotAnswered):
        return size
    return matched_breadth(shared, size, level=level, seed=seed)


def _checked(settings: Mapping[str, Any], seed: int) -> None:
    """Refuse settings out of range."""
    _checks.probability("level", settings["level"])
    _checks.positive_integer("draws", settings["draws"])
    _checks.seed(seed)
    for name, least in (("n_models", FEWEST), ("n_items", 1)):
        if settings[name] is not None:
            _checks.positive_integer(name, settings[name], at_least=least)


def _named(boards: Boards) -> dict[str, ScoreMatrix]:
    """Return boards by name, those of a sequence by the names of their files."""
    if isinstance(boards, Mapping):
        return dict(boards)
    if isinstance(boards, ScoreMatrix):
        raise InputError("one board given; a comparison needs two or more.")
    named: dict[str, ScoreMatrix] = {}
    for place, board in enumerate(boards, start=1):
        sources = Ingredients.of(board).source.provenance.sources
        named[free_name(stem_of(sources[0]) if sources else f"board {place}", named)] = board
    return named


def free_name(name: str, taken: Mapping[str, object]) -> str:
    """Return a name, with a number where it is taken.

    Examples
    --------
    >>> free_name("board", {"board": 1}), free_name("other", {"board": 1})
    ('board #2', 'other')
    """
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} #{number}"
    return free


def _recipe(boards: Mapping[str, ScoreMatrix], settings: Mapping[str, Any], seed: int) -> Recipe:
    """Return what the comparison must carry to be computed again."""
    digest = hashlib.sha256()
    for name, board in boards.items():
        digest.update(f"{name}\x1f{board.data_hash}\x1e".encode())
    return Recipe(MappingProxyType(dict(settings)), seed, digest.hexdigest(), _intake(boards))


def _intake(boards: Mapping[str, ScoreMatrix]) -> Intake:
    """Return what came in, all boards added up."""
    each = [Intake.of(board) for board in boards.values()]
    scales = sorted({one.scale for one in each})
    return Intake(
        sources=tuple(source for one in each for source in one.sources),
        format=counted(len(each), "board"),
        n_models=sum(one.n_models for one in each),
        n_items=sum(one.n_items for one in each),
        n_missing=sum(one.n_missing for one in each),
        n_dead=sum(one.n_dead for one in each),
        n_unscored_models=sum(one.n_unscored_models for one in each),
        n_unscored_items=sum(one.n_unscored_items for one in each),
        scale=", ".join(scales),
        bounds=None,
        notes=(),
    )
