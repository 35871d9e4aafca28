"""Item response models of right and wrong answers: one ability behind all items.

P(right) = c + (1 − c) / (1 + exp(−(a θ + d))), θ ~ N(0, 1) over models. 1PL: one slope a for all
items; 2PL: a slope each; 3PL: a chance level c as well, known or estimated.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels import irt_curve
from parallaxis.kernels.irt_curve import Answers, Array, Floats, Items
from parallaxis.kernels.irt_items import Model, start
from parallaxis.kernels.irt_laplace import Cells, laplace
from parallaxis.kernels.irt_marginal import NODES, Outcome, marginal
from parallaxis.kernels.irt_prior import FLAT, ItemPrior, negatively_keyed, prior_for
from parallaxis.kernels.irt_scores import scores
from parallaxis.kernels.irt_sufficient import sufficient

ModelName = Literal["1pl", "2pl", "3pl"]
Method = Literal["auto", "marginal", "sufficient", "laplace"]
MODELS = ("1pl", "2pl", "3pl")
METHODS = ("auto", "marginal", "sufficient", "laplace")
FEW_ITEMS = 50  # up to so many items abilities are integrated out on a fixed grid
SINGLE_FROM = 2**20  # cells from which a board is held in single precision
NO_PRIOR = FLAT


@dataclass(frozen=True, slots=True, eq=False)
class ItemResponseFit:
    """Items and abilities of one item response model.

    Attributes
    ----------
    model : {"1pl", "2pl", "3pl"}
    method : {"marginal", "sufficient", "laplace"}
        How it was fitted.
    discrimination, intercept, chance : ndarray, shape (n_items,)
        a, d and c.
    covariance : ndarray, shape (n_items, 3, 3)
        Of (a, d, c) of each item; 0 for what is fixed. Fitted by ``marginal``: from the inverse of
        the observed information of all parameters. Else item by item, from the expected information
        less what the uncertainty of abilities hides, plus what the sample of models leaves open
        about origin and unit of ability; within a few per cent of the former from 60 items on.
        Both count the prior, and take its centres as known.
    ability, ability_error : ndarray, shape (n_models,)
        Mean and standard deviation of each ability given the answers (EAP), items as known.
    log_likelihood : float
        Marginal, without the prior of the items.
    prior : ItemPrior
        With its centres as they were learned.
    n_iterations : int
    converged : bool
    """

    model: ModelName
    method: Method
    discrimination: Array
    intercept: Array
    chance: Array
    covariance: Array
    ability: Array
    ability_error: Array
    log_likelihood: float
    prior: ItemPrior
    n_iterations: int
    converged: bool

    @property
    def difficulty(self) -> Array:
        """Ability b = −d/a at which an item is known with probability ½; NaN where a is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(
                self.discrimination == 0.0, np.nan, -self.intercept / self.discrimination
            )

    @property
    def discrimination_error(self) -> Array:
        """Standard error of a."""
        return np.sqrt(self.covariance[:, 0, 0])

    @property
    def intercept_error(self) -> Array:
        """Standard error of d."""
        return np.sqrt(self.covariance[:, 1, 1])

    @property
    def chance_error(self) -> Array:
        """Standard error of c; 0 where c is known."""
        return np.sqrt(self.covariance[:, 2, 2])

    @property
    def difficulty_error(self) -> Array:
        """Standard error of b, to first order: b moves by −1/a with d and by −b/a with a."""
        b, a = self.difficulty, self.discrimination
        (aa, ad), (_, dd) = np.moveaxis(self.covariance[:, :2, :2], 0, -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.sqrt(np.maximum(dd + 2.0 * b * ad + b**2 * aa, 0.0)) / np.abs(a))

    def probabilities(self, ability: Array | None = None) -> Array:
        """Return P(right), shape (n_abilities, n_items), at the fitted or at other abilities."""
        theta = self.ability if ability is None else ability
        items = Items(self.discrimination, self.intercept, self.chance)
        return irt_curve.probabilities(theta, items)


