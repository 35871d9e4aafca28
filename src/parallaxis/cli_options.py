"""Options that commands share, and what is made of them: a board, a progress bar, a file."""

import fnmatch
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parallaxis.errors import TextColumnError

if TYPE_CHECKING:
    from parallaxis.matrix import ScoreMatrix

Command = Callable[..., Any]
EPILOG = (
    "SOURCE is a table of models × items (CSV, TSV, Parquet, Arrow, NDJSON; plain, gzip or zstd; "
    "wide or long), a log of an evaluation harness (`parallaxis formats` lists them), a folder of "
    "logs or else of tables, or - for a table on standard input."
)
HELP = {"help_option_names": ["-h", "--help"]}  # how help is asked for, of whichever command
OF_VERDICTS = ("layout", "model_column", "item_column", "duplicates", "transpose")
READING = (
    "layout",
    "model_column",
    "item_column",
    "score_column",
    "duplicates",
    "transpose",
    "lower_is_better",
    "scale",
    "score",
    "tasks",
    "errors",
    "runs",
    "join",
    "keep_going",
)


LOG_OPTIONS = (
    click.option(
        "--score",
        metavar="NAME",
        help="Of logs: the score to read. Default: the format's; an error lists the choices.",
    ),
    click.option(
        "--task",
        "tasks",
        multiple=True,
        metavar="PATTERN",
        help="Of logs: keep tasks of this name or pattern; may be repeated.",
    ),
    click.option(
        "--errors",
        type=click.Choice(["harness", "missing", "wrong", "refuse"]),
        default="harness",
        help="Of logs: what answers count as that were not properly scored. Default: as the "
        "harness's own headline counts them.",
    ),
    click.option(
        "--runs",
        type=click.Choice(["newest", "all"]),
        default="newest",
        help="Of logs: which complete runs of one model and task. Default: newest.",
    ),
    click.option(
        "--join",
        type=click.Choice(["auto", "id", "text"]),
        default="auto",
        help="What makes rows of two files one item. Default: names where nothing speaks against "
        "them, else the questions' texts.",
    ),
    click.option("--keep-going", is_flag=True, help="Of logs: skip broken files, and say so."),
)


def source_options(command: Command) -> Command:
    """Add SOURCE and everything that says how to read it."""
    options = (
        click.argument("source", metavar="SOURCE"),
        click.option(
            "--models",
            "model_patterns",
            multiple=True,
            metavar="PATTERN",
            help="Keep models of this name or pattern (gpt*); may be repeated.",
        ),
        click.option(
            "--items",
            "item_patterns",
            multiple=True,
            metavar="PATTERN",
            help="Keep items of this name or pattern; may be repeated.",
        ),
        click.option("--transpose", is_flag=True, help="Rows are items, columns are models."),
        click.option(
            "--layout",
            type=click.Choice(["auto", "wide", "long"]),
            default="auto",
            help="Wide: a row per model. Long: a row per model and item. Default: recognised.",
        ),
        click.option("--model-column", metavar="NAME", help="Column that names the model."),
        click.option("--item-column", metavar="NAME", help="Column that names the item (long)."),
        click.option("--score-column", metavar="NAME", help="Column of scores (long)."),
        click.option(
            "--metadata-column",
            "metadata_columns",
            multiple=True,
            metavar="NAME",
            help="Column of a wide table that describes its rows and is no item; repeatable.",
        ),
        click.option(
            "--duplicates",
            type=click.Choice(["error", "mean", "first", "last"]),
            default="error",
            help="What to do with a (model, item) pair that occurs twice. Default: error.",
        ),
        click.option(
            "--scale",
            type=click.Choice(["binary", "bounded", "real"]),
            help="What the scores are. Default: decided from the scores.",
        ),
        click.option("--lower-is-better", is_flag=True, help="A lower score is a better one."),
        *LOG_OPTIONS,
    )
    return _decorated(command, options)


