"""Sentences on redundancy: who repeats whom, where not, reversals, and the warning of colliders."""

from dataclasses import replace

from parallaxis.analyses.cohorts import COLLIDERS, Kind
from parallaxis.analyses.redundancy import Redundancy
from parallaxis.analyses.redundancy_parts import (
    CohortCorrelation,
    ComponentAnswer,
    ComponentPair,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.redundancy import redundancy_verdict

SINGLE = NotAnswered("it is a single column")


def around(r: float, half: float = 0.03) -> Estimate:
    """Return an estimate with an interval."""
    return Estimate(r, (r - half, r + half))


def cohort(kind: Kind, name: str, r: float, **flags: bool) -> CohortCorrelation:
    """Return a cohort of 100 models."""
    return CohortCorrelation(kind, name, 100, around(r), 0.7, r, kind in COLLIDERS, **flags)


def pair(
    first: str,
    second: str,
    r: float,
    redundant: bool | NotAnswered,
    *cohorts: CohortCorrelation,
    clean: Estimate | NotAnswered = SINGLE,
) -> ComponentPair:
    """Return a pair."""
    return ComponentPair(first, second, 500, around(r), around(r), clean, redundant, cohorts)


def halves(low: float, high: float) -> tuple[CohortCorrelation, CohortCorrelation]:
    """Return both halves by the others."""
    return cohort("others_half", "lower half", low), cohort("others_half", "upper half", high)


def found(*pairs: ComponentPair, groups: tuple[tuple[str, ...], ...] = ()) -> Redundancy:
    """Return a result with these pairs."""
    names = sorted({name for one in pairs for name in (one.first, one.second)})
    return Redundancy(
        column="",
        unit="score",
        threshold=0.8,
        components=tuple(ComponentAnswer(name, 1, SINGLE, 1.5) for name in names),
        pairs=pairs,
        n_pairs=len(pairs),
        spearman=((1.0,),),
        order=(0,),
        merges=(),
        groups=groups,
        effective_dimensionality=1.6,
        n_ungrouped=0,
        constant=(),
    )


TWINS = pair("A", "B", 0.95, True, *halves(0.94, 0.9))


def said(result: Redundancy) -> tuple[str, ...]:
    """Return the sentences."""
    return redundancy_verdict(result, level=0.95)


def test_redundant_pairs_are_named_with_their_halves() -> None:
    assert said(found(TWINS)) == (
        (
            "In 1 of 1 pair of components the two repeat each other, in all models and wherever "
            "else it can be looked at: A × B (rank correlation 0.950, 95 % interval 0.920 to "
            "0.980; 0.940 and 0.900 in the lower and upper half by the other components)."
        ),
    )


def test_groups_of_three_are_named() -> None:
    pairs = [replace(TWINS, first=a, second=b) for a, b in ("AB", "AC", "BC")]
    sentences = said(found(*pairs, groups=(("A", "B", "C"),)))
    assert sentences[1].startswith("Redundant in every one of their pairs: A, B and C.")


def test_where_a_pair_is_not_redundant_is_said() -> None:
    cohorts = (*halves(0.8, 0.8), cohort("size", "params: middle third", 0.6, contradicts=True))
    sentences = said(found(TWINS, pair("A", "C", 0.86, False, *cohorts)))
    assert sentences[1] == (
        "Over all models A × C would count as redundant too, but not in every cohort: A × C 0.600 "
        "in params: middle third."
    )


def test_what_is_not_decided_says_why() -> None:
    why = NotAnswered("in the upper half the interval goes down to 0.700")
    sentences = said(found(pair("A", "B", 0.9, why)))
    assert sentences == (
        (
            "In none of 1 pair of components are the two shown to repeat each other; the closest "
            "are A × B with a rank correlation of 0.900 (95 % interval 0.870 to 0.930)."
        ),
        (
            "1 pair reaches the threshold of 0.8 over all models and is not decided: in A × B in "
            "the upper half the interval goes down to 0.700."
        ),
    )


def test_item_noise_is_named_where_it_alone_separates() -> None:
    sentences = said(found(pair("A", "B", 0.7, False, clean=around(0.99))))
    assert sentences[-1] == (
        "Without item noise A × B would correlate 0.990 (95 % interval 0.960 to 1.020): what "
        "separates the two is hardly more than noise of items."
    )


def test_reversals_and_colliders_are_told_apart() -> None:
    turned = pair(
        "MATH",
        "MUSR",
        0.53,
        False,
        cohort("others_fifth", "lowest fifth", -0.42, reverses=True),
        cohort("others_fifth", "highest fifth", 0.18),
        cohort("average_top", "top 200", -0.61),
    )
    assert said(found(turned))[1:] == (
        (
            "The sign turns within cohorts: MATH × MUSR is +0.530 over all models but −0.420 among "
            "100 models (the lowest fifth by the others)."
        ),
        (
            "Bands of the full average mislead: among the top 200 by it MATH × MUSR is −0.610, "
            "where it is +0.530 over all models and +0.180 in the highest fifth by the other "
            "components. The pair itself put models into that band, so one score is high "
            "where the other is low (a collider): read no trade-off into it."
        ),
    )


def test_a_collider_that_agrees_with_other_bands_is_no_warning() -> None:
    turned = pair(
        "A",
        "B",
        0.5,
        False,
        cohort("others_fifth", "highest fifth", -0.3),
        cohort("average_top", "top 200", -0.4),
    )
    assert not any("collider" in sentence for sentence in said(found(turned)))


def test_no_components_give_the_reason() -> None:
    assert redundancy_verdict(NotAnswered("249 items make too many pairs"), level=0.95) == (
        "Whether components repeat each other is not identified: 249 items make too many pairs.",
    )


def test_pairs_whose_intervals_hold_the_threshold_are_said() -> None:
    why = NotAnswered("its interval holds the threshold")
    sentences = said(found(pair("A", "B", 0.79, why), pair("A", "C", 0.78, why)))
    assert sentences[-1] == (
        "2 pairs are not decided, because intervals hold the threshold of 0.8: more models would "
        "tell."
    )
