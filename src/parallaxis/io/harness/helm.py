"""HELM: per_instance_stats.json of a run, with the files that stand beside it."""

import math
import re
from collections.abc import Iterator

from parallaxis.cautions import Caution
from parallaxis.io.harness.helm_run import headline_of, run_of, texts_of
from parallaxis.io.harness.helm_stats import Stats
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    chosen_score,
    json_elements,
)
from parallaxis.logs import Kind, Log, Rows

NAME = re.compile(r"per_instance_stats\.json")
DEFAULTS = (
    "ifeval_strict_accuracy",
    "chain_of_thought_correctness",
    "math_equiv_chain_of_thought",
    "math_equiv",
    "final_number_exact_match",
    "exact_match",
    "quasi_exact_match",
    "exact_set_match",
    "f1_score",
    "rouge_2",
    "bleu_4",
    "RR@10",
    "NDCG@10",
    "omni_math_accuracy",
    "wildbench_score_rescaled",
)
LOWER_IS_BETTER = frozenset(
    [
        "bits_per_byte",
        "perplexity",
        "edit_distance",
        "toxic_frac",
        "max_toxicity",
        "inference_runtime",
        "inference_idealized_runtime",
        "inference_denoised_runtime",
    ]
)
BESIDE = {
    "run_spec.json": b'"adapter_spec"',
    "scenario_state.json": b'"adapter_spec"',
    "instances.json": b'"references"',
    "scenario.json": b'"definition_path"',
    "stats.json": b'"sum_squared"',
    "display_predictions.json": b'"predicted_text"',
    "display_requests.json": b'"train_trial_index"',
}


def recognise(file: LogFile) -> Role | None:
    """Statistics name instances; other files of a run go by their names and a key each."""
    head, name = file.head, file.bare
    listed = head.lstrip().startswith(b"[")
    if NAME.fullmatch(name) or (listed and b'"instance_id"' in head and b'"sum_squared"' in head):
        return "log"
    return "beside" if name in BESIDE and BESIDE[name] in head else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one file: one model on one scenario, with all trials."""
    stats = Stats()
    for number, row in json_elements(file):
        stats.add(row, f"element {number}")
    scores, run = stats.scores(), run_of(file)
    names = tuple(scores)
    score = chosen_score(wanted, names, DEFAULTS, file.name) if names else ""
    key = scores.get(score, ("", stats.main_split))
    split = key[1]
    texts = texts_of(file, split) if stats.items else {}
    rows = _rows(stats, key, texts)
    yield Log(
        source=file.name,
        format=READER.name,
        model=run.model,
        task=run.task,
        run=run.run,
        score=score,
        scores=names,
        planned=len(texts) or None,
        version=run.version,
        headline=headline_of(file, key) if names else None,
        higher_is_better=score.partition(",")[0] not in LOWER_IS_BETTER,
        model_metadata=run.metadata,
        item_metadata={"split": (split,) * len(rows)},
        notes=tuple(_notes(file, stats, split)),
        **rows.columns(),
    )


def _rows(stats: Stats, key: tuple[str, str], texts: dict[str, tuple[str, str]]) -> Rows:
    """Return the rows of a score's split; what has no mean is left out by HELM as well."""
    rows = Rows()
    columns = (stats.items, stats.trials, stats.splits, stats.values(key))
    for item, trial, split, value in zip(*columns, strict=True):
        if split == key[1]:
            text, target = texts.get(item, ("", ""))
            kind: Kind = "unscored" if math.isnan(value) else "scored"
            rows.add(item, value, kind=kind, text=text, target=target, repeat=trial)
    return rows


def _notes(file: LogFile, stats: Stats, split: str) -> Iterator[Caution]:
    """Say what was left out."""
    if stats.n_perturbed:
        text = f"{stats.n_perturbed} rows of perturbed questions are left out."
        yield Caution("perturbed_rows", f"{file.name}: {text}")
    others = sum(1 for other in stats.splits if other != split)
    if others:
        text = f"rows of the split {split!r} are read, {others} rows of other splits are left out."
        yield Caution("other_splits", f"{file.name}: {text}")
    if not stats.items:
        yield Caution(
            "no_single_score",
            f"{file.name}: it has no instance that is not perturbed; it is left out.",
        )


READER = HarnessReader(
    name="helm",
    recognised_by="per_instance_stats.json; run_spec.json, instances.json, stats.json beside it",
    model="adapter_spec.model of the run's specification, else model= in the folder's name",
    item="instance_id, checked by the question's text; perturbed questions are left out",
    run="the suite's folder, and data_augmentation where there is one; trials are repeats",
    score="mean of a metric of the split test, else valid, by default the first there is of "
    + ", ".join(DEFAULTS)
    + "; of another split 'metric,split'",
    recognise=recognise,
    read=read,
)
