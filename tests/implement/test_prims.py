# SPDX-License-Identifier: Apache-2.0
"""Proofs that vendor primitives do what their generic twins do."""

import re
from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

LATTICE = rtl_root() / "prim" / "lattice"
GENERIC = rtl_root() / "prim" / "generic"
MODULES = sorted({path.stem for path in LATTICE.glob("*.sv")} & {p.stem for p in GENERIC.glob("*")})
HELPERS = sorted(path.name for path in LATTICE.glob("*.sv") if path.stem not in MODULES)

CELL_PORTS = ("cin", "a0", "b0", "c0", "d0", "a1", "b1", "c1", "d1")
# Tables of the carry cell in rtl/prim/lattice, and some others.
USED_TABLES = {
    table
    for path in LATTICE.glob("*.sv")
    if path.stem != "CCU2C"
    for table in re.findall(r"16'h([0-9A-F]{4})", path.read_text())
}
TABLES = sorted(USED_TABLES | {"0000", "FFFF", "96AA", "1234", "CA53"})


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "prim").symlink_to(rtl_root() / "prim", target_is_directory=True)
    return tmp_path


def both(read_gold: str, read_gate: str) -> str:
    """Yosys commands that make modules `gold` and `gate` of what two commands read."""
    return f"""
{read_gold}
proc
flatten
rename -top gold
design -stash gold
{read_gate}
proc
flatten
rename -top gate
design -stash gate
design -copy-from gold gold
design -copy-from gate gate
"""


def twins(module: str, width: int, vendor: str | None = None) -> str:
    """Yosys commands that make `gold` of a generic module and `gate` of the vendor's."""
    read = f"read_slang --top {module} -G Width={width}"
    helpers = " ".join(f"prim/lattice/{name}" for name in HELPERS)
    return both(
        f"{read} prim/generic/{module}.sv",
        f"{read} {vendor or f'prim/lattice/{module}.sv'} {helpers}",
    )


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
    assert "CCU2C.sv" in HELPERS
    assert USED_TABLES


@pytest.mark.parametrize("width", [2, 8, 64])
@pytest.mark.parametrize("module", MODULES)
def test_lattice_module_equals_generic(work: Path, module: str, width: int) -> None:
    run_yosys(twins(module, width) + PROVE, work, what=f"{module} {width}")


@pytest.mark.parametrize("module", MODULES)
def test_wrong_table_is_refuted(work: Path, module: str) -> None:
    right = (LATTICE / f"{module}.sv").read_text()
    # The other propagate where all four inputs are one.
    wrong = re.sub(
        r"16'h([0-9A-F]{4})", lambda found: f"16'h{int(found[1], 16) ^ 0x8000:04X}", right
    )
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
    return both(
        "read_verilog -D NO_INCLUDES theirs.v +/ecp5/cells_sim.v\nhierarchy -top top",
        "read_slang --top top ours.sv prim/lattice/CCU2C.sv",
    )


@pytest.mark.parametrize("inject", ["NO", "YES"])
@pytest.mark.parametrize("table", TABLES)
def test_carry_cell_equals_that_of_yosys(work: Path, table: str, inject: str) -> None:
    run_yosys(carry_cells(work, table, table, inject) + PROVE_EQUAL, work, what="carry cell")


def test_wrong_carry_cell_is_refuted(work: Path) -> None:
    run_yosys(carry_cells(work, "9666", "9667", "NO") + REFUTE, work, what="carry cell")
