"""CPU seconds of functions that are measured in turn, and the machine they ran on."""

import math
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time

from threadpoolctl import threadpool_info, threadpool_limits

LEAST = 0.02  # seconds that one measurement lasts at least


@contextmanager
def one_core() -> Iterator[None]:
    """Hold the process to one core and BLAS to one thread: threads would add to the CPU time."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with threadpool_limits(limits=1):
        yield


def cpu_seconds(*functions: Callable[[], object], repeats: int = 5) -> list[float]:
    """Return the least CPU seconds of each function; they take turns, to share what disturbs.

    Each runs once alone, and then `repeats` times, long enough for the clock.
    """
    first = [_timed(run, 1) for run in functions]
    loops = [max(1, math.ceil(LEAST / max(seconds, 1e-7))) for seconds in first]
    rounds = [
        [_timed(run, n) for run, n in zip(functions, loops, strict=True)] for _ in range(repeats)
    ]
    return [min(column) for column in zip(first, *rounds, strict=True)]


def _timed(run: Callable[[], object], loops: int) -> float:
    """Return the CPU seconds of one call, averaged over loops."""
    start = process_time()
    for _ in range(loops):
        run()
    return (process_time() - start) / loops


def installed(package: str) -> str | None:
    """Return the version of an installed package, else None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def machine() -> list[str]:
    """Say what the numbers were measured on."""
    packages = ("parallaxis", "numpy", "scipy", "numba")
    versions = ", ".join(f"{name} {installed(name) or 'absent'}" for name in packages)
    blas = sorted(
        {
            f"{info['internal_api']} {info.get('version')} ({info.get('architecture', 'unknown')})"
            for info in threadpool_info()
            if info["user_api"] == "blas"
        }
    )
    return [
        f"{_processor()}; {platform.system()}; Python {sys.version.split()[0]}",
        f"{versions}; BLAS {', '.join(blas)}",
    ]


def _processor() -> str:
    """Return the model of the CPU, with its family and stepping where the name is vague."""
    place = Path("/proc/cpuinfo")
    if not place.is_file():
        return platform.processor() or platform.machine()
    lines = (line.split(":", 1) for line in place.read_text().splitlines() if ":" in line)
    facts = {name.strip(): value.strip() for name, value in lines}
    name = facts.get("model name", platform.machine())
    return f"{name} (family {facts.get('cpu family', '?')}, model {facts.get('model', '?')})"
