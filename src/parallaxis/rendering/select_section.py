"""The section on selection: the greedy path, its peak, and other sets beside the chosen one."""

from parallaxis.analyses.selection import ChosenBreadth, Select
from parallaxis.analyses.selection_parts import ExhaustiveCheck, Peak, Pick
from parallaxis.answers import NotAnswered
from parallaxis.numerals import brackets, counted, number, percent
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    none_because,
)
from parallaxis.rendering.figure_select import select_caption, select_figure

NAMED = 6  # names that a sentence lists
BRIEF = 25
SAME = 1e-9  # relative difference that is rounding
MEANING = (
    "ED-Greedy starts from the pair with the largest effective dimensionality (ED) and adds in "
    "each step the one {unit} that raises ED most, or lowers it least. ED is not monotone, so the "
    "path has a peak. Everything here is measured on the models that chose the set, which flatters "
    "it; missing cells take the mean of their {unit}."
)


def select_sentences(found: Select) -> tuple[str, ...]:
    """Say what was chosen, how broad it is, and beside what.

    Parameters
    ----------
    found : Select

    Returns
    -------
    tuple of str
    """
    chosen, ed = found.chosen, found.effective_dimensionality
    if isinstance(ed, NotAnswered) or isinstance(chosen, NotAnswered):
        return (f"The broadest set is {ed if isinstance(ed, NotAnswered) else chosen}.",)
    return (_chosen(found, chosen, ed), _beside(found, ed), *_checked(found))


def select_blocks(found: Select) -> tuple[Block, ...]:
    """Return what is said about a selection, in order.

    Parameters
    ----------
    found : Select

    Returns
    -------
    tuple of Block
        Meaning, figure, facts, the path, and the exhaustive check; only a reason where there is
        nothing to choose.
    """
    heading = Heading("Selection: which few are broad together?", "select")
    path, peak, ed = found.path, found.peak, found.effective_dimensionality
    if (
        isinstance(path, NotAnswered)
        or isinstance(peak, NotAnswered)
        or isinstance(ed, NotAnswered)
    ):
        return heading, Facts((Fact("Chosen set", str(ed)),))
    level = percent(found.recipe.settings["level"])
    return (
        heading,
        Paragraph(MEANING.format(unit=found.unit)),
        FigureBlock("select", select_caption(found), lambda: select_figure(found)),
        Facts(_facts(found, peak, ed), f"{level} interval"),
        _path(found, path, _n_chosen(found)),
        *_exhaustive(found.exhaustive),
    )


def _chosen(found: Select, chosen: tuple[str, ...], ed: ChosenBreadth) -> str:
    """Return the sentence on what was chosen."""
    of = f"{len(chosen):,} of {counted(found.n_ranked, found.unit)}"
    level = percent(found.recipe.settings["level"])
    interval = (
        f"no interval: {ed.interval.why.rstrip('.')}"
        if isinstance(ed.interval, NotAnswered)
        else f"{level} interval over {ed.interval_over} {brackets(ed.interval)}"
    )
    asked = found.recipe.settings["size"] is not None
    how = "as many as were asked for" if asked else "where the path of ED-Greedy peaks"
    return (
        f"The chosen {of} ({_names(chosen)}), {how}, have an effective dimensionality of "
        f"{number(ed.estimate)} ({interval}) among these models, and {number(ed.whole_board)} is "
        f"that of all {counted(found.n_ranked, found.unit)} together."
    )


def _names(chosen: tuple[str, ...]) -> str:
    """Return the first names and how many more there are."""
    more = len(chosen) - NAMED
    listed = ", ".join(chosen[:NAMED])
    return f"{listed} and {more:,} more" if more > 0 else listed


