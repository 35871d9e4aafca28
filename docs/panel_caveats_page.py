"""Print the page of panel caveats: ``docs/panel_caveats_page.py > docs/panel-caveats.md``."""

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass

import panel_caveats_pairs as pairs
import panel_caveats_strata as strata
import panel_caveats_votes as votes
import panel_caveats_worlds as worlds

TOP = """# Caveats of effective votes

This page is printed by `python docs/panel_caveats_page.py`; a test fails when it is stale.

Every caveat of the note "Effective Independence" (Latipov 2026, doi 10.5281/zenodo.23132592), and
some that it does not make, each with simulated panels whose truth is known. Every number in a table
is what this library answers; brackets are 95 % intervals over items, unless the text says that they
are over simulated boards. Boards have 10,000 items unless the text says otherwise.

φ is the correlation of right and wrong as they are, ρ the tetrachoric correlation, both as means
over pairs. *Votes* are Kish's n/(1 + (n − 1)ρ). Most worlds start from these two functions, and
`parallaxis simulate shared_component --n-models 9 --n-items 10000 --correlation 0.5` makes the same
panel on the command line:

{code}

`px.panel(px.ScoreMatrix.from_array(answers))` answers for any of the worlds below. `np` is NumPy,
`ndtri` the normal quantile from `scipy.special`; `Array` and `Answers` are arrays of numbers and of
truth values, models in rows.
"""


@dataclass(frozen=True)
class Caveat:
    """One caveat: what it says, the worlds that show it, and what comes out."""

    title: str
    text: str
    made_by: tuple[Callable[..., object], ...]
    tables: tuple[Callable[[], str], ...]


