# SPDX-License-Identifier: Apache-2.0
"""What the tools are told, as text: nothing here runs anything.

All paths are relative to the folder that the tools run in, with the RTL under ``rtl``, so that the
text is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from gatehash.catalog import Boundary
from gatehash.implement.targets import Target

__all__ = ["NETLIST", "STATISTICS", "nextpnr_arguments", "report_name", "yosys_script"]

NETLIST = "netlist.json"
STATISTICS = "statistics.json"


def yosys_script(target: Target, boundary: Boundary, files: Sequence[PurePath]) -> str:
    """Yosys script that maps a module to a target and writes its cell counts.

    Parameters
    ----------
    target : Target
        The target.
    boundary : Boundary
        The module and its parameters.
    files : sequence of path
        RTL files in the order of compilation, relative to the folder that Yosys runs in.
    """
    stems = {path.stem for path in files}
    read = [
        "read_slang",
        *(f"--blackboxed-module {name}" for name in target.black_boxes if name in stems),
        f"--top {boundary.top}",
        *(f"-G {name}={value}" for name, value in boundary.parameters.items()),
        *(path.as_posix() for path in files),
    ]
    statistics = " ".join(filter(None, ("stat", target.statistics, "-json")))
    commands = [
        " ".join(read),
        f"{target.synthesis} -top {boundary.top}",
        f"tee -q -o {STATISTICS} {statistics}",
    ]
    if target.place_and_route:
        # Line numbers and paths of sources have no business in what is placed and routed.
        commands += ["setattr -unset src", "setattr -mod -unset src", f"write_json {NETLIST}"]
    return "\n".join(commands) + "\n"


def report_name(seed: int) -> str:
    """Name of the report that nextpnr writes for a seed."""
    return f"report-{seed}.json"


def nextpnr_arguments(target: Target, seed: int) -> tuple[str, ...]:
    """Arguments of nextpnr for one seed, without the program's name."""
    return (
        *target.place_and_route,
        *("--json", NETLIST, "--seed", str(seed), "--report", report_name(seed)),
    )
