"""Sentences on gaps: what holds no score."""

from types import MappingProxyType

from parallaxis.analyses.breadth import Breadth
from parallaxis.intake import Intake
from parallaxis.numerals import counted, share

THRESHOLDS = MappingProxyType(
    {
        "missing_share": 0.0,  # share of cells without a score above which they are mentioned
    }
)

WORDS = MappingProxyType(
    {
        "set_aside": "{gone} without any score {are} set aside.",
        "missing": "{missing} of {cells} ({share}) {hold} no score. For the spectrum the mean of "
        "the item stands in; two models are compared on the items that both have.",
        "missing_remaining": "{missing} of the {cells} that remain ({share}) {hold} no score. For "
        "the spectrum the mean of the item stands in; two models are compared on the items that "
        "both have.",
        "all_missing": "No cell of the board holds a score.",
    }
)


def gaps_verdict(breadth: Breadth) -> tuple[str, ...]:
    """Say what holds no score, where there is any."""
    intake = breadth.recipe.intake
    if intake.n_missing == intake.n_models * intake.n_items:
        return (WORDS["all_missing"],)
    return (*_set_aside(intake), *_missing(intake))


def _set_aside(intake: Intake) -> tuple[str, ...]:
    """Say which rows and columns hold no score at all."""
    aside = ((intake.n_unscored_models, "model"), (intake.n_unscored_items, "item"))
    gone = " and ".join(counted(n, noun) for n, noun in aside if n > 0)
    if not gone:
        return ()
    one = intake.n_unscored_models + intake.n_unscored_items == 1
    return (WORDS["set_aside"].format(gone=gone, are="is" if one else "are"),)


def _missing(intake: Intake) -> tuple[str, ...]:
    """Say how many cells hold no score among those that are not set aside."""
    n_cells = intake.n_models * intake.n_items
    remaining = (intake.n_models - intake.n_unscored_models) * (
        intake.n_items - intake.n_unscored_items
    )
    missing = intake.n_missing - (n_cells - remaining)
    if missing / remaining <= THRESHOLDS["missing_share"]:
        return ()
    sentence = WORDS["missing" if remaining == n_cells else "missing_remaining"].format(
        missing=f"{missing:,}",
        cells=counted(remaining, "cell"),
        share=share(missing / remaining),
        hold="holds" if missing == 1 else "hold",
    )
    return (sentence,)
