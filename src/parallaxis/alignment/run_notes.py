"""What is said of several logs of one model on one task."""

from collections.abc import Sequence

from parallaxis.alignment.natural_order import heading, listed, natural
from parallaxis.cautions import Caution
from parallaxis.intake_report import SetAside, What
from parallaxis.logs import Log

SAID: dict[What, str] = {
    "copied": "left out {n} that repeat another log of the same model row by row",
    "truncated": "left out {n} with fewer items than another run of the same model; runs are never "
    "put together from parts",
    "unfinished": "left out {n} that were not finished, failed for the most part or were declared "
    "invalid, where another run of the same model was not",
    "superseded": "left out {n} for one of the same model that is taken as newer",
}


def left_out(task: str, set_aside: Sequence[SetAside]) -> list[Caution]:
    """Say in one sentence for each reason which runs were left out."""
    groups = ((what, [one for one in set_aside if one.what == what]) for what in SAID)
    return [_summary(task, what, found) for what, found in groups if found]


def _summary(task: str, what: What, found: Sequence[SetAside]) -> Caution:
    """Say in one sentence what was left out for one reason."""
    models = sorted({one.model for one in found}, key=natural)
    files = listed(dict.fromkeys(one.source for one in found))
    text = SAID[what].format(n="1 run" if len(found) == 1 else f"{len(found):,} runs")
    return Caution(
        f"{what}_runs", f"{heading(task)}{text} (files {files}; models {listed(models)})."
    )


def other_settings(task: str, full: Sequence[Log]) -> list[Caution]:
    """Say where runs of one name were made with other settings."""
    if len({(log.version, *sorted(log.model_metadata.items())) for log in full}) < 2:
        return []
    text = (
        f"{heading(task)}{full[0].source} and {full[-1].source} are taken as runs of "
        f"{full[0].model!r}, but their settings differ; rename one if they are two models."
    )
    return [Caution("settings_differ", text)]


def not_dated(task: str, undated: dict[str, str]) -> list[Caution]:
    """Say where the last name had to stand for the newest run."""
    if not undated:
        return []
    used, other = next(iter(undated.items()))
    text = (
        f"{heading(task)}which of several runs is the newest goes by their names for "
        f"{len(undated):,} models, because nothing in the logs says it (such as {used}, used for "
        f"{other}): keep one, or keep all as repetitions."
    )
    return [Caution("runs_undated", text)]


def parts(task: str, kept: Sequence[Sequence[Log]]) -> list[Caution]:
    """Say which models have logs that share no item."""
    files: dict[str, list[str]] = {}
    for group in kept:
        files.setdefault(group[0].model, []).append(group[-1].source)
    several = {model: names for model, names in files.items() if len(names) > 1}
    if not several:
        return []
    text = (
        f"{heading(task)}logs of {listed(several)} share no item, or hardly any, with one another "
        f"(such as {listed(next(iter(several.values())))}); they are taken as parts, not as runs "
        "of the same questions, and stand in one row."
    )
    return [Caution("disjoint_parts", text)]
