"""The worlds of the accuracy ledger: what is simulated, at which sizes, how often."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

from parallaxis import worlds
from parallaxis.worlds import World

STEEP: dict[str, Any] = {
    "discrimination": 1.5,
    "discrimination_spread": 0.4,
    "difficulty_spread": 2.0,
}
SHORT, USUAL, LONG = (60, 300), (130, 500), (1_000, 100)
Sizes = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Entry:
    """One world of the ledger.

    Attributes
    ----------
    make : callable
        Takes n_models, n_items and seed.
    axes : int
        True number of abilities.
    kind : str
        ``null`` (at most one ability, nothing else), ``axes`` (several abilities) or
        ``dependence`` (one ability, and something that is none).
    sizes : tuple of (int, int)
    draws : int
        Boards a size.
    """

    make: Callable[..., World]
    axes: int
    kind: str
    sizes: Sizes = (SHORT, USUAL, LONG)
    draws: int = 200


def _one(**settings: Any) -> Entry:
    """One ability, unless told otherwise with steep and unequal items."""
    return Entry(partial(worlds.one_ability, **{**STEEP, **settings}), 1, "null")


def _gaps(pattern: Literal["random", "block"]) -> Entry:
    """One ability with missing cells."""

    def make(*, n_models: int, n_items: int, seed: int) -> World:
        whole = worlds.one_ability(n_models=n_models, n_items=n_items, seed=seed, **STEEP)
        return worlds.with_gaps(whole, share=0.2, pattern=pattern, seed=seed)

    return Entry(make, 1, "null")


def _several(make: Callable[..., World], k: int) -> Entry:
    """Several abilities."""
    return Entry(make, k, "axes", draws=40)


def _dependent(make: Callable[..., World]) -> Entry:
    """One ability and a dependence."""
    return Entry(make, 1, "dependence", draws=40)


def _real(k: int, **settings: Any) -> Entry:
    """Real or bounded scores."""
    kind, draws = ("null", 200) if k < 2 else ("axes", 40)
    return Entry(partial(worlds.factors, k=k, **settings), k, kind, draws=draws)


LEDGER: Mapping[str, Entry] = MappingProxyType(
    {
        "independent noise": Entry(worlds.independent_noise, 0, "null"),
        "2PL": _one(),
        "equal slopes": _one(discrimination_spread=0.0),
        "wide slopes and difficulties": _one(discrimination_spread=0.8, difficulty_spread=3.0),
        "15 % of items reversed": _one(reversed_share=0.15),
        "ceiling": _one(difficulty_shift=-2.3),
        "floor": _one(difficulty_shift=2.3),
        "Guttman-like": _one(discrimination=8.0, discrimination_spread=0.0, difficulty_spread=0.5),
        "chance .25, not told": _one(chance=0.25),
        "slips and guesses": _one(chance=0.04, slip=0.08),
        "complementary log-log": _one(link="cloglog"),
        "bimodal abilities": _one(ability_distribution="bimodal"),
        "20 % missing at random": _gaps("random"),
        "20 % missing in blocks": _gaps("block"),
        "real, one factor": _real(1),
        "real, one factor, t4 noise": _real(1, noise="t4"),
        "real, one factor, unequal models": _real(1, model_noise_spread=0.5),
        "bounded, one factor": _real(1, form="bounded"),
        "models of unequal noise, no axis": Entry(worlds.unequal_models, 0, "null", (SHORT,), 100),
        "items of unequal scale, one axis": Entry(worlds.unequal_items, 1, "null", (SHORT,), 100),
        "second axis, ratio .3": _several(partial(worlds.bifactor, ratio=0.3), 2),
        "second axis, ratio .6": _several(partial(worlds.bifactor, ratio=0.6), 2),
        "second axis, ratio 1": _several(partial(worlds.bifactor, ratio=1.0), 2),
        "two related abilities": _several(
            partial(worlds.several_abilities, k=2, correlation=0.5), 2
        ),
        "three related abilities": _several(
            partial(worlds.several_abilities, k=3, correlation=0.5), 3
        ),
        "three abilities, chance .25": _several(
            partial(worlds.several_abilities, k=3, correlation=0.5, chance=0.25), 3
        ),
        "three dense axes": _several(partial(worlds.several_abilities, k=3, structure="dense"), 3),
        "six dense axes": _several(partial(worlds.several_abilities, k=6, structure="dense"), 6),
        "real, two factors": _real(2),
        "real, three factors, unequal models": _real(3, model_noise_spread=0.5),
        "families of near copies": _dependent(worlds.family_copies),
        "families with habits": _dependent(worlds.family_effects),
        "testlets of five": _dependent(worlds.item_testlets),
        "15 % answer half at random": _dependent(worlds.random_answerers),
        "one outlier model": _dependent(worlds.outlier_model),
        "re-graded items": _dependent(worlds.regraded_items),
        "release date drift": _dependent(worlds.release_drift),
    }
)
