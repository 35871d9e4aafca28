"""The leading eigenvalue of a symmetric matrix, without the others."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SMALL = 150  # rows up to which a dense solver is the faster one


def leading(product: NDArray[np.floating]) -> tuple[float, Array]:
    """Return the largest eigenvalue of a symmetric matrix and its unit vector.

    Parameters
    ----------
    product : ndarray, shape (n, n)
        Symmetric, finite.

    Returns
    -------
    value : float
    vector : ndarray, shape (n,)
        Its sign is arbitrary.

    Examples
    --------
    >>> value, vector = leading(np.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> round(value, 9), round(abs(float(vector @ [1.0, 1.0])) ** 2, 9)
    (3.0, 2.0)
    """
    from scipy.linalg import eigh  # noqa: PLC0415 - keeps the import of kernels light
    from scipy.sparse.linalg import eigsh  # noqa: PLC0415 - keeps the import of kernels light

    n = len(product)
    if n <= SMALL:
        values, vectors = eigh(product.astype(np.float64), subset_by_index=[n - 1, n - 1])
    else:
        start = np.random.default_rng(0).standard_normal(n)
        values, vectors = eigsh(product.astype(np.float64), k=1, v0=start, tol=1e-6)
    return float(values[-1]), np.asarray(vectors[:, -1])
