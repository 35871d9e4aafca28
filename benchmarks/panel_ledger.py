"""The accuracy ledger of panels: ``python benchmarks/panel_ledger.py [--part I/N]``.

Votes, intervals, direction, tails, families and errors in worlds whose truth is known. Every board
has its seed fixed beforehand; results are appended to ``panel_ledger.jsonl``, so that a run that
was stopped goes on where it was; ``--write`` makes ``panel_ledger.md`` of what is there.
"""

import argparse
import json
from pathlib import Path
from time import process_time
from zlib import crc32

from panel_ledger_cells import LEDGER
from panel_ledger_table import table

HERE = Path(__file__).parent
RESULTS = HERE / "panel_ledger.jsonl"
Task = tuple[str, int]


def tasks() -> list[Task]:
    """Return every board, its cell and its own seed; all cells end together."""
    boards = [
        (draw / cell.boards, (name, crc32(f"{name}, {draw}".encode())))
        for name, cell in LEDGER.items()
        for draw in range(cell.boards)
    ]
    return [board for _, board in sorted(boards, key=lambda board: board[0])]


def main() -> None:
    """Run what is missing, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="0/1", help="I/N: every Nth board, from the Ith")
    parser.add_argument("--write", action="store_true", help="write panel_ledger.md")
    chosen = parser.parse_args()
    text = RESULTS.read_text() if RESULTS.exists() else ""
    lines = [json.loads(line) for line in text.splitlines()]
    if chosen.write:
        (HERE / "panel_ledger.md").write_text(table(lines), encoding="utf-8")
        return
    done = {tuple(line["board"]) for line in lines}
    part, parts = (int(number) for number in chosen.part.split("/"))
    for task in tasks():
        if task in done or crc32(repr(task).encode()) % parts != part:
            continue
        began = process_time()
        found = LEDGER[task[0]].ask(task[1])
        found["seconds"] = round(process_time() - began, 3)
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"board": task, **found}) + "\n")


if __name__ == "__main__":
    main()
