# SPDX-License-Identifier: Apache-2.0
"""Boards: their devices, clocks and pins, as data, and the constraint files made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gatehash.board.flows import ECP5, GW2A, BoardFlow
from gatehash.errors import GatehashError, unknown

__all__ = ["BAUD", "BOARDS", "Board", "Pin", "find_board"]

BAUD = 1_000_000
"""Bits a second of the UART of every board."""


@dataclass(frozen=True)
class Pin:
    """A pin of a board's device.

    Parameters
    ----------
    site : str
        Its name.
    pull : str
        ``up``, ``down`` or ``none``.
    low : bool
        Whether the signal is active low there.
    """

    site: str
    pull: str = "none"
    low: bool = False


@dataclass(frozen=True, kw_only=True)
class Board:
    """A board.

    Parameters
    ----------
    name, label : str
        Name as users write it, and its own.
    flow : BoardFlow
        The tools for its device.
    device : tuple of str
        Options of nextpnr that choose the device.
    tables, memories : int
        Look-up tables and block memories of the device.
    clock_mhz : int
        Frequency of the clock at its pin, in MHz.
    core_mhz : int
        Frequency at which a design runs unless another one is chosen, in MHz.
    choices_mhz : tuple of int
        All frequencies that may be chosen.
    pins : mapping
        Pins of ``clk``, ``button``, ``rx``, ``tx`` and ``led``; ``rx`` is an input.
    loader : str
        The board's name for openFPGALoader.
    source : str
        Public file that the pins are from.
    """

    name: str
    label: str
    flow: BoardFlow
    device: tuple[str, ...]
    tables: int
    memories: int
    clock_mhz: int
    core_mhz: int
    choices_mhz: tuple[int, ...]
    pins: Mapping[str, Pin]
    loader: str
    source: str

    def core_clock(self, mhz: int | None) -> int:
        """Return the frequency of the design for the one that is asked for, in MHz.

        Raises
        ------
        GatehashError
            If the board's PLL can't make it.
        """
        if mhz is None:
            return self.core_mhz
        if mhz not in self.choices_mhz:
            allowed = ", ".join(map(str, self.choices_mhz))
            raise GatehashError(f"{self.name} has no clock of {mhz} MHz; choose one of: {allowed}")
        return mhz

    def constraints(self) -> str:
        """Return the text of the constraint file."""
        lines = [
            line
            for port, pin in self.pins.items()
            for line in self.flow.constraint(port, pin.site, pin.pull)
        ]
        return "\n".join([*lines, *self.flow.clock("clk", self.clock_mhz)]) + "\n"


# Divisors of the oscillator's 600 MHz; see rtl/prim/lattice/gh_pll.sv.
_ECP5_CLOCKS = tuple(mhz for mhz in range(10, 151) if 600 % mhz == 0)
# Multiples of 9 MHz; see rtl/prim/gowin/gh_pll.sv.
_GW2A_CLOCKS = tuple(range(9, 151, 9))

BOARDS: Mapping[str, Board] = {
    board.name: board
    for board in (
        Board(
            name="ulx3s-85f",
            label="Radiona ULX3S with LFE5U-85F",
            flow=ECP5,
            device=("--85k", "--package", "CABGA381", "--speed", "6"),
            tables=83640,
            memories=208,
            clock_mhz=25,
            core_mhz=50,
            choices_mhz=_ECP5_CLOCKS,
            pins={
                "clk": Pin("G2"),
                "button": Pin("R1", "down"),
                "rx": Pin("M1", "up"),
                "tx": Pin("L4"),
                "led": Pin("B2"),
            },
            loader="ulx3s",
            source="amaranth-boards 0.0.21, ulx3s.py; litex-boards 2023.12, radiona_ulx3s.py",
        ),
        Board(
            name="colorlight-i5",
            label="Colorlight i5 7.0 on the Muse Lab extension board",
            flow=ECP5,
            device=("--25k", "--package", "CABGA381", "--speed", "6"),
            tables=24288,
            memories=56,
            clock_mhz=25,
            core_mhz=50,
            choices_mhz=_ECP5_CLOCKS,
            pins={
                "clk": Pin("P3"),
                "button": Pin("K18", "up", low=True),
                "rx": Pin("H18", "up"),
                "tx": Pin("J17"),
                "led": Pin("U16", low=True),
            },
            loader="colorlight-i5",
            source="litex-boards 2023.12, colorlight_i5.py",
        ),
        Board(
            name="tang-primer-20k",
            label="Sipeed Tang Primer 20K on its dock",
            flow=GW2A,
            device=("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18C"),
            tables=20736,
            memories=46,
            clock_mhz=27,
            core_mhz=54,
            choices_mhz=_GW2A_CLOCKS,
            pins={
                "clk": Pin("H11"),
                "button": Pin("T10", "up", low=True),
                "rx": Pin("T13", "up"),
                "tx": Pin("M11"),
                "led": Pin("C13", low=True),
            },
            loader="tangprimer20k",
            source="amaranth-boards 0.0.21, tang_primer_20k.py",
        ),
    )
}
"""Boards by their names."""


def find_board(name: str) -> Board:
    """Return the board of a name, or raise GatehashError."""
    if name not in BOARDS:
        raise unknown("board", name, BOARDS, "gatehash board --list")
    return BOARDS[name]
