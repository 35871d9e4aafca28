"""Answers that were not properly scored: what they count as, and how many there are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.placed import Placed
from parallaxis.errors import InputError
from parallaxis.intake_report import Outcome
from parallaxis.logs import KINDS, Kind, Log

Errors = Literal["harness", "missing", "wrong", "refuse"]
SHOWN = 3  # answers that a refusal names


def with_policy(logs: Sequence[Placed], errors: Errors) -> list[Placed]:
    """Return the logs with what their failed answers count as.

    Parameters
    ----------
    logs : sequence of Placed
    errors : {"harness", "missing", "wrong", "refuse"}
        As the harness counts them; all missing; all 0 but those never run and those that were
        scored twice with different results; or none allowed, which :func:`none_failed` sees to.

    Raises
    ------
    InputError
        ``"wrong"`` is asked for a score whose worst is not 0.
    """
    if errors in {"harness", "refuse"}:
        return list(logs)
    return [replace(one, log=_changed(one.log, errors)) for one in logs]


def none_failed(logs: Sequence[Placed]) -> None:
    """Refuse answers of any task that were not properly scored, naming the first.

    Raises
    ------
    InputError
        There are some; the message counts them.
    """
    failed = [
        f"item {item!r} of {one.log.model!r} in {one.log.source}: {kind}"
        for one in logs
        for item, kind in zip(one.log.items, one.log.kinds, strict=True)
        if kind != "scored"
    ]
    if failed:
        more = f" and {len(failed) - SHOWN:,} more" if len(failed) > SHOWN else ""
        raise InputError(
            f"{len(failed):,} answers were not properly scored ({'; '.join(failed[:SHOWN])}"
            f"{more}); pass errors='harness', 'missing' or 'wrong' (--errors) to say what they "
            "count as."
        )


def outcomes(logs: Sequence[Placed]) -> tuple[Outcome, ...]:
    """Count by model and kind the answers that were not properly scored, as they now stand."""
    n: Counter[tuple[str, Kind]] = Counter()
    zero: Counter[tuple[str, Kind]] = Counter()
    missing: Counter[tuple[str, Kind]] = Counter()
    for one in logs:
        log = one.log
        if all(kind == "scored" for kind in log.kinds):
            continue
        for kind, value in zip(log.kinds, log.values.tolist(), strict=True):
            if kind != "scored":
                key = (log.model, kind)
                n[key] += 1
                zero[key] += value == 0.0
                missing[key] += bool(np.isnan(value))
    ordered = sorted(n, key=lambda key: (natural(key[0]), KINDS.index(key[1])))
    return tuple(Outcome(*key, n[key], zero[key], missing[key]) for key in ordered)


def _changed(log: Log, errors: Errors) -> Log:
    """Write NaN or 0 for what was not properly scored."""
    kinds = np.array(log.kinds)
    failed = kinds != "scored"
    if errors == "missing":
        return replace(log, values=np.where(failed, np.nan, log.values))
    failed &= ~np.isin(kinds, ("not_run", "contradicting"))
    if failed.any() and not _worst_is_zero(log):
        raise InputError(
            f"{log.source}: {int(failed.sum())} answers of {log.model!r} were not scored and "
            f"cannot count as wrong, because 0 is not the worst {log.score!r} there is; pass "
            "errors='missing' (--errors missing)."
        )
    return replace(log, values=np.where(failed, 0.0, log.values))


def _worst_is_zero(log: Log) -> bool:
    """Return whether 0 is the lowest possible score, by its bounds or else by what was seen."""
    if not log.higher_is_better:
        return False
    if log.bounds is not None:
        return log.bounds[0] == 0.0
    seen = log.values[~np.isnan(log.values)]
    return bool(((seen >= 0.0) & (seen <= 1.0)).all())
