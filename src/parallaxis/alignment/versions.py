"""Logs of one task that were made from other versions of it."""

from collections.abc import Sequence

from parallaxis.alignment.natural_order import heading, listed, natural
from parallaxis.cautions import Caution
from parallaxis.logs import Log


def version_cautions(task: str, logs: Sequence[Log]) -> list[Caution]:
    """Say which logs of a task state other versions of it than most.

    Logs of one format are compared, since each states versions in its own way.
    """
    cautions = []
    for form in sorted({log.format for log in logs}):
        files: dict[str, list[str]] = {}
        for log in logs:
            if log.format == form and log.version:
                files.setdefault(log.version, []).append(log.source)
        if len(files) > 1:
            ordered = sorted(files, key=lambda version: (-len(files[version]), natural(version)))
            said = "; ".join(f"{version!r:.40} in {listed(files[version])}" for version in ordered)
            text = (
                f"{heading(task)}logs state different versions of the task or of its data "
                f"({said}); questions or right answers may have changed between them."
            )
            cautions.append(Caution("versions_differ", text))
    return cautions
