"""Models that no item links: what a common scale then rests on."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.cautions import Caution


def unlinked_blocks(observed: NDArray[np.bool_]) -> list[Caution]:
    """Say that the models fall into sets without an item in common, directly or through others.

    Parameters
    ----------
    observed : ndarray of bool, shape (n_models, n_items)

    Returns
    -------
    list of Caution
        Empty where all models are linked.

    Examples
    --------
    >>> [caution.code for caution in unlinked_blocks(np.eye(2, dtype=bool))]
    ['unlinked_blocks']
    >>> unlinked_blocks(np.ones((2, 2), dtype=bool))
    []
    """
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - keeps the import light

    seen = observed.astype(np.float32)
    n_sets, _ = connected_components((seen @ seen.T > 0).astype(np.float64), directed=False)
    if n_sets == 1:
        return []
    text = (
        f"The models fall into {int(n_sets)} sets that have no item in common: places on one scale "
        "are comparable between them only if the sets are equally able on average."
    )
    return [Caution("unlinked_blocks", text)]
