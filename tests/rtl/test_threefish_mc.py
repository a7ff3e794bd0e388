# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor against its machine's model and the golden one."""

import os
import subprocess
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build, run

from gatehash.paths import rtl_root
from gatehash.simulate.build import verilator_root

SOURCES = (
    "compact/generated/gh_threefish_microcode_pkg.sv",
    "compact/gh_threefish_mc_alu.sv",
    "compact/gh_threefish_mc_core.sv",
    "prim/generic/gh_add_sub_xor.sv",
    "prim/generic/gh_add_xor.sv",
    "prim/generic/gh_mux4.sv",
)
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
    arguments = ["--lint-only", "-Wall", "--quiet", "--top-module", "gh_threefish_mc_core"]
    arguments += [f"-G{name}={value}" for name, value in parameters.items()]
    done = subprocess.run(
        [
            str(verilator_root() / "bin" / "verilator_bin"),
            *arguments,
            *(str(rtl_root() / source) for source in SOURCES),
        ],
        env={**os.environ, "VERILATOR_ROOT": str(verilator_root())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "%" not in done.stdout + done.stderr


@VARIANTS
def test_core(tmp_path: Path, parameters: dict[str, int]) -> None:
    files = [rtl_root() / source for source in SOURCES]
    model = build("gh_threefish_mc_core", files, parameters, WATCHED)
    uses = ["threefish"] + ["ubi"] * parameters["Chains"] + ["decrypt"] * parameters["Decrypts"]
    run(model, "threefish_mc_bench", tmp_path, {"USES": " ".join(uses)}).require_success()
