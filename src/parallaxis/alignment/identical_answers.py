"""Models of different names whose answers are the same in every cell."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.alignment.natural_order import listed
from parallaxis.cautions import Caution

FEWEST = 5  # scored items below which two models may well answer alike


def identical_answers(
    values: NDArray[np.float64], models: Sequence[str], sources: Sequence[str]
) -> list[Caution]:
    """Say which models have one and the same row, as a copied folder gives.

    Rows whose scores are all one number are passed over.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_items)
    models, sources : sequence of str, length n_rows
    """
    rows: dict[bytes, list[int]] = {}
    for place, row in enumerate(values):
        seen = row[~np.isnan(row)]
        if seen.size >= FEWEST and seen.min() < seen.max():
            rows.setdefault((row + 0.0).tobytes(), []).append(place)
    cautions = []
    for places in rows.values():
        names = list(dict.fromkeys(models[place] for place in places))
        if len(names) < 2:
            continue
        n = int((~np.isnan(values[places[0]])).sum())
        files = list(dict.fromkeys(sources[place] for place in places))
        of = f" in {listed(files)}" if any(files) else ""
        text = (
            f"{listed(names)} have identical answers on all {n:,} items that they were scored on"
            f"{of}, as if one were a copy of the other; all are kept."
        )
        cautions.append(Caution("identical_answers", text))
    return cautions
