"""The section on redundancy: which components repeat each other, and among which models."""

from parallaxis.analyses.redundancy import Redundancy
from parallaxis.analyses.redundancy_parts import CohortCorrelation, ComponentAnswer, ComponentPair
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, correlation, counted, number
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
from parallaxis.rendering.figure_redundancy import redundancy_caption, redundancy_figure

MEANING = (
    "Two components are called redundant only where they are shown to rank models alike wherever "
    "this can be looked at: the interval of their rank correlation stays above the threshold in "
    "all models and in both halves by the other components, and no family, size, type, date or "
    "fifth lies wholly below it once its narrower range is allowed for. Bands of the full average "
    "contain the pair and push its correlation down (a collider): they are shown, never counted."
)
FOLLOWED = 6  # pairs whose cohorts are listed
KINDS = {
    "others_half": "{name} by the others",
    "others_fifth": "{name} by the others",
    "average_half": "{name} by the full average (collider)",
    "average_top": "{name} by the full average (collider)",
}
PAIRS = (
    Column("pair", "left", folds=True),
    Column("redundant", "left", folds=True),
    Column("Spearman"),
    Column("in halves"),
    Column("lowest cohort", "left", folds=True),
    Column("Pearson"),
)
BEYOND_ONE = (
    "without item noise a value is not cut at 1: beyond it the reliability (α) of a component is "
    "understated, and a dash stands where α is not positive"
)
WITHOUT_NOISE = Column("without item noise")
COHORTS = (
    Column("cohort", "left", folds=True),
    Column("models"),
    Column("Spearman"),
    Column("spread kept"),
    Column("at full range"),
    Column("remark", "left", folds=True),
)


def redundancy_blocks(found: Redundancy | NotAnswered, *, level: str) -> tuple[Block, ...]:
    """Return what is said about redundancy, in order.

    Parameters
    ----------
    found : Redundancy or NotAnswered
    level : str
        Of the intervals, as text.

    Returns
    -------
    tuple of Block
        Facts, heat map, pairs, cohorts of the pairs most worth a look, components.
    """
    heading = Heading("Redundancy: do components repeat each other?", "redundancy")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Pairs of components", str(found)),))
    return (
        heading,
        Paragraph(MEANING),
        _facts(found),
        FigureBlock("redundancy", redundancy_caption(found), lambda: redundancy_figure(found)),
        _pairs(found, level),
        *(_cohorts(pair, level) for pair in worth_a_look(found)),
        _components(found, level),
    )


def worth_a_look(found: Redundancy) -> tuple[ComponentPair, ...]:
    """Return the pairs whose cohorts are listed: redundant and reversed ones, strongest first.

    Where there are too many, redundant and reversed ones take turns; with none, the strongest.
    """
    redundant = [pair for pair in found.pairs if pair.redundant is True]
    turned = sorted(
        (pair for pair in found.pairs if pair.reverses),
        key=lambda pair: min(_towards(pair, cohort) for cohort in pair.cohorts if cohort.reverses),
    )
    half = FOLLOWED // 2
    kept = redundant[: max(half, FOLLOWED - len(turned))]
    kept += [pair for pair in turned if pair not in kept][: FOLLOWED - len(kept)]
    return tuple(kept) or found.pairs[:1]


def cohort_name(cohort: CohortCorrelation) -> str:
    """Return a cohort's name with what it was formed by."""
    return KINDS.get(cohort.kind, "{name}").format(name=cohort.name)


def _towards(pair: ComponentPair, cohort: CohortCorrelation) -> float:
    """Return a cohort's correlation in the direction of the pair's sign."""
    assert isinstance(pair.spearman, Estimate)  # noqa: S101 - only called where both are known
    assert isinstance(cohort.spearman, Estimate)  # noqa: S101 - only called where both are known
    return cohort.spearman.estimate * (1.0 if pair.spearman.estimate >= 0.0 else -1.0)


def _facts(found: Redundancy) -> Facts:
    """Return the counts."""
    n = len(found.components)
    made = f"groups of {found.column!r}" if found.column else "the items"
    rows = [
        Fact("Components", f"{n:,}: {made}"),
        Fact("Pairs that are redundant", _redundant(found)),
        Fact("Pairs with a reversal in some cohort", f"{sum(p.reverses for p in found.pairs):,}"),
        *(
            Fact(f"Group {i + 1} in which every pair is redundant", ", ".join(group))
            for i, group in enumerate(found.groups)
        ),
        Fact("Effective dimensionality of the components", _ed(found.effective_dimensionality)),
    ]
    if found.n_ungrouped:
        rows.append(Fact("Items in no group", f"{found.n_ungrouped:,}"))
    if found.constant:
        rows.append(Fact("Components without variance, left out", ", ".join(found.constant)))
    return Facts(tuple(rows))


def _redundant(found: Redundancy) -> str:
    """Say how many pairs are redundant, and for how many that is open."""
    yes = sum(pair.redundant is True for pair in found.pairs)
    undecided = sum(isinstance(pair.redundant, NotAnswered) for pair in found.pairs)
    followed = f"{len(found.pairs):,}" + (
        "" if len(found.pairs) == found.n_pairs else f" (the strongest of {found.n_pairs:,})"
    )
    return f"{yes:,} of {followed}" + (f"; {undecided:,} not decided" if undecided else "")


