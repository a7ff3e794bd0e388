# SPDX-License-Identifier: Apache-2.0
"""Scripts and arguments of the tools, as text; nothing here runs a tool.

All paths are relative to the work folder of the tools, with the RTL under ``rtl``, so that the text
is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePath

from gatehash.catalog import Boundary, BoundaryName, Hardware
from gatehash.implement.targets import Device, Target
from gatehash.paths import rtl_root

__all__ = [
    "DIVIDED",
    "ELABORATED",
    "FORGET_PARAMETERS",
    "HIERARCHY",
    "HIERARCHY_OF_PART",
    "NETLIST",
    "READING",
    "STATISTICS",
    "changed",
    "commands_without_sources",
    "design_script",
    "elaboration_of",
    "elaboration_script",
    "hierarchy_script",
    "keyed",
    "nextpnr_arguments",
    "plain_elaboration",
    "plain_script",
    "report_name",
    "with_hierarchy",
    "without",
    "work_paths",
    "yosys_script",
]

NETLIST = "netlist.json"
DIVIDED = "netlist-divided.json"
"""The netlist that nextpnr takes instead, of a target whose nextpnr lacks some cells."""
STATISTICS = "statistics.json"
HIERARCHY = "hierarchy.json"
HIERARCHY_OF_PART = "hierarchy-of-part.json"
ELABORATED = "elaborated.json"

READING = "-I rtl --unroll-limit=65536"
"""Options that change no netlist: the folder of the file that RTL includes, see gh_assert.svh, in
which synthesis finds nothing, and the most iterations of a loop, such as that over a memory."""

FORGET_PARAMETERS = "forget_parameters"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it removes the parameters of cells
of a type."""


