# SPDX-License-Identifier: Apache-2.0
"""Runs the tools."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.implement.external import program_version
from gatehash.implement.targets import Target

__all__ = [
    "Progress",
    "last_line",
    "reason",
    "run_tool",
    "run_yosys",
    "tool_versions",
    "versions",
]

Progress = Callable[[str], None]
"""Called with each line of text that reports progress."""

_SECONDS_BETWEEN_LINES = 60.0


def tool_versions(target: Target) -> dict[str, str]:
    """Return the versions of a target's tools; raise GatehashError if one is missing."""
    found = versions(target.packages)
    return found | {target.nextpnr: program_version(target)} if target.program else found


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of packages of tools; raise GatehashError if one is missing."""
    from importlib import metadata

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
) -> float:
    """Run a Yosys script in a folder, ``NAME.ys`` there; its log goes to ``NAME.log``.

    Return the seconds of CPU time that it took.

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
    return done.seconds


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
    hopeless: Callable[[Path], bool] | None = None,
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
    hopeless : callable, optional
        Called once a second with the log. Where it returns True the tool is ended, as if its time
        were up.
    """
    last = time.monotonic()

    def watch(seconds: float) -> bool:
        nonlocal last
        if progress is not None and time.monotonic() > last + _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            progress(f"{what}: {seconds:.0f} s of CPU time, {last_line(log)}")
        return hopeless is not None and hopeless(log)

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


def last_lines(log: Path) -> list[str]:
    """Return the last lines of a tool's log that are not empty, as far as 64 KiB have them."""
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - 65536))
        text = stream.read().decode(errors="replace")
    return [line.strip() for line in text.splitlines() if line.strip()]


def last_line(log: Path) -> str:
    """Return the last line of a tool's log."""
    lines = last_lines(log)
    return lines[-1].removeprefix("Info:").strip() if lines else "no output yet"


def reason(log: Path, status: int | None) -> str:
    """Return why a tool failed, from its log and exit status."""
    if status is not None and status < 0:
        return f"killed by {signal.Signals(-status).name}, perhaps for want of memory"
    lines = last_lines(log)
    if short := processes.shortage("\n".join(lines), log.parent):
        return short
    # The first complaint may stand far before the end, behind which others of its kind follow.
    with log.open(encoding="utf-8", errors="replace") as whole:
        for line in whole:
            if re.search(r"\berror:", line, re.IGNORECASE):
                return line.strip()
    return f"exit status {status}, last line: {lines[-1]}" if lines else f"exit status {status}"
