"""The convert command, and how a board is written as a table."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parallaxis.cli_options import (
    EPILOG,
    HELP,
    check_target,
    quiet_option,
    read_board,
    source_options,
)
from parallaxis.cli_printing import say, say_account

if TYPE_CHECKING:
    from parallaxis.matrix import ScoreMatrix

BOARDS = (".parquet", ".csv")


@click.command(epilog=EPILOG, context_settings=HELP, short_help="Write SOURCE as one tidy table.")
@source_options
@click.option("-o", "output", required=True, metavar="FILE", help="A .parquet or .csv file.")
@quiet_option
def convert(**options: Any) -> None:
    """Write SOURCE as one tidy table: a row per model and item, a blank where not scored.

    Parquet keeps everything: names, scale, metadata and provenance. CSV keeps the scores, and
    what is known of models and items in board.models.csv and board.items.csv beside it.
    """
    target, source = check_target(options.pop("output"), BOARDS), options["source"]
    if target.exists() and source != "-" and target.samefile(source):
        raise click.UsageError(f"{target.name} is the source itself; name another file.")
    _keep_side_files(source, target)
    from parallaxis.intake import Intake  # noqa: PLC0415 - keeps --help fast

    board = read_board(options)
    say(write_board(board, target), quiet=options["quiet"])
    say_account(Intake.of(board), quiet=options["quiet"])


def _keep_side_files(source: str, target: Path) -> None:
    """Refuse to write what is known of models and items over where it was read from."""
    from parallaxis.io.side_files import find_side_file  # noqa: PLC0415 - keeps --help fast

    if source == "-" or target.suffix.lower() != ".csv":
        return
    for axis in ("item", "model"):
        side = find_side_file(target, axis)
        if side is not None and side == find_side_file(Path(source), axis):
            raise click.UsageError(
                f"{target.name} would overwrite {side.name}, which belongs to the source; name "
                "another file."
            )


def write_board(board: "ScoreMatrix", target: Path) -> str:
    """Write a board as one tidy table, beside a CSV what is known of models and items; say so."""
    from parallaxis.io.side_files import write_side_files  # noqa: PLC0415 - keeps --help fast

    if target.suffix.lower() == ".parquet":
        board.to_parquet(target)
        return f"{target.name} written."
    _no_stale_side_files(board, target)
    sides = write_side_files(board, target)
    board.to_csv(target)
    return " and ".join([target.name, *(side.name for side in sides)]) + " written."


def _no_stale_side_files(board: "ScoreMatrix", target: Path) -> None:
    """Refuse to put a board beside a file that would be read as its metadata and is not."""
    from parallaxis.io.side_files import find_side_file  # noqa: PLC0415 - keeps --help fast

    known = {"item": board.item_metadata, "model": board.model_metadata}
    for axis in ("item", "model"):
        side = find_side_file(target, axis)
        if side is not None and known[axis].num_columns == 1:
            raise click.UsageError(
                f"{side.name} is there already and would be read as metadata of {target.name}; "
                "remove it, or name another file."
            )
