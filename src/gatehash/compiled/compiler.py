# SPDX-License-Identifier: Apache-2.0
"""The C++ compiler, of simulators and of models."""

from __future__ import annotations

import os
import shlex
import shutil

from gatehash import processes
from gatehash.errors import GatehashError

__all__ = ["compiler", "compiler_command", "compiler_version"]


def compiler() -> str:
    """Return the C++ compiler as the user names it: ``$CXX``, or g++."""
    return os.environ.get("CXX") or "g++"


def compiler_command() -> list[str]:
    """Return the C++ compiler with its options: ``$CXX``, split as a shell does, or g++.

    Raises
    ------
    GatehashError
        If it is not a command.
    """
    try:
        words = shlex.split(compiler())
    except ValueError as error:
        raise GatehashError(f"CXX is '{compiler()}': {error}; it must be a command") from None
    if not words:
        raise GatehashError(f"CXX is '{compiler()}'; it must be a command")
    return words


def compiler_version() -> str:
    """Return the first line of the compiler's version."""
    command = compiler_command()
    for tool in (command[0], "make"):
        if shutil.which(tool) is None:
            raise GatehashError(
                f"'{tool}' not found: simulation needs a C++ compiler and make "
                "(Debian: apt-get install g++ make)"
            )
    return processes.run([*command, "--version"]).said.partition("\n")[0]
