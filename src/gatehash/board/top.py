# SPDX-License-Identifier: Apache-2.0
"""The top of a board with a design: pins, PLL, reset, UART and the design's stream top."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gatehash.board.boards import BAUD, Board
from gatehash.board.identity import BUFFER_BYTES, Identity
from gatehash.bus.wrapper import stream_wires
from gatehash.catalog import Design, Hardware
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.verilog import Port, instance, module

__all__ = ["TOP", "board_files", "board_top", "check_boarded"]

TOP = "gh_board_top"
"""Name of the top."""

# Packages before what imports them.
_FILES = (
    "board/gh_link_pkg.sv",
    *(f"stream/gh_{name}.sv" for name in ("synchroniser", "width_down", "width_up", "width")),
    "bus/gh_bus_fifo.sv",
    *(f"board/gh_uart_{name}.sv" for name in ("rx", "tx")),
    *(f"board/gh_frame_{name}.sv" for name in ("rx", "tx")),
    *(f"board/gh_link_{name}.sv" for name in ("receive", "send")),
    "board/gh_uart_stream.sv",
    "board/gh_board_reset.sv",
)
_PORTS = (
    *(Port(name, input=True) for name in ("clk", "button", "rx")),
    *(Port(name, input=False) for name in ("tx", "led")),
)


def check_boarded(design: Design, hardware: Hardware) -> None:
    """Raise a GatehashError for hardware that a board can't serve."""
    design.check_unmasked("a board")
    if hardware.streams > 1:
        raise GatehashError(f"{design.name} has {hardware.streams} streams; a board serves one")
    if hardware.configured and hardware.stream_bits > hardware.config_bits:
        raise GatehashError(
            f"{design.name} has configurations and a stream of {hardware.stream_bits} bits; "
            f"a board serves {hardware.config_bits} with them: "
            f"{design.name.partition('@')[0]}@{hardware.config_bits}"
        )


def board_files(hardware: Hardware, vendor: str) -> tuple[Path, ...]:
    """Return the RTL files of a board with hardware, in the order of compilation.

    Parameters
    ----------
    hardware : Hardware
        The design's hardware.
    vendor : str
        Folder of ``rtl/prim`` whose PLL and cells are used; ``generic`` for simulation.
    """
    root = rtl_root()
    prims = root / "prim" / vendor
    # A vendor's form instantiates the vendor's cell.
    pll = (*sorted(prims.glob("*PLL*.sv")), prims / "gh_pll.sv")
    files = (*hardware.files(vendor), *(root / name for name in _FILES), *pll)
    return tuple(dict.fromkeys(files))


def board_top(board: Board, design: Design, hardware: Hardware, clock_mhz: int) -> str:
    """Return the top of a board with a design, as Verilog.

    Parameters
    ----------
    board : Board
        The board.
    design : Design
        The design.
    hardware : Hardware
        Its hardware, with its parameters.
    clock_mhz : int
        Frequency of the design's clock in MHz.

    Raises
    ------
    GatehashError
        If a board can't serve the design.
    """
    check_boarded(design, hardware)
    body = _body(board, design, hardware, clock_mhz)
    return module(TOP, [f"{design.name} on the board {board.name}."], _PORTS, body)


def _body(board: Board, design: Design, hardware: Hardware, clock_mhz: int) -> Iterator[str]:
    identity = Identity.of(design, hardware, clock_mhz).to_bytes()
    inverted = {port: "~" if pin.low else "" for port, pin in board.pins.items()}
    core = {"aclk": "clk_core", "aresetn": "core_aresetn"}
    link = {
        "clk_i": "clk_core",
        "rst_i": "rst",
        "rx_i": "rx",
        "tx_o": "tx",
        "session_o": "session",
        "aresetn_o": "core_aresetn",
    }
    yield ""
    yield "  wire clk_core, locked, rst, session, core_aresetn;"
    declarations, link_nets, core_nets = stream_wires(hardware)
    yield from declarations
    lit = "session"
    if hardware.alarm:
        yield "  wire alarm;"
        core["alarm"], lit = "alarm", "(session && !alarm)"
    yield f"  assign led = {inverted['led']}{lit};"
    yield from instance(
        "gh_pll",
        "u_pll",
        {"InMhz": str(board.clock_mhz), "OutMhz": str(clock_mhz)},
        {"clk_i": "clk", "clk_o": "clk_core", "locked_o": "locked"},
    )
    yield from instance(
        "gh_board_reset",
        "u_reset",
        {"Cycles": "16"},
        {
            "clk_i": "clk_core",
            "locked_i": "locked",
            "button_i": f"{inverted['button']}button",
            "rst_o": "rst",
        },
    )
    yield from instance(
        "gh_uart_stream",
        "u_link",
        {
            "ClocksPerBit": str(clock_mhz * 1_000_000 // BAUD),
            "StreamBits": str(hardware.stream_bits),
            "Configured": f"1'b{int(hardware.configured)}",
            "BufferBytes": str(BUFFER_BYTES),
            "IdentityBytes": str(len(identity)),
            "Identity": f"{8 * len(identity)}'h{identity[::-1].hex()}",
        },
        {**link, **link_nets},
    )
    top = hardware.stream
    yield from instance(top.top, "u_core", top.parameters, {**core, **core_nets})
