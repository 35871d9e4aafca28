"""Which of the rows of a log are repetitions, where the log does not number them."""

from collections import Counter
from collections.abc import Hashable, Sequence


def repetition_numbers(keys: Sequence[Hashable]) -> list[int]:
    """Return the number of the repetition of each row, from 0.

    Items are repeated all equally often. Where some come more often than others, what comes again
    is a copy or a contradiction and stands under the same number, 0: a row that was written twice
    makes no second run.

    Parameters
    ----------
    keys : sequence of hashable
        What names the item of each row.

    Examples
    --------
    >>> repetition_numbers(["a", "b", "a", "b"]), repetition_numbers(["a", "b", "a"])
    ([0, 0, 1, 1], [0, 0, 0])
    """
    if len(set(Counter(keys).values())) > 1:
        return [0] * len(keys)
    times: Counter[Hashable] = Counter()
    numbers = []
    for key in keys:
        numbers.append(times[key])
        times[key] += 1
    return numbers