def _pairs(found: Redundancy, level: str) -> TableBlock:
    """Return the table of pairs."""
    of = counted(found.n_pairs, "pair")
    most = "" if len(found.pairs) == found.n_pairs else f"the strongest {len(found.pairs)} of "
    caption = (
        f"{most}{of} of components by rank correlation, with {level} intervals; in halves: among "
        "the lower and the upper half of the models by the other components"
    )
    has_noise = any(isinstance(pair.disattenuated, Estimate) for pair in found.pairs)
    if has_noise:
        caption += f"; {BEYOND_ONE}"
    columns = (*PAIRS, WITHOUT_NOISE) if has_noise else PAIRS
    rows = tuple(
        (*_pair(pair), *([_with_interval(pair.disattenuated)] if has_noise else []))
        for pair in found.pairs
    )
    return TableBlock(caption[0].upper() + caption[1:], columns, rows)


def _pair(pair: ComponentPair) -> tuple[str, ...]:
    """Return the row of a pair."""
    return (
        pair.name,
        _verdict(pair),
        _with_interval(pair.spearman),
        _halves(pair),
        _lowest(pair),
        _with_interval(pair.pearson),
    )


def _halves(pair: ComponentPair) -> str:
    """Return the correlations in the lower and the upper half by the others."""
    halves = {half.name: _value(half.spearman) for half in pair.of_kind("others_half")}
    if not halves:
        return MISSING
    return f"{halves.get('lower half', MISSING)}, {halves.get('upper half', MISSING)}"


def _lowest(pair: ComponentPair) -> str:
    """Return the cohort, colliders and narrow families aside, in which the pair agrees least."""
    wide = [
        cohort
        for cohort in pair.cohorts
        if not cohort.is_collider
        and cohort.kind != "family"
        and not isinstance(cohort.spearman, NotAnswered)
    ]
    if not wide or isinstance(pair.spearman, NotAnswered):
        return MISSING
    least = min(wide, key=lambda cohort: _towards(pair, cohort))
    return f"{_value(least.spearman)}: {cohort_name(least)}"


def _verdict(pair: ComponentPair) -> str:
    """Return yes, no or open, with a mark for reversals."""
    if isinstance(pair.redundant, NotAnswered):
        word = "not decided"
    else:
        word = "yes" if pair.redundant else "no"
    return f"{word}; sign reverses" if pair.reverses else word


def _cohorts(pair: ComponentPair, level: str) -> TableBlock:
    """Return the table of a pair's cohorts."""
    rows = tuple(
        (
            cohort_name(cohort),
            f"{cohort.n_models:,}",
            _with_interval(cohort.spearman),
            number(cohort.spread),
            _number(cohort.range_corrected),
            _remark(cohort),
        )
        for cohort in pair.cohorts
    )
    whole = ("all models", f"{pair.n_models:,}", _with_interval(pair.spearman), "1.00", "", "")
    caption = f"{pair.name} among some of the models, with {level} intervals"
    return TableBlock(caption, COHORTS, (whole, *rows))


def _remark(cohort: CohortCorrelation) -> str:
    """Say what a cohort shows."""
    if cohort.is_collider:
        return "not counted: its band contains the pair"
    said = [
        *(["sign reverses"] if cohort.reverses else []),
        *(["below the threshold"] if cohort.contradicts else []),
    ]
    return ", ".join(said)


def _components(found: Redundancy, level: str) -> TableBlock:
    """Return the table of components: reliability, and ED without each."""
    columns = (
        Column("component", "left"),
        Column("items"),
        Column(f"reliability (α), {level} interval"),
        Column("ED without it"),
        Column("change"),
    )
    rows = tuple(
        (
            component.name,
            f"{component.n_items:,}",
            _reliability(component),
            _ed(component.without),
            _change(component, found.effective_dimensionality),
        )
        for component in found.components
    )
    return TableBlock("Components, and effective dimensionality without each", columns, rows)


def _reliability(component: ComponentAnswer) -> str:
    """Return a reliability; single columns have none."""
    return MISSING if component.n_items < 2 else _with_interval(component.reliability)


def _change(component: ComponentAnswer, whole: float | NotAnswered) -> str:
    """Return by how much ED moves."""
    if isinstance(whole, NotAnswered) or isinstance(component.without, NotAnswered):
        return MISSING
    change = component.without - whole
    return ("+" if change >= 0.0 else "") + number(change)


def _ed(value: float | NotAnswered) -> str:
    """Return a dimensionality."""
    return str(value) if isinstance(value, NotAnswered) else number(value)


def _number(value: float | NotAnswered) -> str:
    """Return a correlation, or a dash."""
    return MISSING if isinstance(value, NotAnswered) else correlation(value)


def _value(answer: Estimate | NotAnswered) -> str:
    """Return an estimate alone."""
    return MISSING if isinstance(answer, NotAnswered) else correlation(answer.estimate)


def _with_interval(answer: Estimate | NotAnswered) -> str:
    """Return an estimate with its interval."""
    if isinstance(answer, NotAnswered):
        return MISSING
    if isinstance(answer.interval, NotAnswered):
        return f"{correlation(answer.estimate)} ({none_because(answer.interval)})"
    low, high = map(correlation, answer.interval)
    return f"{correlation(answer.estimate)} [{low}, {high}]"
