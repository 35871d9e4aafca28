"""The section on reliability: α, halves of the items and of the models, runs, the first place."""

from parallaxis.analyses.reliability import (
    HalfBreadth,
    ItemHalves,
    Leader,
    ModelHalves,
    Reliability,
)
from parallaxis.analyses.run_agreement import RunAgreement
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import brackets, correlation, counted, number, percent, share
from parallaxis.rendering.blocks import Block, Fact, Facts, Heading, Paragraph, none_because

MEANING = (
    "Random halves of the items show how far other items of the same kind would repeat the ranking "
    "and the breadth; random halves of the models, how far other models would. Brackets behind "
    "halves are the range of the splits, not an interval for the whole board. α and Spearman–Brown "
    "speak of the mean score alone, not of single abilities."
)


def reliability_blocks(found: Reliability) -> tuple[Block, ...]:
    """Return what is said about reliability, in order.

    Parameters
    ----------
    found : Reliability

    Returns
    -------
    tuple of Block
    """
    facts = (
        *_total(found),
        *_items(found.split_items),
        *_models(found.split_models),
        *_leader(found.leader),
        *_runs(found.runs),
    )
    return (
        Heading("Reliability: would other items or models say the same?", "reliability"),
        Paragraph(MEANING),
        Facts(facts, f"{percent(found.level)} interval or range"),
    )


def _total(found: Reliability) -> tuple[Fact, ...]:
    """Return the reliability of the mean score."""
    return (
        _fact("Cronbach's α (KR-20 on right/wrong scores)", found.alpha),
        _plain("α of standardised items", found.alpha_standardised),
        _plain("Guttman's λ2", found.lambda2),
        _fact("Reliability of the mean from halves (Spearman–Brown)", found.spearman_brown),
    )


def _items(found: ItemHalves | NotAnswered) -> tuple[Fact, ...]:
    """Return what halves of the items agree on."""
    if isinstance(found, NotAnswered):
        return (Fact("Halves of the items", str(found)),)
    splits = counted(found.n_splits, "split")
    kept = f"{share(found.kept)}; {share(found.kept_by_chance)} by chance"
    return (
        _fact(f"Ranking of models between halves of the items, Spearman ({splits})", found.ranking),
        _fact("Mean scores between halves of the items, Pearson", found.total),
        Fact(f"Best {counted(found.top, 'model')} kept by the other half", kept),
        _half("Effective dimensionality of halves of the items", found.breadth),
    )


def _models(found: ModelHalves | NotAnswered) -> tuple[Fact, ...]:
    """Return what halves of the models agree on."""
    if isinstance(found, NotAnswered):
        return (Fact("Halves of the models", str(found)),)
    splits = counted(found.n_splits, "split")
    of = f"of {counted(found.n_models, 'model')}"
    return (
        _fact(f"Difficulty of items between halves of the models ({splits})", found.difficulty),
        _half(f"Effective dimensionality of the items on halves {of}", found.breadth),
    )


def _leader(found: Leader | NotAnswered) -> tuple[Fact, ...]:
    """Return how sure the first place is."""
    if isinstance(found, NotAnswered):
        return (Fact("First place", str(found)),)
    n = len(found.models)
    name = repr(found.models[0]) if n == 1 else f"one of {n} that tie, such as {found.models[0]!r}"
    rows = [Fact(f"Halves in which {name} is first", share(found.first))]
    if found.runner_up is not None:
        label = f"Halves in which {found.runner_up!r} is first"
        rows.append(Fact(label, share(found.runner_up_first)))
    return (*rows, Fact("Models that are first in some half", f"{found.n_ever_first:,}"))


def _runs(found: RunAgreement | NotAnswered) -> tuple[Fact, ...]:
    """Return how repeated runs agree, where there are any."""
    if isinstance(found, NotAnswered):
        return (Fact("Repeated runs", str(found)),)
    of = f"{counted(found.n_runs, 'run')} of {counted(found.n_models, 'model')}"
    return (
        _fact(f"Mean scores between two runs ({of})", found.correlation),
        _fact("Share of the variance of mean scores between models", found.between_share),
    )


def _fact(label: str, value: Estimate | NotAnswered) -> Fact:
    """Return a correlation or a share of variance with its interval or range."""
    if isinstance(value, NotAnswered):
        return Fact(label, str(value))
    if isinstance(value.interval, NotAnswered):
        return Fact(label, correlation(value.estimate), none_because(value.interval))
    low, high = (correlation(end) for end in value.interval)
    return Fact(label, correlation(value.estimate), f"[{low}, {high}]")


def _plain(label: str, value: float | NotAnswered) -> Fact:
    """Return a coefficient without an interval."""
    return Fact(label, str(value) if isinstance(value, NotAnswered) else correlation(value))


def _half(label: str, found: HalfBreadth | NotAnswered) -> Fact:
    """Return ED of halves with their range."""
    if isinstance(found, NotAnswered):
        return Fact(label, str(found))
    return Fact(label, number(found.mean), brackets(found.interval))
