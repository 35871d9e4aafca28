"""lm-evaluation-harness: samples files of versions 0.4.0 and later, with their results files."""

import math
import re
from collections.abc import Iterator
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import json_fingerprint, name_field, version_of
from parallaxis.io.harness.lm_eval_results import (
    SAMPLES,
    Results,
    folder_of,
    is_results,
    results_of,
)
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    as_object,
    chosen_score,
    json_document,
    json_lines,
)
from parallaxis.logs import FINGERPRINT, Log, Rows, fingerprint

DEFAULTS = ("acc", "exact_match", "prompt_level_strict_acc", "acc_norm", "mc2", "f1", "pass@1")
OF_TASK = {  # the score of Open LLM Leaderboard v2, by the first letters of a task
    "leaderboard_bbh": "acc_norm",
    "leaderboard_gpqa": "acc_norm",
    "leaderboard_musr": "acc_norm",
    "leaderboard_mmlu_pro": "acc",
    "leaderboard_ifeval": "prompt_level_strict_acc",
    "leaderboard_math": "exact_match",
}
ANSWERS = frozenset(  # keys of a document that hold its right answer
    ("answer", "answers", "answer_text", "answer_key", "answerkey", "answer_index", "target",
     "targets", "label", "gold", "gold_index", "gold_label", "correct", "correct_answer",
     "correct_answers", "best_answer", "solution", "ideal", "reference", "references", "output",
     "mc1_targets", "mc2_targets")
)  # fmt: skip
TRUTH = {"True": 1.0, "False": 0.0}  # as some tasks write scores
NO_SCORES = frozenset(["bypass"])  # a stand-in of 999
FIRST_ARRAY = re.compile(rb"\s*\[")
NOT_METRICS = frozenset(
    [
        "doc_id",
        "doc",
        "target",
        "arguments",
        "resps",
        "filtered_resps",
        "filter",
        "metrics",
        "doc_hash",
        "prompt_hash",
        "target_hash",
    ]
)


def recognise(file: LogFile) -> Role | None:
    """Samples hold documents with identifiers and responses; results stand beside them."""
    head = file.head
    if b'"doc_id"' in head and b'"doc"' in head and b'"resps"' in head:
        return "log"
    if SAMPLES.fullmatch(file.parts[-1]):
        return "log"
    return "beside" if is_results(file) else None


class Filters:
    """Rows of one metric by filter; where filters are not named, a document that comes again.

    `named` are those that the results name: with one alone, a document that comes again is a copy.
    """

    def __init__(self, metric: str, named: tuple[str, ...]) -> None:
        self.metric = metric
        self.named = named
        self.rows: dict[str, Rows] = {}
        self._times: dict[str, int] = {}

    def add(self, row: dict[str, Any], place: str) -> None:
        """Add one row of the file."""
        item, named = name_field(row, "doc_id", place), row.get("filter")
        if named is None:
            time = self._times[item] = self._times.get(item, 0) + 1
            name = f"filter {1 if len(self.named) == 1 else time}"
        else:
            name = str(named)
        value = as_number(_read_truth(row.get(self.metric)), f"{place}, {self.metric}")
        self.rows.setdefault(name, Rows()).add(
            item,
            value,
            kind="unscored" if math.isnan(value) else "scored",
            text=_question(row.get("doc"), place),
            target=fingerprint(str(row.get("target", ""))),
            prompt=str(row.get("prompt_hash", ""))[:FINGERPRINT],
        )

    def by_score(self) -> dict[str, Rows]:
        """Return the rows by the name of their score, with the filters' names where known."""
        if len(self.rows) == 1:
            return {self.metric: next(iter(self.rows.values()))}
        unnamed = next(iter(self.rows), "").startswith("filter ")
        if unnamed:
            self._refuse_uneven()
        filters = self.named if unnamed and len(self.named) == len(self.rows) else tuple(self.rows)
        found = dict(zip(filters, self.rows.values(), strict=True))
        order = [*(name for name in self.named if name in found), *found]  # whatever that of rows
        return {f"{self.metric},{name}": found[name] for name in order}

    def _refuse_uneven(self) -> None:
        """Refuse documents of which it cannot be told which filter's rows are there."""
        most = max(self._times.values(), default=0)
        for item, time in self._times.items():
            if time < most:
                raise FormatError(
                    f"document {item!r} comes {time} times and others {most} times, as if under "
                    "filters that are not named; which row is of which cannot be told: remove "
                    "rows that came twice, or get the log anew."
                )


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one samples file: one model on one task in one run."""
    results = results_of(file)
    task, time = _task_and_time(file, results)
    metrics = _metrics(file)
    if not metrics:
        yield _log(file, results, (task, time), wanted, {})
        return
    asked = wanted if wanted.score is None else Wanted(wanted.score.partition(",")[0])
    own = (score for first, score in OF_TASK.items() if task.startswith(first))
    if asked.score is not None and asked.score not in metrics:
        filtered = [f"{m},{f}" for m in metrics for f in _several(results.filters_of(task, m))]
        chosen_score(wanted, (*metrics, *filtered), (), file.name)
    metric = chosen_score(asked, metrics, (*own, *DEFAULTS, metrics[0]), file.name)
    filters = Filters(metric, results.filters_of(task, metric))
    for place, row in _rows(file):
        filters.add(row, place)
    found = filters.by_score()
    others = {name: Rows() for name in metrics if name != metric}
    yield _log(file, results, (task, time), wanted, found | others)


def _rows(file: LogFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rows with their places: of JSON lines, or of the one array of versions up to 0.4.2."""
    if FIRST_ARRAY.match(file.head):
        for number, value in enumerate(json_document(file), start=1):
            yield f"element {number}", as_object(value, f"element {number}")
        return
    for line, row in json_lines(file):
        yield f"line {line}", row


