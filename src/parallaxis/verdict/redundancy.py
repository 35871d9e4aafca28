"""Sentences on redundancy: which components repeat each other, and among which models not."""

from collections.abc import Sequence
from types import MappingProxyType

from parallaxis.analyses.redundancy import Redundancy
from parallaxis.analyses.redundancy_parts import CohortCorrelation, ComponentPair
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "named_pairs": 3,  # pairs that a sentence names; the section lists them all
        "named_reversals": 2,
    }
)

NOISE_CLOSES = 0.5  # share of the distance to 1 that item noise makes where it is named
WORDS = MappingProxyType(
    {
        "redundancy_not_identified": "Whether components repeat each other is not identified: "
        "{why}.",
        "redundant": "In {n} of {pairs} of components the two repeat each other, in all models and "
        "wherever else it can be looked at: {listed}.",
        "redundant_pair": "{pair} (rank correlation {r}{interval}{halves})",
        "redundant_halves": "; {lower} and {upper} in the lower and upper half by the other "
        "components",
        "redundant_groups": "Redundant in every one of their pairs: {groups}. Of such a group one "
        "would rank these models about as all do.",
        "redundant_none": "In none of {pairs} of components {followed}are the two shown to repeat "
        "each other; the closest are {pair} with a rank correlation of {r}{interval}.",
        "redundant_elsewhere_not": "Over all models {listed} would count as redundant too, but not "
        "in every cohort: {where}.",
        "redundant_open": "{pairs} {reach} the threshold of {threshold} over all models and {are} "
        "not decided: in {listed} {why}.",
        "redundant_open_below": "{pairs} {are} not decided, because intervals hold the threshold "
        "of {threshold}: more models would tell.",
        "redundant_noise": "Without item noise {pair} would correlate {r}{interval}: what "
        "separates the two is hardly more than noise of items.",
        "reversed": "The sign turns within cohorts: {listed}.",
        "reversed_pair": "{pair} is {r} over all models but {least} among {models} ({cohort})",
        "reversed_more": "{n} more in the section on redundancy",
        "collider": "Bands of the full average mislead: among the {cohort} by it {pair} is {r}, "
        "where it is {whole} over all models{beside}. The pair itself put models into that band, "
        "so one score is high where the other is low (a collider): read no trade-off into it.",
        "collider_beside": " and {r} in the {cohort} by the other components",
    }
)
BANDS = MappingProxyType({"others_half": " by the others", "others_fifth": " by the others"})


