"""The sentences on agreement, for every kind of answer."""

from dataclasses import replace

import numpy as np
import pytest

from parallaxis.analyses.agreement import NO_GOLD, Agreement, Errors, agreement
from parallaxis.analyses.agreement_tables import CountedShare
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.agreement import agreement_verdict
from parallaxis.verdicts import Verdicts

ERRORS = Errors(
    n_items=300,
    n_without_gold=0,
    options=(4.0, 4.0),
    both_err=Estimate(0.6, (0.55, 0.65)),
    chance=0.4,
    uniform=1 / 3,
    excess=Estimate(0.2, (0.15, 0.25)),
    capa=Estimate(0.25, (0.2, 0.3)),
    unanimous_wrong=CountedShare(5, 50, 0.1, (0.033, 0.218)),
)
FOUND = replace(
    agreement(Verdicts.from_array(np.array([list("ABAB" * 5), list("ABBA" * 5)])), draws=10),
    n_members=6,
    n_paired_items=300,
    alpha=Estimate(0.5, (0.45, 0.55)),
    observed=Estimate(0.625, (0.6, 0.65)),
    mean_kappa=Estimate(0.5, (0.4, 0.6)),
    unanimous=CountedShare(48, 300, 0.16, (0.12, 0.206)),
    errors=ERRORS,
)


def last(errors: Errors) -> str:
    """Return the first sentence on errors."""
    return agreement_verdict(replace(FOUND, errors=errors))[2]


def test_all_that_is_said_with_right_answers() -> None:
    assert agreement_verdict(FOUND) == (
        (
            "The verdicts of 6 members on 300 items agree by a Krippendorff's α of 0.500 (95 % "
            "interval over items 0.450 to 0.550): 1 would be agreement throughout, 0 what "
            "verdicts at random would give."
        ),
        (
            "Two members give the same verdict on 62.5 % of their common items on average (mean "
            "Cohen's κ 0.500, 95 % interval over items 0.400 to 0.600); on 48 of 300 items "
            "(16.0 %) all who gave a verdict gave the same."
        ),
        (
            "Where two members both err they give the same wrong answer in 60.0 % of the cases "
            "(95 % interval 55.0 % to 65.0 % over items); their own favourite wrong answers alone "
            "would make it 40.0 %, so that they err alike beyond chance (by 0.200, 95 % interval "
            "over items 0.150 to 0.250)."
        ),
        (
            "Beyond what their accuracies alone bring about, two members agree by a "
            "chance-adjusted κ_p (CAPA) of 0.250 (95 % interval over items 0.200 to 0.300) on "
            "average; 0 would be independent and uniform errors."
        ),
        (
            "Of 50 items on which all agreed 5 (10.0 %, 95 % interval 3.3 % to 21.8 %) were "
            "agreed wrong."
        ),
    )


def test_without_right_answers_errors_and_votes_are_not_identified() -> None:
    sentences = agreement_verdict(replace(FOUND, errors=NO_GOLD))
    assert len(sentences) == 3
    assert sentences[2].startswith("Agreement is not accuracy.")
    assert "how many effective votes of the panel" in sentences[2]
    assert "cannot be told from the truth" in sentences[2]
    assert not any("CAPA" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ((0.1, 0.3), "err alike beyond chance"),
        ((-0.3, -0.1), "err less alike than by chance"),
        ((-0.1, 0.1), "beyond chance is not shown"),
    ],
)
def test_the_interval_decides_what_is_shown(interval: tuple[float, float], words: str) -> None:
    assert words in last(replace(ERRORS, excess=Estimate(0.0, interval)))


def test_what_is_missing_is_said() -> None:
    why = NotAnswered("there is one way to err.")
    forced = replace(ERRORS, both_err=why, excess=why, chance=why)
    assert last(forced).endswith("wrong answers: there is one way to err.")
    unknown = last(replace(ERRORS, excess=why, chance=why))
    assert "if wrong answers were uniform it would be 33.3 %" in unknown
    assert "is not identified (there is one way to err)." in unknown
    bare = replace(ERRORS, excess=Estimate(0.2, why), capa=why, unanimous_wrong=why)
    sentences = agreement_verdict(replace(FOUND, errors=bare))
    assert len(sentences) == 3
    assert "not shown (excess 0.200, no interval: there is one way to err)" in sentences[2]
    nothing = replace(FOUND, alpha=why, observed=why, mean_kappa=why, unanimous=why, errors=NO_GOLD)
    sentences = agreement_verdict(nothing)
    assert sentences[0] == (
        "How far 6 members agree beyond chance is not identified: there is one way to err."
    )
    assert len(sentences) == 2


@pytest.mark.parametrize(
    "said",
    [
        Verdicts.from_array([["A", "B"] * 10]),
        Verdicts.from_array([["A"] * 20] * 3, gold=["A"] * 20),
        Verdicts.from_array([["A", "B"] * 10, ["B", "B"] * 10], gold=["A"] * 20),
    ],
    ids=["one member", "all alike", "two verdicts"],
)
def test_every_answer_makes_whole_sentences(said: Verdicts) -> None:
    found: Agreement = agreement(said, draws=10)
    for sentence in agreement_verdict(found):
        assert sentence.endswith(".")
        assert ".." not in sentence
        assert "{" not in sentence
        assert "nan" not in sentence
        assert not {"bad", "poor", "fail", "worse"} & set(sentence.lower().split())
