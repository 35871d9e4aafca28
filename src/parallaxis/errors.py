"""Every error the package raises on purpose, by kind of trouble.

A message states the value received, its place (file, row, column, item) and the remedy.
"""


class ParallaxisError(Exception):
    """Root of all errors raised on purpose."""


class InputError(ParallaxisError, ValueError):
    """What was handed in cannot be used as it is."""


class FormatError(InputError):
    """A file or a cell is not in a form that can be read."""


class TextColumnError(FormatError):
    """A column that should hold scores holds text."""


class ScoreChoiceError(InputError):
    """A log lacks the score that is asked for, or holds several and none is asked for."""


class ShapeError(InputError):
    """Rows, columns or lengths do not fit together."""


class DuplicateError(InputError):
    """A name, or a (model, item) pair, occurs more than once."""


class MissingDataError(InputError):
    """Something that is needed is not there."""


class NotIdentified(ParallaxisError):  # noqa: N818 - it names the answer, not a fault
    """The data cannot support an answer; analyses turn this into a result that says so."""


class NotConverged(ParallaxisError):  # noqa: N818 - it names the answer, not a fault
    """An iteration stopped before it reached its tolerance."""


class MissingExtra(ParallaxisError, ImportError):  # noqa: N818 - it names what to install
    """An optional dependency is needed; the message names the extra to install."""
