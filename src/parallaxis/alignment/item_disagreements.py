"""What is said where identifiers and texts of questions do not match."""

from collections.abc import Sequence

from parallaxis.alignment.item_layouts import Disagreement, Layout
from parallaxis.alignment.natural_order import heading, listed, natural
from parallaxis.cautions import Caution
from parallaxis.intake_report import JoinedBy


def disagreements(
    task: str, layouts: Sequence[Layout], found: Disagreement, by: JoinedBy
) -> list[Caution]:
    """Say which identifiers stand for other questions, and which questions moved."""
    cautions = []
    n = len({item for layout in layouts for item, _ in layout.pairs})
    if found.other_texts:
        items = sorted(found.other_texts, key=natural)
        one, other = found.other_texts[items[0]][:2]
        text = (
            f"{heading(task)}{len(items):,} of {n:,} identifiers stand for other questions, or "
            f"other wordings, in other logs ({listed(items)}; such as {one} and {other}); joined "
            f"by {by}."
        )
        cautions.append(Caution("ids_disagree", text))
    if found.other_ids:
        ids = sorted(
            (found.other_ids[text] for text in found.other_ids), key=lambda i: natural(i[0])
        )
        pairs = listed([" and ".join(sorted(pair, key=natural)) for pair in ids])
        text = (
            f"{heading(task)}{len(ids):,} questions stand under other identifiers in other logs "
            f"({pairs}); joined by {by}."
        )
        cautions.append(Caution("same_text_other_ids", text))
    return cautions


def repeated_texts(task: str, apart: dict[str, int]) -> list[Caution]:
    """Say which files have rows of one text that nothing tells apart from those of others."""
    if not apart:
        return []
    text = (
        f"{heading(task)}{sum(apart.values()):,} rows of {listed(apart)} have a text that several "
        "rows have, and neither identifiers nor right answers say which is which in other logs; "
        "they stand as items of their own."
    )
    return [Caution("repeated_texts", text)]


def example(found: Disagreement) -> str:
    """Name one identifier or text that disagrees, with two files."""
    if found.other_texts:
        item = min(found.other_texts, key=natural)
        one, other = found.other_texts[item][:2]
        return f"{item!r} in {one} and {other}"
    ids = min(found.other_ids.values())
    return f"one question is {listed(ids)}"
