# SPDX-License-Identifier: Apache-2.0
"""The core of the BLAKE3 coprocessor against its machine's model and the golden one."""

from contextlib import suppress
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_clean

from gatehash.catalog import find
from gatehash.paths import rtl_root

TOP = "gh_blake3_mc_core"
_HARDWARE = find("blake3-mc-1").hardware
FILES = [
    *(
        rtl_root() / source
        for source in _HARDWARE.sources
        if "loader" not in source and "stream" not in source and source.count("_mc.sv") == 0
    ),
    *(rtl_root() / "prim" / "generic" / f"{name}.sv" for name in _HARDWARE.prims),
]
WATCHED = ("*_i", "*_o", "a_q", "result")
RUNS = ("runs_agree_with_the_models", "runs_end_early")

pipelines = pytest.mark.parametrize("pipeline", [1, 2, 3])
overlaps = pytest.mark.parametrize("overlap", [0, 1])


@pipelines
@overlaps
def test_verilator_has_nothing_to_say_of_the_core(pipeline: int, overlap: int) -> None:
    require_clean(TOP, {"Pipeline": pipeline, "Overlap": overlap}, FILES)


@pytest.mark.parametrize(
    ("pipeline", "overlap"),
    [
        (1, 1),
        *(
            pytest.param(pipeline, overlap, marks=pytest.mark.large)
            for pipeline, overlap in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1))
        ),
    ],
)
def test_core(pipeline: int, overlap: int, tmp_path: Path) -> None:
    model = build_for_cocotb(TOP, FILES, {"Pipeline": pipeline, "Overlap": overlap}, WATCHED)
    environment = {"GATEHASH_OVERLAP": str(overlap)}
    run(model, "blake3_mc_bench", tmp_path, environment, RUNS).require_success()


@pytest.mark.parametrize(
    ("broken", "said", "overlap"),
    [
        ("starts_twice", "starts_at_rest", 1),
        ("loads_the_block_of_the_run", "no_word_of_the_run_is_loaded", 1),
        ("loads_t_too_early", "no_word_of_the_run_is_loaded", 1),
        ("loads_the_vector", "no_vector_is_loaded", 1),
        ("loads_a_constant", "no_constant_is_loaded", 1),
        pytest.param(
            *("puts_data_without_a_load", "no_data_without_a_load", 0), marks=pytest.mark.large
        ),
    ],
)
def test_a_broken_contract_is_told(
    broken: str, said: str, overlap: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model = build_for_cocotb(TOP, FILES, {"Pipeline": 1, "Overlap": overlap}, WATCHED)
    environment = {"GATEHASH_OVERLAP": str(overlap)}
    with suppress(RuntimeError):
        outcome = run(model, "blake3_mc_bench", tmp_path, environment, (broken,))
        assert outcome.failed, outcome
    assert said in "".join(capfd.readouterr()) + (tmp_path / "bench.log").read_text()
