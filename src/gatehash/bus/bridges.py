# SPDX-License-Identifier: Apache-2.0
"""The bridge of each bus: its module, ports and files, and its parameters for a design."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gatehash.bus.functions import function_bits
from gatehash.catalog import Design, Hardware
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.verilog import Port

__all__ = ["BRIDGES", "MOST_CORES", "WINDOW_BYTES", "Bridge", "check_bridged", "core_parameters"]

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
_WINDOW_BITS = 12
WINDOW_BYTES = 1 << _WINDOW_BITS
"""Bytes of the registers of a core."""
MOST_CORES = 16
"""Most cores behind a bridge."""
_SELECT = "bus/gh_bus_select.sv"


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
    addresses : tuple of str
        Those of the signals that are addresses, without the prefix.
    cores : int
        Cores behind it. Core i has its registers in window i of the addresses.
    """

    name: str
    bus: str
    clock: str
    reset: str
    reset_low: bool
    prefix: str
    signals: tuple[Port, ...]
    interrupt: Port
    addresses: tuple[str, ...]
    cores: int = 1

    def serving(self, cores: int) -> Bridge:
        """Return the bridge for so many cores; raise GatehashError for too many.

        Examples
        --------
        >>> BRIDGES["apb"].serving(3).region_bytes
        16384
        """
        if cores > MOST_CORES:
            raise GatehashError(
                f"{cores} cores need {cores} windows of {WINDOW_BYTES // 1024} KiB; "
                f"the address map of a bridge has {MOST_CORES}"
            )
        wider = replace(self, cores=cores)
        return replace(wider, signals=tuple(map(wider._sized, self.signals)))

    def _sized(self, port: Port) -> Port:
        address = self.signal(port) in self.addresses
        return replace(port, width=self.address_bits) if address else port

    @property
    def window_bits(self) -> int:
        """Bits of an address in a core's window."""
        return _WINDOW_BITS

    @property
    def address_bits(self) -> int:
        """Bits of an address: of the window, above those in it."""
        return _WINDOW_BITS + (self.cores - 1).bit_length()

    @property
    def region_bytes(self) -> int:
        """Bytes of all windows, a power of 2."""
        return 1 << self.address_bits

    @property
    def ports(self) -> tuple[Port, ...]:
        """All ports but clock and reset."""
        return (*self.signals, self.interrupt)

    def signal(self, port: Port) -> str:
        """Return what the bus's specification calls a port, in lower case."""
        return port.name.removeprefix(self.prefix)

    @property
    def module(self) -> str:
        """Name of the module at the bus."""
        return f"gh_{self.name}_port"

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files in the order of compilation."""
        select = (_SELECT,) if self.cores > 1 else ()
        return tuple(rtl_root() / name for name in (*_COMMON, *select, f"bus/{self.module}.sv"))


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
                ("awaddr", True, _WINDOW_BITS),
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
                ("araddr", True, _WINDOW_BITS),
                ("arprot", True, 3),
                ("arvalid", True, 1),
                ("arready", False, 1),
                ("rdata", False, 32),
                ("rresp", False, 2),
                ("rvalid", False, 1),
                ("rready", True, 1),
            ),
            Port("irq", input=False),
            ("awaddr", "araddr"),
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
                ("adr_i", True, _WINDOW_BITS),
                ("dat_i", True, 32),
                ("sel_i", True, 4),
                ("dat_o", False, 32),
                ("ack_o", False, 1),
                ("err_o", False, 1),
                ("stall_o", False, 1),
            ),
            Port("irq_o", input=False),
            ("adr_i",),
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
                ("paddr", True, _WINDOW_BITS),
                ("pwdata", True, 32),
                ("prdata", False, 32),
                ("pready", False, 1),
                ("pslverr", False, 1),
            ),
            Port("irq", input=False),
            ("paddr",),
        ),
    )
}
"""Bridges by their names."""


def check_bridged(design: Design, hardware: Hardware) -> None:
    """Raise a GatehashError for hardware that a bridge can't serve."""
    design.check_unmasked("a bus bridge")
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
