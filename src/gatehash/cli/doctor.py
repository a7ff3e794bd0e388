# SPDX-License-Identifier: Apache-2.0
"""``gatehash doctor``: the tools, their versions, and how to install missing ones."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata

import typer

from gatehash import processes
from gatehash.cli.options import JsonOption, print_json, print_table
from gatehash.compiled.compiler import compiler_command
from gatehash.errors import GatehashError, counted
from gatehash.extras import install_command, requirements
from gatehash.implement import TARGETS, Target
from gatehash.implement.external import program_version
from gatehash.paths import cache_root, rtl_root
from gatehash.soc.firmware import COMPILER, PACKAGES, SPECS

__all__ = ["doctor"]

_NEEDED_FOR = {
    None: "everything",
    "synth": "synthesis",
    "uart": "gatehash hash --engine uart:DEVICE",
    "attack": "gatehash leak --check gtest",
    "cluster": "gatehash implement --scheduler",
    "report": "reports",
    "bus": "gatehash registers",
    "test": "the tests",
    "oracle": "the tests' live comparison",
    "prove": "gatehash prove",
    "mutate": "gatehash mutate",
    "soc": "gatehash soc",
}


_FOR_TESTS = ("test", "oracle")
"""Extras that no command needs."""


@dataclass(frozen=True)
class Tool:
    """A tool with its purpose and the version found, or None.

    Parameters
    ----------
    name, needed_for : str
        The tool, and what needs it.
    required : bool
        Whether simulation needs it; all others are optional.
    version : str or None
        The version found.
    get : str
        How to install it.
    extra : str, optional
        The extra that a package belongs to.
    """

    name: str
    needed_for: str
    required: bool
    version: str | None
    get: str
    extra: str | None = None


def _package(name: str, extra: str | None) -> Tool:
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        found = None
    targets = [target.name for target in TARGETS.values() if name in target.packages]
    needed_for = ", ".join(targets) or _NEEDED_FOR.get(extra, f"the extra {extra}")
    return Tool(name, needed_for, extra is None, found, install_command(extra), extra)


def _program(
    command: list[str], package: str, *, option: str = "--version", only_for: str | None = None
) -> Tool:
    version = None
    if command and shutil.which(command[0]):
        try:
            said = processes.run([*command, option]).said
            version = said.partition("\n")[0].strip() or "unknown"
        except GatehashError:
            version = None
    get = f"Debian: apt-get install {package}"
    return Tool(" ".join(command), only_for or "simulation", only_for is None, version, get)


def _placers() -> list[Tool]:
    """Return what places and routes where that is a program and no package."""
    return [_placer(target) for target in TARGETS.values() if target.program]


def _placer(target: Target) -> Tool:
    get = (
        f"Debian testing: apt-get install {target.program_package}; "
        f"or name the program in {target.program}"
    )
    try:
        return Tool(target.nextpnr, target.name, False, program_version(target), get)
    except GatehashError as error:
        # One that is named, and is none, is named wrongly.
        wrong = str(error) if os.environ.get(target.program) else get
        return Tool(target.nextpnr, target.name, False, None, wrong)


def _cross_compiler() -> tuple[Tool, Tool]:
    """Return the compiler of firmware, and its C library, which it finds by its specs."""
    compiler, library = PACKAGES.split()
    found = _program([COMPILER], compiler, only_for="gatehash soc")
    version = None
    if found.version is not None:
        header = ("-E", "-dM", "-include", "picolibc.h", "-x", "c", "/dev/null")
        said = processes.run([COMPILER, f"--specs={SPECS}", *header]).said
        defined = re.search(r'__PICOLIBC_VERSION__ "([^"]+)"', said)
        version = defined and defined[1]
    return found, replace(
        found, name="picolibc", version=version, get=f"Debian: apt-get install {library}"
    )


def _tools() -> list[Tool]:
    packages = sorted(requirements().items(), key=lambda each: each[1] is not None)
    return [
        Tool("python", "everything", True, sys.version.partition(" ")[0], ""),
        _program(compiler_command(), "g++"),
        _program(["make"], "make"),
        _program(["iverilog"], "iverilog", option="-V", only_for="gatehash soak --four-state"),
        *_cross_compiler(),
        *_placers(),
        *(_package(name, extra) for name, extra in packages),
    ]


def _rows(tools: Sequence[Tool]) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table; packages that only tests need are counted where they lack."""
    for tool in tools:
        if tool.version is not None or tool.required:
            yield tool.name, tool.needed_for, tool.version or "missing"
        elif tool.extra not in _FOR_TESTS:
            yield tool.name, tool.needed_for, "optional, not installed"
    for extra in _FOR_TESTS:
        lacking = [tool for tool in tools if tool.extra == extra and tool.version is None]
        if lacking:
            count = counted(len(lacking), "package")
            yield f"{count} of the extra {extra}", lacking[0].needed_for, "optional, not installed"


def _advice(lacking: Sequence[Tool]) -> Iterator[str]:
    """Yield how to get what lacks, first what simulation needs."""
    for get in dict.fromkeys(tool.get for tool in lacking if tool.required):
        names = ", ".join(tool.name for tool in lacking if tool.get == get)
        yield f"\nto get {names}:\n  {get}"
    for get in dict.fromkeys(tool.get for tool in lacking if not tool.required):
        found = [tool for tool in lacking if tool.get == get]
        purposes = ", ".join(dict.fromkeys(tool.needed_for for tool in found))
        names = ", ".join(tool.name for tool in found if tool.extra not in _FOR_TESTS)
        yield f"\noptional, for {purposes}{': ' * bool(names)}{names}\n  {get}"


def doctor(as_json: JsonOption = False) -> None:
    """List the tools, their versions, and how to install others.

    Simulation needs the base install only: if one of its tools is missing, the exit status is 1.
    All others are optional.
    """
    tools = _tools()
    if as_json:
        print_json([asdict(tool) for tool in tools])
    else:
        print_table(("tool", "needed for", "version"), [*_rows(tools)])
        print(f"\nRTL: {rtl_root()}\ncache of simulators: {cache_root()}")
        # Outside the table, so that commands are not broken into lines.
        for line in _advice([tool for tool in tools if tool.version is None]):
            print(line)
    if any(tool.required and tool.version is None for tool in tools):
        raise typer.Exit(1)
