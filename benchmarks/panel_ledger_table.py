"""The panel ledger as a page: what missed first, then every table."""

from collections.abc import Iterable, Sequence

import numpy as np
import panel_ledger_notes as notes
from panel_ledger_cells import BIASED_ITEMS, LEDGER, MEMBERS, TIMES, Cell, offsets
from panel_ledger_counts import (
    Boards,
    Covered,
    Line,
    bias_of,
    covered,
    empty_share,
    false_alarms,
    mean,
    mean_votes,
    members_kish,
    percent,
    percentile_covered,
    spread,
)
from scipy.stats import norm

from parallaxis.kernels.effective import kish, kish_where_identified, rho_to_phi

Rows = list[str]
SHAPES = ("all alike", "even, both sides", "normal")
SIZES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0)


def table(lines: Sequence[Line]) -> str:
    """Return the whole page."""
    by_cell: dict[str, Boards] = {name: [] for name in LEDGER}
    for line in lines:
        if line["board"][0] in by_cell:
            by_cell[line["board"][0]].append(line)
    known = {name: boards for name, boards in by_cell.items() if boards}
    seconds = sum(line["seconds"] for line in lines)
    parts = [
        "# Accuracy ledger: panels",
        "",
        notes.HOW.format(boards=f"{len(lines):,}", cells=len(known), minutes=seconds / 60.0),
        "",
        *_missed(known),
        *_levels(known),
        *_cells(known, "votes", "Votes: every cell", notes.VOTES),
        *_conventions(known),
        *_cells(known, "many members", "More members than the full bootstrap", notes.MANY),
        *_biased(known),
        *_guessing(known),
        *_cells(known, "votes of families", "Votes of families", notes.FAMILY_VOTES),
        *_tails(known),
        *_families(known),
        *_errors(known),
    ]
    return "\n".join(parts) + "\n"


def _missed(known: dict[str, Boards]) -> Rows:
    """Return every cell whose band leaves out the nominal level."""
    checked = list(_checked(known))
    missed = [(table, name, what, found) for table, name, what, found in checked if found.misses()]
    out = [
        "## What missed",
        "",
        notes.MISSED.format(missed=len(missed), checked=len(checked), chance=0.05 * len(checked)),
        "",
        "| table | cell | what | nominal | found | cause |",
        "|---|---|---|---|---|---|",
    ]
    for where, name, what, found in missed:
        cause = notes.cause(what, LEDGER[name], known[name])
        out.append(f"| {where} | {name} | {what} | {found.nominal:g} | {found} | {cause} |")
    return [*out, ""]


def _checked(known: dict[str, Boards]) -> Iterable[tuple[str, str, str, Covered]]:
    """Yield every coverage and every rate of false alarms."""
    for name, boards in known.items():
        cell = LEDGER[name]
        for what, key, true in _asked(cell):
            yield cell.table, name, what, covered(boards, key, cell.truth[true])
        if cell.table == "no families":
            for key in ("residual", "factor"):
                yield cell.table, name, notes.MEASURE[key], false_alarms(boards, key, "p_equal")


def _asked(cell: Cell) -> Iterable[tuple[str, str, str]]:
    """Yield what an interval is of, its key, and the name of its truth."""
    if "rho" in cell.truth:
        yield "interval of ρ̄", "rho_interval", "rho"
    if cell.table == "guessing":
        yield "interval of ρ̄, guessing taken out", "knows", "rho"
    if "ratio" in cell.truth:
        for side in ("wrong", "right"):
            for key, named in notes.PREDICTION.items():
                yield f"all {side}, {named}", f"{side}.{key}", "ratio"
    for key, named in notes.COEFFICIENT.items():
        if key in cell.truth:
            yield named, key, key


