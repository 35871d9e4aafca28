"""The sentences: one snapshot per section, and every way in which an answer can be missing."""

import re
from dataclasses import replace

import pytest

import answers_by_hand as by_hand
import axes_by_hand
from parallaxis.analyses.panel_answers import Votes
from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict import (
    THRESHOLDS,
    WORDS,
    axes_verdict,
    breadth_verdict,
    gaps_verdict,
    panel_verdict,
    verdict,
    workflow_verdict,
)

WHY = NotAnswered("the board is too small.")


def test_breadth_snapshot() -> None:
    assert breadth_verdict(by_hand.breadth()) == (
        (
            "Scored by these 40 models, the 200 items have an effective dimensionality of 8.00 "
            "(95 % interval 6.50 to 9.50 over models, 7.50 to 8.50 over items); scores "
            "shuffled within each item would give 33.0, one ability with the noise of single "
            "scores 8.20, and the shape of the board allows at most 39."
        ),
        (
            "That is no broader than one ability plus the noise of single scores would look (7.90 "
            "to 8.50, p = 0.300)."
        ),
        (
            "These models differ from each other in a structured way: the interval over models "
            "lies below the range that shuffled scores would give."
        ),
        (
            "Scores are right or wrong, so the noise of single items is part of the effective "
            "dimensionality of the items: read it as an upper impression, not as a count of "
            "abilities."
        ),
    )


def test_panel_snapshot() -> None:
    assert panel_verdict(by_hand.panel()) == (
        (
            "Seen as voters, the 40 models carry 1.50 effective votes of the panel (95 % "
            "interval over items 1.40 to 1.60), from a mean tetrachoric correlation of 0.650 "
            "between their right answers; independent voters would carry 40."
        ),
        (
            "By φ, the correlation of the zeros and ones, they would be 2.50 (95 % interval "
            "over items 2.20 to 2.80), from a mean of 0.400: where correlations are not "
            "negative, φ flatters a panel."
        ),
        (
            "Effective votes say how far errors average out; they are not a measure of how alike "
            "the models are, because items that are hard for all lower them too."
        ),
    )


def test_gaps_snapshot() -> None:
    gapped = replace(by_hand.breadth(), recipe=by_hand.recipe(n_missing=80))
    assert gaps_verdict(by_hand.breadth()) == ()
    assert gaps_verdict(gapped) == (
        (
            "80 of 8,000 cells (1.0 %) hold no score. For the spectrum the mean of the item "
            "stands in; two models are compared on the items that both have."
        ),
    )


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        ((6.0, 32.4), "ed_below_null"),
        ((6.0, 32.5), "ed_reaches_null"),
        ((33.5, 39.0), "ed_reaches_null"),
        ((33.6, 39.0), "ed_above_null"),
    ],
)
def test_breadth_lies_below_in_or_above_its_null(interval: tuple[float, float], said: str) -> None:
    ed = by_hand.breadth().effective_dimensionality
    assert not isinstance(ed, NotAnswered)
    moved = replace(by_hand.breadth(), effective_dimensionality=replace(ed, interval=interval))
    words = {
        name: WORDS[name].format(over="models")
        for name in ("ed_below_null", "ed_reaches_null", "ed_above_null")
    }
    assert [name for name, text in words.items() if text in breadth_verdict(moved)] == [said]


def test_overlap_is_no_proof_and_leaves_room_for_axes() -> None:
    words = WORDS["ed_reaches_null"]
    assert "no proof" in words
    assert "axes may still show" in words
    assert "no structure" not in words


def test_interval_says_what_it_is_over() -> None:
    ed = by_hand.breadth().effective_dimensionality
    assert not isinstance(ed, NotAnswered)
    over = "13 families and 4 models without one"
    first, _, third, *_ = breadth_verdict(
        replace(by_hand.breadth(), effective_dimensionality=replace(ed, interval_over=over))
    )
    assert f"6.50 to 9.50 over {over}, 7.50 to 8.50 over items" in first
    assert f"the interval over {over} lies below" in third


def test_breadth_says_which_interval_is_absent_and_why() -> None:
    ed = by_hand.breadth().effective_dimensionality
    assert not isinstance(ed, NotAnswered)
    bare = replace(by_hand.breadth(), effective_dimensionality=replace(ed, interval=WHY))
    first, *rest = breadth_verdict(bare)
    assert "(95 % interval 7.50 to 8.50 over items; no interval over models: the board is" in first
    assert WORDS["ed_below_null"].format(over="models") not in rest


