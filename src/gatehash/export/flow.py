# SPDX-License-Identifier: Apache-2.0
"""How an export was measured: the flow on ECP5 as a script that needs nothing of the library."""

from __future__ import annotations

import inspect
import re
from typing import Any

from gatehash.export.elaborate import part_name
from gatehash.export.library import Library
from gatehash.export.project import Project
from gatehash.extras import pinned
from gatehash.implement import PLACED, find_target
from gatehash.implement.passes import COMMANDS
from gatehash.implement.scripts import design_script, nextpnr_arguments, plain_script

__all__ = ["ecp5_flow", "measured_elsewhere"]

_SEED = 1


def _arguments() -> list[str]:
    """Return nextpnr's arguments, in which ``SEED`` stands for the seed."""
    pairs = zip(nextpnr_arguments(PLACED, 1), nextpnr_arguments(PLACED, 2), strict=True)
    return [one if one == two else one.replace("1", "SEED") for one, two in pairs]


def ecp5_flow(project: Project, library: Library, root: str, *, plain: bool) -> dict[str, Any]:
    """Return what the template of the flow is filled with.

    Parameters
    ----------
    project : Project
        The top.
    library : Library
        The RTL in the folder, under its names there.
    root : str
        Path from the flow's folder to that of the RTL's, empty if it is the same.
    plain : bool
        Whether the top is one file of plain Verilog.
    """
    if plain:
        part = project.hardware.part
        named = part_name(project.name, part) if part else None
        script = plain_script(PLACED, f"{root}{project.name}.v", project.name, named)
    else:
        script = library.renamed(design_script(project.hardware, PLACED, project.boundary))
        script = re.sub(r"(?<= )rtl\b", f"{root}rtl", script)
    used = {name: make for name, make in COMMANDS.items() if f"\n{name}" in script}
    # Constants by which the functions name their commands.
    names = {
        constant: value
        for make in used.values()
        for constant, value in make.__globals__.items()
        if isinstance(value, str) and value in used
    }
    return {
        "script": script,
        "names": names,
        "passes": [inspect.getsource(make) for make in used.values()],
        "makers": [make.__name__ for make in used.values()],
        "arguments": _arguments(),
        "tools": {package: pinned(package) for package in PLACED.packages},
        "seed": _SEED,
    }


def measured_elsewhere(project: Project) -> dict[str, str]:
    """Return what each record covers that this export does not: a function, a vendor's cells.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> project = Project(find("sha3-x1"), vendor="lattice", algorithm="sha3-512")
    >>> found = measured_elsewhere(project)
    >>> found["ecp5"], found["xc5v"]
    ('sha3-256', 'sha3-256, `--vendor xilinx`')
    >>> "ecp5" in measured_elsewhere(Project(find("sha3-x1"), vendor="lattice"))
    False
    """
    place, principal = project.boundary, project.design.principal_job
    found = {}
    for target in project.measured:
        vendor, others = find_target(target).vendor, []
        if principal.hardware.boundary(place) != project.module:
            others.append(principal.name)
        if project.hardware.files(vendor, place) != project.hardware.files(project.vendor, place):
            others.append(f"`--vendor {vendor}`")
        if others:
            found[target] = ", ".join(others)
    return found
