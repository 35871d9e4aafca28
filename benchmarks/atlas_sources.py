"""Where each board of the data folder was published, and the date of that state.

A date is that of the commit, or of the release that the board's name carries.
"""

from parallaxis.comparison import Origin

METABENCH = "adkipnis/metabench @ fe74e29972a0"
ATLAS = "Peiyu-Georgia-Li/ATLAS @ c0bc19b33aaa"
AGENTS = Origin("Sujai1/agent-psychometrics @ e7be0675d119", "2026-04-06")
BASH_ONLY = Origin("SWE-bench/swe-bench.github.io @ f1176b65ae29", "2025-12-10")
MTEB = Origin("embeddings-benchmark/results @ f4cc6c8b365a", "2026-08-20")
PROTEIN = Origin("OATML-Markslab/ProteinGym @ bb685245f8f4", "2025-07-21")
CAUSAL = Origin("hlzhang109/causal-eval @ ca2a96bbc28d", "2025-02-08")
LIVE_CODE = "LiveCodeBench/livecodebench.github.io @ f186ab5041d6"
LIVE_BENCH = "LiveBench/livebench.github.io @ 4bf96c8d9dc9"
ZERO_EVAL = Origin("WildEval/ZeroEval @ 8c1485edf12c", "2025-04-14")
TERMINAL = Origin("laude-institute/terminal-bench-leaderboard @ 8e1925a397d7", "2025-09-25")
ALPACA = Origin("tatsu-lab/alpaca_eval @ cd543a149df8", "2025-08-09")
MIRT = Origin("philchalmers/mirt @ 2fc2b236569f", "2026-08-20")
LTM = Origin("cran/ltm @ dbbabfa99fa0", "2022-02-18")
PSYCH_TOOLS = Origin("cran/psychTools @ 79df5145fe55", "2025-03-23")

BOARDS: dict[str, Origin] = {
    "aider_edit": Origin("Aider-AI/aider @ 5dc9490bb35f", "2026-05-22"),
    "alpacaeval2_winprob": ALPACA,
    "alpacaeval_multi_judge": ALPACA,
    "atlas_tiny_common5": Origin(ATLAS, "2026-07-11"),
    "atlas_tinyarc": Origin(ATLAS, "2026-07-11"),
    "atlas_tinygsm8k": Origin(ATLAS, "2026-07-11"),
    "bfcl_v1_71x1700": Origin("HuanzhiMao/BFCL-Result @ b4adfc9be5e0", "2024-08-11"),
    "evalperf_pass1": Origin("evalplus/evalplus.github.io @ 87418456d3a8", "2024-12-26"),
    "gso": AGENTS,
    "judgebench_judges_correct": Origin("ScalerLab/JudgeBench @ e2c52c284e73", "2024-11-06"),
    "lcb_codegen_2024_02_26": Origin(LIVE_CODE, "2024-02-26"),
    "lcb_execution": Origin(LIVE_CODE, "2025-08-01"),
    "lcb_testgen": Origin(LIVE_CODE, "2025-08-01"),
    "livebench_2024_06_24": Origin(LIVE_BENCH, "2024-06-24"),
    "livebench_2024_11_25": Origin(LIVE_BENCH, "2024-11-25"),
    "livebench_2025_05_30": Origin(LIVE_BENCH, "2025-05-30"),
    "llmbar_judges_correct": Origin("princeton-nlp/LLMBar @ 900616bff90b", "2024-07-08"),
    "metabench_arc_v1": Origin(METABENCH, "2025-10-09"),
    "metabench_arc_v2": Origin(METABENCH, "2025-10-09"),
    "metabench_gsm8k_v1": Origin(METABENCH, "2025-10-09"),
    "metabench_mmlu": Origin(METABENCH, "2025-10-09"),
    "metabench_winogrande": Origin(METABENCH, "2025-10-09"),
    "mmlu_pro_29": Origin("TIGER-AI-Lab/MMLU-Pro @ f418b116db00", "2026-03-18"),
    "mteb_eng_v2_all": MTEB,
    "mteb_eng_v2_complete": MTEB,
    "mteb_multilingual_block": MTEB,
    "oll_v1_six_6986": Origin(METABENCH, "2025-10-09"),
    "oll_v2_six_3827": CAUSAL,
    "oll_v2_six_3827_raw": CAUSAL,
    "oll_v2_six_4576": Origin("chenjy16/modelrank_ai @ 2c9830dc3f37", "2025-05"),
    "proteingym_dms_subs_spearman": PROTEIN,
    "proteingym_supervised_contiguous_5": PROTEIN,
    "proteingym_supervised_modulo_5": PROTEIN,
    "proteingym_supervised_random_5": PROTEIN,
    "psn_irt_12x41871": Origin("Joe-Hall-Lee/PSN-IRT @ 5cae95aced07", "2026-01-16"),
    "pythia_checkpoints": Origin("EleutherAI/pythia @ a19eecb807ec", "2025-11-15"),
    "swebench_bashonly": BASH_ONLY,
    "swebench_bashonly.cost": BASH_ONLY,
    "swebench_pro": AGENTS,
    "swebench_verified": AGENTS,
    "terminal_bench_passrate": TERMINAL,
    "terminal_bench_trials": TERMINAL,
    "zeroeval_crux": ZERO_EVAL,
    "zeroeval_gsm": ZERO_EVAL,
}
TESTS: dict[str, Origin] = {  # people who sat classic tests
    "ability": PSYCH_TOOLS,
    "attitude": MIRT,
    "bfi": PSYCH_TOOLS,
    "bock1997": MIRT,
    "deayala": MIRT,
    "lsat6": MIRT,
    "lsat7": MIRT,
    "ltm_abortion": LTM,
    "ltm_environment": LTM,
    "ltm_lsat": LTM,
    "ltm_mobility": LTM,
    "ltm_science": LTM,
    "ltm_wirs": LTM,
    "sat12": MIRT,
    "sat12_scored_mirtkey": MIRT,
    "science": MIRT,
    "verbagg_binary": Origin("Rdatasets @ 1dcc2bf5f955, lme4 VerbAgg", "2026-06-15"),
}
