"""The variants command: the count of axes by every published procedure, beside the ladder's."""

from typing import TYPE_CHECKING, Any

import click

from parallaxis.cli_options import (
    EPILOG,
    HELP,
    answer_options,
    chance_option,
    progress_bar,
    read_board,
    source_options,
)
from parallaxis.cli_printing import print_answer, say_account

if TYPE_CHECKING:
    from parallaxis.analyses.axes import Axes
    from parallaxis.analyses.axis_variants import AxisVariants

NULLS = 7  # sets of draws that a progress bar reckons with: permutations, flips, ladder
BESIDE = ("k_ladder", "k_significant", "capped", "guard")


@click.command(
    epilog=EPILOG,
    context_settings=HELP,
    short_help="How many axes does each published procedure count?",
)
@source_options
@chance_option
@click.option(
    "--draws", "max_draws", type=click.IntRange(20), default=1000, help="Most permutations."
)
@click.option(
    "--simulations", type=click.IntRange(19), default=99, help="Boards a step. Default: 99."
)
@answer_options
def variants(**options: Any) -> None:
    """How many axes does each published procedure count on this board?

    Published counts differ because procedures differ: in what is standardised, which means are
    removed, what is permuted, and which edge an eigenvalue must exceed. Each stands in a row of
    its own, below k_ladder, the only count here that asks for more than one ability.

    \b
    parallaxis variants board.csv
    parallaxis variants board.csv --json
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.variants_section import with_ladder  # noqa: PLC0415 - keeps --help fast

    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    found, ladder = _asked(options, quiet=quiet)
    counts = ladder.to_dict()
    facts = {**found.to_dict(), "beside": {name: counts[name] for name in BESIDE}}
    said = with_ladder(document(found), ladder)
    say_account(found.recipe.intake, quiet=quiet or not as_json)
    print_answer(f"{found}\n{ladder}", said, facts, as_json=as_json, quiet=quiet)


def _asked(options: dict[str, Any], *, quiet: bool) -> "tuple[AxisVariants, Axes]":
    """Count by every procedure, and climb the ladder."""
    from parallaxis.analyses.axes import axes  # noqa: PLC0415 - keeps --help fast
    from parallaxis.analyses.axis_variants import axis_variants  # noqa: PLC0415 - keeps --help fast
    from parallaxis.ingredients import Ingredients  # noqa: PLC0415 - keeps --help fast

    shared = Ingredients.of(read_board(options))
    draws, seed = options["max_draws"], options["seed"]
    with progress_bar(total=NULLS * draws, quiet=quiet) as progress:
        found = axis_variants(shared, max_draws=draws, seed=seed, progress=progress)
        ladder = axes(shared, progress=progress, **options)
    return found, ladder
