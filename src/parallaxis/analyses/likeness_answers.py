"""The forms in which likeness is answered: excess of families, single families, single pairs."""

from dataclasses import dataclass, fields
from typing import Any

from parallaxis.answers import Estimate, Interval, NotAnswered


@dataclass(frozen=True, slots=True)
class FamilyExcess:
    """How much more alike pairs of one family are than pairs of two, by one measure.

    Attributes
    ----------
    within, between : float
        Mean over the pairs of one family, and over the pairs of two.
    excess : Estimate
        Their difference, with its interval over items.
    p : float
        One-sided, by permuting the family labels.
    excess_equal_ability : Estimate
        The same after what two abilities predict of a pair was taken out.
    p_equal_ability : float
        Holds where families differ in ability, which `p` does not.
    """

    within: float
    between: float
    excess: Estimate
    p: float
    excess_equal_ability: Estimate
    p_equal_ability: float


@dataclass(frozen=True, slots=True)
class FamilyMean:
    """Mean residual correlation within one family, and what is expected of independent answers."""

    family: str
    n_models: int
    within: float
    expected: float


@dataclass(frozen=True, slots=True)
class FamilyLikeness:
    """Whether the models of a family are alike, by one column of the model metadata.

    Attributes
    ----------
    column : str
    n_families : int
        With at least two members.
    n_models : int
        Members of which the family is known; the pairs of all others do not count.
    n_within, n_between : int
        Pairs.
    n_without_factor : int
        Models of these with tetrachoric correlations to so few others that they have no loading.
    residual : FamilyExcess
        Of residual correlations after the item response model.
    common_factor : FamilyExcess or NotAnswered
        Of tetrachoric correlations after one common factor.
    p_adjusted : float
        ``residual.p_equal_ability`` by Holm over the columns.
    families : tuple of FamilyMean
        The 20 largest.
    """

    column: str
    n_families: int
    n_models: int
    n_within: int
    n_between: int
    n_without_factor: int
    residual: FamilyExcess
    common_factor: FamilyExcess | NotAnswered
    p_adjusted: float
    families: tuple[FamilyMean, ...]


@dataclass(frozen=True, slots=True)
class LikePair:
    """Two models that stand out.

    Attributes
    ----------
    model_a, model_b : str
    residual_correlation : float
    interval : (float, float)
        Over items.
    expected : float
        Of independent answers of these two abilities.
    n_items : int
        That both answered.
    p, p_adjusted : float
        Two-sided, and by Holm over all pairs.
    same_family : tuple of str
        Columns by which the two are of one family.
    """

    model_a: str
    model_b: str
    residual_correlation: float
    interval: Interval
    expected: float
    n_items: int
    p: float
    p_adjusted: float
    same_family: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingOut:
    """Which pairs are more, or less, alike than independent answers would make them.

    Attributes
    ----------
    n_pairs : int
        Tested.
    n_untested : int
        Pairs with fewer than 20 common items or without a correlation.
    n_alike, n_unlike : int
        Pairs whose adjusted p is at most alpha, above and below what is expected.
    adjustment : str
        ``holm``: the chance of even one false pair is at most alpha.
    alpha : float
    listed : tuple of LikePair
        Of these the 100 with the smallest p.
    """

    n_pairs: int
    n_untested: int
    n_alike: int
    n_unlike: int
    adjustment: str
    alpha: float
    listed: tuple[LikePair, ...]


@dataclass(frozen=True, slots=True)
class Strips:
    """Residual correlations of pairs, for the figure.

    Attributes
    ----------
    within, between : tuple of float
        By the first column of families; all pairs are between where there are no families. At most
        500 each, drawn evenly from the sorted values.
    n_within, n_between : int
        Pairs that they stand for.
    """

    within: tuple[float, ...]
    between: tuple[float, ...]
    n_within: int
    n_between: int


@dataclass(frozen=True, eq=False, slots=True)
class Likeness:
    """Do models share blind spots beyond what items and abilities explain?

    Attributes
    ----------
    n_members, n_items : int
        Models whose answers vary, and items on which they differ.
    mean_residual_correlation : float
        Over all pairs.
    expected_mean : float
        −1/(n − 1), its value where nothing is shared.
    families : tuple of FamilyLikeness or NotAnswered
        One for each column of families.
    columns_left_out : tuple of str
        Columns that name families but were not compared, each with the reason.
    pairs : StandingOut
    strips : Strips
    converged : bool
        Whether the item response model settled.
    level : float
        Of the intervals.
    permutations : int
    """

    n_members: int
    n_items: int
    mean_residual_correlation: float
    expected_mean: float
    families: tuple[FamilyLikeness, ...] | NotAnswered
    columns_left_out: tuple[str, ...]
    pairs: StandingOut
    strips: Strips
    converged: bool
    level: float
    permutations: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: all fields, and those of the first column of families by name.

        `excess` and `p` are at equal ability.
        """
        whole = {field.name: getattr(self, field.name) for field in fields(self)}
        if isinstance(self.families, NotAnswered):
            return whole | dict.fromkeys(("within", "between", "excess", "p"), self.families)
        first = self.families[0].residual
        return whole | {
            "within": first.within,
            "between": first.between,
            "excess": first.excess_equal_ability,
            "p": first.p_equal_ability,
        }
