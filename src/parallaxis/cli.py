"""The command line: every command reads a board, asks one question and prints the answer."""

import io
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from parallaxis._version import __version__
from parallaxis.cli_agreement import agreement
from parallaxis.cli_badge import badge
from parallaxis.cli_boards import BOARDS, convert, write_board
from parallaxis.cli_compare import atlas, compare
from parallaxis.cli_formats import formats
from parallaxis.cli_irt import irt
from parallaxis.cli_options import (
    EPILOG,
    HELP,
    answer_options,
    chance_option,
    check_target,
    components_option,
    progress_bar,
    quiet_option,
    read_board,
    read_votes,
    report_options,
    source_options,
)
from parallaxis.cli_printing import print_answer, say, say_account
from parallaxis.cli_project import project
from parallaxis.cli_select import select
from parallaxis.cli_variants import variants
from parallaxis.cli_worlds import simulated_world, world_options
from parallaxis.errors import ParallaxisError
from parallaxis.writing import write_text

if TYPE_CHECKING:
    from parallaxis.analyses.axes import Axes
    from parallaxis.analyses.breadth import Breadth
    from parallaxis.analyses.panel_answers import Panel
    from parallaxis.matrix import ScoreMatrix
    from parallaxis.rendering.blocks import Document

REPORTS = (".html", ".md", ".json")
SHOWN_STEPS = 4  # steps of the ladder that a progress bar reckons with
SHARE = click.FloatRange(0, 1, min_open=True, max_open=True)
BAD_INPUT, FAULT, INTERRUPTED, CLOSED_PIPE = 2, 70, 130, 141


class Commands(click.Group):
    """A group whose commands keep the order in which they are written."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the source."""
        del ctx
        return list(self.commands)


@click.group(cls=Commands, epilog=EPILOG, context_settings=HELP)
@click.version_option(__version__, prog_name="parallaxis")
def cli() -> None:
    """How many independent things does a leaderboard measure?

    Give it the score matrix (models × items) and not the averaged column.

    \b
    parallaxis demo                            a simulated board, truth beside estimate
    parallaxis report board.csv                everything, on the terminal
    parallaxis report board.csv -o board.html  everything, as one offline page
    parallaxis panel judges.csv --json         one question, for a script
    """  # noqa: D301 - \b is click's mark for text that is not to be filled


