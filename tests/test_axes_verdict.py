"""The sentences on axes: how many rankings, by size and significance, and whom to use for what."""

import re
from dataclasses import replace
from typing import Any

import pytest

import axes_by_hand as by_hand
from parallaxis.analyses.axes import Axes
from parallaxis.answers import NotAnswered
from parallaxis.cautions import Caution
from parallaxis.verdict import axes_verdict
from parallaxis.verdict.ranking import (
    THRESHOLDS,
    is_resolved,
    rankings,
    reaches_cap,
    reordered,
    unrelated_lose,
)
from parallaxis.verdict.uses import best_swap

WHY = NotAnswered("the board is too small.")


def sized(
    general: float | NotAnswered, moved: float | None, lost: float | NotAnswered, k: int = 2
) -> Axes:
    """Return axes with these three sizes."""
    found = by_hand.axes(k, general_share=general, rank_information_lost=lost)
    steps = tuple(replace(s, reordered=moved if s.rank > 1 else None) for s in found.steps)
    return replace(found, steps=steps)


def said(found: Axes) -> str:
    """Return the verdict as one text."""
    return "\n".join(axes_verdict(found))


def test_two_rankings_snapshot() -> None:
    found = by_hand.axes(2, significant=4, dependences=(by_hand.family(4),))
    assert axes_verdict(found) == (
        (
            "2 rankings: these 100 models differ along 2 axes that are each significant and "
            "reproducible (k_ladder = 2)."
        ),
        (
            "Before rotation the first axis holds 70.0 % of the common variance (4 equal axes "
            "would hold 25.0 % each); the largest of the others changes the order of 12.0 % of "
            "the pairs of models beyond noise (none without a second axis); one average loses "
            "30.0 % of what the axes say about ranks (2 unrelated axes of equal weight would lose"
            " 52.4 %)."
        ),
        (
            "Without the noise of single answers, a fit of 2 counted axes has an effective "
            "dimensionality of the items of 2.20, one of all 4 significant axes 4.40 (a little "
            "low, because weak axes shrink; no interval)."
        ),
        (
            "Each axis with its share of the common variance, and with the correlation at which "
            "it comes again between halves of the items (unrelated ones reach 0.300) and of the "
            "models: axis 1 (coding), 70.0 %, 0.950 and 0.900; axis 2 (strongest on item 20 and "
            "item 21), 30.0 %, 0.950 and 0.900."
        ),
        (
            "Use model 1 for axis 1 (coding), model 91 for axis 2: the first is ahead by 1.20 "
            "(0.800 to 1.60) on the one, the second by 0.900 (0.500 to 1.30) on the other, in "
            "standard deviations of the models."
        ),
        (
            "4 axes are significant at 5 %, of which 2 are not counted: axes 3 and 4, split-half "
            "correlation of items 0.42, under 0.7. Significance is not size: the more models, the"
            " smaller the departures it finds."
        ),
        "Found as dependence, not as ability: Axis 2 separates the family 'llama' from others.",
        (
            "The permutation null alone would count 3 (k_shuffled), 2 by its stricter edge: it "
            "asks “more than nothing?”, not “more than one ability?”."
        ),
    )


def test_one_ranking_snapshot() -> None:
    assert axes_verdict(by_hand.axes(1, scale="binary")) == (
        (
            "One ranking is honest: these 100 models differ along one axis that is significant "
            "and reproducible (k_ladder = 1), and the next direction is not significant (strength"
            " 0.800 against 1.70, the 95 % quantile over 99 boards simulated without it; p = "
            "0.230)."
        ),
        (
            "Without the noise of single answers, a fit of 1 counted axis has an effective "
            "dimensionality of the items of 1.10 (a little low, because weak axes shrink; no "
            "interval)."
        ),
        (
            "The permutation null alone would count 3 (k_shuffled), 2 by its stricter edge: it "
            "asks “more than nothing?”, not “more than one ability?”, and unequal difficulty "
            "alone can lift a second eigenvalue of right/wrong scores above it."
        ),
    )


@pytest.mark.parametrize(
    ("general", "moved", "lost", "kind"),
    [
        (0.98, 0.005, 0.03, "tiny"),
        (0.98, 0.02, 0.03, "small"),
        (0.98, 0.005, 0.06, "small"),
        (0.87, 0.005, 0.03, "small"),
        (0.87, None, WHY, "small"),
        (0.98, None, 0.03, "small"),
        (0.79, 0.005, 0.03, "many"),
        (0.98, 0.051, 0.03, "many"),
        (0.98, 0.005, 0.26, "many"),
        (WHY, 0.005, 0.03, "many"),
    ],
)
def test_size_decides_between_one_ranking_and_many(
    general: float | NotAnswered, moved: float | None, lost: float | NotAnswered, kind: str
) -> None:
    assert rankings(sized(general, moved, lost)) == kind


