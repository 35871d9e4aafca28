"""Models whose names differ in spelling only, and tasks that ask the same questions."""

from collections.abc import Sequence
from typing import Literal

from parallaxis.alignment.assembly import TaskPart
from parallaxis.alignment.natural_order import listed, named_task, natural
from parallaxis.cautions import Caution

SHARED = 0.5  # of the questions of the smaller of two tasks, that the other asks too
MOST_NAMED = 5  # pairs of tasks that are named
SAME = str.maketrans({"/": "_", ":": "_", " ": "_", "-": "_", ".": "_"})


def near_names(names: Sequence[str], kind: Literal["model", "item"] = "model") -> list[Caution]:
    """Say which models (items) may be one: names that differ in case, or in what parts words.

    Parameters
    ----------
    names : sequence of str
    kind : {"model", "item"}
    """
    alike: dict[str, set[str]] = {}
    for name in names:
        alike.setdefault(_plain(name), set()).add(name)
    groups = [sorted(names, key=natural) for names in alike.values() if len(names) > 1]
    return [
        Caution(
            "similar_names",
            f"{listed(names)} may be one {kind} under names that differ in spelling; each stands "
            "for itself: rename them to join them.",
        )
        for names in groups
    ]


def shared_questions(parts: Sequence[TaskPart]) -> list[Caution]:
    """Say which tasks ask, for half of the smaller or more, the same questions by their texts."""
    texts = [(part.task, {text for text in part.names.texts if text}) for part in parts]
    pairs = [
        (one, other, len(mine & theirs), min(len(mine), len(theirs)))
        for place, (other, theirs) in enumerate(texts)
        for one, mine in texts[:place]
        if mine and theirs and len(mine & theirs) >= SHARED * min(len(mine), len(theirs))
    ]
    if not pairs:
        return []
    said = "; ".join(
        f"{named_task(one)} and {named_task(other)}: {n:,} of {of:,}"
        for one, other, n, of in pairs[:MOST_NAMED]
    )
    more = f"; and {len(pairs) - MOST_NAMED:,} more" if len(pairs) > MOST_NAMED else ""
    text = (
        f"Tasks ask the same questions ({said}{more}), and each has columns of its own: these "
        "questions count twice."
    )
    return [Caution("tasks_share_questions", text)]


def _plain(name: str) -> str:
    """Return a name without case and without what parts its words."""
    return "_".join(word for word in name.casefold().translate(SAME).split("_") if word)
