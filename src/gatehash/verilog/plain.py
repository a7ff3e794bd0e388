# SPDX-License-Identifier: Apache-2.0
"""Designs as plain Verilog-2005, one file each, for tools that don't take SystemVerilog."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from gatehash.cache import is_whole, locked, remove, seal
from gatehash.catalog import BoundaryName, Hardware
from gatehash.errors import GatehashError
from gatehash.implement.scripts import READING, work_paths
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import cache_root, rtl_root
from gatehash.processes import terminable
from gatehash.waits import waiting

__all__ = ["plain_netlist", "plain_script", "plain_verilog", "read_command", "write_commands"]

_FILE = "plain.v"
_PART = "plain.part.v"


def read_command(hardware: Hardware, boundary: BoundaryName, *options: str) -> str:
    """Return the Yosys command that reads a boundary's module from a folder with a link ``rtl``."""
    module = hardware.boundary(boundary)
    files = hardware.files(boundary=boundary)
    words = [
        *("read_slang", *options, READING, "--top", module.top),
        *(f"-G {name}={value}" for name, value in module.parameters.items()),
        *(path.as_posix() for path in work_paths(files)),
    ]
    return " ".join(words)


def write_commands(out: str, *options: str) -> tuple[str, ...]:
    """Return the Yosys commands that write a design as Verilog, which has no $bwmux."""
    return ("bwmuxmap", " ".join(("write_verilog", *options, out)))


def plain_script(hardware: Hardware, out: str, *, initial: bool = True) -> str:
    """Return the Yosys script that writes a stream top as plain Verilog, with its hierarchy.

    Parameters
    ----------
    hardware : Hardware
        The hardware; its parameters get their values.
    out : str
        File to write, relative to the folder in which Yosys runs.
    initial : bool
        Whether registers keep their initial values, where they have one; those of constant memories
        are kept in any case.
    """
    commands = (
        read_command(hardware, "stream", "--keep-hierarchy"),
        f"hierarchy -check -top {hardware.stream.top}",
        *_commands(out, initial=initial),
    )
    return "\n".join(commands) + "\n"


def plain_verilog(hardware: Hardware, *, initial: bool = True) -> Path:
    """Return the file of a stream top in plain Verilog; it is made if the cache does not hold it.

    The parameters are those of :func:`plain_script`.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    top = hardware.stream.top
    source = hardware.digest_of_sources()
    file = _written(
        top, plain_script(hardware, _PART, initial=initial), {"rtl": rtl_root()}, source
    )
    if hardware.digest_of_sources() != source:
        raise GatehashError(f"plain Verilog of {top}: the RTL changed meanwhile; run again")
    return file


def plain_netlist(netlist: Path, cells: Path, top: str) -> Path:
    """Return the file of a netlist with models of its cells, without registers' initial values.

    A cell that has a body in neither file is left as it is.

    Parameters
    ----------
    netlist : Path
        The netlist, in Verilog.
    cells : Path
        Models of its cells as Yosys comes with; of two of a name the first counts.
    top : str
        The netlist's top.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    commands = (
        f"read_verilog -nooverwrite -I cells cells/{cells.name}",
        f"read_verilog -overwrite netlist/{netlist.name}",
        f"hierarchy -top {top}",
        *_commands(_PART, initial=False, kept="*RAM*/w:*"),
    )
    digests = (hashlib.sha256(file.read_bytes()).hexdigest() for file in (netlist, cells))
    links = {"netlist": netlist.parent, "cells": cells.parent}
    return _written(top, "\n".join(commands) + "\n", links, *digests)


def _commands(out: str, *, initial: bool, kept: str = "") -> tuple[str, ...]:
    """Return the commands that write plain Verilog.

    Initial contents of memories stay in any case. Yosys's models of Xilinx's cells have them in
    registers: ``kept`` selects these.
    """
    forgotten = f"w:* {kept} %d" if kept else "w:*"
    return (
        *("proc", "opt_clean"),
        # A case statement would hide an X that it chooses by.
        "pmuxtree",
        *(() if initial else (f"setattr -unset init {forgotten}",)),
        *write_commands(out, "-noattr"),
    )


def _written(top: str, script: str, links: Mapping[str, Path], *inputs: str) -> Path:
    """Return what a script writes, from the cache if it is there."""
    text = "\n".join((*inputs, script, versions(["pyosys"])["pyosys"]))
    name, root = f"{top}-{hashlib.sha256(text.encode()).hexdigest()[:32]}", cache_root() / "plain"
    file = root / name / _FILE
    folder = file.parent
    if not is_whole(folder, _FILE):
        with terminable(), locked(root, f"{name}.lock"):
            if not is_whole(folder, _FILE):
                remove(folder)
                folder.mkdir()
                for each, target in links.items():
                    (folder / each).symlink_to(target, target_is_directory=True)
                with waiting(f"writing plain Verilog of {top}", once=True):
                    run_yosys(script, folder, name="plain", what=f"plain Verilog of {top}")
                (folder / _PART).rename(file)
                seal(folder, _FILE)
    return file