def test_each_size_has_its_headline() -> None:
    tiny, small = sized(0.98, 0.005, 0.03), sized(0.87, 0.02, 0.1)
    assert said(tiny).startswith("One ranking is honest: 2 axes count (k_ladder = 2), but those")
    assert "Use " not in said(tiny)
    assert said(small).startswith("One ranking hides a small second axis: the 100 models differ")
    assert "Use model 1 for" in said(small)
    three = said(sized(0.87, 0.02, 0.1, k=3))
    assert three.startswith("One ranking hides 2 small axes beside the first")


def test_sizes_that_are_not_identified_are_left_out() -> None:
    found = replace(sized(WHY, None, WHY), k_significant=2)
    assert "rotation" not in said(found)
    assert "too small" not in said(found)


def test_no_axis() -> None:
    first, second = axes_verdict(by_hand.axes(0))
    assert first.startswith("No axis counts (k_ladder = 0)")
    assert "strength 0.800 against 1.70" in first
    assert "k_shuffled" in second


def test_no_axis_counts_though_some_are_significant() -> None:
    found = by_hand.axes(0, significant=1, dependences=(by_hand.family(1),))
    first, second, third, _ = axes_verdict(found)
    assert "differ along 1 significant direction, but" in first
    assert second.startswith("1 axis is significant at 5 %, of which 1 is not counted: axis 1, ")
    assert third.startswith("Found as dependence")


@pytest.mark.parametrize(("n_models", "unresolved"), [(60, True), (61, False)])
def test_few_models_do_not_resolve_a_second_axis(n_models: int, *, unresolved: bool) -> None:
    found = by_hand.axes(1, n_models=n_models, scale="binary")
    first, *_ = axes_verdict(found)
    assert first.startswith("As far as 60 models can tell") == unresolved
    assert ("not resolved" in first) == unresolved
    assert "one ranking is honest" in first.lower()
    assert is_resolved(found) != unresolved


@pytest.mark.parametrize(
    ("scale", "n_models", "significant", "liberal"),
    [
        ("real", 59, 2, True),
        ("bounded", 59, 2, True),
        ("real", 60, 2, False),
        ("real", 59, 1, False),
        ("binary", 59, 2, False),
    ],
)
def test_real_scores_of_few_models_are_liberal(
    scale: Any, n_models: int, significant: int, *, liberal: bool
) -> None:
    found = by_hand.axes(1, significant=significant, scale=scale, n_models=n_models)
    assert ("read the later axes as candidates" in said(found)) == liberal


def test_one_axis_of_many_significant_ones_says_its_size() -> None:
    found = by_hand.axes(1, significant=3, general_share=0.9)
    first, _, second, *_ = axes_verdict(found)
    assert "it holds 90.0 % (3 equal ones would hold 33.3 % each)" in first
    assert second.startswith("3 axes are significant at 5 %, of which 2 are not counted: axes 2")


def test_the_cap_leaves_more_open() -> None:
    found = by_hand.axes(8)
    assert reaches_cap(found)
    assert said(found).startswith("At least 8 rankings: these 100 models differ along at least 8")
    assert "(k_ladder ≥ 8)" in said(found)
    assert "All 8 axes that were tried are significant at 5 % and count" in said(found)
    assert "4 more in the section on axes" in said(found)


def test_the_cap_on_significance_alone_leaves_the_count_sure() -> None:
    found = by_hand.axes(1, significant=8)
    assert not reaches_cap(found)
    assert "(k_ladder = 1)" in said(found)
    assert "At least 8 axes, the most that were tried, are significant at 5 %" in said(found)
    assert "and 4 more" in said(found)


def test_different_reasons_are_listed_apart() -> None:
    found = by_hand.axes(1, significant=3)
    steps = (*found.steps[:2], replace(found.steps[2], why_not="is one family."), found.steps[3])
    text = said(replace(found, steps=steps))
    assert "axis 2, split-half correlation of items 0.42, under 0.7; axis 3, is one family" in text


