"""Logs that ask one question but differ in its right answer or in what was sent."""

from collections import Counter
from collections.abc import Sequence

from parallaxis.alignment.natural_order import heading, listed, named_task, natural
from parallaxis.alignment.placed import Placed
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.logs import Log

MOST_ITEMS = 0.5  # share of a model's items with another prompt above which the model is named
OTHER_KEYS, FEWEST = 0.5, 5  # share and number of items with other right answers that refuse names
OTHER_BOTH = 0.2  # that share where most prompts are others too
Votes = dict[int, Counter[str]]  # how many rows say what, by item


def contradictions(
    task: str, ids: Sequence[str], logs: Sequence[Placed], *, unverified: bool = False
) -> list[Caution]:
    """Say which items have several right answers, and which models had other prompts.

    Scores are kept as they are: which key or prompt is right is not in the logs. Logs of one format
    are compared, since formats write right answers and prompts in their own ways.

    Raises
    ------
    InputError
        Logs that were joined on names alone have other right answers for half of the items, or
        for a fifth where most prompts are others too.
    """
    found: list[Caution | None] = []
    for form in sorted({one.log.format for one in logs}):
        same = [one for one in logs if one.log.format == form]
        keys, prompts = _votes(same, "targets"), _votes(same, "prompts")
        if unverified:
            _check_names(task, ids, same, keys, len(prompts))
        found += [_answer_keys(task, ids, same, keys), _prompts(task, same, prompts)]
    return [caution for caution in found if caution is not None]


def _check_names(
    task: str, ids: Sequence[str], logs: Sequence[Placed], keys: Votes, n_prompts: int
) -> None:
    """Refuse names that stand for other right answers, as names of other questions do."""
    most = OTHER_BOTH if n_prompts > MOST_ITEMS * len(ids) else OTHER_KEYS
    if len(keys) < max(FEWEST, most * len(ids)):
        return
    other = _unusual(logs, keys)[0]
    usual_file = next(one.log.source for one in logs if one.log.source != other)
    items = [ids[column] for column in sorted(keys)]
    too = " and prompts" if n_prompts > MOST_ITEMS * len(ids) else ""
    raise InputError(
        f"{other} and {usual_file}: have other right answers{too} for {len(items):,} of the "
        f"{len(ids):,} items of {named_task(task)} ({listed(items)}), so that their names cannot "
        "mean the same questions; leave one of them out, or have the harness log the questions."
    )


def _answer_keys(
    task: str, ids: Sequence[str], logs: Sequence[Placed], keys: Votes
) -> Caution | None:
    """Say where right answers differ."""
    if not keys:
        return None
    items = [ids[column] for column in sorted(keys)]
    others = _unusual(logs, keys)
    holders = {one.log.source for one in logs if any(one.log.targets)}
    who = f"{listed(others)} differ from most"
    if 2 * len(others) >= len(holders):
        who = f"{listed(sorted(holders, key=natural))} disagree, none with a majority"
    text = (
        f"{heading(task)}{len(items):,} of {len(ids):,} items have another right answer in some "
        f"logs ({listed(items)}); {who}. Scores are kept as they are."
    )
    return Caution("answer_key_differs", text)


def _unusual(logs: Sequence[Placed], keys: Votes) -> list[str]:
    """Return the files with a right answer that is not the commonest of its item."""
    usual = {column: _most(cells) for column, cells in keys.items()}
    found = {
        one.log.source
        for one in logs
        for column, cell in zip(one.columns.tolist(), one.log.targets, strict=True)
        if column in usual and cell and cell != usual[column]
    }
    return sorted(found, key=natural)


def _prompts(task: str, logs: Sequence[Placed], prompts: Votes) -> Caution | None:
    """Say which models were asked in another way than most."""
    if not prompts:
        return None
    usual = {column: _most(cells) for column, cells in prompts.items()}
    differ: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for one in logs:
        for column, cell in zip(one.columns.tolist(), one.log.prompts, strict=True):
            total[one.log.model] += bool(cell)
            differ[one.log.model] += bool(cell) and cell != usual.get(column, cell)
    other = [model for model, n in differ.items() if n > MOST_ITEMS * total[model]]
    some = [model for model, n in differ.items() if 0 < n <= MOST_ITEMS * total[model]]
    named = sorted(other or some, key=natural)
    text = (
        f"{heading(task)}{len(named)} of {len(total)} models were sent other prompts for the same "
        f"questions than the others, such as other examples or another template "
        f"({listed(named)}); they are compared all the same."
    )
    return Caution("prompts_differ", text)


def _votes(logs: Sequence[Placed], what: str) -> Votes:
    """Return how many rows say what of each item of which rows say several things."""
    several = _several(logs, what)
    found: Votes = {column: Counter() for column in several}
    for one in logs if several else ():
        for column, cell in zip(one.columns.tolist(), _cells(one.log, what), strict=True):
            if cell and column in several:
                found[column][cell] += 1
    return found


def _several(logs: Sequence[Placed], what: str) -> set[int]:
    """Return the items of which rows say several things, blanks left out."""
    first: dict[int, str] = {}
    several: set[int] = set()
    seen: set[tuple[object, ...]] = set()
    for one in logs:
        cells, key = _cells(one.log, what), one.columns.tobytes()
        if (cells, key) in seen:
            continue
        seen.add((cells, key))
        for column, cell in zip(one.columns.tolist(), cells, strict=True):
            if cell and first.setdefault(column, cell) != cell:
                several.add(column)
    return several


def _cells(log: Log, what: str) -> tuple[str, ...]:
    """Return right answers or prompts."""
    return log.targets if what == "targets" else log.prompts


def _most(cells: Counter[str]) -> str:
    """Return what most rows say, the first in order where several are as many."""
    return min(cells, key=lambda cell: (-cells[cell], cell))
