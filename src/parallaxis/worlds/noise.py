"""A board without structure."""

import numpy as np

from parallaxis.worlds.world import Known, World, answered, generator


def independent_noise(*, n_models: int = 60, n_items: int = 500, seed: int = 0) -> World:
    """What does a board without any structure look like?

    Every answer is a coin of its item; models do not differ.

    Parameters
    ----------
    n_models, n_items : int
    seed : int

    Returns
    -------
    World
        Zero axes; zero latent correlation between models *given* the item's difficulty.

    Examples
    --------
    >>> independent_noise(n_models=5, n_items=8).truth["axes"]
    0.0
    """
    rng = generator(seed, n_models, n_items)
    share = np.broadcast_to(rng.uniform(0.1, 0.9, n_items), (n_models, n_items))
    return answered("independent_noise", share, rng, Known({"axes": 0.0}))
