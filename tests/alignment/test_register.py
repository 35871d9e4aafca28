"""Logs and boards whose names agree but whose numbers say that they mean other things."""

from dataclasses import replace

import numpy as np
import pytest

from boards import load_board
from made_logs import codes, made_log, said
from parallaxis.align import align
from parallaxis.alignment.register import register_check
from parallaxis.alignment.register_of_sources import checks_of_rows
from parallaxis.errors import InputError
from parallaxis.logs import Log

NAMES = [f"task-of-{place:03d}" for place in range(200)]


def answers(n_models: int, seed: int) -> np.ndarray:
    """Return answers of models of about one ability to 200 items of very different difficulty."""
    rng = np.random.default_rng(seed)
    difficulties = np.linspace(-2.5, 2.5, 200)
    abilities = rng.normal(size=(n_models, 1))
    chance = 1.0 / (1.0 + np.exp(difficulties - abilities))
    return (rng.random(chance.shape) < chance).astype(float)


def logs_of(values: np.ndarray, items: list[str], source: str | None = None) -> list[Log]:
    """Return a log without texts for each row, in files of their own or in one."""
    start = "abcdefghijklmnopqrstuvwxyz"
    return [
        made_log(
            f"{source or 'm'}-{start[place]}",
            row,
            items=items,
            texts=False,
            source=source or f"{start[place]}.jsonl",
        )
        for place, row in enumerate(values.tolist())
    ]


def test_a_log_whose_rows_moved_is_said() -> None:
    values = answers(6, 0)
    assert codes(align(logs_of(values, NAMES))) == set()
    moved = values.copy()
    moved[3] = np.random.default_rng(1).permutation(moved[3])
    text = said(align(logs_of(moved, NAMES)), "out_of_register")
    assert text.startswith("d.jsonl and a.jsonl and 4 more: means of the 200 items")


def test_a_file_of_many_models_whose_rows_moved_is_refused() -> None:
    first, second = answers(12, 2), answers(12, 3)
    both = [*logs_of(first, NAMES, "one.csv"), *logs_of(second, NAMES, "two.csv")]
    found = align(both)
    assert codes(found) == set()
    assert [check.fit for check in found.report.register] == ["fits"]
    order = np.random.default_rng(4).permutation(200)
    wrong = [
        *logs_of(first, NAMES, "one.csv"),
        *logs_of(second, [NAMES[i] for i in order], "two.csv"),
    ]
    with pytest.raises(InputError, match=r"one\.csv and two\.csv: means of the 200 items"):
        align(wrong)
    with pytest.raises(InputError, match=r"one\.csv and two\.csv"):
        align(wrong, join="id")


def test_texts_need_no_register_check() -> None:
    moved = np.random.default_rng(1).permutation(answers(6, 0).T).T
    logs = [made_log(f"m{n}", row, items=NAMES) for n, row in enumerate(moved.tolist())]
    assert align(logs).report.register == ()


def test_answers_that_run_against_all_others_are_said_even_where_texts_agree() -> None:
    values = answers(6, 0)
    values[2] = 1.0 - values[2]
    found = align([made_log(f"m{n}", row, items=NAMES) for n, row in enumerate(values.tolist())])
    assert said(found, "out_of_register").startswith("m2.jsonl and m0.jsonl and 4 more")
    assert [check.first for check in found.report.register] == ["m2.jsonl"]


def test_tasks_on_which_other_models_do_well_are_said() -> None:
    rng = np.random.default_rng(0)
    abilities = np.linspace(-2.0, 2.0, 12)
    noise = rng.normal(size=(2, 12, 40))
    logs = [
        replace(
            made_log(f"m{n}", (sign * abilities[n] + noise[t, n] > 0).astype(float).tolist()),
            task=f"task-{t}", source=f"{t}/m{n}",
        )
        for t, sign in enumerate((1.0, -1.0))
        for n in range(12)
    ]  # fmt: skip
    found = align(logs)
    text = said(found, "tasks_against")
    assert text.startswith("Models that do well on task 'task-0' do badly on task-1")
    (check,) = found.report.register
    assert (check.shared, check.n) == ("models", 12)
    alike = [log if log.task == "task-0" else replace(log, values=1.0 - log.values) for log in logs]
    assert "tasks_against" not in codes(align(alike))


def test_what_cannot_be_tested_is_untested() -> None:
    few, flat = np.arange(19.0), np.zeros(30)
    assert register_check("a", "b", "items", (few, few), width=99).fit == "untested"
    assert register_check("a", "b", "items", (flat, flat), width=99).fit == "untested"
    assert register_check("a", "b", "items", (np.arange(30.0),) * 2, width=1).fit == "untested"
    gaps = np.where(np.arange(30) < 15, np.nan, 1.0)
    assert register_check("a", "b", "items", (gaps, np.arange(30.0)), width=99).n == 15


def test_few_shared_names_are_a_caution_and_never_a_refusal() -> None:
    x = np.arange(19.0)
    flat = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0])
    assert register_check("a", "b", "models", (x, -x), width=10).fit == "doubtful"
    assert register_check("a", "b", "models", (x, -x), width=9).fit == "untested"
    moved = np.roll(flat, 3)
    assert -0.1 < np.corrcoef(flat, moved)[0, 1] < 0.3
    assert register_check("a", "b", "models", (flat, moved), width=10).fit == "doubtful"
    assert register_check("a", "b", "models", (flat, flat + 0.1), width=10).fit == "untested"
    assert register_check("a", "b", "models", (x[:5], -x[:5]), width=10).fit == "doubtful"
    assert register_check("a", "b", "models", (x[:4], -x[:4]), width=10).fit == "untested"


def test_few_rows_behind_the_means_are_never_gross() -> None:
    x, y = np.arange(300.0), np.tile([1.0, -1.0], 150)
    assert register_check("a", "b", "items", (x, y), width=10).fit == "gross"
    assert register_check("a", "b", "items", (x, y), width=9).fit == "doubtful"
    assert register_check("a", "b", "items", (x, x), width=10).fit == "fits"


@pytest.mark.parametrize(
    ("name", "most"),
    [("zeroeval_gsm", 0), ("zeroeval_crux", 0), ("swebench_verified", 3), ("bfcl_v1_71x1700", 5)],
)
def test_models_of_real_boards_fit_the_others_and_moved_ones_do_not(name: str, most: int) -> None:
    values = load_board(name).values
    sources = [f"{place:03d}" for place in range(len(values))]
    checks = checks_of_rows(values, sources, sources)
    # outliers of the boards themselves: parsers that failed, and agents that solve next to nothing
    assert sum(check.fit == "doubtful" for check in checks) <= most
    assert not any(check.fit == "gross" for check in checks)
    rng = np.random.default_rng(0)
    moved = values.copy()
    moved[:5] = [rng.permutation(row) for row in moved[:5]]
    fits = [check.fit for check in checks_of_rows(moved, sources, sources)][:5]
    assert fits.count("doubtful") == 5


def test_samples_of_one_model_are_no_models() -> None:
    easy = np.tile([1.0, 0.0], 100)
    values = np.vstack([np.tile(easy, (12, 1)), np.tile(1.0 - easy, (12, 1))])
    sources = ["a.json"] * 12 + ["b.json"] * 12
    (alone,) = checks_of_rows(values, sources, sources)
    assert alone.fit == "doubtful"
    (many,) = checks_of_rows(values, sources, [str(row) for row in range(24)])
    assert many.fit == "gross"
