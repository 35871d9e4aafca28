"""The section on choosing a panel: who carries it, the best few of every size, and their cost."""

from parallaxis.analyses.panel_choice_answers import (
    Judging,
    LeftOneOut,
    PanelChoice,
    PanelCost,
    PathStep,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, brackets, counted, number, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
)
from parallaxis.rendering.figure_panel_choice import panel_choice_caption, panel_choice_figure

MEANING = (
    "Votes reward noise: whoever answers at random correlates with nobody and adds a whole vote. "
    "They say how well errors average out, not how often the panel is right, so both stand side by "
    "side, and a second path is chosen for its majority. A choice looks better on the items that "
    "made it than it is: judged numbers are of panels chosen on one half of the items, measured on "
    "the other. With ties at half, an even panel is right as often as the odd panels within it are "
    "on average, so panels are chosen for their majority two members at a time."
)
LISTED_LEFT_OUT = 20
NAMED = 3  # names of a step that are written out
SIZES_SHOWN = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 500, 700)
SAME = 1e-9
LOSSES = (
    Column("member left out", "left"),
    Column("right"),
    Column("votes lost"),
    Column("majority loses"),
)
PRICE = Column("cost per vote")
BY_VOTES = (
    Column("members"),
    Column("added", "left", folds=True),
    Column("votes"),
    Column("votes, judged"),
    Column("majority, judged"),
)
BY_MAJORITY = (
    Column("members"),
    Column("added", "left", folds=True),
    Column("majority"),
    Column("majority, judged"),
    Column("over most votes"),
)
BY_COST = (
    Column("members"),
    Column("added", "left", folds=True),
    Column("votes"),
    Column("votes, judged"),
    Column("total cost"),
    Column("cost per vote"),
)


def panel_choice_blocks(found: PanelChoice | NotAnswered, *, level: str) -> tuple[Block, ...]:
    """Return what is said about choosing a panel, in order.

    Parameters
    ----------
    found : PanelChoice or NotAnswered
    level : str
        Of the intervals, as text.

    Returns
    -------
    tuple of Block
        Meaning, leave-one-out table, figure, both paths, cost where it is known, and facts.
    """
    heading = Heading("Choice: which members to keep?", "panel-choice")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Members that carry the panel", str(found)),))
    return (
        heading,
        Paragraph(MEANING),
        _left_out(found, level),
        FigureBlock(
            "panel-choice", panel_choice_caption(found), lambda: panel_choice_figure(found)
        ),
        _by_votes(found, level),
        _by_majority(found, level),
        *_by_cost(found, level),
        Facts(_facts(found), f"{level} interval"),
    )


def _left_out(found: PanelChoice, level: str) -> TableBlock:
    """Return what each member's leaving costs, or the members where that is largest and least."""
    rows = sorted(found.left_one_out, key=_loss, reverse=True)
    caption = (
        f"Votes lost, and majority lost in points, with each member left out; {level} intervals"
    )
    if len(rows) > LISTED_LEFT_OUT:
        half = LISTED_LEFT_OUT // 2
        caption += (
            f": the {half} that cost most votes and the {half} that cost least, of {len(rows):,} "
            "(the JSON lists all)"
        )
        rows = [*rows[:half], *rows[-half:]]
    priced = isinstance(found.cost, PanelCost)
    columns = (*LOSSES, PRICE) if priced else LOSSES
    table = tuple((*_left(row), *((number(row.cost_per_vote),) if priced else ())) for row in rows)
    return TableBlock(caption, columns, table, brief=LISTED_LEFT_OUT)


def _loss(row: LeftOneOut) -> float:
    """Return the votes lost, for sorting; those without a number come last."""
    return -float("inf") if isinstance(row.loss, NotAnswered) else row.loss.estimate


def _left(row: LeftOneOut) -> tuple[str, ...]:
    """Return the row of one member."""
    return (
        row.model,
        share(row.share_correct),
        _number(row.loss),
        _points(row.majority_loss),
    )


def _by_votes(found: PanelChoice, level: str) -> TableBlock:
    """Return the path of most votes at some sizes."""
    rows = tuple(
        (
            f"{step.size:,}",
            _names(added),
            _plain(step.votes),
            _judged_votes(step),
            _judged_majority(step),
        )
        for step, added in _thinned(found.votes_path)
    )
    caption = f"Most votes at each size: here, and judged on other items with {level} interval"
    return TableBlock(caption, BY_VOTES, rows)


def _by_majority(found: PanelChoice, level: str) -> TableBlock:
    """Return the path that is chosen for its majority."""
    gaps: dict[int, Estimate] = {}
    if isinstance(found.judging, Judging):
        gaps = {gap.size: gap.gap for gap in found.judging.votes_gap}
    rows = tuple(
        (
            f"{step.size:,}",
            _names(step.added),
            share(step.majority),
            _judged_majority(step),
            _points(gaps[step.size]) if step.size in gaps else MISSING,
        )
        for step in found.majority_path
    )
    caption = (
        f"Chosen for the majority: share right here, judged on other items with {level} interval, "
        "and that less the majority of as many chosen for votes, in points"
    )
    return TableBlock(caption, BY_MAJORITY, rows)


def _by_cost(found: PanelChoice, level: str) -> tuple[Block, ...]:
    """Return the path of most votes per cost, where costs are known."""
    cost = found.cost
    if isinstance(cost, NotAnswered):
        return ()
    rows = tuple(
        (
            f"{step.size:,}",
            _names(added),
            _plain(step.votes),
            _judged_votes(step),
            number(step.cost),
            number(step.cost_per_vote),
        )
        for step, added in _thinned(cost.path)
    )
    caption = (
        f"Most votes per cost, until none adds votes; judged on other items with {level} interval"
    )
    return (TableBlock(caption, BY_COST, rows),)


