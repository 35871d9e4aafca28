"""The readers of harnesses, in the order in which they are asked."""

from parallaxis.io.harness import lm_eval
from parallaxis.io.harness.reading import HarnessReader, LogFile, Role

HARNESSES: tuple[HarnessReader, ...] = (lm_eval.READER,)


def harness_of(file: LogFile) -> tuple[HarnessReader, Role] | None:
    """Return the first reader that knows a file, and what it is to it."""
    for reader in HARNESSES:
        role = reader.recognise(file)
        if role is not None:
            return reader, role
    return None
