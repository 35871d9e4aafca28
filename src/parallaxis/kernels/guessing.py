"""The tetrachoric correlation of what models know, where right answers can also be guessed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.gram import item_blocks
from parallaxis.kernels.influence import item_influence, pair_slopes
from parallaxis.kernels.latent_tables import ROUNDING, LatentTables, latent_answers
from parallaxis.kernels.tetrachoric import tetrachoric
from parallaxis.kernels.zero_cells import SMALLEST_EXPECTED, Table, ZeroCells

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Corrected:
    """Correlations of what models know, arrays of the shape of the tables.

    Attributes
    ----------
    rho : ndarray of float64
        Correlation, -1 to 1; NaN where `undefined`, and where a convention leaves the pair out.
    boundary : ndarray of bool
        A cell is at or below zero although both models know some items and not all.
    uninformative : ndarray of bool
        Guessing, or a ½ in an empty cell, would make the sign. Left out unless `zero_cells` is
        ``"ml"``.
    undefined : ndarray of bool
        One of the two is at or below chance on the items of the pair, knows them all, or they
        share no item.
    """

    rho: Array
    boundary: Booleans
    uninformative: Booleans
    undefined: Booleans

    def at(self, pairs: tuple[NDArray[np.intp], ...]) -> "Corrected":
        """Return some of the pairs."""
        unsure, nothing = self.uninformative[pairs], self.undefined[pairs]
        return Corrected(self.rho[pairs], self.boundary[pairs], unsure, nothing)


def corrected_tetrachoric(tables: LatentTables, *, zero_cells: ZeroCells = "half") -> Corrected:
    """How strongly does what two models know correlate, guessing taken out?

    Parameters
    ----------
    tables : LatentTables
    zero_cells : {"half", "ml", "drop"}
        What a cell at or below zero gives. ``"half"``: a cell that guessing brought there gives
        ±1, and one in which no item was observed has ½ put in. ``"ml"``: ±1 for both. ``"drop"``:
        NaN.

    Returns
    -------
    Corrected
        Where nothing is guessed, the values of ``kernels.tetrachoric``.

    Raises
    ------
    InputError
        `zero_cells` is not one of the three.

    Notes
    -----
    Guesses are taken to be independent of one another: two models that fall for the same wrong
    option, or guess alike, keep what they share beyond the chance.

    A pair is uninformative where the number of items that independence would put in a cell is
    below ½, or below the standard deviation that guessing alone would give the cell; both follow
    from the two margins, so that leaving it out does not select by correlation. Of ±1, ½, 1 or 2
    items in a cell below zero, and leaving the pair out, ±1 is least biased (worlds of eight
    models, 100–1,000 items, chance .25, .5 and mixed, ρ 0–.8; mean ρ of all pairs): a cell is
    pushed below zero as often as above it. Leaving out costs .12, .06 and .03 at ρ = .8 with 100,
    300 and 1,000 items, where ±1 is off by .03, .01 and nothing.

    Examples
    --------
    >>> from parallaxis.kernels.latent_tables import latent_tables
    >>> X = np.array([[1.0, 1, 1, 1, 0, 0], [1, 1, 1, 0, 1, 0]]).repeat(20, axis=1)
    >>> found = [corrected_tetrachoric(latent_tables(X, np.full(120, c))) for c in (0.0, 0.2)]
    >>> [round(float(one.rho[0, 1]), 3) for one in found]
    [0.397, 0.535]
    """
    cells, guessed = tables.cells, tables.odds > 0.0
    n11, n10, n01, n00 = cells
    n = tables.n_items
    margins = np.minimum.reduce([n11 + n10, n11 + n01, n01 + n00, n10 + n00])
    undefined = ~(margins > ROUNDING * n)
    below = guessed & ~undefined & (np.minimum.reduce([n11, n10, n01]) <= 0.0)
    ones = Table(*(np.ones_like(n) for _ in cells))
    plain = tetrachoric(*cells.where(~(undefined | below), ones), zero_cells=zero_cells)
    uninformative = (plain.uninformative | (guessed & _swamped(tables))) & ~undefined
    rho = np.where(below, np.where(np.minimum(n10, n01) <= 0.0, 1.0, -1.0), plain.rho)
    left_out = undefined | (below & (zero_cells == "drop"))
    left_out |= uninformative & guessed & (zero_cells != "ml")
    return Corrected(
        rho=np.where(left_out, np.nan, rho),
        boundary=(below | plain.boundary) & ~undefined,
        uninformative=uninformative,
        undefined=undefined,
    )


def corrected_standard_error(
    X: NDArray[np.floating], chance: Array, tables: LatentTables, found: Corrected
) -> Array:
    """How uncertain is the correlation of what two models know?

    Parameters
    ----------
    X, chance
        As for ``latent_tables.latent_tables``.
    tables, found : LatentTables, Corrected
        Of all pairs of these data.

    Returns
    -------
    ndarray, shape (n_models, n_models)
        Large-sample standard error over items, by the delta method. NaN where ρ is at the boundary
        or not known, and on the diagonal.

    Notes
    -----
    With W = 1/φ₂ and A_ij = P(Y_j ≤ h_j | Y_i = h_i), an item moves ρ_ij by
    W(z_i z_j − A_ij z_i − A_ji z_j − mean)/n_ij; the squared error is the sum of squares of these.
    Where nothing is guessed it is that of ``kernels.tetrachoric``.

    Examples
    --------
    >>> from parallaxis.kernels.latent_tables import latent_tables
    >>> X = np.array([[1.0, 1, 1, 1, 0, 0], [1, 1, 1, 0, 1, 0]]).repeat(20, axis=1)
    >>> chance = np.full(120, 0.2)
    >>> tables = latent_tables(X, chance)
    >>> found = corrected_tetrachoric(tables)
    >>> corrected_standard_error(X, chance, tables, found)[0, 1].round(3)
    np.float64(0.176)
    """
    rho = np.where(found.boundary, np.nan, found.rho)
    both, row, constant = pair_slopes(tables.cells, rho)
    column = row.T
    variance = np.zeros_like(rho)
    for block in item_blocks(latent_answers(X, chance)):
        seen = (~np.isnan(block)).astype(np.float64)
        z = np.where(seen > 0.0, block, 0.0)
        square = z * z
        product, mixed, single = z @ z.T, square @ z.T, z @ seen.T
        squares, own = square @ square.T, square @ seen.T
        variance += both**2 * squares + row**2 * own + column**2 * own.T
        variance += constant**2 * (seen @ seen.T)
        variance += 2.0 * (row * column - both * constant) * product
        variance -= 2.0 * both * (row * mixed + column * mixed.T)
        variance += 2.0 * constant * (row * single + column * single.T)
    return np.where(both > 0.0, np.sqrt(np.maximum(variance, 0.0)), np.nan)


def corrected_item_influence(
    X: NDArray[np.floating], chance: Array, tables: LatentTables, rho: Array
) -> Array:
    """How much does each item pull the sum of all pairwise correlations of what models know?

    Parameters
    ----------
    X, chance
        As for ``latent_tables.latent_tables``.
    tables : LatentTables
        Of all pairs of these data.
    rho : ndarray, shape (n_models, n_models)
        Their corrected correlations; NaN and ±1 are taken as fixed.

    Returns
    -------
    ndarray, shape (n_items,)
        As ``influence.item_influence``.

    Examples
    --------
    >>> from parallaxis.kernels.latent_tables import latent_tables
    >>> X = np.array([[1.0, 1, 1, 1, 0, 0], [1, 1, 1, 0, 1, 0]]).repeat(20, axis=1)
    >>> tables = latent_tables(X, np.full(120, 0.2))
    >>> rho = corrected_tetrachoric(tables).rho
    >>> corrected_item_influence(X, np.full(120, 0.2), tables, rho)[::20].round(2)
    array([ 0.64,  0.64,  0.64, -2.46, -2.46,  2.98])
    """
    return item_influence(latent_answers(X, chance), rho, table=tables.cells)


def _swamped(tables: LatentTables) -> Booleans:
    """Return where guessing alone moves a cell by more than independence would put there.

    Of a model that does not know an item, z has mean 0 and variance c/(1 − c), and none of one
    that does; so w has mean 1, and none.
    """
    n11, n10, n01, _ = tables.cells
    n, odds, squared = tables.n_items, tables.odds, tables.squared_odds
    with np.errstate(invalid="ignore", divide="ignore"):
        p, q = (n11 + n10) / n, (n11 + n01) / n
    neither = (1.0 - p) * (1.0 - q)
    first, second = p * (1.0 - q), (1.0 - p) * q
    shares = np.array([p * q, first, second, neither])
    variances = np.array(
        [
            (first + second) * odds + neither * squared,
            first * odds + neither * (odds + squared),
            second * odds + neither * (odds + squared),
            neither * (2.0 * odds + squared),
        ]
    )
    least = np.maximum(SMALLEST_EXPECTED, np.sqrt(np.maximum(n * variances, 0.0)))
    swamped: Booleans = (n * shares < least).any(axis=0)
    return swamped
