"""How far does a panel agree, and what can that tell without, or with, the right answers?"""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa

from parallaxis import _checks
from parallaxis.analyses import agreement_parts as parts
from parallaxis.analyses import agreement_tables as tables
from parallaxis.analyses.agreement_tables import (
    AgreementMember,
    AgreementPair,
    Category,
    CountedShare,
)
from parallaxis.analyses.result import Result
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.intake import Intake, Recipe
from parallaxis.kernels.draws import generator, one_blas_thread
from parallaxis.numerals import counted
from parallaxis.verdicts import Verdicts

FEW_ITEMS = 20  # common items of two members, below which their κ says little
NO_GOLD = NotAnswered(
    "without right answers an error cannot be told from the truth; verdicts may agree because they "
    "are right or because they are wrong alike"
)
NO_NUMBERS = "it needs three distinct verdicts at least that are all numbers"


@dataclass(frozen=True, slots=True)
class Errors:
    """With right answers: how alike are the errors?

    Attributes
    ----------
    n_items, n_without_gold : int
        Items with, and without, a right answer.
    options : (float, float)
        Fewest and most answers that an item offers.
    both_err : Estimate or NotAnswered
        Agreement when both err: share of one and the same wrong answer among all cases of two
        members and an item that both answer wrong.
    chance : float or NotAnswered
        Its level from the members' own wrong answers, over the cases where that is known.
    uniform : float
        Its level if wrong answers were uniform: mean of 1/(options − 1).
    excess : Estimate or NotAnswered
        Agreement when both err less that chance level; 0 for members who err independently.
    capa : Estimate or NotAnswered
        Chance-adjusted agreement κ_p, mean over pairs; 0 for members whose wrong answers are
        independent and uniform.
    unanimous_wrong : CountedShare or NotAnswered
        Unanimous items whose verdict is wrong.
    """

    n_items: int
    n_without_gold: int
    options: tuple[float, float]
    both_err: Estimate | NotAnswered
    chance: float | NotAnswered
    uniform: float
    excess: Estimate | NotAnswered
    capa: Estimate | NotAnswered
    unanimous_wrong: CountedShare | NotAnswered


@dataclass(frozen=True, eq=False)
class Agreement(Result):
    """How far do the members of a panel agree?

    Attributes
    ----------
    n_members, n_items, n_paired_items, n_complete_items : int
        Members; items with a verdict, with two at least, with one of every member.
    categories : tuple of Category
        Distinct verdicts that were given, most frequent first.
    alpha, alpha_ordinal, alpha_interval : Estimate or NotAnswered
        Krippendorff's α; by rank and by value where verdicts are numbers.
    fleiss : Estimate or NotAnswered
        Fleiss' κ of the items that every member rated.
    mean_kappa, observed : Estimate or NotAnswered
        Cohen's κ, and the share of equal verdicts, mean over pairs.
    unanimous : CountedShare or NotAnswered
        Items with one distinct verdict, of those with two verdicts at least.
    members : tuple of AgreementMember
    listed_pairs : tuple of AgreementPair
        Most alike first (2,000 at most).
    errors : Errors or NotAnswered
        Not identified without right answers.
    """

    n_members: int
    n_items: int
    n_paired_items: int
    n_complete_items: int
    categories: tuple[Category, ...]
    alpha: Estimate | NotAnswered
    alpha_ordinal: Estimate | NotAnswered
    alpha_interval: Estimate | NotAnswered
    fleiss: Estimate | NotAnswered
    mean_kappa: Estimate | NotAnswered
    observed: Estimate | NotAnswered
    unanimous: CountedShare | NotAnswered
    members: tuple[AgreementMember, ...]
    listed_pairs: tuple[AgreementPair, ...]
    errors: Errors | NotAnswered

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        own = (
            "n_members", "n_items", "n_paired_items", "n_complete_items", "categories", "alpha",
            "alpha_ordinal", "alpha_interval", "fleiss", "mean_kappa", "observed", "unanimous",
            "members", "listed_pairs", "errors",
        )  # fmt: skip
        found = {name: getattr(self, name) for name in own}
        if isinstance(self.errors, NotAnswered):
            found["votes"] = {"n_eff": self.errors}
        return {"agreement": found}

    def summary(self) -> pa.Table:
        """Return the listed pairs, a row each."""
        names = AgreementPair.__slots__
        return pa.table(
            {name: [getattr(pair, name) for pair in self.listed_pairs] for name in names}
        )

    def __str__(self) -> str:
        gold = "" if isinstance(self.errors, NotAnswered) else f", CAPA {self.errors.capa}"
        return f"agreement: {self.n_members} members, alpha {self.alpha}{gold}"


