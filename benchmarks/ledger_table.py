"""The accuracy ledger as a table: rates with their intervals, and the two judgements."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from ledger_worlds import LEDGER
from rates import judged, rate

Lines = Sequence[dict[str, Any]]


def table(lines: Lines) -> str:
    """Return the whole page."""
    parts = [
        "# Accuracy ledger: counts of axes",
        "",
        (
            "Made by `python benchmarks/ledger.py` and `--write`. Seeds were fixed before the "
            "first run, and no world or seed is dropped. *Exact* is the share of boards whose "
            "count is the true number of abilities; *too many* that of boards with more; brackets "
            "are 95 % intervals. `k_significant` is the ladder alone, `k_ladder` asks for "
            "reproducible axes too, `k_shuffled` is the permutation count."
        ),
        "",
        *_null_part(lines),
        *_other_part(lines, "axes", "Several abilities"),
        *_other_part(lines, "dependence", "One ability, and something that is none"),
    ]
    return "\n".join(parts) + "\n"


def _cells(lines: Lines, kind: str) -> list[tuple[str, tuple[int, int], Lines]]:
    """Return the boards of each world and size that have been run."""
    out: list[tuple[str, tuple[int, int], Lines]] = []
    for name, entry in LEDGER.items():
        for size in entry.sizes if entry.kind == kind else ():
            own = [line for line in lines if tuple(line["board"][:3]) == (name, *size)]
            if own:
                out.append((name, size, own))
    return out


def _null_part(lines: Lines) -> list[str]:
    """Return false alarms of worlds with at most one ability, and how they are judged."""
    out = [
        "## At most one ability: false axes at a nominal 5 %",
        "",
        "| world | models × items | boards | ladder: too many | k_shuffled: too many | judged |",
        "|---|---|---|---|---|---|",
    ]
    false, total = 0, 0
    for name, size, own in _cells(lines, "null"):
        true = LEDGER[name].axes
        wrong = sum(line["significant"] > true for line in own)
        false, total = false + wrong, total + len(own)
        shuffled = sum(line["shuffled"] > true for line in own)
        out.append(
            f"| {name} | {size[0]} × {size[1]} | {len(own)} | {rate(wrong, len(own))} | "
            f"{rate(shuffled, len(own))} | {judged(wrong, len(own))} |"
        )
    out += [
        "",
        (
            f"All together: {rate(false, total)} of {total} boards. *Within*: inside the 99.9 % "
            "binomial band around 5 %."
        ),
        "",
    ]
    return out


def _other_part(lines: Lines, kind: str, title: str) -> list[str]:
    """Return exact shares and the counts that occurred.

    The last two columns: mean number of accepted axes that are not counted, and share of boards on
    which a dependence is named.
    """
    out = [
        f"## {title}",
        "",
        (
            "| world | models × items | boards | true | k_significant exact | too many "
            "| k_ladder exact | too many | k_shuffled | accepted, not counted | named |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, size, own in _cells(lines, kind):
        true, n = LEDGER[name].axes, len(own)
        columns = [
            f"{name} | {size[0]} × {size[1]} | {n} | {true}",
            *(
                f"{rate(sum(line[key] == true for line in own), n)} | "
                f"{rate(sum(line[key] > true for line in own), n)}"
                for key in ("significant", "ladder")
            ),
            _spread([line["shuffled"] for line in own]),
            f"{np.mean([line['not_counted'] for line in own]):.2f}",
            f"{np.mean([line['kinds_named'] > 0 for line in own]):.2f}",
        ]
        out.append(f"| {' | '.join(columns)} |")
    return [*out, ""]


def _spread(counts: Sequence[int]) -> str:
    """Return which counts occurred how often."""
    return ", ".join(f"{k}: {times}" for k, times in sorted(Counter(counts).items()))
