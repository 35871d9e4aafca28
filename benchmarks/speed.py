"""Measure how fast parallaxis is beside plain code, peers and the Gram product, in one run.

python benchmarks/speed.py [-o benchmarks/speed.md] [--only tetrachoric]
"""

import argparse
import sys
from pathlib import Path

import cases
from clock import machine, one_core

HEAD = """# Speed

Process CPU seconds, the least of a few runs, one core and one BLAS thread, everything in one run
and timed in turn. Ratios hold from machine to machine, seconds do not. Boards are simulated and
seeded; nothing is read from a file. Written by `python benchmarks/speed.py -o benchmarks/speed.md`.
"""


def main() -> None:
    """Run the cases and print the tables."""
    options = _parser().parse_args()
    rows: list[cases.Row] = []
    with one_core():
        for case in cases.ALL:
            if options.only in (None, case.__name__):
                print(f"{case.__name__} ...", file=sys.stderr, flush=True)
                rows += case()
    text = page(rows)
    print(text, end="")
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")


def page(rows: list[cases.Row]) -> str:
    """Return both tables as Markdown."""
    beside = [_beside(row) for row in rows if isinstance(row, cases.Beside)]
    grams = [_in_grams(row) for row in rows if isinstance(row, cases.InGrams)]
    facts = "\n".join(f"- {line}" for line in machine())
    return "\n".join(
        [
            HEAD,
            facts,
            "\n## Beside other ways to the same answer\n",
            _table(["task", "board", "parallaxis", "beside", "takes", "× as long", "how"], beside),
            "\n## Beside one Gram product of the same board\n",
            "`A @ A.T` with the shorter side in the rows; above 1 means slower than the product.\n",
            _table(["task", "board", "parallaxis", "float32", "÷ it", "float64", "÷ it"], grams),
            "",
        ]
    )


def _beside(row: cases.Beside) -> list[str]:
    """Write one comparison."""
    ratio = (
        "" if row.ours is None or row.others is None else f"**{_digits(row.others / row.ours)}**"
    )
    return [row.task, row.board, _time(row.ours), row.other, _time(row.others), ratio, row.how]


def _in_grams(row: cases.InGrams) -> list[str]:
    """Write one cost in Gram products."""
    single, double = row.ours / row.single, row.ours / row.double
    return [
        row.task,
        row.board,
        _time(row.ours),
        _time(row.single),
        f"**{single:.2g}**",
        _time(row.double),
        f"**{double:.2g}**",
    ]


def _table(names: list[str], rows: list[list[str]]) -> str:
    """Write a Markdown table."""
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _time(seconds: float | None) -> str:
    """Write seconds, or milliseconds."""
    if seconds is None:
        return "–"
    return f"{_digits(seconds)} s" if seconds >= 1.0 else f"{_digits(1e3 * seconds)} ms"


def _digits(value: float) -> str:
    """Write three digits, and no exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _parser() -> argparse.ArgumentParser:
    """Return the options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, help="write the Markdown to a file as well")
    names = [case.__name__ for case in cases.ALL]
    parser.add_argument("--only", choices=names, help="run one case")
    return parser


if __name__ == "__main__":
    main()