def _beside(found: Select, ed: ChosenBreadth) -> str:
    """Return the sentence on random sets of the same size."""
    sets = ed.random_subsets
    if sets.size == found.n_ranked:
        return f"That is every {found.unit} there is, so no other set of this size exists."
    draws = counted(found.recipe.settings["draws"], "random set")
    beside = (
        f"{draws} of {counted(sets.size, found.unit)} have {number(sets.mean)} on average, from "
        f"{number(sets.lowest)} to {number(sets.highest)}"
    )
    if not ed.estimate > sets.mean * (1.0 + SAME):
        return f"{beside}: what was chosen is no broader than they are."
    choice = "broad by choice"
    if ed.estimate < sets.highest * (1.0 - SAME):
        choice = "broader than most of them, if not than all"
    return f"{beside}: what was chosen is {choice}, and only other models could show what lasts."


def _checked(found: Select) -> tuple[str, ...]:
    """Return the sentence on the exhaustive check, where there was one."""
    if not found.exhaustive:
        return ()
    missed = [str(check.size) for check in found.exhaustive if not check.greedy_is_best]
    if not missed:
        return ("Trying every set shows that none of the same size is broader, at any size.",)
    best = max(found.exhaustive, key=lambda check: check.objective)
    text = (
        f"Trying every set shows broader ones than greedy's of size {', '.join(missed)}; the "
        f"broadest of up to {found.exhaustive[-1].size} has {number(best.objective)} with "
        f"{best.size}."
    )
    return (text,)


def _facts(found: Select, peak: Peak, ed: ChosenBreadth) -> tuple[Fact, ...]:
    """Return the numbers of the chosen set and those beside it."""
    sets, n = ed.random_subsets, _n_chosen(found)
    interval = (
        none_because(ed.interval) if isinstance(ed.interval, NotAnswered) else brackets(ed.interval)
    )
    draws = counted(found.recipe.settings["draws"], "draw")
    units = {"item": "Items", "component": "Components"}[found.unit]
    return (
        Fact(
            f"ED of the chosen {n:,}, interval over {ed.interval_over}",
            number(ed.estimate),
            interval,
        ),
        Fact(
            f"ED of random sets of this size, {draws}: mean, lowest to highest",
            f"{number(sets.mean)}, {number(sets.lowest)} to {number(sets.highest)}",
        ),
        Fact(f"ED of all {found.n_ranked:,}", number(ed.whole_board)),
        Fact("Peak of the path", f"{number(peak.objective)} with {peak.size:,}"),
        Fact(f"{units} that tell no models apart, set aside", f"{found.n_dead:,}"),
    )


def _n_chosen(found: Select) -> int:
    """Return how many were chosen."""
    return 0 if isinstance(found.chosen, NotAnswered) else len(found.chosen)


def _path(found: Select, path: tuple[Pick, ...], n_chosen: int) -> TableBlock:
    """Return the path with what each pick adds."""
    columns = (
        Column(found.unit, "left"),
        Column("step"),
        Column("ED with it"),
        Column("change"),
        Column("chosen"),
    )
    before = [pick.objective for pick in path[:-1]]
    changes = ["", *(_change(p.objective, b) for p, b in zip(path[1:], before, strict=True))]
    rows = tuple(
        (
            pick.item,
            str(step),
            number(pick.objective),
            change,
            "yes" if step <= n_chosen else "",
        )
        for step, (pick, change) in enumerate(zip(path, changes, strict=True), start=1)
    )
    caption = f"The path of ED-Greedy over {counted(len(path), found.unit)}"
    return TableBlock(caption, columns, rows, brief=BRIEF)


def _change(after: float, before: float) -> str:
    """Return by how much ED changes, rounding apart."""
    return number(0.0 if abs(after - before) < SAME * before else after - before)


def _exhaustive(checks: tuple[ExhaustiveCheck, ...]) -> tuple[Block, ...]:
    """Return the true best of every size beside greedy's, where every set was tried."""
    if not checks:
        return ()
    columns = (
        Column("size"),
        Column("best ED"),
        Column("greedy's ED"),
        Column("best set", "left", folds=True),
    )
    rows = tuple(
        (str(c.size), number(c.objective), number(c.greedy), ", ".join(c.items)) for c in checks
    )
    caption = "Every set was tried: the best of each size beside greedy's"
    return (TableBlock(caption, columns, rows, brief=len(rows)),)
