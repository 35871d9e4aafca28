"""The agreement answer: with gold and without, many classes and two, gaps and oddities."""

import json

import numpy as np
import pytest

from boards import board_path, load_board
from parallaxis.analyses import agreement_parts
from parallaxis.analyses.agreement import Agreement, Errors, agreement
from parallaxis.analyses.agreement_tables import CountedShare
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.io.verdict_loading import load_verdicts
from parallaxis.kernels.pair_agreement import pair_agreement
from parallaxis.verdicts import Verdicts

LETTERS = "ABCD"


def quiz(
    n_members: int = 6,
    n_items: int = 300,
    *,
    letters: str = LETTERS,
    copied: float = 0.0,
    missing: float = 0.0,
    gold: bool = True,
    seed: int = 0,
    **further: object,
) -> Verdicts:
    """Half of the answers right; a wrong one is the item's distractor with probability `copied`."""
    rng = np.random.default_rng(seed)
    shape, n = (n_members, n_items), len(letters)
    truth = rng.integers(0, n, n_items)
    wrong = (truth + rng.integers(1, n, shape)) % n
    wrong = np.where(rng.random(shape) < copied, (truth + rng.integers(1, n, n_items)) % n, wrong)
    said = np.where(rng.random(shape) < 0.5, truth, wrong)
    words = np.array(list(letters), dtype=object)[said]
    words[rng.random(shape) < missing] = None
    right = [letters[t] for t in truth] if gold else None
    return Verdicts.from_array(words, gold=right, **further)  # type: ignore[arg-type]  # forwarded


def errors(found: Agreement) -> Errors:
    """Return the part on errors."""
    assert isinstance(found.errors, Errors)
    return found.errors


def limits(found: Estimate | NotAnswered) -> tuple[float, float]:
    """Return an interval that is there."""
    assert isinstance(found, Estimate)
    assert not isinstance(found.interval, NotAnswered)
    return found.interval


# ---------------------------------------------------------------- without and with gold


def test_without_gold_agreement_is_answered_and_errors_are_not() -> None:
    found = agreement(quiz(gold=False), draws=100)
    assert isinstance(found.alpha, Estimate)
    assert isinstance(found.errors, NotAnswered)
    assert "cannot be told from the truth" in found.errors.why
    written = json.loads(found.to_json())
    assert written["agreement"]["votes"]["n_eff"]["estimate"] is None
    assert written["agreement"]["errors"]["estimate"] is None
    assert written["intake"]["scale"] == "verdicts"
    assert all(np.isnan(member.share_correct) for member in found.members)


def test_gold_changes_nothing_of_the_agreement_itself() -> None:
    one, other = agreement(quiz(), draws=50), agreement(quiz(gold=False), draws=50)
    assert one.alpha == other.alpha
    assert one.mean_kappa == other.mean_kappa
    assert one.unanimous == other.unanimous


def test_independent_errors_are_not_called_alike_and_copied_ones_are() -> None:
    alone, alike = (errors(agreement(quiz(copied=c), draws=200)) for c in (0.0, 0.8))
    low, high = limits(alone.excess)
    assert low < 0.0 < high
    low, high = limits(alike.excess)
    assert low < 0.8**2 * (1 - 1 / 3) < high
    assert isinstance(alike.capa, Estimate)
    assert alike.uniform == pytest.approx(1 / 3)
    assert alike.n_items == 300


def test_two_classes_have_one_way_to_err_but_a_capa() -> None:
    found = errors(agreement(quiz(letters="YN"), draws=50))
    for answer in (found.both_err, found.excess, found.chance):
        assert isinstance(answer, NotAnswered)
        assert "one way to err" in answer.why
    assert isinstance(found.capa, Estimate)
    assert found.options == (2.0, 2.0)


