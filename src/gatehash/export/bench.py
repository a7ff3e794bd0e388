# SPDX-License-Identifier: Apache-2.0
"""Runs the test benches of an exported folder with the Verilator that the library has."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import processes
from gatehash.compiled.compiler import compiler_version
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError, escaped
from gatehash.simulate.plan import verilator_root
from gatehash.waits import waiting

__all__ = ["benches", "run_bench"]

_ENDING = "_tb.v"
_OPTIONS = "sim/verilator.f"
_CELLS = "cells.f"
# Where the folder and Verilator are while a bench is built: make can't handle a path with a space.
_EXPORT, _VERILATOR, _BUILD = "export", "verilator", "build"


def benches(folder: Path) -> list[str]:
    """Return the names of the tops in an exported folder that have a test bench.

    Raises
    ------
    GatehashError
        If there is none.
    """
    found = sorted(path.name.removesuffix(_ENDING) for path in folder.glob(f"sim/*{_ENDING}"))
    if not found or not (folder / _OPTIONS).is_file():
        raise GatehashError(
            f"'{escaped(str(folder))}' has no test bench: it must be a folder of gatehash export, "
            "with the boundary stream or a bus"
        )
    return found


def run_bench(folder: Path, name: str) -> tuple[bool, str]:
    """Build and run the test bench of a top; nothing is left in the folder.

    Parameters
    ----------
    folder : Path
        The exported folder.
    name : str
        The top.

    Returns
    -------
    bool
        Whether the known answer came.
    str
        The bench's output, without Verilator's own report.

    Raises
    ------
    GatehashError
        If a tool is missing, or the bench can't be built.
    """
    compiler_version()
    lists = [path.name for path in sorted(folder.glob("*.f")) if path.name != _CELLS]
    own = f"{name}.f" if f"{name}.f" in lists else next(iter(lists), None)
    if own is None:
        raise GatehashError(f"'{escaped(str(folder))}' has no list of files, {name}.f")
    files = [own, *([_CELLS] if (folder / _CELLS).is_file() else []), _OPTIONS]
    bench = f"{name}_tb"
    command = [
        f"{_VERILATOR}/bin/verilator_bin",
        *(word for file in files for word in ("-F", f"{_EXPORT}/{file}")),
        f"{_EXPORT}/sim/{bench}.v",
        *("--top-module", bench, "--Mdir", _BUILD),
    ]
    with processes.terminable(), TemporaryDirectory(prefix="gatehash-") as place:
        work = Path(place)
        (work / _EXPORT).symlink_to(folder.absolute(), target_is_directory=True)
        (work / _VERILATOR).symlink_to(verilator_root(), target_is_directory=True)
        environment = {**os.environ, "VERILATOR_ROOT": str(work / _VERILATOR), "LC_ALL": "C"}
        environment.pop("MAKEFLAGS", None)
        with waiting(f"building the test bench of {name}"):
            built = processes.run(command, work, environment=environment)
        if built.status:
            why = reason(built.said, work)
            raise GatehashError(f"building the test bench of {name} failed: {why}")
        done = processes.run([f"{_BUILD}/V{bench}", "+verilator+quiet"], work)
    lines = done.said.splitlines(keepends=True)
    said = "".join(line for line in lines if not line.rstrip().endswith(": Verilog $finish"))
    return done.status == 0 and "PASS: " in said, said
