"""Sentences on axes: how many rankings, how large, what is significant only, what is dependence."""

from itertools import groupby
from types import MappingProxyType

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Step
from parallaxis.answers import NotAnswered
from parallaxis.numerals import correlation, counted, number, percent, share
from parallaxis.verdict.fitted_breadth import fitted_breadth
from parallaxis.verdict.phrases import models_of, reason
from parallaxis.verdict.ranking import THRESHOLDS as RANKING
from parallaxis.verdict.ranking import (
    halves_too_short,
    is_liberal,
    leaves_open,
    misses_axes,
    rankings,
    reaches_cap,
    reordered,
    unrelated_lose,
)
from parallaxis.verdict.uses import axis_name, uses

THRESHOLDS = MappingProxyType(
    {
        "named_axes": 4,  # axes described in the verdict; the section describes all
        "named_steps": 3,  # significant axes whose lack is said
        "named_dependences": 3,
        "named_copies": 4,  # of the largest group of near copies
    }
)

WORDS = MappingProxyType(
    {
        "k_not_identified": "The number of axes is not identified: {why}.",
        "k_none": "No axis counts (k_ladder = 0): on these items the {models} cannot be told apart "
        "from models without any common axis{test}.",
        "k_none_counted": "No axis counts (k_ladder = 0): these {models} differ along "
        "{significant}, but what makes them differ is not shown to be an ability.",
        "k_one": "One ranking is honest: these {models} differ along one axis that is {found} "
        "(k_ladder = 1){beyond}.",
        "k_one_open": "One axis counts (k_ladder = 1): these {models} differ along one axis that "
        "is {found}{beyond}. Whether one ranking is honest stays open: the others may be abilities "
        "that this board is too small to find again.",
        "found": "significant and reproducible",
        "found_few_items": "significant and comes again in other models (the items are too few to "
        "halve)",
        "k_one_unresolved": "As far as {models} can tell, one ranking is honest: they differ along "
        "one axis that is {found} (k_ladder = 1){beyond}. A further axis is "
        "not resolved: with so few models, one that has a third of the first one's loadings would "
        "mostly be missed.",
        "beyond": ", and the next direction is not significant{test}",
        "beyond_size": ", and of the common variance of all {n} significant directions it holds "
        "{general} ({n} equal ones would hold {equal} each)",
        "k_tiny": "One ranking is honest: {least}{k} axes count (k_ladder {equals} {k}), but those "
        "after the first are too small to change it.",
        "k_small": "One ranking hides {hidden}: the {models} differ along {least}{k} axes that are "
        "each significant and reproducible (k_ladder {equals} {k}), most of all along the first.",
        "k_many": "{least}{k} rankings: these {models} differ along {least}{k} axes that are each "
        "significant and reproducible (k_ladder {equals} {k}).",
        "hidden_one": "a small second axis",
        "hidden_more": "{n} small axes beside the first",
        "test": " (strength {strength} against {quantile}, the {level} quantile over {draws} "
        "boards simulated without it; p = {p})",
        "size_general": "before rotation the first axis holds {general} of the common variance "
        "({n} equal axes would hold {equal} each)",
        "size_reordered": "the largest of the others changes the order of {reordered} of the pairs "
        "of models beyond noise (none without a second axis)",
        "size_lost": "one average loses {lost} of what the axes say about ranks ({k} unrelated "
        "axes of equal weight would lose {unrelated})",
        "described": "Each axis with its share of the common variance, and with the correlation at "
        "which it comes again between halves of the items (unrelated ones reach {chance}) and of "
        "the models: {axes}.",
        "axis": "{axis}, {share}, {items} and {by_models}",
        "axes_more": "{n} more in the section on axes",
        "significant_all": "All {k} that were tried are significant at {alpha} and count; "
        "the climb stopped there, so there may be more.",
        "significant": "{k} {are} significant at {alpha}, of which {n} {is_not} not counted: "
        "{which}. Significance is not size: the more models, the smaller the departures it finds.",
        "significant_which": "{axis} {ranks}, {why}",
        "at_least": "At least {k}, the most that were tried,",
        "liberal": "With fewer than {few} models the ladder finds an axis too many in real scores "
        "more often than {alpha} of the time: read the later axes as candidates.",
        "dependence": "Found as dependence, not as ability: {sentence}.",
        "dependences_more": "{n} more of the kind {stand} in the section on axes.",
        "copies": "Found as dependence, not as ability: {n} {copy} another ({largest}); {they} "
        "set aside before climbing.",
        "copies_all": "{names}",
        "copies_largest": "most of all {names}",
        "subsampled": "The board is large: the ladder saw {models} of {all_models} and {items} of "
        "{all_items}, drawn at random; on other draws {counts} axes are significant.",
        "shuffled": "The permutation null alone would count {k} (k_shuffled{open}), {edge} by its "
        "stricter edge: it asks “more than nothing?”, not “more than one ability?”{binary}.",
        "shuffled_binary": ", and unequal difficulty alone can lift a second eigenvalue of "
        "right/wrong scores above it",
        "shuffled_open": ", {low} to {high} left open by the permutations",
        "guard": "{caution}.",
    }
)