def _levels(known: dict[str, Boards]) -> Rows:
    """Return the votes, pooled over all cells of one level."""
    out = [
        "## Votes by level",
        "",
        notes.LEVELS,
        "",
        notes.LEVELS_HEAD,
        "|" + "---|" * 12,
    ]
    names = [name for name in known if LEDGER[name].table == "votes"]
    for factor in ("ρ", "shares right", "members", "items"):
        levels = {LEDGER[name].factors[factor]: None for name in names}
        if factor == "members":
            levels = dict.fromkeys(map(str, MEMBERS))
        for level in levels:
            own = [name for name in names if LEDGER[name].factors[factor] == level]
            out.append(_level(f"{factor} {level}", own, known))
    few = [name for name in names if empty_share(known[name]) < notes.MANY_EMPTY]
    title = f"fewer than {notes.MANY_EMPTY:.0%} of pairs with an empty cell"
    return [*out, _level(title, few, known), _level("all", names, known), ""]


def _level(title: str, names: Sequence[str], known: dict[str, Boards]) -> str:
    """Return one level."""
    pooled = [(LEDGER[name], known[name]) for name in names]
    lines = [line for _, boards in pooled for line in boards]
    held = sum((_held(cell, boards) for cell, boards in pooled), Covered(0, 0))
    percentile = (percentile_covered(boards, cell.truth["rho"]) for cell, boards in pooled)
    cells = [
        title,
        f"{len(lines):,}",
        spread([bias for cell, boards in pooled for bias in bias_of(boards, cell)]),
        str(held),
        f"{sum(percentile, Covered(0, 0)).share:.3f}",
        _relative(pooled, "rho"),
        _relative(pooled, "phi"),
        _direction(lines),
        _pairs(lines),
        _wald(lines),
        mean([line["projected"][0] / line["rho_votes"][0] for line in lines if _both(line)]),
        percent(sum(line["range_holds"] for line in lines if "range_holds" in line), len(lines)),
    ]
    return "| " + " | ".join(cells) + " |"


def _held(cell: Cell, boards: Boards) -> Covered:
    """Count the boards whose interval of the mean correlation holds the truth."""
    return covered(boards, "rho_interval", cell.truth["rho"])


def _both(line: Line) -> bool:
    """Say whether a board has votes, and votes that are projected."""
    return bool(line.get("projected")) and line["rho_votes"] is not None


def _relative(pooled: Sequence[tuple[Cell, Boards]], kind: str) -> str:
    """Return the median of votes over true votes."""
    ratios = [
        line[f"{kind}_votes"][0] / members_kish(line, cell)
        for cell, boards in pooled
        for line in boards
        if line[f"{kind}_votes"] is not None
    ]
    return f"{np.median(ratios):.3f}" if ratios else "–"


def _direction(lines: Boards) -> str:
    """Return on how many boards of ρ̄ ≥ 0 the mean of φ is not larger."""
    known = [line for line in lines if line["rho"] is not None and line["rho"] >= 0.0]
    held = sum(line["phi"] <= line["rho"] for line in known)
    return f"{held:,} of {len(known):,}"


def _pairs(lines: Boards) -> str:
    """Return for how many pairs of ρ ≥ 0 φ is not larger; in brackets those without empty cell."""
    total, above, full = np.sum([line["beyond"] for line in lines], axis=0)
    return "all" if above == 0 else f"all but {above:,} of {total:,} ({full:,} without empty cell)"


def _wald(lines: Boards) -> str:
    """Return the share of pairs within 1.96 standard errors of the true correlation."""
    held, total = np.sum([line["wald"] for line in lines if "wald" in line], axis=0)
    return f"{held / total:.3f}"


def _cells(known: dict[str, Boards], which: str, title: str, note: str) -> Rows:
    """Return every cell of one table of votes."""
    out = [
        f"## {title}",
        "",
        note,
        "",
        notes.VOTES_HEAD,
        "|" + "---|" * 12,
    ]
    names = [name for name in known if LEDGER[name].table == which]
    return [*out, *(_cell(name, LEDGER[name], known[name]) for name in names), ""]


