"""From results to sentences: what this population of models can resolve, and what it cannot.

Every threshold and every wording of the verdict stands in the two tables at the top.
"""

from types import MappingProxyType

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.analyses.panel import Panel, Votes
from parallaxis.answers import Interval, NotAnswered
from parallaxis.intake import Intake
from parallaxis.numerals import correlation, counted, number, percent, share

THRESHOLDS = MappingProxyType(
    {
        "shape_bound": 1,  # largest shape bound that leaves effective dimensionality no choice
        "dead_share": 0.0,  # share of dead items above which they are mentioned
        "missing_share": 0.0,  # share of cells without a score above which they are mentioned
        "flattery": 0.0,  # mean correlation from which φ can only flatter a panel
        "flattery_votes": 0.01,  # votes that φ must add before it is said to flatter
    }
)

WORDS = MappingProxyType(
    {
        "ed": "Scored by these {models}, the {items} have an effective dimensionality of "
        "{estimate}{intervals}; scores shuffled within each item would give {null}, and the shape "
        "of the board allows at most {bound}.",
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
        "ed_not_identified": "The effective dimensionality of the items is not identified: {why}.",
        "k_none": "No axis survives the permutation null{open}: on these items the {models} "
        "cannot be told apart from models without any common axis.",
        "k_one": "One axis survives the permutation null{open} and holds {first} of the "
        "standardised variance; nothing beyond it survives, so the scores of these {models} give "
        "no ground for a second ranking.",
        "k_many": "{k} axes survive the permutation null rank by rank{open}, and {edge} of them "
        "also its stricter edge, the null of the largest eigenvalue. The first axis holds {first} "
        "of the standardised variance of these {models}.",
        "k_binary": "For right/wrong scores this null answers “more than nothing”, not “more than "
        "one ability”: unequal difficulty alone can lift a second eigenvalue above it.",
        "k_open": " (the permutations leave {low} to {high} open)",
        "k_not_identified": "The number of axes is not identified: {why}.",
        "votes": "Seen as voters, the {members} carry {estimate} effective votes of the panel"
        "{interval}, from a mean tetrachoric correlation of {mean} between their right answers; "
        "independent voters would carry {n}.",
        "members_drawn": "{members} that were drawn at random from {n_models}",
        "votes_phi": "By φ, the correlation of the zeros and ones, they would be {estimate}"
        "{interval}, from a mean of {mean}.",
        "votes_phi_flatters": "By φ, the correlation of the zeros and ones, they would be "
        "{estimate}{interval}, from a mean of {mean}: where correlations are not negative, φ "
        "flatters a panel.",
        "votes_meaning": "Effective votes bound what voting can gain; they are not a measure of "
        "how alike the models are, because items that are hard for all lower them too.",
        "votes_left_out": "{left} left out of the panel, because answers that are all right or all "
        "wrong correlate with nothing.",
        "votes_not_identified": "The effective votes of the panel are not identified: {why}.",
        "dead": "{dead} of {items} ({share}) {tell} none of these models apart, because every "
        "model that was scored has the same score there.",
        "set_aside": "{gone} without any score {are} set aside.",
        "missing": "{missing} of {cells} ({share}) {hold} no score. For the spectrum the mean of "
        "the item stands in; two models are compared on the items that both have.",
        "missing_remaining": "{missing} of the {cells} that remain ({share}) {hold} no score. For "
        "the spectrum the mean of the item stands in; two models are compared on the items that "
        "both have.",
        "all_missing": "No cell of the board holds a score.",
        "level": "{level} interval",
    }
)


def verdict(breadth: Breadth, axes: Axes, panel: Panel) -> tuple[str, ...]:
    """What can this population of models resolve on these items?

    Parameters
    ----------
    breadth : Breadth
    axes : Axes
    panel : Panel
        Of one and the same board.

    Returns
    -------
    tuple of str
        Sentences in the order breadth, axes, panel, gaps. Every number stands with its interval,
        its null and its condition; where an answer is not identified the sentence says why.
    """
    return (
        *breadth_verdict(breadth),
        *axes_verdict(axes),
        *panel_verdict(panel),
        *gaps_verdict(breadth),
    )


def breadth_verdict(breadth: Breadth) -> tuple[str, ...]:
    """Say how much the items measure, beside the null, and how far to trust it."""
    ed, null = breadth.effective_dimensionality, breadth.shuffled
    if isinstance(ed, NotAnswered):
        return (WORDS["ed_not_identified"].format(why=_reason(ed)),)
    intake = breadth.recipe.intake
    if breadth.shape_bound <= THRESHOLDS["shape_bound"]:
        names = {"models": _models(intake), "items": _items(intake)}
        return (WORDS["ed_shape_one"].format(**names),)
    level = breadth.recipe.settings["level"]
    first = WORDS["ed"].format(
        models=_models(intake),
        items=_items(intake),
        estimate=number(ed.estimate),
        intervals=_two_intervals(level, ed),
        null=_not_known(null) if isinstance(null, NotAnswered) else number(null.mean),
        bound=f"{breadth.shape_bound:,}",
    )
    sentences = [first]
    if not isinstance(ed.interval, NotAnswered) and not isinstance(null, NotAnswered):
        words = WORDS[_beside(ed.interval, null.interval)]
        sentences.append(words.format(over=ed.interval_over))
    if intake.scale == "binary":
        sentences.append(WORDS["ed_noise"])
    return tuple(sentences)


