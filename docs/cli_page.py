"""Print the command line page: ``python docs/cli_page.py > docs/cli.md``."""

import sys

import click

from parallaxis.cli import cli

TOP = """# The command line

This page is printed by `python docs/cli_page.py`; a test fails when it is stale.

Exit status: 0 answered, 1 a gate failed, 2 bad input or usage, 70 a fault of parallaxis,
130 interrupted.
"""


def page() -> str:
    """Return the page: the help of the program and of every command."""
    parts = [TOP, _section("parallaxis", cli, None)]
    context = click.Context(cli, info_name="parallaxis", max_content_width=90)
    parts += [_section(f"parallaxis {name}", it, context) for name, it in cli.commands.items()]
    return "\n".join(parts)


def _section(title: str, command: click.Command, parent: click.Context | None) -> str:
    """Return one command's help under its own heading."""
    context = click.Context(
        command, info_name=title.rsplit(" ", 1)[-1], parent=parent, max_content_width=90
    )
    with context:
        return f"## {title}\n\n```text\n{command.get_help(context).rstrip()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(page())