def agreement(
    verdicts: Verdicts,
    *,
    options: int | None = None,
    level: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Agreement:
    """How far do members agree, and, where right answers are known, how alike do they err?

    Parameters
    ----------
    verdicts : Verdicts
        Without right answers only agreement is answered: errors, and with them the effective
        votes, are not identified. With them, ``panel(verdicts.correct())`` counts the votes.
    options : int, optional
        How many answers each item offers, for CAPA. By default the metadata column ``options`` of
        the items, else the number of distinct verdicts and right answers of the whole table.
    level : float, default 0.95
        Coverage of intervals.
    draws : int, default 1000
        Bootstrap draws over items, or over groups of items where 20 at least are known. On large
        boards 20 parts of the items are left out in turn instead.
    seed : int, default 0
        Same seed, same verdicts, same version: same answer.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Agreement

    Raises
    ------
    InputError
        A setting out of range, or something that is no ``Verdicts``.

    Notes
    -----
    Agreement is not accuracy, and disagreement is not error. Of more than 400 members 400 are
    drawn at random, and a caution says so.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; Fleiss (1971), Psychological
    Bulletin 76, 378–382; Cohen (1960), Educational and Psychological Measurement 20, 37–46; Kim
    et al. (2025), ICML, 30038–66; Goel et al. (2025), arXiv 2502.04313.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.choice(list("ABC"), 400)
    >>> said = np.where(rng.random((5, 400)) < 0.8, truth, rng.choice(list("ABC"), (5, 400)))
    >>> found = agreement(Verdicts.from_array(said), draws=50)
    >>> round(found.alpha.estimate, 1), found.errors.why[:22]
    (0.7, 'without right answers ')
    """
    if not isinstance(verdicts, Verdicts):
        raise InputError(
            f"the verdicts are a {type(verdicts).__name__}; pass Verdicts, made by load_verdicts(),"
            " Verdicts.from_frame() or Verdicts.from_array()."
        )
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=2)
    if options is not None:
        _checks.positive_integer("options", options, at_least=2)
    parts.check_options(verdicts, options)
    seated, drawn = _seated(verdicts, _checks.seed(seed))
    said = parts.made_ready(seated, options)
    with one_blas_thread():
        found = parts.pairs(said)
        whole = parts.coefficients(said, found, np.ones(said.n_items))[0]
        replicates = parts.spread_or_why(said, draws, seed, progress)
    settings = {"options": options, "level": level, "draws": draws, "intervals": "none"}
    if isinstance(replicates, parts.Spread):
        units = "items" if said.groups.max() + 1 == said.n_items else "groups of items"
        settings["intervals"] = f"{replicates.method} over {units}"
    recipe = Recipe(MappingProxyType(settings), seed, verdicts.data_hash, _intake(verdicts))
    cautions = (*verdicts.provenance.notes, *drawn, *_cautions(said, seated, found, options))
    return _answer(said, found, _Numbers(whole, replicates, level), recipe, cautions)


@dataclass(frozen=True, eq=False, slots=True)
class _Numbers:
    """The coefficients, their replicates, and the level of intervals."""

    whole: parts.Array
    replicates: parts.Spread | NotAnswered
    level: float

    def of(self, name: str, why: str) -> Estimate | NotAnswered:
        """Return one coefficient with its interval, or why there is none."""
        return parts.estimate(name, self.whole, self.replicates, self.level, why)


def _answer(
    said: parts.Said,
    found: parts.Pairs,
    numbers: _Numbers,
    recipe: Recipe,
    cautions: tuple[Caution, ...],
) -> Agreement:
    """Put the answer together."""
    paired, alike = tables.unanimous(said)
    one = "no item has verdicts of two members, or all such verdicts are one and the same"
    complete = said.complete.size
    fleiss = f"{counted(complete, 'item')} rated by every member, or one verdict only"
    return Agreement(
        recipe=recipe,
        cautions=cautions,
        n_members=len(said.models),
        n_items=said.n_items,
        n_paired_items=int(paired.sum()),
        n_complete_items=complete,
        categories=tables.categories(said),
        alpha=numbers.of("alpha", one),
        alpha_ordinal=numbers.of("alpha_ordinal", NO_NUMBERS),
        alpha_interval=numbers.of("alpha_interval", NO_NUMBERS),
        fleiss=numbers.of("fleiss", fleiss),
        mean_kappa=numbers.of("mean_kappa", "no two members share items on which they vary"),
        observed=numbers.of("observed", "no item has verdicts of two members"),
        unanimous=tables.counted_share(int(alike.sum()), int(paired.sum()), numbers.level),
        members=tables.members(said, found),
        listed_pairs=tables.listed_pairs(said, found),
        errors=_errors(said, numbers) if said.judged.size else NO_GOLD,
    )


