"""The worlds of ``simulate``: their names, their options, and the world that comes of them."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from parallaxis.worlds import World

Command = Callable[..., Any]
NAMES = (  # written out, because --help must not wait for the worlds to be imported
    "independent_noise",
    "one_ability",
    "abilities",
    "several_abilities",
    "bifactor",
    "factors",
    "shared_component",
    "family_copies",
    "family_effects",
    "item_testlets",
    "random_answerers",
    "outlier_model",
    "regraded_items",
    "release_drift",
    "unequal_models",
    "unequal_items",
)
LOGISTIC = "one_ability, several_abilities, bifactor"
WORDS = {  # setting: the worlds that have it, and what it is
    "k": ("abilities, several_abilities, factors, unequal_items", "how many."),
    "loading": ("abilities, factors, unequal_items", "loading of each item on its ability."),
    "loading_spread": ("factors", "spread of log loading."),
    "correlation": (
        "several_abilities, factors, shared_component",
        "latent correlation, of abilities or of models.",
    ),
    "discrimination": (LOGISTIC, "median slope."),
    "discrimination_spread": (LOGISTIC, "spread of log discrimination."),
    "difficulty_spread": (LOGISTIC, "spread of difficulty."),
    "difficulty_shift": ("one_ability", "mean difficulty."),
    "reversed_share": ("one_ability", "share of items that better models fail."),
    "chance": (LOGISTIC, "probability of guessing right."),
    "slip": ("one_ability", "probability of failing what one knows."),
    "ratio": ("bifactor", "loading on the second ability over that on the general one."),
    "second_share": ("bifactor", "share of items that ask for the second ability."),
    "item_noise_spread": ("factors", "spread of log noise over items."),
    "model_noise_spread": ("factors, unequal_models", "spread of log noise over models."),
    "models_per_family": ("family_copies, family_effects", "size of a family."),
    "lowest_flips": ("family_copies", "lowest share of answers turned round."),
    "highest_flips": ("family_copies", "highest share of answers turned round."),
    "items_per_testlet": ("item_testlets", "size of a testlet."),
    "effect_spread": ("family_effects, item_testlets", "spread of the shared effect, in logits."),
    "models_share": ("random_answerers", "share of models that answer at random."),
    "items_share": ("random_answerers", "share of items on which they do."),
    "guess": ("random_answerers", "their probability of being right."),
    "regraded_share": ("regraded_items", "share of items that are re-graded."),
    "grader_shift": ("regraded_items", "how much milder the new grader is, in logits."),
    "trend": ("release_drift", "correlation of ability and date."),
    "drift": ("release_drift", "change of profile with the date."),
    "loud_share": ("unequal_items", "share of items of the larger scale."),
    "loud_scale": ("unequal_items", "their scale."),
}
CHOICES = {
    "structure": (
        "several_abilities, factors",
        ("simple", "dense"),
        "one ability an item, or all.",
    ),
    "link": ("one_ability", ("logistic", "cloglog"), "form of the item curve."),
    "ability_distribution": ("one_ability", ("normal", "bimodal"), "form of the distribution."),
    "noise": ("factors, unequal_models", ("normal", "t4"), "form of the noise."),
    "form": ("factors", ("real", "bounded"), "form of the scores."),
}
WHOLE = {"k": 0, "models_per_family": 1, "items_per_testlet": 1}  # the least of whole numbers


def world_options(command: Command) -> Command:
    """Add the name of a world, its size, its settings, and cells to blank."""
    options: tuple[Callable[[Command], Command], ...] = (
        click.argument("world", metavar="WORLD", type=click.Choice(NAMES)),
        click.option("--n-models", type=click.IntRange(1), help="Number of models."),
        click.option("--n-items", type=click.IntRange(1), help="Number of items."),
        *(_number_option(name) for name in WORDS),
        click.option(
            "--accuracy",
            type=(float, float),
            metavar="LOW HIGH",
            help="shared_component: lowest and highest share right.",
        ),
        *(_choice_option(name) for name in CHOICES),
        click.option("--missing-share", type=float, help="Share of cells to blank."),
        click.option(
            "--missing-pattern",
            type=click.Choice(["random", "block"]),
            default="random",
            help="Blank cells at random, or by block. Default: random.",
        ),
        click.option("--seed", type=click.IntRange(0), default=0, help="Seed. Default: 0."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def simulated_world(options: dict[str, Any]) -> "World":
    """Simulate a world with the options that were given; refuse those it does not have."""
    from parallaxis.worlds import WORLDS, with_gaps  # noqa: PLC0415 - keeps --help fast

    make = WORLDS[options.pop("world")]
    share, pattern = options.pop("missing_share", None), options.pop("missing_pattern", "random")
    given = {name: value for name, value in options.items() if value is not None}
    known = inspect.signature(make).parameters
    for name in given:
        if name not in known:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} is not an option of {make.__name__}.")
    world = make(**given)
    if share is None:
        return world
    return with_gaps(world, share=share, pattern=pattern, seed=given["seed"])


def _number_option(name: str) -> Callable[[Command], Command]:
    """Return the option of a setting that is a number."""
    worlds, words = WORDS[name]
    kind = click.IntRange(WHOLE[name]) if name in WHOLE else click.FLOAT
    return click.option(_dashed(name), type=kind, help=f"{worlds}: {words}")


def _choice_option(name: str) -> Callable[[Command], Command]:
    """Return the option of a setting that is a choice."""
    worlds, allowed, words = CHOICES[name]
    return click.option(_dashed(name), type=click.Choice(allowed), help=f"{worlds}: {words}")


def _dashed(name: str) -> str:
    """Return a setting's name as an option."""
    return f"--{name.replace('_', '-')}"
