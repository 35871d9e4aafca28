"""Every Eval Ever: the aggregate beside the samples, with figures and what is said of the data."""

import re
from typing import Any, NamedTuple

from parallaxis.io.harness.json_fields import (
    name_field,
    number_of,
    object_field,
    objects_field,
    version_of,
)
from parallaxis.io.harness.reading import LogFile, object_beside
from parallaxis.logs import Headline

SAMPLES = re.compile(r"(?P<stem>.+)_samples\.jsonl")
SEPARATORS = "#/:._- "
MOST_LINES = 2**53
PERCENT = (0.0, 100.0)
VERSIONS = ("dataset_version", "version", "dataset_revision", "revision", "hf_revision")


class Aggregate(NamedTuple):
    """What the aggregate says of one evaluation and metric."""

    headline: Headline | None
    lower_is_better: bool
    bounds: tuple[float, float] | None
    version: str = ""

    def as_share(self) -> "Aggregate":
        """Return an aggregate in percent in the unit of answers that are shares."""
        if self.bounds != PERCENT:
            return self
        stated = self.headline
        share = None if stated is None else Headline(stated.value / 100.0, stated.source)
        return self._replace(headline=share, bounds=(0.0, 1.0))


NOTHING = Aggregate(None, lower_is_better=False, bounds=None)


def metric_of(row: dict[str, Any], known: tuple[str, str], place: str) -> str:
    """Return the name of the metric: what the result's name adds to those of run and task."""
    name = name_field(row, "evaluation_result_id", place, "")
    for one in known:
        rest = name.removeprefix(one)
        if not rest or rest[0] in SEPARATORS:
            name = rest.lstrip(SEPARATORS)
    return name or "score"


def aggregates_of(file: LogFile) -> tuple[dict[tuple[str, str], Aggregate], int]:
    """Return what the aggregate beside says, by evaluation and metric, and of how many lines.

    Where it does not count the lines their number is 0.
    """
    matched = SAMPLES.fullmatch(file.bare)
    beside = file.beside(f"{matched['stem']}.json") if matched else None
    if beside is None:
        return {}, 0
    whole = object_beside(beside)
    run = name_field(whole, "evaluation_id", beside.name, "")
    found = {}
    for place, result in objects_field(whole, "evaluation_results", beside.name):
        task = name_field(result, "evaluation_name", place)
        found[task, metric_of(result, (run, task), place)] = _aggregate(result, place, beside.name)
    lines = whole.get("detailed_evaluation_results")
    total = number_of(lines, "total_rows") if isinstance(lines, dict) else None
    return found, int(total) if total and 0.0 < total <= MOST_LINES else 0


def _aggregate(result: dict[str, Any], place: str, source: str) -> Aggregate:
    """Return headline, direction, bounds and version of one result."""
    value = number_of(object_field(result, "score_details", place), "score")
    config = object_field(result, "metric_config", place)
    low, high = number_of(config, "min_score"), number_of(config, "max_score")
    return Aggregate(
        headline=None if value is None else Headline(value, source),
        lower_is_better=config.get("lower_is_better") is True,
        bounds=None if low is None or high is None else (low, high),
        version=_version(result.get("source_data")),
    )


def _version(source: Any) -> str:
    """Return version or revision of the data, as the source or what is added to it has it."""
    if not isinstance(source, dict):  # a list of addresses in older files
        return ""
    added = source.get("additional_details")
    said = (added if isinstance(added, dict) else {}) | source
    return version_of(*map(said.get, VERSIONS))
