"""The flags that OpenBLAS leaves up by chance reach nobody."""

import numpy as np
import pytest

from parallaxis.kernels import residual_axis as residual_axis_module
from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.latent_sweep import begin
from parallaxis.kernels.leading import leading


def test_invalid_is_let_pass_and_nothing_else() -> None:
    @UNFLAGGED
    def difference_and_ratio() -> tuple[float, float]:
        one, endless = np.float32(1), np.float32(np.inf)
        return float(endless - endless), float(one / np.float32(0))

    with pytest.warns(RuntimeWarning, match="divide by zero") as found:
        difference, ratio = difference_and_ratio()
    assert np.isnan(difference)
    assert ratio == np.inf
    assert len(found) == 1


def test_the_leading_residual_direction_is_sought_so(monkeypatch: pytest.MonkeyPatch) -> None:
    handling = []

    def watched(product: np.ndarray) -> tuple[float, np.ndarray]:
        handling.append(np.geterr())
        return leading(product)

    monkeypatch.setattr(residual_axis_module, "leading", watched)
    values = np.random.default_rng(1).normal(size=(10, 5)).astype(np.float32)
    scores = Scores(values, np.ones_like(values), "gaussian")
    before = np.geterr()
    residual_axis_module.residual_axis(begin(scores, values.mean(axis=1, keepdims=True)), scores)
    assert [how["invalid"] for how in handling] == ["ignore", "ignore"]
    assert np.geterr() == before
