# SPDX-License-Identifier: Apache-2.0
"""Modules that stand in for one another are proved equal, for all inputs."""

from pathlib import Path

import pytest

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

FORMS = Path(__file__).with_name("gh_whirlpool_equal.sv")


def prove_forms_equal(folder: Path, output: str, rtl: dict[str, str] | None = None) -> None:
    """Prove that an output of ``gh_whirlpool_equal`` is 1 from the second cycle on."""
    files = []
    for path in (*find("whirlpool-lut-logic").hardware.files(), FORMS):
        text = path.read_text(encoding="utf-8")
        for old, new in (rtl or {}).items():
            text = text.replace(old, new)
        (folder / path.name).write_text(text, encoding="utf-8")
        files.append(path.name)
    script = [
        f"read_slang -I {rtl_root()} --top {FORMS.stem} {' '.join(files)}",
        f"prep -top {FORMS.stem}",
        "memory_map",
        "opt",
        # Registers start with any value whatever.
        f"sat -verify -seq 2 -prove-skip 1 -prove {output} 1 {FORMS.stem}",
    ]
    run_yosys("\n".join(script), folder, what="proof")


def test_forms_of_the_s_box_are_equal(tmp_path: Path) -> None:
    prove_forms_equal(tmp_path, "sbox_equal_o")


@pytest.mark.large
def test_forms_of_mix_rows_are_equal(tmp_path: Path) -> None:
    prove_forms_equal(tmp_path, "mix_equal_o")


@pytest.mark.parametrize(
    ("output", "change"),
    [
        ("sbox_equal_o", {"E = 64'h052a478e3f6dc9b1": "E = 64'h052a478e3f6dc91b"}),
        ("mix_equal_o", {"row_i[(j+3)%8]": "row_i[(j+2)%8]"}),
    ],
)
def test_a_difference_is_found(tmp_path: Path, output: str, change: dict[str, str]) -> None:
    with pytest.raises(GatehashError, match="proof did fail"):
        prove_forms_equal(tmp_path, output, change)


def proof_of_prim(
    name: str, vendor: str, cells: tuple[str, ...], parameters: str, around: Path | None = None
) -> list[str]:
    """Commands that prove a vendor's form of a primitive equal to the generic one.

    Parameters
    ----------
    name, vendor, parameters : str
        The primitive, the folder of the vendor's form, and options that set its parameters.
    cells : tuple of str
        What else of that folder the vendor's form is made of.
    around : Path, optional
        A module that uses it as it may be used, where not every input may come.
    """
    prims = rtl_root() / "prim"
    top, used = (around.stem, str(around)) if around else (name, "")
    own = [prims / vendor / f"{module}.sv" for module in (name, *cells)]
    return [
        f"read_slang --top {top} {parameters} {prims / 'generic' / f'{name}.sv'} {used}",
        f"rename {top} generic",
        f"read_slang --top {top} {parameters} {' '.join(map(str, own))} {used}",
        f"rename {top} own",
        "miter -equiv -flatten -make_outputs generic own both",
        "sat -verify -prove trigger 0 both",
        "design -reset",
    ]


@pytest.mark.parametrize("vendor", ["lattice", "xilinx"])
def test_vendors_look_up_tables_are_the_generic_one(tmp_path: Path, vendor: str) -> None:
    """For each table with a single 1: any table is a sum of such."""
    script: list[str] = []
    for bit in range(16):
        script += proof_of_prim("gh_lut4", vendor, ("LUT4",), f"-G Init=16'h{1 << bit:04X}")
    run_yosys("\n".join(script), tmp_path, what="proof")


@pytest.mark.parametrize(
    ("name", "vendor", "cells", "widths"),
    [
        ("gh_mux4", "lattice", ("LUT4",), (1, 64)),
        ("gh_mux8", "lattice", ("LUT4",), (1, 64)),
        ("gh_mux4_of_xor3", "lattice", ("LUT4", "PFUMX", "L6MUX21"), (1, 64)),
        ("gh_xor4", "lattice", ("LUT4",), (1, 64)),
        ("gh_chi", "lattice", ("LUT4",), (1, 64)),
        ("gh_xor4", "xilinx", ("LUT4",), (1, 64)),
        ("gh_mux4", "xilinx", ("LUT6",), (1, 64)),
        ("gh_mux8", "xilinx", ("gh_mux4", "LUT6", "MUXF7"), (1, 64)),
        ("gh_xor2", "xilinx", ("LUT6_2",), (2, 64)),
        ("gh_add_xor", "xilinx", ("LUT6_2", "CARRY4"), (4, 8, 64)),
        ("gh_add_sub_xor", "xilinx", ("LUT6", "CARRY4"), (4, 8, 64)),
        ("gh_add_of_xor", "lattice", ("CCU2C",), (4, 32)),
        ("gh_add_of_xor", "xilinx", ("CARRY4",), (4, 32)),
    ],
)
def test_vendor_s_form_is_the_generic_one(
    tmp_path: Path, name: str, vendor: str, cells: tuple[str, ...], widths: tuple[int, ...]
) -> None:
    script: list[str] = []
    for width in widths:
        script += proof_of_prim(name, vendor, cells, f"-G Width={width}")
    run_yosys("\n".join(script), tmp_path, what="proof")


