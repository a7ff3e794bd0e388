# SPDX-License-Identifier: Apache-2.0
"""The flow by which a design is measured on ECP5, as a script that needs nothing of the library."""

from __future__ import annotations

import inspect
from importlib import metadata
from typing import Any

from gatehash.errors import GatehashError
from gatehash.export.project import Project
from gatehash.extras import missing
from gatehash.implement import PLACED
from gatehash.implement.passes import COMMANDS
from gatehash.implement.scripts import design_script, nextpnr_arguments

__all__ = ["ecp5_flow"]

_SEED = 1


def _arguments() -> list[str]:
    """Return nextpnr's arguments, in which ``SEED`` stands for the seed."""
    pairs = zip(nextpnr_arguments(PLACED, 1), nextpnr_arguments(PLACED, 2), strict=True)
    return [one if one == two else one.replace("1", "SEED") for one, two in pairs]


def ecp5_flow(project: Project) -> dict[str, Any]:
    """Return what the template of the flow is filled with.

    Raises
    ------
    GatehashError
        If a tool is missing, whose version is told.
    """
    script = design_script(project.hardware, PLACED, project.boundary)
    used = {name: make for name, make in COMMANDS.items() if f"\n{name}" in script}
    # Constants by which the functions name their commands.
    names = {
        constant: value
        for make in used.values()
        for constant, value in make.__globals__.items()
        if isinstance(value, str) and value in used
    }
    try:
        tools = {package: metadata.version(package) for package in PLACED.packages}
    except metadata.PackageNotFoundError as error:
        raise GatehashError(missing(str(error.name))) from None
    return {
        "script": script,
        "names": names,
        "passes": [inspect.getsource(make) for make in used.values()],
        "makers": [make.__name__ for make in used.values()],
        "arguments": _arguments(),
        "tools": tools,
        "seed": _SEED,
    }
