"""Every real table loads; every published oddity loads with the right options or says why not."""

import csv
import gzip
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from boards import all_tables, board_path, data_folder, load_board
from parallaxis.errors import DuplicateError, InputError
from parallaxis.io import load
from parallaxis.matrix import ScoreMatrix

SHAPES = {  # models, items, missing cells, scale: as the data's README states them
    "swebench_verified": (134, 500, 0, "binary"),
    "mteb_eng_v2_complete": (187, 41, 0, "real"),
    "proteingym_dms_subs_spearman": (97, 217, 17, "real"),
    "oll_v2_six_4576": (4576, 6, 0, "bounded"),
    "oll_v1_six_6986": (6986, 6, 7164, "bounded"),
    "mmlu_pro_29": (29, 12032, 1713, "binary"),
    "zeroeval_gsm": (44, 1319, 638, "binary"),
    "bfcl_v1_71x1700": (71, 1700, 0, "binary"),
    "psn_irt_12x41871": (12, 41871, 0, "binary"),
    "terminal_bench_trials": (45, 80, 317, "binary"),
    "alpacaeval2_winprob": (58, 805, 10, "bounded"),
    "llmbar_judges_correct": (130, 419, 134, "binary"),
    "judgebench_judges_correct": (12, 350, 0, "binary"),
    "ability": (1525, 16, 1143, "binary"),
    "bfi": (2800, 28, 731, "bounded"),
    "lcb_execution": (37, 479, 0, "bounded"),
}

needs_data = pytest.mark.skipif(
    data_folder() is None, reason="the data folder is absent (PARALLAXIS_DATA, ../shared/data)"
)


def plain_reading(name: str) -> tuple[list[str], list[str], np.ndarray]:
    """Read a wide board cell by cell, the slow way."""
    with gzip.open(board_path(name), "rt", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    values = [[float(cell) if cell else np.nan for cell in row[1:]] for row in rows]
    return [row[0] for row in rows], header[1:], np.array(values)


@needs_data
@pytest.mark.parametrize("name", all_tables())
def test_every_table_loads_as_it_is_written(name: str) -> None:
    board = load_board(name)
    models, items, values = plain_reading(name)
    assert board.models == tuple(models)
    assert board.items == tuple(items)
    np.testing.assert_array_equal(board.values, values)
    assert board.provenance.format == "csv (gzip), wide"
    for axis in ("item", "model"):
        side = f"{name}.{axis}s.csv"
        beside = board_path(name).with_name(side).is_file()
        assert (side in board.provenance.sources) == beside


@needs_data
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_and_scales_are_as_published(name: str) -> None:
    board = load_board(name)
    assert (*board.shape, board.n_missing, board.scale) == SHAPES[name]


@needs_data
def test_side_files_bring_their_columns() -> None:
    board = load_board("swebench_verified")
    assert (board.metadata("item", "repo") or [])[0] == "astropy/astropy"
    assert (board.metadata("model", "date") or [])[0] == "2023-10-10"
    mixed = load_board("lcb_codegen_2024_02_26")  # item ids such as 1873_A and 2727
    assert (mixed.metadata("item", "difficulty") or [])[0] == "easy"
    ratings = load_board("bfi")
    assert "'age'" in " ".join(note.text for note in ratings.provenance.notes)


@needs_data
def test_a_real_board_survives_parquet_and_a_long_table(tmp_path: Any) -> None:
    board = load_board("zeroeval_gsm")
    board.to_parquet(tmp_path / "b.parquet")
    again = load(tmp_path / "b.parquet")
    assert again.data_hash == board.data_hash
    assert again.provenance == board.provenance
    long = ScoreMatrix.from_frame(board.to_table().replace_schema_metadata(None))
    np.testing.assert_array_equal(long.values, board.values)


@needs_data
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("causal_eval_decoding_trust_headerless.csv", "there is no header: .*'Claude', '92.11'"),
        ("causal_eval_libra_headerless.csv", "there is no header"),
        ("causal_eval_safety_excerpt.csv", r"'Rank' \(place 1\) .*metadata_columns=\['Rank', "),
        ("oll_v1_raw_excerpt.csv", r"column 'link' \(place 2\) holds text.*'avg', 'available'"),
        ("oll_v2_raw_excerpt.csv", r"11 such columns.*'Average ⬆️'.*'CO₂ cost \(kg\)'"),
        ("llmbar_palm2_excerpt.json", "element 1: 'results' holds a list"),
        ("mmlu_pro_deepseek_coder_v2_excerpt.json", "element 5 is 'other', not an object"),
        ("bfcl_score_failures_only_excerpt.jsonl", "lists only what failed; .*Pass the folder"),
    ],
)
def test_oddities_are_refused_with_a_remedy(name: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"^{name}: .*{message}") as caught:
        load(board_path(name))
    assert "\n" not in str(caught.value)


@needs_data
def test_oddities_load_with_the_right_options() -> None:
    first = [
        *("link", "complete", "avg", "available", "merged", "flagged", "moe", "sha"),
        *("precision", "nparams", "arch", "size"),
    ]
    board = load(board_path("oll_v1_raw_excerpt.csv"), metadata_columns=first)
    assert board.items == ("arc", "hellaswag", "mmlu", "truthfulqa", "winogrande", "gsm8k")
    assert (board.metadata("model", "merged") or [])[0] is False
    second = [
        *("Model", "Precision", "Type", "T", "fullname", "Average ⬆️", "Hub License"),
        *("#Params (B)", "Flagged", "CO₂ cost (kg)", "Submission Date"),
    ]
    path = board_path("oll_v2_raw_excerpt.csv")
    board = load(path, model_column="eval_name", metadata_columns=second)
    assert board.shape == (15, 8)
    renamed = ["eval_name" if name == "fullname" else name for name in second]
    with pytest.raises(DuplicateError, match=r"continuous-learnt' is repeated \(rows 1 and 2\)"):
        load(path, model_column="fullname", metadata_columns=renamed)


@needs_data
def test_prompts_in_rows_are_noted_and_turned() -> None:
    path = board_path("routellm_true_false.csv")
    assert [note.code for note in load(path).provenance.notes] == ["orientation"]
    board = load(path, transpose=True)
    assert board.models == ("mistralai/Mixtral-8x7B-Instruct-v0.1", "gpt-4-1106-preview")
    assert board.shape == (2, 5)
    assert board.scale == "binary"


@needs_data
def test_results_inside_a_json_document_load_once_they_are_taken_out() -> None:
    document = json.loads(board_path("lcb_execution_excerpt.json").read_text())
    rows = pa.Table.from_pylist(document["performances"])
    board = ScoreMatrix.from_frame(rows, score_column="Pass@1", item_column="sample_id")
    assert board.models[0] == "Claude-2"
    assert (board.metadata("item", "question_id") or [])[0] == 2777
    with pytest.raises(DuplicateError, match="another item_column that tells them apart"):
        ScoreMatrix.from_frame(rows, score_column="Pass@1", item_column="question_id")
