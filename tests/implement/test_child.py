# SPDX-License-Identifier: Apache-2.0
"""The commands that are added to Yosys: what they change means the same as before."""

import json
from pathlib import Path
from typing import Any

import pytest

from gatehash.errors import GatehashError
from gatehash.implement.targets import SPLIT_ADDENDS
from gatehash.implement.tools import run_yosys

# All of an adder, a subtractor, an adder with carry in, and counters that add a constant.
TOP = """
module top (
    input  logic [4:0] a_i,
    input  logic [4:0] b_i,
    input  logic       c_i,
    output logic [5:0] sum_o,
    output logic [4:0] difference_o,
    output logic [5:0] carried_o,
    output logic [4:0] next_o,
    output logic [4:0] last_o
);
  assign sum_o = {1'b0, a_i} + {1'b0, b_i};
  assign difference_o = a_i - b_i;
  assign carried_o = {1'b0, a_i} + {1'b0, b_i} + {5'b0, c_i};
  assign next_o = a_i + 5'd1;
  assign last_o = a_i - 5'd1;
endmodule
"""
ADD, SUBTRACT = "0101101010101010", "1010101001011010"


def mapped(folder: Path, *commands: str) -> None:
    """Map the module, then prove that it does as it did."""
    (folder / "top.sv").write_text(TOP)
    script = [
        "read_slang --top top top.sv",
        "design -save gold",
        "synth_ecp5 -nowidelut -noabc9 -top top",
        *commands,
        "write_json mapped.json",
        "techmap -autoproc -map +/ecp5/cells_sim.v",
        "flatten",
        "opt_clean",
        "rename top gate",
        "design -stash gate",
        "design -copy-from gold -as gold top",
        "design -copy-from gate -as gate gate",
        "miter -equiv -flatten -make_outputs gold gate miter",
        "sat -verify -prove trigger 0 -set-def-inputs miter",
    ]
    run_yosys("\n".join(script) + "\n", folder, what="proof")


def carry_cells(folder: Path) -> list[dict[str, Any]]:
    cells = json.loads((folder / "mapped.json").read_text())["modules"]["top"]["cells"]
    return [cell for cell in cells.values() if cell["type"] == "CCU2C"]


def test_addends_of_a_carry_cell_have_a_pair_of_inputs_each(tmp_path: Path) -> None:
    mapped(tmp_path, SPLIT_ADDENDS)
    halves = [(cell, half) for cell in carry_cells(tmp_path) for half in "01"]
    tables = [cell["parameters"][f"INIT{half}"] for cell, half in halves]
    # Two adders and a subtractor of five bits each at least.
    assert tables.count(ADD) >= 10
    assert tables.count(SUBTRACT) >= 5
    for (cell, half), table in zip(halves, tables, strict=True):
        names = {name for name in "ABCD" if not _is_constant(cell, f"{name}{half}")}
        assert names <= ({"A", "D"} if table in (ADD, SUBTRACT) else {"A", "B"})
        assert names != {"A", "B"}


def _is_constant(cell: dict[str, Any], port: str) -> bool:
    (bit,) = cell["connections"][port]
    return isinstance(bit, str)


@pytest.mark.parametrize("half", "01")
def test_proof_finds_a_fault(tmp_path: Path, half: str) -> None:
    """Subtractors in place of adders."""
    change = f"setparam -set INIT{half} 16'{SUBTRACT} t:CCU2C"
    with pytest.raises(GatehashError, match="proof failed"):
        mapped(tmp_path, SPLIT_ADDENDS, change)
