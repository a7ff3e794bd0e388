# SPDX-License-Identifier: Apache-2.0
"""Hash cores by themselves, and parts of them, against their golden models."""

import shutil
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_clean
from tests.rtl.test_selftest import Fault

from gatehash.paths import rtl_root

PORTS = ("*_i", "*_o")
SHA2 = [
    rtl_root() / "sha2" / name
    for name in (
        "generated/gh_sha2_constants_pkg.sv",
        "gh_sha2_constants.sv",
        "gh_sha2_core.sv",
    )
]
SHA2_RING = [
    rtl_root() / name
    for name in (
        "sha2/generated/gh_sha2_constants_pkg.sv",
        "prim/generic/gh_add_of_table.sv",
        "sha2/gh_sha2_constants.sv",
        "engine/gh_sha2_ring.sv",
    )
]
SHA3 = [
    rtl_root() / name
    for name in (
        "sha3/generated/gh_keccak_pkg.sv",
        "prim/generic/gh_xor4.sv",
        "sha3/gh_keccak_round.sv",
        "sha3/gh_sha3_core.sv",
    )
]
SHA3_DOM = [
    rtl_root() / name
    for name in (
        "sha3/generated/gh_keccak_pkg.sv",
        "prim/generic/gh_xor4.sv",
        "guarded/gh_dom_chi.sv",
        "guarded/gh_keccak_linear.sv",
        "guarded/gh_keccak_dom.sv",
        "guarded/gh_sha3_dom_core.sv",
    )
]
PHASH_REDUCER = [
    rtl_root() / name
    for name in ("phash/gh_phash_pkg.sv", "prim/generic/gh_copies.sv", "phash/gh_phash_reducer.sv")
]


@pytest.mark.parametrize(
    ("word_bits", "digest_bits", "block_memory"),
    [
        (32, 256, 0),
        # The quick tests have these in tops.
        *(
            pytest.param(*each, marks=pytest.mark.large)
            for each in ((64, 256, 1), (32, 224, 1), (64, 224, 0))
        ),
    ],
)
def test_sha2_core(word_bits: int, digest_bits: int, block_memory: int, tmp_path: Path) -> None:
    parameters = {"WordBits": word_bits, "DigestBits": digest_bits, "BlockMemory": block_memory}
    require_clean("gh_sha2_core", parameters, SHA2)
    environment = {
        "GATEHASH_WORD_BITS": str(word_bits),
        "GATEHASH_DIGEST_BITS": str(digest_bits),
    }
    model = build_for_cocotb("gh_sha2_core", SHA2, parameters, PORTS)
    run(model, "sha2_core_bench", tmp_path, environment).require_success()


def test_a_core_that_looks_at_what_is_not_valid_is_caught(tmp_path: Path) -> None:
    """Flags beside a valid_i that is low are random; a bench that held the last ones was kinder."""
    root = shutil.copytree(rtl_root(), tmp_path / "rtl")
    fault = Fault(
        "looks_at_flags_that_are_not_valid",
        "sha2/gh_sha2_core.sv",
        "if (take) final_q <= final_i;",
        "if (take || !valid_i) final_q <= final_i;",
        "with_stalls",
    )
    fault.plant(root)
    sources = [root / path.relative_to(rtl_root()) for path in SHA2]
    parameters = {"WordBits": 32, "DigestBits": 256, "BlockMemory": 0}
    model = build_for_cocotb("gh_sha2_core", sources, parameters, PORTS)
    environment = {"GATEHASH_WORD_BITS": "32", "GATEHASH_DIGEST_BITS": "256"}
    outcome = run(model, "sha2_core_bench", tmp_path, environment, [fault.seen_by])
    assert (outcome.passed, outcome.failed) == ((), (fault.seen_by,)), outcome.log


@pytest.mark.parametrize("word_bits", [32, 64])
def test_sha2_ring(word_bits: int, tmp_path: Path) -> None:
    parameters = {"WordBits": word_bits}
    require_clean("gh_sha2_ring", parameters, SHA2_RING)
    environment = {"GATEHASH_WORD_BITS": str(word_bits)}
    model = build_for_cocotb("gh_sha2_ring", SHA2_RING, parameters, PORTS)
    run(model, "sha2_ring_bench", tmp_path, environment).require_success()


