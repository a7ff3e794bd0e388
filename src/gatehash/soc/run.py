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

__all__ = ["Ended", "NotEndedError", "run_firmware"]

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
    image = memory_image(firmware, RAM_BYTES)
    simulator = system_simulator(design, *beside)
    with TemporaryDirectory(prefix="gatehash-") as folder:
        ram = Path(folder, "ram.hex")
        ram.write_text(memory_words(image), encoding="ascii")
        arguments = [f"+ram={ram}", f"+limit={limit}"]
        if reset is not None:
            arguments.append(f"+reset={reset}")
        said = _run([str(simulator), *arguments], Path(folder), output)
    how, _, rest = said.rpartition("\n")[2].partition(" ")
    if how not in ("ended", "stopped", "limit"):
        raise GatehashError(f"the simulator of the system with {design.name} failed: {said}")
    what, cycles = map(int, rest.split())
    if how == "ended":
        return Ended(what, cycles)
    if how == "stopped":
        raise NotEndedError(
            f"the processor stopped near {what:#010x} after {counted(cycles, 'cycle')}: "
            "an illegal instruction or a refused access, with interrupts 1 and 2 disabled"
        )
    raise NotEndedError(
        f"the firmware has not ended after {counted(cycles, 'cycle')}; "
        f"it was at {what:#010x}; --limit allows more"
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
