# SPDX-License-Identifier: Apache-2.0
"""Designs as plain Verilog-2005, one file each, for tools that don't take SystemVerilog."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePath

from gatehash.cache import locked
from gatehash.catalog import Hardware
from gatehash.errors import GatehashError
from gatehash.implement.scripts import INCLUDES
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import cache_root, rtl_root
from gatehash.processes import terminable

__all__ = ["plain_script", "plain_verilog"]

_FILE = "plain.v"
_PART = "plain.part.v"


def plain_script(hardware: Hardware, out: str) -> str:
    """Return the Yosys script that writes a stream top as plain Verilog, with its hierarchy.

    Parameters
    ----------
    hardware : Hardware
        The hardware; its parameters get their values.
    out : str
        File to write, relative to the folder in which Yosys runs.
    """
    top = hardware.stream
    read = [
        *("read_slang", "--keep-hierarchy", INCLUDES, "--top", top.top),
        *(f"-G {name}={value}" for name, value in top.parameters.items()),
        *(PurePath("rtl", path.relative_to(rtl_root())).as_posix() for path in hardware.files()),
    ]
    commands = (
        " ".join(read),
        f"hierarchy -check -top {top.top}",
        "proc",
        "opt_clean",
        # A case statement would hide an X that it chooses by.
        "pmuxtree",
        f"write_verilog -noattr {out}",
    )
    return "\n".join(commands) + "\n"


def plain_verilog(hardware: Hardware) -> Path:
    """Return the file of a stream top in plain Verilog; it is made if the cache does not hold it.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    script = plain_script(hardware, _PART)
    version = versions(["pyosys"])["pyosys"]
    source = hardware.digest_of_sources()
    key = hashlib.sha256("\n".join((source, script, version)).encode()).hexdigest()[:32]
    name, root = f"{hardware.stream.top}-{key}", cache_root() / "plain"
    file = root / name / _FILE
    if not file.is_file():
        with terminable(), locked(root, f"{name}.lock"):
            if not file.is_file():
                folder = file.parent
                folder.mkdir(exist_ok=True)
                link = folder / "rtl"
                link.unlink(missing_ok=True)
                link.symlink_to(rtl_root(), target_is_directory=True)
                what = f"plain Verilog of {hardware.stream.top}"
                run_yosys(script, folder, name="plain", what=what)
                if hardware.digest_of_sources() != source:
                    raise GatehashError(f"{what}: the RTL changed meanwhile; run again")
                (folder / _PART).rename(file)
    return file
