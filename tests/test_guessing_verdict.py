"""Sentences on guessing: corrected beside plain, what it rests on, who is left out."""

from dataclasses import replace

from guessing_worlds import BY_HAND
from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.guessing import guessing_verdict


def test_the_corrected_correlation_stands_beside_the_plain_one() -> None:
    assert guessing_verdict(BY_HAND) == (
        (
            "With guesses taken out (chance 25.0 %), what 5 members know has a mean tetrachoric "
            "correlation of 0.500 (95 % interval 0.450 to 0.550); their answers as they "
            "are have 0.320. Guesses are noise that nobody shares: they pull the correlation down, "
            "so that the plain count of votes is too large where guesses are independent."
        ),
        (
            "That leaves 1.67 effective votes of the panel (95 % interval 1.56 to "
            "1.79), where the answers as they are say 2.19."
        ),
        (
            "This takes guesses to be independent of one another and as often right as the chance "
            "says: where wrong answers share distractors the correction does not know it, and the "
            "corrected correlation is too high."
        ),
        (
            "2 of 10 pairs have a cell at or below zero once guesses are taken out; most of these "
            "count as ±1."
        ),
        (
            "1 member has no corrected correlation, being at or too close to chance, or right on "
            "all: dud."
        ),
    )


def test_nothing_is_said_to_be_hidden_where_nothing_is() -> None:
    for plain in (0.495, -0.1, NotAnswered("no pair has one")):
        first = guessing_verdict(replace(BY_HAND, plain_correlation=plain))[0]
        assert "noise that nobody shares" not in first
    assert first.endswith("their answers as they are have none.")


def test_chances_that_differ_are_a_range() -> None:
    first = guessing_verdict(replace(BY_HAND, chance_mean=0.3, chance_range=(0.0, 0.5)))[0]
    assert "(chance 30.0 % on average, 0 % to 50.0 % by item)" in first


def test_many_left_out_are_counted() -> None:
    left_out = tuple(LeftOutMember(name, "at chance") for name in "abcde")
    last = guessing_verdict(replace(BY_HAND, n_boundary=0, left_out=left_out))
    assert len(last) == 4
    assert last[-1].startswith("5 members have no")
    assert last[-1].endswith(": a, b, c, and 2 more.")


def test_missing_numbers_give_their_reason() -> None:
    why = NotAnswered("8 items; an interval needs 10.")
    bare = replace(
        BY_HAND,
        mean_correlation=Estimate(0.5, why),
        n_eff=NotAnswered("no votes."),
        plain_n_eff=NotAnswered("none"),
    )
    first, second, *_ = guessing_verdict(bare)
    assert "0.500 (no interval: 8 items; an interval needs 10);" in first
    assert second == "The effective votes without guessing are not identified: no votes."
    plain = guessing_verdict(replace(BY_HAND, plain_n_eff=NotAnswered("none")))[1]
    assert plain.endswith("1.79).")
    nobody = replace(BY_HAND, mean_correlation=NotAnswered("0 of 1 members."))
    assert guessing_verdict(nobody)[0] == (
        "Correlations without guessing are not identified: 0 of 1 members."
    )
    assert len(guessing_verdict(nobody)) == 2
    assert guessing_verdict(NotAnswered("no chance.")) == (
        "Correlations without guessing are not identified: no chance.",
    )
