# SPDX-License-Identifier: Apache-2.0
"""What Yosys makes of a boundary's RTL: its ports, and plain Verilog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from gatehash.catalog import BoundaryName, Hardware
from gatehash.implement.scripts import READING
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import rtl_root
from gatehash.plain import read_command, write_commands
from gatehash.ports import Port

__all__ = ["declared_ports", "plain_verilog"]

_PORTS = "ports.json"
_VERILOG = "plain.v"


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


def plain_verilog(files: Sequence[Path], top: str, what: str) -> str:
    """Return one file of plain Verilog with a module and all that is in it.

    Parameters
    ----------
    files : sequence of Path
        SystemVerilog files in the order of compilation; that of the module is among them.
    top : str
        The module; it has no parameters.
    what : str
        Name of the step, for errors.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails.
    """
    script = (
        f"read_slang {READING} --top {top} {' '.join(map(str, files))}",
        "proc",
        "flatten",
        "opt_expr",
        "opt_clean",
        # Names of files and places in them would make the text depend on the machine.
        *("setattr -unset src", "setattr -mod -unset src", "setattr -mod -unset hdlname"),
        *write_commands(_VERILOG),
    )
    return _written(script, _VERILOG, what)


def _written(script: Sequence[str], file: str, what: str) -> str:
    """Run Yosys in a folder of its own, and return a file that it writes."""
    versions(["pyosys"])
    with TemporaryDirectory(prefix="gatehash-") as folder:
        work = Path(folder)
        (work / "rtl").symlink_to(rtl_root(), target_is_directory=True)
        run_yosys("\n".join(script) + "\n", work, what=what)
        return (work / file).read_text(encoding="utf-8")
