# SPDX-License-Identifier: Apache-2.0
"""What the tools are told, as text: nothing here runs anything.

All paths are relative to the folder that the tools run in, with the RTL under ``rtl``, so that the
text is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from gatehash.catalog import Boundary, BoundaryName, Hardware
from gatehash.implement.targets import Target
from gatehash.paths import rtl_root

__all__ = [
    "FORGET_PARAMETERS",
    "HIERARCHY",
    "HIERARCHY_OF_PART",
    "NETLIST",
    "STATISTICS",
    "design_script",
    "hierarchy_script",
    "nextpnr_arguments",
    "report_name",
    "yosys_script",
]

NETLIST = "netlist.json"
STATISTICS = "statistics.json"
HIERARCHY = "hierarchy.json"
HIERARCHY_OF_PART = "hierarchy-of-part.json"

FORGET_PARAMETERS = "forget_parameters"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: cells of a type lose their
parameters."""


def design_script(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Yosys script that maps a design to a target."""
    files = _files(hardware, target, boundary)
    return yosys_script(target, hardware.boundary(boundary), files, hardware.part)


def hierarchy_script(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Yosys script that writes the RTL of a design as it is read, with its hierarchy."""
    module, part = hardware.boundary(boundary), hardware.part
    files = _files(hardware, target, boundary)
    commands = []
    if part is not None:
        commands += [
            _read(target, part, files, options=("--keep-hierarchy",)),
            f"write_json {HIERARCHY_OF_PART}",
            "design -reset",
        ]
    commands += [
        _read(target, module, files, part.top if part else None, options=("--keep-hierarchy",)),
        f"write_json {HIERARCHY}",
    ]
    return "\n".join(commands) + "\n"


def _files(hardware: Hardware, target: Target, boundary: BoundaryName) -> list[PurePath]:
    files = hardware.files(target.vendor, boundary)
    return [PurePath("rtl", path.relative_to(rtl_root())) for path in files]


def yosys_script(
    target: Target, boundary: Boundary, files: Sequence[PurePath], part: Boundary | None = None
) -> str:
    """Yosys script that maps a module to a target and writes its cell counts.

    A part of the module that stands in it many times is mapped once, by itself, and put in place
    of the black boxes that stood for it while the rest was mapped.

    Parameters
    ----------
    target : Target
        The target.
    boundary : Boundary
        The module and its parameters.
    files : sequence of path
        RTL files in the order of compilation, relative to the folder that Yosys runs in.
    part : Boundary, optional
        The part that is mapped by itself.
    """
    commands = []
    if part is not None:
        commands += [
            *_mapped(target, part, files),
            f"design -stash {part.top}",
            *_mapped(target, boundary, files, part.top),
            f"design -copy-from {part.top} -as {part.top} {part.top}",
            f"setattr -mod -unset top {part.top}",
        ]
    else:
        commands += _mapped(target, boundary, files)
    statistics = " ".join(
        filter(None, ("stat", target.statistics, f"-top {boundary.top}", "-json"))
    )
    commands.append(f"tee -q -o {STATISTICS} {statistics}")
    if target.place_and_route:
        # Line numbers and paths of sources have no business in what is placed and routed.
        commands += ["setattr -unset src", "setattr -mod -unset src"]
        commands += [command.format(top=boundary.top) for command in target.netlist]
        commands.append(f"write_json {NETLIST}")
    return "\n".join(commands) + "\n"


def _mapped(
    target: Target, boundary: Boundary, files: Sequence[PurePath], black_box: str | None = None
) -> list[str]:
    """Commands that read a module and map it, with a module inside left out."""
    # What stands in for it is mapped for its parameters already.
    forget = [f"{FORGET_PARAMETERS} {black_box}"] if black_box is not None else []
    return [
        _read(target, boundary, files, black_box),
        # Registers of gh_copies stay apart: equal flip-flops are merged unless they are kept.
        "setattr -set keep 1 w:* a:keep %i %ci1 c:* %i",
        *forget,
        f"{target.synthesis} -top {boundary.top}",
        *target.mapped,
    ]


def _read(
    target: Target,
    boundary: Boundary,
    files: Sequence[PurePath],
    black_box: str | None = None,
    options: Sequence[str] = (),
) -> str:
    """Command that reads a module, with a module inside left out."""
    # A vendor's cells lie beside the primitives made of them, as models for simulation only.
    black_boxes = [
        path.stem
        for path in files
        if path.parent.name == target.vendor and not path.stem.startswith("gh_")
    ]
    if black_box is not None:
        black_boxes.append(black_box)
    read = [
        "read_slang",
        *options,
        *(f"--blackboxed-module {name}" for name in black_boxes),
        f"--top {boundary.top}",
        *(f"-G {name}={value}" for name, value in boundary.parameters.items()),
        *(path.as_posix() for path in files),
    ]
    return " ".join(read)


def report_name(seed: int) -> str:
    """Name of the report that nextpnr writes for a seed."""
    return f"report-{seed}.json"


def nextpnr_arguments(target: Target, seed: int) -> tuple[str, ...]:
    """Arguments of nextpnr for one seed, without the program's name."""
    return (
        *target.place_and_route,
        *("--json", NETLIST, "--seed", str(seed), "--report", report_name(seed)),
    )
