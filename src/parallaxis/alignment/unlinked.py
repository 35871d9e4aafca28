"""Models that no task, and no chain of tasks and models, links to the others."""

from collections.abc import Sequence

from parallaxis.alignment.assembly import TaskPart
from parallaxis.alignment.natural_order import listed, natural
from parallaxis.cautions import Caution


def unlinked(parts: Sequence[TaskPart]) -> list[Caution]:
    """Say where models fall into groups that have no task in common, so that nothing compares them.

    Parameters
    ----------
    parts : sequence of TaskPart
    """
    groups: list[set[str]] = []
    for part in parts:
        models = {one.log.model for one in part.logs}
        linked = [group for group in groups if group & models]
        groups = [group for group in groups if not group & models]
        groups.append(models.union(*linked))
    if len(groups) < 2:
        return []
    ordered = sorted((sorted(group, key=natural) for group in groups), key=lambda one: -len(one))
    text = (
        f"The models fall into {len(groups)} groups that have no task in common ("
        f"{'; '.join(listed(group, 3) for group in ordered[:3])}): nothing compares models of one "
        "with those of another."
    )
    return [Caution("models_unlinked", text)]
