# SPDX-License-Identifier: Apache-2.0
"""Proofs that vendor primitives do what their generic twins do."""

from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

LATTICE = rtl_root() / "prim" / "lattice"
GENERIC = rtl_root() / "prim" / "generic"
MODULES = sorted({path.stem for path in LATTICE.glob("*.sv")} & {p.stem for p in GENERIC.glob("*")})
HELPERS = sorted(path.name for path in LATTICE.glob("*.sv") if path.stem not in MODULES)

CELL_PORTS = "cin a0 b0 c0 d0 a1 b1 c1 d1".split()
# INIT values of the carry cell in rtl/prim/lattice, and some that exercise its other half.
CELL_INITS = ("96AA", "6AAA", "0000", "FFFF", "1234", "CA53")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "prim").symlink_to(rtl_root() / "prim", target_is_directory=True)
    return tmp_path


def twins(module: str, width: int, wrong: str = "") -> str:
    """Yosys commands that make modules `gold` (generic) and `gate` (vendor)."""
    helpers = " ".join(f"prim/lattice/{name}" for name in HELPERS)
    vendor = wrong or f"prim/lattice/{module}.sv"
    return f"""
read_slang --top {module} -G Width={width} prim/generic/{module}.sv
rename {module} gold
read_slang --top {module} -G Width={width} {vendor} {helpers}
rename {module} gate
proc
flatten
"""


PROVE = """
equiv_make gold gate proof
hierarchy -top proof
equiv_simple
equiv_status -assert
"""

# Both end with an error unless the comparison comes out as named.
PROVE_EQUAL = "miter -equiv -flatten gold gate miter\nsat -verify -prove trigger 0 miter\n"
REFUTE = "miter -equiv -flatten gold gate miter\nsat -falsify -prove trigger 0 miter\n"


def test_every_vendor_module_has_a_twin_or_is_a_helper() -> None:
    assert MODULES
    assert HELPERS == ["CCU2C.sv", "gh_ccu2c_adder.sv"]


@pytest.mark.parametrize("width", [2, 8, 64])
@pytest.mark.parametrize("module", MODULES)
def test_lattice_module_equals_generic(work: Path, module: str, width: int) -> None:
    run_yosys(twins(module, width) + PROVE, work, what=f"{module} {width}")


@pytest.mark.parametrize("module", MODULES)
def test_wrong_table_is_refuted(work: Path, module: str) -> None:
    right = (LATTICE / f"{module}.sv").read_text()
    # One wrong bit of the propagate function: A = B = C = 1.
    wrong = right.replace("16'h96AA", "16'h16AA").replace("16'h6AAA", "16'hEAAA")
    assert wrong != right
    (work / "wrong.sv").write_text(wrong)
    made = twins(module, 8, "wrong.sv")
    run_yosys(made + REFUTE, work, what="refutation")
    with pytest.raises(GatehashError, match="unproven"):
        run_yosys(made + PROVE, work, what="proof")


def test_right_table_is_not_refuted(work: Path) -> None:
    with pytest.raises(GatehashError, match="falsify"):
        run_yosys(twins(MODULES[0], 8) + REFUTE, work, what="refutation")


def cell(init0: str, init1: str, inject: str) -> str:
    parameters = f".INIT0(16'h{init0}), .INIT1(16'h{init1})"
    parameters += f', .INJECT1_0("{inject}"), .INJECT1_1("{inject}")'
    ports = ", ".join(f".{port.upper()}({port})" for port in CELL_PORTS)
    inputs = ", ".join(f"input wire {port}" for port in CELL_PORTS)
    return (
        f"module top({inputs}, output wire s0, output wire s1, output wire cout);\n"
        f"CCU2C #({parameters}) u_cell ({ports}, .S0(s0), .S1(s1), .COUT(cout));\nendmodule\n"
    )


def carry_cells(work: Path, theirs: str, ours: str, inject: str) -> str:
    """Yosys commands that make `gold` of Yosys's carry cell and `gate` of the library's model."""
    (work / "theirs.v").write_text(cell(theirs, theirs, inject))
    (work / "ours.sv").write_text(cell(ours, ours, inject))
    return """
read_verilog theirs.v +/ecp5/cells_sim.v
hierarchy -top top
proc
flatten
rename top gold
design -stash gold
read_slang --top top ours.sv prim/lattice/CCU2C.sv
proc
flatten
rename top gate
design -stash gate
design -copy-from gold gold
design -copy-from gate gate
"""


@pytest.mark.parametrize("inject", ["NO", "YES"])
@pytest.mark.parametrize("init", CELL_INITS)
def test_carry_cell_equals_that_of_yosys(work: Path, init: str, inject: str) -> None:
    run_yosys(carry_cells(work, init, init, inject) + PROVE_EQUAL, work, what="carry cell")


def test_wrong_carry_cell_is_refuted(work: Path) -> None:
    run_yosys(carry_cells(work, "96AA", "96A2", "NO") + REFUTE, work, what="carry cell")
