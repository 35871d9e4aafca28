"""Sentences on likeness: alike or not, at equal ability, pairs by name, and what votes are not."""

from dataclasses import replace

from likeness_by_hand import FAMILY, LIKENESS, NOT_ALIKE, PAIR, PAIRS
from parallaxis.analyses.likeness_answers import StandingOut
from parallaxis.answers import NotAnswered
from parallaxis.verdict.likeness import likeness_verdict

MEANING = (
    "Only likeness speaks of shared blind spots: effective votes say how far errors average out, "
    "and items that are hard for all lower them where nothing else is shared."
)


def test_alike_families_and_pairs_are_said() -> None:
    assert likeness_verdict(LIKENESS) == (
        (
            "Models of one family (family) share blind spots beyond what items and abilities "
            "explain: the mean residual correlation is 0.040 within 5 families and −0.020 between "
            "them, where independent answers would give −0.053; at equal ability the excess is "
            "0.058 (95 % interval 0.048 to 0.068), p = 0.000500."
        ),
        (
            "After one common factor of the tetrachoric correlations the excess of family at equal "
            "ability is 0.030 (95 % interval 0.020 to 0.040), p = 0.00200."
        ),
        (
            "Of 190 pairs, 1 stands out as more alike than independent answers: A and B (0.500, "
            "95 % interval 0.400 to 0.600), and 2 as less alike (Holm over all pairs, 5 % for even "
            "one false one)."
        ),
        MEANING,
    )


def test_what_is_not_shown_is_not_claimed() -> None:
    sentences = likeness_verdict(replace(LIKENESS, families=(NOT_ALIKE,)))
    assert sentences[0].startswith(
        "That models of one family (family) share blind spots is not shown: "
    )
    assert not any("share blind spots beyond" in sentence for sentence in sentences)
    assert sentences[1] == (
        "Families by family differ in ability, and that moves the excess from 0.004 to −0.030: "
        "read the one at equal ability."
    )
    assert not any("common factor" in sentence for sentence in sentences)


def test_several_columns_say_their_adjusted_p() -> None:
    families = (FAMILY, replace(FAMILY, column="org", p_adjusted=0.001))
    sentences = likeness_verdict(replace(LIKENESS, families=families))
    assert "p = 0.000500 (0.00100 by Holm over 2 columns)." in sentences[2]


def test_no_families_leave_the_pairs() -> None:
    found = replace(LIKENESS, families=NotAnswered("no model metadata says so."))
    sentences = likeness_verdict(found)
    assert sentences[0] == (
        "Whether families share blind spots is not identified: no model metadata says so."
    )
    assert sentences[1].startswith("Of 190 pairs, 1 stands out")


def test_pairs_beyond_those_named_are_counted() -> None:
    pairs = replace(PAIRS, n_alike=9, listed=(PAIR,) * 5)
    sentence = likeness_verdict(replace(LIKENESS, pairs=pairs))[2]
    assert sentence.count("A and B") == 3
    assert "; and 6 more, and 2 as less alike" in sentence


def test_no_pairs_say_so() -> None:
    none = replace(PAIRS, n_alike=0, n_unlike=0, listed=())
    assert likeness_verdict(replace(LIKENESS, pairs=none))[2].startswith("Of 190 pairs none stands")
    untested = StandingOut(0, 190, 0, 0, "holm", 0.05, ())
    assert likeness_verdict(replace(LIKENESS, pairs=untested))[2].startswith("No pair has")


def test_a_fit_that_did_not_settle_is_said() -> None:
    assert "did not settle" in likeness_verdict(replace(LIKENESS, converged=False))[-1]


def test_not_answered_gives_the_reason() -> None:
    assert likeness_verdict(NotAnswered("the scores are real.")) == (
        "Whether models share blind spots is not identified: the scores are real.",
    )
