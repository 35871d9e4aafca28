"""The first eigenvalue of a board's item correlations: does a fit reproduce it?"""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.latent_model import Scores, Single
from parallaxis.kernels.leading import leading

Array = NDArray[np.float64]


def standardised(scores: Scores) -> Single:
    """Return items with mean 0 and variance 1 over their scored models, missing cells 0.

    Examples
    --------
    >>> one = np.ones((2, 1), np.float32)
    >>> standardised(Scores(np.float32([[3.0], [1.0]]), one, "gaussian")).tolist()
    [[1.0], [-1.0]]
    """
    counts = np.maximum(scores.observed.sum(axis=0), 1)
    centred = (scores.values - scores.values.sum(axis=0) / counts) * scores.observed
    scale = np.sqrt((centred * centred).sum(axis=0) / counts)
    return np.asarray(centred / np.where(scale > 0, scale, 1))


def first_eigenvalue(scores: Scores) -> float:
    """How much do all items have in common, in one number?

    Parameters
    ----------
    scores : Scores
        Missing cells hold 0.

    Returns
    -------
    float
        Largest eigenvalue of the item correlation matrix: 1 where items are unrelated, their
        number where all rank the models alike.

    Examples
    --------
    >>> values = np.float32([[1, 2, 0], [2, 4, 1], [3, 6, 5]])
    >>> scores = Scores(values, np.ones_like(values), "gaussian")
    >>> bool(abs(first_eigenvalue(scores) - np.linalg.eigvalsh(np.corrcoef(values.T))[-1]) < 1e-5)
    True
    """
    white = standardised(scores)
    smaller = white @ white.T if white.shape[0] <= white.shape[1] else white.T @ white
    return leading(smaller)[0] / len(white)


def prediction_interval(drawn: Array, level: float) -> tuple[float, float]:
    """In what range does one more draw lie?

    Parameters
    ----------
    drawn : ndarray, shape (n,)
        Two or more.
    level : float
        Coverage, in (0, 1).

    Returns
    -------
    (float, float)
        m ± t · s · √(1 + 1/n), for draws that are about normal.

    Examples
    --------
    >>> low, high = prediction_interval(np.array([1.0, 2.0, 3.0]), 0.95)
    >>> round(low, 2), round(high, 2)
    (-2.97, 6.97)
    """
    from scipy.stats import t  # noqa: PLC0415 - keeps the import of kernels light

    reach = t.ppf((1.0 + level) / 2.0, drawn.size - 1) * drawn.std(ddof=1)
    reach *= np.sqrt(1.0 + 1.0 / drawn.size)
    return float(drawn.mean() - reach), float(drawn.mean() + reach)
