"""SWE-bench: the report of a run against the reports of its instances below it."""

from collections.abc import Iterator, Mapping, Sequence

from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.io.harness.reading import LogFile, as_object, json_document
from parallaxis.io.harness.swe_bench_lists import Outcome
from parallaxis.io.harness.swe_bench_names import REPORT, Named

LISTED = 5  # instances that a caution names


def against_instances(
    file: LogFile, named: Named, outcomes: Mapping[str, Outcome]
) -> Iterator[Caution]:
    """Say where the reports of instances contradict the report of the run, whose word is kept.

    Reports that cannot be read are named as well; where there are none, nothing is said.
    """
    contradicting, broken = [], []
    for report in _reports(file, named):
        try:
            found = _resolved(report)
        except InputError:
            broken.append(report.name)
            continue
        for name, resolved in found.items():
            if resolved is not (outcomes.get(name, (0.0,))[0] == 1.0):
                contradicting.append(name)
    if contradicting:
        text = (
            f"{file.name}: {len(contradicting)} instances have reports of their own that say the "
            f"opposite of the run's ({_listed(contradicting)}); the report of the run is kept. "
            "Make it anew if they are of the same run."
        )
        yield Caution("instances_contradict_report", text)
    if broken:
        text = (
            f"{file.name}: {len(broken)} reports of its instances cannot be read "
            f"({_listed(broken)}); the report of the run is kept."
        )
        yield Caution("broken_instance_reports", text)


def _reports(file: LogFile, named: Named) -> Iterator[LogFile]:
    """Yield the reports of the instances of a run, in the order of their folders."""
    folder = file.path.parent / "logs" / "run_evaluation" / named.run / named.model
    if not (named.run and folder.is_dir()):
        return
    for instance in sorted(folder.iterdir()):
        if report := file.at(instance / REPORT):
            yield report


def _resolved(report: LogFile) -> dict[str, bool]:
    """Return whether each instance of a report is resolved, those that it says it of."""
    whole = as_object(json_document(report), "the file")
    objects = {name: as_object(value, repr(name)) for name, value in whole.items()}
    stated = {name: value.get("resolved") for name, value in objects.items()}
    found = {name: value for name, value in stated.items() if isinstance(value, bool)}
    if not found:
        raise InputError("says of no instance whether it is resolved.")
    return found


def _listed(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = f" and {len(names) - LISTED:,} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
