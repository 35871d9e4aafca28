"""The house has floors: a module imports from lower floors only, and modules of one floor are
strangers, except inside one folder and in a few named steps."""

from pathlib import Path

import pytest

import parallaxis
from import_graph import Import, cycle_in, imports_of, modules_of

ROOT = Path(parallaxis.__file__).parent
FLOORS: dict[str, int] = {
    # words: what everything may say
    "_checks": 0, "_version": 0, "answers": 0, "cautions": 0, "errors": 0, "intake_report": 0,
    "jsonable": 0, "logs": 0,
    "numerals": 0, "provenance": 0, "schema": 0, "tables": 0, "writing": 0,
    # arithmetic, and the one type
    "align": 1, "alignment": 1, "intake": 1, "kernels": 1, "matrix": 1, "verdicts": 1,
    # into the type, over the type
    "analyses": 2, "ingredients": 2, "io": 2, "worlds": 2,
    # judgement
    "comparison": 3, "diagnosis": 3, "verdict": 3,
    # saying it
    "rendering": 4,
    # doors
    "__main__": 5, "cli": 5, "cli_agreement": 5, "cli_project": 5,
    "cli_badge": 5, "cli_boards": 5, "cli_compare": 5, "cli_formats": 5, "cli_irt": 5,
    "cli_options": 5, "cli_printing": 5, "cli_select": 5, "cli_variants": 5, "cli_worlds": 5,
    "mcp_server": 5,
}  # fmt: skip
STEPS = {  # on one floor, in this direction only
    ("align", "matrix"),
    ("align", "alignment"),
    ("alignment", "matrix"),
    ("intake", "matrix"),
    ("verdicts", "matrix"),
    ("ingredients", "intake"),
    ("analyses", "ingredients"),
    ("diagnosis", "verdict"),
    ("comparison", "verdict"),
    ("cli", "cli_agreement"),
    ("cli_agreement", "cli_options"),
    ("cli_agreement", "cli_printing"),
    ("cli", "cli_project"),
    ("cli_project", "cli_options"),
    ("cli_project", "cli_printing"),
    ("cli", "cli_badge"),
    ("cli", "cli_options"),
    ("cli_badge", "cli_options"),
    ("cli", "cli_boards"),
    ("cli_badge", "cli_printing"),
    ("cli_boards", "cli_options"),
    ("cli_boards", "cli_printing"),
    ("cli", "cli_compare"),
    ("cli", "cli_formats"),
    ("cli_formats", "cli_options"),
    ("cli_compare", "cli_options"),
    ("cli_compare", "cli_printing"),
    ("cli", "cli_irt"),
    ("cli_irt", "cli_options"),
    ("cli_irt", "cli_printing"),
    ("cli", "cli_printing"),
    ("cli", "cli_select"),
    ("cli_select", "cli_options"),
    ("cli_select", "cli_printing"),
    ("cli", "cli_variants"),
    ("cli_variants", "cli_options"),
    ("cli_variants", "cli_printing"),
    ("cli", "cli_worlds"),
    ("__main__", "cli"),
}
LATE = {  # upward, and only inside a method: a result shows itself
    ("analyses", "rendering"),
    ("diagnosis", "rendering"),
    ("comparison", "rendering"),
}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "common", "core", "misc", "legacy"}
NO_ARITHMETIC = {"csv", "json", "logging", "narwhals", "pandas", "pathlib", "polars", "pyarrow"}


def room(module: str) -> str:
    """Return the folder, or the module, that the table of floors names."""
    return module.partition(".")[0]


def complaint(found: Import) -> str | None:
    """Say what is wrong with one import, or None."""
    here, there = room(found.source), room(found.target)
    if found.outside or here == "":
        return None  # another package; or the root, which names the public things lazily
    where = f"{found.source}, line {found.line}"
    if found.target == "":
        return f"{where} imports from the package root"
    if here not in FLOORS or there not in FLOORS:
        return f"{where}: {here if here not in FLOORS else there} has no floor"
    if here == there or FLOORS[there] < FLOORS[here] or FLOORS[here] == FLOORS[there] == 0:
        return None
    if (here, there) in STEPS or ((here, there) in LATE and found.deferred):
        return None
    way = "up" if FLOORS[there] > FLOORS[here] else "sideways"
    return f"{where} imports {way}: {found.target}"


