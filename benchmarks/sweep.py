"""Run the whole report on every real board of the data folder, through the command line.

python benchmarks/sweep.py [-o benchmarks/sweep.md] [--only NAME]
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOMS = ("boards", "panels", "psychometric")
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
LIMIT = 60.0  # seconds that a report may take
GIVE_UP = 5 * LIMIT  # seconds after which a report is stopped
CORES = 2
ANSWERED, REFUSED = 0, 2  # the exit statuses that say so; any other is a fault
STOPPED = -9
LISTED = 5  # axes of a board
HEAD = f"""# Every real board

`parallaxis report BOARD --json` with default settings on {CORES} cores, a process each; seconds of
wall clock and of CPU; where the machine is shared, the former are too long. A board that is
refused (exit status 2) shows the reason. Shares of the common variance and correlations between
halves are those of the significant axes before rotation, the first five. Written by
`python benchmarks/sweep.py -o benchmarks/sweep.md`; the boards are no part of this project.
"""
NAMES = [
    "board", "shape", "scale", "wall", "CPU", "exit", "ED", "k_ladder", "significant", "k_shuffled",
    "shares", "halves of items", "halves of models", "votes", "first caution",
]  # fmt: skip


class Outcome(NamedTuple):
    """What one run of the command line gave."""

    name: str
    seconds: float
    cpu_seconds: float
    status: int
    found: dict[str, Any]
    said: str

    @property
    def is_fault(self) -> bool:
        """Whether the run crashed or took too long."""
        return self.status not in (ANSWERED, REFUSED) or self.seconds > LIMIT


def main() -> int:
    """Run all boards; return 1 where one fails or is slow, 2 where there is no data folder."""
    options = _parser().parse_args()
    folder = Path(os.environ.get("PARALLAXIS_DATA", BESIDE))
    paths = [path for path in tables(folder) if options.only in (None, _board_name(path))]
    if not paths:
        print("no boards: set PARALLAXIS_DATA or put them at ../shared/data", file=sys.stderr)
        return 2
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:CORES]))
    outcomes = []
    for path in paths:
        outcomes.append(report(path))
        print(_line(_cells(outcomes[-1])), file=sys.stderr, flush=True)
    text = page(outcomes)
    print(text, end="")
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    return int(any(outcome.is_fault for outcome in outcomes))


def tables(folder: Path) -> Iterator[Path]:
    """Yield the boards of the folder, without the metadata beside them."""
    for room in ROOMS:
        yield from sorted((folder / room).glob("*.csv.gz"))


def report(path: Path) -> Outcome:
    """Run the report of one board in a process of its own."""
    asked = [sys.executable, "-m", "parallaxis", "report", str(path), "--json", "--quiet"]
    start, spent = time.perf_counter(), _children_cpu()
    try:
        run = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=GIVE_UP)
    except subprocess.TimeoutExpired:
        return Outcome(_board_name(path), GIVE_UP, GIVE_UP, STOPPED, {}, "stopped")
    seconds, cpu = time.perf_counter() - start, _children_cpu() - spent
    found = json.loads(run.stdout) if run.returncode == ANSWERED else {}
    lines = run.stderr.replace(str(path), path.name).strip().splitlines()
    return Outcome(
        _board_name(path), seconds, cpu, run.returncode, found, lines[-1] if lines else ""
    )


def page(outcomes: list[Outcome]) -> str:
    """Return the table as Markdown."""
    faults = [outcome.name for outcome in outcomes if outcome.is_fault]
    wall = sum(outcome.seconds for outcome in outcomes)
    tally = (
        f"{len(outcomes)} boards, {sum(o.status == ANSWERED for o in outcomes)} answered, "
        f"{sum(o.status == REFUSED for o in outcomes)} refused, {len(faults)} failed or slower "
        f"than {LIMIT:.0f} s{': ' + ', '.join(faults) if faults else ''}; {wall:.0f} s in all."
    )
    rows = [NAMES, ["---"] * len(NAMES), *(_cells(outcome) for outcome in outcomes)]
    return "\n".join([HEAD, tally, "", *(_line(row) for row in rows), ""])


def _cells(outcome: Outcome) -> list[str]:
    """Write one row."""
    found = outcome.found
    intake, cautions = found.get("intake", {}), found.get("cautions", [])
    votes = found.get("panel", {}).get("votes", {}).get("tetrachoric", {}).get("n_eff", {})
    shape = f"{intake['n_models']:,} × {intake['n_items']:,}" if intake else "–"
    first = cautions[0]["code"] if cautions else ""
    return [
        outcome.name,
        shape,
        intake.get("scale", "–"),
        f"{outcome.seconds:.1f}",
        f"{outcome.cpu_seconds:.1f}",
        str(outcome.status),
        _number(found.get("breadth", {}).get("effective_dimensionality", {})),
        *_axes_cells(found.get("axes", {})),
        _number(votes),
        first if found else outcome.said,
    ]


def _axes_cells(axes: dict[str, Any]) -> list[str]:
    """Write the three counts, and the size of the significant axes."""
    least = "≥ " if axes.get("capped") else ""
    steps = [step for step in axes.get("nulls", {}).get("ladder", []) if step["accepted"]]
    halves = [step["split_half"] for step in steps[:LISTED]]
    return [
        _number(axes.get("k_ladder")),
        least + _number(axes.get("k_significant")),
        _number(axes.get("k_shuffled")),
        " ".join(f"{step['share']:.3f}" for step in steps[:LISTED]),
        " ".join(_number(half["items"]) for half in halves),
        " ".join(_number(half["models"]) for half in halves),
    ]


def _number(value: object) -> str:
    """Write a number or an estimate; a dash where it is not identified."""
    if isinstance(value, dict):
        value = value.get("estimate")
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def _line(cells: list[str]) -> str:
    """Write a line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def _children_cpu() -> float:
    """Return the CPU seconds of the processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _board_name(path: Path) -> str:
    """Return a file name without its endings."""
    return path.name.removesuffix(".csv.gz")


def _parser() -> argparse.ArgumentParser:
    """Return the options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, help="write the Markdown to a file as well")
    parser.add_argument("--only", metavar="NAME", help="run one board")
    return parser


if __name__ == "__main__":
    sys.exit(main())
