"""Sentences on choosing a panel, for every kind of answer."""

from dataclasses import replace
from typing import Any

import pytest

from panel_choice_by_hand import CHOICE, PRICED, UNJUDGED, around
from parallaxis.analyses.panel_choice_answers import Judging, PanelChoice, PanelCost, SizeGap
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.panel_choice import panel_choice_verdict


def said(found: PanelChoice | NotAnswered) -> tuple[str, ...]:
    """Return the sentences."""
    return panel_choice_verdict(found, level=0.95)


def judging(**changes: Any) -> PanelChoice:
    """Return the choice with another judgement."""
    assert isinstance(CHOICE.judging, Judging)
    return replace(CHOICE, judging=replace(CHOICE.judging, **changes))


def chosen(**changes: Any) -> PanelChoice:
    """Return the choice with another panel chosen for its majority."""
    assert isinstance(CHOICE.judging, Judging)
    return judging(chosen=replace(CHOICE.judging.chosen, **changes))


def test_all_sentences() -> None:
    assert said(PRICED) == (
        (
            "The 3 of 4 with most votes (coin, good, twin) carry 2.20 effective votes on the items "
            "that chose them, and as many carry 2.10 (95 % interval 2.00 to 2.20) where they are "
            "chosen on one half of the items and judged on the other; all 4 carry 2.00."
        ),
        (
            "Most votes is not most right: judged on items that had no part in the choice, the "
            "majority of the 3 with most votes is right on 65.0 % and that of 3 chosen for their "
            "majority on 79.0 %, 14.0 points more (95 % interval 10.0 to 18.0). Votes reward "
            "whoever errs alone, at random too: coin, among the 3, is right on 50.0 %."
        ),
        (
            "Members and size chosen for the majority on one half of the items make one that is "
            "right on 79.0 % of the other half (95 % interval 74.0 % to 84.0 %): 9.00 points "
            "better than the majority of all 4 (95 % interval 6.00 to 12.0), and not told apart "
            "from the one member chosen as the best (1.00 points, 95 % interval −1.00 to 3.00). "
            "All items together choose good, twin, core."
        ),
        (
            "Most votes go with coin: without it the others carry 1.50 instead of 2.00, 0.500 less "
            "(95 % interval 0.460 to 0.540), and yet their majority is right on 2.00 points more "
            "(95 % interval 1.00 to 3.00)."
        ),
        (
            "Votes are higher without any one of 2 members (twin, core), by 0.120 at most; they "
            "are right on 74.5 % on average and all members on 69.8 %: who shares what most know "
            "correlates most, and is no worse for it."
        ),
        (
            "All members cost 20.0 together, 10.0 for an effective vote; the 2 with most votes per "
            "cost (coin, good) carry 1.90 (1.80 judged on other items) for 3.80, 2.00 each."
        ),
    )


def test_what_is_not_judged_is_said() -> None:
    sentences = said(UNJUDGED)
    assert len(sentences) == 3
    assert sentences[0] == (
        "The 2 of 4 with most votes (coin, good) carry 1.90 effective votes on the items that "
        "chose them (how much of that lasts is not judged: 12 items; choosing on one half and "
        "judging on the other needs 20); all 4 carry 2.00."
    )


def test_all_are_needed() -> None:
    found = replace(CHOICE, votes=3.0)
    assert said(found)[0] == (
        "No smaller panel carries as many effective votes as all 4, 3.00: the 3 with most carry "
        "2.10 (95 % interval 2.00 to 2.20)."
    )
    pair = replace(judging(votes_gap=()), n_members=2, votes_path=CHOICE.votes_path[:2])
    assert said(pair)[0] == (
        "No smaller panel carries as many effective votes as all 2, 2.00: the 1 with most carry "
        "1.00."
    )


@pytest.mark.parametrize("gap", [around(0.01, 0.02), around(-0.05, 0.02)])
def test_votes_that_are_right_as_well(gap: Estimate) -> None:
    sentence = said(judging(votes_gap=(SizeGap(3, gap),)))[1]
    assert sentence.startswith("Choosing for votes costs the majority nothing that shows: of 3")


def test_without_a_gap_there_is_no_sentence_on_it() -> None:
    assert len(said(judging(votes_gap=()))) == len(said(CHOICE)) - 1


@pytest.mark.parametrize(
    ("over_best", "expected"),
    [
        (around(0.05, 0.02), "and 5.00 points better than the one member chosen as the best"),
        (around(-0.05, 0.02), "and 5.00 points worse than the one member chosen as the best"),
        (around(-0.01, 0.02), "(−1.00 points, 95 % interval −3.00 to 1.00)"),
    ],
)
def test_against_the_best_member(over_best: Estimate, expected: str) -> None:
    assert expected in said(chosen(over_best=over_best))[2]


def test_whose_leaving_is_not_told_from_nothing_is_not_named() -> None:
    rows = tuple(replace(row, loss=around(0.01, 0.02)) for row in CHOICE.left_one_out)
    assert not any(
        "Most votes go with" in line for line in said(replace(CHOICE, left_one_out=rows))
    )
    without = tuple(
        replace(row, loss=Estimate(0.1, NotAnswered("no draws"))) for row in CHOICE.left_one_out
    )
    found = replace(CHOICE, left_one_out=without, raise_votes=())
    assert not any("Votes are higher" in line for line in said(found))
    assert not any("Most votes go with" in line for line in said(found))


def test_one_that_raises_votes_and_is_no_better() -> None:
    rows = (*CHOICE.left_one_out[:2], replace(CHOICE.left_one_out[2], share_correct=0.5))
    found = replace(CHOICE, raise_votes=("twin",), left_one_out=(*rows, CHOICE.left_one_out[3]))
    assert "Votes are higher without twin, by 0.100 at most." in said(found)


def test_a_majority_that_loses() -> None:
    rows = (replace(CHOICE.left_one_out[0], majority_loss=around(0.03, 0.01)),)
    found = replace(CHOICE, left_one_out=(*rows, *CHOICE.left_one_out[1:]))
    assert "and their majority is right on 3.00 points less" in said(found)[3]


def test_costs_that_are_not_all_known_have_no_sentence() -> None:
    assert isinstance(PRICED.cost, PanelCost)
    unknown = replace(PRICED.cost, per_vote=NotAnswered("the cost of 1 member is not known"))
    assert len(said(replace(PRICED, cost=unknown))) == len(said(CHOICE))


def test_no_answer_says_why() -> None:
    sentence = "Which members carry the panel is not identified: one model."
    assert said(NotAnswered("one model.")) == (sentence,)
    assert said(replace(CHOICE, votes=NotAnswered("one model"))) == (sentence,)
