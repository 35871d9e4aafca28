"""Normalise an argument or raise an `InputError` that names it."""

import operator
from collections.abc import Iterable
from typing import TypeVar

from parallaxis.errors import InputError

Choice = TypeVar("Choice", bound=str)


def probability(name: str, value: float) -> float:
    """Return `value` as a float strictly between 0 and 1."""
    share = number(name, value)
    if not 0.0 < share < 1.0:
        raise InputError(f"{name} is {value!r}; pass a number strictly between 0 and 1.")
    return share


def positive_integer(name: str, value: int, *, at_least: int = 1) -> int:
    """Return `value` as an int of at least `at_least`."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise InputError(f"{name} is {value!r}; pass a whole number.") from error
    if number < at_least:
        raise InputError(f"{name} is {number}; pass a whole number of at least {at_least}.")
    return number


def choice(name: str, value: Choice, allowed: Iterable[Choice]) -> Choice:
    """Return `value` if it is one of `allowed`."""
    options = tuple(allowed)
    if value not in options:
        listed = ", ".join(repr(option) for option in options)
        raise InputError(f"{name} is {value!r}; choose one of {listed}.")
    return value


def seed(value: int) -> int:
    """Return `value` as a non-negative integer seed."""
    return positive_integer("seed", value, at_least=0)


def number(name: str, value: float) -> float:
    """Return `value` as a float."""
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is {value!r}; pass a number.") from error
