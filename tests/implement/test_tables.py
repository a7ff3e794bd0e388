# SPDX-License-Identifier: Apache-2.0
"""The two tables of a divided LUT6_2 mean the same as before; memories get their clock."""

import json
from pathlib import Path
from typing import Any

import pytest

from gatehash.errors import GatehashError
from gatehash.implement.families import TARGETS
from gatehash.implement.targets import CLOCK_MEMORIES
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

WIDTH = 8
TOP = f"""
module top (
    input  logic [{WIDTH - 1}:0] x_i,
    input  logic [{WIDTH - 1}:0] y_i,
    input  logic [{WIDTH - 1}:0] z_i,
    output logic [{WIDTH - 1}:0] both_o,
    output logic [{WIDTH - 1}:0] either_o
);
  for (genvar i = 0; i < {WIDTH}; i++) begin : gen_bits
    LUT6_2 #(
        .INIT(64'h9669_6996_E8E8_E8E8)
    ) u_lut (
        .I0(x_i[i]),
        .I1(y_i[i]),
        .I2(z_i[i]),
        .I3(x_i[(i+1)%{WIDTH}]),
        .I4(y_i[(i+1)%{WIDTH}]),
        .I5(z_i[(i+1)%{WIDTH}]),
        .O6(both_o[i]),
        .O5(either_o[i])
    );
  end
endmodule
"""


def divided(folder: Path, *changes: str) -> dict[str, Any]:
    """Divide the tables, prove that the module does as it did, and return its cells."""
    (folder / "top.sv").write_text(TOP)
    (folder / "rtl").symlink_to(rtl_root())
    flat = ("techmap -autoproc -map +/xilinx/cells_sim.v", "flatten", "opt_clean", "splitnets")
    script = [
        "read_slang --blackboxed-module LUT6_2 --top top top.sv rtl/prim/xilinx/LUT6_2.sv",
        "design -save given",
        *flat,
        "design -stash gold",
        "design -load given",
        *TARGETS["xc7a"].divided,
        *changes,
        "write_json divided.json",
        *flat,
        "design -stash gate",
        "design -copy-from gold -as gold top",
        "design -copy-from gate -as gate top",
        "miter -equiv -flatten -make_outputs gold gate miter",
        "sat -verify -prove trigger 0 -set-def-inputs miter",
    ]
    run_yosys("\n".join(script) + "\n", folder, what="proof")
    cells: dict[str, Any] = json.loads((folder / "divided.json").read_text())["modules"]["top"]
    return cells["cells"]  # type: ignore[no-any-return]


def test_both_outputs_are_as_they_were(tmp_path: Path) -> None:
    cells = divided(tmp_path)
    assert len(cells) == 2 * WIDTH
    for name, cell in cells.items():
        # Parts of a cell are found by what is before the first `$`.
        assert cells[name.partition("$")[0]]["type"] == "LUT6"
        # O5 is the majority of three: nextpnr would time paths through the inputs without effect.
        assert cell["type"] == ("LUT3" if "$" in name else "LUT6")


@pytest.mark.parametrize(
    "change",
    ["setparam -set INIT 8'he9 t:LUT3", "setparam -set INIT 64'h96696996e8e8e8e9 t:LUT6"],
)
def test_proof_finds_a_fault(tmp_path: Path, change: str) -> None:
    with pytest.raises(GatehashError, match="proof failed"):
        divided(tmp_path, change)


def test_both_clocks_of_a_block_memory_are_connected(tmp_path: Path) -> None:
    """One that is read only, and one with both ports at work, which stays as it is."""
    (tmp_path / "top.v").write_text(
        """
module top(input one, input two);
  RAMB18E1 u_read (.CLKARDCLK(one), .CLKBWRCLK(1'b0));
  RAMB36E1 u_write (.CLKARDCLK(1'bx), .CLKBWRCLK(two));
  RAMB36E1 u_both (.CLKARDCLK(one), .CLKBWRCLK(two));
endmodule
"""
    )
    script = [
        "read_verilog -lib -specify +/xilinx/cells_sim.v",
        "read_verilog top.v",
        "hierarchy -top top",
        CLOCK_MEMORIES,
        "select top",
        "write_json -selected clocked.json",
    ]
    run_yosys("\n".join(script) + "\n", tmp_path, what="clocks")
    top = json.loads((tmp_path / "clocked.json").read_text())["modules"]["top"]
    (one,), (two,) = (top["ports"][name]["bits"] for name in ("one", "two"))
    assert {
        name: [cell["connections"][port][0] for port in ("CLKARDCLK", "CLKBWRCLK")]
        for name, cell in top["cells"].items()
    } == {"u_read": [one, one], "u_write": [two, two], "u_both": [one, two]}
