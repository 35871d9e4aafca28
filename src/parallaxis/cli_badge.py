"""The badge command: the one line about a board as text, for shields.io, or as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parallaxis.cli_options import (
    EPILOG,
    HELP,
    answer_options,
    chance_option,
    check_target,
    progress_bar,
    read_board,
    source_options,
)
from parallaxis.cli_printing import say_account
from parallaxis.writing import write_text

if TYPE_CHECKING:
    from parallaxis.analyses.axes import Axes
    from parallaxis.analyses.breadth import Breadth

FORMATS = {".txt": "text", ".json": "json", ".svg": "svg"}


@click.command(
    epilog=EPILOG,
    context_settings=HELP,
    short_help="The one line that a leaderboard should print: k = 2 · ED 1.7.",
)
@source_options
@chance_option
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS.values())),
    help="Text, an answer for shields.io (JSON), or a picture (SVG). Default: by FILE, else text.",
)
@click.option("-o", "output", metavar="FILE", help="Write a .txt, .json or .svg file.")
@click.option("--draws", type=click.IntRange(20), default=1000, help="Most draws. Default: 1000.")
@answer_options
def badge(**options: Any) -> None:
    """The one line that a leaderboard should print: k = 2 · ED 1.7.

    k is the number of axes that count (k_ladder), ED the effective dimensionality of the items.

    \b
    parallaxis badge board.csv
    parallaxis badge board.csv -o badge.svg
    parallaxis badge board.csv --format json -o badge.json
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    target = _target(options.pop("output"))
    form = _form(options.pop("form"), target, as_json=options.pop("as_json"))
    quiet = options["quiet"]
    text = _written(*_asked(options), form)
    if target is None:
        click.echo(text, nl=False)
        return
    write_text(target, text)
    if not quiet:
        click.echo(f"{target.name} written.", err=True)


def _target(output: str | None) -> Path | None:
    """Return the file to write, if one is asked for and can be written."""
    return None if output is None else check_target(output, list(FORMATS))


def _form(form: str | None, target: Path | None, *, as_json: bool) -> str:
    """Return the form that the options ask for."""
    if as_json and form not in {None, "json"}:
        raise click.UsageError(f"--json and --format {form} ask for two forms; give one.")
    if as_json:
        return "json"
    by_name = None if target is None else FORMATS[target.suffix.lower()]
    if form is not None and by_name is not None and form != by_name:
        raise click.UsageError(
            f"--format {form} does not go into {target}; rename it, or the form."
        )
    return form or by_name or "text"


def _asked(options: dict[str, Any]) -> "tuple[Breadth, Axes]":
    """Ask both questions of the board that the options name."""
    from parallaxis.analyses.axes import axes  # noqa: PLC0415 - keeps --help fast
    from parallaxis.analyses.breadth import breadth  # noqa: PLC0415 - keeps --help fast
    from parallaxis.ingredients import Ingredients  # noqa: PLC0415 - keeps --help fast
    from parallaxis.intake import Intake  # noqa: PLC0415 - keeps --help fast

    quiet, draws, chance = (options.pop(name) for name in ("quiet", "draws", "chance"))
    shared = Ingredients.of(read_board(options))
    say_account(Intake.of(shared.board), quiet=quiet)
    with progress_bar(total=2 * draws, quiet=quiet) as progress:
        its_breadth = breadth(shared, draws=draws, progress=progress, **options)
        its_axes = axes(shared, chance=chance, max_draws=draws, progress=progress, **options)
    return its_breadth, its_axes


def _written(its_breadth: "Breadth", its_axes: "Axes", form: str) -> str:
    """Return the badge in one of its forms, with a newline at its end."""
    from parallaxis.jsonable import dumps  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.badge import (  # noqa: PLC0415 - keeps --help fast
        badge_json,
        badge_svg,
        badge_text,
    )

    if form == "json":
        return dumps(badge_json(its_breadth, its_axes)) + "\n"
    return (badge_svg if form == "svg" else badge_text)(its_breadth, its_axes) + "\n"