def axes_verdict(axes: Axes) -> tuple[str, ...]:
    """Say how many rankings are honest, by size and significance, and beside the permutation null.

    Parameters
    ----------
    axes : Axes

    Returns
    -------
    tuple of str
        The count that the ladder gives, its size, its breadth without noise, whom to use for what,
        what is significant only, what the board cannot resolve, what is dependence, and last the
        count of the permutation null with its guard.
    """
    return (
        *_headline(axes),
        *_size(axes),
        *fitted_breadth(axes),
        *_described(axes),
        *uses(axes),
        *_significant_only(axes),
        *_liberal(axes),
        *_dependences(axes),
        *_seen(axes),
        *_shuffled(axes),
    )


def _headline(axes: Axes) -> tuple[str, ...]:
    """Say how many rankings are honest."""
    k, intake = axes.k_ladder, axes.recipe.intake
    if isinstance(k, NotAnswered):
        return (WORDS["k_not_identified"].format(why=reason(k)),)
    kind, models = rankings(axes), models_of(intake)
    if kind == "none":
        return (_no_axis(axes, models),)
    if kind == "one":
        found = WORDS["found_few_items" if halves_too_short(axes) else "found"]
        return (WORDS[_one(axes)].format(models=models, beyond=_beyond(axes), found=found),)
    hidden = WORDS["hidden_one" if k == 2 else "hidden_more"].format(n=k - 1)
    equals, least = ("≥", "at least ") if reaches_cap(axes) else ("=", "")
    words = WORDS[f"k_{kind}"]
    return (_sentence(words.format(k=k, least=least, models=models, hidden=hidden, equals=equals)),)


def _one(axes: Axes) -> str:
    """Return which words fit one axis that counts."""
    if misses_axes(axes):
        return "k_one_unresolved"
    return "k_one_open" if leaves_open(axes) else "k_one"


def _no_axis(axes: Axes, models: str) -> str:
    """Say that no axis counts, and whether any is significant."""
    found = axes.k_significant
    if isinstance(found, NotAnswered) or found == 0:
        return WORDS["k_none"].format(models=models, test=_test(axes, 1))
    significant = counted(found, "significant direction")
    return WORDS["k_none_counted"].format(models=models, significant=significant)


def _beyond(axes: Axes) -> str:
    """Say what came of the directions after the one axis that counts."""
    found, general = axes.k_significant, axes.general_share
    if isinstance(found, NotAnswered):
        return ""
    if found == 1:
        return WORDS["beyond"].format(test=_test(axes, 2))
    if isinstance(general, NotAnswered):
        return ""
    return WORDS["beyond_size"].format(n=found, general=share(general), equal=share(1.0 / found))


def _test(axes: Axes, rank: int) -> str:
    """Write a step's strength beside its null, in parentheses."""
    step = next((step for step in axes.steps if step.rank == rank), None)
    if step is None:
        return ""
    return WORDS["test"].format(
        strength=number(step.statistic),
        quantile=number(step.quantile),
        level=percent(1.0 - axes.recipe.settings["alpha"]),
        draws=f"{step.draws:,}",
        p=p_value(step.p),
    )


def p_value(p: float) -> str:
    """Return a p-value with three decimals.

    Examples
    --------
    >>> p_value(0.0123), p_value(0.0001)
    ('0.012', 'under 0.001')
    """
    return "under 0.001" if p < 0.0005 else correlation(p)


def _size(axes: Axes) -> tuple[str, ...]:
    """Say how large the axes after the first are, each number beside what it would be otherwise."""
    k = axes.k_ladder
    if isinstance(k, NotAnswered) or k < 2:
        return ()
    general, lost, moved = axes.general_share, axes.rank_information_lost, reordered(axes)
    parts = []
    if not isinstance(general, NotAnswered):
        found = k if isinstance(axes.k_significant, NotAnswered) else axes.k_significant
        words = WORDS["size_general"]
        parts.append(words.format(general=share(general), n=found, equal=share(1.0 / found)))
    if moved is not None:
        parts.append(WORDS["size_reordered"].format(reordered=share(moved)))
    if not isinstance(lost, NotAnswered):
        words = WORDS["size_lost"]
        parts.append(words.format(lost=share(lost), k=k, unrelated=share(unrelated_lose(k))))
    return (_sentence("; ".join(parts)),) if parts else ()


def _described(axes: Axes) -> tuple[str, ...]:
    """Name the axes with their shares and halves, where one ranking does not say all."""
    if rankings(axes) not in {"small", "many"} or not axes.axes:
        return ()
    listed = axes.axes[: THRESHOLDS["named_axes"]]
    more = len(axes.axes) - len(listed)
    left = [WORDS["axes_more"].format(n=more)] if more else []
    named = [
        WORDS["axis"].format(
            axis=axis_name(axis),
            share=share(axis.share),
            items=correlation(axis.split_half.items.estimate),
            by_models=correlation(axis.split_half.models.estimate),
        )
        for axis in listed
    ]
    chance = correlation(max(axis.split_half.chance for axis in listed))
    return (WORDS["described"].format(chance=chance, axes="; ".join([*named, *left])),)


