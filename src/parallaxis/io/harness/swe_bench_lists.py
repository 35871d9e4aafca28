"""SWE-bench's lists of instance ids: what each list says of the instances in it."""

from collections.abc import Iterable
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.logs import Kind

Outcome = tuple[float, Kind]

RUN_LISTS: dict[str, Outcome] = {
    "resolved_ids": (1.0, "scored"),
    "unresolved_ids": (0.0, "scored"),
    "empty_patch_ids": (0.0, "unparsed"),
    "error_ids": (0.0, "error"),
    "incomplete_ids": (0.0, "not_run"),
}
# Lists of versions before 2 and of submissions overlap: the first that names an instance decides.
SUBMISSION_LISTS: dict[str, Outcome] = {
    "resolved": (1.0, "scored"),
    "no_generation": (0.0, "unparsed"),
    "none": (0.0, "unparsed"),
    "no_logs": (0.0, "error"),
    "no_apply": (0.0, "unparsed"),
    "install_fail": (0.0, "error"),
    "reset_failed": (0.0, "error"),
    "test_errored": (0.0, "error"),
    "test_timeout": (0.0, "timeout"),
    "applied": (0.0, "scored"),
    "generated": (0.0, "error"),
}
NEVER_RESOLVED = ("no_generation", "none", "no_logs", "no_apply")
TIMED_OUT = "tests_timed_out"  # a reason of failure_reasons


def ids_of(document: dict[str, Any], key: str) -> list[str]:
    """Return the ids of a list, each once; none where there is no such list.

    Raises
    ------
    FormatError
        It is no list of names.
    """
    listed = document.get(key, [])
    if not isinstance(listed, list):
        raise FormatError(
            f"{key} is {type(listed).__name__}, where a list of instance ids is expected."
        )
    for place, value in enumerate(listed, start=1):
        if not isinstance(value, str) or not value:
            raise FormatError(f"{key}, element {place} is {value!r:.60}: no instance id.")
    return list(dict.fromkeys(listed))


def run_outcomes(document: dict[str, Any]) -> dict[str, Outcome]:
    """Return the outcome of each instance of a run report, whose lists must not overlap.

    Instances whose failure the harness puts down to the environment, wholly or perhaps, are errors
    or timeouts, though it counts them as 0 like all that are not resolved.

    Raises
    ------
    FormatError
        A list is missing or broken, or two lists contradict each other.
    """
    for key in ("resolved_ids", "unresolved_ids"):
        if key not in document:
            raise FormatError(f"has no {key}; the run report may be cut: make it anew.")
    found: dict[str, Outcome] = {}
    first: dict[str, str] = {}
    for key, outcome in RUN_LISTS.items():
        for instance in ids_of(document, key):
            _refuse_both(instance, first.setdefault(instance, key), key)
            found[instance] = outcome
    suspects = [
        name
        for key in ("infra_failure_ids", "ambiguous_failure_ids")
        for name in ids_of(document, key)
    ]
    return found | _environment(document, suspects, found)


def _environment(
    document: dict[str, Any], suspects: Iterable[str], found: dict[str, Outcome]
) -> dict[str, Outcome]:
    """Return the outcomes of instances that failed, or may have, for no fault of the patch."""
    reasons = document.get("failure_reasons", {})
    if not isinstance(reasons, dict):
        raise FormatError(
            f"failure_reasons is {type(reasons).__name__}, where an object is expected."
        )
    return {
        name: (0.0, "timeout" if reasons.get(name) == TIMED_OUT else "error")
        for name in suspects
        if found.get(name) in {(0.0, "scored"), (0.0, "error")}
    }


def submission_outcomes(document: dict[str, Any]) -> tuple[dict[str, Outcome], bool]:
    """Return the outcome of each instance that is named, and whether all that failed are.

    Raises
    ------
    FormatError
        There is no list of what was resolved, a list is broken, or two contradict each other.
    """
    if "resolved" not in document:
        raise FormatError("has no list 'resolved'; it may be cut: get it anew.")
    lists = {key: ids_of(document, key) for key in SUBMISSION_LISTS if key in document}
    resolved = set(lists["resolved"])
    for key in NEVER_RESOLVED:
        for instance in lists.get(key, []):
            if instance in resolved:
                _refuse_both(instance, "resolved", key)
    found: dict[str, Outcome] = {}
    for key, names in lists.items():
        graded = key == "generated" and "applied" not in lists
        outcome: Outcome = (0.0, "scored") if graded else SUBMISSION_LISTS[key]
        for instance in names:
            found.setdefault(instance, outcome)
    return found, "generated" in lists


def _refuse_both(instance: str, first: str, second: str) -> None:
    """Refuse an instance that two lists claim."""
    if first != second:
        raise FormatError(
            f"{instance!r} is in {first} and in {second}, which contradict each other; make the "
            "report anew."
        )