def design_script(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Return the Yosys script that maps a design to a target."""
    files = _files(hardware, target, boundary)
    return yosys_script(target, hardware.boundary(boundary), files, hardware.part)


def elaboration_of(
    target: Target, module: Boundary, files: Sequence[PurePath], part: Boundary | None = None
) -> tuple[str, ...]:
    """Return the Yosys scripts that write what the mapper of :func:`yosys_script` gets, as JSON.

    There is one for each module that is mapped by itself, a part before the rest around it.
    """
    black_box = part.top if part else None
    prepared = [_prepared([_read(target, part, files)])] if part else []
    prepared.append(_prepared([_read(target, module, files, black_box)], black_box))
    return tuple(_elaborated(commands) for commands in prepared)


def elaboration_script(module: Boundary, files: Sequence[PurePath]) -> str:
    """Return the Yosys script that writes a module as JSON, from files without vendors' cells."""
    return _elaborated([_read(None, module, files)])


def _elaborated(read: Sequence[str]) -> str:
    after = ("proc", "flatten", "opt_clean", f"write_json {ELABORATED}")
    return "\n".join((*read, *after)) + "\n"


def commands_without_sources(target: Target, *, part: bool) -> str:
    """Return the scripts of a measurement as they are for any RTL, names and parameters.

    Parameters
    ----------
    target : Target
        The target.
    part : bool
        Whether the design has a part that is mapped by itself.
    """
    top, inside = Boundary("{top}", {}), Boundary("{part}", {}) if part else None
    scripts = [yosys_script(target, top, (), inside)]
    if target.place_and_route:
        scripts.append(_hierarchy_script(target, top, inside, ()))
    return keyed("".join(scripts))


def hierarchy_script(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Return the Yosys script that writes the RTL of a design with its hierarchy."""
    module = hardware.boundary(boundary)
    return _hierarchy_script(target, module, hardware.part, _files(hardware, target, boundary))


def _hierarchy_script(
    target: Target, module: Boundary, part: Boundary | None, files: Sequence[PurePath]
) -> str:
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
    return work_paths(hardware.files(target.vendor, boundary))


def work_paths(files: Sequence[Path]) -> list[PurePath]:
    """Return the paths of RTL files in a work folder, in which ``rtl`` is a link to the RTL."""
    root = rtl_root()
    return [_linked(path, root) for path in files]


@cache
def _linked(path: Path, root: Path) -> PurePath:
    return PurePath("rtl", path.relative_to(root))


def yosys_script(
    target: Target, boundary: Boundary, files: Sequence[PurePath], part: Boundary | None = None
) -> str:
    """Return the Yosys script that maps a module to a target and writes its cell counts.

    A part that the module instantiates many times is mapped once, by itself, and then replaces the
    black boxes that represent it while the rest is mapped.

    Parameters
    ----------
    target : Target
        The target.
    boundary : Boundary
        The module and its parameters.
    files : sequence of path
        RTL files in the order of compilation, relative to the folder in which Yosys runs.
    part : Boundary, optional
        The part that is mapped by itself.
    """
    if part is None:
        return _script(target, boundary.top, [_read(target, boundary, files)])
    read = [_read(target, boundary, files, part.top)]
    return _script(target, boundary.top, read, part.top, [_read(target, part, files)])


def plain_script(target: Target, file: str, top: str, part: str | None = None) -> str:
    """Return the script that maps a module of a file of plain Verilog, as the RTL is mapped.

    Parameters
    ----------
    target : Target
        The target.
    file : str
        The file, relative to the folder in which Yosys runs.
    top : str
        The module; it has no parameters.
    part : str, optional
        The module in the file that is mapped by itself.
    """
    read = [f"read_verilog {file}", "proc"]
    if part is None:
        return _script(target, top, read)
    return _script(target, top, [*read, f"blackbox {part}"], part, read)


def plain_elaboration(file: str, top: str, part: str | None = None) -> tuple[str, ...]:
    """Return the Yosys scripts that write what the mapper of :func:`plain_script` gets, as JSON."""
    read = [f"read_verilog {file}", "proc"]
    if part is None:
        return (_elaborated([*_prepared(read), f"hierarchy -top {top}"]),)
    rest = [*_prepared([*read, f"blackbox {part}"], part), f"hierarchy -top {top}"]
    return (
        _elaborated([*_prepared(read), f"hierarchy -top {part}"]),
        _elaborated(rest),
    )


def _script(
    target: Target,
    top: str,
    read: Sequence[str],
    part: str | None = None,
    read_part: Sequence[str] = (),
) -> str:
    """Return the script that maps what commands read, with a part that other commands read."""
    commands = []
    if part is not None:
        commands += [
            *_mapped(target, part, read_part),
            f"design -stash {part}",
            *_mapped(target, top, read, part),
            f"design -copy-from {part} -as {part} {part}",
            f"setattr -mod -unset top {part}",
        ]
    else:
        commands += _mapped(target, top, read)
    statistics = " ".join(filter(None, ("stat", target.statistics, f"-top {top}", "-json")))
    commands.append(f"tee -q -o {STATISTICS} {statistics}")
    if target.place_and_route:
        # Paths and line numbers of sources must not influence place and route.
        commands += ["setattr -unset src", "setattr -mod -unset src"]
        commands += [command.format(top=top) for command in target.netlist]
        commands.append(f"write_json {NETLIST}")
        if target.divided:
            commands += [*target.divided, f"write_json {DIVIDED}"]
    return "\n".join(commands) + "\n"


def _mapped(
    target: Target, top: str, read: Sequence[str], black_box: str | None = None
) -> list[str]:
    """Return the commands that map what commands read, with a module inside as a black box."""
    return [*_prepared(read, black_box), f"{target.synthesis} -top {top}", *target.mapped]


def _prepared(read: Sequence[str], black_box: str | None = None) -> list[str]:
    """Return the commands that read a module for mapping, with a module inside as a black box."""
    # The part has been mapped for its parameters already.
    forget = [f"{FORGET_PARAMETERS} {black_box}"] if black_box is not None else []
    return [
        *read,
        # Yosys merges equal flip-flops unless they are kept, as the registers of gh_copies are.
        "setattr -set keep 1 w:* a:keep %i %ci1 c:* %i",
        *forget,
    ]


def _read(
    target: Target | None,
    boundary: Boundary,
    files: Sequence[PurePath],
    black_box: str | None = None,
    options: Sequence[str] = (),
) -> str:
    """Return the command that reads a module, with a module inside as a black box."""
    # Files of a vendor's cells, beside the primitives made of them, are simulation models.
    black_boxes = [
        path.stem
        for path in files
        if target and path.parts[-2:-1] == (target.vendor,) and not path.stem.startswith("gh_")
    ]
    if black_box is not None:
        black_boxes.append(black_box)
    read = [
        "read_slang",
        *options,
        READING,
        *(f"--blackboxed-module {name}" for name in black_boxes),
        f"--top {boundary.top}",
        *(f"-G {name}={value}" for name, value in boundary.parameters.items()),
        *(path.as_posix() for path in files),
    ]
    return " ".join(read)


def report_name(seed: int) -> str:
    """Return the name of nextpnr's report for a seed."""
    return f"report-{seed}.json"


def nextpnr_arguments(target: Target, seed: int, device: Device | None = None) -> tuple[str, ...]:
    """Return the arguments of nextpnr for one seed, without the program's name.

    Parameters
    ----------
    target : Target
        The target.
    seed : int
        Seed of the placer.
    device : Device, optional
        The device; by default the target's smallest.
    """
    netlist = DIVIDED if target.divided else NETLIST
    return (
        *target.place_and_route,
        *(device or target.devices[0]).options,
        *("--json", netlist, "--seed", str(seed), "--report", report_name(seed)),
    )


def without(arguments: Sequence[str], *options: str) -> tuple[str, ...]:
    """Return arguments without some options, each of which has one value.

    Examples
    --------
    >>> without(("--placer", "static", "--router", "router1", "--freq", "400"), "--router")
    ('--placer', 'static', '--freq', '400')
    """
    kept, left = [], iter(arguments)
    for each in left:
        if each in options:
            next(left)
        else:
            kept.append(each)
    return tuple(kept)


def changed(arguments: Sequence[str], *option: str) -> tuple[str, ...]:
    """Return arguments with an option added, or in the place of the one of its name.

    Examples
    --------
    >>> changed(("--placer", "static", "--router", "router1"), "--router", "router2")
    ('--placer', 'static', '--router', 'router2')
    >>> changed(("--freq", "400"), "--no-tmdriv")
    ('--freq', '400', '--no-tmdriv')
    """
    return (*without(arguments, option[0]), *option)


def with_hierarchy(script: str) -> str:
    """Return a script of an elaboration as one that leaves modules apart."""
    return script.replace("read_slang ", "read_slang --keep-hierarchy ").replace("flatten\n", "")


def keyed(script: str) -> str:
    """Return what a result's key has of a script that reads RTL."""
    return script.replace(f" {READING}", "")
