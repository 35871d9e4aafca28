"""The readers of harnesses, in the order in which they are asked."""

import re

from parallaxis.io.harness import (
    alpaca_eval,
    bfcl,
    bigcodebench,
    deepeval,
    evalplus,
    every_eval_ever,
    helm,
    inspect_logs,
    leaderboard_details,
    lighteval,
    livecodebench,
    livecodebench_board,
    lm_eval,
    mteb,
    openai_evals,
    promptfoo,
    pydantic_evals,
    swe_bench,
)
from parallaxis.io.harness.reading import HarnessReader, LogFile, Role

HARNESSES: tuple[HarnessReader, ...] = (
    inspect_logs.READER,
    lm_eval.READER,
    leaderboard_details.READER,
    lighteval.READER,
    helm.READER,
    swe_bench.READER,
    evalplus.READER,
    bigcodebench.READER,
    livecodebench.READER,
    livecodebench_board.READER,
    bfcl.READER,
    openai_evals.READER,
    promptfoo.READER,
    every_eval_ever.READER,
    alpaca_eval.READER,
    mteb.READER,
    pydantic_evals.READER,
    deepeval.READER,
)
ENDINGS = re.compile(
    r".*\.(json|jsonl|ndjson|parquet|eval|csv)(\.(gz|gzip|zst|zstd))?", re.IGNORECASE
)


def harness_of(file: LogFile) -> tuple[HarnessReader, Role] | None:
    """Return the first reader that knows a file, and what the file is to it.

    A copy that an editor or a download left beside a log (``.bak``, ``.tmp``, ``.jsonl~``) is none,
    whatever it holds; a name without any ending, as in a cache of the hub, may be one.
    """
    if file.path.suffix and not ENDINGS.fullmatch(file.parts[-1]):
        return None
    for reader in HARNESSES:
        role = reader.recognise(file)
        if role is not None:
            return reader, role
    return None