def test_breadth_of_a_shape_without_choice_is_no_finding() -> None:
    (only,) = breadth_verdict(replace(by_hand.breadth(), shape_bound=1))
    assert "is 1 whatever the scores are" in only


def test_real_scores_carry_no_sentence_on_right_and_wrong() -> None:
    real = by_hand.recipe("real")
    assert WORDS["ed_noise"] not in breadth_verdict(replace(by_hand.breadth(), recipe=real))


def test_phi_flatters_only_where_correlations_are_not_negative() -> None:
    negative = Votes(-0.01, (-0.02, 0.01), Estimate(66.0, (28.0, 180.0)))
    said = " ".join(panel_verdict(replace(by_hand.panel(), phi=negative)))
    assert "flatters" not in said
    assert "from a mean of −0.010." in said


def test_phi_flatters_only_where_it_adds_votes() -> None:
    same = Votes(0.65, (0.6, 0.7), Estimate(1.505, (1.4, 1.6)))
    assert "flatters" not in " ".join(panel_verdict(replace(by_hand.panel(), phi=same)))


def test_votes_without_an_interval_say_which_end_is_missing() -> None:
    why = NotAnswered("its upper end is not identified: the mean correlation may be −0.2.")
    votes = Votes(0.65, (0.6, 0.7), Estimate(1.5, why))
    first, *_ = panel_verdict(replace(by_hand.panel(), tetrachoric=votes))
    assert "(no interval: its upper end is not identified: the mean" in first


def _gaps(n_missing: int, n_models: int, n_items: int) -> tuple[str, ...]:
    """Return what is said of missing cells, with so many rows and columns set aside."""
    recipe = by_hand.recipe(n_missing=n_missing)
    aside = replace(recipe.intake, n_unscored_models=n_models, n_unscored_items=n_items)
    return gaps_verdict(replace(by_hand.breadth(), recipe=replace(recipe, intake=aside)))


def test_what_is_set_aside_is_not_counted_as_missing() -> None:
    # 2 rows of 200 and 10 further columns of 38 remaining rows: 780 cells
    assert _gaps(780, 2, 10) == ("2 models and 10 items without any score are set aside.",)
    assert _gaps(200, 1, 0) == ("1 model without any score is set aside.",)
    aside, missing = _gaps(781, 2, 10)
    assert aside.startswith("2 models")
    assert missing.startswith("1 of the 7,220 cells that remain (under 0.1 %) holds no score.")


def test_members_without_a_vote_are_counted() -> None:
    left = (LeftOutMember("a", "all its answers are right"),)
    *_, last = panel_verdict(replace(by_hand.panel(), n_members=39, left_out=left))
    assert last.startswith("1 model is left out")


def test_a_panel_drawn_from_a_larger_one_says_so() -> None:
    first, *_ = panel_verdict(replace(by_hand.panel(), n_members=30))
    assert "the 30 models that were drawn at random from 40 carry" in first


def test_what_is_not_identified_has_a_reason_and_no_number() -> None:
    unknown = Votes(WHY, WHY, WHY)
    said = (
        *breadth_verdict(replace(by_hand.breadth(), effective_dimensionality=WHY)),
        *axes_verdict(axes_by_hand.unknown(WHY)),
        *panel_verdict(replace(by_hand.panel(), tetrachoric=unknown, phi=unknown)),
    )
    assert len(said) == 3
    for sentence in said:
        assert "not identified: the board is too small." in sentence
        assert not re.search(r"\d", sentence)


def test_whole_verdict_keeps_the_order() -> None:
    parts = by_hand.breadth(), axes_by_hand.axes(), by_hand.panel()
    assert verdict(*parts) == (
        *breadth_verdict(parts[0]),
        *(sentences[0] for sentences in workflow_verdict(parts[0]) if sentences),
        *axes_verdict(parts[1]),
        *panel_verdict(parts[2]),
    )


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_tone(words: str) -> None:
    assert not re.search(r"\byour\b|\bbad\b|\bpoor\b|\beffective number\b", words, re.IGNORECASE)
    if re.search(r"\beffective dimensionality\b", words) and "items" not in words:
        pytest.fail("an effective dimensionality must say of what")


def test_thresholds_are_numbers() -> None:
    assert all(isinstance(value, int | float) for value in THRESHOLDS.values())


def test_a_board_without_any_score_says_only_that() -> None:
    empty = replace(by_hand.breadth(), recipe=by_hand.recipe(n_missing=8000))
    assert gaps_verdict(empty) == (WORDS["all_missing"],)
