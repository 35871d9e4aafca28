"""Peak memory and seconds of loading folders of large logs, each in a process of its own.

python benchmarks/log_memory.py [-o benchmarks/log_memory.md] [--gigabytes 1]
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

AIM = 500.0  # MB of resident memory at its peak
FILES = 10
ROW = 4_000  # bytes, as with a question of a paragraph, its prompt and an answer
SHORT = 900
GIGABYTE = 10**9
NOTHING = "-"  # stands for no folder
TASK, TIME = "long_questions", "2026-01-02T03-04-05.000006"
HEAD = f"""# Memory of large logs

`parallaxis.load` on a folder of {FILES} generated logs, a model each, in a process of its own:
seconds of processor time, and the most memory that was resident, of which an idle process has the
part in the first row. The aim is below {AIM:.0f} MB. Written by
`python benchmarks/log_memory.py -o benchmarks/log_memory.md`.

| folder | files | rows | size, GB | board | peak, MB | seconds | seconds a GB |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


class Cost(NamedTuple):
    """What loading a folder took."""

    shape: str
    megabytes: float
    seconds: float


def main() -> int:
    """Generate, load, measure; return 1 where a peak is above the aim."""
    options = _parser().parse_args()
    if options.load:
        _load(options.load)
        return 0
    idle = _measured("")
    lines = [f"| none | | | | | {idle.megabytes:,.0f} | {idle.seconds:.1f} | |"]
    peaks = []
    for name, write in FOLDERS.items():
        with tempfile.TemporaryDirectory(prefix="log_memory") as folder:
            n_rows = write(Path(folder), int(options.gigabytes * GIGABYTE))
            size = sum(path.stat().st_size for path in files_of(folder)) / GIGABYTE
            cost = _measured(folder)
        peaks.append(cost.megabytes)
        lines.append(
            f"| {name} | {FILES} | {n_rows:,} | {size:.2f} | {cost.shape} | {cost.megabytes:,.0f} "
            f"| {cost.seconds:.1f} | {cost.seconds / size:.1f} |"
        )
        print(lines[-1], file=sys.stderr)
    text = HEAD + "\n".join(lines) + "\n"
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return int(max(peaks) >= AIM)


def files_of(folder: str) -> list[Path]:
    """Return all files below a folder."""
    return [path for path in Path(folder).rglob("*") if path.is_file()]


def write_lm_eval(folder: Path, size: int, row_size: int = ROW) -> int:
    """Write samples files of lm-evaluation-harness and return the number of their rows."""
    n = size // row_size // FILES
    question = "What follows from this? " * (90 * row_size // ROW)
    for model in range(FILES):
        home = folder / f"org__m{model}"
        home.mkdir()
        with (home / f"samples_{TASK}_{TIME}.jsonl").open("w", encoding="utf-8") as file:
            for row in range(n):
                answer = f"model {model} on {row}: " + "because " * (180 * row_size // ROW)
                file.write(json.dumps(_sample(row, f"{row}. {question}", answer, model)) + "\n")
    return n * FILES


def _sample(row: int, question: str, answer: str, model: int) -> dict[str, object]:
    """Return one row of a samples file."""
    return {
        "doc_id": row,
        "doc": {"question": question, "answer": str(row % 7), "id": f"q-{row}"},
        "target": str(row % 7),
        "arguments": {"gen_args_0": {"arg_0": f"Question {row}"}},
        "resps": [[answer]],
        "filtered_resps": [str(row % 5)],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": f"{row:064x}",
        "prompt_hash": f"{row * 3 + 1:064x}",
        "target_hash": f"{row % 7:064x}",
        "exact_match": _score(row, model),
    }


def _score(row: int, model: int) -> float:
    """Return a score that depends on the question and on the model, always the same."""
    return float((row * 2_654_435_761 + model * 40_503) % 97 > 30 + 5 * model)


def write_helm(folder: Path, size: int) -> int:
    """Write runs of HELM, each one array of statistics, and return the number of their rows."""
    n = size // ROW // FILES
    for model in range(FILES):
        home = folder / f"long_questions:model=m{model}"
        home.mkdir()
        (home / "run_spec.json").write_text(
            json.dumps({"name": home.name, "adapter_spec": {"model": f"org/m{model}"}})
        )
        with (home / "per_instance_stats.json").open("w", encoding="utf-8") as file:
            for row in range(n):
                file.write("[" if row == 0 else ",\n")
                file.write(json.dumps(_statistics(row, model)))
            file.write("]\n")
    return n * FILES


def _statistics(row: int, model: int) -> dict[str, object]:
    """Return one element of an array of statistics, with as many metrics as HELM writes."""
    metrics = ["exact_match", *(f"num_of_something_{n}" for n in range(21))]
    values = [_score(row, model), *(float(row % (n + 2)) for n in range(21))]
    return {
        "instance_id": f"id{row}",
        "train_trial_index": 0,
        "stats": [
            {
                "name": {"name": name, "split": "test"},
                "count": 1,
                "sum": value,
                "sum_squared": value**2,
                "min": value,
                "max": value,
                "mean": value,
                "variance": 0.0,
                "stddev": 0.0,
            }
            for name, value in zip(metrics, values, strict=True)
        ],
    }


FOLDERS: dict[str, Callable[[Path, int], int]] = {
    "lm-eval, JSON lines": write_lm_eval,
    "lm-eval, short rows": partial(write_lm_eval, row_size=SHORT),
    "HELM, one array a file": write_helm,
}


def _load(folder: str) -> None:
    """Load a folder, and say what it took; or that of importing alone."""
    from parallaxis.io import load

    before = time.process_time()
    board = load(folder) if folder != NOTHING else None
    seconds = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    shape = f"{board.n_models} × {board.n_items:,}" if board else ""
    print(json.dumps([shape, peak * unit / 10**6, seconds]))


def _measured(folder: str) -> Cost:
    """Load a folder in a process of its own."""
    command = [sys.executable, __file__, "--load", folder or NOTHING]
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | alone
    )
    return Cost(*json.loads(done.stdout))


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, help="write the table here")
    parser.add_argument("--gigabytes", type=float, default=1.0, help="of each folder; default: 1")
    parser.add_argument("--load", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
