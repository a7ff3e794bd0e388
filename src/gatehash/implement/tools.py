# SPDX-License-Identifier: Apache-2.0
"""Runs the tools and reads what they wrote."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.implement.critical import critical_path
from gatehash.implement.hierarchy import Origins, locate
from gatehash.implement.record import Run
from gatehash.implement.scripts import (
    HIERARCHY,
    HIERARCHY_OF_PART,
    NETLIST,
    STATISTICS,
    nextpnr_arguments,
    report_name,
)
from gatehash.implement.targets import Target

__all__ = [
    "Progress",
    "Statistics",
    "place_and_route",
    "read_origins",
    "read_run",
    "read_statistics",
    "run_yosys",
    "tool_versions",
]

Progress = Callable[[str], None]
"""Called with a line of text whenever there is something to tell."""

_SECONDS_BETWEEN_LINES = 60.0
_FMAX = re.compile(r"Max frequency for clock\s+'[^']*':\s*([0-9.]+) MHz")
# What nextpnr calls the cells of look-up tables, those of carry included: ECP5, Nexus, Gowin.
_COMB = ("TRELLIS_COMB", "OXIDE_COMB", "LUT4")
_USED = re.compile(rf"\s(?:{'|'.join(_COMB)}):\s*([0-9]+)/")


@dataclass(frozen=True)
class Statistics:
    """What Yosys counted: cells by type, and its estimate of Xilinx logic cells."""

    cells: Mapping[str, int]
    lc: int | None


def tool_versions(target: Target) -> dict[str, str]:
    """Versions of a target's tools.

    Raises
    ------
    GatehashError
        If one is missing.
    """
    versions = {}
    for package in target.packages:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            raise GatehashError(
                f"{package} not found; get it with: pip install 'gatehash[synth]'"
            ) from None
    return versions


def run_yosys(
    script: str,
    folder: Path,
    *,
    name: str = "synth",
    what: str,
    progress: Progress | None = None,
) -> None:
    """Run a Yosys script in a folder, ``NAME.ys`` there; its log goes to ``NAME.log``.

    Parameters
    ----------
    script : str
        Text of the script, with paths relative to the folder.
    folder : Path
        The folder.
    name : str
        What the script is called there.
    what : str
        What is being done, for progress and errors.
    progress : callable, optional
        Told now and then how it goes.

    Raises
    ------
    GatehashError
        If Yosys fails; the text has its error and the log's name.
    """
    (folder / f"{name}.ys").write_text(script, encoding="utf-8")
    log = folder / f"{name}.log"
    status = _run("yosys", (f"{name}.ys",), log, what=what, progress=progress)
    if status:
        raise GatehashError(f"{what} failed: {_reason(log, status)}; log: {log}")


def read_statistics(folder: Path) -> Statistics:
    """Read the cell counts that a script of :func:`yosys_script` wrote."""
    design = json.loads((folder / STATISTICS).read_text(encoding="utf-8"))["design"]
    return Statistics(design["num_cells_by_type"], design.get("estimated_num_lc"))


def read_origins(folder: Path, target: Target) -> Origins:
    """Find out where the cells of the netlist in a folder come from.

    The folder has what a script of :func:`hierarchy_script` wrote too; that is removed.

    Raises
    ------
    KeyError, TypeError, ValueError
        If a file is damaged.
    """
    paths = [path for name in (HIERARCHY_OF_PART, HIERARCHY) if (path := folder / name).is_file()]
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (folder / NETLIST, *paths)]
    origins = locate(read[0], read[1:], target)
    for path in paths:
        path.unlink()
    return origins


def place_and_route(
    target: Target,
    seed: int,
    folder: Path,
    *,
    origins: Origins,
    time_limit: float,
    what: str,
    progress: Progress | None = None,
) -> Run:
    """Place and route the netlist in a folder; the log goes to ``nextpnr-SEED.log`` there.

    Parameters
    ----------
    target : Target
        The target.
    seed : int
        Seed of the placer.
    folder : Path
        Folder with the netlist.
    origins : Origins
        Where the netlist's cells come from.
    time_limit : float
        Seconds after which the estimate after placement has to do.
    what : str
        What is being done, for progress and errors.
    progress : callable, optional
        Told now and then how it goes.

    Raises
    ------
    GatehashError
        If there is not even a placement, or if nextpnr was killed.
    """
    log = folder / f"nextpnr-{seed}.log"
    report = folder / report_name(seed)
    report.unlink(missing_ok=True)
    start = time.monotonic()
    arguments = nextpnr_arguments(target, seed)
    status = _run(
        target.nextpnr, arguments, log, what=what, time_limit=time_limit, progress=progress
    )
    seconds = round(time.monotonic() - start, 1)
    said = log.read_text(encoding="utf-8", errors="replace")
    routed = report.read_text(encoding="utf-8") if status == 0 and report.is_file() else None
    if status is not None and status < 0:
        # Whoever ended it, it says nothing about the design: no measurement.
        raise GatehashError(f"{what} failed: {_reason(log, status)}; log: {log}")
    run = read_run(target, seed, seconds, said, routed, origins)
    if run is None and status is None:
        raise GatehashError(
            f"{what}: not placed within {time_limit:g} s; give it more with --time-limit"
        )
    if run is None:
        raise GatehashError(f"{what} failed: {_reason(log, status)}; log: {log}")
    if run.kind == "placed" and progress is not None:
        why = "time is up" if status is None else _reason(log, status)
        progress(f"{what}: not routed ({why}), the estimate after placement is kept")
    return run


def read_run(
    target: Target, seed: int, seconds: float, log: str, report: str | None, origins: Origins
) -> Run | None:
    """Read the outcome of nextpnr.

    Parameters
    ----------
    target : Target
        The target.
    seed : int
        Seed of the placer.
    seconds : float
        Time that it took.
    log : str
        What nextpnr printed so far.
    report : str or None
        Its JSON report, None if it did not get that far.
    origins : Origins
        Where the netlist's cells come from.

    Returns
    -------
    Run or None
        The routed frequency if there is a report, else the estimate after placement, else None.
    """
    if report is not None:
        content = json.loads(report)
        clocks = [clock["achieved"] for clock in content["fmax"].values()]
        if not clocks:
            return None
        cells = content["utilization"]
        (comb,) = (cells[name]["used"] for name in _COMB if name in cells)
        path = critical_path(content, origins, target)
        return Run(seed, round(min(clocks), 2), "routed", seconds, comb, path)
    placed = _FMAX.search(log)
    used = _USED.search(log)
    if placed is None or used is None:
        return None
    return Run(seed, float(placed[1]), "placed", seconds, int(used[1]))


def _child(tool: str) -> tuple[str, ...]:
    return (sys.executable, "-P", "-m", "gatehash.implement.child", tool)


def _run(
    tool: str,
    arguments: Sequence[str],
    log: Path,
    *,
    what: str,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> int | None:
    """Run a tool beside its log; return its exit status, or None if its time ran out."""
    with log.open("wb") as sink:
        # In a session of its own an interrupt of the terminal does not reach the tool; what it
        # has done so far is kept or thrown away here.
        process = subprocess.Popen(
            (*_child(tool), *arguments),
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return _wait(process, log, what, time_limit, progress)
        finally:
            _end(process)


def _wait(
    process: subprocess.Popen[bytes],
    log: Path,
    what: str,
    time_limit: float | None,
    progress: Progress | None,
) -> int | None:
    start = time.monotonic()
    while True:
        spent = time.monotonic() - start
        left = _SECONDS_BETWEEN_LINES if time_limit is None else time_limit - spent
        if left <= 0:
            return None
        try:
            return process.wait(min(left, _SECONDS_BETWEEN_LINES))
        except subprocess.TimeoutExpired:
            if progress is not None:
                spent = time.monotonic() - start
                progress(f"{what}: {spent:.0f} s, {_last_line(log)}")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: Path) -> list[str]:
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - 65536))
        text = stream.read().decode(errors="replace")
    return [line.strip() for line in text.splitlines() if line.strip()]


def _last_line(log: Path) -> str:
    lines = _tail(log)
    return lines[-1].removeprefix("Info:").strip() if lines else "no output yet"


def _reason(log: Path, status: int | None) -> str:
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}, perhaps for want of memory"
    lines = _tail(log)
    said = [line for line in lines if re.search(r"\berror:", line, re.IGNORECASE)]
    if said:
        return said[0]
    return f"exit status {status}, last line: {lines[-1]}" if lines else f"exit status {status}"
