"""Check the settings of a world, or raise an `InputError` that names the setting."""

import math

from parallaxis.errors import InputError


def share(name: str, value: float) -> float:
    """Return `value` as a float from 0 to below 1."""
    number = _number(name, value)
    if not 0.0 <= number < 1.0:
        raise InputError(f"{name} is {value!r}; pass a number from 0 to below 1.")
    return number


def fraction(name: str, value: float) -> float:
    """Return `value` as a float from 0 to 1, both allowed."""
    number = _number(name, value)
    if not 0.0 <= number <= 1.0:
        raise InputError(f"{name} is {value!r}; pass a number from 0 to 1.")
    return number


def at_least_zero(name: str, value: float) -> float:
    """Return `value` as a finite float that is not negative."""
    number = _number(name, value)
    if not 0.0 <= number < math.inf:
        raise InputError(f"{name} is {value!r}; pass a number of at least 0.")
    return number


def above_zero(name: str, value: float) -> float:
    """Return `value` as a finite float above zero."""
    number = _number(name, value)
    if not 0.0 < number < math.inf:
        raise InputError(f"{name} is {value!r}; pass a number above 0.")
    return number


def finite(name: str, value: float) -> float:
    """Return `value` as a finite float."""
    number = _number(name, value)
    if not math.isfinite(number):
        raise InputError(f"{name} is {value!r}; pass a finite number.")
    return number


def asymptotes(chance: float, slip: float) -> None:
    """Refuse a lowest and a highest probability that leave nothing between them."""
    share("chance", chance)
    share("slip", slip)
    if chance + slip >= 1.0:
        raise InputError(f"chance + slip is {chance + slip:g}; pass two that sum to below 1.")


def _number(name: str, value: float) -> float:
    """Turn anything that is not a number into an error that names the setting."""
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is {value!r}; pass a number.") from error
