"""What is written about noise-free breadth, for every kind of answer."""

from dataclasses import replace

from parallaxis.analyses.noise_free import NO_COMPONENTS, NO_RUNS, NoiseFree
from parallaxis.analyses.noise_free_bracket import Bracket
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.rendering.blocks import Fact, Facts
from parallaxis.rendering.noise_free_section import noise_free_blocks

BRACKET = Bracket(
    lower=1.25,
    upper=31.0,
    upper_informative=False,
    upper_note="it is over 4 times the lower end",
    shared=1.5,
    shared_corrected=1.4,
    shared_standard_error=0.09,
    n_models=250,
    n_splits=20,
)
ONE_RUN = NoiseFree(
    bracket=BRACKET,
    two_runs=NO_RUNS,
    reliability=NO_RUNS,
    components=NO_COMPONENTS,
    row_unbiased=26.0,
    both=Estimate(31.0, (25.0, 39.0)),
    method="one run",
    n_models=900,
    n_items=100,
    n_models_used=250,
)


def facts(found: NoiseFree) -> tuple[Fact, ...]:
    """Return the rows."""
    block = noise_free_blocks(found, level=0.95)[-1]
    assert isinstance(block, Facts)
    assert block.interval == "95 % interval"
    return block.rows


def test_one_run() -> None:
    lower, upper, row, both = facts(ONE_RUN)
    assert lower.value == "1.25"
    assert "one-sided 95 % limit, from 250 models drawn" in lower.label
    assert upper.value == "31.0, uninformative: it is over 4 times the lower end"
    assert row.value == "26.0"
    assert (both.value, both.interval) == ("31.0", "[25.0, 39.0]")


def test_an_informative_upper_end_and_all_models() -> None:
    bracket = replace(BRACKET, upper=2.0, upper_informative=True, upper_note="", n_models=900)
    lower, upper, *_ = facts(replace(ONE_RUN, bracket=bracket, n_models_used=900))
    assert "drawn" not in lower.label
    assert upper.value == "2.00"


def test_runs_and_components_come_where_there_are_any() -> None:
    found = replace(
        ONE_RUN,
        two_runs=Estimate(1.5, (1.25, 1.75)),
        reliability=0.25,
        components=Estimate(2.5, NotAnswered("too few models.")),
    )
    rows = {row.label: (row.value, row.interval) for row in facts(found)}
    assert ("1.50", "[1.25, 1.75]") in rows.values()
    assert rows["Variance of one score that is no noise"] == ("25.0 %", "")
    assert ("2.50", "none: too few models") in rows.values()


def test_not_identified_says_why() -> None:
    why = NotAnswered("12 models; one run needs 20")
    found = replace(ONE_RUN, bracket=why, both=why, row_unbiased=why, n_models_used=0)
    assert [row.value for row in facts(found)] == ["not identified (12 models; one run needs 20)"]
    asked = replace(found, components=NotAnswered("one component"))
    assert facts(asked)[-1].value == "not identified (one component)"
