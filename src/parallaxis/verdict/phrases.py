"""Phrases that sentences of the verdict share."""

from parallaxis.answers import NotAnswered
from parallaxis.intake import Intake
from parallaxis.numerals import counted, percent


def models_of(intake: Intake) -> str:
    """Return the number of models that were scored, with its noun."""
    return counted(intake.n_models - intake.n_unscored_models, "model")


def items_of(intake: Intake) -> str:
    """Return the number of items that were scored, with its noun."""
    return counted(intake.n_items - intake.n_unscored_items, "item")


def interval_name(level: float) -> str:
    """Return what an interval of this level is called."""
    return f"{percent(level)} interval"


def not_known(answer: NotAnswered) -> str:
    """Say inside a sentence that a null has no value."""
    return f"a value that is not identified ({reason(answer)})"


def reason(answer: NotAnswered) -> str:
    """Return why there is no answer, as a clause without its full stop."""
    return answer.why.rstrip(".")