def _significant_only(axes: Axes) -> tuple[str, ...]:
    """Say how many axes are significant, and what those lack that are not counted."""
    k, found = axes.k_ladder, axes.k_significant
    if isinstance(k, NotAnswered) or isinstance(found, NotAnswered):
        return ()
    alpha, many = percent(axes.recipe.settings["alpha"]), counted(found, "axis", "axes")
    if found == k:
        words = WORDS["significant_all"]
        return (words.format(k=many, alpha=alpha),) if axes.capped else ()
    lacking = [step for step in axes.steps if step.accepted and not step.counted]
    sentence = WORDS["significant"].format(
        alpha=alpha,
        k=WORDS["at_least"].format(k=many) if axes.capped else many,
        are="is" if found == 1 else "are",
        n=len(lacking),
        is_not="is" if len(lacking) == 1 else "are",
        which=_which(lacking),
    )
    return (sentence,)


def _which(lacking: list[Step]) -> str:
    """List the first axes that are significant only, those that lack the same together."""
    listed = lacking[: THRESHOLDS["named_steps"]]
    named = []
    for why, steps in groupby(listed, key=lambda step: step.why_not or "no reason given"):
        ranks = [str(step.rank) for step in steps]
        axis = "axis" if len(ranks) == 1 else "axes"
        text = WORDS["significant_which"]
        named.append(text.format(axis=axis, ranks=_and(ranks), why=why.rstrip(".")))
    more = len(lacking) - len(listed)
    return "; ".join(named) + (f"; and {more} more" if more else "")


def _and(names: list[str]) -> str:
    """Join names as a sentence does."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _liberal(axes: Axes) -> tuple[str, ...]:
    """Say that later axes of few models with real scores are candidates."""
    if not is_liberal(axes):
        return ()
    few, alpha = RANKING["liberal_models"], percent(axes.recipe.settings["alpha"])
    return (WORDS["liberal"].format(few=few, alpha=alpha),)


def _dependences(axes: Axes) -> tuple[str, ...]:
    """Say what makes models or items alike and is no ability, near copies together."""
    others = [found for found in axes.dependences if found.kind != "near_copies"]
    listed = others[: THRESHOLDS["named_dependences"]]
    said = [
        WORDS["dependence"].format(sentence=found.sentence.strip().rstrip(".")) for found in listed
    ]
    more = len(others) - len(listed)
    stand = "stands" if more == 1 else "stand"
    left = [WORDS["dependences_more"].format(n=more, stand=stand)] if more else []
    return (*_copies(axes), *said, *left)


def _copies(axes: Axes) -> tuple[str, ...]:
    """Say how many models are near copies of others, and name a few."""
    groups = [found.who for found in axes.dependences if found.kind == "near_copies"]
    if not groups or axes.n_copies == 0:
        return ()
    largest = max(groups, key=len)
    named = largest[: THRESHOLDS["named_copies"]]
    more = len(largest) - len(named)
    names = ", ".join(named) + (f" and {more:,} more" if more else "")
    words = WORDS["copies_all" if len(groups) == 1 else "copies_largest"]
    one = axes.n_copies == 1
    sentence = WORDS["copies"].format(
        n=counted(axes.n_copies, "model"),
        copy="nearly copies" if one else "nearly copy",
        largest=words.format(names=names),
        they="it is" if one else "they are",
    )
    return (sentence,)


def _seen(axes: Axes) -> tuple[str, ...]:
    """Say which part of the board the ladder saw, where it is not the whole."""
    if not axes.k_subsamples:
        return ()
    models, items = axes.ladder_shape
    sentence = WORDS["subsampled"].format(
        models=f"{models:,}",
        all_models=models_of(axes.recipe.intake),
        items=f"{items:,}",
        all_items=counted(axes.n_items_used, "item"),
        counts=" and ".join(map(str, axes.k_subsamples)),
    )
    return (sentence,)


def _shuffled(axes: Axes) -> tuple[str, ...]:
    """Put the count of the permutation null beside the ladder's, with what its guard says."""
    k, limits = axes.k_shuffled, axes.k_shuffled_range
    if isinstance(k, NotAnswered):
        return ()
    sentence = WORDS["shuffled"].format(
        k=k,
        open="" if isinstance(limits, NotAnswered) else _left_open(limits),
        edge=axes.k_shuffled_top_edge,
        binary=WORDS["shuffled_binary"] if axes.recipe.intake.scale == "binary" else "",
    )
    guard = axes.guard
    if isinstance(guard, NotAnswered) or guard.caution is None:
        return (sentence,)
    return sentence, WORDS["guard"].format(caution=guard.caution.strip().rstrip("."))


def _left_open(limits: tuple[int, int]) -> str:
    """Say which counts the Monte Carlo error leaves possible, where it is more than one."""
    if limits[0] == limits[1]:
        return ""
    return WORDS["shuffled_open"].format(low=limits[0], high=limits[1])


def _sentence(text: str) -> str:
    """Return a clause as a sentence."""
    return text[:1].upper() + text[1:].rstrip(".") + "."
