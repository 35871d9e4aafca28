"""Print the command line page: ``python docs/cli_page.py > docs/cli.md``."""

import sys

import click

from parallaxis.cli import cli

TOP = """# The command line

This page is printed by `python docs/cli_page.py`; a test fails when it is stale.

Exit status: 0 answered, 1 a gate failed, 2 bad input or usage, 70 a fault of parallaxis,
130 interrupted, 141 nobody read on.
"""


WIDTH = 88


def page() -> str:
    """Return the page: the help of the program and of every command."""
    top = _context(cli, "parallaxis", None)
    parts = [TOP, _section("parallaxis", top)]
    for name, command in cli.commands.items():
        parts.append(_section(f"parallaxis {name}", _context(command, name, top)))
    return "\n".join(parts)


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    """Return a context of fixed width, whatever terminal this runs in."""
    options = ["-h", "--help"]
    return click.Context(
        command, parent, info_name=name, terminal_width=WIDTH, help_option_names=options
    )


def _section(title: str, context: click.Context) -> str:
    """Return one command's help under its own heading."""
    return f"## {title}\n\n```text\n{context.get_help().rstrip()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(page())