@cli.command(epilog=EPILOG, short_help="All questions at once, on the terminal or as a page.")
@source_options
@chance_option
@components_option
@report_options
@answer_options
def report(**options: Any) -> None:
    """All questions: breadth, axes, panel, with the verdict in sentences.

    \b
    parallaxis report board.csv.gz
    parallaxis report board.csv.gz -o board.html -o board.json
    parallaxis report scores.csv --score-column acc --models 'gpt*'
    parallaxis report board.csv --components benchmark --chance 0.25
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    targets = [check_target(path, REPORTS) for path in options.pop("outputs")]
    _report(read_board(options), targets, options)


@cli.command(epilog=EPILOG, short_help="How much do the items measure?")
@source_options
@click.option(
    "--centring",
    type=click.Choice(["item", "model", "double", "none"]),
    default="item",
    help="Whose means are removed. Default: item.",
)
@click.option(
    "--scaling",
    type=click.Choice(["none", "zscore", "rank"]),
    default="none",
    help="What is done to scores within items first. Default: none.",
)
@chance_option
@components_option
@click.option("--draws", type=click.IntRange(20), default=1000, help="Draws. Default: 1000.")
@answer_options
def breadth(**options: Any) -> None:
    """How much do the items measure? Effective dimensionality beside its three nulls.

    Shuffled scores, one ability with the noise of single scores, and what the shape allows. Then
    what a maintainer asks next: what is left without noise, which components repeat each other and
    for which models they do not, what other items and models would repeat, which items are dead,
    and what other conventions would say.

    \b
    parallaxis breadth board.csv
    parallaxis breadth board.csv --components benchmark --chance 0.25
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.breadth import breadth as ask  # noqa: PLC0415 - keeps --help fast

    _ask(ask, read_board(options), options, total=options["draws"] // 5)


@cli.command(epilog=EPILOG, short_help="How many axes, which, and who is good at which?")
@source_options
@chance_option
@click.option(
    "--rotation",
    type=click.Choice(["varimax", "oblimin", "none"]),
    default="varimax",
    help="Of the counted axes. Default: varimax.",
)
@click.option("--alpha", type=SHARE, default=0.05, help="Error rate of a step. Default: 0.05.")
@click.option(
    "--simulations", type=click.IntRange(19), default=99, help="Boards a step. Default: 99."
)
@click.option(
    "--draws", "max_draws", type=click.IntRange(20), default=1000, help="Most permutations."
)
@answer_options
def axes(**options: Any) -> None:
    """How many axes survive, which are they, and which models change places between them?

    Two counts: k_ladder, against boards simulated from a model of the axes before (the honest one
    for right/wrong scores), and k_shuffled, against permuted boards (the published one).

    \b
    parallaxis axes board.csv
    parallaxis axes board.csv --chance 0.25 --rotation oblimin
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.axes import axes as ask  # noqa: PLC0415 - keeps --help fast

    total = options["max_draws"] + SHOWN_STEPS * options["simulations"]
    _ask(ask, read_board(options), options, total=total)


@cli.command(epilog=EPILOG, short_help="How many independent votes does the panel carry?")
@source_options
@click.option(
    "--zero-cells",
    type=click.Choice(["half", "ml", "drop"]),
    default="half",
    help="What pairs with an empty cell contribute. Default: half.",
)
@chance_option
@click.option(
    "--gold", metavar="NAME", help="SOURCE holds raw verdicts; the column with the right answers."
)
@click.option(
    "--groups",
    metavar="COLUMN",
    help="Column of the items' metadata whose groups are compared, and drawn together for "
    "intervals. Default: a column that names groups.",
)
@click.option("--draws", type=click.IntRange(20), default=1000, help="Draws. Default: 1000.")
@answer_options
def panel(**options: Any) -> None:
    """How many independent votes does the panel carry? Scores must be right or wrong.

    Then what voting can reach, which items no vote mends, who shares blind spots, where votes hang
    together, and what a published mean φ would have said.
    """
    from parallaxis.analyses.panel import panel as ask  # noqa: PLC0415 - keeps --help fast

    _ask(ask, read_votes(options), options, total=options["draws"])


cli.add_command(variants)
cli.add_command(irt)
cli.add_command(badge)
cli.add_command(select)
cli.add_command(agreement)
cli.add_command(project)
cli.add_command(formats)
cli.add_command(convert)
cli.add_command(compare)
cli.add_command(atlas)


@cli.command(short_help="Write a board whose truth is known.")
@click.option("-o", "output", required=True, metavar="FILE", help="A .parquet or .csv file.")
@world_options
@click.option("--json", "as_json", is_flag=True, help="The truth as JSON.")
@quiet_option
def simulate(**options: Any) -> None:
    """Write a board whose truth is known, and print that truth.

    WORLD is one of independent_noise, one_ability, abilities, several_abilities, bifactor, factors,
    shared_component, family_copies, family_effects, item_testlets, random_answerers, outlier_model,
    regraded_items, release_drift, unequal_models and unequal_items. An option that starts with
    names belongs to these worlds only. Families, testlets and dates are written beside a CSV.
    """
    from parallaxis.jsonable import dumps  # noqa: PLC0415 - keeps --help fast

    target = check_target(options.pop("output"), BOARDS)
    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    world = simulated_world(options)
    written = write_board(world.board, target)
    if as_json:
        click.echo(dumps({"world": world.name, "seed": options["seed"], "truth": world.truth}))
    else:
        for name, value in world.truth.items():
            click.echo(f"{name.replace('_', ' ')}: {value:.6g}")
    say(written, quiet=quiet)


@cli.command(short_help="The report on a simulated board, truth beside it.")
@report_options
@answer_options
def demo(**options: Any) -> None:
    """The whole report on a simulated board, with the truth beside the estimates.

    Twenty-four models answer 600 items; each pair of models has a latent correlation of 0.5, and
    they differ in one thing only: how often they are right.
    """
    from parallaxis.worlds import shared_component  # noqa: PLC0415 - keeps --help fast

    targets = [check_target(path, REPORTS) for path in options.pop("outputs")]
    world = shared_component(
        n_models=24, n_items=600, correlation=0.5, accuracy=(0.3, 0.85), seed=options["seed"]
    )
    _report(world.board, targets, options, truth=world.truth)


def main() -> None:
    """Run the command line: 0 answered, 1 a gate failed, 2 bad input or usage."""
    for stream in (sys.stdout, sys.stderr):
        _write_any_name(stream)
    try:
        cli.main(standalone_mode=False)
    except SystemExit as stop:  # click's own way to say that nobody reads on
        sys.exit(CLOSED_PIPE if stop.code == 1 else stop.code)
    except click.ClickException as error:
        error.show()
        sys.exit(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        say("interrupted; nothing was written.")
        sys.exit(INTERRUPTED)
    except MemoryError:
        say("parallaxis: there is not enough memory for a board of this size.")
        sys.exit(BAD_INPUT)
    except (ParallaxisError, OSError) as error:
        say(f"parallaxis: {_one_line(error)}")
        sys.exit(BAD_INPUT)
    except Exception:  # noqa: BLE001 - exit status 1 is kept for gates that failed
        traceback.print_exc()
        say("parallaxis: this is a fault of parallaxis and not of the input; please report it.")
        sys.exit(FAULT)


def _ask(
    question: Callable[..., "Breadth | Axes | Panel"],
    board: "ScoreMatrix",
    options: dict[str, Any],
    *,
    total: int,
) -> None:
    """Ask one question and print the answer."""
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast

    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    with progress_bar(total=total, quiet=quiet) as progress:
        found = question(board, progress=progress, **options)
    say_account(found.recipe.intake, quiet=quiet or not as_json)
    print_answer(str(found), document(found), found.to_dict(), as_json=as_json, quiet=quiet)


def _report(
    board: "ScoreMatrix",
    targets: list[Path],
    options: dict[str, Any],
    truth: Mapping[str, float] | None = None,
) -> None:
    """Ask all questions, write the files that were asked for, and print the answer."""
    from parallaxis.diagnosis import diagnose  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.truth_section import with_truth  # noqa: PLC0415 - keeps --help fast

    as_json, quiet, as_markdown = (options.pop(name) for name in ("as_json", "quiet", "markdown"))
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown both write to stdout; give one.")
    with progress_bar(total=2 * options["draws"], quiet=quiet) as progress:
        found = diagnose(board, progress=progress, **options)
    said, facts = document(found), found.to_dict()
    if truth is not None:
        said, facts = with_truth(said, found, truth), {**facts, "truth": dict(truth)}
    for target in targets:
        write_text(target, _as_text(target.suffix.lower(), said, facts))
        say(f"{target.name} written.", quiet=quiet)
    if as_markdown:
        click.echo(_as_text(".md", said, facts), nl=False)
    else:
        say_account(found.recipe.intake, quiet=quiet or not as_json)
        print_answer(str(found), said, facts, as_json=as_json, quiet=quiet)


def _as_text(suffix: str, said: "Document", facts: dict[str, Any]) -> str:
    """Return a report in the form that a file's suffix asks for."""
    from parallaxis.jsonable import dumps  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.html import html  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.markdown import markdown  # noqa: PLC0415 - keeps --help fast

    if suffix == ".json":
        return dumps(facts) + "\n"
    return html(said) if suffix == ".html" else markdown(said)


def _one_line(error: Exception) -> str:
    """Return an error as one line that names the file where the system names one."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return " ".join(str(error).split())


def _write_any_name(stream: TextIO | Any) -> None:
    """Let a stream take every character: as UTF-8 into files, by stand-ins on old terminals."""
    if isinstance(stream, io.TextIOWrapper):
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="replace")
