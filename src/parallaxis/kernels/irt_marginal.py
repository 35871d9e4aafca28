"""Marginal maximum likelihood of item response models on a fixed grid of abilities.

EM with expected answers at the nodes and a rescaling step brings the parameters close; Newton steps
on the observed information finish, and leave standard errors behind.
"""

from dataclasses import dataclass

import numpy as np

from parallaxis.kernels.irt_curve import (
    Answers,
    Array,
    Items,
    ItemSums,
    item_sums,
    log_right_and_wrong,
)
from parallaxis.kernels.irt_damping import Steps, first_steps
from parallaxis.kernels.irt_information import observed_information, parameter_places
from parallaxis.kernels.irt_items import (
    Model,
    coordinates,
    largest_change,
    moved,
    penalised,
    scored,
    standardised,
    with_learned_prior,
)

NODES = 61
WIDEST = 6.0
EM_STEPS = 30  # at most, before Newton steps begin
NEAR = 0.02  # largest change of a parameter from which Newton steps begin
SAME = 0.05  # largest change of a parameter up to which the last information serves again
MOST_PARAMETERS = 3000  # beyond, the information of all parameters together is too large


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where an estimation of items ended.

    Attributes
    ----------
    items : Items
    covariance : ndarray, shape (n_items, 3, 3)
        Of (a, d, c) of each item; 0 where a parameter is fixed.
    model : Model
        With its prior as it was learned.
    n_iterations : int
    converged : bool
    """

    items: Items
    covariance: Array
    model: Model
    n_iterations: int
    converged: bool


def grid(n_nodes: int = NODES) -> tuple[Array, Array]:
    """Return abilities from −6 to 6 and the logs of their standard normal weights.

    Examples
    --------
    >>> theta, log_weight = grid(61)
    >>> round(float(np.exp(log_weight).sum()), 12), float(theta[0])
    (1.0, -6.0)
    """
    theta = np.linspace(-WIDEST, WIDEST, n_nodes)
    log_weight = -0.5 * theta**2
    return theta, log_weight - np.log(np.exp(log_weight).sum())


def posterior(
    answers: Answers, items: Items, theta: Array, log_weight: Array
) -> tuple[Array, Array]:
    """Return the probability of each node given each model's answers, and the log-likelihoods.

    Parameters
    ----------
    answers : Answers
    items : Items
    theta, log_weight : ndarray, shape (n_nodes,)

    Returns
    -------
    weights : ndarray, shape (n_models, n_nodes)
    log_likelihood : ndarray, shape (n_models,)

    Examples
    --------
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> one = np.ones((1, 1))
    >>> weights, log_likelihood = posterior(Answers(one, one), items, *grid())
    >>> np.exp(log_likelihood).round(6).tolist()
    [0.5]
    """
    log_right, log_wrong = log_right_and_wrong(theta, items)
    joint = answers.right @ (log_right - log_wrong).T + answers.seen @ log_wrong.T
    joint += log_weight
    top = joint.max(axis=1, keepdims=True)
    np.exp(joint - top, out=joint)
    total = joint.sum(axis=1, keepdims=True)
    joint /= total
    return joint, (top + np.log(total))[:, 0]


@dataclass(frozen=True, slots=True)
class _Point:
    """Everything that is known at one set of parameters."""

    items: Items
    model: Model
    weights: Array
    sums: ItemSums
    objective: float


def marginal(
    answers: Answers,
    begin: Items,
    model: Model,
    *,
    n_nodes: int = NODES,
    max_iterations: int = 500,
    tolerance: float = 1e-6,
) -> Outcome:
    """Fit items by marginal maximum likelihood, abilities standard normal.

    Parameters
    ----------
    answers : Answers
    begin : Items
    model : Model
    n_nodes : int, default 61
        Evenly spaced from −6 to 6; posteriors narrower than the spacing need more.
    max_iterations : int, default 500
    tolerance : float, default 1e-6
        Largest last change of a parameter, relative where it exceeds 1.

    Returns
    -------
    Outcome
        With the inverse of the observed information of all parameters together, prior included.

    References
    ----------
    Bock & Aitkin (1981), Psychometrika 46, 443–459; Liu, Rubin & Wu (1998), Biometrika 85, 755–770,
    for the rescaling.

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import FLAT
    >>> rng = np.random.default_rng(0)
    >>> right = (rng.random((500, 5)) < 1 / (1 + np.exp(-rng.normal(size=(500, 1))))).astype(float)
    >>> ones = np.ones(5)
    >>> model = Model(FLAT, True, np.zeros(5, dtype=bool))
    >>> outcome = marginal(Answers.of(right), Items(ones, 0 * ones, 0 * ones), model)
    >>> outcome.converged, bool(abs(outcome.items.slope[0] - 1.0) < 0.2)
    (True, True)
    """
    nodes = grid(n_nodes)
    spec, items = model, begin
    near, change, rounds = False, np.inf, 0
    newton = _n_parameters(model) <= MOST_PARAMETERS
    factor: Array | None = None
    steps = first_steps(coordinates(items, spec))
    point = _point(answers, items, spec, nodes)
    while rounds < max_iterations and change >= tolerance:
        rounds += 1
        near = near or (newton and (change < NEAR or rounds > EM_STEPS))
        if near and (factor is None or change > SAME):
            factor = _factor(answers, point, nodes[0])
        stepped = None if factor is None else _newton(answers, point, nodes, factor)
        if stepped is None:
            factor = None
            stepped, steps = _em(point, nodes[0], steps)
        change = largest_change(point.items, stepped)
        point = _point(answers, stepped, spec, nodes)
    covariance = _covariance(answers, point, nodes[0])
    return Outcome(point.items, covariance, point.model, rounds, bool(change < tolerance))


def _n_parameters(model: Model) -> int:
    """Return the number of parameters."""
    n_items = model.free_chance.size
    return (1 if model.common_slope else n_items) + n_items + int(model.free_chance.sum())


def _point(answers: Answers, items: Items, spec: Model, nodes: tuple[Array, Array]) -> _Point:
    """Evaluate everything at one set of parameters, and learn the prior there."""
    weights, log_likelihood = posterior(answers, items, *nodes)
    sums = item_sums(nodes[0], weights.T @ answers.right, weights.T @ answers.seen, items)
    model = with_learned_prior(spec, items, sums)
    objective = float(log_likelihood.sum()) + model.prior.log_density(items, spec.free_chance)
    return _Point(items, model, weights, sums, objective)


def _em(point: _Point, theta: Array, last: Steps) -> tuple[Items, Steps]:
    """Take one step of each item, then measure abilities from their mean in their spread."""
    of_node = point.weights.sum(axis=0) / len(point.weights)
    mean = float(of_node @ theta)
    sd = float(np.sqrt(of_node @ (theta - mean) ** 2))
    stepped, steps = scored(point.items, point.sums, point.model, last)
    return standardised(stepped, mean, sd), steps


def _newton(
    answers: Answers, point: _Point, nodes: tuple[Array, Array], factor: Array
) -> Items | None:
    """Return the items after a Newton step that raises the objective; None where none does."""
    step = _solved(point, factor)
    for _ in range(6):
        items = moved(point.items, step, point.model)
        _, log_likelihood = posterior(answers, items, *nodes)
        prior = point.model.prior.log_density(items, point.model.free_chance)
        if float(log_likelihood.sum()) + prior >= point.objective - 1e-9 * abs(point.objective):
            return items
        step = step / 2.0
    return None


def _whole_information(answers: Answers, point: _Point, theta: Array) -> Array:
    """Return the observed information of all parameters, with the prior's."""
    places = parameter_places(point.items.slope.size, point.model)
    information = observed_information(answers, point.weights, theta, point.items, point.model)
    _, prior = point.model.prior.pull(point.items)
    both = (places[:, :, None] >= 0) & (places[:, None, :] >= 0)
    rows, columns = np.broadcast_arrays(places[:, :, None], places[:, None, :])
    np.add.at(information, (rows[both], columns[both]), prior[both])
    return information


