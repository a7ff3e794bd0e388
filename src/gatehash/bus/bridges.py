# SPDX-License-Identifier: Apache-2.0
"""The bridge of each bus: its module, ports and files, and its parameters for a design."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gatehash.bus.functions import function_bits
from gatehash.catalog import Design, Hardware
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.verilog import Port

__all__ = ["BRIDGES", "Bridge", "check_bridged", "core_parameters"]

# Packages before what imports them.
_COMMON = (
    *(f"stream/gh_{name}.sv" for name in ("synchroniser", "async_fifo")),
    *(f"stream/gh_{name}.sv" for name in ("width_down", "width_up", "width")),
    "bus/generated/gh_bus_registers_pkg.sv",
    "bus/generated/gh_bus_registers.sv",
    *(
        f"bus/gh_bus_{name}.sv"
        for name in ("fifo", "crossing", "reset", "lane", "config", "answer", "stream")
    ),
)
_ADDRESS_BITS = 12


def _ports(prefix: str, *ports: tuple[str, bool, int]) -> tuple[Port, ...]:
    """Return ports of names, whether they are inputs, and widths in bits."""
    return tuple(Port(f"{prefix}{name}", into, bits, bits > 1) for name, into, bits in ports)


@dataclass(frozen=True)
class Bridge:
    """The bridge of a bus.

    Parameters
    ----------
    name, bus : str
        Name as users write it, and the bus's own.
    clock, reset : str
        Names of the bus's clock and reset.
    reset_low : bool
        Whether the reset is active low.
    prefix : str
        Beginning of the names of the bus's signals.
    signals : tuple of Port
        The bus's signals.
    interrupt : Port
        The interrupt: it is high as long as one is pending.
    """

    name: str
    bus: str
    clock: str
    reset: str
    reset_low: bool
    prefix: str
    signals: tuple[Port, ...]
    interrupt: Port

    @property
    def ports(self) -> tuple[Port, ...]:
        """All ports but clock and reset."""
        return (*self.signals, self.interrupt)

    def signal(self, port: Port) -> str:
        """Return what the bus's specification calls a port, in lower case."""
        return port.name.removeprefix(self.prefix)

    @property
    def module(self) -> str:
        """Name of the bridge's module."""
        return f"gh_{self.name}_stream"

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files in the order of compilation."""
        return tuple(rtl_root() / name for name in (*_COMMON, f"bus/{self.module}.sv"))


BRIDGES: Mapping[str, Bridge] = {
    bridge.name: bridge
    for bridge in (
        Bridge(
            "axil",
            "AXI4-Lite",
            "aclk",
            "aresetn",
            True,
            "s_axil_",
            _ports(
                "s_axil_",
                ("awaddr", True, _ADDRESS_BITS),
                ("awprot", True, 3),
                ("awvalid", True, 1),
                ("awready", False, 1),
                ("wdata", True, 32),
                ("wstrb", True, 4),
                ("wvalid", True, 1),
                ("wready", False, 1),
                ("bresp", False, 2),
                ("bvalid", False, 1),
                ("bready", True, 1),
                ("araddr", True, _ADDRESS_BITS),
                ("arprot", True, 3),
                ("arvalid", True, 1),
                ("arready", False, 1),
                ("rdata", False, 32),
                ("rresp", False, 2),
                ("rvalid", False, 1),
                ("rready", True, 1),
            ),
            Port("irq", input=False),
        ),
        Bridge(
            "wishbone",
            "Wishbone B4",
            "wb_clk_i",
            "wb_rst_i",
            False,
            "wb_",
            _ports(
                "wb_",
                ("cyc_i", True, 1),
                ("stb_i", True, 1),
                ("we_i", True, 1),
                ("adr_i", True, _ADDRESS_BITS),
                ("dat_i", True, 32),
                ("sel_i", True, 4),
                ("dat_o", False, 32),
                ("ack_o", False, 1),
                ("err_o", False, 1),
                ("stall_o", False, 1),
            ),
            Port("irq_o", input=False),
        ),
        Bridge(
            "apb",
            "APB3",
            "pclk",
            "presetn",
            True,
            "",
            _ports(
                "",
                ("psel", True, 1),
                ("penable", True, 1),
                ("pwrite", True, 1),
                ("paddr", True, _ADDRESS_BITS),
                ("pwdata", True, 32),
                ("prdata", False, 32),
                ("pready", False, 1),
                ("pslverr", False, 1),
            ),
            Port("irq", input=False),
        ),
    )
}
"""Bridges by their names."""


def check_bridged(design: Design, hardware: Hardware) -> None:
    """Raise a GatehashError for hardware that a bridge can't serve."""
    if hardware.streams > 1:
        raise GatehashError(
            f"{design.name} has {hardware.streams} streams; a bus bridge serves one"
        )
    bits = hardware.stream_bits
    if bits not in (8, 16) and bits % 32:
        raise GatehashError(
            f"{design.name} has a stream of {bits} bits; "
            "a bus bridge serves 8, 16 or a multiple of 32"
        )
    if hardware.configured and bits > hardware.config_bits:
        raise GatehashError(
            f"{design.name} has configurations and a stream of {bits} bits; "
            f"a bus bridge serves {hardware.config_bits} with them: "
            f"{design.name.partition('@')[0]}@{hardware.config_bits}"
        )


def core_parameters(design: Design, hardware: Hardware, *, two_clocks: bool) -> dict[str, str]:
    """Return the parameters of the bridge in front of a design, as Verilog.

    Parameters
    ----------
    design : Design
        The design.
    hardware : Hardware
        Its hardware, with its parameters.
    two_clocks : bool
        Whether bus and core have clocks of their own.
    """
    check_bridged(design, hardware)
    configs = (job.config or () for job in design.jobs.values() if hardware.configured)
    return {
        "StreamBits": str(hardware.stream_bits),
        "Configured": f"1'b{int(hardware.configured)}",
        "TwoClocks": f"1'b{int(two_clocks)}",
        "ConfigWords": str(2 * max(map(len, configs), default=0)),
        "DesignCrc": f"32'h{zlib.crc32(design.name.encode()):08x}",
        "Functions": f"64'h{function_bits(design, hardware):016x}",
    }
