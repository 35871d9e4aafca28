"""The accuracy ledger of breadth: ``python benchmarks/breadth_ledger.py [--part I/N]``.

How often the one-dimensional null rejects boards of one ability, and how often the noise-free
range holds the latent effective dimensionality. Every board has its seed fixed beforehand; results
are appended to ``breadth_ledger.jsonl``, so that a run that was stopped goes on where it was;
``--write`` makes ``breadth_ledger.md`` of what is there.
"""

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any
from zlib import crc32

from rates import judged, rate

from parallaxis import worlds
from parallaxis.analyses.chance_levels import Chance
from parallaxis.analyses.noise_free import noise_free
from parallaxis.analyses.one_dimensional import one_dimensional_null
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.spectrum import effective_dimensionality
from parallaxis.worlds import World

HERE = Path(__file__).parent
RESULTS = HERE / "breadth_ledger.jsonl"
BOARDS = 39  # simulated boards of one ability: two-sided p is 5 % or less at the ends alone
SIZES = ((60, 100), (60, 300), (200, 300), (800, 100), (200, 1_000))
STEEP: dict[str, Any] = {"discrimination": 1.5, "discrimination_spread": 0.4}


@dataclass(frozen=True)
class Entry:
    """One world: how it is made, its true number of abilities, and how it is asked about."""

    make: Callable[..., World]
    axes: int
    chance: Chance = None
    draws: int = 40


def _one(told: Chance = None, **settings: Any) -> Entry:
    """One ability."""
    return Entry(partial(worlds.one_ability, **{**STEEP, **settings}), 1, told, 200)


def _several(k: int, **settings: Any) -> Entry:
    """Several abilities."""
    chance = settings.get("chance")
    make = partial(worlds.several_abilities, k=k, correlation=0.3, **{**STEEP, **settings})
    return Entry(make, k, chance)


LEDGER: Mapping[str, Entry] = MappingProxyType(
    {
        "1 ability": _one(),
        "1 ability, equal slopes": _one(discrimination_spread=0.0),
        "1 ability, very unequal slopes": _one(discrimination_spread=0.8, difficulty_spread=2.0),
        "1 ability, ceiling": _one(difficulty_shift=-2.0),
        "1 ability, chance .25, known": _one(0.25, chance=0.25),
        "1 ability, chance .25, estimated": _one("estimate", chance=0.25),
        "1 ability, chance .25, not told": _one(chance=0.25),
        "1 factor, real scores": Entry(partial(worlds.factors, k=1), 1, None, 200),
        "1 factor, bounded scores": Entry(
            partial(worlds.factors, k=1, form="bounded"), 1, None, 200
        ),
        "2 abilities": _several(2),
        "2 abilities, chance .25": _several(2, chance=0.25),
        "4 abilities": _several(4),
        "4 abilities, chance .25": _several(4, chance=0.25),
        "families with habits": Entry(worlds.family_effects, 1),
    }
)
Task = tuple[str, int, int, int]


def tasks() -> list[Task]:
    """Return every board: world, models, items, seed; all worlds end together."""
    boards = [
        (draw / entry.draws, (name, *size, crc32(f"{name}, {size}, {draw}".encode())))
        for name, entry in LEDGER.items()
        for size in SIZES
        for draw in range(entry.draws)
    ]
    return [board for _, board in sorted(boards, key=lambda board: board[0])]


def found(entry: Entry, n_models: int, n_items: int, seed: int) -> dict[str, Any]:
    """Return what is said about one board, beside its truth."""
    world = entry.make(n_models=n_models, n_items=n_items, seed=seed)
    shared = Ingredients(world.board)
    null = one_dimensional_null(shared, chance=entry.chance, draws=BOARDS, seed=seed)
    bracket = noise_free(shared, seed=seed).to_dict()
    return {
        "latent": world.truth["latent_effective_dimensionality"],
        "ed": effective_dimensionality(shared.centred),
        "null": None if isinstance(null, NotAnswered) else null.mean,
        "p": None if isinstance(null, NotAnswered) else null.p,
        "lower": bracket.get("bracket", [None, None])[0],
        "upper": bracket.get("bracket", [None, None])[1],
        "informative": bracket.get("upper_end", {}).get("informative"),
    }


