"""Sentences on choosing a panel: who carries it, votes against right, who may go, and cost."""

from types import MappingProxyType

from parallaxis.analyses.panel_choice_answers import (
    ChosenMajority,
    Judging,
    LeftOneOut,
    PanelChoice,
    PanelCost,
    PathStep,
    SizeGap,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import counted, number, share
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "nearly_all": 0.95,  # share of the votes of all that a few must carry to be told
        "names": 4,  # names that a sentence lists
        "no_difference": 0.0,  # that an interval must leave out for a difference to be told
    }
)

WORDS = MappingProxyType(
    {
        "choice_not_identified": "Which members carry the panel is not identified: {why}.",
        "few": "The {k} of {n} with most votes ({names}) carry {here} effective votes on the items "
        "that chose them{judged}; all {n} carry {all}.",
        "few_judged": ", and as many carry {judged}{interval} where they are chosen on one half of "
        "the items and judged on the other",
        "not_judged": " (how much of that lasts is not judged: {why})",
        "all_needed": "No smaller panel carries as many effective votes as all {n}, {all}: the "
        "{k} with most carry {votes}{interval}.",
        "votes_not_right": "Most votes is not most right: judged on items that had no part in the "
        "choice, the majority of the {k} with most votes is right on {votes} and that of {k} "
        "chosen for their majority on {majority}, {gap} points more{interval}. Votes reward "
        "whoever errs alone, at random too: {model}, among the {k}, is right on {right}.",
        "votes_and_right": "Choosing for votes costs the majority nothing that shows: of {k} "
        "chosen for votes it is right on {votes}, of {k} chosen for their majority on {majority}, "
        "both judged on other items (difference {gap} points{interval}).",
        "chosen": "Members and size chosen for the majority on one half of the items make one that "
        "is right on {share} of the other half{interval}: {over_all}, and {over_best}. All items "
        "together choose {names}.",
        "better": "{gap} points better than {whom}{interval}",
        "worse": "{gap} points worse than {whom}{interval}",
        "open": "not told apart from {whom} ({gap} points{interval})",
        "most_lost": "Most votes go with {model}: without it the others carry {without} instead of "
        "{all}, {loss} less{interval}{majority}.",
        "majority_gains": ", and yet their majority is right on {points} points more{interval}",
        "majority_loses": ", and their majority is right on {points} points less{interval}",
        "raise": "Votes are higher without {names}, by {most} at most{right}.",
        "raise_right": "; they are right on {named} on average and all members on {all}: who "
        "shares what most know correlates most, and is no worse for it",
        "cost": "All members cost {total} together, {per_vote} for an effective vote; the {k} with "
        "most votes per cost ({names}) carry {votes}{judged} for {cost}, {each} each.",
        "cost_judged": " ({judged} judged on other items)",
    }
)


