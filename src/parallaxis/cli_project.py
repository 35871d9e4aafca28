"""The project command: what a published mean φ says of effective votes."""

import click

from parallaxis.cli_options import HELP
from parallaxis.cli_printing import print_answer


@click.command(context_settings=HELP, short_help="What does a published mean φ leave open?")
@click.option("--phi", type=click.FloatRange(-1, 1), required=True, help="Published mean φ.")
@click.option(
    "--phi-interval",
    type=click.FloatRange(-1, 1),
    nargs=2,
    metavar="LOW HIGH",
    help="Its published interval.",
)
@click.option("--members", "n_members", type=click.IntRange(2), required=True, help="Panel size.")
@click.option(
    "--share-right",
    "margins",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    multiple=True,
    metavar="SHARE",
    help="Plausible share right; give the lowest and the highest, or one that is known twice. "
    "Default: 0.5 and 0.9.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON to stdout, words to stderr.")
@click.option("--quiet", "-q", is_flag=True, help="No words on stderr.")
def project(
    *,
    phi: float,
    phi_interval: tuple[float, float] | None,
    n_members: int,
    margins: tuple[float, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """How many effective votes does a published mean φ leave open? A range, never a point.

    \b
    parallaxis project --phi 0.35 --members 24
    parallaxis project --phi 0.35 --members 24 --share-right 0.5 --share-right 0.8
    """  # noqa: D301 - \b is click's mark for text that is not to be filled
    from parallaxis.analyses.projection import PLAUSIBLE  # noqa: PLC0415 - keeps --help fast
    from parallaxis.analyses.projection import project as ask  # noqa: PLC0415 - keeps --help fast
    from parallaxis.rendering.projection_section import (  # noqa: PLC0415 - keeps --help fast
        projection_document,
    )

    if len(margins) == 1:
        raise click.UsageError(
            f"--share-right {margins[0]:g} is one share for all members; give the lowest and the "
            "highest that are plausible, or this one twice if it is known."
        )
    found = ask(phi, n_members, margins or PLAUSIBLE, phi_interval=phi_interval)
    said = projection_document(found)
    print_answer(said.title, said, found.to_dict(), as_json=as_json, quiet=quiet)
