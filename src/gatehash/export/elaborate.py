# SPDX-License-Identifier: Apache-2.0
"""A boundary's RTL as Yosys elaborates it: its ports, and plain Verilog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from gatehash.catalog import Boundary, BoundaryName, Hardware
from gatehash.implement.scripts import FORGET_PARAMETERS, READING
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import rtl_root
from gatehash.verilog import Port, read_command, write_commands

__all__ = ["declared_ports", "part_name", "plain_verilog"]

_PORTS = "ports.json"
_VERILOG = "plain.v"
_COMPARISONS = "comparisons.v"
# Flip-flops and memories in place of processes. A word's condition to write a memory is a
# multiplexer of constants as wide as the word, of which opt_reduce leaves one bit: write_verilog
# writes bits together that have one enable.
_PLAIN = ("proc", "flatten", "opt_expr", "opt_reduce", "opt_expr -mux_bool", "opt_clean -purge")
# Attributes that ask for distributed RAM, as the RTL has them.
_DISTRIBUTED = (
    ("ram_style", "distributed"),
    ("syn_ramstyle", "distributed"),
    ("ramstyle", "MLAB"),
)
# A word whose ! is taken is compared to 0 instead: Verilator warns of the other.
_COMPARE = """\
module \\$logic_not (A, Y);
  parameter A_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  output [Y_WIDTH-1:0] Y;
  wire _TECHMAP_FAIL_ = A_WIDTH == 1;
  assign Y = A == {A_WIDTH{1'b0}};
endmodule
"""
_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by Yosys, with the hierarchy flattened. Verilator's -Wall is right about these, and they
// stay:
//   CASEOVERLAP: a selector has one bit for each choice, of which at most one is 1
//   DECLFILENAME: a part that stands in the top many times is a module of its own
//   PROCASSINIT: a register of the reset begins with 1, beside its declaration
//   UNOPTFLAT: bits of a word depend on other bits of it
//   UNSIGNED: a comparison is with a number that no value of the other side passes
//   UNUSEDSIGNAL: some bits of words, such as carries out, are for nobody
//   WIDTHEXPAND: a word is compared with a shorter number
//   WIDTHTRUNC: the index of a part of a word begins with zeros
/* verilator lint_off CASEOVERLAP */
/* verilator lint_off DECLFILENAME */
/* verilator lint_off PROCASSINIT */
/* verilator lint_off UNOPTFLAT */
/* verilator lint_off UNSIGNED */
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off WIDTHEXPAND */
/* verilator lint_off WIDTHTRUNC */

"""


def declared_ports(hardware: Hardware, boundary: BoundaryName) -> tuple[Port, ...]:
    """Return the ports of a boundary's module as its RTL declares them, its inputs first.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails.
    """
    top = hardware.boundary(boundary).top
    script = (read_command(hardware, boundary), f"write_json {_PORTS}")
    netlist: Any = msgspec.json.decode(_written(script, _PORTS, f"ports of {top}"))
    found = next(
        module["ports"]
        for name, module in netlist["modules"].items()
        if name == top or module["attributes"].get("top")
    )
    declared = [
        Port(name, port["direction"] == "input", len(port["bits"]), len(port["bits"]) > 1)
        for name, port in found.items()
    ]
    return tuple(sorted(declared, key=lambda port: not port.input))


def plain_verilog(
    files: Sequence[Path],
    top: str,
    what: str,
    *,
    cells: Sequence[str] = (),
    part: Boundary | None = None,
    portable: bool = False,
) -> str:
    """Return one file of plain Verilog with a module and all that is in it.

    Synthesis makes of the file what it makes of the RTL: a memory is written by as many conditions
    as it has words or bytes with an enable of their own, and its attributes and those of registers
    that are kept remain.

    Parameters
    ----------
    files : sequence of Path
        SystemVerilog files in the order of compilation; that of the module is among them.
    top : str
        The module; it has no parameters.
    what : str
        Name of the step, for errors.
    cells : sequence of str
        Modules among the files that are a vendor's cells; they stay instances.
    part : Boundary, optional
        A module that stands in it many times; it stays a module, see :func:`part_name`.
    portable : bool
        Whether the file is for any family: memories then do not ask for distributed RAM, which
        Yosys refuses where a family has none.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails.
    """

    def read(module: str, *options: str) -> list[str]:
        boxes = (f"--blackboxed-module {cell}" for cell in cells)
        words = ("read_slang", READING, *boxes, *options, f"--top {module}", *map(str, files))
        return [" ".join(words), *_PLAIN]

    script: list[str] = []
    if part is None:
        script += read(top)
    else:
        parameters = (f"-G {name}={value}" for name, value in part.parameters.items())
        own = part_name(top, part)
        script += [
            *read(part.top, *parameters),
            f"rename {part.top} {own}",
            f"setattr -mod -unset top {own}",
            f"design -stash {own}",
            *read(top, f"--blackboxed-module {part.top}"),
            f"{FORGET_PARAMETERS} {part.top}",
            f"design -copy-from {own} -as {own} {own}",
            f"chtype -set {own} t:{part.top}",
        ]
    if portable:
        script += [f"setattr -unset {name} m:* a:{name}={of} %i" for name, of in _DISTRIBUTED]
    script += [
        # A name of a file or a place in it would make the text depend on the machine.
        *("setattr -unset src", "setattr -mod -unset src"),
        *("setattr -unset hdlname", "setattr -mod -unset hdlname"),
        f"techmap -map {_COMPARISONS}",
        "opt_clean -purge",
        *write_commands(_VERILOG),
    ]
    return _HEAD + _written(script, _VERILOG, what, {_COMPARISONS: _COMPARE})


def part_name(top: str, part: Boundary) -> str:
    """Return the name that a part of a top has as a module of plain Verilog.

    Its parameters are the top's, so that another top has another module.
    """
    return f"{top}_{part.top.removeprefix('gh_')}"


def _written(
    script: Sequence[str], file: str, what: str, texts: Mapping[str, str] | None = None
) -> str:
    """Run Yosys in a folder of its own, with files that it reads, and return one that it writes."""
    versions(["pyosys"])
    with TemporaryDirectory(prefix="gatehash-") as folder:
        work = Path(folder)
        for name, text in (texts or {}).items():
            (work / name).write_text(text, encoding="utf-8")
        (work / "rtl").symlink_to(rtl_root(), target_is_directory=True)
        run_yosys("\n".join(script) + "\n", work, what=what)
        return (work / file).read_text(encoding="utf-8")
