"""Small synthetic logs of the formats of which no real log is at hand, built from descriptions."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

STATUSES = (("pass", "fail"), ("timeout", "pass"), ("fail", "fail"), ("pass", "pass"))


def bigcodebench(root: Path) -> None:
    """Write results of four tasks with two samples each, and their rates."""
    stem = "org--m-7b--main--bigcodebench-hard-instruct--vllm-0.0-2-sanitized_calibrated_"
    found = {
        f"BigCodeBench/{number}": [
            {"task_id": f"BigCodeBench/{number}", "solution": "…", "status": one, "details": {}}
            for one in row
        ]
        for number, row in enumerate(STATUSES)
    }
    results = {"date": "2026-01-02 03:04", "eval": found}
    (root / f"{stem}eval_results.json").write_text(json.dumps(results, indent=2))
    rates = {"pass@1": 0.5, "model": "org--m-7b--main", "gt_pass_rate": 0.99, "failed_tasks": []}
    (root / f"{stem}pass_at_k.json").write_text(json.dumps(rates, indent=4))


def livecodebench(root: Path) -> None:
    """Write the graded file of four questions with two samples each, and its summary."""
    folder = root / "output" / "M-7B"
    folder.mkdir(parents=True)
    graded = [
        {
            "question_content": f"Solve {number}.",
            "platform": "leetcode",
            "question_id": str(number),
            "contest_date": "2024-01-01T00:00:00",
            "difficulty": "easy",
            "output_list": ["text"] * 2,
            "code_list": ["code"] * 2,
            "graded_list": [one == "pass" for one in row],
            "pass@1": row.count("pass") / 2,
            "metadata": [json.dumps({"error_code": -2})] * 2,
        }
        for number, row in enumerate(STATUSES)
    ]
    stem = "Scenario.codegeneration_2_0.2_eval"
    (folder / f"{stem}_all.json").write_text(json.dumps(graded, indent=4))
    summary = [{"pass@1": 0.5, "detail": {"pass@1": {}}}, {}, []]
    (folder / f"{stem}.json").write_text(json.dumps(summary, indent=4))


def livecodebench_board(root: Path) -> None:
    """Write a published board of two models on four questions; one was not run."""
    rates = {"alpha": (100.0, 0.0, 50.0, 90.0), "beta": (70.0, -1, 0.0, 10.0)}
    performances = [
        {"question_id": str(number), "model": model, "date": 1, "difficulty": "easy", "pass@1": one}
        for model, row in rates.items()
        for number, one in enumerate(row)
    ]
    board = {"performances": performances, "models": [], "date_marks": []}
    (root / "performances_generation.json").write_text(json.dumps(board))


def leaderboard_details(root: Path) -> None:
    """Write details of two tasks of one run and the results beside them."""
    time = "2023-10-15T23-41-08.449042"
    folder = root / "details_org__model" / time
    folder.mkdir(parents=True)
    for task, gold in (("arc:challenge|25", "a"), ("hellaswag|10", "b")):
        rows = [
            {
                "example": f"{task}: question {number}?",
                "full_prompt": f"… question {number}?",
                "choices": ["a", "b"],
                "gold": gold,
                "metrics": {"acc": float(number % 2), "acc_norm": float(number % 3 == 0)},
            }
            for number in range(9)
        ]
        name = f"details_harness|{task}_{time}.parquet"
        pq.write_table(pa.Table.from_pylist(rows), folder / name)
    figures: dict[str, Any] = {
        f"harness|{task}": {"acc": 4 / 9, "acc_norm": 1 / 3}
        for task in ("arc:challenge|25", "hellaswag|10")
    }
    whole = {"config_general": {"model_name": "org/model"}, "results": figures}
    (folder.parent / f"results_{time}.json").write_text(json.dumps(whole))


SYNTHETIC: dict[str, Callable[[Path], None]] = {
    "bigcodebench": bigcodebench,
    "livecodebench": livecodebench,
    "livecodebench-board": livecodebench_board,
    "leaderboard-details": leaderboard_details,
}
