"""How much each item moves the sum of all pairwise φ, to first order."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.gram import gram, item_blocks
from parallaxis.kernels.scaling import standardise

Array = NDArray[np.float64]


def phi_item_influence(values: Array, phi: Array) -> Array:
    """How much does each item pull the sum of all pairwise φ?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; every model varies over its scored items.
    phi : ndarray, shape (n_models, n_models)
        φ of these data; pairs that are NaN do not count.

    Returns
    -------
    ndarray, shape (n_items,)
        As ``influence.item_influence``: with item weights v the sum becomes, to first order,
        Σφ + (v − 1)·influence / n_items.

    Notes
    -----
    An item moves φ_ij by n_items/n_ij (z_i z_j − φ_ij (z_i² + z_j²)/2) with answers z standardised
    per model; where cells are missing, over all scored items of the model and not over those of
    the pair.

    Examples
    --------
    >>> values = np.array([[1.0, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0]])
    >>> phi_item_influence(values, np.array([[1, 1 / 3], [1 / 3, 1]])).round(2)
    array([ 0.67,  0.67, -1.33, -1.33,  0.67,  0.67])
    """
    answers = standardise(values.T).T
    seen = (~np.isnan(values)).astype(np.float64)
    counted = np.isfinite(phi) & ~np.eye(len(phi), dtype=bool)
    common = gram(seen)
    weight = np.divide(values.shape[1], common, out=np.zeros_like(common), where=counted)
    pull = weight * np.where(counted, phi, 0.0)
    sums = [
        ((z * (weight @ z)).sum(axis=0) - ((z * z) * (pull @ m)).sum(axis=0)) / 2.0
        for z, m in zip(item_blocks(answers), item_blocks(seen), strict=True)
    ]
    return np.concatenate(sums)