def table(lines: list[dict[str, Any]]) -> str:
    """Return the page."""
    out = [
        "# Accuracy ledger: breadth",
        "",
        (
            "Made by `python benchmarks/breadth_ledger.py` and `--write`. Seeds were fixed "
            "before the first run, and no world or seed is dropped. *Rejects* is the share of "
            f"boards on which the one-dimensional null of ED has p ≤ 5 % ({BOARDS} simulated "
            "boards each), with its 95 % interval; *within* the 99.9 % binomial band around 5 "
            "%. *Null ÷ ED* is the mean of the null over ED. ED against *latent ED* is the bias "
            "that noise makes. *Lower end* is a mean, *upper end* a median. *Lower end holds* and "
            "*range holds* are the shares of boards whose latent ED lies above the lower end, and "
            "between both ends; *informative*: the upper end is."
        ),
        "",
        (
            "| world | models × items | boards | latent ED | ED | null ÷ ED | rejects | judged "
            "| lower end | upper end | lower end holds | range holds | informative |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, entry in LEDGER.items():
        for size in SIZES:
            own = [line for line in lines if tuple(line["board"][:3]) == (name, *size)]
            if own:
                out.append(_row(name, entry, size, own))
    return "\n".join([*out, "", _together(lines), ""])


def _row(name: str, entry: Entry, size: tuple[int, int], own: list[dict[str, Any]]) -> str:
    """Return one world at one size."""
    n = len(own)
    asked = [line for line in own if line["p"] is not None]
    rejected = sum(line["p"] <= 0.05 for line in asked)
    known = [line for line in own if line["lower"] is not None]
    held = sum(map(_held, known))
    both = sum(
        _held(line) and (line["upper"] is None or line["latent"] <= line["upper"]) for line in known
    )
    one = entry.axes == 1 and "families" not in name
    ratio = sum(line["null"] / line["ed"] for line in asked) / max(len(asked), 1)
    cells = [
        name,
        f"{size[0]} × {size[1]}",
        str(n),
        f"{sum(line['latent'] for line in own) / n:.2f}",
        f"{sum(line['ed'] for line in own) / n:.2f}",
        f"{ratio:.3f}",
        rate(rejected, len(asked)),
        judged(rejected, len(asked)) if one else "",
        f"{sum(line['lower'] for line in known) / max(len(known), 1):.2f}",
        _median([line["upper"] for line in known if line["upper"] is not None]),
        f"{held} of {len(known)}",
        f"{both} of {len(known)}",
        f"{sum(bool(line['informative']) for line in known)} of {len(known)}",
    ]
    return "| " + " | ".join(cells) + " |"


def _median(values: list[float]) -> str:
    """Return a median, or a dash."""
    return f"{median(values):.1f}" if values else "–"


def _held(line: dict[str, Any]) -> bool:
    """Say whether the lower end lies below the latent ED, rounding apart."""
    return bool(line["lower"] <= line["latent"] + 1e-9)


def _together(lines: list[dict[str, Any]]) -> str:
    """Return the rates over all worlds."""
    one = [
        line
        for line in lines
        if LEDGER[line["board"][0]].axes == 1
        and "families" not in line["board"][0]
        and line["p"] is not None
    ]
    known = [line for line in lines if line["lower"] is not None]
    held = sum(map(_held, known))
    rejected = rate(sum(line["p"] <= 0.05 for line in one), len(one))
    return (
        f"All worlds of one ability together: rejected {rejected} of {len(one)}. Lower end below "
        f"the latent ED: {held} of {len(known)}."
    )


def main() -> None:
    """Run what is missing, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="0/1", help="I/N: every Nth board, from the Ith")
    parser.add_argument("--write", action="store_true", help="write breadth_ledger.md")
    chosen = parser.parse_args()
    text = RESULTS.read_text() if RESULTS.exists() else ""
    lines = [json.loads(line) for line in text.splitlines()]
    if chosen.write:
        (HERE / "breadth_ledger.md").write_text(table(lines), encoding="utf-8")
        return
    done = {tuple(line["board"]) for line in lines}
    part, parts = (int(number) for number in chosen.part.split("/"))
    for task in tasks():
        if task in done or crc32(repr(task).encode()) % parts != part:
            continue
        answer = found(LEDGER[task[0]], *task[1:])
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"board": task, **answer}) + "\n")


if __name__ == "__main__":
    main()