@pytest.mark.parametrize(("vendor", "cells"), [("lattice", ("CCU2C",)), ("xilinx", ("CARRY4",))])
def test_vendor_s_sum_of_a_function_is_the_generic_one(
    tmp_path: Path, vendor: str, cells: tuple[str, ...]
) -> None:
    """For a choice, a majority, and functions that tell all three words apart."""
    script: list[str] = []
    for table in (0xD8, 0xE8, 0x24, 0xFC):
        parameters = f"-G Width=8 -G Table={table}"
        script += proof_of_prim("gh_add_of_table", vendor, cells, parameters)
    run_yosys("\n".join(script), tmp_path, what="proof")


def test_lattice_s_multiplexer_is_the_generic_one(tmp_path: Path) -> None:
    """For words that fill a row of tables, leave one half used, and need several rows."""
    around = Path(__file__).with_name("gh_mux_used.sv")
    script: list[str] = []
    for words in (1, 2, 3, 6, 8, 9, 21):
        parameters = f"-G Words={words} -G Width=2"
        script += proof_of_prim("gh_mux", "lattice", ("LUT4",), parameters, around)
    run_yosys("\n".join(script), tmp_path, what="proof")


def prove_memories_equal(folder: Path, own: Path) -> None:
    """Prove Lattice's form of a memory equal to the generic one: both of zeros, for six cycles."""
    prims, name = rtl_root() / "prim", "gh_registered_ram"
    parameters = "-G Width=38 -G Depth=4"
    cell = prims / "lattice" / "PDPW16KD.sv"
    script = [
        f"read_slang --top {name} {parameters} {prims / 'generic' / f'{name}.sv'}",
        f"rename {name} generic",
        f"read_slang --top {name} {parameters} {own} {cell}",
        f"rename {name} own",
        "miter -equiv -flatten -make_outputs generic own both",
        "hierarchy -top both",
        *("proc", "opt", "memory_map", "opt -full"),
        "sat -verify -seq 6 -set-init-zero -prove trigger 0 both",
    ]
    run_yosys("\n".join(script), folder, what="proof")


def test_lattice_s_memory_is_the_generic_one(tmp_path: Path) -> None:
    prove_memories_equal(tmp_path, rtl_root() / "prim" / "lattice" / "gh_registered_ram.sv")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (".OCER (advance_i)", ".OCER (1'b1)"),
        (".ADR5 (address[0])", ".ADR5 (address[1])"),
        ("data[36*b+17]", "data[36*b+16]"),
    ],
)
def test_a_difference_of_memories_is_found(tmp_path: Path, old: str, new: str) -> None:
    right = rtl_root() / "prim" / "lattice" / "gh_registered_ram.sv"
    text = right.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / right.name
    wrong.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GatehashError, match="proof did fail"):
        prove_memories_equal(tmp_path, wrong)


@pytest.mark.parametrize("three", [0, 1])
@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize(
    ("vendor", "cells", "around"),
    [
        ("lattice", ("CCU2C",), Path(__file__).with_name("gh_add_xor3_used.sv")),
        ("xilinx", ("LUT6_2", "CARRY4"), None),
    ],
    ids=["lattice", "xilinx"],
)
def test_vendor_s_add_xor3_is_the_generic_one(
    tmp_path: Path, vendor: str, cells: tuple[str, ...], around: Path | None, cut: int, three: int
) -> None:
    script: list[str] = []
    for width in (8, 16, 32, 64):
        parameters = f"-G Width={width} -G Cut={cut} -G Three={three}"
        script += proof_of_prim("gh_add_xor3", vendor, cells, parameters, around)
    run_yosys("\n".join(script), tmp_path, what="proof")


def test_difference_of_a_vendor_s_form_is_found(tmp_path: Path) -> None:
    right = rtl_root() / "prim" / "lattice" / "gh_mux4.sv"
    wrong = tmp_path / right.name
    # The first of the upper words in the place of the second.
    text = right.read_text(encoding="utf-8").replace("i[0] ? i[2]", "i[0] ? i[1]")
    wrong.write_text(text, encoding="utf-8")
    script = "\n".join(proof_of_prim("gh_mux4", "lattice", ("LUT4",), "-G Width=1"))
    with pytest.raises(GatehashError, match="proof did fail"):
        run_yosys(script.replace(str(right), str(wrong)), tmp_path, what="proof")
