"""Sentences on cohorts and content: among which models, and on which items, votes are fewer."""

from types import MappingProxyType

from parallaxis.analyses.panel_cohort_answers import (
    CohortVotes,
    GroupSpread,
    ItemGroups,
    ItemGroupVotes,
    PanelCohorts,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, number, share
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "groups_by_difficulty": 0.5,  # share of the items' difficulty between groups
        "missing_differs": 0.01,  # between groups, from which it is said
    }
)

WORDS = MappingProxyType(
    {
        "cohorts_not_identified": "Votes by cohort are not identified: {why}.",
        "top_third": "Among the {n} models of the top third the mean tetrachoric correlation is "
        "{top}{interval}, among all {all_n} it is {whole}: {word}.",
        "top_higher": "the best models err together more than all do",
        "top_lower": "the best models err together less than all do",
        "top_open": "the two are not told apart",
        "groups": "On the same {pool}, the mean correlation by {column} runs from {low} ({lowest}) "
        "to {high} ({highest}). {spread}",
        "pool_drawn": "{n} models (drawn at random from {eligible})",
        "spread": "Between groups it has a standard deviation of {sd}{interval} once noise is "
        "taken off, more than random chunks of the same sizes (p = {p}).",
        "no_spread": "Groups differ no more than random chunks of the same sizes (p = {p}): read "
        "no order into them.",
        "spread_not_identified": "Whether groups differ beyond noise is not identified: {why}.",
        "covariates": "The groups also differ in {listed}; these stand beside the correlation and "
        "are not shown to be its cause.",
        "by_difficulty": "{column} all but sorts the items by difficulty ({explained} of it lies "
        "between groups): within such strata little is left of what a correlation over items "
        "measures, so compare no groups here.",
        "groups_not_identified": "Votes by item group are not identified: {why}.",
    }
)


def panel_cohorts_verdict(found: PanelCohorts | NotAnswered) -> tuple[str, ...]:
    """Say among which models and on which items right answers hang together more.

    Parameters
    ----------
    found : PanelCohorts or NotAnswered

    Returns
    -------
    tuple of str
        The top third; item groups against random chunks; what else differs between groups.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["cohorts_not_identified"].format(why=reason(found)),)
    return (*_top_third(found), *_groups(found))


def _top_third(found: PanelCohorts) -> tuple[str, ...]:
    """Compare the top third with all members."""
    if isinstance(found.cohorts, NotAnswered):
        return ()
    by_kind: dict[str, CohortVotes] = {}
    for cohort in found.cohorts:
        by_kind.setdefault(cohort.kind, cohort)
    whole, top = by_kind.get("all"), by_kind.get("top_third")
    if whole is None or top is None:
        return ()
    mean, all_mean = top.mean_correlation, whole.mean_correlation
    if isinstance(mean, NotAnswered) or isinstance(all_mean, NotAnswered):
        return ()
    return (
        WORDS["top_third"].format(
            n=top.n_members,
            top=correlation(mean.estimate),
            interval=_interval(mean, found.level),
            all_n=whole.n_members,
            whole=correlation(all_mean.estimate),
            word=WORDS[_told_apart(mean, all_mean)],
        ),
    )


def _told_apart(top: Estimate, whole: Estimate) -> str:
    """Return the word for two means whose intervals do, or do not, meet."""
    if isinstance(top.interval, NotAnswered) or isinstance(whole.interval, NotAnswered):
        return "top_open"
    if top.interval[0] > whole.interval[1]:
        return "top_higher"
    return "top_lower" if top.interval[1] < whole.interval[0] else "top_open"


def _groups(found: PanelCohorts) -> tuple[str, ...]:
    """Say how item groups differ, and in what else."""
    items = found.items
    if isinstance(items, NotAnswered):
        return (WORDS["groups_not_identified"].format(why=reason(items)),)
    if items.difficulty_explained >= THRESHOLDS["groups_by_difficulty"]:
        return (
            WORDS["by_difficulty"].format(
                column=items.column, explained=share(items.difficulty_explained)
            ),
        )
    highest, lowest = items.groups[0], items.groups[-1]
    sentence = WORDS["groups"].format(
        pool=_pool(items),
        column=items.column,
        low=_mean(lowest),
        lowest=lowest.name,
        high=_mean(highest),
        highest=highest.name,
        spread=_spread(items.spread, found.level),
    )
    return (sentence, *_covariates(items))


def _pool(items: ItemGroups) -> str:
    """Write how many models are compared, and whether they were drawn."""
    if items.n_pool == items.n_eligible:
        return counted(items.n_pool, "model")
    return WORDS["pool_drawn"].format(n=items.n_pool, eligible=f"{items.n_eligible:,}")


def _spread(spread: GroupSpread | NotAnswered, level: float) -> str:
    """Say whether groups differ more than chunks."""
    if isinstance(spread, NotAnswered):
        return WORDS["spread_not_identified"].format(why=reason(spread))
    if spread.p > 1.0 - level + 1e-12:
        return WORDS["no_spread"].format(p=number(spread.p))
    sd = spread.between_sd
    return WORDS["spread"].format(
        sd=correlation(sd.estimate), interval=_interval(sd, level), p=number(spread.p)
    )


def _covariates(items: ItemGroups) -> tuple[str, ...]:
    """Name what else differs between the groups: share right, missing cells, chance."""
    right = [group.mean_accuracy for group in items.groups]
    missing = [group.share_missing for group in items.groups]
    chance = [group.chance for group in items.groups if group.chance is not None]
    listed = [f"share right ({share(min(right))} to {share(max(right))})"]
    if max(missing) - min(missing) >= THRESHOLDS["missing_differs"]:
        listed.append(f"missing cells ({share(min(missing))} to {share(max(missing))})")
    if len(chance) == len(items.groups) and max(chance) > min(chance):
        listed.append(f"chance level ({share(min(chance))} to {share(max(chance))})")
    return (WORDS["covariates"].format(listed=" and ".join(listed)),)


def _mean(group: ItemGroupVotes) -> str:
    """Write a group's mean correlation."""
    return correlation(group.mean_correlation.estimate)


def _interval(answer: Estimate, level: float) -> str:
    """Write an interval in parentheses, after a space."""
    if isinstance(answer.interval, NotAnswered):
        return f" (no interval: {reason(answer.interval)})"
    low, high = map(correlation, answer.interval)
    return f" ({interval_name(level)} {low} to {high})"
