"""Sentences on agreement: how far verdicts agree, and what right answers are needed to tell."""

from types import MappingProxyType

from parallaxis.analyses.agreement import Agreement, Errors
from parallaxis.analyses.agreement_tables import CountedShare
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, share
from parallaxis.verdict.phrases import interval_name, reason

WORDS = MappingProxyType(
    {
        "alpha": "The verdicts of {members} on {items} agree by a Krippendorff's α of {alpha}"
        "{interval}: 1 would be agreement throughout, 0 what verdicts at random would give.",
        "alpha_not_identified": "How far {members} agree beyond chance is not identified: {why}.",
        "agree": "Two members give the same verdict on {observed} of their common items on average"
        "{kappa}{unanimous}.",
        "agree_kappa": " (mean Cohen's κ {kappa}{interval})",
        "agree_unanimous": "; on {n} of {of} items ({share}) all who gave a verdict gave the same",
        "no_gold": "Agreement is not accuracy. Who is right, and how many effective votes of the "
        "panel these members carry, is not identified: {why}.",
        "both_err": "Where two members both err they give the same wrong answer in {agreement} of "
        "the cases{interval}; {against}.",
        "against_own": "their own favourite wrong answers alone would make it {chance}, so that "
        "{meaning}",
        "against_uniform": "if wrong answers were uniform it would be {uniform}, and what their "
        "own favourites would make it is not identified ({why})",
        "more": "they err alike beyond chance (by {excess}{interval})",
        "less": "they err less alike than by chance (by {excess}{interval})",
        "same": "likeness of their errors beyond chance is not shown (excess {excess}{interval})",
        "both_err_not_identified": "How alike the members err is not told by their wrong answers: "
        "{why}.",
        "capa": "Beyond what their accuracies alone bring about, two members agree by a "
        "chance-adjusted κ_p (CAPA) of {capa}{interval} on average; 0 would be independent and "
        "uniform errors.",
        "unanimous_wrong": "Of {of} on which all agreed {n} ({share}{interval}) {were} agreed "
        "wrong.",
    }
)


def agreement_verdict(found: Agreement) -> tuple[str, ...]:
    """Say how far verdicts agree, and either how alike the errors are or why that is not known.

    Parameters
    ----------
    found : Agreement

    Returns
    -------
    tuple of str
        Two sentences on agreement; then one on what is missing without right answers, or up to
        three on errors with them.
    """
    level = found.recipe.settings["level"]
    rest = found.errors
    if isinstance(rest, NotAnswered):
        return (*_agreeing(found, level), WORDS["no_gold"].format(why=reason(rest)))
    return (*_agreeing(found, level), *_errors(rest, level))


def _agreeing(found: Agreement, level: float) -> tuple[str, ...]:
    """Say how far the verdicts agree."""
    members, items = counted(found.n_members, "member"), counted(found.n_paired_items, "item")
    if isinstance(found.alpha, NotAnswered):
        why = reason(found.alpha)
        first = WORDS["alpha_not_identified"].format(members=members, why=why)
    else:
        first = WORDS["alpha"].format(
            members=members,
            items=items,
            alpha=correlation(found.alpha.estimate),
            interval=_interval(found.alpha, level),
        )
    if isinstance(found.observed, NotAnswered):
        return (first,)
    return first, WORDS["agree"].format(
        observed=share(found.observed.estimate),
        kappa=_kappa(found.mean_kappa, level),
        unanimous=_unanimous(found.unanimous),
    )


def _kappa(found: Estimate | NotAnswered, level: float) -> str:
    """Write the mean κ in brackets, where there is one."""
    if isinstance(found, NotAnswered):
        return ""
    interval = "" if isinstance(found.interval, NotAnswered) else _bare(found, level)
    return WORDS["agree_kappa"].format(kappa=correlation(found.estimate), interval=interval)


def _unanimous(found: CountedShare | NotAnswered) -> str:
    """Write how many items are unanimous, where any could be."""
    if isinstance(found, NotAnswered):
        return ""
    words = WORDS["agree_unanimous"]
    return words.format(n=f"{found.n:,}", of=f"{found.of:,}", share=share(found.share))


def _errors(found: Errors, level: float) -> tuple[str, ...]:
    """Say how alike the errors are."""
    sentences = [_both_err(found, level)]
    if isinstance(found.capa, Estimate):
        sentences.append(
            WORDS["capa"].format(
                capa=correlation(found.capa.estimate), interval=_interval(found.capa, level)
            )
        )
    wrong = found.unanimous_wrong
    if isinstance(wrong, CountedShare):
        low, high = map(share, wrong.interval)
        sentences.append(
            WORDS["unanimous_wrong"].format(
                of=counted(wrong.of, "item"),
                n=f"{wrong.n:,}",
                share=share(wrong.share),
                interval=f", {interval_name(level)} {low} to {high}",
                were="was" if wrong.n == 1 else "were",
            )
        )
    return tuple(sentences)


def _both_err(found: Errors, level: float) -> str:
    """Say how often two members that err give the same wrong answer, and against what."""
    if isinstance(found.both_err, NotAnswered):
        return WORDS["both_err_not_identified"].format(why=reason(found.both_err))
    interval = ""
    if not isinstance(found.both_err.interval, NotAnswered):
        low, high = map(share, found.both_err.interval)
        interval = f" ({interval_name(level)} {low} to {high} over items)"
    return WORDS["both_err"].format(
        agreement=share(found.both_err.estimate),
        interval=interval,
        against=_against(found, level),
    )


def _against(found: Errors, level: float) -> str:
    """Compare agreement when both err with its chance level."""
    if isinstance(found.excess, NotAnswered) or isinstance(found.chance, NotAnswered):
        assert isinstance(found.excess, NotAnswered)  # noqa: S101 - both or neither
        return WORDS["against_uniform"].format(
            uniform=share(found.uniform), why=reason(found.excess)
        )
    words = WORDS["same"]
    if not isinstance(found.excess.interval, NotAnswered):
        low, high = found.excess.interval
        words = WORDS["more"] if low > 0.0 else WORDS["less"] if high < 0.0 else words
    meaning = words.format(
        excess=correlation(found.excess.estimate), interval=_bare(found.excess, level)
    )
    return WORDS["against_own"].format(chance=share(found.chance), meaning=meaning)


def _interval(found: Estimate, level: float) -> str:
    """Write the interval behind an estimate, in brackets."""
    return f" ({_bare(found, level)[2:]})"


def _bare(found: Estimate, level: float) -> str:
    """Write the interval behind an estimate, after a comma."""
    if isinstance(found.interval, NotAnswered):
        return f", no interval: {reason(found.interval)}"
    low, high = map(correlation, found.interval)
    return f", {interval_name(level)} over items {low} to {high}"
