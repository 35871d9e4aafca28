"""The accuracy ledger of the counts of axes: ``python benchmarks/ledger.py [--part I/N]``.

Every board has its seed fixed beforehand. Results are appended to ``ledger.jsonl``, so that a run
that was stopped goes on where it was; ``--write`` makes ``ledger.md`` of what is there.
"""

import argparse
import json
from pathlib import Path
from zlib import crc32

from ledger_table import table
from ledger_worlds import LEDGER, Entry

from parallaxis.analyses.axes import axes
from parallaxis.analyses.axes_ladder import climbed, ladder_board
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.ladder import Climb
from parallaxis.kernels.parallel_analysis import parallel_analysis

HERE = Path(__file__).parent
RESULTS = HERE / "ledger.jsonl"
Task = tuple[str, int, int, int]


def tasks() -> list[Task]:
    """Return every board of the ledger: world, models, items, seed; all worlds end together."""
    boards = [
        (draw / entry.draws, (name, n_models, n_items, _seed(name, n_models, n_items, draw)))
        for name, entry in LEDGER.items()
        for n_models, n_items in entry.sizes
        for draw in range(entry.draws)
    ]
    return [board for _, board in sorted(boards, key=lambda board: board[0])]


def _seed(name: str, n_models: int, n_items: int, draw: int) -> int:
    """Return a board's own seed: worlds that share seeds share abilities, and err together."""
    return crc32(f"{name}, {n_models} x {n_items}, {draw}".encode())


def counts(entry: Entry, n_models: int, n_items: int, seed: int) -> dict[str, int]:
    """Return the counts on one board: the ladder's, and the permutation's beside it."""
    world = entry.make(n_models=n_models, n_items=n_items, seed=seed)
    if entry.kind == "null":
        shared = Ingredients(world.board)
        got = climbed(ladder_board(shared, chance=None, seed=seed), Climb(most=entry.axes + 2))
        observed = shared.observed[:, shared.live]
        shuffled = parallel_analysis(shared.standardised, observed, max_draws=200, seed=seed)
        return {"significant": got.k, "shuffled": shuffled.k}
    found = axes(world.board, max_draws=200, seed=seed)
    keys = ("significant", "ladder", "shuffled")
    values = (found.k_significant, found.k_ladder, found.k_shuffled)
    dependent = sum(1 for step in found.steps if step.accepted and not step.counted)
    named = len({d.kind for d in found.dependences if not d.kind.startswith("few")})
    return {
        **{key: value for key, value in zip(keys, values, strict=True) if isinstance(value, int)},
        "not_counted": dependent,
        "kinds_named": named,
    }


def main() -> None:
    """Run what is missing, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="0/1", help="I/N: every Nth board, from the Ith")
    parser.add_argument("--write", action="store_true", help="write ledger.md of what is there")
    chosen = parser.parse_args()
    lines = (
        [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    )
    if chosen.write:
        (HERE / "ledger.md").write_text(table(lines), encoding="utf-8")
        return
    done = {tuple(line["board"]) for line in lines}
    part, parts = (int(number) for number in chosen.part.split("/"))
    for task in tasks():
        if task in done or crc32(repr(task).encode()) % parts != part:
            continue
        found = counts(LEDGER[task[0]], *task[1:])
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"board": task, **found}) + "\n")


if __name__ == "__main__":
    main()
