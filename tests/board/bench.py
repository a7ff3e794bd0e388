# SPDX-License-Identifier: Apache-2.0
"""A board's top in simulation, from its pins to a pseudo-terminal."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from tests.rtl.cocotb_build import Model, build

from gatehash.board.boards import BAUD, Board, find_board
from gatehash.board.top import TOP, board_files, board_top
from gatehash.catalog import Hardware, find
from gatehash.catalog.checks import stream_checker_defines, stream_checker_files

__all__ = ["Bench", "simulated"]

_MAIN = Path(__file__).with_name("uart_bench.cpp")


def _built(
    board: Board,
    design: str,
    mhz: int | None,
    vendor: str,
    hardware: Hardware | None,
    *,
    direct_reset: bool,
) -> Model:
    found = find(design)
    here = hardware or found.hardware
    clock = board.core_clock(mhz)
    with TemporaryDirectory() as folder:
        top = Path(folder) / f"{TOP}.sv"
        text = board_top(board, found, here, clock)
        if direct_reset:
            text = re.sub(r"  gh_board_reset .*?;", "  assign rst = button;", text, flags=re.DOTALL)
            assert "assign rst" in text
        top.write_text(text)
        defines = (
            f"GH_CLOCKS_PER_BIT={clock * 1_000_000 // BAUD}",
            f"GH_BUTTON_LOW={int(board.pins['button'].low)}",
            f"GH_LED_LOW={int(board.pins['led'].low)}",
        )
        return build(
            TOP,
            [*board_files(here, vendor), *stream_checker_files(), top],
            {},
            _MAIN,
            ("--x-initial", "unique"),
            [
                *(f"-D{define}" for define in stream_checker_defines(here)),
                *(part for define in defines for part in ("-CFLAGS", f"-D{define}")),
            ],
        )


class Bench:
    """A simulated board that runs.

    Parameters
    ----------
    process : subprocess.Popen
        The simulator.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[str] = process.stdin
        self._out: IO[str] = process.stdout
        self.device = self._out.readline().strip()
        assert self.device.startswith("/dev/")

    def command(self, line: str) -> str:
        """Do what a line says, see ``uart_bench.cpp``; return the answer in front of ``done``."""
        self._in.write(f"{line}\n")
        self._in.flush()
        said = ""
        while (answer := self._out.readline()) != "done\n":
            assert answer, "the bench has ended"
            said += answer
        return said.strip()


@contextmanager
def simulated(
    board: str,
    design: str,
    *,
    mhz: int | None = None,
    vendor: str = "generic",
    hardware: Hardware | None = None,
    direct_reset: bool = False,
) -> Iterator[Bench]:
    """Run a board with a design; an assertion of the RTL that fails, or a bad bit at a pin, fails.

    Parameters
    ----------
    board, design : str
        Their names.
    mhz : int, optional
        The design's clock.
    vendor : str
        Folder of ``rtl/prim`` whose PLL is simulated.
    hardware : Hardware, optional
        The design's hardware, if it is not the listed one.
    direct_reset : bool
        Whether the button is the reset itself, so that it may last a cycle. It is pressed for the
        first one, in which all registers have random contents.
    """
    model = _built(find_board(board), design, mhz, vendor, hardware, direct_reset=direct_reset)
    command = [str(model.folder / model.top)]
    if direct_reset:
        command += ["reset", "+verilator+rand+reset+2", "+verilator+seed+7"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Bench(process)
        except BaseException:
            process.kill()
            raise
        said = process.communicate("")[1]
    assert process.returncode == 0, said
