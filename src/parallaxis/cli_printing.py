"""How answers leave the command line: JSON or text to stdout, words to stderr."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from parallaxis.intake import Intake
    from parallaxis.rendering.blocks import Document


def print_answer(
    sentence: str, said: "Document", facts: dict[str, Any], *, as_json: bool, quiet: bool
) -> None:
    """Print an answer: JSON to stdout with words to stderr, or the text of a report.

    Parameters
    ----------
    sentence : str
        The answer in few words, for stderr beside JSON.
    said : Document
    facts : dict
        The answer as JSON types.
    as_json, quiet : bool
    """
    from rich.console import Console  # noqa: PLC0415 - keeps --help fast

    from parallaxis.jsonable import dumps  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.terminal import print_document  # noqa: PLC0415 - keeps --help fast

    if as_json:
        click.echo(dumps(facts))
        say(sentence, quiet=quiet)
        return
    print_document(said, Console())


def say(text: str, *, quiet: bool = False) -> None:
    """Write words to stderr."""
    if not quiet:
        click.echo(text, err=True)


def say_account(intake: "Intake", *, quiet: bool, of: str = "") -> None:
    """Say what became of the files of a folder, after the board's name if there are several."""
    from parallaxis.rendering.account import account  # noqa: PLC0415 - keeps --help fast

    if intake.report is not None:
        say(f"{of}: {account(intake)}" if of else account(intake), quiet=quiet)