def redundancy_verdict(found: Redundancy | NotAnswered, *, level: float) -> tuple[str, ...]:
    """Say which components repeat each other, where they do not, and which bands mislead.

    Parameters
    ----------
    found : Redundancy or NotAnswered
    level : float
        Of the intervals.

    Returns
    -------
    tuple of str
        Redundant pairs and groups; pairs that are so in all models only; what is not decided; what
        only item noise separates; reversals; the warning of colliders.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["redundancy_not_identified"].format(why=reason(found)),)
    return (
        *_repeating(found, level),
        *_elsewhere_not(found),
        *_open(found),
        *_noise(found, level),
        *_reversals(found),
        *_collider(found),
    )


def _repeating(found: Redundancy, level: float) -> tuple[str, ...]:
    """Say which pairs, and which groups, are redundant."""
    pairs = counted(found.n_pairs, "pair")
    redundant = [pair for pair in found.pairs if pair.redundant is True]
    if not redundant:
        return _none(found, pairs, level)
    listed = [_pair(pair, level) for pair in redundant[: THRESHOLDS["named_pairs"]]]
    more = len(redundant) - len(listed)
    first = WORDS["redundant"].format(
        n=f"{len(redundant):,}",
        pairs=pairs,
        listed="; ".join([*listed, *([f"and {more:,} more"] if more else [])]),
    )
    large = [_listed(group) for group in found.groups if len(group) > 2]
    if not large:
        return (first,)
    return first, WORDS["redundant_groups"].format(groups="; ".join(large))


def _none(found: Redundancy, pairs: str, level: float) -> tuple[str, ...]:
    """Say that no pair is redundant, and which is closest."""
    closest = found.pairs[0]
    if isinstance(closest.spearman, NotAnswered):
        why = f"no pair has a rank correlation ({reason(closest.spearman)})"
        return (WORDS["redundancy_not_identified"].format(why=why),)
    followed = "" if len(found.pairs) == found.n_pairs else "(the strongest were followed) "
    return (
        WORDS["redundant_none"].format(
            pairs=pairs,
            followed=followed,
            pair=closest.name,
            r=correlation(closest.spearman.estimate),
            interval=_interval(closest.spearman, level),
        ),
    )


def _pair(pair: ComponentPair, level: float) -> str:
    """Write a redundant pair with its numbers."""
    assert isinstance(pair.spearman, Estimate)  # noqa: S101 - a redundant pair has a correlation
    values = {half.name: _estimate(half) for half in pair.of_kind("others_half")}
    lower, upper = values.get("lower half"), values.get("upper half")
    return WORDS["redundant_pair"].format(
        pair=pair.name,
        r=correlation(pair.spearman.estimate),
        interval=f", {_interval(pair.spearman, level)[2:-1]}",
        halves=WORDS["redundant_halves"].format(lower=lower, upper=upper),
    )


def _elsewhere_not(found: Redundancy) -> tuple[str, ...]:
    """Name pairs that all models show redundant and some cohort does not."""
    refuted = [p for p in found.pairs if p.redundant is False and _low(p) >= found.threshold]
    if not refuted:
        return ()
    named = refuted[: THRESHOLDS["named_pairs"]]
    more = len(refuted) - len(named)
    listed = [pair.name for pair in named] + ([f"{more:,} more"] if more else [])
    where = []
    for pair in named:
        against = [cohort for cohort in pair.cohorts if cohort.contradicts]
        least = min(against, key=_value)
        where.append(f"{pair.name} {_estimate(least)} in {_cohort(least)}")
    return (
        WORDS["redundant_elsewhere_not"].format(listed=_listed(listed), where="; ".join(where)),
    )


def _open(found: Redundancy) -> tuple[str, ...]:
    """Say how many pairs are not decided, and what the strongest of them lacks."""
    undecided = [
        pair
        for pair in found.pairs
        if isinstance(pair.redundant, NotAnswered) and _low(pair) >= found.threshold
    ]
    if not undecided:
        return _open_below(found)
    first = undecided[0]
    assert isinstance(first.redundant, NotAnswered)  # noqa: S101 - chosen so above
    return (
        WORDS["redundant_open"].format(
            pairs=counted(len(undecided), "pair"),
            reach="reaches" if len(undecided) == 1 else "reach",
            are="is" if len(undecided) == 1 else "are",
            threshold=f"{found.threshold:g}",
            listed=first.name,
            why=reason(first.redundant),
        ),
    )


def _open_below(found: Redundancy) -> tuple[str, ...]:
    """Say how many pairs are not decided where none is sure to reach the threshold."""
    n = sum(isinstance(pair.redundant, NotAnswered) for pair in found.pairs)
    if not n:
        return ()
    words = WORDS["redundant_open_below"]
    pairs, are = counted(n, "pair"), "is" if n == 1 else "are"
    return (words.format(pairs=pairs, are=are, threshold=f"{found.threshold:g}"),)


def _noise(found: Redundancy, level: float) -> tuple[str, ...]:
    """Name the pair that item noise alone separates, where one is not redundant for that."""
    for pair in found.pairs:
        answer = pair.disattenuated
        if pair.redundant is True or isinstance(answer, NotAnswered):
            continue
        if isinstance(answer.interval, NotAnswered) or not answer.interval[1] >= 1.0:
            continue
        if answer.interval[0] < found.threshold or not _closes(pair, answer.estimate):
            continue
        return (
            WORDS["redundant_noise"].format(
                pair=pair.name,
                r=correlation(answer.estimate),
                interval=_interval(answer, level),
            ),
        )
    return ()


def _closes(pair: ComponentPair, without: float) -> bool:
    """Say whether item noise makes most of the distance between a correlation and 1."""
    if isinstance(pair.pearson, NotAnswered):
        return False
    distance = 1.0 - pair.pearson.estimate
    return without - pair.pearson.estimate >= NOISE_CLOSES * distance


def _reversals(found: Redundancy) -> tuple[str, ...]:
    """Name the pairs whose sign turns within a cohort, in performance bands first."""
    turned = [(pair, _turning(pair)) for pair in found.pairs if pair.reverses]
    turned.sort(key=lambda one: (one[1].kind not in BANDS, -abs(_value(one[1]))))
    if not turned:
        return ()
    named = [
        WORDS["reversed_pair"].format(
            pair=pair.name,
            r=_signed(pair.spearman),
            least=_signed(cohort.spearman),
            models=counted(cohort.n_models, "model"),
            cohort=_cohort(cohort),
        )
        for pair, cohort in turned[: THRESHOLDS["named_reversals"]]
    ]
    more = len(turned) - len(named)
    left = [WORDS["reversed_more"].format(n=f"{more:,}")] if more else []
    return (WORDS["reversed"].format(listed="; ".join([*named, *left])),)


def _turning(pair: ComponentPair) -> CohortCorrelation:
    """Return the cohort that turns the sign most, a performance band where one does."""
    turned = [cohort for cohort in pair.cohorts if cohort.reverses]
    return min(turned, key=lambda cohort: (cohort.kind not in BANDS, -abs(_value(cohort))))


def _collider(found: Redundancy) -> tuple[str, ...]:
    """Warn of the band of the full average that turns a sign most which other bands do not."""
    worst: tuple[float, ComponentPair, CohortCorrelation] | None = None
    for pair in found.pairs:
        if isinstance(pair.spearman, NotAnswered) or not _low(pair) > 0.0:
            continue
        sign = 1.0 if pair.spearman.estimate > 0.0 else -1.0
        for cohort in pair.of_kind("average_half", "average_top"):
            against = -_value(cohort) * sign
            beside = _counterpart(pair, cohort)
            misleads = against > 0.0 and _off_zero(cohort)
            if beside is not None and _value(beside) * sign < 0.0:
                misleads = False
            if misleads and (worst is None or against > worst[0]):
                worst = (against, pair, cohort)
    return () if worst is None else (_collider_sentence(worst[1], worst[2]),)


def _collider_sentence(pair: ComponentPair, cohort: CohortCorrelation) -> str:
    """Write the warning, beside the band that the other components make."""
    beside = _counterpart(pair, cohort)
    words = WORDS["collider_beside"]
    return WORDS["collider"].format(
        cohort=cohort.name,
        r=_signed(cohort.spearman),
        pair=pair.name,
        whole=_signed(pair.spearman),
        beside=""
        if beside is None
        else words.format(r=_signed(beside.spearman), cohort=beside.name),
    )


def _counterpart(pair: ComponentPair, collider: CohortCorrelation) -> CohortCorrelation | None:
    """Return the band of the other components that is most like a band of the full average."""
    top = collider.kind == "average_top"
    wanted = ("highest fifth", "upper half") if top else (collider.name,)
    bands = {band.name: band for band in pair.of_kind("others_half", "others_fifth")}
    known = [bands[name] for name in wanted if name in bands]
    return next((one for one in known if not isinstance(one.spearman, NotAnswered)), None)


def _off_zero(cohort: CohortCorrelation) -> bool:
    """Say whether a cohort's interval leaves zero out."""
    answer = cohort.spearman
    if isinstance(answer, NotAnswered) or isinstance(answer.interval, NotAnswered):
        return False
    return answer.interval[0] > 0.0 or answer.interval[1] < 0.0