def _metrics(file: LogFile) -> tuple[str, ...]:
    """Return the names of the scores of the first row that are single numbers."""
    place, row = next(_rows(file), ("", {}))
    if not place:
        raise FormatError("holds no row; it may be cut: get the log anew.")
    name_field(row, "doc_id", place)
    listed = row.get("metrics")
    names = listed if isinstance(listed, list) else [key for key in row if key not in NOT_METRICS]
    names = [name for name in names if isinstance(name, str)]
    numbers = (name for name in names if _is_number(row.get(name)))
    return tuple(name for name in numbers if name not in NO_SCORES)


def _question(document: Any, place: str) -> str:
    """Return the fingerprint of a document without its right answer, which may be revised."""
    if isinstance(document, dict):
        asked = {key: value for key, value in document.items() if key.lower() not in ANSWERS}
        document = asked or document
    return json_fingerprint(document, place)


def _read_truth(value: Any) -> Any:
    """Return true and false that are written as text as numbers, and all else as it is."""
    return TRUTH.get(value, value) if isinstance(value, str) else value


def _is_number(value: Any) -> bool:
    """Say whether a score is a single number, or true or false as text."""
    return isinstance(value, bool | int | float) or (isinstance(value, str) and value in TRUTH)


def _several(filters: tuple[str, ...]) -> tuple[str, ...]:
    """Return filters where there are several."""
    return filters if len(filters) > 1 else ()


def _log(
    file: LogFile,
    results: Results,
    named: tuple[str, str],
    wanted: Wanted,
    found: dict[str, Rows],
) -> Log:
    """Put the log together; without rows where no score is a single number."""
    (task, time), names = named, tuple(found)
    score = ""
    if found:
        filled = tuple(name for name, rows in found.items() if len(rows))
        score = wanted.score if wanted.score in filled else filled[0]
        if wanted.score is not None and "," in wanted.score:
            score = chosen_score(wanted, names, (), file.name)
    rows = found.get(score, Rows()).columns()
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
        higher_is_better=higher is not False,
        model_metadata=results.settings,
        notes=tuple(_notes(file, results, task, found)),
        **rows,
    )


def _notes(file: LogFile, results: Results, task: str, found: dict[str, Rows]) -> Iterator[Caution]:
    """Say that a task has no score that is one number, and where the model's name is from."""
    if not found:
        text = f"no score of {task!r} is a single number for each item; it is left out."
        yield Caution("no_single_score", f"{file.name}: {text}")
    if not results.model:
        text = (
            f"{file.name}: no results file beside it names the model, which is called "
            f"{folder_of(file)!r} after its folder; so would be any other in it. Put "
            "results_<time>.json beside it, or each model into a folder of its own."
        )
        yield Caution("model_named_by_folder", text)


def _task_and_time(file: LogFile, results: Results) -> tuple[str, str]:
    """Return task and time: of the name, or the task of the results that ends the name."""
    name = file.parts[-1]
    if matched := SAMPLES.fullmatch(name):
        return matched["task"], matched["time"]
    stem = name.partition(".jsonl")[0]
    tasks = results.whole.get("results")
    known = [task for task in tasks if stem.endswith(task)] if isinstance(tasks, dict) else []
    return max(known, key=len, default=stem), ""


READER = HarnessReader(
    name="lm-eval",
    recognised_by="samples_*.jsonl with doc_id, doc and resps; results_*.json beside it",
    model="model_name of the results, else pretrained= of its arguments, else the folder, "
    "which is said",
    item="doc_id, checked by the document's text",
    run="time in the file's name",
    score="one number of a row's metrics, by default the first there is of "
    + ", ".join(DEFAULTS)
    + ", of leaderboard tasks the leaderboard's"
    + "; where there are several filters the first, or 'metric,filter'",
    recognise=recognise,
    read=read,
)
