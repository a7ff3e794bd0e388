# SPDX-License-Identifier: Apache-2.0
"""Simulators of four states, X among them, that Icarus Verilog runs."""

from __future__ import annotations

import hashlib
import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from gatehash import processes
from gatehash.cache import is_whole, locked, remove, seal
from gatehash.catalog import Job
from gatehash.compiled.compiler import compiler_command
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError
from gatehash.paths import cache_root
from gatehash.simulate.netlist import map_netlist
from gatehash.simulate.plan import (
    HEADERS,
    port_defines,
    verilator_root,
)
from gatehash.verilog import plain_netlist, plain_verilog
from gatehash.waits import waiting

__all__ = ["four_state_simulator", "icarus_version"]

_SOURCE = Path(__file__).with_name("icarus.cpp")
_MODULE = "gatehash"
_PROGRAM = "simulator.vvp"


@cache
def icarus_version() -> str:
    """Return the version of Icarus Verilog, or raise GatehashError if it is missing."""
    for tool in ("iverilog", "vvp"):
        if shutil.which(tool) is None:
            raise GatehashError(
                f"'{tool}' not found: simulation of four states needs Icarus Verilog "
                "(Debian: apt-get install iverilog)"
            )
    said = processes.run(["vvp", "-V"]).said
    found = re.search(r"version (\S+)", said)
    return found[1] if found else said.partition("\n")[0].strip()


def four_state_simulator(job: Job, netlist: str | None = None) -> list[str]:
    """Return the command that runs the simulator of a job's hardware; it is built if need be.

    Icarus Verilog gets the design as plain Verilog, in which registers have no initial values: what
    a device begins with is not relied on.

    Parameters
    ----------
    job : Job
        The design and what it does; its stream top is simulated.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL.

    Raises
    ------
    GatehashError
        If a tool is missing, the build fails, the cache can't be written, or no netlist of that
        target can be simulated.
    """
    version = icarus_version()
    top = job.hardware.stream.top
    if netlist is None:
        files: tuple[Path, ...] = (plain_verilog(job.hardware, initial=False),)
    else:
        mapped = map_netlist(job, netlist)
        files = (plain_netlist(mapped.files[0], mapped.shipped, top), *mapped.files[1:])
    module = (
        *(*compiler_command(), "-std=c++17", "-O1", "-shared", "-fPIC", "-pthread"),
        *(f"-D{define}" for define in port_defines(job.hardware)),
        f'-DGH_TOP="{top}"',
        f"-I{verilator_root() / 'include' / 'vltstd'}",
        str(_SOURCE),
        *("-o", f"{_MODULE}.vpi"),
    )
    program = (
        *("iverilog", "-g2012", "-s", top, "-o", _PROGRAM),
        *map(str, files),
    )
    texts = (*(path.read_bytes() for path in (_SOURCE, *HEADERS, *files)),)
    key = hashlib.sha256(repr((version, module, program)).encode())
    for text in texts:
        key.update(hashlib.sha256(text).digest())
    name, root = f"{job.design.name}-{key.hexdigest()[:32]}", cache_root() / "icarus"
    folder = root / name
    built = (f"{_MODULE}.vpi", _PROGRAM)
    if not is_whole(folder, *built):
        with processes.terminable(), locked(root, f"{name}.lock"):
            if not is_whole(folder, *built):
                work = Path(mkdtemp(prefix=f"{name}.part-", dir=root))
                try:
                    doing = f"building the simulator of four states of {job.design.name}"
                    with waiting(doing, once=True):
                        for command in (program, module):
                            done = processes.run(command, work)
                            if done.status:
                                raise GatehashError(f"{doing} failed: {reason(done.said, work)}")
                    seal(work, *built, name=name)
                    remove(folder)
                    work.rename(folder)
                finally:
                    shutil.rmtree(work, ignore_errors=True)
    return ["vvp", "-n", "-M", str(folder), "-m", _MODULE, str(folder / _PROGRAM)]
