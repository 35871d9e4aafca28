"""What an Inspect log says of the run as a whole."""

import json
import math
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import version_of
from parallaxis.io.harness.reading import as_number, as_object
from parallaxis.logs import Headline, Identity

VERSION = 2
MEANS = ("accuracy", "mean")  # metrics that are the mean of the scores
AVERAGED = (None, "mean")  # reducers that average the repeats of an item
NOT_SETTINGS = frozenset(["max_connections", "max_retries", "timeout", "attempt_timeout"])


class Header(NamedTuple):
    """The parts of a log's header, each an object; empty where the log has none."""

    status: str
    invalidated: bool
    spec: dict[str, Any]
    plan: dict[str, Any]
    results: dict[str, Any]

    @property
    def model(self) -> str:
        """Name of the model, with its provider."""
        return _name(self.spec, "model")

    @property
    def task(self) -> str:
        """Name of the task."""
        return _name(self.spec, "task")

    @property
    def run(self) -> str:
        """When the run was begun, in universal time where the log gives a zone."""
        created = self.spec.get("created")
        if not isinstance(created, str):
            return ""
        try:
            time = datetime.fromisoformat(created)
            return time.astimezone(UTC).isoformat() if time.tzinfo else created
        except (ValueError, OverflowError):
            return created

    @property
    def scorers(self) -> tuple[str, ...]:
        """Names of the scorers in the order of the task's plan, or else of the results."""
        planned = _objects(self.spec, "scorers", "eval.scorers")
        names = [one.get("name") for one in planned]
        names += [one.get("scorer") for one in self.scores]
        return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    @property
    def scores(self) -> list[dict[str, Any]]:
        """The summary figures, one object for each score and reducer."""
        return _objects(self.results, "scores", "results.scores")

    @property
    def multiple_choice(self) -> bool:
        """Whether the task puts choices to the model."""
        steps = _objects(self.plan, "steps", "plan.steps")
        return any(str(step.get("solver")).endswith("multiple_choice") for step in steps)

    @property
    def planned(self) -> int | None:
        """Number of items of the data set, before any limit."""
        data = _part(self.spec, "dataset", "eval.dataset")
        samples, ids = data.get("samples"), data.get("sample_ids")
        if isinstance(samples, int) and not isinstance(samples, bool) and samples > 0:
            return samples
        return len(ids) if isinstance(ids, list) and ids else None

    @property
    def version(self) -> str:
        """Version of the task, and name of its data set."""
        data = _part(self.spec, "dataset", "eval.dataset")
        return version_of(self.spec.get("task_version"), data.get("name"))

    def identity(self, ids: Iterable[str | int]) -> Identity:
        """Say whether identifiers name questions: not if they number a data set that was shuffled.

        Inspect numbers from 1 what has no identifiers, after shuffling.
        """
        data = _part(self.spec, "dataset", "eval.dataset")
        seed = _part(self.spec, "config", "eval.config").get("sample_shuffle")
        shuffled = data.get("shuffled") is True or (seed is not None and seed is not False)
        listed = data.get("sample_ids")
        known = listed if isinstance(listed, list) and listed else list(ids)
        numbered = all(isinstance(one, int) and one >= 1 for one in known)
        return "position" if shuffled and numbered else "id"

    def settings(self) -> dict[str, str]:
        """Return what tells runs of one model name apart."""
        arguments = _part(self.spec, "model_args", "eval.model_args")
        generate = _part(self.spec, "model_generate_config", "eval.model_generate_config")
        generate = generate | _part(self.plan, "config", "plan.config")
        kept = {key: value for key, value in generate.items() if key not in NOT_SETTINGS}
        parts = {"model_args": arguments, "generate_config": kept}
        return {name: text for name, part in parts.items() if (text := _written(part))}

    def headline(self, source: str, scorer: str, key: str | None) -> Headline | None:
        """Return the figure that averages one score over repeats and items."""
        name = scorer if key is None else key
        for one in self.scores:
            mine = one.get("scorer") == scorer and one.get("name") == name
            if mine and one.get("reducer") in AVERAGED:
                metrics = _part(one, "metrics", "results.scores.metrics")
                found = next((name for name in MEANS if name in metrics), None)
                if found is not None:
                    place = f"results.scores, {name!r:.60}, {found}"
                    value = as_number(as_object(metrics[found], place).get("value"), place)
                    return Headline(value, source) if math.isfinite(value) else None
        return None


def header_of(whole: dict[str, Any]) -> Header:
    """Return the header of a log, from its header or from what was written at its start.

    Raises
    ------
    FormatError
        It is of another version, or a part of it is missing or of another form.
    """
    version = whole.get("version")
    if version != VERSION:
        raise FormatError(
            f"is an Inspect log of version {version!r:.20}, where {VERSION} can be read; convert "
            "it with 'inspect log convert'."
        )
    return Header(
        str(whole.get("status", "started")),
        whole.get("invalidated") is True,
        _part(whole, "eval", "eval"),
        _part(whole, "plan", "plan"),
        _part(whole, "results", "results"),
    )


def evenly_scored(items: Iterable[str], repeats: Iterable[int], values: Iterable[float]) -> bool:
    """Say whether each item that has scores has equally many repeats."""
    rows = zip(items, repeats, values, strict=True)
    scored = {(item, repeat) for item, repeat, value in rows if not math.isnan(value)}
    counts = Counter(item for item, _ in scored)
    return len(set(counts.values())) <= 1


def _name(spec: dict[str, Any], key: str) -> str:
    """Return a name that must be there."""
    found = spec.get(key)
    if not isinstance(found, str) or not found:
        raise FormatError(f"eval.{key} is {found!r:.60}, where a name is expected.")
    return found


def _part(whole: dict[str, Any], key: str, place: str) -> dict[str, Any]:
    """Return an object that may be missing."""
    found = whole.get(key)
    return {} if found is None else as_object(found, place)


def _objects(whole: dict[str, Any], key: str, place: str) -> list[dict[str, Any]]:
    """Return a list of objects that may be missing."""
    found = whole.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise FormatError(f"{place} is {type(found).__name__}, where a list is expected.")
    return [as_object(one, f"{place}, element {n}") for n, one in enumerate(found, start=1)]


def _written(part: dict[str, Any]) -> str:
    """Return settings as JSON, without what was not set."""
    given = {key: value for key, value in part.items() if value is not None}
    return json.dumps(given, sort_keys=True, ensure_ascii=False) if given else ""