def _cell(name: str, cell: Cell, boards: Boards) -> str:
    """Return one cell of votes."""
    without = sum(line["rho_votes"] is None for line in boards)
    open_end = sum(
        line["rho_votes"] is not None and line["rho_votes"][1] is None for line in boards
    )
    cells = [
        name,
        str(len(boards)),
        spread(bias_of(boards, cell)),
        str(_held(cell, boards)),
        f"{percentile_covered(boards, cell.truth['rho']).share:.3f}",
        mean([members_kish(line, cell) for line in boards]),
        mean_votes(boards, "rho_votes"),
        mean_votes(boards, "phi_votes"),
        f"{without}, {open_end}",
        _direction(boards),
        f"{empty_share(boards):.1%}",
        percent(sum(_enclosed(line, cell) for line in boards), len(boards)),
    ]
    return "| " + " | ".join(cells) + " |"


def _enclosed(line: Line, cell: Cell) -> bool:
    """Say whether the interval, widened to the votes under every convention, holds the truth."""
    if line["rho_interval"] is None:
        return False
    n, true = line["n"], members_kish(line, cell)
    low, high = (kish_where_identified(n, end) for end in reversed(line["rho_interval"]))
    ends = np.array([low, high, *line["conventions"].values()])
    most = np.inf if np.isnan(high) else np.nanmax(ends)  # below -1/(n - 1) votes have no limit
    return bool(np.nanmin(ends) <= true <= most)


def _conventions(known: dict[str, Boards]) -> Rows:
    """Return the votes under each convention, where many pairs have an empty cell."""
    out = ["## Conventions for empty cells", "", notes.CONVENTIONS, ""]
    out += [notes.CONVENTIONS_HEAD, "|" + "---|" * 7]
    for name, boards in known.items():
        cell = LEDGER[name]
        if (
            "rho" not in cell.truth
            or cell.table == "guessing"
            or empty_share(boards) < notes.MANY_EMPTY
        ):
            continue
        cells = [name, f"{empty_share(boards):.0%}"]
        cells.append(mean([members_kish(line, cell) for line in boards]))
        for convention in ("half", "ml", "drop"):
            votes = np.array([line["conventions"][convention] for line in boards])
            cells.append(f"{np.nanmedian(votes):.3f}" if np.isfinite(votes).any() else "–")
        cells.append(percent(sum(map(_cautioned, boards)), len(boards)))
        out.append("| " + " | ".join(cells) + " |")
    return [*out, ""]


def _cautioned(line: Line) -> bool:
    """Say whether the panel warns that conventions move the votes beyond their interval."""
    if line["rho_votes"] is None or line["rho_votes"][1] is None:
        return False
    _, low, high = line["rho_votes"]
    return any(votes < low or votes > high for votes in line["conventions"].values())


def _guessing(known: dict[str, Boards]) -> Rows:
    """Return the votes of what is known, with guessing in and with guessing taken out."""
    out = ["## Guessing", "", notes.GUESSING, "", notes.GUESSING_HEAD, "|" + "---|" * 10]
    for name, boards in known.items():
        cell = LEDGER[name]
        if cell.table != "guessing":
            continue
        true = cell.truth["rho"]
        knows = [line for line in boards if line.get("knows")]
        pairs = np.sum([line["knows_pairs"] for line in knows], axis=0)
        cells = [
            name,
            str(len(boards)),
            spread(bias_of(boards, cell)),
            str(_held(cell, boards)),
            spread([line["knows"][0] - true for line in knows]),
            str(covered(knows, "knows", true)),
            mean([members_kish(line, cell) for line in boards]),
            mean_votes(boards, "rho_votes"),
            mean_votes(knows, "knows_votes"),
            f"{pairs[1] / pairs[0]:.1%}, {pairs[2] / pairs[0]:.1%}",
        ]
        out.append("| " + " | ".join(cells) + " |")
    return [*out, ""]


def _biased(known: dict[str, Boards]) -> Rows:
    """Return the biased worlds, and votes by φ against the size of the bias."""
    note = notes.BIASED.format(items=f"{BIASED_ITEMS:,}", rho=TIMES)
    out = _cells(known, "biased", "Members with a constant bias", note)
    out += [
        notes.SCAN,
        "",
        "| bias | " + " | ".join(SHAPES) + " |",
        "|---|" + "---|" * len(SHAPES),
    ]
    for size in SIZES:
        cells = [f"{_votes_by_phi(size, shape):.2f}" for shape in SHAPES]
        out.append(f"| {size:.2f} | " + " | ".join(cells) + " |")
    return [*out, ""]


