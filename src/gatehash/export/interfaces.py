# SPDX-License-Identifier: Apache-2.0
"""Interfaces of an exported top, as the tools of vendors group its ports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gatehash.bus import Bridge
from gatehash.verilog import Port, Stream

__all__ = ["Interface", "bus_interface", "litex_signal", "stream_interface"]

# Of each bus: the interface's name, its type in Vivado and its type in Platform Designer.
_BUSES = {"axil": ("s_axil", "aximm", "axi4lite"), "apb": ("s_apb", "apb", "apb")}


@dataclass(frozen=True)
class Interface:
    """An interface of a top.

    Parameters
    ----------
    name : str
        Its name.
    slave : bool
        Whether it is the receiver of streams, or answers on a bus.
    vivado, quartus : str
        Its type, as Vivado and as Platform Designer name it.
    signals : mapping
        Port of each of the type's signals, which have lower-case names.
    """

    name: str
    slave: bool
    vivado: str
    quartus: str
    signals: Mapping[str, Port]


def stream_interface(stream: Stream) -> Interface:
    """Return the AXI4-Stream interface of a stream."""
    signals = {port.name.rpartition("_")[2]: port for port in stream.ports}
    return Interface(stream.name, stream.slave, "axis", "axi4stream", signals)


def bus_interface(bridge: Bridge) -> Interface | None:
    """Return the interface of a bridge's bus; None of a bus that vendors' tools do not have."""
    if bridge.name not in _BUSES:
        return None
    name, vivado, quartus = _BUSES[bridge.name]
    signals = {bridge.signal(port): port for port in bridge.signals}
    return Interface(name, True, vivado, quartus, signals)


def litex_signal(bridge: Bridge, port: Port) -> str:
    """Return what LiteX's interface of a bus, ``self.bus``, has at a port of a bridge.

    Examples
    --------
    >>> from gatehash.bus import BRIDGES
    >>> litex_signal(BRIDGES["axil"], BRIDGES["axil"].signals[0])
    'self.bus.aw.addr[:12]'
    """
    signal = bridge.signal(port)
    if bridge.name == "axil":
        channel = signal[: 2 if signal.startswith("a") else 1]
        found = f"self.bus.{channel}.{signal.removeprefix(channel)}"
        return f"{found}[:{port.width}]" if signal.endswith("addr") else found
    if signal == "adr_i":
        # Addresses of words become addresses of bytes.
        return f"Cat(C(0, 2), self.bus.adr[:{port.width - 2}])"
    if signal == "stall_o":
        return "Signal()"
    names = {"dat_i": "dat_w", "dat_o": "dat_r"}
    return f"self.bus.{names.get(signal, signal.rpartition('_')[0])}"
