"""Which items tell models apart, where on the scale, and how able is each model?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.result import Result
from parallaxis.analyses.unlinked import unlinked_blocks
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Recipe
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.irt import MODELS, ItemResponseFit, ModelName, fit
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Chance = float | Sequence[float] | Array | Literal["estimate"] | None
FEWEST_MODELS = 20
FEWEST_ITEMS = 3
MIXED = 0.25  # share of items turned round from which the able end is not told apart
FEW_MODELS = 100  # below, slopes lean on the prior
UNUSED = NotAnswered("all scored models agree on it, or none is scored")


@dataclass(frozen=True, slots=True)
class ModelAbility:
    """How able is one model?

    Attributes
    ----------
    name : str
    estimate : float
        Mean of the ability given the answers; over models the scale has mean 0 and variance 1.
    standard_error : float
        Standard deviation of the ability given the answers, items as known.
    interval : (float, float)
    """

    name: str
    estimate: float
    standard_error: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class ItemParameters:
    """Where on the scale, and how sharply, does one item tell models apart?

    Attributes
    ----------
    name : str
    difficulty : Estimate or NotAnswered
        Ability at which the answer is known with probability ½.
    discrimination : Estimate or NotAnswered
        Slope; negative where better models fail.
    intercept : Estimate or NotAnswered
        Log odds to know the answer at ability 0.
    chance : Estimate or NotAnswered
        Probability to be right without knowing.
    standard_errors : mapping of str to float
        Of the four, by name; empty for an item that was not fitted.
    """

    name: str
    difficulty: Estimate | NotAnswered
    discrimination: Estimate | NotAnswered
    intercept: Estimate | NotAnswered
    chance: Estimate | NotAnswered
    standard_errors: dict[str, float]


@dataclass(frozen=True, eq=False)
class ItemResponse(Result):
    """What a one-dimensional item response model says of a board.

    Attributes
    ----------
    model : {"1pl", "2pl", "3pl"}
    abilities : tuple of ModelAbility or NotAnswered
        In the order of the board.
    items : tuple of ItemParameters or NotAnswered
        In the order of the board; dead items are there and not answered.
    log_likelihood : float or NotAnswered
        Marginal: abilities integrated out, items at their estimates.
    converged : bool or NotAnswered
    n_iterations : int
    n_items_used, n_dead : int
        Items in the fit, and items set aside because they do not vary.
    fitted : ItemResponseFit or None
        The arrays behind the answer, over the items used.
    """

    model: ModelName
    abilities: tuple[ModelAbility, ...] | NotAnswered
    items: tuple[ItemParameters, ...] | NotAnswered
    log_likelihood: float | NotAnswered
    converged: bool | NotAnswered
    n_iterations: int
    n_items_used: int
    n_dead: int
    fitted: ItemResponseFit | None

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        names = ("model", "abilities", "items", "log_likelihood", "converged", "n_iterations")
        return {name: getattr(self, name) for name in (*names, "n_items_used", "n_dead")}

    def summary(self) -> pa.Table:
        """Return the items that were fitted, a row each."""
        items = () if isinstance(self.items, NotAnswered) else self.items
        rows = [_row(item) for item in items if item.standard_errors]
        return pa.Table.from_pylist(rows)

    def __str__(self) -> str:
        if isinstance(self.abilities, NotAnswered):
            return f"item response: {self.abilities}"
        end = "converged" if self.converged is True else "did not converge"
        return (
            f"item response: {self.model} of {counted(len(self.abilities), 'model')} and "
            f"{counted(self.n_items_used, 'item')}, {end} in {self.n_iterations} iterations"
        )


def item_response(
    board: ScoreMatrix | Ingredients,
    *,
    model: ModelName = "2pl",
    chance: Chance = None,
    level: float = 0.95,
    seed: int = 0,
) -> ItemResponse:
    """Which items tell models apart, where on the scale, and how able is each model?

    Parameters
    ----------
    board : ScoreMatrix
        Binary: 1 = right. NaN = not scored; such a cell says nothing.
    model : {"1pl", "2pl", "3pl"}, default "2pl"
        One slope for all items; a slope each; a chance level as well.
    chance : float, sequence of float, or "estimate", optional
        Probability to be right without knowing, for all items or for each of the board's items. By
        default the item metadata's ``chance`` where there is such a column, gaps of it estimated in
        the 3PL; else 0 in the 1PL and 2PL, and estimated in the 3PL.
    level : float, default 0.95
        Coverage of the intervals.
    seed : int, default 0
        Part of the recipe; nothing is drawn.

    Returns
    -------
    ItemResponse
        Not identified on a board that is not binary, and with fewer than 20 models or 3 items that
        tell models apart.

    Raises
    ------
    InputError
        A setting out of range; chance to be estimated in a model without it.

    Notes
    -----
    P(right) = c + (1 − c) / (1 + exp(−(a θ + d))), θ ~ N(0, 1), b = −d/a. Weak priors whose centres
    are learned from the board: log a ~ N(μ, ½²), or a ~ N(m, s²) where better models clearly fail
    an item; d ~ N(0, 3²); c beta with the weight of 20 answers. Intervals are estimate ± z standard
    errors, clipped to [0, 1] for chance; those of items are conditional on the prior's centres.

    References
    ----------
    Birnbaum (1968) in Lord & Novick, Statistical Theories of Mental Test Scores, 397–479; Mislevy
    (1986), Psychometrika 51, 177–195.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(80, 1)), np.linspace(-1.5, 1.5, 40)
    >>> right = rng.random((80, 40)) < 1.0 / (1.0 + np.exp(difficulty - ability))
    >>> found = item_response(ScoreMatrix.from_array(right), model="1pl")
    >>> str(found)
    'item response: 1pl of 80 models and 40 items, converged in 6 iterations'
    >>> found.items[0].difficulty.estimate < -1.0 < 1.0 < found.items[-1].difficulty.estimate
    True
    """
    _checks.choice("model", model, MODELS)
    _checks.probability("level", level)
    shared = Ingredients.of(board)
    levels = _chance(shared, chance, model)
    asked = chance if chance is None or isinstance(chance, str) else np.asarray(chance).tolist()
    recipe = shared.recipe(_checks.seed(seed), model=model, chance=asked, level=level)
    live = shared.live if shared.board.scale == "binary" else np.zeros(shared.board.n_items, bool)
    why = _too_little(shared, int(live.sum()))
    if why is not None:
        return _not_identified(shared, recipe, model, why, live)
    with one_blas_thread():
        found = fit(shared.board.values[:, live], model=model, chance=levels[live])
    z = _quantile(level)
    return ItemResponse(
        recipe=recipe,
        cautions=(
            *shared.cautions,
            *_own_cautions(found),
            *unlinked_blocks(~np.isnan(shared.board.values)),
        ),
        model=model,
        abilities=_abilities(shared.board.models, found, z),
        items=_items(shared.board.items, live, found, z),
        log_likelihood=found.log_likelihood,
        converged=found.converged,
        n_iterations=found.n_iterations,
        n_items_used=int(live.sum()),
        n_dead=int((~live).sum()),
        fitted=found,
    )


def _chance(shared: Ingredients, chance: Chance, model: ModelName) -> Array:
    """Return the chance of each item of the board as it is used, NaN where it is estimated."""
    if isinstance(chance, str) and chance != "estimate":
        raise InputError(f"chance is {chance!r}; pass 'estimate', a number, or one for each item.")
    kept, source = shared.board, shared.source
    column = kept.metadata("item", "chance") if chance is None else None
    if column is not None:
        return _known(np.array([np.nan if c is None else c for c in column], float), model)
    if chance is None:
        chance = "estimate" if model == "3pl" else 0.0
    number = np.asarray(np.nan if isinstance(chance, str) else chance, dtype=np.float64)
    if number.ndim and number.shape != (source.n_items,):
        raise InputError(
            f"chance has shape {number.shape}; pass one number, or one for each of the "
            f"{source.n_items} items of the board."
        )
    by_name = dict(zip(source.items, np.broadcast_to(number, source.n_items), strict=True))
    return _known(np.array([by_name[name] for name in kept.items]), model)


def _known(chance: Array, model: ModelName) -> Array:
    """Refuse chance levels that are none, and those that the model cannot estimate."""
    wrong = chance[(chance < 0.0) | (chance >= 1.0)]
    if wrong.size:
        raise InputError(f"chance is {wrong[0]:g}; pass numbers from 0 to below 1.")
    if np.isnan(chance).any() and model != "3pl":
        raise InputError(
            f"the chance of {counted(int(np.isnan(chance).sum()), 'item')} is not known and the "
            f"{model} does not estimate it; pass model='3pl', or chance=0 to leave it out."
        )
    return chance


def _too_little(shared: Ingredients, used: int) -> str | None:
    """Say why a board cannot carry an item response model, or None."""
    if shared.board.scale != "binary":
        return (
            f"an item response model needs right or wrong answers and the scores are "
            f"{shared.board.scale}"
        )
    if shared.board.n_models < FEWEST_MODELS or used < FEWEST_ITEMS:
        return (
            f"{counted(shared.board.n_models, 'model')} and {counted(used, 'item')} that tell "
            f"models apart; an item response model needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
        )
    return None


def _not_identified(
    shared: Ingredients, recipe: Recipe, model: ModelName, why: str, live: NDArray[np.bool_]
) -> ItemResponse:
    """Say why a board does not answer the question."""
    reason = NotAnswered(why)
    return ItemResponse(
        recipe=recipe,
        cautions=shared.cautions,
        model=model,
        abilities=reason,
        items=reason,
        log_likelihood=reason,
        converged=reason,
        n_iterations=0,
        n_items_used=int(live.sum()),
        n_dead=int(shared.board.dead.sum()),
        fitted=None,
    )


def _quantile(level: float) -> float:
    """Return the normal quantile of a two-sided interval."""
    from scipy.special import ndtri  # noqa: PLC0415 - SciPy is loaded where it is needed

    return float(ndtri(0.5 + 0.5 * level))


def _abilities(
    models: tuple[str, ...], found: ItemResponseFit, z: float
) -> tuple[ModelAbility, ...]:
    """Name each ability."""
    pairs = zip(models, found.ability.tolist(), found.ability_error.tolist(), strict=True)
    return tuple(
        ModelAbility(name, value, error, (value - z * error, value + z * error))
        for name, value, error in pairs
    )


def _items(
    names: tuple[str, ...], live: NDArray[np.bool_], found: ItemResponseFit, z: float
) -> tuple[ItemParameters, ...]:
    """Name the parameters of each item; dead ones have none."""
    columns = {
        "difficulty": (found.difficulty.tolist(), found.difficulty_error.tolist()),
        "discrimination": (found.discrimination.tolist(), found.discrimination_error.tolist()),
        "intercept": (found.intercept.tolist(), found.intercept_error.tolist()),
        "chance": (found.chance.tolist(), found.chance_error.tolist()),
    }
    place = np.cumsum(live) - 1
    return tuple(
        _item(name, {part: (v[t], e[t]) for part, (v, e) in columns.items()}, z)
        if alive
        else ItemParameters(name, UNUSED, UNUSED, UNUSED, UNUSED, {})
        for name, alive, t in zip(names, live.tolist(), place.tolist(), strict=True)
    )


def _item(name: str, parts: dict[str, tuple[float, float]], z: float) -> ItemParameters:
    """Give each parameter of one item its interval."""
    whole = {part: Estimate(v, (v - z * e, v + z * e)) for part, (v, e) in parts.items()}
    guess, error = parts["chance"]
    if error > 0.0:
        low, high = max(guess - z * error, 0.0), min(guess + z * error, 1.0)
        whole["chance"] = Estimate(guess, (low, high))
    errors = {part: error for part, (_, error) in parts.items()}
    return ItemParameters(name, **whole, standard_errors=errors)


def _row(item: ItemParameters) -> dict[str, float | str]:
    """Return one item as a row of the table."""
    row: dict[str, float | str] = {"item": item.name}
    for part, error in item.standard_errors.items():
        value = getattr(item, part)
        row[part], row[f"{part}_error"] = value.estimate, error
    return row


def _either_way(backwards: int, found: ItemResponseFit) -> str:
    """Say that the able end is not told apart where many items run the other way."""
    many = backwards >= MIXED * found.discrimination.size
    return (
        "; with so many, the scores alone do not say which end of the scale is the able one"
        if many
        else ""
    )


def _own_cautions(found: ItemResponseFit) -> list[Caution]:
    """Return what a reader of these parameters in particular must know."""
    cautions = []
    if not found.converged:
        cautions.append(
            Caution(
                "item_response_not_converged",
                f"the item response model did not settle in {found.n_iterations} iterations; "
                "steep items and copies of models make it waver.",
            )
        )
    backwards = int((found.discrimination < 0.0).sum())
    if backwards:
        cautions.append(
            Caution(
                "negative_discrimination",
                f"better models fail {backwards} of {found.discrimination.size} items more often "
                f"than worse ones; check their answer keys{_either_way(backwards, found)}.",
            )
        )
    if found.ability.size < FEW_MODELS and found.model != "1pl":
        cautions.append(
            Caution(
                "few_models_for_slopes",
                f"discrimination of each item rests on {found.ability.size} models and leans on "
                "the prior, which pulls it towards the board's mean.",
            )
        )
    return cautions
