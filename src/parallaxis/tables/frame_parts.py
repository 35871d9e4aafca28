"""What a frame says, taken apart: arrays and names."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.cautions import Caution

Layout = Literal["auto", "wide", "long"]
Duplicates = Literal["error", "mean", "first", "last"]


@dataclass(frozen=True, slots=True)
class FrameParts:
    """What a frame says, as arrays and names.

    Attributes
    ----------
    layout : {"wide", "long"}
        How it was read.
    values : ndarray of float64, shape (n_models, n_items)
        Scores; NaN = not scored.
    models, items : tuple of str
        Unique names, in the order in which the frame names them.
    model_metadata, item_metadata : pyarrow.Table or None
        Columns that describe models (items), rows in the order of the names.
    notes : tuple of Caution
        What was set aside or merged.
    """

    layout: Layout
    values: NDArray[np.float64]
    models: tuple[str, ...]
    items: tuple[str, ...]
    model_metadata: pa.Table | None
    item_metadata: pa.Table | None
    notes: tuple[Caution, ...]
