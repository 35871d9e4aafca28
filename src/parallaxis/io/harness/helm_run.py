"""What stands beside the statistics of a HELM run: specification, questions, summary figures."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.helm_stats import mean, named
from parallaxis.io.harness.json_fields import version_of
from parallaxis.io.harness.reading import (
    LogFile,
    as_object,
    blaming,
    json_elements,
    object_beside,
)
from parallaxis.logs import Headline, fingerprint

NOT_TASK = frozenset(["model", "model_deployment", "data_augmentation"])
VERSIONS = ("version", "revision", "dataset_revision")  # among the arguments of a scenario
PARTS = ("sub_split", "perturbation")  # of questions, with figures of their own


@dataclass
class Run:
    """What the run's own specification says of it.

    Attributes
    ----------
    model : str
    task : str
        Scenario with the arguments that are not about the model.
    run : str
        Suite, and how questions were perturbed.
    version : str
        Version or revision among the arguments of the scenario, where it has one.
    metadata : mapping of str to str
        What else is said of the model.
    """

    model: str
    task: str
    run: str
    version: str = ""
    metadata: dict[str, str] = field(default_factory=dict)


def run_of(file: LogFile) -> Run:
    """Return model, scenario and suite, of the specification and of the folder's name."""
    beside = file.beside("run_spec.json")
    spec = object_beside(beside) if beside else {}
    adapter = spec.get("adapter_spec")
    adapter = adapter if isinstance(adapter, dict) else {}
    folder = file.path.absolute().parent
    name = _named(spec, "name") or folder.name
    scenario, _, listed = name.partition(":")
    arguments = dict(one.partition("=")[::2] for one in listed.split(",") if one)
    kept = ",".join(f"{k}={v}" for k, v in arguments.items() if k not in NOT_TASK)
    augmented = arguments.get("data_augmentation")
    deployment = _named(adapter, "model_deployment")
    return Run(
        model=_named(adapter, "model") or arguments.get("model") or folder.name,
        task=f"{scenario}:{kept}" if kept else scenario,
        run=folder.parent.name + (f",data_augmentation={augmented}" if augmented else ""),
        version=_version(spec),
        metadata={"model_deployment": deployment} if deployment else {},
    )


def _version(spec: dict[str, Any]) -> str:
    """Return what the scenario's arguments say of the version of its questions."""
    scenario = spec.get("scenario_spec")
    arguments = scenario.get("args") if isinstance(scenario, dict) else None
    return version_of(*map(arguments.get, VERSIONS)) if isinstance(arguments, dict) else ""


def _named(whole: dict[str, Any], key: str) -> str:
    """Return the text under a key; none where there is no text."""
    found = whole.get(key)
    return found if isinstance(found, str) else ""


def texts_of(file: LogFile, split: str) -> dict[str, tuple[str, str]]:
    """Return fingerprints of question and right answers of a split by instance, where known."""
    found: dict[str, tuple[str, str]] = {}
    for source, number, instance in _instances(file):
        if instance.get("perturbation") is None and (instance.get("split") or "") == split:
            place = f"{source}, element {number}"
            question = _text(instance.get("input"), f"{place}, input")
            right = _right(instance.get("references"), f"{place}, references")
            found.setdefault(str(instance.get("id")), (fingerprint(question), fingerprint(right)))
    return found


def _instances(file: LogFile) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield the instances of a run: of their own file, else of the requests'."""
    if beside := file.beside("instances.json"):
        with blaming(beside):
            for number, row in json_elements(beside):
                yield beside.name, number, row
    elif beside := file.beside("scenario_state.json"):
        with blaming(beside):
            for number, row in json_elements(beside, under="request_states"):
                place = f"{beside.name}, element {number}, instance"
                yield beside.name, number, as_object(row.get("instance"), place)


def _text(value: Any, place: str) -> str:
    """Return the text of an input or output: an object of newer versions, bare in old ones."""
    text = value.get("text", "") if isinstance(value, dict) else value
    if not isinstance(text, str):
        raise FormatError(f"{place} is {value!r:.60}, where a text is expected.")
    return text


def _right(references: Any, place: str) -> str:
    """Return the texts of the references that are tagged as correct."""
    if not isinstance(references, list):
        raise FormatError(f"{place} is {type(references).__name__}, where a list is expected.")
    right = []
    for reference in references:
        tags = as_object(reference, place).get("tags")
        if isinstance(tags, list) and "correct" in tags:
            right.append(_text(reference.get("output"), place))
    return "\n".join(right)


def headline_of(file: LogFile, key: tuple[str, str]) -> Headline | None:
    """Return the figure of stats.json: the mean over trials of the means over questions."""
    beside = file.beside("stats.json")
    if beside is None:
        return None
    with blaming(beside):
        for number, stat in json_elements(beside):
            place = f"{beside.name}, element {number}"
            if named(stat, place) == key and not any(stat["name"].get(part) for part in PARTS):
                value = mean(stat, place)
                return None if math.isnan(value) else Headline(value, beside.name)
    return None
