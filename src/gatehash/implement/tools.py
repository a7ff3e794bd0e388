# SPDX-License-Identifier: Apache-2.0
"""Runs the tools."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.implement.external import program_version
from gatehash.implement.hierarchy import Origins
from gatehash.implement.reading import read_run
from gatehash.implement.record import Run
from gatehash.implement.scripts import changed, nextpnr_arguments, report_name
from gatehash.implement.targets import UNTIMED, Device, Target, value_of
from gatehash.implement.terms import in_common_terms

__all__ = [
    "Progress",
    "UnplacedError",
    "last_line",
    "place_and_route",
    "reason",
    "run_tool",
    "run_yosys",
    "tool_versions",
    "versions",
]

Progress = Callable[[str], None]
"""Called with each line of text that reports progress."""

_SECONDS_BETWEEN_LINES = 60.0


class UnplacedError(GatehashError):
    """There is no placement, because of the design or the time limit."""


def tool_versions(target: Target) -> dict[str, str]:
    """Return the versions of a target's tools; raise GatehashError if one is missing."""
    found = versions(target.packages)
    return found | {target.nextpnr: program_version(target)} if target.program else found


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of packages of tools; raise GatehashError if one is missing."""
    found = {}
    if not find_spec("psutil"):
        raise GatehashError(missing("psutil"))
    for package in packages:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            raise GatehashError(missing(package)) from None
    return found


def run_yosys(
    script: str,
    folder: Path,
    *,
    name: str = "synth",
    what: str,
    cpu_limit: float | None = None,
    memory_limit: float | None = None,
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
        Name of the script there.
    what : str
        Name of the step, for progress and errors.
    cpu_limit : float, optional
        Most seconds of CPU time.
    memory_limit : float, optional
        Most GiB of data.
    progress : callable, optional
        Called with a line of text each minute.

    Raises
    ------
    GatehashError
        If Yosys fails; the text has its error and the name of the log.
    """
    (folder / f"{name}.ys").write_text(script, encoding="utf-8")
    log = folder / f"{name}.log"
    done = run_tool("yosys", (f"{name}.ys",), log, what, cpu_limit, memory_limit, progress)
    if done.status is None:
        raise GatehashError(f"{what}: not done within {cpu_limit:g} s of CPU time")
    if done.status:
        raise GatehashError(f"{what} failed: {reason(log, done.status)}; log: {log}")