def _beside(interval: Interval, null: Interval) -> str:
    """Return which sentence tells how an interval lies to the range of shuffled scores."""
    if interval[1] < null[0]:
        return "ed_below_null"
    return "ed_above_null" if interval[0] > null[1] else "ed_reaches_null"


def axes_verdict(axes: Axes) -> tuple[str, ...]:
    """Say how many axes survive the permutation null, and what that null can answer."""
    k, limits = axes.k_shuffled, axes.k_shuffled_range
    if isinstance(k, NotAnswered):
        return (WORDS["k_not_identified"].format(why=_reason(k)),)
    intake = axes.recipe.intake
    sentence = WORDS["k_none" if k == 0 else "k_one" if k == 1 else "k_many"].format(
        k=k,
        open=_left_open(limits),
        edge="all" if axes.k_shuffled_top_edge == k else axes.k_shuffled_top_edge,
        models=_models(intake),
        first=share(axes.eigenvalues[0] / sum(axes.eigenvalues)),
    )
    binary = intake.scale == "binary" and k > 0
    return (sentence, WORDS["k_binary"]) if binary else (sentence,)


def _left_open(limits: tuple[int, int] | NotAnswered) -> str:
    """Say which counts the Monte Carlo error leaves possible, where it is more than one."""
    if isinstance(limits, NotAnswered) or limits[0] == limits[1]:
        return ""
    return WORDS["k_open"].format(low=limits[0], high=limits[1])


def panel_verdict(panel: Panel) -> tuple[str, ...]:
    """Say how many votes the panel carries, by both correlations, and what votes mean."""
    n_eff = panel.tetrachoric.n_eff
    if isinstance(n_eff, NotAnswered):
        reason = WORDS["votes_not_identified"].format(why=_reason(n_eff))
        return (reason, *_left_out(panel))
    level = panel.recipe.settings["level"]
    first = WORDS["votes"].format(
        members=_members(panel),
        n=f"{panel.n_members:,}",
        estimate=number(n_eff.estimate),
        interval=_one_interval(level, n_eff.interval),
        mean=_mean(panel.tetrachoric),
    )
    return (first, *_phi(panel, level), WORDS["votes_meaning"], *_left_out(panel))


def gaps_verdict(breadth: Breadth) -> tuple[str, ...]:
    """Say how many items are dead and what holds no score, where there is any."""
    intake = breadth.recipe.intake
    if intake.n_missing == intake.n_models * intake.n_items:
        return (WORDS["all_missing"],)
    n_items = intake.n_items - intake.n_unscored_items
    sentences = []
    if breadth.n_dead / n_items > THRESHOLDS["dead_share"]:
        sentences.append(
            WORDS["dead"].format(
                dead=f"{breadth.n_dead:,}",
                items=counted(n_items, "item"),
                share=share(breadth.n_dead / n_items),
                tell="tells" if breadth.n_dead == 1 else "tell",
            )
        )
    return (*sentences, *_set_aside(intake), *_missing(intake))


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
        interval=_one_interval(level, n_eff.interval),
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


def _two_intervals(level: float, ed: EffectiveDimensionality) -> str:
    """Write the intervals over models and over items behind an estimate."""
    both = ((ed.interval_over, ed.interval), ("items", ed.interval_items))
    known = ", ".join(
        f"{number(interval[0])} to {number(interval[1])} over {over}"
        for over, interval in both
        if not isinstance(interval, NotAnswered)
    )
    named = [f"{WORDS['level'].format(level=percent(level))} {known}"] if known else []
    absent = [
        f"no interval over {over}: {_reason(interval)}"
        for over, interval in both
        if isinstance(interval, NotAnswered)
    ]
    return f" ({'; '.join((*named, *absent))})"


def _one_interval(level: float, interval: Interval | NotAnswered) -> str:
    """Write the interval over items behind an estimate."""
    if isinstance(interval, NotAnswered):
        return f" (no interval: {_reason(interval)})"
    low, high = interval
    name = WORDS["level"].format(level=percent(level))
    return f" ({name} over items {number(low)} to {number(high)})"


def _models(intake: Intake) -> str:
    """Return the number of models that were scored, with its noun."""
    return counted(intake.n_models - intake.n_unscored_models, "model")


def _items(intake: Intake) -> str:
    """Return the number of items that were scored, with its noun."""
    return counted(intake.n_items - intake.n_unscored_items, "item")


def _not_known(answer: NotAnswered) -> str:
    """Say inside a sentence that a null has no value."""
    return f"a value that is not identified ({_reason(answer)})"


def _reason(answer: NotAnswered) -> str:
    """Return why there is no answer, as a clause without its full stop."""
    return answer.why.rstrip(".")
