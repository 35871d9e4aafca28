"""What makes a row of one log and a row of another the same question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from parallaxis.alignment.generated import generated_names
from parallaxis.alignment.item_disagreements import disagreements, example, repeated_texts
from parallaxis.alignment.item_keys import ItemNames, keys_by_id, keys_by_text, named
from parallaxis.alignment.item_layouts import (
    Disagreement,
    Layout,
    disagreement,
    ids_of_several,
    layouts_of,
    share_found_elsewhere,
)
from parallaxis.alignment.natural_order import listed, named_task, natural
from parallaxis.alignment.row_evidence import rows_agree
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.intake_report import JoinedBy
from parallaxis.logs import Log

Join = Literal["auto", "id", "text"]
REMEDY = "have the harness log the question or a stable identifier, or give the logs one at a time"
TRUST = "or pass join='id' (--join id) if these names mean the same questions in both"
LEAST_SHARED = {"id": 0.05, "position": 0.5}  # of the texts of a log that others must have


@dataclass(frozen=True, slots=True)
class Identified:
    """The items of a task, and where the rows of each log belong.

    Attributes
    ----------
    names : ItemNames
    which : tuple of int
        The layout of each log, whose columns are in `names`.
    joined_by : {"id", "text", "position"}
    unverified : bool
        Whether several files were joined on names alone.
    cautions : tuple of Caution
    """

    names: ItemNames
    which: tuple[int, ...]
    joined_by: JoinedBy
    unverified: bool = False
    cautions: tuple[Caution, ...] = ()


@dataclass(slots=True)
class _Decision:
    """How to join a task."""

    by: JoinedBy
    unverified: bool = False
    cautions: list[Caution] = field(default_factory=list)


class _Strangers(NamedTuple):
    """Two files with the same identifiers and hardly a text in common."""

    first: str
    second: str
    share: float


def identified(task: str, logs: Sequence[Log], join: Join) -> Identified:
    """Which rows of these logs are one question?

    Parameters
    ----------
    task : str
    logs : sequence of Log
        Of this task, at least one.
    join : {"auto", "id", "text"}
        By identifier where nothing speaks against it, else by text; or as asked.

    Returns
    -------
    Identified

    Raises
    ------
    InputError
        Neither identifiers nor texts say which rows belong together; both files are named.
    """
    layouts, which = layouts_of(logs)
    decision = _decided(task, layouts, join, lambda: rows_agree(logs))
    if decision.by == "text":
        keys, apart = keys_by_text(layouts)
        decision.cautions += repeated_texts(task, apart)
    else:
        keys = keys_by_id(layouts)
    names = named(layouts, keys)
    return Identified(
        names, tuple(which), decision.by, decision.unverified, tuple(decision.cautions)
    )


def _decided(
    task: str, layouts: Sequence[Layout], join: Join, agree: Callable[[], bool]
) -> _Decision:
    """Choose what joins the rows, or refuse."""
    bare = [layout for layout in layouts if not layout.texted]
    if join == "text" and bare:
        raise InputError(
            f"{bare[0].source}: does not hold the text of every question of {named_task(task)}, so "
            f"that nothing can be joined by text; {REMEDY}."
        )
    if not bare:
        return _with_texts(task, layouts, join, agree)
    return _without_some_texts(task, layouts, join, agree)


def _with_texts(
    task: str, layouts: Sequence[Layout], join: Join, agree: Callable[[], bool]
) -> _Decision:
    """Choose where every row has a text."""
    found = disagreement(layouts)
    by_position = any(layout.identity == "position" for layout in layouts)
    if join == "text":
        return _Decision("text", cautions=disagreements(task, layouts, found, "text"))
    if not found.other_texts and not found.other_ids:
        return _Decision("position" if by_position else "id")
    if join == "id" and not by_position:
        return _Decision("id", cautions=disagreements(task, layouts, found, "id"))
    strange = _strangers(layouts, found)
    if strange is None:
        return _Decision("text", cautions=disagreements(task, layouts, found, "text"))
    if not by_position and agree():
        cautions = disagreements(task, layouts, found, "id")
        return _Decision("id", unverified=True, cautions=cautions)
    raise InputError(
        f"{strange.first} and {strange.second}: rows of {named_task(task)} have the same "
        f"identifiers but other texts, and {strange.share:.0%} of the texts of the first are found "
        f"elsewhere; they cannot be joined by either. Leave one of them out, {TRUST}."
    )


def _strangers(layouts: Sequence[Layout], found: Disagreement) -> _Strangers | None:
    """Return logs that cannot be joined by text, since they have hardly a text in common."""
    ids = found.other_texts.keys() & ids_of_several(layouts)
    for layout, share in zip(layouts, share_found_elsewhere(layouts), strict=True):
        if share >= LEAST_SHARED[layout.identity]:
            continue
        if not any(item in ids for item, _ in layout.pairs):
            continue
        others = [one for one in layouts if one is not layout and not one.models & layout.models]
        if others:  # else its models were asked the other questions too
            return _Strangers(layout.source, others[0].source, share)
    return None


def _without_some_texts(
    task: str, layouts: Sequence[Layout], join: Join, agree: Callable[[], bool]
) -> _Decision:
    """Choose where some rows have no text: by identifiers that nothing speaks against."""
    texted = [layout for layout in layouts if layout.texted]
    sources = _sources(layouts)
    if len(sources) == 1:
        return _Decision("position" if layouts[0].identity == "position" else "id")
    counting = [layout for layout in layouts if layout.identity == "position"]
    bare = next(layout.source for layout in layouts if not layout.texted)
    if counting:
        mine = counting[0].source
        other = next(one for one in sources if one != mine)
        raise InputError(
            f"{mine} and {other}: cannot be joined on {named_task(task)}, because the first only "
            f"numbers its rows and {bare} does not hold the questions; {REMEDY}."
        )
    found = disagreement(texted)
    if (found.other_texts or found.other_ids) and join != "id":
        raise InputError(
            f"{bare} and {texted[0].source}: cannot be joined on {named_task(task)}: "
            f"identifiers stand for other questions in other logs ({example(found)}), and the "
            f"first does not hold the questions; {REMEDY}, {TRUST}."
        )
    cautions = disagreements(task, texted, found, "id")
    if join != "id" and not agree():
        _check_not_generated(task, layouts, bare, sources)
    return _Decision("id", unverified=True, cautions=cautions)


def _sources(layouts: Sequence[Layout]) -> list[str]:
    """Return all files in natural order."""
    return sorted({source for layout in layouts for source in layout.sources}, key=natural)


def _check_not_generated(
    task: str, layouts: Sequence[Layout], bare: str, sources: Sequence[str]
) -> None:
    """Refuse to join files on names that only count rows."""
    names = sorted({item for layout in layouts for item, _ in layout.pairs}, key=natural)
    if generated_names(names):
        other = next(one for one in sources if one != bare)
        raise InputError(
            f"{bare} and {other}: name the items of {named_task(task)} {listed(names, 3)}, which "
            f"only counts them, and the first does not hold the questions; {REMEDY}, {TRUST}."
        )
