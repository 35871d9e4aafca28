"""The atlas: every board of the data folder as it is and at one size, with source and date.

python benchmarks/atlas.py [-o benchmarks/atlas.md]

The folder is PARALLAXIS_DATA, or ``../shared/data`` beside the repository.
"""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from atlas_sources import BOARDS, TESTS
from clock import one_core

from parallaxis._version import __version__
from parallaxis.comparison import Comparison, Origin, atlas, board_files
from parallaxis.io.file_names import stem_of
from parallaxis.rendering.blocks import CautionList, Document, Facts, TableBlock, Verdict
from parallaxis.rendering.comparison_section import comparison_blocks, comparison_sentences
from parallaxis.rendering.figure_atlas import atlas_caption, atlas_figure
from parallaxis.rendering.markdown import markdown

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
HEAD = """# Atlas: effective dimensionality of public boards

Every board of the data folder as it is and at one size. Written by
`python benchmarks/atlas.py -o benchmarks/atlas.md` with parallaxis {version}, seed 0, {draws}
random parts of each board; the same versions write the same numbers. Sources are repositories at
the commit from which the boards were made. Dates are of that commit or release; the commit of a
repository can be later than its scores.
"""
PARTS = {
    "Models and judges": ("boards", "panels"),
    "People who sat classic tests": ("psychometric",),
}
SKIPPED = "Cautions of single boards"  # they are about single boards, and in the JSON


def measured(folder: Path, rooms: tuple[str, ...], origins: Mapping[str, Origin]) -> Comparison:
    """Return the atlas of the compressed tables of some rooms of the data folder."""
    files = [
        path
        for room in rooms
        for path in board_files(folder / room)
        if path.name.endswith(".csv.gz")
    ]
    unknown = sorted({stem_of(path.name) for path in files} - origins.keys())
    if unknown:
        raise SystemExit(f"no source is known of {', '.join(unknown)}: add it to atlas_sources.py")
    return atlas(files, origins=origins)


def section(title: str, found: Comparison, picture: str | None) -> str:
    """Return one atlas as Markdown, below a heading, with its figure where one was written."""
    blocks = (
        Verdict(comparison_sentences(found)),
        CautionList(found.cautions),
        *(
            block
            for block in comparison_blocks(found)
            if isinstance(block, Facts)
            or (isinstance(block, TableBlock) and block.caption != SKIPPED)
        ),
    )
    figure = f"![{atlas_caption(found)}]({picture})\n\n" if picture else ""
    return f"## {title}\n\n{figure}{markdown(Document(title, blocks))}"


def pictures(found: Mapping[str, Comparison], output: Path | None) -> dict[str, str]:
    """Write the figure of each part beside the page, and return the file names."""
    if output is None:
        return {}
    names = {}
    for title, one in found.items():
        path = output.with_name(f"{output.stem}_{title.split()[0].lower()}.svg")
        path.write_text(atlas_figure(one), encoding="utf-8")
        names[title] = path.name
    return names


def main() -> None:
    """Measure both parts and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    folder = Path(os.environ.get("PARALLAXIS_DATA", BESIDE))
    if not folder.is_dir():
        raise SystemExit("no data folder: set PARALLAXIS_DATA or put it at ../shared/data")
    with one_core():
        found = {
            title: measured(folder, rooms, {**BOARDS, **TESTS}) for title, rooms in PARTS.items()
        }
    draws = next(iter(found.values())).recipe.settings["draws"]
    parts = [HEAD.format(version=__version__, draws=draws)]
    drawn = pictures(found, options.output)
    sections = (section(title, one, drawn.get(title)) for title, one in found.items())
    text = "\n".join([*parts, *sections])
    print(text, end="")
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
