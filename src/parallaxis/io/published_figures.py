"""Published figures in the models' metadata, against the means of their scores."""

import re

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.cautions import Caution
from parallaxis.numerals import share

Array = NDArray[np.float64]
PUBLISHED = frozenset(["published", "reported", "official"])
FIGURES = frozenset(["pct", "percent", "acc", "accuracy", "share", "rate", "resolved", "correct"])
APART = 0.02  # of the share right, from which a figure does not come out of the scores
LISTED = 3
ROUGHLY = 1.5  # figures above are in per cent


def differing_figures(values: Array, metadata: pa.Table | None) -> tuple[Caution, ...]:
    """Say whose published share right does not come out of their scores, with both numbers.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        From 0 to 1; of other scores nothing is said.
    metadata : pyarrow.Table or None
        Of the models; a column named as published, such as ``published_resolved_pct``, is compared.
    """
    known = values[~np.isnan(values)]
    if metadata is None or known.size == 0 or known.min() < 0.0 or known.max() > 1.0:
        return ()
    seen = ~np.isnan(values)
    counts = seen.sum(axis=1)
    sums = np.where(seen, values, 0.0).sum(axis=1)
    means = np.divide(sums, counts, out=np.full(len(values), np.nan), where=counts > 0)
    names = metadata.column(0).to_pylist()
    found = (_one_column(name, names, metadata, means) for name in metadata.column_names[1:])
    return tuple(caution for caution in found if caution is not None)


def _one_column(column: str, names: list[str], metadata: pa.Table, means: Array) -> Caution | None:
    """Compare one column, if it is named as published figures are."""
    words = set(re.findall(r"[a-z]+", column.lower()))
    if not (words & PUBLISHED and words & FIGURES):
        return None
    cells = metadata.column(column).to_pylist()
    numbers = [float(c) if isinstance(c, int | float) else np.nan for c in cells]
    stated = np.array(numbers, dtype=np.float64)
    if np.isnan(stated).all():
        return None
    unit = 100.0 if np.nanmax(stated) > ROUGHLY else 1.0
    apart = np.abs(stated / unit - means)
    wrong = np.flatnonzero(apart > APART)
    if wrong.size == 0:
        return None
    largest = wrong[np.argsort(-apart[wrong], kind="stable")][:LISTED]
    listed = "; ".join(
        f"{names[i]!r}: {share(float(stated[i] / unit))} against {share(float(means[i]))}"
        for i in largest
    )
    text = (
        f"{wrong.size} of {int(np.isfinite(stated).sum())} figures of the column {column!r} do not "
        f"come out of the scores, to {share(APART)}: {listed}; see whether these rows are whole."
    )
    return Caution("headline_differs", text)