def fit(
    values: NDArray[np.floating],
    *,
    model: ModelName = "2pl",
    chance: Array | float | Literal["estimate"] | None = None,
    prior: ItemPrior | None = None,
    method: Method = "auto",
    n_nodes: int = NODES,
    max_iterations: int = 200,
    tolerance: float | None = None,
) -> ItemResponseFit:
    """Which items tell models apart, where, and how able are the models?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a missing cell says nothing about its model or its item.
    model : {"1pl", "2pl", "3pl"}, default "2pl"
    chance : float, ndarray of shape (n_items,), or "estimate", optional
        Known chance levels, in [0, 1), in any model; NaN or "estimate" where it is estimated, in
        the 3PL. By default 0 in the 1PL and 2PL, and estimated in the 3PL.
    prior : ItemPrior, optional
        :func:`parallaxis.kernels.irt_prior.prior_for` the board by default; ``NO_PRIOR`` for
        maximum likelihood, which needs many more models than a leaderboard has.
    method : {"auto", "marginal", "sufficient", "laplace"}, default "auto"
        ``marginal`` (fixed grid) up to 50 items; beyond, ``sufficient`` (a grid as fine as the
        narrowest posterior) where no cell is missing and no chance at work, else ``laplace``. The
        latter two standardise abilities over the models at hand.
    n_nodes : int, default 61
        Of the fixed grid, from −6 to 6.
    max_iterations : int, default 200
    tolerance : float, optional
        Largest last change of a parameter, relative where it exceeds 1; 1e-6 for ``marginal``, else
        1e-4, or 1e-3 where chance is estimated.

    Returns
    -------
    ItemResponseFit

    Raises
    ------
    InputError
        Chance out of range or not asked of the model; without a prior, an item on which all models
        agree; a method that cannot do what is asked.
    ShapeError
        Chance of another length than the board has items.

    References
    ----------
    Birnbaum (1968) in Lord & Novick, Statistical Theories of Mental Test Scores, 397–479; Bock &
    Aitkin (1981), Psychometrika 46, 443–459; Mislevy (1986), Psychometrika 51, 177–195.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(300, 1)), np.linspace(-1.5, 1.5, 20)
    >>> right = rng.random((300, 20)) < 1.0 / (1.0 + np.exp(difficulty - ability))
    >>> found = fit(right.astype(float))
    >>> found.converged, round(float(np.corrcoef(found.difficulty, difficulty)[0, 1]), 2)
    (True, 0.97)
    """
    known_chance = _chance(chance, model, values.shape[1])
    chosen = prior_for(values) if prior is None and model != "1pl" else (prior or ItemPrior())
    free = np.isnan(known_chance)
    plan = Model(chosen, model == "1pl", free)
    how = _method(method, values, known_chance)
    begin = _begin(values, plan, known_chance)
    if how == "marginal":
        outcome = marginal(
            Answers.of(values),
            begin,
            plan,
            n_nodes=n_nodes,
            max_iterations=max_iterations,
            tolerance=tolerance or 1e-6,
        )
        near = None
    elif how == "laplace":
        outcome, near, _ = laplace(
            Cells.of(values),
            begin,
            plan,
            max_iterations=max_iterations,
            tolerance=tolerance or (1e-3 if free.any() else 1e-4),
        )
    else:
        single = values.size > SINGLE_FROM
        right: Floats = values.astype(np.float32 if single else np.float64, copy=False)
        outcome, found = sufficient(
            right, begin, plan, max_iterations=max_iterations, tolerance=tolerance or 1e-4
        )
        error, total = np.sqrt(found.variance), float(found.log_likelihood.sum())
        return _packed(outcome, model, how, ability=found.mean, error=error, total=total)
    answer = scores(values, *outcome.items, near=near)
    total = float(answer.log_likelihood.sum())
    return _packed(outcome, model, how, ability=answer.eap, error=answer.eap_error, total=total)


def _packed(
    outcome: Outcome, model: ModelName, how: Method, *, ability: Array, error: Array, total: float
) -> ItemResponseFit:
    """Put items and abilities together."""
    items = outcome.items
    return ItemResponseFit(
        model=model,
        method=how,
        discrimination=items.slope,
        intercept=items.intercept,
        chance=items.chance,
        covariance=outcome.covariance,
        ability=ability,
        ability_error=error,
        log_likelihood=total,
        prior=outcome.model.prior,
        n_iterations=outcome.n_iterations,
        converged=outcome.converged,
    )


def _chance(
    chance: Array | float | Literal["estimate"] | None, model: ModelName, n_items: int
) -> Array:
    """Return the known chance of each item, NaN where it is to be estimated."""
    if chance is None:
        chance = "estimate" if model == "3pl" else 0.0
    number = np.nan if isinstance(chance, str) else np.asarray(chance, dtype=np.float64)
    if np.ndim(number) and np.shape(number) != (n_items,):
        raise ShapeError(
            f"chance has shape {np.shape(number)}; pass one number, or one for each of the "
            f"{n_items} items."
        )
    known = np.broadcast_to(number, n_items).astype(np.float64)
    wrong = np.flatnonzero((known < 0.0) | (known >= 1.0))
    if wrong.size:
        raise InputError(
            f"chance is {known[wrong[0]]:g} for item {wrong[0]}; pass numbers from 0 to below 1."
        )
    if np.isnan(known).any() and model != "3pl":
        raise InputError(f"chance is to be estimated in the {model}; pass model='3pl', or numbers.")
    return known


def _method(method: Method, values: NDArray[np.floating], chance: Array) -> Method:
    """Settle how to fit a board."""
    if method not in METHODS:
        raise InputError(f"method is {method!r}; choose one of {', '.join(METHODS)}.")
    plain = not chance.any() and not np.isnan(values).any()
    if method == "sufficient" and not plain:
        raise InputError(
            "method is 'sufficient' and cells are missing or chance is not 0; pass 'laplace', "
            "'marginal' or 'auto'."
        )
    if method != "auto":
        return method
    if values.shape[1] <= FEW_ITEMS:
        return "marginal"
    return "sufficient" if plain else "laplace"


def _begin(values: NDArray[np.floating], plan: Model, known_chance: Array) -> Items:
    """Return first guesses of the items; refuse what maximum likelihood cannot place."""
    seen = ~np.isnan(values)
    n_seen = seen.sum(axis=0)
    n_right = np.where(seen, values, 0.0).sum(axis=0, dtype=np.float64)
    dead = np.flatnonzero((n_right == 0) | (n_right == n_seen))
    if dead.size and plan.prior.intercept_sd == np.inf:
        raise InputError(
            f"all models agree on item {dead[0]} ({dead.size} such items); without a prior its "
            "intercept is infinite: leave these items out, or pass a prior."
        )
    sign = np.ones(n_seen.size)
    if not plan.log_slope:
        sign = np.where(negatively_keyed(values), -1.0, 1.0)
    return start((n_right + 0.5) / (n_seen + 1.0), sign, plan, known_chance)