def _errors(said: parts.Said, numbers: _Numbers) -> Errors:
    """Say how alike the errors are."""
    none = "no two members answer one item wrong"
    rare = "no right answer occurs on items enough to tell the chance level of wrong ones"
    both_err, excess = numbers.of("both_err", none), numbers.of("excess", rare)
    chance: float | NotAnswered = float(numbers.whole[parts.COEFFICIENTS.index("chance")])
    if isinstance(excess, NotAnswered):
        chance = excess
    if said.n_options.max() == 2.0:
        forced = "with two possible verdicts there is one way to err, and all who err agree"
        both_err = excess = chance = NotAnswered(forced)
    always = "no two members share items, or all of them are always right"
    wrong, of = tables.unanimously_wrong(said)
    return Errors(
        n_items=said.judged.size,
        n_without_gold=said.n_items - said.judged.size,
        options=(float(said.n_options.min()), float(said.n_options.max())),
        both_err=both_err,
        chance=chance,
        uniform=float((1.0 / (said.n_options - 1.0)).mean()),
        excess=excess,
        capa=numbers.of("capa", always),
        unanimous_wrong=tables.counted_share(wrong, of, numbers.level),
    )


def _seated(verdicts: Verdicts, seed: int) -> tuple[Verdicts, tuple[Caution, ...]]:
    """Leave out members without a verdict, and draw some at random from very many."""
    names = [verdicts.models[i] for i in np.flatnonzero((verdicts.codes >= 0).any(axis=1))]
    notes = []
    silent = verdicts.n_models - len(names)
    if silent:
        text = f"{silent} of {verdicts.n_models} members give no verdict at all and are left out."
        notes.append(Caution("members_left_out", text))
    if len(names) > parts.MAX_MEMBERS:
        text = (
            f"The panel is {parts.MAX_MEMBERS} of {len(names)} members, drawn at random by the "
            "seed; select members to choose them yourself."
        )
        notes.append(Caution("panel_sampled", text))
        rows = generator(seed, parts.SUBSET_STREAM, 0).permutation(len(names))
        names = [names[i] for i in rows[: parts.MAX_MEMBERS]]
    return verdicts.select_models(names), tuple(notes)


def _cautions(
    said: parts.Said, verdicts: Verdicts, found: parts.Pairs, options: int | None
) -> tuple[Caution, ...]:
    """Say what a reader of these numbers must know."""
    notes = []
    common = found.plain.n[np.triu_indices(len(said.models), 1)]
    if common.size and np.median(common) < FEW_ITEMS:
        text = (
            f"Two members share {np.median(common):.0f} items in the middle; from so few, the "
            "agreement of a pair is mostly chance."
        )
        notes.append(Caution("few_items", text))
    assumed = options is None and verdicts.metadata("options") is None
    if said.judged.size and assumed and len(said.categories) > 2:
        text = (
            f"CAPA takes every item to offer {len(said.categories)} answers, as many as the table "
            "has distinct verdicts; pass options, or item metadata 'options', if items offer fewer."
        )
        notes.append(Caution("options_assumed", text))
    return tuple(notes)


def _intake(verdicts: Verdicts) -> Intake:
    """Describe what came in."""
    observed = verdicts.codes >= 0
    low = np.where(observed, verdicts.codes, len(verdicts.categories)).min(axis=0)
    return Intake(
        sources=verdicts.provenance.sources,
        format=verdicts.provenance.format,
        n_models=verdicts.n_models,
        n_items=verdicts.n_items,
        n_missing=verdicts.n_missing,
        n_dead=int((verdicts.codes.max(axis=0) <= low).sum()),
        n_unscored_models=int((~observed.any(axis=1)).sum()),
        n_unscored_items=int((~observed.any(axis=0)).sum()),
        scale="verdicts",
        bounds=None,
        notes=verdicts.provenance.notes,
    )