def answer_options(command: Command) -> Command:
    """Add what every answering command takes."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="JSON to stdout, words to stderr."),
        click.option("--seed", type=click.IntRange(0), default=0, help="Seed. Default: 0."),
        click.option(
            "--level",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            default=0.95,
            help="Coverage of intervals. Default: 0.95.",
        ),
        quiet_option,
    )
    return _decorated(command, options)


def report_options(command: Command) -> Command:
    """Add where a whole report goes, and how long it may draw."""
    options = (
        click.option(
            "-o",
            "outputs",
            multiple=True,
            metavar="FILE",
            help="Write .html, .md or .json; repeatable.",
        ),
        click.option("--markdown", is_flag=True, help="Markdown to stdout."),
        click.option(
            "--draws",
            type=click.IntRange(20),
            default=1000,
            help="Most draws a question. Default: 1000.",
        ),
    )
    return _decorated(command, options)


def chance_level(
    context: click.Context, option: click.Parameter, given: str | None
) -> float | str | None:
    """Return a chance level, or the word that asks for an estimate."""
    if given is None or given == "estimate":
        return given
    level: float = click.FloatRange(0, 1, max_open=True)(given, option, context)
    return level


def chance_option(command: Command) -> Command:
    """Add --chance, of breadth and axes."""
    return click.option(
        "--chance",
        callback=chance_level,
        metavar="SHARE|estimate",
        help="Probability of guessing right, or 'estimate'. Default: the items' column `chance`.",
    )(command)


def components_option(command: Command) -> Command:
    """Add --components, of breadth."""
    return click.option(
        "--components",
        metavar="COLUMN",
        help="Column of the items' metadata whose groups may repeat each other. Default: the items "
        "themselves up to 60, else a column that names groups.",
    )(command)


def quiet_option(command: Command) -> Command:
    """Add --quiet."""
    return click.option("--quiet", "-q", is_flag=True, help="No progress, no words on stderr.")(
        command
    )


def read_board(options: dict[str, Any]) -> "ScoreMatrix":
    """Load SOURCE as the options say, and take the options out."""
    from parallaxis.io import load  # noqa: PLC0415 - keeps --help fast

    reading = {name: options.pop(name) for name in READING}
    columns = options.pop("metadata_columns")
    model_patterns, item_patterns = options.pop("model_patterns"), options.pop("item_patterns")
    with progress_bar(total=None, quiet=options.get("quiet", True), doing="reading") as progress:
        board = load(options.pop("source"), metadata_columns=columns, progress=progress, **reading)
    return _chosen(board, model_patterns, item_patterns)


def read_votes(options: dict[str, Any]) -> "ScoreMatrix":
    """Load SOURCE, or with --gold the rightness of its raw verdicts, and take the options out."""
    gold = options.pop("gold")
    if gold is None:
        return _read_scores(options)
    from parallaxis.io import load_verdicts  # noqa: PLC0415 - keeps --help fast

    for name in ("score", "tasks", "errors", "runs", "join", "keep_going"):
        options.pop(name)
    for name in ("scale", "lower_is_better"):
        if options.pop(name):
            said = name.replace("_", "-")
            raise click.UsageError(
                f"--{said} is for scores, and --gold says that SOURCE holds none."
            )
    named = {"verdict_column": options.pop("score_column")}
    named |= {name: options.pop(name) for name in (*OF_VERDICTS, "metadata_columns")}
    model_patterns, item_patterns = options.pop("model_patterns"), options.pop("item_patterns")
    verdicts = load_verdicts(options.pop("source"), gold=gold, **named)
    return _chosen(verdicts.correct(), model_patterns, item_patterns)


def _read_scores(options: dict[str, Any]) -> "ScoreMatrix":
    """Load SOURCE, and say what to do where it holds verdicts instead of scores."""
    try:
        return read_board(options)
    except TextColumnError as error:
        remedy = "If these are raw verdicts, name the column with the right answers (--gold), or "
        raise TextColumnError(f"{error} {remedy}ask `parallaxis agreement`.") from error


def _chosen(
    board: "ScoreMatrix", model_patterns: tuple[str, ...], item_patterns: tuple[str, ...]
) -> "ScoreMatrix":
    """Keep the models and items of some patterns."""
    if model_patterns:
        board = board.select_models(_matching("model", board.models, model_patterns))
    if item_patterns:
        board = board.select_items(_matching("item", board.items, item_patterns))
    return board


@contextmanager
def progress_bar(
    *, total: int | None, quiet: bool, doing: str = "drawing"
) -> Iterator[Callable[[int], None] | None]:
    """Yield what draws report to: a bar on a terminal, nothing in a pipe or when quiet."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - keeps --help fast
    from rich.progress import Progress  # noqa: PLC0415 - keeps --help fast

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done: bar.advance(task, done)
        if total is not None:
            bar.update(task, completed=total)


def check_target(path: str, suffixes: Sequence[str]) -> Path:
    """Refuse a target that could not be written, before anything is computed."""
    target = Path(path)
    if not any(target.name.lower().endswith(suffix) for suffix in suffixes):
        listed = ", ".join(suffixes)
        raise click.BadParameter(f"{target.name!r} should end with one of {listed}.")
    if not target.parent.is_dir():
        raise click.BadParameter(f"the folder {str(target.parent)!r} does not exist.")
    if target.is_dir():
        raise click.BadParameter(f"{path!r} is a folder; name a file in it.")
    return target


def _matching(kind: str, names: tuple[str, ...], patterns: tuple[str, ...]) -> set[str]:
    """Return the names that any pattern names or matches; every pattern must match some."""
    from parallaxis.errors import MissingDataError  # noqa: PLC0415 - keeps --help fast

    kept: set[str] = set()
    for pattern in patterns:
        found = {pattern} & set(names) or set(fnmatch.filter(names, pattern))
        if not found:
            raise MissingDataError(
                f"no {kind} matches {pattern!r}; the first of {len(names)} is {names[0]!r}."
            )
        kept |= found
    return kept


def _decorated(command: Command, options: tuple[Callable[[Command], Command], ...]) -> Command:
    """Apply options so that --help lists them in the order in which they are written."""
    for option in reversed(options):
        command = option(command)
    return command
