# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor against its machine's model and the golden one."""

from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_clean

from gatehash.paths import rtl_root

TOP = "gh_threefish_mc_core"
SOURCES = (
    "compact/generated/gh_threefish_microcode_pkg.sv",
    "compact/gh_threefish_mc_alu.sv",
    "compact/gh_threefish_mc_core.sv",
    "prim/generic/gh_add_sub_xor.sv",
    "prim/generic/gh_add_xor.sv",
    "prim/generic/gh_mux4.sv",
)
FILES = [rtl_root() / source for source in SOURCES]
WATCHED = ("*_i", "*_o", "pc_q", "subkey_q", "a_q", "b_q", "result")

VARIANTS = pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({"Decrypts": decrypts, "Chains": chains}, id=name)
        for name, decrypts, chains in (
            ("threefish-mc-enc", 0, 0),
            ("threefish-mc", 1, 0),
            ("skein-mc-enc", 0, 1),
            ("skein-mc", 1, 1),
        )
    ],
)


@VARIANTS
def test_verilator_has_nothing_to_say_of_the_core(parameters: dict[str, int]) -> None:
    require_clean(TOP, parameters, FILES)


# The least of them and the one that has all; the others are parts of it.
_CORES = pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({"Decrypts": decrypts, "Chains": chains}, id=name, marks=marks)
        for name, decrypts, chains, marks in (
            ("threefish-mc-enc", 0, 0, ()),
            ("threefish-mc", 1, 0, pytest.mark.large),
            ("skein-mc-enc", 0, 1, pytest.mark.large),
            ("skein-mc", 1, 1, ()),
        )
    ],
)


@_CORES
def test_core(tmp_path: Path, parameters: dict[str, int]) -> None:
    model = build_for_cocotb(TOP, FILES, parameters, WATCHED)
    uses = ["threefish"] + ["ubi"] * parameters["Chains"] + ["decrypt"] * parameters["Decrypts"]
    run(model, "threefish_mc_bench", tmp_path, {"USES": " ".join(uses)}).require_success()
