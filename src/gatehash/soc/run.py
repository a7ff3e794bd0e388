# SPDX-License-Identifier: Apache-2.0
"""Runs a firmware on the simulated RISC-V system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.catalog import Design
from gatehash.errors import GatehashError, counted
from gatehash.processes import signals_later, terminable
from gatehash.soc.image import memory_image, memory_words
from gatehash.soc.simulator import RAM_BYTES, system_simulator

__all__ = ["Ended", "NotEndedError", "run_firmware", "run_simulator"]

_READ = 1 << 16


@dataclass(frozen=True)
class Ended:
    """How a firmware ended.

    Parameters
    ----------
    status : int
        Its exit status, as it wrote it: 32 bits.
    cycles : int
        Clock cycles from the reset to the end.
    """

    status: int
    cycles: int


class NotEndedError(GatehashError):
    """A firmware did not end by itself: the processor stopped, or the limit of cycles came."""


def run_firmware(
    design: Design,
    firmware: bytes,
    limit: int,
    output: Callable[[bytes], object],
    *,
    beside: Sequence[Design] = (),
    reset: int | None = None,
) -> Ended:
    """Run a firmware on the system with a design; what is at standard input goes to its UART.

    Parameters
    ----------
    design : Design
        The design behind the bus.
    firmware : bytes
        An ELF executable, or the contents of memory from address 0 on.
    limit : int
        Clock cycles after which the run ends.
    output : callable
        Takes what the UART sends, in pieces.
    beside : sequence of Design
        More designs behind the same bridge, in the order of their windows.
    reset : int, optional
        Clock cycles after which a second reset of one cycle comes; cycles are counted from then on.
        The memory keeps its contents.

    Raises
    ------
    NotEndedError
        If the firmware does not end itself.
    GatehashError
        If the system can't be built or fails, or the firmware is none for this processor.
    """
    memory_image(firmware, RAM_BYTES)  # a wrong firmware is refused before anything is built
    simulator = system_simulator(design, *beside)
    arguments = [] if reset is None else [f"+reset={reset}"]
    return run_simulator(simulator, firmware, limit, output, arguments=arguments, what=design.name)


def run_simulator(
    simulator: Path,
    firmware: bytes,
    limit: int,
    output: Callable[[bytes], object],
    *,
    arguments: Sequence[str] = (),
    what: str,
) -> Ended:
    """Run a firmware on a simulator of the system.

    Parameters
    ----------
    simulator : Path
        The simulator.
    firmware, limit, output
        As for :func:`run_firmware`.
    arguments : sequence of str
        More arguments of the simulator.
    what : str
        Name of what the system has, for errors.

    Raises
    ------
    NotEndedError, GatehashError
        As :func:`run_firmware`.
    """
    image = memory_image(firmware, RAM_BYTES)
    with TemporaryDirectory(prefix="gatehash-") as folder:
        ram = Path(folder, "ram.hex")
        ram.write_text(memory_words(image), encoding="ascii")
        command = [str(simulator), f"+ram={ram}", f"+limit={limit}", *arguments]
        said = _run(command, Path(folder), output)
    how, _, rest = said.rpartition("\n")[2].partition(" ")
    if how not in ("ended", "stopped", "limit"):
        raise GatehashError(f"the simulator of the system with {what} failed: {said}")
    where, cycles = map(int, rest.split())
    if how == "ended":
        return Ended(where, cycles)
    if how == "stopped":
        raise NotEndedError(
            f"the processor stopped near {where:#010x} after {counted(cycles, 'cycle')}: "
            "an illegal instruction or a refused access, with interrupts 1 and 2 disabled"
        )
    raise NotEndedError(
        f"the firmware has not ended after {counted(cycles, 'cycle')}; "
        f"it was at {where:#010x}; --limit allows more"
    )


def _run(command: list[str], folder: Path, output: Callable[[bytes], object]) -> str:
    """Run the simulator; return what it wrote on standard error, or how it ended."""
    with (folder / "errors").open("w+b") as errors, terminable() as signals:
        process = None
        try:
            with signals_later():
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
            assert process.stdout is not None
            while piece := os.read(process.stdout.fileno(), _READ):
                output(piece)
                signals.check()
            status = process.wait()
        finally:
            if process is not None:
                with signals_later():
                    process.kill()
                    process.wait()
                    assert process.stdout is not None
                    process.stdout.close()
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    # Of several lines the last one tells how the run ended, unless an assertion failed.
    if status:
        return " ".join(said.split()) or f"exit status {status}"
    return said
