# SPDX-License-Identifier: Apache-2.0
"""The BLAKE and ChaCha coprocessors against their machine's model and the golden ones."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_clean

from gatehash.paths import rtl_root

TOP = "gh_blake_chacha_mc_core"
SOURCES = (
    "compact/generated/gh_arx_microcode_pkg.sv",
    "compact/generated/gh_blake_chacha_microcode_pkg.sv",
    "compact/gh_arx_mc_alu.sv",
    "compact/gh_blake_chacha_mc_block.sv",
    "compact/gh_blake_chacha_mc_contract.sv",
    "compact/gh_arx_mc_sequencer.sv",
    "compact/gh_blake_chacha_mc_core.sv",
    "prim/generic/gh_add_xor3.sv",
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_mux8.sv",
    "prim/generic/gh_xor2.sv",
)
FILES = [rtl_root() / source for source in SOURCES]
WATCHED = ("*_i", "*_o", "gh_arx_mc_sequencer:pc_q", "a_q", "result")
PARAMETERS = {
    "Blake32": ("blake32", "blake2s"),
    "Blake64": ("blake64", "blake2b"),
    "ChaCha": ("chacha",),
    "Blake2": ("blake2s", "blake2b"),
}

DESIGNS = ("chacha", "blake32", "blake64", "blake32,blake64", "blake32,blake64,chacha")
BLAKE2 = ("blake2s", "blake2b")

# What runs always: the shortest and the longest pipeline, three words, words loaded during runs.
# The others are parts of these, and are marked ``large``; tests/simulate has every algorithm.
USUAL = ((DESIGNS[-1], 1, 1, 0), ("blake2s", 0, 3, 1))


def _cores() -> Iterator[object]:
    """The algorithms, whether three words are added, which is for BLAKE, pipeline, overlap."""
    for case in product(DESIGNS + BLAKE2, [0, 1], [1, 2, 3], [0, 1]):
        if not case[1] or case[0] not in ("chacha", *BLAKE2):
            yield pytest.param(*case, marks=[] if case in USUAL else [pytest.mark.large])


cores = pytest.mark.parametrize(("algorithms", "three", "pipeline", "overlap"), [*_cores()])


def parameters_of(algorithms: str, three: int, pipeline: int, overlap: int) -> dict[str, int]:
    chosen = algorithms.split(",")
    which = {name: int(any(key in chosen for key in keys)) for name, keys in PARAMETERS.items()}
    return which | {"Pipeline": pipeline, "Three": three, "Overlap": overlap}


@cores
def test_verilator_has_nothing_to_say_of_the_core(
    algorithms: str, three: int, pipeline: int, overlap: int
) -> None:
    require_clean(TOP, parameters_of(algorithms, three, pipeline, overlap), FILES)


@cores
def test_core(algorithms: str, three: int, pipeline: int, overlap: int, tmp_path: Path) -> None:
    model = build_for_cocotb(
        TOP, FILES, parameters_of(algorithms, three, pipeline, overlap), WATCHED
    )
    environment = {
        "GATEHASH_ALGORITHMS": algorithms,
        "GATEHASH_THREE": str(three),
        "GATEHASH_OVERLAP": str(overlap),
    }
    run(model, "blake_chacha_mc_bench", tmp_path, environment).require_success()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("starts_twice", "start_i during a run"),
        ("changes_the_bank", "a run's bank or initial value changes"),
        ("joins_late", "a stream joins a run"),
        ("loads_the_block_of_the_run", "a word that the run uses is loaded"),
        ("loads_t_too_early", "a word that the run uses is loaded"),
        ("loads_a_constant", "a constant is loaded"),
    ],
)
def test_a_broken_contract_is_told(
    broken: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model = build_for_cocotb(TOP, FILES, parameters_of("blake32", 0, 1, 1), WATCHED)
    environment = {"GATEHASH_ALGORITHMS": "blake32", "GATEHASH_OVERLAP": "1"}
    with suppress(RuntimeError):
        outcome = run(model, "blake_chacha_mc_contract_bench", tmp_path, environment, (broken,))
        assert outcome.failed, outcome
    assert said in "".join(capfd.readouterr()) + (tmp_path / "bench.log").read_text()
