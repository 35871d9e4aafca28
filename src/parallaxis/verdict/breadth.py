"""Sentences on breadth: how much the items measure, beside the null, and how far to trust it."""

from types import MappingProxyType

from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.analyses.one_dimensional import OneDimensionalNull
from parallaxis.answers import Interval, NotAnswered
from parallaxis.numerals import number, share
from parallaxis.verdict.noise_free import noise_free_verdict
from parallaxis.verdict.phrases import interval_name, items_of, models_of, not_known, reason
from parallaxis.verdict.redundancy import redundancy_verdict
from parallaxis.verdict.reliability import reliability_verdict
from parallaxis.verdict.saturation import saturation_verdict

THRESHOLDS = MappingProxyType(
    {
        "near_one_ability": 0.05,  # a difference from one ability that has no size
        "shape_bound": 1,  # largest shape bound that leaves effective dimensionality no choice
    }
)

WORDS = MappingProxyType(
    {
        "ed": "Scored by these {models}, the {items} have an effective dimensionality of "
        "{estimate}{intervals}; scores shuffled within each item would give {null}, one ability "
        "with the noise of single scores {one}, and the shape of the board allows at most "
        "{bound}.",
        "ed_units": "These items are in different units, so all of this speaks of units as much as "
        "of models: on standardised items the effective dimensionality of the items is "
        "{standard}.",
        "ed_shape_one": "A board of this shape, {models} × {items}, has room for one dimension "
        "only, so the effective dimensionality of the items is 1 whatever the scores are.",
        "ed_below_null": "These models differ from each other in a structured way: the interval "
        "over {over} lies below the range that shuffled scores would give.",
        "ed_reaches_null": "The interval over {over} overlaps the range that shuffled scores would "
        "give, so this number alone does not tell these models from shuffled scores. That is no "
        "proof that they are without structure: single axes may still show some.",
        "ed_above_null": "The interval over {over} lies wholly above the range that shuffled "
        "scores would give: the models are spread over more directions, and more evenly, than "
        "chance would spread them, as on a board that was designed or balanced.",
        "ed_noise": "Scores are right or wrong, so the noise of single items is part of the "
        "effective dimensionality of the items: read it as an upper impression, not as a count of "
        "abilities.",
        "one_near": "That is {apart} from what one ability plus the noise of single scores would "
        "look like ({low} to {high}, p = {p}): a difference of no size, so no broader than one "
        "ability.",
        "one_inside": "That is no broader than one ability plus the noise of single scores would "
        "look ({low} to {high}, p = {p}).",
        "one_above": "That is broader than one ability plus the noise of single scores would look "
        "({low} to {high}, p = {p}): these models are spread over more directions, and more "
        "evenly, than one ability and independent noise would spread them.",
        "one_below": "That is narrower than one ability plus the noise of single scores would look "
        "({low} to {high}, p = {p}): what one ability leaves is not mere noise but gathers in some "
        "directions, as a further ability, relatives among the models or groups of items make it; "
        "how many is the question of axes.",
        "ed_not_identified": "The effective dimensionality of the items is not identified: {why}.",
    }
)


def breadth_verdict(breadth: Breadth) -> tuple[str, ...]:
    """Say how much the items measure, beside the null, and how far to trust it."""
    ed, null = breadth.effective_dimensionality, breadth.shuffled
    if isinstance(ed, NotAnswered):
        return (WORDS["ed_not_identified"].format(why=reason(ed)),)
    intake = breadth.recipe.intake
    if breadth.shape_bound <= THRESHOLDS["shape_bound"]:
        names = {"models": models_of(intake), "items": items_of(intake)}
        return (WORDS["ed_shape_one"].format(**names),)
    level, one = breadth.recipe.settings["level"], breadth.one_dimensional
    first = WORDS["ed"].format(
        models=models_of(intake),
        items=items_of(intake),
        estimate=number(ed.estimate),
        intervals=_two_intervals(level, ed),
        null=not_known(null) if isinstance(null, NotAnswered) else number(null.mean),
        one=not_known(one) if isinstance(one, NotAnswered) else number(one.mean),
        bound=f"{breadth.shape_bound:,}",
    )
    sentences = [first]
    if not isinstance(one, NotAnswered):
        sentences.append(_beside_one(ed.estimate, one))
    if not isinstance(ed.interval, NotAnswered) and not isinstance(null, NotAnswered):
        words = WORDS[_beside(ed.interval, null.interval)]
        sentences.append(words.format(over=ed.interval_over))
    if intake.scale == "binary":
        sentences.append(WORDS["ed_noise"])
    return (*sentences, *_units(breadth))


def _units(breadth: Breadth) -> tuple[str, ...]:
    """Lead from the scores to standardised items where items are in different units."""
    if not any(caution.code == "unit_artefact" for caution in breadth.cautions):
        return ()
    if breadth.recipe.settings["scaling"] != "none":
        return ()
    standard = next(
        variant.effective_dimensionality
        for variant in breadth.variants
        if (variant.centring, variant.scaling) == ("item", "zscore")
    )
    return (WORDS["ed_units"].format(standard=number(standard)),)


def _beside_one(estimate: float, one: OneDimensionalNull) -> str:
    """Say what the comparison with one ability means."""
    low, high = one.interval
    apart = abs(estimate / one.mean - 1.0)
    kind = "one_above" if estimate > one.mean else "one_below"
    if apart <= THRESHOLDS["near_one_ability"]:
        kind = "one_near"
    words = WORDS["one_inside" if low <= estimate <= high else kind]
    return words.format(low=number(low), high=number(high), p=number(one.p), apart=share(apart))


def workflow_verdict(breadth: Breadth) -> tuple[tuple[str, ...], ...]:
    """Say what is left without noise, what repeats itself, what would come again, what is dead.

    Parameters
    ----------
    breadth : Breadth

    Returns
    -------
    tuple of tuple of str
        The sentences of each of the four, the most telling one first; none without an ED.
    """
    if isinstance(breadth.effective_dimensionality, NotAnswered):
        return ()
    level = breadth.recipe.settings["level"]
    return (
        noise_free_verdict(breadth.noise_free, level=level),
        redundancy_verdict(breadth.redundancy, level=level),
        reliability_verdict(breadth.reliability),
        saturation_verdict(breadth.saturation, scale=breadth.recipe.intake.scale),
    )


def _beside(interval: Interval, null: Interval) -> str:
    """Return which sentence tells how an interval lies to the range of shuffled scores."""
    if interval[1] < null[0]:
        return "ed_below_null"
    return "ed_above_null" if interval[0] > null[1] else "ed_reaches_null"


def _two_intervals(level: float, ed: EffectiveDimensionality) -> str:
    """Write the intervals over models and over items behind an estimate."""
    both = ((ed.interval_over, ed.interval), ("items", ed.interval_items))
    known = ", ".join(
        f"{number(interval[0])} to {number(interval[1])} over {over}"
        for over, interval in both
        if not isinstance(interval, NotAnswered)
    )
    named = [f"{interval_name(level)} {known}"] if known else []
    absent = [
        f"no interval over {over}: {reason(interval)}"
        for over, interval in both
        if isinstance(interval, NotAnswered)
    ]
    return f" ({'; '.join((*named, *absent))})"
