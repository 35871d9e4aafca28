"""A panel of models whose errors have one known correlation."""

import numpy as np
from numpy.typing import ArrayLike

from parallaxis import _checks
from parallaxis.errors import InputError
from parallaxis.worlds import limits
from parallaxis.worlds.curves import normal_cdf, normal_quantile
from parallaxis.worlds.world import Known, World, answered, generator


def shared_component(
    *,
    n_models: int = 9,
    n_items: int = 2000,
    correlation: float = 0.5,
    accuracy: ArrayLike = (0.5, 0.5),
    seed: int = 0,
) -> World:
    """What does a panel with a known latent correlation look like?

    Model i is right on item t where √ρ c_t + √(1 − ρ) e_it < Φ⁻¹(p_i), with normal c and e: every
    pair has tetrachoric correlation ρ exactly, and the panel n/(1 + (n − 1)ρ) effective votes.

    Parameters
    ----------
    n_models, n_items : int
    correlation : float, default 0.5
        ρ, from 0 to below 1.
    accuracy : (float, float), default (0.5, 0.5)
        Lowest and highest p_i; models are spread evenly between them.
    seed : int

    Returns
    -------
    World
        One axis where accuracies differ (a constant offset of each model), none where they do not.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> shared_component().truth["effective_votes"]
    1.8
    """
    limits.share("correlation", correlation)
    limits_of_panel = np.asarray(accuracy).ravel().tolist()
    if len(limits_of_panel) != 2:
        raise InputError(f"accuracy is {accuracy!r}; pass the lowest and the highest of the panel.")
    low, high = (_checks.probability("accuracy", value) for value in limits_of_panel)
    rng = generator(seed, n_models, n_items)
    threshold = normal_quantile(np.linspace(low, high, n_models))[:, None]
    component = rng.standard_normal(n_items)
    own = np.sqrt(1.0 - correlation)
    share = normal_cdf((threshold - np.sqrt(correlation) * component) / own)
    votes = n_models / (1.0 + (n_models - 1.0) * correlation)
    truth = {"latent_correlation": correlation, "effective_votes": votes, "axes": float(low < high)}
    return answered("shared_component", share, rng, Known(truth))