def test_unanimity_may_be_wrong_and_is_counted() -> None:
    said = Verdicts.from_array(
        [["A", "B", "C", "A"], ["A", "B", "C", None], ["A", "B", "D", None]],
        gold=["A", "C", "C", "B"],
    )
    found = agreement(said, draws=10)
    assert isinstance(found.unanimous, CountedShare)
    assert (found.unanimous.n, found.unanimous.of) == (2, 3)  # the fourth has one verdict only
    wrong = errors(found).unanimous_wrong
    assert isinstance(wrong, CountedShare)
    assert (wrong.n, wrong.of) == (1, 2)
    # exact limits of one of two: roots of p² = .025 and its mirror image
    assert wrong.interval == pytest.approx((1 - 0.975**0.5, 0.975**0.5), abs=1e-9)
    assert isinstance(found.alpha, Estimate)
    assert isinstance(found.alpha.interval, NotAnswered)
    assert "3 items" in found.alpha.interval.why


def test_items_without_gold_count_for_agreement_only() -> None:
    said = quiz(copied=0.5)
    assert said.gold is not None
    gold = [said.categories[g] if i % 3 else None for i, g in enumerate(said.gold)]
    words = np.array(said.categories, dtype=object)[said.codes]
    found = agreement(Verdicts.from_array(words, gold=gold), draws=50)
    assert found.n_items == 300
    assert errors(found).n_items == 200
    assert errors(found).n_without_gold == 100


# ---------------------------------------------------------------- numbers


def test_members_and_pairs_are_those_of_the_kernel() -> None:
    said = quiz(4, 60, missing=0.2, copied=0.5)
    found = agreement(said, draws=10)
    pairs = pair_agreement(said.codes)
    for i, member in enumerate(found.members):
        others = [j for j in range(4) if j != i]
        assert member.mean_kappa == pytest.approx(pairs.kappa[i, others].mean())
        assert member.mean_agreement == pytest.approx(pairs.observed[i, others].mean())
        assert member.n_verdicts == (said.codes[i] >= 0).sum()
        board = said.correct().values[i]
        assert member.share_correct == pytest.approx(np.nanmean(board))
    assert len(found.listed_pairs) == 6
    alike = [pair.capa for pair in found.listed_pairs]
    assert alike == sorted(alike, reverse=True)
    first = found.listed_pairs[0]
    i, j = said.models.index(first.model_a), said.models.index(first.model_b)
    assert first.n_items == pairs.n[i, j]
    assert first.kappa == pytest.approx(pairs.kappa[i, j])
    assert first.capa_standard_error > 0.0
    assert 0 < first.n_usable <= first.n_both_wrong
    assert found.summary().num_rows == 6


def test_ordered_alphas_are_for_numbers_only() -> None:
    found = agreement(quiz(letters="1234", gold=False), draws=20)
    assert isinstance(found.alpha_ordinal, Estimate)
    assert isinstance(found.alpha_interval, Estimate)
    words = agreement(quiz(gold=False), draws=20)
    assert isinstance(words.alpha_ordinal, NotAnswered)
    assert "numbers" in words.alpha_ordinal.why


def test_intervals_have_their_level_by_bootstrap_and_by_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """60 boards each of 5 × 120: at 95 % all but 9 cover, with a chance above .999."""
    truth = 0.5**2 + 3 * (0.5 / 3) ** 2  # two say the same
    alpha = 1 - (1 - truth) / 0.75
    for work, method in ((1e9, "bootstrap"), (0.0, "jackknife")):
        monkeypatch.setattr(agreement_parts, "WORK", work)
        covered = 0
        for seed in range(60):
            found = agreement(quiz(5, 120, gold=False, seed=seed), draws=200, seed=seed)
            low, high = limits(found.alpha)
            covered += low <= alpha <= high
        assert found.recipe.settings["intervals"] == f"{method} over items"
        assert covered >= 51


def test_groups_of_items_are_drawn_together() -> None:
    rng = np.random.default_rng(0)
    one = rng.choice(list("ABC"), (4, 30))
    words = np.repeat(one, 10, axis=1)  # ten copies of each item: 30 items' worth of evidence
    plain = agreement(Verdicts.from_array(words), draws=300)
    groups = [f"g{i // 10}" for i in range(300)]
    found = agreement(Verdicts.from_array(words, item_metadata={"group": groups}), draws=300)
    assert found.recipe.settings["intervals"] == "bootstrap over groups of items"
    wide, narrow = (np.ptp(limits(x.alpha)) for x in (found, plain))
    assert wide == pytest.approx(narrow * np.sqrt(10), rel=0.25)
    few = Verdicts.from_array(words, item_metadata={"group": ["a"] * 300})
    assert agreement(few, draws=20).recipe.settings["intervals"] == "bootstrap over items"


