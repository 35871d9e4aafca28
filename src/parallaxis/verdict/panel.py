"""Sentences on the panel: how many votes it carries, by both correlations, and what votes mean."""

import math
from types import MappingProxyType

from parallaxis.analyses.panel_answers import Panel, Votes
from parallaxis.answers import Interval, NotAnswered
from parallaxis.numerals import correlation, counted, number
from parallaxis.verdict.ceilings import ceilings_verdict
from parallaxis.verdict.guessing import guessing_verdict
from parallaxis.verdict.likeness import likeness_verdict
from parallaxis.verdict.panel_choice import panel_choice_verdict
from parallaxis.verdict.panel_cohorts import panel_cohorts_verdict
from parallaxis.verdict.panel_weights import panel_weights_verdict
from parallaxis.verdict.phrases import interval_name, reason
from parallaxis.verdict.projection import bias_verdict

THRESHOLDS = MappingProxyType(
    {
        "flattery": 0.0,  # mean correlation from which φ can only flatter a panel
        "flattery_votes": 0.01,  # votes that φ must add before it is said to flatter
    }
)

WORDS = MappingProxyType(
    {
        "votes": "Seen as voters, the {members} carry {estimate} effective votes of the panel"
        "{interval}, from a mean tetrachoric correlation of {mean} between their right answers; "
        "independent voters would carry {n}.",
        "members_drawn": "{members} that were drawn at random from {n_models}",
        "votes_phi": "By φ, the correlation of the zeros and ones, they would be {estimate}"
        "{interval}, from a mean of {mean}.",
        "votes_phi_flatters": "By φ, the correlation of the zeros and ones, they would be "
        "{estimate}{interval}, from a mean of {mean}: where correlations are not negative, φ "
        "flatters a panel.",
        "votes_zero_cells": "Many pairs have an empty cell in their table, and what is done with "
        "it moves the votes by more than that interval: from {low} to {high}.",
        "votes_meaning": "Effective votes say how far errors average out; they are not a measure "
        "of how alike the models are, because items that are hard for all lower them too.",
        "votes_left_out": "{left} left out of votes and choices, because answers that are all "
        "right or all wrong correlate with nothing; what voting reaches counts them in.",
        "votes_not_identified": "The effective votes of the panel are not identified: {why}.",
    }
)


def panel_verdict(panel: Panel) -> tuple[str, ...]:
    """Say how many votes the panel carries, by both correlations, and what votes mean."""
    n_eff = panel.tetrachoric.n_eff
    if isinstance(n_eff, NotAnswered):
        absent = WORDS["votes_not_identified"].format(why=reason(n_eff))
        return (absent, *_left_out(panel))
    level = panel.recipe.settings["level"]
    first = WORDS["votes"].format(
        members=_members(panel),
        n=f"{panel.n_members:,}",
        estimate=number(n_eff.estimate),
        interval=_one_interval(level, n_eff.interval, _drawn(panel)),
        mean=_mean(panel.tetrachoric),
    )
    return (
        first,
        *_zero_cells(panel),
        *_phi(panel, level),
        WORDS["votes_meaning"],
        *_left_out(panel),
    )


def panel_workflow(panel: Panel) -> tuple[tuple[str, ...], ...]:
    """Say what voting reaches, who is alike, where votes hang together, what weights add.

    Parameters
    ----------
    panel : Panel

    Returns
    -------
    tuple of tuple of str
        The sentences of each part that has an answer, the most telling one first; sections
        say why the others have none.
    """
    level, doubtful = panel.recipe.settings["level"], _cells_matter(panel)
    parts = (
        (panel.choice, panel_choice_verdict(panel.choice, level=level)),
        (panel.guessing, guessing_verdict(panel.guessing)),
        (panel.ceilings, ceilings_verdict(panel.ceilings, level=level, empty_cells=doubtful)),
        (panel.likeness, likeness_verdict(panel.likeness)),
        (panel.cohorts, panel_cohorts_verdict(panel.cohorts)),
        (panel.weights, panel_weights_verdict(panel.weights, level=level)),
        (panel.projection, bias_verdict(panel.projection, level=level)),
    )
    return tuple(sentences for answer, sentences in parts if not isinstance(answer, NotAnswered))


def _zero_cells(panel: Panel) -> tuple[str, ...]:
    """Say between which votes the conventions for empty cells lie, where they matter most."""
    values = [value for value in panel.zero_cells.values() if math.isfinite(value)]
    if not values or not _cells_matter(panel):
        return ()
    return (WORDS["votes_zero_cells"].format(low=number(min(values)), high=number(max(values))),)


def _cells_matter(panel: Panel) -> bool:
    """Say whether what is done with empty cells moves the votes by more than their interval."""
    return any(caution.code == "zero_cells" for caution in panel.cautions)


def _phi(panel: Panel, level: float) -> tuple[str, ...]:
    """Put φ beside the answer, and say that it flatters where it does and can only do that."""
    n_eff, mean, latent = panel.phi.n_eff, panel.phi.mean_correlation, panel.tetrachoric.n_eff
    if isinstance(n_eff, NotAnswered) or isinstance(mean, NotAnswered):
        return ()
    flatters = (
        mean >= THRESHOLDS["flattery"]
        and not isinstance(latent, NotAnswered)
        and n_eff.estimate - latent.estimate >= THRESHOLDS["flattery_votes"]
    )
    sentence = WORDS["votes_phi_flatters" if flatters else "votes_phi"].format(
        estimate=number(n_eff.estimate),
        interval=_one_interval(level, n_eff.interval, _drawn(panel)),
        mean=correlation(mean),
    )
    return (sentence,)


def _mean(votes: Votes) -> str:
    """Return the mean correlation as text."""
    mean = votes.mean_correlation
    return str(mean) if isinstance(mean, NotAnswered) else correlation(mean)


def _members(panel: Panel) -> str:
    """Return the number of voters, and that they are a random part of a larger panel if so."""
    intake = panel.recipe.intake
    n_models = intake.n_models - intake.n_unscored_models
    members = counted(panel.n_members, "model")
    if panel.n_members + len(panel.left_out) == n_models:
        return members
    return WORDS["members_drawn"].format(members=members, n_models=f"{n_models:,}")


def _left_out(panel: Panel) -> tuple[str, ...]:
    """Say how many models have no vote."""
    n = len(panel.left_out)
    if n == 0:
        return ()
    left = f"{counted(n, 'model')} {'is' if n == 1 else 'are'}"
    return (WORDS["votes_left_out"].format(left=left),)


def _drawn(panel: Panel) -> str:
    """Return what the interval is over."""
    return f"groups of items by {panel.units.column!r}" if panel.units.column else "items"


def _one_interval(level: float, interval: Interval | NotAnswered, drawn: str) -> str:
    """Write the interval behind an estimate."""
    if isinstance(interval, NotAnswered):
        return f" (no interval: {reason(interval)})"
    low, high = interval
    return f" ({interval_name(level)} over {drawn} {number(low)} to {number(high)})"
