"""SWE-bench: run reports, reports of instances, and the lists and details of submissions."""

import math
import re
from collections.abc import Iterator
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    as_object,
    chosen_score,
    json_document,
)
from parallaxis.io.harness.swe_bench_instances import against_instances
from parallaxis.io.harness.swe_bench_lists import (
    Outcome,
    ids_of,
    run_outcomes,
    submission_outcomes,
)
from parallaxis.io.harness.swe_bench_names import (
    REPORT,
    SPLITS,
    SUBMITTED,
    Named,
    is_instance,
    is_placed,
    is_summed_up,
    of_folders,
    of_name,
)
from parallaxis.logs import Headline, Log, Rows

RESOLVED = "resolved"
COSTS = ("cost", "api_calls")  # of an instance, in the details of a submission
MAX_COUNT = 10**9
JSON = re.compile(r"\.json$")
LIST = re.compile(
    rb'"(?:no_generation|no_logs|none|generated|with_logs|applied|resolved)"\s*:\s*\['
)
FIRST_LIST = re.compile(rb'\s*\{\s*"\w+"\s*:\s*\[')
INSTANCE = re.compile(rb'"[\w.-]+__[\w.-]+-\d+"')
FIRST_OBJECT = re.compile(rb'\s*\{\s*"[^"\\]+"\s*:\s*\{')


def recognise(file: LogFile) -> Role | None:
    """Run reports count instances; others list instances, or hold an object for each."""
    if is_instance(file):
        return "beside" if is_summed_up(file) else "log"
    if not JSON.search(file.bare):
        return None
    known = _names_instances(file) or (is_placed(file) and is_broken(file))
    return "log" if known else None