def test_options_are_told_by_setting_metadata_or_the_table() -> None:
    said = quiz(3, 60)
    codes = {note.code for note in agreement(said, draws=10).cautions}
    assert "options_assumed" in codes
    told = agreement(said, options=10, draws=10)
    assert errors(told).options == (10.0, 10.0)
    assert "options_assumed" not in {note.code for note in told.cautions}
    mixed = quiz(3, 60, item_metadata={"options": [4] * 30 + [10] * 30})
    assert errors(agreement(mixed, draws=10)).options == (4.0, 10.0)
    assert errors(agreement(mixed, draws=10)).uniform == pytest.approx((1 / 3 + 1 / 9) / 2)
    with pytest.raises(InputError, match="offers 1 options"):
        agreement(quiz(3, 20, item_metadata={"options": [1] * 20}), draws=10)


def test_same_seed_same_answer() -> None:
    first, second = (agreement(quiz(missing=0.1), draws=30, seed=3).to_json() for _ in range(2))
    assert first == second


def test_draws_are_reported() -> None:
    told: list[int] = []
    agreement(quiz(3, 40), draws=25, progress=told.append)
    assert sum(told) == 25


# ---------------------------------------------------------------- oddities


def test_odd_panels_say_what_they_lack() -> None:
    alone = agreement(Verdicts.from_array([["A", "B"] * 10]), draws=10)
    for answer in (alone.alpha, alone.fleiss, alone.mean_kappa, alone.observed, alone.unanimous):
        assert isinstance(answer, NotAnswered)
    assert alone.listed_pairs == ()
    same = agreement(Verdicts.from_array([["A"] * 20] * 3, gold=["A"] * 20), draws=10)
    assert isinstance(same.alpha, NotAnswered)
    assert isinstance(same.unanimous, CountedShare)
    assert same.unanimous.share == 1.0
    assert isinstance(errors(same).capa, NotAnswered)
    for found in (alone, same):
        json.loads(found.to_json())


def test_free_answers_have_no_chance_level() -> None:
    """Every item has a right answer of its own, as in arithmetic."""
    words = [[f"{i}" if i % 2 else f"{i}.5" for i in range(40)], [f"{i}.5" for i in range(40)]]
    found = errors(agreement(Verdicts.from_array(words, gold=[f"{i}" for i in range(40)]), draws=9))
    assert isinstance(found.both_err, Estimate)
    assert found.both_err.estimate == 1.0
    assert isinstance(found.excess, NotAnswered)
    assert isinstance(found.chance, NotAnswered)


def test_silent_members_are_left_out_and_large_panels_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = [["A", "B"] * 10, [None] * 20, ["A", "A"] * 10]
    found = agreement(Verdicts.from_array(words), draws=10)
    assert found.n_members == 2
    assert "members_left_out" in {note.code for note in found.cautions}
    monkeypatch.setattr(agreement_parts, "MAX_MEMBERS", 4)
    found = agreement(quiz(6, 40), draws=10)
    assert found.n_members == 4
    assert "panel_sampled" in {note.code for note in found.cautions}


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="pass Verdicts"):
        agreement(np.zeros((2, 2)))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InputError, match="options"):
        agreement(quiz(2, 20), options=1)
    with pytest.raises(InputError, match="level"):
        agreement(quiz(2, 20), level=1.0)


def test_choices_of_a_real_test() -> None:
    """600 persons × 32 items: persons err alike, for the distractors are not equally tempting."""
    raw = load_verdicts(board_path("sat12"))
    scored = load_board("sat12_scored_mirtkey")
    right = np.where(scored.values == 1.0, raw.codes, -1).max(axis=0)
    gold = [raw.categories[g] for g in right]
    words = np.array(raw.categories, dtype=object)[raw.codes[:60]]
    words[words == "8"] = None  # omitted
    found = errors(agreement(Verdicts.from_array(words, gold=gold), options=5, draws=200))
    assert isinstance(found.excess, Estimate)
    assert limits(found.excess)[0] > 0.0
    assert isinstance(found.capa, Estimate)
    assert limits(found.capa)[0] > 0.0