def test_dependences_are_dependence_and_only_the_first_are_listed() -> None:
    text = said(by_hand.axes(2, dependences=(by_hand.family(),) * 5))
    assert text.count("Found as dependence, not as ability: Axis 2 separates") == 3
    assert "2 more of the kind stand in the section on axes." in text


def test_a_part_of_the_board_is_said() -> None:
    text = said(by_hand.axes(2, ladder_shape=(80, 150), k_subsamples=(2, 3)))
    assert "saw 80 of 100 models and 150 of 200 items, drawn at random" in text
    assert "on other draws 2 and 3 axes are significant." in text
    assert "drawn at random" not in said(by_hand.axes(2))


def test_near_copies_are_said_together() -> None:
    one = by_hand.axes(2, n_copies=1, dependences=(by_hand.copies("a", "b"),))
    assert "1 model nearly copies another (a, b); it is set aside before climbing." in said(one)
    groups = (by_hand.copies("a", "b"), by_hand.copies(*"cdefgh"), by_hand.family())
    text = said(by_hand.axes(2, n_copies=6, dependences=groups))
    assert "6 models nearly copy another (most of all c, d, e, f and 2 more); they are set" in text
    assert text.count("Found as dependence") == 2


def test_guard_and_open_permutations_are_said() -> None:
    danger = Caution("unequal_model_noise", "Models of unequal noise are shuffled away.")
    found = by_hand.axes(1, guard=by_hand.guard(cautions=(danger,)), k_shuffled_range=(2, 4))
    *_, shuffled, guard = axes_verdict(found)
    assert "(k_shuffled, 2 to 4 left open by the permutations)" in shuffled
    assert guard == "Models of unequal noise are shuffled away."


def test_not_identified_keeps_the_permutation_count() -> None:
    found = by_hand.axes(0, k_ladder=WHY, k_significant=WHY, steps=())
    first, second = axes_verdict(found)
    assert first == "The number of axes is not identified: the board is too small."
    assert "k_shuffled" in second


def test_advice_needs_resolved_swaps() -> None:
    text = said(by_hand.axes(2, swaps=(), n_swaps=0))
    assert "Use " not in text
    assert "No two models change places between the axes beyond noise" in text


def test_advice_is_for_the_best_models_only() -> None:
    found = by_hand.axes(2)
    last = [place.model for place in found.places[-2:]]
    poor = replace(found.swaps[0], model=last[0], other_model=last[1])
    other = replace(found, swaps=(poor, poor), n_swaps=2)
    assert best_swap(other, *other.axes) is None
    assert "No two of the best models of different axes change places" in said(other)
    assert "2 other pairs do." in said(other)
    cut = said(replace(other, n_swaps=7))
    assert "None of the 2 clearest of 7 pairs that change places between axes" in cut
    both = replace(found, swaps=(poor, found.swaps[0]))
    assert best_swap(both, *both.axes) == found.swaps[0]


def test_advice_reads_swaps_in_either_direction() -> None:
    found = by_hand.axes(2)
    (swap,) = found.swaps
    turned = replace(swap, axis=2, other_axis=1, model=swap.other_model, other_model=swap.model)
    assert "Use model 91 for axis 2, model 1 for axis 1 (coding)" in said(
        replace(found, swaps=(turned,))
    )


def test_every_share_stands_beside_what_it_would_be_otherwise() -> None:
    for k in (2, 3, 8):
        for sentence in axes_verdict(by_hand.axes(k)):
            if re.search(r"\d %", sentence) and "significant at" not in sentence:
                assert re.search(r"would|unrelated", sentence), sentence


def test_reordered_is_the_largest_of_the_axes_that_count() -> None:
    found = by_hand.axes(2, significant=3)
    moved = (None, 0.1, 0.4, None)
    steps = tuple(replace(s, reordered=x) for s, x in zip(found.steps, moved, strict=True))
    assert reordered(replace(found, steps=steps)) == 0.1
    assert reordered(by_hand.axes(1)) is None


def test_unrelated_axes_lose_more_the_more_there_are() -> None:
    assert unrelated_lose(1) == pytest.approx(0.0, abs=1e-12)
    assert unrelated_lose(2) < unrelated_lose(3) < unrelated_lose(50) < 1.0


def test_lines_of_tiny_lie_within_those_of_small() -> None:
    assert THRESHOLDS["tiny_general"] > THRESHOLDS["small_general"]
    assert THRESHOLDS["tiny_reordered"] < THRESHOLDS["small_reordered"]
    assert THRESHOLDS["tiny_lost"] < THRESHOLDS["small_lost"] < unrelated_lose(2)
