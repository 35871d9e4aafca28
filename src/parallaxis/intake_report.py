"""What came of every file that was joined: the intake report."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from parallaxis.cautions import Caution
from parallaxis.logs import Kind

What = Literal["copied", "truncated", "unfinished", "superseded", "empty", "refused"]
JoinedBy = Literal["id", "text", "position", "name"]
Fit = Literal["fits", "doubtful", "gross", "untested"]
Shared = Literal["models", "items"]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A log, or a whole file, that is not on the board.

    Attributes
    ----------
    source, model, task, run : str
        As the log names them; empty where it does not.
    what : {"copied", "truncated", "unfinished", "superseded", "empty", "refused"}
    why : str
    """

    source: str
    model: str
    task: str
    run: str
    what: What
    why: str


@dataclass(frozen=True, slots=True)
class JoinedTask:
    """One task on the board.

    Attributes
    ----------
    task, score : str
    n_models, n_items : int
    joined_by : {"id", "text", "position", "name"}
        What said which rows of two files are one question.
    """

    task: str
    score: str
    n_models: int
    n_items: int
    joined_by: JoinedBy


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the answers of one model that were not properly scored.

    Attributes
    ----------
    model : str
    kind : Kind
    n : int
        Answers of this kind.
    as_zero, as_missing : int
        How many of them count as 0, and how many are left missing.
    """

    model: str
    kind: Kind
    n: int
    as_zero: int
    as_missing: int


@dataclass(frozen=True, slots=True)
class HeadlineCheck:
    """A figure that a harness states, against the answers of the same log.

    Attributes
    ----------
    log, source : str
        File of the answers, and file that states the figure.
    model, task : str
    stated, recomputed : float
        `recomputed` is the mean of the scores that the log counts; NaN where it counts none.
    agrees : bool
    """

    log: str
    source: str
    model: str
    task: str
    stated: float
    recomputed: float
    agrees: bool


@dataclass(frozen=True, slots=True)
class RegisterCheck:
    """Whether what two sources share behaves alike in both.

    Attributes
    ----------
    first, second : str
        The sources.
    shared : {"models", "items"}
        Where models are shared, their means over the items of each source are compared; where
        items are, their means over the models of each.
    n : int
        Shared names with a mean in both.
    correlation, upper : float
        Pearson's, and its upper 95 % bound; NaN where it cannot be computed.
    fit : {"fits", "doubtful", "gross", "untested"}
    """

    first: str
    second: str
    shared: Shared
    n: int
    correlation: float
    upper: float
    fit: Fit


@dataclass(frozen=True, slots=True)
class IntakeReport:
    """What was read, dropped, merged and left missing, and why.

    Attributes
    ----------
    sources, formats : tuple of str
        All files that were given, and what recognised them.
    n_models, n_rows, n_items : int
        Models, rows of the board (a model has one for each run) and items.
    n_missing : int
        Cells of the board without a score.
    tasks : tuple of JoinedTask
    outcomes : tuple of Outcome
        By model and kind, of the logs that are on the board.
    set_aside : tuple of SetAside
    unread : tuple of str
        Files beside the logs that are of no known harness, and links that were not followed.
    headlines : tuple of HeadlineCheck
        Of every log that states a figure, whether it is on the board or not.
    register : tuple of RegisterCheck
        Of sources that were joined on names alone.
    cautions : tuple of Caution
        The notes of the board.
    """

    sources: tuple[str, ...]
    formats: tuple[str, ...]
    n_models: int
    n_rows: int
    n_items: int
    n_missing: int
    tasks: tuple[JoinedTask, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    unread: tuple[str, ...] = ()
    headlines: tuple[HeadlineCheck, ...] = ()
    register: tuple[RegisterCheck, ...] = ()
    cautions: tuple[Caution, ...] = ()

    @property
    def kinds(self) -> dict[Kind, tuple[int, int]]:
        """How many answers of each kind count as 0, and how many are left missing."""
        zero: Counter[Kind] = Counter()
        missing: Counter[Kind] = Counter()
        for outcome in self.outcomes:
            zero[outcome.kind] += outcome.as_zero
            missing[outcome.kind] += outcome.as_missing
        return {kind: (zero[kind], missing[kind]) for kind in sorted(zero)}
