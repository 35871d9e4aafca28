"""Logs of harnesses where only a table can be read: on standard input, and in open files."""

import gzip
import io
import sys
from pathlib import Path

import pytest

from fixture_logs import fixtures
from parallaxis.errors import FormatError
from parallaxis.io import load, load_verdicts

LOGS = {
    "alpaca-eval": "_fetched/alpaca_eval/*.json",
    "bfcl": "bfcl/score/*/*/*_score.json",
    "deepeval": "deepeval/*.json",
    "evalplus": "evalplus/*_eval_results.json",
    "every-eval-ever": "_fetched/every_eval_ever/**/*_samples.jsonl",
    "helm": "helm/runs/*/*/per_instance_stats.json",
    "inspect": "inspect/eval/tiny_mc/*.eval",
    "lm-eval": "lm_eval/v0.4.7/*/samples_*.jsonl",
    "mteb": "_fetched/mteb/*.json",
    "openai-evals": "openai_evals/*.jsonl",
    "promptfoo": "promptfoo/out.jsonl",
    "pydantic-evals": "pydantic_evals/*.json",
    "swe-bench": "swebench/v5.0.2/*.json",
}
TABLE = b"model,x,y\na,1,0\nb,0,1\n"


class Stdin:
    """Standard input that holds some bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)
        self.closed = False


def one_log(pattern: str) -> Path:
    """Return one log of the fixtures."""
    folder, _, rest = pattern.partition("/")
    return min(fixtures(folder).glob(rest))


@pytest.mark.parametrize("harness", LOGS)
def test_a_log_on_standard_input_is_refused(harness: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = one_log(LOGS[harness]).read_bytes()
    monkeypatch.setattr(sys, "stdin", Stdin(content))
    with pytest.raises(FormatError, match=rf"^standard input: is a log of {harness}, and only"):
        load("-")


def test_a_log_in_an_open_or_packed_stream_is_refused() -> None:
    content = one_log(LOGS["lm-eval"]).read_bytes()
    for stream in (io.BytesIO(content), io.BytesIO(gzip.compress(content))):
        with pytest.raises(FormatError, match=r"^the file object: is a log of lm-eval.* folder"):
            load(stream)


def test_tables_on_standard_input_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(TABLE))
    assert load("-").models == ("a", "b")


def test_a_log_on_standard_input_holds_no_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(one_log(LOGS["lm-eval"]).read_bytes()))
    with pytest.raises(FormatError, match=r"is a log of lm-eval; give a table of verdicts"):
        load_verdicts("-")
