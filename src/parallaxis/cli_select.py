"""The select command: which few items, or components, are as broad as possible together."""

from typing import Any

import click

from parallaxis.cli_options import EPILOG, HELP, answer_options, read_board, source_options
from parallaxis.cli_printing import print_answer, say_account


@click.command(
    epilog=EPILOG,
    context_settings=HELP,
    short_help="Which few items are as broad as possible together?",
)
@source_options
@click.option(
    "--objective",
    type=click.Choice(["ed"]),
    default="ed",
    help="What to have much of: effective dimensionality, by ED-Greedy. Default: ed.",
)
@click.option(
    "--size", type=click.IntRange(2), help="How many to choose. Default: up to the path's peak."
)
@click.option(
    "--components", metavar="COLUMN", help="Rank the whole components that this column names."
)
@click.option(
    "--scaling",
    type=click.Choice(["none", "zscore", "rank"]),
    default="none",
    help="What is done to scores within items first. Default: none.",
)
@click.option(
    "--draws", type=click.IntRange(20), default=200, help="Random sets beside it. Default: 200."
)
@answer_options
def select(**options: Any) -> None:
    """Which few items, or whole components, are as broad as possible together?

    ED-Greedy: the best pair, then in each step the item that raises effective dimensionality most,
    with the whole path, its peak, random sets of the same size beside it, and up to 12 items the
    true best set of every size.

    \b
    parallaxis select board.csv
    parallaxis select board.csv --size 30 --json
    parallaxis select board.csv --components benchmark
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.selection import select as ask  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast

    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    found = ask(read_board(options), **options)
    say_account(found.recipe.intake, quiet=quiet or not as_json)
    print_answer(str(found), document(found), found.to_dict(), as_json=as_json, quiet=quiet)
