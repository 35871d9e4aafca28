"""Models that no item, and no chain of items and models, links to the others."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.assembly import TaskPart
from parallaxis.alignment.natural_order import listed, natural
from parallaxis.cautions import Caution


def unlinked(parts: Sequence[TaskPart]) -> list[Caution]:
    """Say where models fall into groups without a common item, so that nothing compares them.

    Parameters
    ----------
    parts : sequence of TaskPart
    """
    groups: list[set[str]] = []
    for models in (models for part in parts for models in _linked(part)):
        joined = [group for group in groups if group & models]
        groups = [group for group in groups if not group & models]
        groups.append(models.union(*joined))
    if len(groups) < 2:
        return []
    ordered = sorted((sorted(group, key=natural) for group in groups), key=lambda one: -len(one))
    text = (
        f"The models fall into {len(groups)} groups that have no item in common ("
        f"{'; '.join(listed(group, 3) for group in ordered[:3])}): nothing compares models of one "
        "with those of another."
    )
    return [Caution("models_unlinked", text)]


def _linked(part: TaskPart) -> list[set[str]]:
    """Return the groups of models of a task that have items in common, directly or by others."""
    owner = np.full(len(part.names.ids), -1)
    groups: dict[int, set[str]] = {}
    for number, one in enumerate(part.logs):
        groups[number] = {one.log.model}
        others = np.unique(owner[one.columns])
        for other in others[others >= 0].tolist():
            groups[number] |= groups.pop(other)
        owner[one.columns] = number
        owner[np.isin(owner, others[others >= 0])] = number
    return list(groups.values())