def _factor(answers: Answers, point: _Point, theta: Array) -> Array | None:
    """Return the Cholesky factor of the information; None where that is not positive."""
    from scipy.linalg import cholesky  # noqa: PLC0415 - keeps the import of kernels light

    try:
        factor = cholesky(_whole_information(answers, point, theta), lower=True)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(factor, dtype=np.float64)


def _solved(point: _Point, factor: Array) -> Array:
    """Return the Newton step, shape (n_items, 3), from a factor of the information."""
    from scipy.linalg import cho_solve  # noqa: PLC0415 - keeps the import of kernels light

    places = parameter_places(point.items.slope.size, point.model)
    there = places >= 0
    own, _ = penalised(point.items, point.sums, point.model)
    if point.model.common_slope:
        own[:, 0] = point.sums.gradient[:, 0] * point.items.slope
    gradient = np.zeros(places.max() + 1)
    np.add.at(gradient, places[there], own[there])
    solution = np.asarray(cho_solve((factor, True), gradient), dtype=np.float64)
    return np.where(there, solution[np.maximum(places, 0)], 0.0)


def _covariance(answers: Answers, point: _Point, theta: Array) -> Array:
    """Return the covariance of (a, d, c) of each item; NaN where the information is singular."""
    places = parameter_places(point.items.slope.size, point.model)
    if places.max() >= MOST_PARAMETERS:
        _, information = penalised(point.items, point.sums, point.model)
        return natural(inverted(information), point.items, point.model)
    try:
        whole = np.linalg.inv(_whole_information(answers, point, theta))
    except np.linalg.LinAlgError:
        whole = np.full((places.max() + 1,) * 2, np.nan)
    both = (places[:, :, None] >= 0) & (places[:, None, :] >= 0)
    at = np.maximum(places, 0)
    blocks = np.where(both, whole[at[:, :, None], at[:, None, :]], 0.0)
    return natural(blocks, point.items, point.model)


def inverted(blocks: Array) -> Array:
    """Return the inverses of symmetric blocks; of singular ones the pseudo-inverses.

    Examples
    --------
    >>> inverted(np.diag([2.0, 0.0])[None]).tolist()
    [[[0.5, 0.0], [0.0, 0.0]]]
    """
    return np.asarray(np.linalg.pinv(blocks, hermitian=True), dtype=np.float64)


def natural(blocks: Array, items: Items, model: Model) -> Array:
    """Return covariances of (a, d, c) from those of (log a or a, d, logit c).

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import ItemPrior
    >>> items = Items(np.array([2.0]), np.zeros(1), np.zeros(1))
    >>> natural(np.eye(3)[None], items, Model(ItemPrior(), False, np.array([False])))[0].diagonal()
    array([4., 1., 0.])
    """
    scale = np.ones((items.slope.size, 3))
    if model.log_slope:
        scale[:, 0] = items.slope
    scale[:, 2] = np.where(model.free_chance, items.chance * (1.0 - items.chance), 0.0)
    return np.asarray(blocks * scale[:, :, None] * scale[:, None, :])
