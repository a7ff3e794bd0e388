# SPDX-License-Identifier: Apache-2.0
"""Tools that are programs of the system and no Python packages: where they are, and their version.

The program of a target is what an environment variable names, :attr:`Target.program`, or else the
program of its name on PATH.
"""

from __future__ import annotations

import os
import re
import shutil
from functools import cache

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.implement.families import TARGETS
from gatehash.implement.targets import Target

__all__ = ["external", "find_program", "program_version"]


def external(tool: str) -> Target | None:
    """Return the target whose nextpnr a program is; None if the tool is a Python package."""
    found = (each for each in TARGETS.values() if each.program and each.nextpnr == tool)
    return next(found, None)


def find_program(target: Target) -> str:
    """Return the path of a target's program.

    Raises
    ------
    GatehashError
        If there is none.
    """
    named = os.environ.get(target.program)
    found = shutil.which(named or target.nextpnr)
    if found:
        return found
    if named:
        raise GatehashError(f"{target.program} names '{named}', which is no program")
    raise GatehashError(
        f"{target.nextpnr} not found on PATH, and {target.program} is not set; "
        f"Debian testing: apt-get install {target.program_package}"
    )


def program_version(target: Target) -> str:
    """Return the version of a target's program.

    Raises
    ------
    GatehashError
        If there is no program, or it does not report a version.
    """
    return _version(find_program(target))


@cache
def _version(path: str) -> str:
    said = processes.run((path, "--version")).said
    found = re.search(r"Version\s+([^\s()]+)", said)
    if found is None:
        raise GatehashError(f"'{path} --version' reports no version of nextpnr")
    return found[1]