def _votes_by_phi(size: float, shape: str) -> float:
    """Return the votes that φ counts on infinitely many items."""
    share = np.array([norm.cdf(offset) for offset in offsets(size, shape)])
    first, second = np.triu_indices(share.size, 1)
    return float(kish(share.size, rho_to_phi(TIMES, share[first], share[second]).mean()))


def _tails(known: dict[str, Boards]) -> Rows:
    """Return both tails: where one factor is all there is, and where more fails together."""
    out = ["## Tails", "", notes.TAILS, "", notes.TAILS_HEAD, "|" + "---|" * 12]
    for name, boards in known.items():
        if not LEDGER[name].table.startswith(("one factor", "failing")):
            continue
        wrong = [line["wrong"] for line in boards]
        cells = [name, str(len(boards)), mean([tail["observed"] for tail in wrong], digits=4)]
        for key, expected in (("ratio", "expected"), ("by_loadings", "expected_by_loadings")):
            answered = [tail[key] for tail in wrong if tail[key]]
            above = sum(ratio[1] is not None and ratio[1] > 1.0 for ratio in answered)
            cells += [_pooled(wrong, expected), str(covered(wrong, key, 1.0))]
            cells += [percent(above, len(answered))]
        right = [line["right"] for line in boards]
        cells += [mean([tail["observed"] for tail in right], digits=4)]
        cells += [_pooled(right, "expected"), str(covered(right, "ratio", 1.0))]
        out.append("| " + " | ".join(cells) + " |")
    return [*out, ""]


def _pooled(tails: Boards, expected: str) -> str:
    """Return observed over expected items of all boards, with its standard error over boards."""
    both = np.array([[t["observed"], t[expected]] for t in tails if t[expected] is not None])
    if len(both) < 2:
        return "–"
    ratio = both[:, 0].sum() / both[:, 1].sum()
    rest = both[:, 0] - ratio * both[:, 1]
    error = np.sqrt(len(both) / (len(both) - 1) * (rest**2).sum()) / both[:, 1].sum()
    return f"{ratio:.3f} ± {error:.3f}"


def _families(known: dict[str, Boards]) -> Rows:
    """Return how often relatives are called alike."""
    out = ["## Likeness of families", "", notes.FAMILIES, "", notes.FAMILY_HEAD, "|" + "---|" * 10]
    for name, boards in known.items():
        if LEDGER[name].table in {"no families", "families"}:
            out.append(_family(name, boards))
    return [*out, ""]


def _family(name: str, boards: Boards) -> str:
    """Return one world of families."""
    cells = [name, str(len(boards))]
    for key in ("residual", "factor"):
        known = [line for line in boards if line.get(key)]
        cells += [
            spread([line[key]["equal"] for line in known]),
            str(false_alarms(boards, key, "p_equal")),
            f"{false_alarms(boards, key, 'p').share:.3f}",
        ]
    cells.append(percent(sum(line.get("pairs_alike", 0) > 0 for line in boards), len(boards)))
    cells.append(percent(sum(line.get("pairs_unlike", 0) > 0 for line in boards), len(boards)))
    return "| " + " | ".join(cells) + " |"


def _errors(known: dict[str, Boards]) -> Rows:
    """Return agreement and its three coefficients."""
    out = ["## Agreement and errors", "", notes.ERRORS, "", notes.ERRORS_HEAD, "|" + "---|" * 8]
    for name, boards in known.items():
        cell = LEDGER[name]
        if cell.table == "errors":
            cells = [name, str(len(boards))]
            for key in ("alpha", "capa", "excess"):
                values = [line[key][0] for line in boards if line[key]]
                true = cell.truth.get(key)
                shown = spread(values)
                cells.append(shown if true is None else f"{shown}; true {true:.4f}")
                cells.append("–" if true is None else str(covered(boards, key, true)))
            out.append("| " + " | ".join(cells) + " |")
    return [*out, ""]
