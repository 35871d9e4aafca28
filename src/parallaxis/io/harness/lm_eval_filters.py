"""lm-evaluation-harness: rows of one document under several filters, named or not."""

from collections import Counter

from parallaxis.errors import FormatError
from parallaxis.io.harness.lm_eval_rows import Samples

UNNAMED = "filter "


class Filters:
    """The places of the rows of each filter.

    Versions up to 0.4.5 do not write the filters' names: there a document comes once for each, in
    blocks. `stated` are the filters that the results name: with one alone, a document that comes
    again is a copy.

    Attributes
    ----------
    places : mapping of str to list of int
        In the order of the results, and without them in that of the rows.
    unnamed : bool
        Whether several are there that the rows do not name.
    """

    def __init__(self, samples: Samples, stated: tuple[str, ...]) -> None:
        found: dict[str, list[int]] = {}
        times: Counter[str] = Counter()
        for place, (item, named) in enumerate(zip(samples.items, samples.filters, strict=True)):
            times[item] += named is None
            number = 1 if len(stated) == 1 else times[item]
            found.setdefault(f"{UNNAMED}{number}" if named is None else named, []).append(place)
        self.unnamed = len(found) > 1 and any(name is None for name in samples.filters)
        if self.unnamed:
            _refuse_uneven(times)
            _refuse_scattered(samples.items, len(found))
        if self.unnamed and len(stated) == len(found):
            found = dict(zip(stated, found.values(), strict=True))
        order = [*(name for name in stated if name in found), *found]  # whatever that of rows
        self.places = {name: found[name] for name in order}

    @property
    def several(self) -> bool:
        """Whether there are several."""
        return len(self.places) > 1

    def named(self, stated: tuple[str, ...]) -> tuple[str, ...]:
        """Return what the one filter is called: in the rows, else in the results, else none."""
        only = next(iter(self.places), UNNAMED)
        if not only.startswith(UNNAMED):
            return (only,)
        return stated if len(stated) == 1 else ("none",)


def _refuse_uneven(times: Counter[str]) -> None:
    """Refuse documents of which it cannot be told which filter's rows are there."""
    most = max(times.values(), default=0)
    for item, time in times.items():
        if time < most:
            raise FormatError(
                f"document {item!r} comes {time} times and others {most} times, as if under "
                "filters that are not named; which row is of which cannot be told: remove "
                "rows that came twice, or get the log anew."
            )


def _refuse_scattered(items: list[str], n_filters: int) -> None:
    """Refuse rows that do not stand in blocks, one for each filter, of a process or of several."""
    start, longest = 0, 0
    while start < len(items):
        try:
            size = items.index(items[start], start + 1) - start
        except ValueError:
            size = 0
        block, end = items[start : start + size], start + size * n_filters
        if not size or block * n_filters != items[start:end]:
            longest = 0
            break
        start, longest = end, max(longest, size)
    if longest < 2 <= len(set(items)):
        raise FormatError(
            f"its documents come {n_filters} times each, as if under filters that are not named, "
            "and not in blocks; which row is of which filter cannot be told: put the rows back in "
            "the order in which they were written, or get the log anew."
        )
