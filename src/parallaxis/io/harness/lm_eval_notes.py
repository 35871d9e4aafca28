"""lm-evaluation-harness: what is said of a samples file and of its results."""

from collections.abc import Iterator

from parallaxis.cautions import Caution
from parallaxis.io.harness.lm_eval_filters import Filters
from parallaxis.io.harness.lm_eval_results import Results, folder_of, tasks_without_samples
from parallaxis.io.harness.reading import LogFile

SHOWN = 3  # tasks that a note names


def no_samples(file: LogFile, tasks: list[str]) -> Caution:
    """Say that results are all that there is of a run."""
    text = (
        f"{file.name}: has figures of {len(tasks)} tasks, {_listed(tasks)}, and no samples file of "
        "its time is beside it; run with --log_samples, put the samples back, or take it out of "
        "the folder."
    )
    return Caution("no_samples", text)


def unnamed(file: LogFile, filters: Filters, score: str) -> Caution:
    """Say that rows do not name their filters, and which is read."""
    listed = ", ".join(map(repr, filters.places))
    text = (
        f"{file.name}: has {len(filters.places)} rows of each document, under filters that the "
        f"rows do not name; in the order of the rows they are taken to be {listed}, and {score!r} "
        "is read."
    )
    return Caution("unnamed_filters", text)


def of_results(file: LogFile, results: Results) -> Iterator[Caution]:
    """Say which tasks the results have without samples, and whether they name the model."""
    if tasks := tasks_without_samples(file, results):
        text = (
            f"{results.source}: has figures of {len(tasks)} tasks of which no samples file is "
            f"beside it, {_listed(tasks)}; they are not on the board."
        )
        yield Caution("tasks_without_samples", text)
    if not results.model:
        text = (
            f"{file.name}: no results file beside it names the model, which is called "
            f"{folder_of(file)!r} after its folder; so would be any other in it. Put "
            "results_<time>.json beside it, or each model into a folder of its own."
        )
        yield Caution("model_named_by_folder", text)


def _listed(tasks: list[str]) -> str:
    """Return the first tasks by name."""
    return "such as " + ", ".join(f"{task!r:.80}" for task in tasks[:SHOWN])
