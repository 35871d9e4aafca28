"""The commands compare and atlas: several boards side by side at one size."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parallaxis.cli_options import HELP, answer_options, check_target, progress_bar
from parallaxis.cli_printing import print_answer, say, say_account
from parallaxis.writing import write_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from parallaxis.comparison import Comparison
    from parallaxis.matrix import ScoreMatrix
    from parallaxis.rendering.blocks import Document

    Command = Callable[..., Any]
REPORTS = (".html", ".md", ".json")
SEVERAL = (
    "Each SOURCE is a table of models × items (CSV, TSV, Parquet, Arrow, NDJSON; plain, gzip or "
    "zstd; wide or long)."
)
FOLDERS = f"{SEVERAL} A folder stands for every table in it that is no side file."


def size_options(command: "Command") -> "Command":
    """Add the common size, the draws, and where the page goes."""
    options = (
        click.option(
            "--n-models", type=click.IntRange(3), help="Models of the common size. Default: chosen."
        ),
        click.option(
            "--n-items", type=click.IntRange(1), help="Items of the common size. Default: chosen."
        ),
        click.option(
            "--draws", type=click.IntRange(20), default=100, help="Random parts. Default: 100."
        ),
        click.option(
            "-o",
            "outputs",
            multiple=True,
            metavar="FILE",
            help="Write .html, .md or .json; repeatable.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command(
    epilog=SEVERAL,
    context_settings=HELP,
    short_help="Several boards side by side, at one size.",
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE SOURCE...")
@size_options
@answer_options
def compare(sources: tuple[str, ...], **options: Any) -> None:
    """How broad are these boards beside each other, as they are and at one size?

    Effective dimensionality grows with the numbers of models and of items, so each board is also
    measured in random parts of the smallest size among them; boards with fewer than 10 models or
    5 items that tell models apart do not count for that size.

    \b
    parallaxis compare mine.csv theirs.csv
    parallaxis compare *.parquet --n-models 30 --n-items 50 -o compare.html
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.comparison import compare as ask  # noqa: PLC0415 - keeps --help fast
    from parallaxis.comparison.comparing import free_name  # noqa: PLC0415 - keeps --help fast
    from parallaxis.intake import Intake  # noqa: PLC0415 - keeps --help fast
    from parallaxis.io import load  # noqa: PLC0415 - keeps --help fast
    from parallaxis.io.file_names import stem_of  # noqa: PLC0415 - keeps --help fast

    targets, as_json, quiet = _taken(options)
    if len(sources) < 2:
        raise click.UsageError("name two boards or more; `parallaxis atlas` takes a folder.")
    boards: dict[str, ScoreMatrix] = {}
    for source in sources:
        name = free_name(stem_of(Path(source).name), boards)
        boards[name] = load(source)
        say_account(Intake.of(boards[name]), quiet=quiet, of=name)
    with progress_bar(total=len(boards) * options["draws"], quiet=quiet) as progress:
        found = ask(boards, progress=progress, **options)
    _answer(found, targets, as_json=as_json, quiet=quiet)


@click.command(
    epilog=FOLDERS,
    context_settings=HELP,
    short_help="Every board of some folders, at one size.",
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@size_options
@answer_options
def atlas(sources: tuple[str, ...], **options: Any) -> None:
    """How broad is every board in these folders, as it is and at one size?

    Files that cannot be read are counted and named, and the others go on. The common size is the
    largest, up to the lower quartiles of both numbers, for which three in four of the boards of
    12 × 6 or more are large enough.

    \b
    parallaxis atlas boards/ -o atlas.html
    parallaxis atlas boards/ more/one.csv --json
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.comparison import atlas as ask  # noqa: PLC0415 - keeps --help fast
    from parallaxis.comparison import board_files  # noqa: PLC0415 - keeps --help fast

    targets, as_json, quiet = _taken(options)
    n_files = sum(len(board_files(source)) for source in sources)
    with progress_bar(total=n_files * (options["draws"] + 1), quiet=quiet) as progress:
        found = ask(sources, progress=progress, **options)
    _answer(found, targets, as_json=as_json, quiet=quiet)


def _taken(options: dict[str, Any]) -> tuple[list[Path], bool, bool]:
    """Take out of the options what is not a setting of the question."""
    targets = [check_target(path, REPORTS) for path in options.pop("outputs")]
    return targets, options.pop("as_json"), options.pop("quiet")


def _answer(found: "Comparison", targets: list[Path], *, as_json: bool, quiet: bool) -> None:
    """Write the files that were asked for, and print the answer."""
    from parallaxis.rendering.comparison_section import (  # noqa: PLC0415 - keeps --help fast
        comparison_document,
    )

    said = comparison_document(found)
    for target in targets:
        write_text(target, _as_text(target.suffix.lower(), said, found))
        say(f"{target.name} written.", quiet=quiet)
    print_answer(str(found), said, found.to_dict(), as_json=as_json, quiet=quiet)


def _as_text(suffix: str, said: "Document", found: "Comparison") -> str:
    """Return the answer in the form that a file's suffix asks for."""
    from parallaxis.rendering.html import html  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.markdown import markdown  # noqa: PLC0415 - keeps --help fast

    if suffix == ".json":
        return found.to_json()
    return html(said) if suffix == ".html" else markdown(said)
