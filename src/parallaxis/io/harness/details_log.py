"""One details file as a log: scores chosen, with what the results of the run say of it."""

import json
from collections.abc import Callable
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.io.harness.details_file import details
from parallaxis.io.harness.details_results import RunResults, folders_of, results_of, task_and_time
from parallaxis.io.harness.details_rows import layout_of
from parallaxis.io.harness.json_fields import version_of
from parallaxis.io.harness.reading import LogFile, Wanted, chosen_score
from parallaxis.logs import Headline, Log, Rows

ModelOfFolders = Callable[[tuple[str, ...]], str]
ABOUT_MODEL = ("model_sha", "model_dtype")


def details_log(
    file: LogFile,
    wanted: Wanted,
    *,
    reader: str,
    defaults: Callable[[str], tuple[str, ...]],
    model_of_folders: ModelOfFolders,
) -> Log:
    """Read a details file.

    Parameters
    ----------
    file : LogFile
    wanted : Wanted
    reader : str
        Name of the format.
    defaults : callable
        Takes the task; returns the names of scores in the order in which they are preferred.
    model_of_folders : callable
        Takes the folders that the file is in; returns the model's name, for where the results do
        not say it.

    Raises
    ------
    FormatError
        The file is damaged, or has other columns; a cell that is no score, by its row.
    InputError
        The score that is wanted is not there.
    """
    task, time = task_and_time(file)
    results = results_of(file, time)
    with details(file) as opened:
        layout = layout_of(opened.schema)
        names, score, rows, named = tuple(layout.scores), "", Rows(), True
        if names:
            preferred = (*defaults(task), names[0])
            score = chosen_score(wanted, names, preferred, file.name)
        if names or layout.is_bare:
            rows, named = layout.rows(opened, score)
    metric = _metric(results, task, score)
    planned = results.of_task("config_tasks", task).get("effective_num_docs")
    return Log(
        source=file.name,
        format=reader,
        model=_model(results) or model_of_folders(folders_of(file, time)),
        task=task,
        run=time.replace(":", "-"),
        score=score,
        scores=names,
        identity="id" if named else "position",
        planned=planned if isinstance(planned, int) and planned > 0 else None,
        version=_version(results, task),
        headline=_headline(results, task, score, metric),
        higher_is_better=_of_score(metric, "higher_is_better", score) is not False,
        model_metadata=_settings(results),
        notes=() if names or len(rows) else (_no_number(file, task),),
        **rows.columns(),
    )


def _model(results: RunResults) -> str:
    """Return the model's name as the results have it."""
    settings = results.general.get("model_config")
    places = (results.general, settings if isinstance(settings, dict) else {})
    names = (place.get("model_name") for place in places)
    return next((name for name in names if isinstance(name, str) and name), "")


def _settings(results: RunResults) -> dict[str, str]:
    """Return what tells runs of one model name apart."""
    found = {k: v for k in ABOUT_MODEL if isinstance(v := results.general.get(k), str) and v}
    settings = results.general.get("model_config")
    if isinstance(settings, dict):
        found["model_config"] = json.dumps(settings, sort_keys=True)
    return found


def _version(results: RunResults, task: str) -> str:
    """Return version and revision of a task, of its settings or else of the list of versions."""
    listed, config = results.whole.get("versions"), results.of_task("config_tasks", task)
    stated = config.get("version")
    if stated is None and isinstance(listed, dict):
        stated = listed.get(task)
    return version_of(stated, config.get("hf_revision"))


def _metric(results: RunResults, task: str, score: str) -> dict[str, Any]:
    """Return how a score was made, of the task's settings."""
    listed = results.of_task("config_tasks", task).get("metrics")
    for metric in listed if isinstance(listed, list) else []:
        name = metric.get("metric_name") if isinstance(metric, dict) else None
        if score in (name if isinstance(name, list) else [name]):
            return metric if isinstance(metric, dict) else {}
    return {}


def _of_score(metric: dict[str, Any], key: str, score: str) -> Any:
    """Return a setting of a metric; where it makes several scores, that of one."""
    found = metric.get(key)
    return found.get(score) if isinstance(found, dict) else found


def _headline(
    results: RunResults, task: str, score: str, metric: dict[str, Any]
) -> Headline | None:
    """Return the run's figure, where it is a mean over the questions."""
    how = _of_score(metric, "corpus_level_fn", score)
    return None if isinstance(how, str) and "mean" not in how else results.headline(task, score)


def _no_number(file: LogFile, task: str) -> Caution:
    """Say that a file has no score that is one number."""
    text = f"{file.name}: no score of {task!r} is a single number for each item; it is left out."
    return Caution("no_single_score", text)
