"""lm-evaluation-harness: samples files of versions 0.4.0 and later, with their results files."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import version_of
from parallaxis.io.harness.lm_eval_filters import Filters
from parallaxis.io.harness.lm_eval_notes import no_samples, of_results, unnamed
from parallaxis.io.harness.lm_eval_results import (
    SAMPLES,
    TIMED,
    Results,
    folder_of,
    is_results,
    kept_no_samples,
    results_of,
)
from parallaxis.io.harness.lm_eval_rows import Samples
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_object,
    chosen_score,
    json_document,
    json_lines,
    object_beside,
)
from parallaxis.logs import Log, Rows

DEFAULTS = ("acc", "exact_match", "prompt_level_strict_acc", "acc_norm", "mc2", "f1", "pass@1")
OF_TASK = {  # the score of Open LLM Leaderboard v2, by the first letters of a task
    "leaderboard_bbh": "acc_norm",
    "leaderboard_gpqa": "acc_norm",
    "leaderboard_musr": "acc_norm",
    "leaderboard_mmlu_pro": "acc",
    "leaderboard_ifeval": "prompt_level_strict_acc",
    "leaderboard_math": "exact_match",
}
FIRST_ARRAY = re.compile(rb"\s*\[")


class Known(NamedTuple):
    """A samples file, with what is known of it."""

    file: LogFile
    results: Results
    task: str
    time: str
    samples: Samples


def recognise(file: LogFile) -> Role | None:
    """Samples hold documents with identifiers and responses; results stand beside them.

    Results of a run that kept no samples are a log as well, which holds no answers.
    """
    head = file.head
    if b'"doc_id"' in head and b'"doc"' in head and b'"resps"' in head:
        return "log"
    if SAMPLES.fullmatch(file.bare):
        return "log"
    if not is_results(file):
        return None
    return "log" if kept_no_samples(file) else "beside"


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one samples file: one model on one task in one run."""
    if is_results(file):
        yield _without_samples(file)
        return
    results = results_of(file)
    task, time = _task_and_time(file, results)
    samples = Samples()
    for place, row in _rows(file):
        samples.take(row, place)
    if not samples.items:
        raise FormatError("holds no row; it may be cut: get the log anew.")
    known = Known(file, results, task, time, samples)
    if samples.numbers or samples.blanks:
        yield _scored(known, wanted)
    elif samples.names_none:
        yield _log(known, "", (), _every_document(samples))
    else:
        text = f"no score of {task!r} is a single number for each item; it is left out."
        note = Caution("no_single_score", f"{file.name}: {text}")
        yield _log(known, "", (), Rows(), note)


def _without_samples(file: LogFile) -> Log:
    """Return a log without rows, which says of which run no answers are there."""
    results, timed = Results(file.name, object_beside(file)), TIMED.fullmatch(file.bare)
    tasks = list(results.part("results"))
    time = timed["time"] if timed else ""
    task = tasks[0] if len(tasks) == 1 else ""
    known = Known(file, results, task, time, Samples())
    return _log(known, "", (), Rows(), no_samples(file, tasks))


def _scored(known: Known, wanted: Wanted) -> Log:
    """Choose a score, and of several filters one."""
    file, results, task, _, samples = known
    names = (*samples.numbers, *samples.blanks)
    asked = wanted if wanted.score is None else Wanted(wanted.score.partition(",")[0])
    if asked.score is not None and asked.score not in names:
        filtered = [f"{m},{f}" for m in names for f in _several(results.filters_of(task, m))]
        chosen_score(wanted, (*names, *filtered), (), file.name)
    own = (score for first, score in OF_TASK.items() if task.startswith(first))
    defaults = tuple(name for name in (*own, *DEFAULTS) if name in samples.numbers)
    metric = chosen_score(asked, names, (*defaults, *DEFAULTS, names[0]), file.name)
    stated = results.filters_of(task, metric)
    filters = Filters(samples, stated)
    of_filter = {f"{metric},{name}": rows for name, rows in filters.places.items()}
    if not filters.several:
        fuller = {f"{metric},{name}" for name in filters.named(stated)}
        called = wanted.score if wanted.score in fuller else metric
        of_filter = {called: next(iter(filters.places.values()))}
    choices = (*of_filter, *(name for name in names if name != metric))
    score = next(iter(of_filter))
    if wanted.score is not None and "," in wanted.score:
        score = chosen_score(wanted, choices, (), file.name)
    notes = (unnamed(file, filters, score),) if filters.unnamed else ()
    return _log(known, score, choices, samples.rows(metric, of_filter[score]), *notes)


def _every_document(samples: Samples) -> Rows:
    """Return each document once, without a score."""
    first = {item: place for place, item in reversed(list(enumerate(samples.items)))}
    return samples.rows("", sorted(first.values()))


def _rows(file: LogFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rows with their places: of JSON lines, or of the one array of versions up to 0.4.2."""
    if FIRST_ARRAY.match(file.head):
        for number, value in enumerate(json_document(file), start=1):
            yield f"element {number}", as_object(value, f"element {number}")
        return
    for line, row in json_lines(file):
        yield f"line {line}", row


def _several(filters: tuple[str, ...]) -> tuple[str, ...]:
    """Return filters where there are several."""
    return filters if len(filters) > 1 else ()


def _log(known: Known, score: str, names: tuple[str, ...], rows: Rows, *notes: Caution) -> Log:
    """Put the log together."""
    file, results, task, time, _ = known
    higher = results.of_task("higher_is_better", task).get(score.partition(",")[0])
    planned = results.of_task("n-samples", task).get("original")
    return Log(
        source=file.name,
        format=READER.name,
        model=results.model or folder_of(file),
        task=task,
        run=time,
        score=score,
        scores=names,
        planned=planned if isinstance(planned, int) else None,
        version=version_of(results.part("versions").get(task)),
        headline=results.headline(task, score),
        groups=results.groups(task, score),
        higher_is_better=higher is not False,
        model_metadata=results.settings(task),
        notes=(*notes, *of_results(file, results)),
        **rows.columns(),
    )


def _task_and_time(file: LogFile, results: Results) -> tuple[str, str]:
    """Return task and time: of the name, or the task of the results that ends the name."""
    name = file.bare
    if matched := SAMPLES.fullmatch(name):
        return matched["task"], matched["time"]
    stem = name.partition(".jsonl")[0]
    tasks = results.whole.get("results")
    known = [task for task in tasks if stem.endswith(task)] if isinstance(tasks, dict) else []
    return max(known, key=len, default=stem), ""


READER = HarnessReader(
    name="lm-eval",
    recognised_by="samples_*.jsonl with doc_id, doc and resps; results_*.json beside it, and "
    "without samples is named",
    model="model_name of the results, else pretrained= of its arguments, else the folder, "
    "which is said",
    item="doc_id, checked by the document's text",
    run="time in the file's name",
    score="one number of a row's metrics, by default the first there is of "
    + ", ".join(DEFAULTS)
    + ", of leaderboard tasks the leaderboard's"
    + "; where there are several filters the first, or 'metric,filter'; rows that name no score "
    "are left without one",
    recognise=recognise,
    read=read,
)
