"""Sentences on cohorts and content: told apart or not, chunks, covariates that explain nothing."""

from dataclasses import replace

from likeness_by_hand import COHORTS, ITEMS, SPREAD, around, cohort
from parallaxis.answers import NotAnswered
from parallaxis.verdict.panel_cohorts import panel_cohorts_verdict


def test_cohorts_groups_and_covariates_are_said() -> None:
    assert panel_cohorts_verdict(COHORTS) == (
        (
            "Among the 4 models of the top third the mean tetrachoric correlation is 0.700 (95 % "
            "interval 0.690 to 0.710), among all 12 it is 0.500: the best models err "
            "together more than all do."
        ),
        (
            "On the same 12 models, the mean correlation by subject runs from 0.400 (math) to "
            "0.600 (law). Between groups it has a standard deviation of 0.138 (95 % interval 0.088 "
            "to 0.188) once noise is taken off, more than random chunks of the same sizes (p = "
            "0.00500)."
        ),
        (
            "The groups also differ in share right (30.0 % to 70.0 %) and missing cells (0 % to "
            "5.0 %); these stand beside the correlation and are not shown to be its cause."
        ),
    )


def test_groups_like_chunks_have_no_order() -> None:
    items = replace(ITEMS, spread=replace(SPREAD, p=0.4))
    sentence = panel_cohorts_verdict(replace(COHORTS, items=items))[1]
    assert sentence.endswith(
        "Groups differ no more than random chunks of the same sizes (p = 0.400): read no order "
        "into them."
    )


def test_a_drawn_pool_and_a_missing_spread_are_said() -> None:
    why = NotAnswered("2 groups; their spread needs 3")
    items = replace(ITEMS, n_pool=40, n_eligible=90, spread=why)
    sentence = panel_cohorts_verdict(replace(COHORTS, items=items))[1]
    assert sentence.startswith("On the same 40 models (drawn at random from 90), the mean")
    assert sentence.endswith("beyond noise is not identified: 2 groups; their spread needs 3.")


def test_strata_of_difficulty_are_not_compared() -> None:
    sentences = panel_cohorts_verdict(
        replace(COHORTS, items=replace(ITEMS, difficulty_explained=0.8))
    )
    assert len(sentences) == 2
    assert sentences[1].startswith("subject all but sorts the items by difficulty (80.0 %")


def test_cohorts_that_meet_are_not_told_apart() -> None:
    cohorts = (cohort("all", 12, 0.5), replace(cohort("top_third", 4, 0.5), mean_accuracy=0.9))
    assert panel_cohorts_verdict(replace(COHORTS, cohorts=cohorts))[0].endswith(
        "the two are not told apart."
    )
    lower = (
        cohort("all", 12, 0.5),
        replace(cohort("top_third", 4, 0.5), mean_correlation=around(0.2)),
    )
    assert "err together less" in panel_cohorts_verdict(replace(COHORTS, cohorts=lower))[0]


def test_not_answered_gives_the_reason() -> None:
    assert panel_cohorts_verdict(NotAnswered("the scores are real.")) == (
        "Votes by cohort are not identified: the scores are real.",
    )
    bare = replace(COHORTS, items=NotAnswered("no groups."))
    assert panel_cohorts_verdict(bare)[-1] == "Votes by item group are not identified: no groups."