def complaints(root: Path) -> list[str]:
    """Return all that is wrong with the imports of a package."""
    return [found for found in map(complaint, imports_of(root)) if found is not None]


def test_imports_go_down() -> None:
    assert complaints(ROOT) == []


def test_no_ring_of_imports() -> None:
    assert cycle_in(imports_of(ROOT)) == []


def test_every_module_is_read() -> None:
    names = set(modules_of(ROOT))
    assert {"", "errors", "kernels", "kernels.gram", "analyses.breadth", "cli"} <= names
    sources = {found.source for found in imports_of(ROOT)}
    assert {"analyses.breadth", "kernels.spectrum", "rendering.document"} <= sources


def test_no_module_has_a_name_that_says_nothing() -> None:
    parts = {part for name in modules_of(ROOT) for part in name.split(".")}
    assert not parts & FORBIDDEN_NAMES


def test_kernels_know_no_files_tables_or_logs() -> None:
    wrong = [
        f"{found.source}, line {found.line}: {found.outside}"
        for found in imports_of(ROOT)
        if room(found.source) == "kernels" and found.outside in NO_ARITHMETIC
    ]
    assert wrong == []


def made(folder: Path, files: dict[str, str]) -> Path:
    """Write a small package of the same name and return its folder."""
    root = folder / "parallaxis"
    for name, text in {"__init__.py": "", "kernels/__init__.py": "", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("kernels/gram.py", "from parallaxis.matrix import ScoreMatrix", "sideways: matrix"),
        ("kernels/gram.py", "import parallaxis.cli", "up: cli"),
        ("kernels/gram.py", "from ..analyses.breadth import breadth", "up: analyses.breadth"),
        ("errors.py", "from parallaxis.kernels import gram", "up: kernels.gram"),
        ("errors.py", "def f():\n    import parallaxis.matrix", "up: matrix"),
        ("matrix.py", "from parallaxis.align import align", "sideways: align"),
        ("verdict.py", "from parallaxis.diagnosis import diagnose", "sideways: diagnosis"),
        ("worlds/gaps.py", "from parallaxis.io import load", "sideways: io"),
        ("worlds/gaps.py", "from parallaxis import ScoreMatrix", "from the package root"),
        ("worlds/gaps.py", "import parallaxis", "from the package root"),
        ("analyses/result.py", "from parallaxis.rendering import html", "up: rendering"),
        ("analyses/result.py", "if TYPE_CHECKING:\n    import parallaxis.cli", "up: cli"),
        ("novelty.py", "from parallaxis.errors import InputError", "novelty has no floor"),
        ("matrix.py", "from parallaxis.novelty import x", "novelty has no floor"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, name: str, text: str, expected: str) -> None:
    others = {"matrix.py": "", "cli.py": "", "align.py": "", "kernels/gram.py": ""}
    found = complaints(made(tmp_path, {**others, name: text}))
    assert len(found) == 1
    assert expected in found[0]
    assert Path(name).stem in found[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernels/gram.py", "import numpy as np\nfrom parallaxis.errors import InputError"),
        ("kernels/gram.py", "from parallaxis.kernels.other import f\nfrom . import other"),
        ("worlds/gaps.py", "from parallaxis import errors"),  # a module, not a name of the root
        ("analyses/result.py", "def f():\n    from parallaxis.rendering.html import html"),
        ("__main__.py", "from parallaxis.cli import main"),
        ("tables/wide.py", "from parallaxis.errors import InputError"),
    ],
)
def test_a_right_import_passes(tmp_path: Path, name: str, text: str) -> None:
    others = {"errors.py": "", "kernels/other.py": "", "cli.py": "", "analyses/__init__.py": ""}
    assert complaints(made(tmp_path, {**others, name: text})) == []


def test_a_ring_is_found_unless_it_is_late(tmp_path: Path) -> None:
    ring = {
        "tables/a.py": "from parallaxis.tables.b import x",
        "tables/b.py": "from parallaxis.tables.c import x",
        "tables/c.py": "import parallaxis.tables.a",
    }
    assert set(cycle_in(imports_of(made(tmp_path / "ring", ring)))) == {
        "tables.a", "tables.b", "tables.c"
    }  # fmt: skip
    late = {**ring, "tables/c.py": "def f():\n    import parallaxis.tables.a"}
    assert cycle_in(imports_of(made(tmp_path / "late", late))) == []
