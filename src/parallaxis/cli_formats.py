"""The formats command: which logs of harnesses are read, and what is taken from them."""

import json

import click

from parallaxis.cli_options import HELP


@click.command(context_settings=HELP, short_help="Which logs of evaluation harnesses are read?")
@click.option("--json", "as_json", is_flag=True, help="JSON to stdout.")
def formats(*, as_json: bool) -> None:
    """List the logs of evaluation harnesses that SOURCE may hold, and what is taken from them.

    For each: by what a file is recognised; what is the model, the item and the run; which score is
    read by default. Tables (CSV, Parquet, Arrow, NDJSON) are read besides, also a folder of tables
    with columns of items and scores, one a model, that are named after the models.
    """
    from parallaxis.io.harness.registry import HARNESSES  # noqa: PLC0415 - keeps --help fast

    fields = ("name", "recognised_by", "model", "item", "run", "score")
    found = [{field: getattr(reader, field) for field in fields} for reader in HARNESSES]
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for one in found:
        click.echo(click.style(one["name"], bold=True))
        for field in fields[1:]:
            click.echo(f"  {field.replace('_', ' ') + ':':<15}{one[field]}")