def _low(pair: ComponentPair) -> float:
    """Return the end of a pair's interval that is nearer to zero, as a size; −1 without one."""
    answer = pair.spearman
    if isinstance(answer, NotAnswered) or isinstance(answer.interval, NotAnswered):
        return -1.0
    low, high = answer.interval
    return low if answer.estimate >= 0.0 else -high


def _value(cohort: CohortCorrelation) -> float:
    """Return a cohort's correlation; 0 where there is none."""
    return 0.0 if isinstance(cohort.spearman, NotAnswered) else cohort.spearman.estimate


def _estimate(cohort: CohortCorrelation) -> str:
    """Write a cohort's correlation."""
    return correlation(_value(cohort))


def _cohort(cohort: CohortCorrelation) -> str:
    """Write what a cohort is."""
    band = BANDS.get(cohort.kind)
    return f"the {cohort.name}{band}" if band else cohort.name


def _signed(answer: Estimate | NotAnswered) -> str:
    """Write a correlation with its sign."""
    if isinstance(answer, NotAnswered):
        return "not identified"
    text = correlation(answer.estimate)
    return text if text.startswith("−") else f"+{text}"


def _interval(answer: Estimate, level: float) -> str:
    """Write an interval in parentheses, after a space."""
    if isinstance(answer.interval, NotAnswered):
        return f" (no interval: {reason(answer.interval)})"
    low, high = map(correlation, answer.interval)
    return f" ({interval_name(level)} {low} to {high})"


def _listed(names: Sequence[str]) -> str:
    """Write names with commas and one and."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
