# SPDX-License-Identifier: Apache-2.0
"""The tools of a device family on a board: constraints, place and route, bitstream, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gatehash.implement import Target, find_target

__all__ = ["CONSTRAINTS", "ECP5", "GW2A", "BoardFlow"]

CONSTRAINTS = "board.constraints"
"""Name of the constraint file in a work folder."""

_ROUTED = "routed"
_BITSTREAM = "bitstream"


@dataclass(frozen=True, kw_only=True)
class BoardFlow:
    """How a design goes onto boards with devices of a family.

    Parameters
    ----------
    target : Target
        The family, with the synthesis of a design that has pins.
    constraint : callable
        Returns lines of the constraint file for a port, its pin, and ``up``, ``down`` or ``none``.
    clock : callable
        Returns lines of it for the clock's port and its frequency in MHz.
    route : tuple of str
        Options of nextpnr, beside those of the board.
    packer : str
        Tool of :mod:`gatehash.implement.child` that writes the bitstream.
    pack : tuple of str
        Its arguments.
    packages : tuple of str
        Python packages of the tools; their versions are recorded.
    suffix : str
        Ending of a bitstream's name.
    """

    target: Target
    constraint: Callable[[str, str, str], tuple[str, ...]]
    clock: Callable[[str, int], tuple[str, ...]]
    route: tuple[str, ...]
    packer: str
    pack: tuple[str, ...]
    packages: tuple[str, ...]
    suffix: str

    @property
    def bitstream(self) -> str:
        """Name of the bitstream in a work folder."""
        return _BITSTREAM


def _lpf(port: str, site: str, pull: str) -> tuple[str, ...]:
    return (
        f'LOCATE COMP "{port}" SITE "{site}";',
        f'IOBUF PORT "{port}" IO_TYPE=LVCMOS33 PULLMODE={pull.upper()};',
    )


def _lpf_clock(port: str, mhz: int) -> tuple[str, ...]:
    return (f'FREQUENCY PORT "{port}" {mhz} MHZ;',)


def _cst(port: str, site: str, pull: str) -> tuple[str, ...]:
    return (
        f'IO_LOC "{port}" {site};',
        f'IO_PORT "{port}" IO_TYPE=LVCMOS33 PULL_MODE={pull.upper()};',
    )


def _no_clock(_port: str, _mhz: int) -> tuple[str, ...]:
    return ()


_ECP5_TARGET = find_target("ecp5")
_GW2A_TARGET = find_target("gw2a")

ECP5 = BoardFlow(
    target=replace(_ECP5_TARGET, netlist=()),
    constraint=_lpf,
    clock=_lpf_clock,
    route=(
        # Wide rotations are routed so; router1, which measurements begin with, may not finish.
        *("--placer", "static", "--router", "router2"),
        *("--lpf", CONSTRAINTS, "--textcfg", _ROUTED),
    ),
    packer="ecppack",
    pack=("--compress", _ROUTED, _BITSTREAM),
    packages=_ECP5_TARGET.packages,
    suffix=".bit",
)

GW2A = BoardFlow(
    target=replace(
        _GW2A_TARGET,
        vendor="gowin",
        # Buffers of the pins, which a measurement has not, are needed here.
        synthesis=_GW2A_TARGET.synthesis.replace(" -noiopads", ""),
        netlist=(),
    ),
    constraint=_cst,
    # nextpnr takes every clock's frequency from --freq.
    clock=_no_clock,
    route=("--vopt", f"cst={CONSTRAINTS}", "--write", _ROUTED),
    packer="gowin_pack",
    pack=("-d", "GW2A-18C", "-o", _BITSTREAM, _ROUTED),
    packages=(*_GW2A_TARGET.packages, "apycula"),
    suffix=".fs",
)