def panel_choice_verdict(found: PanelChoice | NotAnswered, *, level: float) -> tuple[str, ...]:
    """Say which members carry the panel, and which choice pays.

    Parameters
    ----------
    found : PanelChoice or NotAnswered
    level : float
        Of the intervals.

    Returns
    -------
    tuple of str
        Who carries the votes; whether these are right as well; the panel chosen for its majority;
        whose leaving costs most, and nothing; cost.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["choice_not_identified"].format(why=reason(found)),)
    if isinstance(found.votes, NotAnswered):
        return (WORDS["choice_not_identified"].format(why=reason(found.votes)),)
    few = _smallest(found.votes_path, found.votes, found.judging)
    return (
        _few(found, found.votes, few, level),
        *_right(found, few, level),
        *_chosen(found, level),
        *_most_lost(found, found.votes, level),
        *_raise(found),
        *_cost(found, found.votes),
    )


def _smallest(
    path: tuple[PathStep, ...], votes: float, judging: Judging | NotAnswered
) -> PathStep | None:
    """Return the smallest panel that carries nearly all votes, as judged where it is."""
    bar = THRESHOLDS["nearly_all"] * votes
    for step in path[1:-1]:
        if step.judged is None and not isinstance(judging, NotAnswered):
            continue
        carried = _judged_votes(step)
        value = step.votes if carried is None else carried.estimate
        if isinstance(value, float) and value >= bar:
            return step
    return None


def _few(found: PanelChoice, votes: float, few: PathStep | None, level: float) -> str:
    """Say how few carry the votes, or that all are needed."""
    if few is None:
        step = found.votes_path[-2]
        judged = _judged_votes(step)
        value = step.votes if judged is None else judged.estimate
        return WORDS["all_needed"].format(
            n=f"{found.n_members:,}",
            all=number(votes),
            k=f"{step.size:,}",
            votes=str(value) if isinstance(value, NotAnswered) else number(value),
            interval="" if judged is None or step.size == 1 else _between(judged, level),
        )
    judged = _judged_votes(few)
    if judged is not None:
        words = {"judged": number(judged.estimate), "interval": _between(judged, level)}
        beside = WORDS["few_judged"].format(**words)
    elif isinstance(found.judging, NotAnswered):
        beside = WORDS["not_judged"].format(why=reason(found.judging))
    else:
        beside = ""
    return WORDS["few"].format(
        k=f"{few.size:,}",
        n=f"{found.n_members:,}",
        names=_names(_first(found.votes_path, few.size)),
        here=str(few.votes) if isinstance(few.votes, NotAnswered) else number(few.votes),
        judged=beside,
        all=number(votes),
    )


def _right(found: PanelChoice, few: PathStep | None, level: float) -> tuple[str, ...]:
    """Say whether the members with most votes are also right most often."""
    if isinstance(found.judging, NotAnswered) or not found.judging.votes_gap:
        return ()
    size = found.n_members if few is None else few.size
    gap = _gap_at(found.judging.votes_gap, size)
    by_votes, by_majority = (
        next(step for step in path if step.size == gap.size).judged
        for path in (found.votes_path, found.majority_path)
    )
    if by_votes is None or by_majority is None:
        return ()
    shares = {row.model: row.share_correct for row in found.left_one_out}
    lowest = min(_first(found.votes_path, gap.size), key=shares.__getitem__)
    clear = _side(gap.gap) > 0
    told = WORDS["votes_not_right" if clear else "votes_and_right"].format(
        k=f"{gap.size:,}",
        votes=share(by_votes.majority.estimate),
        majority=share(by_majority.majority.estimate),
        gap=_points(gap.gap.estimate),
        interval=_point_interval(gap.gap, level) if clear else _inside(gap.gap, level),
        model=lowest,
        right=share(shares[lowest]),
    )
    return (told,)


def _gap_at(gaps: tuple[SizeGap, ...], size: int) -> SizeGap:
    """Return the gap at the smallest odd size that holds so many, or at the largest there is."""
    return next((gap for gap in gaps if gap.size >= size), gaps[-1])


def _chosen(found: PanelChoice, level: float) -> tuple[str, ...]:
    """Say what the panel that is chosen for its majority is worth."""
    if isinstance(found.judging, NotAnswered):
        return ()
    chosen: ChosenMajority = found.judging.chosen
    low, high = _ends(chosen.share_correct)
    everyone = f"the majority of all {found.n_members:,}"
    return (
        WORDS["chosen"].format(
            share=share(chosen.share_correct.estimate),
            interval=f" ({interval_name(level)} {share(low)} to {share(high)})",
            over_all=_compared(chosen.over_all, everyone, level),
            over_best=_compared(chosen.over_best, "the one member chosen as the best", level),
            names=_names(chosen.models),
        ),
    )


def _compared(gap: Estimate, whom: str, level: float) -> str:
    """Say by how much one is better or worse than another, or that they are not told apart."""
    side = _side(gap)
    kind = {1: "better", -1: "worse", 0: "open"}[side]
    return WORDS[kind].format(
        gap=_points(gap.estimate if side == 0 else abs(gap.estimate)),
        whom=whom,
        interval=_inside(gap, level) if side == 0 else _point_interval(gap, level),
    )


def _most_lost(found: PanelChoice, votes: float, level: float) -> tuple[str, ...]:
    """Say with whom most votes go, where that is told from none."""
    rows = [(row, row.loss) for row in found.left_one_out if isinstance(row.loss, Estimate)]
    told = [(row, loss) for row, loss in rows if _side(loss) > 0]
    if not told:
        return ()
    row, loss = max(told, key=lambda one: one[1].estimate)
    without = row.votes_without
    return (
        WORDS["most_lost"].format(
            model=row.model,
            without=str(without) if isinstance(without, NotAnswered) else number(without),
            all=number(votes),
            loss=number(loss.estimate),
            interval=_between(loss, level),
            majority=_majority_change(row, level),
        ),
    )


def _majority_change(row: LeftOneOut, level: float) -> str:
    """Say what the majority gains or loses without a member, where that is told from nothing."""
    side = _side(row.majority_loss)
    if side == 0:
        return ""
    return WORDS["majority_loses" if side > 0 else "majority_gains"].format(
        points=_points(abs(row.majority_loss.estimate)),
        interval=_point_interval(row.majority_loss, level),
    )


def _raise(found: PanelChoice) -> tuple[str, ...]:
    """Say without whom votes are higher, and that this is no verdict on them."""
    if not found.raise_votes:
        return ()
    named = set(found.raise_votes)
    rows = [row for row in found.left_one_out if row.model in named]
    most = max(-row.loss.estimate for row in rows if isinstance(row.loss, Estimate))
    mean = sum(row.share_correct for row in rows) / len(rows)
    overall = sum(row.share_correct for row in found.left_one_out) / found.n_members
    right = ""
    if mean > overall:
        right = WORDS["raise_right"].format(named=share(mean), all=share(overall))
    any_of = f"any one of {counted(len(rows), 'member')} ({_names(found.raise_votes)})"
    names = any_of if len(rows) > 1 else rows[0].model
    return (WORDS["raise"].format(names=names, most=number(most), right=right),)


def _cost(found: PanelChoice, votes: float) -> tuple[str, ...]:
    """Say what votes cost, and what the cheapest ones do."""
    cost = found.cost
    if not isinstance(cost, PanelCost) or isinstance(cost.per_vote, NotAnswered):
        return ()
    bar = THRESHOLDS["nearly_all"] * votes
    enough = (s for s in cost.path if isinstance(s.votes, float) and s.votes >= bar)
    step = next(enough, cost.path[-1])
    judged = _judged_votes(step)
    beside = "" if judged is None else number(judged.estimate)
    return (
        WORDS["cost"].format(
            total=number(cost.total),
            per_vote=number(cost.per_vote),
            k=f"{step.size:,}",
            names=_names(_first(cost.path, step.size)),
            votes=str(step.votes) if isinstance(step.votes, NotAnswered) else number(step.votes),
            judged=WORDS["cost_judged"].format(judged=beside) if beside else "",
            cost=number(step.cost),
            each=number(step.cost_per_vote),
        ),
    )


def _judged_votes(step: PathStep) -> Estimate | None:
    """Return judged votes, where there are any."""
    if step.judged is None or isinstance(step.judged.votes, NotAnswered):
        return None
    return step.judged.votes


def _first(path: tuple[PathStep, ...], size: int) -> tuple[str, ...]:
    """Return the members of the panel of a size along a path."""
    return tuple(name for step in path if step.size <= size for name in step.added)


def _names(names: tuple[str, ...]) -> str:
    """Return the first names and how many more there are."""
    most = int(THRESHOLDS["names"])
    more = len(names) - most
    listed = ", ".join(names[:most])
    return f"{listed} and {more:,} more" if more > 0 else listed


def _side(found: Estimate) -> int:
    """Say whether an interval lies above nothing, below it, or holds it."""
    low, high = _ends(found)
    edge = THRESHOLDS["no_difference"]
    return 0 if isinstance(found.interval, NotAnswered) else int(low > edge) - int(high < edge)


def _ends(found: Estimate) -> tuple[float, float]:
    """Return both ends of an interval, or the estimate twice."""
    if isinstance(found.interval, NotAnswered):
        return found.estimate, found.estimate
    return found.interval


def _between(found: Estimate, level: float) -> str:
    """Write the interval of votes behind them."""
    if isinstance(found.interval, NotAnswered):
        return f" (no interval: {reason(found.interval)})"
    low, high = map(number, found.interval)
    return f" ({interval_name(level)} {low} to {high})"


def _points(value: float) -> str:
    """Write a difference of shares in percentage points."""
    return number(100.0 * value)


def _point_interval(found: Estimate, level: float) -> str:
    """Write the interval of a difference whose side is told, in percentage points."""
    low, high = sorted(abs(end) for end in _ends(found))
    return f" ({interval_name(level)} {_points(low)} to {_points(high)})"


def _inside(found: Estimate, level: float) -> str:
    """Write the interval of a difference that may be either way, inside brackets."""
    low, high = _ends(found)
    return f", {interval_name(level)} {_points(low)} to {_points(high)}"