def place_and_route(
    target: Target,
    seed: int,
    folder: Path,
    *,
    origins: Origins,
    device: Device | None = None,
    time_limit: float,
    memory_limit: float | None = None,
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
        Origins of the netlist's cells.
    device : Device, optional
        The device; by default the target's smallest.
    time_limit : float
        Seconds of CPU time of each attempt. Where there is no placement then, the target's other
        placer takes over; where a placed design is not routed then or the router fails, there is an
        attempt for each of the target's other options. The estimate after placement is kept if none
        of them finishes. The load of the machine does not change the outcome.
    memory_limit : float, optional
        Most GiB of data of nextpnr.
    what : str
        Name of the step, for progress and errors.
    progress : callable, optional
        Called with a line of text each minute.

    Raises
    ------
    UnplacedError
        If there is no placement.
    GatehashError
        If nextpnr was killed, or lacked memory or space.
    """
    log = folder / f"nextpnr-{seed}.log"
    report = folder / report_name(seed)
    report.unlink(missing_ok=True)
    arguments = nextpnr_arguments(target, seed, device)
    first_placer = value_of(arguments, "--placer")
    spent = 0.0

    def attempt(given: Sequence[str]) -> tuple[Run | None, int | None]:
        nonlocal spent
        done = run_tool(target.nextpnr, given, log, what, time_limit, memory_limit, progress)
        spent += done.seconds
        status = done.status
        said = log.read_text(encoding="utf-8", errors="replace")
        routed = report.read_text(encoding="utf-8") if status == 0 and report.is_file() else None
        if status is not None and (status < 0 or processes.shortage(said, folder)):
            # A kill, or a lack of memory or space, is no property of the design.
            raise GatehashError(f"{what} failed: {reason(log, status)}; log: {log}")
        run = read_run(
            target,
            seed,
            round(done.seconds, 1),
            in_common_terms(target, said),
            None if routed is None else in_common_terms(target, routed),
            origins,
        )
        placer = value_of(given, "--placer")
        return run and replace(
            run,
            placer="" if placer == first_placer else placer,
            router=value_of(given, "--router"),
            untimed=UNTIMED in given,
            limit=time_limit,
        ), status

    def tell(lacking: str, option: Sequence[str]) -> None:
        if progress is not None:
            why = f"in {time_limit:g} s" if status is None else f"({reason(log, status)})"
            progress(f"{what}: not {lacking} {why}, again with {' '.join(option)}")

    run, status = attempt(arguments)
    if run is None and status is None and target.other_placer:
        other = ("--placer", target.other_placer)
        tell("placed", other)
        arguments = changed(arguments, *other)
        run, status = attempt(arguments)
    for option in target.otherwise:
        if run is None or run.kind == "routed":
            break
        tell("routed", option)
        again, status = attempt(changed(arguments, *option))
        if again is not None and again.kind == "routed":
            run = again
    run = run and replace(run, seconds=round(spent, 1))
    if run is None and status is None:
        raise UnplacedError(
            f"{what}: not placed within {time_limit:g} s of CPU time; raise it with --time-limit"
        )
    if run is None:
        raise UnplacedError(f"{what} failed: {reason(log, status)}; log: {log}")
    if run.kind == "placed" and progress is not None:
        why = "time is up" if status is None else reason(log, status)
        progress(f"{what}: not routed ({why}), the estimate after placement is kept")
    return run


def _child(tool: str) -> tuple[str, ...]:
    return (sys.executable, "-P", "-m", "gatehash.implement.child", tool)


def run_tool(
    tool: str,
    arguments: Sequence[str],
    log: Path,
    what: str,
    cpu_limit: float | None,
    memory_limit: float | None,
    progress: Progress | None = None,
) -> processes.Finished:
    """Run a tool of :mod:`gatehash.implement.child` in the folder of its log.

    Parameters
    ----------
    tool : str
        Its name.
    arguments : sequence of str
        Its arguments.
    log : Path
        File for what it writes.
    what : str
        Name of the step, for progress.
    cpu_limit : float or None
        Most seconds of CPU time.
    memory_limit : float or None
        Most GiB of data.
    progress : callable, optional
        Called with a line of text each minute.
    """
    last = time.monotonic()

    def watch(seconds: float) -> None:
        nonlocal last
        if progress is not None and time.monotonic() > last + _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            progress(f"{what}: {seconds:.0f} s of CPU time, {last_line(log)}")

    with TemporaryDirectory(prefix="gatehash-") as scratch:
        return processes.run(
            (*_child(tool), *arguments),
            log.parent,
            # Files that a killed tool leaves are removed with the folder.
            environment={**os.environ, "TMPDIR": scratch},
            log=log,
            cpu_limit=cpu_limit,
            memory_limit=None if memory_limit is None else round(memory_limit * 2**30),
            watch=watch,
        )


def _tail(log: Path) -> list[str]:
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - 65536))
        text = stream.read().decode(errors="replace")
    return [line.strip() for line in text.splitlines() if line.strip()]


def last_line(log: Path) -> str:
    """Return the last line of a tool's log."""
    lines = _tail(log)
    return lines[-1].removeprefix("Info:").strip() if lines else "no output yet"


def reason(log: Path, status: int | None) -> str:
    """Return why a tool failed, from its log and exit status."""
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}, perhaps for want of memory"
    lines = _tail(log)
    if short := processes.shortage("\n".join(lines), log.parent):
        return short
    said = [line for line in lines if re.search(r"\berror:", line, re.IGNORECASE)]
    if said:
        return said[0]
    return f"exit status {status}, last line: {lines[-1]}" if lines else f"exit status {status}"
