# SPDX-License-Identifier: Apache-2.0
"""Every top of the catalogue is clean under Verilator's -Wall, and legal SystemVerilog."""

from pathlib import Path

import pytest
from tests.catalogue import (
    CATALOGUE,
    OTHER_WIDTHS,
    REGISTERED,
    REGISTERED_WIDTHS,
    first_of_each,
    named,
)
from tests.rtl.lint import cases_of_initial_blocks, refusal, require_clean, require_legal

from gatehash.catalog import DESIGNS, Design, find
from gatehash.paths import rtl_root

# Of each top one is always among the tests.
_STREAMS = first_of_each(
    (named(each), each.hardware.stream.top, each)
    for each in (*REGISTERED_WIDTHS, *OTHER_WIDTHS, *REGISTERED)
)
_TOPS = first_of_each(
    (label, f"{each.family} {each.hardware.stream.top}", each) for label, each in CATALOGUE
)
_CORES = {each.hardware.core.top: each for _, each in reversed(CATALOGUE)}.values()


@pytest.mark.parametrize("design", _STREAMS)
def test_verilator_has_nothing_to_say_of_other_streams(design: Design) -> None:
    module = design.hardware.stream
    require_clean(module.top, module.parameters, design.hardware.files())


@pytest.mark.parametrize("design", _TOPS)
def test_verilator_has_nothing_to_say(design: Design) -> None:
    module = design.hardware.stream
    require_clean(module.top, module.parameters, design.hardware.files())


# Stream tops have all cores with these parameters.
@pytest.mark.large
@pytest.mark.parametrize("design", _CORES, ids=lambda design: design.name)
def test_verilator_has_nothing_to_say_of_cores(design: Design) -> None:
    """A core's parameters are those that its stream top gives it: one design of each will do."""
    module = design.hardware.core
    require_clean(module.top, module.parameters, design.hardware.files(boundary="core"))


@pytest.mark.parametrize(
    ("design", "folders"),
    [
        ("skein512-x8", ("skein",)),
        ("sha512-bram", ("sha2",)),
        ("sha3-x1", ("sha3",)),
        ("whirlpool-lut-logic", ("whirlpool",)),
        ("phash-1", ("phash", "whirlpool")),
    ],
)
def test_folders_that_the_readme_names_are_enough(design: str, folders: tuple[str, ...]) -> None:
    named = ("stream", "prim/generic", *folders)
    files = [each for folder in named for each in sorted((rtl_root() / folder).rglob("*.sv"))]
    files.sort(key=lambda each: (each.stem != "gh_stream_pkg", not each.stem.endswith("_pkg")))
    stream = find(design).hardware.stream
    require_clean(stream.top, stream.parameters, files)


@pytest.mark.parametrize(
    ("vendor", "every"),
    [
        ("generic", True),
        *((vendor, False) for vendor in ("xilinx", "lattice")),
        *(pytest.param(vendor, True, marks=pytest.mark.large) for vendor in ("xilinx", "lattice")),
    ],
)
def test_slang_finds_no_error(vendor: str, every: bool) -> None:
    """Of vendors' cells, which are in few files, one design of each top has all."""
    of_each_top = {design.hardware.stream.top: design for _, design in CATALOGUE}
    for design in DESIGNS.values() if every else of_each_top.values():
        for module in (design.hardware.core, design.hardware.stream):
            require_legal(module.top, module.parameters, design.hardware.files(vendor))


def test_slang_is_strict(tmp_path: Path) -> None:
    """Two processes write one variable, which IEEE 1800-2017 forbids in 9.2.2.4."""
    file = tmp_path / "twice.sv"
    file.write_text(
        "module twice (input logic clk);\n"
        "  logic q;\n"
        "  initial q = 1'b0;\n"
        "  always_ff @(posedge clk) q <= !q;\n"
        "endmodule\n"
    )
    with pytest.raises(AssertionError, match="is not legal"):
        require_legal("twice", {}, [file])


@pytest.mark.parametrize(
    ("design", "module", "parameter", "values"),
    [
        ("skein512-x8-tree", "gh_skein_tree", "LeafBits", (0, 256)),
        ("skein512-x8-tree", "gh_skein_tree", "FanBits", (0, 256)),
        ("skein512-x8-tree", "gh_skein_tree", "Height", (0, 1, 256)),
        ("skein512-x8-piped", "gh_tid_shell", "Streams", (0, 1, 3, 512)),
        ("blake3-1", "gh_blake3_piped", "Lanes", (3, 8)),
        ("phash-1", "gh_phash_core", "Ciphers", (65,)),
    ],
)
def test_values_that_the_hardware_lacks_are_named(
    design: str, module: str, parameter: str, values: tuple[int, ...]
) -> None:
    hardware = find(design).hardware
    for value in values:
        given = {**hardware.stream.parameters, parameter: value}
        said = refusal(hardware.stream.top, given, hardware.files())
        assert f"{module}: {parameter} is {value}; it must be " in said


def test_no_initial_block_needs_a_case(tmp_path: Path) -> None:
    """read_slang of pyosys 0.70 takes the default of each case that an initial block comes to."""
    assert not cases_of_initial_blocks(rtl_root().rglob("*.sv"))
    file = tmp_path / "memory.sv"
    file.write_text(
        "module memory ();\n"
        "  function automatic logic word(int i);\n"
        "    case (i)\n      0: return 1'b1;\n      default: return 1'b0;\n    endcase\n"
        "  endfunction\n"
        "  function automatic logic through(int i);\n    return word(i);\n  endfunction\n"
        "  logic m[2];\n"
        "  initial for (int i = 0; i < 2; i++) m[i] = through(i);\n"
        "endmodule\n"
    )
    assert cases_of_initial_blocks([file]) == {"word"}
