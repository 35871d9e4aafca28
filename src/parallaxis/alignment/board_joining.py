"""Boards to one board: names, register, units, scores and metadata."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from parallaxis.alignment.aligned import Aligned
from parallaxis.alignment.board_metadata import merged_metadata
from parallaxis.alignment.board_names import (
    NamesJoin,
    check_linked,
    check_names_identify,
    pair_checks,
    union,
)
from parallaxis.alignment.board_values import Conflicts, common_scale, stacked
from parallaxis.alignment.generated import generated_names
from parallaxis.alignment.identical_answers import identical_answers
from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.near_names import near_names
from parallaxis.alignment.notes import gathered, with_notes
from parallaxis.alignment.register import surely_negative
from parallaxis.alignment.register_of_sources import judged
from parallaxis.cautions import Caution
from parallaxis.intake_report import IntakeReport, JoinedTask, RegisterCheck, SetAside
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance

OnRegister = Literal["refuse", "caution"]
Named = tuple[str, ScoreMatrix]
REMEDY = (
    "see that names mean the same in both; if such different scores are to be expected, join them "
    "in Python with parallaxis.align.join_boards(boards, names, register='caution')"
)


def joined(
    given: Sequence[Named], *, join: NamesJoin, conflicts: Conflicts, register: OnRegister
) -> Aligned:
    """Join boards that have names; their order matters only where the first is to count."""
    ordered = given if conflicts == "first" else sorted(given, key=lambda one: natural(one[0]))
    kept, copies = _without_copies(ordered)
    names, boards = [name for name, _ in kept], [board for _, board in kept]
    check_linked(boards, names)
    checks = _checks(kept, join)
    axes = (union([board.models for board in boards]), union([board.items for board in boards]))
    scale, bounds, of_scale = common_scale(boards, names)
    values = stacked(boards, names, axes, conflicts)
    by_name = sorted(kept, key=lambda one: natural(one[0]))
    metadata = _metadata(axes, by_name)
    notes = [
        *(note for _, board in by_name for note in board.provenance.notes),
        *(Caution("copied_boards", f"{one.source}: {one.why}; it is left out.") for one in copies),
        *_register(checks, dict(kept), refuse=register == "refuse"),
        *(*of_scale, *values.cautions, *metadata[2]),
        *_near_names(axes, boards),
    ]
    board = ScoreMatrix.from_array(
        values.values,
        models=axes[0],
        items=axes[1],
        scale=scale,
        bounds=bounds,
        model_metadata=metadata[0],
        item_metadata=metadata[1],
        provenance=_provenance(by_name, gathered(notes)),
    )
    board = with_notes(board, identical_answers(board.values, board.models, [""] * board.n_models))
    return Aligned(board, _report(given, kept, copies, checks, board))


def _without_copies(given: Sequence[Named]) -> tuple[list[Named], list[SetAside]]:
    """Drop boards that another one repeats; of copies the first name in natural order stays."""
    seen: dict[str, str] = {}
    copies: dict[str, SetAside] = {}
    for name, board in sorted(given, key=lambda one: natural(one[0])):
        content = board.data_hash
        if content in seen:
            why = f"it repeats {seen[content]} in every score and name"
            copies[name] = SetAside(name, "", "", "", "copied", why)
        seen.setdefault(content, name)
    return [one for one in given if one[0] not in copies], list(copies.values())


def _checks(kept: Sequence[Named], join: NamesJoin) -> list[RegisterCheck]:
    """Check names and numbers of every two boards."""
    checks = []
    for (first, one), (second, other) in combinations(
        sorted(kept, key=lambda named: natural(named[0])), 2
    ):
        if join == "auto":
            check_names_identify(one, other, (first, second))
        checks += pair_checks(one, other, (first, second))
    return checks


def _near_names(
    axes: tuple[Sequence[str], Sequence[str]], boards: Sequence[ScoreMatrix]
) -> list[Caution]:
    """Say which names of several boards differ in spelling only; one board's may well do so."""
    apart = [
        {caution for board in boards for caution in near_names(board.models)},
        {caution for board in boards for caution in near_names(board.items, "item")},
    ]
    found = (near_names(axes[0]), near_names(axes[1], "item"))
    return [
        note for notes, own in zip(found, apart, strict=True) for note in notes if note not in own
    ]


def _register(
    checks: Sequence[RegisterCheck], boards: dict[str, ScoreMatrix], *, refuse: bool
) -> list[Caution]:
    """Say, or refuse, what does not fit together.

    Boards that share models by real names may well measure unlike things: they are refused only
    where their means run surely against each other.
    """
    strict: list[RegisterCheck] = []
    lenient: list[RegisterCheck] = []
    for check in checks:
        shared = set(boards[check.first].models) & set(boards[check.second].models)
        real = check.shared == "models" and not generated_names(sorted(shared))
        (lenient if real and not surely_negative(check) else strict).append(check)
    return [*judged(strict, REMEDY, refuse=refuse), *judged(lenient, REMEDY, refuse=False)]


def _metadata(
    axes: tuple[Sequence[str], Sequence[str]], by_name: Sequence[Named]
) -> tuple[object, object, list[Caution]]:
    """Return metadata of models and of items, and where boards differ in them."""
    names, boards = [name for name, _ in by_name], [board for _, board in by_name]
    models, of_models = merged_metadata("model", axes[0], boards, names)
    items, of_items = merged_metadata("item", axes[1], boards, names)
    return models, items, [*of_models, *of_items]


def _provenance(by_name: Sequence[Named], notes: Sequence[Caution]) -> Provenance:
    """Return the sources and formats of all boards."""
    sources = {source: None for _, board in by_name for source in board.provenance.sources}
    formats = sorted({board.provenance.format for _, board in by_name})
    return Provenance(tuple(sources), ", ".join(formats), tuple(notes))


def _report(
    given: Sequence[Named],
    kept: Sequence[Named],
    copies: Sequence[SetAside],
    checks: Sequence[RegisterCheck],
    board: ScoreMatrix,
) -> IntakeReport:
    """Account for every board."""
    return IntakeReport(
        sources=tuple(sorted((name for name, _ in given), key=natural)),
        formats=tuple(sorted({one.provenance.format for _, one in given})),
        n_models=board.n_models,
        n_rows=board.n_models,
        n_items=board.n_items,
        n_missing=board.n_missing,
        tasks=tuple(
            JoinedTask(name, "", one.n_models, one.n_items, "name")
            for name, one in sorted(kept, key=lambda named: natural(named[0]))
        ),
        set_aside=tuple(copies),
        register=tuple(checks),
        cautions=board.provenance.notes,
    )
