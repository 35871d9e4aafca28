"""The sentences on noise-free breadth."""

from dataclasses import replace

from parallaxis.analyses.noise_free import NO_COMPONENTS, NO_RUNS, NoiseFree
from parallaxis.analyses.noise_free_bracket import Bracket
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.verdict.noise_free import noise_free_verdict

BRACKET = Bracket(
    lower=1.25,
    upper=31.0,
    upper_informative=False,
    upper_note="its own error reaches beyond what the shape of the board allows",
    shared=1.5,
    shared_corrected=1.4,
    shared_standard_error=0.09,
    n_models=60,
    n_splits=20,
)
FOUND = NoiseFree(
    bracket=BRACKET,
    two_runs=NO_RUNS,
    reliability=NO_RUNS,
    components=NO_COMPONENTS,
    row_unbiased=26.0,
    both=Estimate(31.0, (25.0, 39.0)),
    method="one run",
    n_models=60,
    n_items=100,
    n_models_used=60,
)


def test_one_run_with_an_uninformative_upper_end() -> None:
    assert noise_free_verdict(FOUND, level=0.95) == (
        (
            "Without the noise of single answers the effective dimensionality of the items is at "
            "least 1.25 (one-sided 95 % limit), as far as one run of these models can tell."
        ),
        (
            "The upper end, 31.0 (95 % interval 25.0 to 39.0 over models), is uninformative: its "
            "own error reaches beyond what the shape of the board allows."
        ),
    )


def test_one_run_that_is_open_to_one() -> None:
    sentences = noise_free_verdict(replace(FOUND, bracket=replace(BRACKET, lower=1.0)), level=0.95)
    assert "may be as low as 1," in sentences[0]
    assert len(sentences) == 2


def test_one_run_with_both_ends() -> None:
    bracket = replace(BRACKET, upper=2.0, upper_informative=True, upper_note="")
    both = Estimate(2.0, (1.8, 2.2))
    assert noise_free_verdict(replace(FOUND, bracket=bracket, both=both), level=0.9) == (
        (
            "Without the noise of single answers the effective dimensionality of the items lies "
            "between 1.25 (one-sided 90 % limit) and 2.00 (90 % interval 1.80 to 2.20 over "
            "models), as far as one run of these models can tell."
        ),
    )


def test_repeated_runs_come_first_and_components_last() -> None:
    found = replace(
        FOUND,
        two_runs=Estimate(1.5, (1.25, 1.75)),
        reliability=0.25,
        components=Estimate(2.5, (2.25, 2.75)),
    )
    assert noise_free_verdict(found, level=0.95) == (
        (
            "By repeated runs 25.0 % of the variance of a single score is no noise; without that "
            "noise, and corrected for few models and items, the effective dimensionality of the "
            "items is 1.50 (95 % interval 1.25 to 1.75 over models)."
        ),
        (
            "Between components, with the noise of their items left out, the effective "
            "dimensionality of component scores is 2.50 (95 % interval 2.25 to 2.75 over models)."
        ),
    )


def test_not_identified_says_why() -> None:
    found = replace(FOUND, bracket=NotAnswered("12 models; one run needs 20"))
    assert noise_free_verdict(found, level=0.95) == (
        (
            "The effective dimensionality of the items without the noise of single answers is not "
            "identified: 12 models; one run needs 20."
        ),
    )
    found = replace(found, two_runs=Estimate(1.5, NotAnswered("none.")), reliability=0.25)
    assert "(no interval: none)" in noise_free_verdict(found, level=0.95)[0]


def test_runs_that_show_their_noise_and_no_breadth() -> None:
    found = replace(FOUND, two_runs=NotAnswered("items share too little"), reliability=0.9)
    assert noise_free_verdict(found, level=0.95)[-1] == (
        "By repeated runs 90.0 % of the variance of a single score is no noise; the effective "
        "dimensionality of the items without that noise is not identified by them: items share too "
        "little."
    )