def _facts(found: PanelChoice) -> tuple[Fact, ...]:
    """Return the numbers of all members, of the choice, of the check of greedy, and of cost."""
    return (
        Fact("Effective votes of all members", _plain(found.votes)),
        Fact("Majority of all members right", share(found.majority)),
        *_chosen(found.judging),
        *_checked(found.votes_path),
        *_costs(found.cost),
    )


def _chosen(judging: Judging | NotAnswered) -> tuple[Fact, ...]:
    """Return what the panel that is chosen for its majority is worth."""
    if isinstance(judging, NotAnswered):
        return (Fact("Choices judged on other items", str(judging)),)
    chosen = judging.chosen
    cuts = f"{counted(judging.n_cuts, 'cut')} into halves of {judging.n_items:,} items"
    members = f"{counted(len(chosen.models), 'member')} here, {number(chosen.mean_size)} by halves"
    rows = (
        ("Chosen for the majority, judged: right", chosen.share_correct, False),
        ("The same less the majority of all members", chosen.over_all, True),
        ("The same less the member chosen as the best", chosen.over_best, True),
    )
    return (
        Fact("Choices judged on other items", cuts),
        Fact("Members that are chosen for the majority", members),
        *(_fact(label, value, signed=signed) for label, value, signed in rows),
    )


def _fact(label: str, found: Estimate, *, signed: bool) -> Fact:
    """Return a share right, or a difference of shares, with its interval."""
    write = _signed if signed else share
    value = write(found.estimate) + (" points" if signed else "")
    if isinstance(found.interval, NotAnswered):
        return Fact(label, value)
    return Fact(label, value, f"[{write(found.interval[0])}, {write(found.interval[1])}]")


def _checked(path: tuple[PathStep, ...]) -> tuple[Fact, ...]:
    """Return how far greedy is from the best set, at the sizes where all sets were tried."""
    tried = [
        (step, step.best_votes, step.votes)
        for step in path
        if step.best_votes is not None and isinstance(step.votes, float) and step.size > 2
    ]
    if not tried:
        return ()
    step, best, votes = max(tried, key=lambda one: one[1] - one[2])
    sizes = counted(len(tried), "size")
    label = "Every set tried, against the path of most votes"
    if best - votes <= SAME * best:
        return (Fact(label, f"none has more votes, at {sizes}"),)
    named = f": {_names(step.best_models, len(step.best_models))}" if step.best_models else ""
    text = f"at {sizes}, short by {number(best - votes)} at most, with {step.size:,} members"
    return (Fact(label, text + named),)


def _costs(cost: PanelCost | NotAnswered) -> tuple[Fact, ...]:
    """Return what the votes of all members cost."""
    if isinstance(cost, NotAnswered):
        return (Fact("Cost per effective vote", str(cost)),)
    rows = [Fact(f"Cost of all members that have one, by {cost.column!r}", number(cost.total))]
    if cost.n_unknown:
        rows.append(Fact("Members whose cost is not known", f"{cost.n_unknown:,}"))
    value = str(cost.per_vote) if isinstance(cost.per_vote, NotAnswered) else number(cost.per_vote)
    return (*rows, Fact("Cost per effective vote of the panel", value))


def _thinned(path: tuple[PathStep, ...]) -> list[tuple[PathStep, tuple[str, ...]]]:
    """Return the sizes that are listed, with all who joined since the one before."""
    shown: list[tuple[PathStep, tuple[str, ...]]] = []
    added: tuple[str, ...] = ()
    for step in path:
        added = (*added, *step.added)
        if step.size in SIZES_SHOWN or step is path[-1]:
            shown.append((step, added))
            added = ()
    return shown


def _names(names: tuple[str, ...], most: int = NAMED) -> str:
    """Return the first names and how many more there are."""
    more = len(names) - most
    listed = ", ".join(names[:most])
    return f"{listed} and {more:,} more" if more > 0 else listed


def _plain(votes: float | NotAnswered) -> str:
    """Return votes without an interval."""
    return MISSING if isinstance(votes, NotAnswered) else number(votes)


def _judged_votes(step: PathStep) -> str:
    """Return judged votes with their interval."""
    return MISSING if step.judged is None else _number(step.judged.votes)


def _judged_majority(step: PathStep) -> str:
    """Return the judged share right with its interval."""
    if step.judged is None:
        return MISSING
    found = step.judged.majority
    if isinstance(found.interval, NotAnswered):
        return share(found.estimate)
    low, high = (share(min(max(end, 0.0), 1.0)) for end in found.interval)
    return f"{share(found.estimate)} [{low}, {high}]"


def _number(found: Estimate | NotAnswered) -> str:
    """Return a number with its interval."""
    if isinstance(found, NotAnswered):
        return MISSING
    if isinstance(found.interval, NotAnswered):
        return number(found.estimate)
    return f"{number(found.estimate)} {brackets(found.interval)}"


def _points(found: Estimate) -> str:
    """Return a difference of shares in percentage points with its interval."""
    if isinstance(found.interval, NotAnswered):
        return _signed(found.estimate)
    low, high = map(_signed, found.interval)
    return f"{_signed(found.estimate)} [{low}, {high}]"


def _signed(value: float) -> str:
    """Return a difference of shares in percentage points with its sign."""
    return ("+" if value > 0.0 else "") + number(100.0 * value)
