"""The irt command: the item response model of a right/wrong board."""

from typing import Any

import click

from parallaxis.cli_options import (
    EPILOG,
    HELP,
    answer_options,
    chance_level,
    read_board,
    source_options,
)
from parallaxis.cli_printing import print_answer, say_account


@click.command(
    epilog=EPILOG,
    context_settings=HELP,
    short_help="How able is each model, and which items tell models apart?",
)
@source_options
@click.option(
    "--model",
    type=click.Choice(["1pl", "2pl", "3pl"]),
    default="2pl",
    help="One slope for all items, a slope each, or a chance level as well. Default: 2pl.",
)
@click.option(
    "--chance",
    callback=chance_level,
    metavar="SHARE|estimate",
    help="Probability of guessing right, or 'estimate' (3pl). Default: the items' column `chance`.",
)
@answer_options
def irt(**options: Any) -> None:
    """How able is each model, and which items tell models apart, where on the scale?

    The logistic item response model of a right/wrong board, with standard errors. Missing cells
    say nothing. It takes one ability for granted; `parallaxis axes` asks whether there is one.

    \b
    parallaxis irt board.csv
    parallaxis irt board.csv --model 3pl --chance estimate
    parallaxis irt board.csv --chance 0.25 --json
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.item_response import item_response  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast

    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    found = item_response(read_board(options), **options)
    say_account(found.recipe.intake, quiet=quiet or not as_json)
    print_answer(str(found), document(found), found.to_dict(), as_json=as_json, quiet=quiet)