@pytest.mark.parametrize(
    ("rounds_per_cycle", "rate_bytes"),
    [
        (2, 136),
        *(pytest.param(*each, marks=pytest.mark.large) for each in ((1, 0), (1, 72), (12, 168))),
    ],
)
def test_sha3_core(rounds_per_cycle: int, rate_bytes: int, tmp_path: Path) -> None:
    parameters = {"RoundsPerCycle": rounds_per_cycle, "RateBytes": rate_bytes}
    require_clean("gh_sha3_core", parameters, SHA3)
    environment = {
        "GATEHASH_ROUNDS_PER_CYCLE": str(rounds_per_cycle),
        "GATEHASH_RATE_BYTES": str(rate_bytes),
    }
    model = build_for_cocotb("gh_sha3_core", SHA3, parameters, PORTS)
    run(model, "sha3_core_bench", tmp_path, environment).require_success()


# The first tier has it in the masked top.
@pytest.mark.large
@pytest.mark.parametrize("rate_bytes", [72, 104, 136, 144, 168])
def test_masked_sha3_core(rate_bytes: int, tmp_path: Path) -> None:
    parameters = {"RateBytes": rate_bytes}
    require_clean("gh_sha3_dom_core", parameters, SHA3_DOM)
    environment = {"GATEHASH_RATE_BYTES": str(rate_bytes)}
    model = build_for_cocotb("gh_sha3_dom_core", SHA3_DOM, parameters, PORTS)
    run(model, "sha3_dom_core_bench", tmp_path, environment).require_success()


@pytest.mark.large
@pytest.mark.parametrize(
    ("file", "old", "new", "seen_by"),
    [
        # A permutation that goes on with zeros in place of random bits.
        (
            "guarded/gh_keccak_dom.sv",
            "assign advance     = rnd_ready_o && rnd_valid_i;",
            "assign advance     = rnd_ready_o;",
            "without_random_bits",
        ),
        # The first block meets a state without a sharing.
        (
            "guarded/gh_keccak_dom.sv",
            "      seeded_q <= 1'b0;",
            "      seeded_q <= 1'b1;",
            "full_rate",
        ),
    ],
)
def test_a_masked_core_without_randomness_is_caught(
    file: str, old: str, new: str, seen_by: str, tmp_path: Path
) -> None:
    root = shutil.copytree(rtl_root(), tmp_path / "rtl")
    Fault("without_randomness", file, old, new, seen_by).plant(root)
    sources = [root / path.relative_to(rtl_root()) for path in SHA3_DOM]
    model = build_for_cocotb("gh_sha3_dom_core", sources, {"RateBytes": 136}, PORTS)
    environment = {"GATEHASH_RATE_BYTES": "136"}
    outcome = run(model, "sha3_dom_core_bench", tmp_path, environment, [seen_by])
    assert (outcome.passed, outcome.failed) == ((), (seen_by,)), outcome.log


@pytest.mark.parametrize(
    ("slots", "levels", "block_memory"),
    [
        (2, 3, 0),
        *(
            pytest.param(*each, marks=pytest.mark.large)
            for each in ((1, 3, 1), (1, 4, 0), (1, 4, 1))
        ),
    ],
)
def test_phash_reducer(slots: int, levels: int, block_memory: int, tmp_path: Path) -> None:
    parameters = {"Slots": slots, "Levels": levels, "BlockMemory": block_memory}
    environment = {
        "GATEHASH_SLOTS": str(slots),
        "GATEHASH_LEVELS": str(levels),
        "GATEHASH_BLOCK_MEMORY": str(block_memory),
    }
    model = build_for_cocotb("gh_phash_reducer", PHASH_REDUCER, parameters, PORTS)
    run(model, "phash_reducer_bench", tmp_path, environment).require_success()
