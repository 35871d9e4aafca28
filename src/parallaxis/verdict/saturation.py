"""Sentences on saturation: which items still part these models, the best ones, and what is left."""

from types import MappingProxyType

from parallaxis.analyses.headroom import Headroom
from parallaxis.analyses.saturation import Saturation
from parallaxis.analyses.saturation_cohorts import CohortItems
from parallaxis.analyses.saturation_strata import Stratum
from parallaxis.answers import Interval, NotAnswered
from parallaxis.numerals import number, share
from parallaxis.verdict.phrases import reason

THRESHOLDS = MappingProxyType(
    {
        "cohort_share": 0.05,  # excess share of dead items for the best third that is worth words
    }
)

WORDS = MappingProxyType(
    {
        "dead_items": "{n} of {items} items tell none of these models apart{edges}{top}.",
        "dead_none": "Each of the {items} items tells some of these models apart{top}.",
        "strata": "At {n} models each, the effective dimensionality of the items is {low} for the "
        "bottom third and {high} for the top third: {beside}.",
        "strata_apart": "the {which} models are spread over more directions, beyond the intervals "
        "over models",
        "strata_same": "the intervals over models overlap, so that no difference is resolved",
        "strata_noise": "scores shuffled within items would give {low_null} and {high_null}; the "
        "noise of right/wrong scores and the range of mean scores within a third weigh on both, so "
        "that they do not tell in how many ways the models of a third differ",
        "headroom": "The best model has a mean score of {score}, {distance} below the top of the "
        "scale: on {unreached} of the items no model is at the top, and on {beaten} of its items "
        "another model beats it.",
        "headroom_open": "The scale has no highest score, so headroom is not identified; on "
        "{beaten} of its items another model beats the best one.",
        "not_identified": "Saturation is not identified: {why}.",
    }
)


def saturation_verdict(found: Saturation, *, scale: str) -> tuple[str, ...]:
    """Say which items still part the models, the best ones, and what is left above them.

    Parameters
    ----------
    found : Saturation
    scale : {"binary", "bounded", "real"}
        Of the board: right/wrong scores carry noise that breadth by performance cannot leave out.

    Returns
    -------
    tuple of str
        Dead items; breadth at the bottom and at the top, in either direction; headroom.
    """
    room = found.headroom
    if isinstance(room, NotAnswered):
        return (WORDS["not_identified"].format(why=reason(room)),)
    return (_dead(found.cohorts), *_strata(found, scale), _headroom(room))


def _dead(cohorts: tuple[CohortItems, ...]) -> str:
    """Say how many items are dead, and how many for the best third."""
    whole = cohorts[0]
    parts = []
    if whole.at_ceiling:
        parts.append(f"{whole.at_ceiling:,} with the highest score for all")
    if whole.at_floor:
        parts.append(f"{whole.at_floor:,} with the lowest score for all")
    top = next((one for one in cohorts if one.kind == "top third"), None)
    beside = ""
    if top is not None and top.share - top.by_chance > THRESHOLDS["cohort_share"]:
        beside = (
            f"; {share(top.share)} tell none of the best third apart, where a third at random "
            f"would leave {share(top.by_chance)}"
        )
    return WORDS["dead_items" if whole.n_dead else "dead_none"].format(
        n=f"{whole.n_dead:,}",
        items=f"{whole.n_scored:,}",
        edges=f" ({', '.join(parts)})" if parts else "",
        top=beside,
    )


def _strata(found: Saturation, scale: str) -> tuple[str, ...]:
    """Say whether breadth differs between the bottom and the top, whichever way."""
    if isinstance(found.strata, NotAnswered):
        return ()
    strata = {one.name: one for one in found.strata.strata}
    bottom, top = strata["bottom third"], strata["top third"]
    low, high = _known(bottom), _known(top)
    if low is None or high is None:
        return ()
    apart = low[1][1] < high[1][0] or high[1][1] < low[1][0]
    key = "strata_apart" if apart else "strata_same"
    beside = WORDS["strata_noise" if scale == "binary" else key].format(
        which="best" if high[0] > low[0] else "weakest",
        low_null=number(bottom.shuffled),
        high_null=number(top.shuffled),
    )
    n = f"{found.strata.matched_models:,}"
    return (WORDS["strata"].format(n=n, low=_written(low), high=_written(high), beside=beside),)


def _known(stratum: Stratum) -> tuple[float, Interval] | None:
    """Return ED of a stratum with its interval over models; None without."""
    matched = stratum.breadth_matched
    if isinstance(matched, NotAnswered) or isinstance(matched.interval, NotAnswered):
        return None
    return matched.estimate, matched.interval


def _written(known: tuple[float, Interval]) -> str:
    """Write ED with its interval."""
    return f"{number(known[0])} ({number(known[1][0])} to {number(known[1][1])})"


def _headroom(room: Headroom) -> str:
    """Say what is left above the best model."""
    if isinstance(room.distance, NotAnswered) or isinstance(room.unreached, NotAnswered):
        return WORDS["headroom_open"].format(beaten=share(room.beaten))
    return WORDS["headroom"].format(
        score=number(room.score),
        distance=number(room.distance),
        unreached=share(room.unreached),
        beaten=share(room.beaten),
    )
