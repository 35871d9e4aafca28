"""Floating-point flags that say nothing of the numbers."""

import numpy as np

UNFLAGGED = np.errstate(invalid="ignore")
"""Decorator of functions that multiply a single-precision matrix of five columns by a vector.

OpenBLAS, for processors with AVX-512, reads unused lanes of its registers there (rows left over
after groups of four). What it reads is thrown away and the product is right; but where the lanes
happen to hold a signalling NaN, the flag "invalid" stays up and NumPy warns of it.
"""