CAVEATS = (
    Caveat(
        "φ is not ρ, not even at one half",
        """
φ understates a latent correlation, so that it promises too many votes. The loss is smallest where
models are right on half of the items, but it does not vanish there: at ρ = ½ φ is ⅓. It grows
towards both ends, and where models differ in their share right: the panel of 2 % to 98 % is our
counterpart of the note's world with a constant bias for each agent, in which φ gave 3.48 votes for
1.80.

The direction holds for positive correlations only. The note says that φ is never larger than ρ; for
models that correlate negatively it is, and φ then promises too *few* votes. What always holds is
|φ| ≤ |ρ|.
""",
        (),
        (pairs.attenuation,),
    ),
    Caveat(
        "ρ assumes a normal latent: guessing",
        """
Where models guess what they do not know, with a chance of ¼, the latent is not normal. If each
guesses by itself, guesses are noise that nobody shares: ρ is too low and the votes are too many, as
the note says. If all are lucky on the same items (a give-away option, say), it is the reverse. The
correction for guessing, which `chance` asks for, restores ρ = .5 (1.80 votes) in the first case.
It assumes that guesses are independent, so in the second it moves ρ further away from the truth.
""",
        (worlds.guessed,),
        (pairs.guessing,),
    ),
    Caveat(
        "ρ assumes a normal latent: skew and heavy tails",
        """
In all of these worlds the latent correlation is .5 exactly. The bias of ρ has no fixed sign. With a
long tail of hard items, models that are right on most items are told apart in that tail, where the
shared component is loud: ρ is too high; models that are right on few items meet a short tail, and ρ
is too low. Heavy tails raise ρ at both ends. At one half skew still lowers ρ by a fifth. The note's
"upper bounds with unknown bias" is right about the bias, not about the bound.
""",
        (worlds.not_normal,),
        (pairs.not_normal,),
    ),
    Caveat(
        "Pairs do not see the tail",
        """
Two panels with the same ρ can miss different numbers of items all at once. Here the key of some
items is broken, so that everybody is wrong there. From the correlation of pairs, one normal factor
predicts far fewer items that all miss; this is the ratio of which the note quotes 2.5 (Chen,
arXiv:2606.27288). No number of further members mends these items.

What it costs the vote is another question. The broken items raise ρ, and from that ρ too *low* a
majority is predicted, because on all other items models are less alike than ρ says. So "the truth
sits at or below our n_eff" holds for the items that any member has right, and not for the majority.
In the last world it is the reverse: few items are missed by all, but on 30 % of them most members
are wrong. The majority is worse than predicted, and more members make it worse still. The ratio
says that the factor model fails, not what voting loses: look at the observed majority.
""",
        (worlds.broken_items, worlds.misleading_items),
        (votes.tails, votes.tails_and_votes),
    ),
    Caveat(
        "Votes are not a jury",
        """
Kish's number is about the variance of a mean of continuous outcomes. A majority of right and wrong
answers is something else, and the number of votes is not the size of an independent jury that is as
often right (sizes between odd numbers by a straight line). Here such a jury is larger than the
votes. Nor is ρ what the variance of the share of right votes hangs on: *votes by variance* is the
variance of one member over that of the share of right votes, which is n/(1 + (n − 1)φ) (means of 20
parts of the items, intervals over parts). One ρ belongs to many accuracies; read the majority
itself. Where members are right on fewer than half of the items, voting makes them worse.
""",
        (),
        (votes.juries,),
    ),
    Caveat(
        "A projection assumes one share right for all",
        """
From a published φ̄ alone, ρ can only be projected for members who are all right equally often. If
they are, and all pairs are alike, the projection is exact. The more they differ, the more votes it
promises: the truth is 1.80 votes in all rows. The note measured a bias of −1 % on its own panels
and adds that this is one regime. It is no bound for panels of very unequal members.
""",
        (),
        (pairs.projections,),
    ),
    Caveat(
        "Another pool, other votes",
        """
Votes belong to a pool of models *and* a set of items. Twenty-four models are right on 40 % to 80 %
of the items. Whether ρ rises among the best third depends on what makes them good. That it rose on
one archive ("more accurate models are also more correlated") is a finding about that archive, not a
law. Compare ρ rather than votes between pools of different sizes. Section 11 changes the items
instead, and the votes of the same kind of models run from 25 to 1.
""",
        (worlds.unequal_loadings,),
        (pairs.pools,),
    ),
    Caveat(
        "Do not stratify by difficulty",
        """
In this model the difficulty of an item *is* the shared component. Counting pairs within strata of
items of equal difficulty takes away what is measured, and leaves only what the estimate of
difficulty misses. Here ρ is .5, difficulty is the number of models that are right, and the means
are over the pairs of nine models on ten simulated boards of 4,000 items (intervals over boards).
The better the estimate, the less is left. Where one or both of the pair are counted in it, it is
also an *effect* of their answers, and conditioning on an effect makes its causes look opposed.
""",
        (strata.within_strata,),
        (pairs.strata,),
    ),
    Caveat(
        "Leaving the pair out does not help",
        """
The sum of the others can be a collider even then. One half of 24 models depends on one property of
the items, the other half on another one, unrelated to it. Among items that equally many of the
others have right, more of the one property means less of the other, and models that have nothing in
common look opposed. Ten boards of 4,000 items, intervals over boards.
""",
        (worlds.two_skills,),
        (pairs.collider,),
    ),
    Caveat(
        "Votes are not likeness",
        """
Two panels of 30 models with the same ρ and the same votes. In the first, models share one ordering
of the items and nothing else; in the second, six families share blind spots of their own besides.
Votes cannot tell them apart. The residuals of an item response model can: families are alike in the
second world only (excess within families at equal ability, p by permutation). A blind spot that
*all* models share is, in such a matrix, the same thing as an item that is hard. 2,000 items.
""",
        (worlds.families,),
        (votes.blind_spots,),
    ),
    Caveat(
        "Independent solvers show few votes",
        """
Here each answer is independent of all others given the item (a Rasch model,
`worlds.one_ability(n_models=24, n_items=4000, difficulty_spread=…)`). ρ is about the share that the
variance of difficulty has in that of the logistic latent, s²/(s² + π²/3), and a wide spread of
difficulty leaves one vote of 24. So few votes are no evidence of shared training or architecture.
""",
        (),
        (pairs.one_ordering,),
    ),
    Caveat(
        "Few items add noise, and near the ceiling also bias",
        """
Chunks of the items of one board with ρ = .5, up to 100 of each size; the intervals of the mean are
over chunks, and *sd of one* is how much one chunk varies. At balanced margins few items add noise
and next to no bias. Where most answers are right they do add bias: pairs without a single
common failure are left out or get ½, and those that remain are the more alike ones.
""",
        (),
        (pairs.few_items,),
    ),
    Caveat(
        "Pooling items of unequal difficulty raises ρ",
        """
Restriction of range is real, even if it did not explain the note's subjects. Both halves of the
items have ρ = .5; one is harder by a shift in standard deviations. Pooled, the shift joins the
shared component. Where groups are of equal difficulty, pooling changes nothing, which is what the
note found for MMLU (.373 pooled, .362 in the middle of its subjects).
""",
        (worlds.two_groups,),
        (pairs.pooling,),
    ),
    Caveat(
        "Ceilings hang on conventions",
        """
A pair with an empty cell has no correlation inside ±1. What is done about it (½ in the cell, the
maximum likelihood value, leaving the pair out) matters where many pairs have one, so all three are
in the result, and a caution is raised where they disagree beyond the interval. All worlds have 100
items and, but for the last, ρ = .5. A member whose answers do not vary correlates with nothing and
is left out. At a mean correlation of −1/(n − 1) or below there is no number of votes.
""",
        (),
        (pairs.ceilings_of_boards,),
    ),
    Caveat(
        "A vote without skill is a vote",
        """
Nine models are right on 80 % of the items. Members that flip a coin correlate with nobody, so each
adds to the effective votes. The majority gains nothing by them, and loses by many (change in
accuracy, item by item). Votes count independence; they do not know accuracy.
""",
        (worlds.with_coins,),
        (votes.coins,),
    ),
)


def page() -> str:
    """Return the page."""
    parts = [TOP.format(code=_code((worlds.normal, worlds.right)))]
    for number, caveat in enumerate(CAVEATS, start=1):
        parts.append(f"## {number}. {caveat.title}\n{caveat.text}")
        if caveat.made_by:
            parts.append(f"{_code(caveat.made_by)}\n")
        parts += [f"{make()}\n" for make in caveat.tables]
    return "\n".join(parts)


def _code(functions: tuple[Callable[..., object], ...]) -> str:
    """Return the source of the functions that make a world."""
    sources = "\n\n".join(inspect.getsource(function) for function in functions)
    return f"```python\n{sources.rstrip()}\n```"


if __name__ == "__main__":
    sys.stdout.write(page())
