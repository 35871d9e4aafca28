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


def contradictions(
    task: str, ids: Sequence[str], logs: Sequence[Placed], *, unverified: bool = False
) -> list[Caution]:
    """Say which items have several right answers, and which models had other prompts.

    Scores are kept as they are: which key or prompt is right is not in the logs. Logs of one format
    are compared, since formats write right answers and prompts in their own ways.

    Raises
    ------
    InputError
        Logs that were joined on names alone have other right answers for most items.
    """
    found: list[Caution | None] = []
    for form in sorted({one.log.format for one in logs}):
        same = [one for one in logs if one.log.format == form]
        found += [_answer_keys(task, ids, same, unverified=unverified), _prompts(task, same)]
    return [caution for caution in found if caution is not None]


def _answer_keys(
    task: str, ids: Sequence[str], logs: Sequence[Placed], *, unverified: bool
) -> Caution | None:
    """Say where right answers differ."""
    votes = _votes(logs, "targets")
    if not votes:
        return None
    items = [ids[column] for column in sorted(votes)]
    usual = {column: _most(cells) for column, cells in votes.items()}
    others = sorted(
        {
            one.log.source
            for one in logs
            for column, cell in zip(one.columns.tolist(), one.log.targets, strict=True)
            if column in usual and cell and cell != usual[column]
        },
        key=natural,
    )
    if unverified and len(items) >= max(FEWEST, OTHER_KEYS * len(ids)):
        usual_file = next(one.log.source for one in logs if one.log.source != others[0])
        raise InputError(
            f"{others[0]} and {usual_file}: have other right answers for {len(items):,} of the "
            f"{len(ids):,} items of {named_task(task)} ({listed(items)}), so that their names "
            "cannot mean the same questions; leave one of them out, or have the harness log the "
            "questions."
        )
    text = (
        f"{heading(task)}{len(items):,} of {len(ids):,} items have another right answer in some "
        f"logs ({listed(items)}); {listed(others)} differ from most. Scores are kept as they are."
    )
    return Caution("answer_key_differs", text)


def _prompts(task: str, logs: Sequence[Placed]) -> Caution | None:
    """Say which models were asked in another way than most."""
    votes = _votes(logs, "prompts")
    if not votes:
        return None
    usual = {column: _most(cells) for column, cells in votes.items()}
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


def _votes(logs: Sequence[Placed], what: str) -> dict[int, Counter[str]]:
    """Return how many rows say what of each item of which rows say several things."""
    several = _several(logs, what)
    found: dict[int, Counter[str]] = {column: Counter() for column in several}
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
