# SPDX-License-Identifier: Apache-2.0
"""A stream top with the bridge of a bus in front of it, as one module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gatehash.bus.bridges import BRIDGES, Bridge, core_parameters
from gatehash.catalog import Design, Hardware
from gatehash.verilog import Port, Stream, instance, module, wire

__all__ = ["CORE_CLOCK", "bridge_ports", "bridged_top", "stream_wires"]

CORE_CLOCK = "core_aclk"
"""Name of the design's own clock."""


def bridge_ports(bridge: Bridge, *, two_clocks: bool) -> tuple[Port, ...]:
    """Return the ports of a stream top behind a bridge, in the order of declaration."""
    clocks = (bridge.clock, bridge.reset, *((CORE_CLOCK,) if two_clocks else ()))
    return (*(Port(name, input=True) for name in clocks), *bridge.ports)


def stream_wires(hardware: Hardware) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Return the wires between a bridge and a stream top.

    Returns
    -------
    list of str
        Their declarations in Verilog.
    dict, dict
        Nets of the bridge's streams and of the core's, by port. A bridge has the stream of
        configurations of a design without, too.
    """
    bits = hardware.stream_bits
    declarations, bridge, core = [], {}, {}
    for stream, used in (
        (Stream("s_axis_cfg", "configuration", bits), hardware.configured),
        (Stream("s_axis", "message", bits), True),
        (Stream("m_axis", "answer", bits), True),
    ):
        for port in stream.ports:
            # The bridge's side of a stream has the other prefix.
            own = f"{'m' if stream.slave else 's'}{port.name[1:]}"
            if used:
                core[port.name] = own
                declarations.append(wire(port, own))
            elif port.input:
                declarations.append(wire(port, f"unused_{own}"))
            else:
                declarations.append(f"  wire {own} = 1'b0;")
            bridge[own] = own if used or not port.input else f"unused_{own}"
    return declarations, bridge, core


def bridged_top(
    name: str,
    bridge: str,
    design: Design,
    hardware: Hardware,
    *,
    two_clocks: bool = False,
    remarks: Iterable[str] = (),
) -> str:
    """Return the module of a stream top behind a bridge, as Verilog.

    Parameters
    ----------
    name : str
        Name of the module.
    bridge : {"axil", "wishbone", "apb"}
        The bridge.
    design : Design
        The design.
    hardware : Hardware
        Its hardware, with its parameters.
    two_clocks : bool
        Whether the core has a clock of its own, ``core_aclk``.
    remarks : iterable of str
        Lines for the comment above the module.

    Raises
    ------
    GatehashError
        If a bridge can't serve the design.
    """
    parameters = core_parameters(design, hardware, two_clocks=two_clocks)
    bus = BRIDGES[bridge]
    return module(
        name,
        [f"{hardware.stream.top} behind {bus.bus}.", *remarks],
        bridge_ports(bus, two_clocks=two_clocks),
        _body(bus, hardware, parameters, two_clocks),
    )


def _body(
    bridge: Bridge, hardware: Hardware, parameters: Mapping[str, str], two_clocks: bool
) -> Iterator[str]:
    clock = CORE_CLOCK if two_clocks else bridge.clock
    top = hardware.stream
    declarations, bridge_nets, core_nets = stream_wires(hardware)
    nets = {port.name: port.name for port in bridge_ports(bridge, two_clocks=two_clocks)}
    nets |= {CORE_CLOCK: clock, "core_aresetn": "core_aresetn", **bridge_nets}
    yield ""
    yield "  wire core_aresetn;"
    yield from declarations
    yield from instance(bridge.module, "u_bridge", parameters, nets)
    core = {"aclk": clock, "aresetn": "core_aresetn", **core_nets}
    yield from instance(top.top, "u_core", top.parameters, core)
