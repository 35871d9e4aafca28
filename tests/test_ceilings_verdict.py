"""Sentences on ceilings and projections, for every kind of answer."""

from dataclasses import replace

import pytest

from ceilings_by_hand import BEST, CEILINGS, WITHOUT_FACTOR, around, tail
from parallaxis.analyses.ceilings_answers import Ceilings, PanelSize
from parallaxis.analyses.projection import project
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.ceilings import ceilings_verdict
from parallaxis.verdict.projection import bias_verdict, projection_verdict

BIAS = ProjectionBias(
    n_members=9,
    mean_phi=0.35,
    mean_share_correct=0.6,
    projected=around(1.9),
    recomputed=around(1.8),
    bias=around(0.1),
    correlation_bias=around(-0.03, 0.01),
    range=(1.7, 1.95),
    range_holds=True,
)


def said(found: Ceilings | NotAnswered) -> tuple[str, ...]:
    """Return the sentences."""
    return ceilings_verdict(found, level=0.95)


def test_all_sentences() -> None:
    assert said(CEILINGS) == (
        (
            "On 20 of 200 items (10.0 %, 95 % interval 6.0 % to 15.0 %) every member that answered "
            "is wrong, and no vote among them can be right."
        ),
        (
            "One shared factor with the panel's correlations expects 5.0 %, and with a loading for "
            "each member 4.0 %: the observed share is 2.00 and 2.50 times as large, a tail that "
            "correlations of pairs do not show."
        ),
        (
            "Their majority is right on 70.0 % of the items (95 % interval 65.0 % to 75.0 %), a "
            "tie counting half; as independent voters they would reach 90.0 %, and with the "
            "panel's correlation 72.0 % are expected."
        ),
        (
            "The best member alone is better than the majority: by 8.00 points (95 % interval 3.00 "
            "to 13.0) where it is chosen on one half of the items and judged on the other (gpt "
            "leads with 80.0 % of all items)."
        ),
        (
            "10 times as many members of the same kind would carry 1.95 effective votes instead of "
            "1.60, and by the same model their majority would be right on 74.0 % instead of 71.0 "
            "%; however many, they stay below 2.00 votes and at 74.5 % for the majority."
        ),
    )


@pytest.mark.parametrize(
    ("common", "own", "expected"),
    [
        (around(0.5, 0.2), around(0.6, 0.2), "they all fail less often than that"),
        (around(1.1, 0.2), around(1.0, 0.2), "That is not told apart from what one"),
        (around(2.0, 0.5), around(1.0, 0.2), "hangs on the form of that factor"),
        (around(2.0, 0.5), NotAnswered("few"), "observed over expected 2.00, 95 % interval 1.50"),
    ],
)
def test_what_the_tail_says(common: Estimate, own: Estimate | NotAnswered, expected: str) -> None:
    assert expected in said(replace(CEILINGS, all_wrong=tail(common, own)))[1]


def test_no_such_item() -> None:
    first = said(replace(CEILINGS, all_wrong=tail(around(0.0, 0.0), around(0.0, 0.0), 0)))[0]
    assert first == (
        "On none of 200 items every member that answered is wrong (95 % interval 0 % to 1.8 %)."
    )


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (around(0.08), "The majority is better than the best member alone: by 8.00 points"),
        (around(0.02), "the best is 2.00 points below the majority"),
        (around(-0.02), "the best is 2.00 points above the majority"),
    ],
)
def test_majority_and_best_member(gap: Estimate, expected: str) -> None:
    sentences = said(replace(CEILINGS, best_member=replace(BEST, gap=gap)))
    assert expected in sentences[3]


def test_more_of_a_kind_that_is_mostly_wrong_is_worse() -> None:
    sizes = (
        PanelSize(4, around(1.6), around(0.41)),
        PanelSize(40, around(1.65), around(0.38)),
        PanelSize(None, around(1.66), around(0.37)),
    )
    sentences = said(replace(CEILINGS, sizes=sizes, mean_share_correct=0.43))
    assert "would add hardly anything: 1.65 effective votes instead of 1.60" in sentences[4]
    assert sentences[5].startswith("The mean member is right on less than half of the items")


def test_without_a_factor_the_reason_stands() -> None:
    sentences = said(WITHOUT_FACTOR)
    assert sentences[1] == (
        "What one shared factor would expect is not identified: the common correlation is −0.1."
    )
    assert "are expected" not in sentences[2]
    assert len(sentences) == 4
    assert said(NotAnswered("one model.")) == (
        "What voting by this panel can reach is not identified: one model.",
    )


def test_a_published_phi() -> None:
    assert projection_verdict(project(0.35, 24, (0.5, 0.8), phi_interval=(0.33, 0.37))) == (
        (
            "A mean φ of 0.350 between 24 members leaves 1.69 to 1.84 effective votes if each is "
            "right on a share of items from 50.0 % to 80.0 %, where φ itself would say 2.65; with "
            "the published interval of φ, 1.62 to 1.94."
        ),
        (
            "That takes all members for equally often right; where they differ, the range is no "
            "bound, and the votes are fewer."
        ),
    )
    assert "are not identified" in projection_verdict(project(-0.3, 9, (0.1, 0.5)))[0]


def test_the_bias_of_projecting() -> None:
    assert bias_verdict(BIAS, level=0.9) == (
        (
            "From its mean φ (0.350) and mean share right (60.0 %) alone one would project 1.90 "
            "effective votes for this panel, where its pairs give 1.80: the projection flatters it "
            "by 0.100 (projected less recomputed, 90 % interval 0.0500 to 0.150)."
        ),
        "The range over its members' shares right, 1.70 to 1.95, holds the recomputed votes.",
    )
    against = replace(BIAS, bias=around(-0.1), range_holds=False)
    sentences = bias_verdict(against, level=0.9)
    assert "belittles it by 0.100" in sentences[0]
    assert "does not hold" in sentences[1]
    rounding = Estimate(-2.2e-16, NotAnswered("6 items."))
    same = bias_verdict(replace(BIAS, bias=rounding), level=0.9)[0]
    assert "give 1.80: the two are the same (no interval: 6 items)." in same


def test_no_bias_says_why() -> None:
    why = NotAnswered("one model.")
    assert bias_verdict(why, level=0.9) == bias_verdict(replace(BIAS, bias=why), level=0.9)
    assert len(bias_verdict(replace(BIAS, range=why), level=0.9)) == 1


def test_empty_cells_make_the_tail_doubtful() -> None:
    sentences = ceilings_verdict(CEILINGS, level=0.95, empty_cells=True)
    assert "many of which have an empty cell" in sentences[2]