def _names_instances(file: LogFile) -> bool:
    """Tell whether a file counts instances, lists them, or has an object for each."""
    head = file.head
    if b'"resolved_instances"' in head and b'"submitted_instances"' in head:
        return True
    if FIRST_LIST.match(head):
        named = len(set(LIST.findall(head))) > 1 or bool(INSTANCE.search(head))
        return named and bool(LIST.search(head))
    if not (FIRST_OBJECT.match(head) and b'"resolved"' in head):
        return False
    return b'"api_calls"' in head or (file.bare == REPORT and b'"patch_' in head)


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one file: one model in one run; a report of an instance is one row of it."""
    document = as_object(json_document(file), "the file")
    if "resolved_ids" in document or "submitted_instances" in document:
        yield _run_report(file, wanted, document)
    elif RESOLVED in document or any(isinstance(value, list) for value in document.values()):
        yield _submission(file, wanted, document)
    else:
        yield _instances(file, wanted, document)


def _run_report(file: LogFile, wanted: Wanted, document: dict[str, Any]) -> Log:
    """Read the report of a run: its rate is over all instances, whether submitted or not."""
    outcomes = run_outcomes(document)
    total, resolved = (_count(document, f"{word}_instances") for word in ("total", "resolved"))
    headline = None if not total or resolved is None else Headline(resolved / total, file.name)
    named, notes = of_name(file)
    never = sum(kind == "not_run" for _, kind in outcomes.values())
    if never:
        text = (
            f"{file.name}: {never} of {len(outcomes)} instances were never submitted; SWE-bench "
            "counts them as not resolved."
        )
        notes = (*notes, Caution("never_submitted", text))
    strangers = [name for name in ids_of(document, "submitted_ids") if name not in outcomes]
    if strangers:
        text = (
            f"{file.name}: {len(strangers)} instances that were submitted are not of the dataset "
            f"and are left out, such as {strangers[0]!r}."
        )
        notes = (*notes, Caution("left_out_of_report", text))
    notes = (*notes, *against_instances(file, named, outcomes))
    return _log(file, wanted, named, outcomes, planned=total, headline=headline, notes=notes)


def _submission(file: LogFile, wanted: Wanted, document: dict[str, Any]) -> Log:
    """Read the lists of a submission, or of a report before version 2."""
    outcomes, whole = submission_outcomes(document)
    named, notes = (of_folders(file), ()) if file.bare in SUBMITTED else of_name(file)
    planned = SPLITS.get(named.task)
    if not whole:
        of = "" if planned is None else f" of {planned}"
        text = (
            f"{file.name}: names {len(outcomes)} instances{of}; those in none of its lists failed, "
            "and which they are is not in it."
        )
        notes = (*notes, Caution("passes_only", text))
    return _log(file, wanted, named, outcomes, planned=planned, notes=notes)


def _instances(file: LogFile, wanted: Wanted, document: dict[str, Any]) -> Log:
    """Read an object that has an object for each instance."""
    objects = {name: as_object(value, repr(name)) for name, value in document.items()}
    first = next(iter(objects.values()), {})
    scores = (RESOLVED, *(name for name in COSTS if name in first))
    score = chosen_score(wanted, scores, (RESOLVED,), file.name)
    outcomes = {name: _outcome(value, score, name) for name, value in objects.items()}
    named = of_folders(file)
    notes: tuple[Caution, ...] = ()
    if file.bare == REPORT:
        text = (
            f"model {named.model!r}, run {named.run!r}: read from reports of instances without a "
            "report of the run; instances that ended in an error have none."
        )
        notes = (Caution("instance_reports_only", text),)
    planned = SPLITS.get(named.task)
    return _log(file, wanted, named, outcomes, scores=scores, planned=planned, notes=notes)


def _outcome(value: dict[str, Any], score: str, name: str) -> Outcome:
    """Return what became of one instance."""
    place = f"{name!r}, {score}"
    if score not in value:
        raise FormatError(f"{place} is not there; the file may be cut: get it anew.")
    number = as_number(value[score], place)
    if math.isnan(number):
        return number, "unscored"
    if math.isinf(number) or (score == RESOLVED and number not in {0.0, 1.0}):
        raise FormatError(f"{place} is {value[score]!r:.60}, which it cannot be.")
    if score == RESOLVED and number == 0.0:
        if value.get("patch_is_None") is True or value.get("patch_exists") is False:
            return number, "unparsed"
        if value.get("patch_successfully_applied") is False:
            return number, "error"
    return number, "scored"


def _log(
    file: LogFile,
    wanted: Wanted,
    named: Named,
    outcomes: dict[str, Outcome],
    *,
    scores: tuple[str, ...] = (RESOLVED,),
    planned: int | None = None,
    headline: Headline | None = None,
    notes: tuple[Caution, ...] = (),
) -> Log:
    """Put the log together, instances in the order of their ids."""
    score = chosen_score(wanted, scores, (RESOLVED,), file.name)
    if not outcomes:
        raise FormatError("names no instance; the file may be cut: get it anew.")
    rows = Rows()
    for name in sorted(outcomes):
        value, kind = outcomes[name]
        rows.add(name, value, kind=kind)
    return Log(
        source=file.name,
        format=READER.name,
        **named._asdict(),
        score=score,
        scores=scores,
        part=file.bare == REPORT,
        planned=planned,
        headline=headline,
        higher_is_better=score == RESOLVED,
        bounds=(0.0, 1.0) if score == RESOLVED else None,
        notes=notes,
        **rows.columns(),
    )


def _count(document: dict[str, Any], key: str) -> int | None:
    """Return a count of a report, if it has it."""
    value = document.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COUNT:
        raise FormatError(f"{key} is {value!r:.60}, where a number of instances is expected.")
    return value


READER = HarnessReader(
    name="swe-bench",
    recognised_by="<model>.<run_id>.json with submitted_instances and resolved_ids; results.json "
    "with lists such as resolved and no_generation; report.json below run_evaluation or "
    "per_instance_details.json with an object with resolved for each instance",
    model="the name before the run id, or the folder of the model or submission",
    item="instance_id",
    run="run id in the file's name, or the folder below run_evaluation",
    score="resolved, over all instances of the dataset; also cost and api_calls of details",
    recognise=recognise,
    read=read,
)
