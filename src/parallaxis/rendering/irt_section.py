"""The section on the item response model: abilities of models and parameters of items."""

from math import hypot
from statistics import NormalDist

from parallaxis.analyses.item_response import ItemParameters, ItemResponse, ModelAbility
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, brackets, correlation, counted, number, percent
from parallaxis.rendering.blocks import Block, Column, Fact, Facts, Heading, Paragraph, TableBlock

LISTED = 25  # models, and items; the JSON lists all
CURVES = {
    "1pl": "one slope for all items",
    "2pl": "a slope for each item",
    "3pl": "a slope and a chance level for each item",
}
MEANING = (
    "The model takes one ability for granted: P(right) = c + (1 − c) / (1 + exp(−a (θ − b))), with "
    "ability θ of the model (mean 0 and variance 1 over models), discrimination a, difficulty b "
    "and chance level c of the item; here with {curve}. A difficulty far from 0 is an "
    "extrapolation, and its interval says so."
)
MODELS = (Column("model", "left"), Column("ability"), Column("interval"), Column("s.e."))
ITEMS = (
    Column("item", "left"),
    Column("discrimination"),
    Column("interval"),
    Column("difficulty"),
    Column("interval"),
    Column("chance"),
)


def irt_sentences(found: ItemResponse) -> tuple[str, ...]:
    """Say how well the model settled, and who leads.

    Parameters
    ----------
    found : ItemResponse

    Returns
    -------
    tuple of str
    """
    if isinstance(found.abilities, NotAnswered):
        return (f"The item response model is not identified: {found.abilities.why}.",)
    first, second = sorted(found.abilities, key=lambda one: -one.estimate)[:2]
    many, ability = f"{len(found.abilities):,} models", number(first.estimate)
    gap = first.estimate - second.estimate
    error = hypot(first.standard_error, second.standard_error)
    apart = f"{number(gap)} ahead of {second.name} (standard error {number(error)})"
    ablest = (
        f"On one scale of ability, {first.name} is the ablest of {many}: {ability} "
        f"{brackets(first.interval)}, {apart}."
    )
    level = found.recipe.settings["level"]
    if gap <= NormalDist().inv_cdf((1.0 + level) / 2.0) * error:
        ablest = (
            f"On one scale of ability, no one of {many} is the ablest beyond noise: {first.name} "
            f"({ability} {brackets(first.interval)}) is only {apart}."
        )
    return (
        ablest,
        "The scale takes one ability for granted; whether there is one is the question of axes.",
    )


def irt_blocks(found: ItemResponse) -> tuple[Block, ...]:
    """Return what is said about the item response model, in order.

    Parameters
    ----------
    found : ItemResponse

    Returns
    -------
    tuple of Block
        Facts about the fit, the ablest models and the steepest items (for one slope: the hardest);
        only a reason where the board does not carry a model.
    """
    heading = Heading("Item response model", "item_response")
    if isinstance(found.abilities, NotAnswered) or isinstance(found.items, NotAnswered):
        return heading, Facts((Fact("Item response model", str(found.abilities)),))
    level = percent(found.recipe.settings["level"])
    return (
        heading,
        Paragraph(MEANING.format(curve=CURVES[found.model])),
        Facts(_facts(found, found.abilities)),
        _models(found.abilities, level),
        _items(found, found.items, level),
    )


def _facts(found: ItemResponse, abilities: tuple[ModelAbility, ...]) -> tuple[Fact, ...]:
    """Return how the fit went, and how reliable the abilities are."""
    whole = found.converged is True
    ended = "settled" if whole else "did not settle"
    likelihood = found.log_likelihood
    return (
        Fact("Model", f"{found.model.upper()}, {CURVES[found.model]}"),
        Fact("Items in the fit", f"{found.n_items_used:,}"),
        Fact("Items that tell no models apart, set aside", f"{found.n_dead:,}"),
        Fact("Fit", f"{ended} after {counted(found.n_iterations, 'iteration')}"),
        Fact(
            "Marginal log-likelihood",
            str(likelihood) if isinstance(likelihood, NotAnswered) else number(likelihood),
        ),
        Fact("Reliability of the abilities", correlation(_reliability(abilities))),
    )


def _reliability(abilities: tuple[ModelAbility, ...]) -> float:
    """Return the variance of the abilities over that variance plus their mean squared error."""
    mean = sum(one.estimate for one in abilities) / len(abilities)
    variance = sum((one.estimate - mean) ** 2 for one in abilities)
    noise = sum(one.standard_error**2 for one in abilities)
    return variance / (variance + noise) if variance > 0.0 else 0.0


def _models(abilities: tuple[ModelAbility, ...], level: str) -> TableBlock:
    """Return the ablest models."""
    ordered = sorted(abilities, key=lambda one: -one.estimate)[:LISTED]
    rows = tuple(
        (one.name, number(one.estimate), brackets(one.interval), number(one.standard_error))
        for one in ordered
    )
    caption = f"Abilities with their {level} intervals{_first(len(rows), len(abilities))}"
    return TableBlock(caption, MODELS, rows, brief=LISTED)


def _items(found: ItemResponse, items: tuple[ItemParameters, ...], level: str) -> TableBlock:
    """Return the steepest items, or the hardest where all are equally steep."""
    by = "difficulty" if found.model == "1pl" else "discrimination"
    fitted = [item for item in items if item.standard_errors]
    ordered = sorted(fitted, key=lambda item: -_known(getattr(item, by)))[:LISTED]
    kind = "hardest" if found.model == "1pl" else "steepest"
    caption = f"Items with their {level} intervals, {kind} first{_first(len(ordered), len(fitted))}"
    return TableBlock(caption, ITEMS, tuple(map(_item, ordered)), brief=LISTED)


def _item(item: ItemParameters) -> tuple[str, ...]:
    """Return the row of one item."""
    steep, hard = _both(item.discrimination), _both(item.difficulty)
    return (item.name, *steep, *hard, _both(item.chance)[0])


def _both(value: Estimate | NotAnswered) -> tuple[str, str]:
    """Return a number and its interval."""
    if isinstance(value, NotAnswered):
        return MISSING, MISSING
    limits = value.interval
    return number(value.estimate), MISSING if isinstance(limits, NotAnswered) else brackets(limits)


def _known(value: Estimate | NotAnswered) -> float:
    """Return a number to sort by."""
    return float("-inf") if isinstance(value, NotAnswered) else value.estimate


def _first(shown: int, whole: int) -> str:
    """Say how many more there are than are shown."""
    return f": the first {shown} of {whole:,} (the JSON lists all)" if shown < whole else ""
