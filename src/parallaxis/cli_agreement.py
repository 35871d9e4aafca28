"""The agreement command: how far raw verdicts agree, with or without right answers."""

from typing import Any

import click

from parallaxis.cli_options import HELP, answer_options, progress_bar
from parallaxis.cli_printing import print_answer

OF_VERDICTS = (
    "SOURCE is a table of verdicts (CSV, TSV, Parquet, Arrow, NDJSON; plain, gzip or zstd; wide or "
    "long), a folder with one such table, or - for a table on standard input."
)


@click.command(
    epilog=OF_VERDICTS, context_settings=HELP, short_help="How far do raw verdicts agree?"
)
@click.argument("source", metavar="SOURCE")
@click.option("--gold", metavar="NAME", help="Column, or member, that holds the right answers.")
@click.option(
    "--options", type=click.IntRange(2), help="Answers to choose from. Default: those that occur."
)
@click.option(
    "--layout",
    type=click.Choice(["auto", "wide", "long"]),
    default="auto",
    help="Wide: a row per item or member. Long: a row per member and item. Default: recognised.",
)
@click.option("--model-column", metavar="NAME", help="Column that names the member (long).")
@click.option("--item-column", metavar="NAME", help="Column that names the item.")
@click.option("--verdict-column", metavar="NAME", help="Column of verdicts (long).")
@click.option(
    "--duplicates",
    type=click.Choice(["error", "first", "last"]),
    default="error",
    help="What to do with a (member, item) pair that occurs twice. Default: error.",
)
@click.option("--transpose", is_flag=True, help="Rows are items, columns are members.")
@click.option("--draws", type=click.IntRange(20), default=1000, help="Draws. Default: 1000.")
@answer_options
def agreement(**options: Any) -> None:
    """How far do these verdicts agree, and are they wrong in the same way?

    Without right answers: Krippendorff's alpha, kappas, and who agrees with the rest; errors cannot
    be told from truth. With them (--gold): agreement when both err, and chance-adjusted agreement
    (CAPA). Votes are counted by `parallaxis panel SOURCE --gold NAME`.

    \b
    parallaxis agreement verdicts.csv
    parallaxis agreement verdicts.csv --gold label --options 4
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.agreement import agreement as ask  # noqa: PLC0415 - keeps --help fast
    from parallaxis.io import load_verdicts  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.document import document  # noqa: PLC0415 - keeps --help fast

    as_json, quiet = options.pop("as_json"), options.pop("quiet")
    columns = ("gold", "model_column", "item_column", "verdict_column")
    reading = {name: options.pop(name) for name in (*columns, "layout", "duplicates", "transpose")}
    verdicts = load_verdicts(options.pop("source"), **reading)
    with progress_bar(total=options["draws"], quiet=quiet) as progress:
        found = ask(verdicts, progress=progress, **options)
    print_answer(str(found), document(found), found.to_dict(), as_json=as_json, quiet=quiet)
