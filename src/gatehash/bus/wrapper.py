# SPDX-License-Identifier: Apache-2.0
"""A stream top with the bridge of a bus in front of it, as one module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gatehash.bus.bridges import BRIDGES, Bridge, core_parameters
from gatehash.catalog import Design, Hardware

__all__ = ["bridge_ports", "bridged_top", "instance", "stream_wires"]

CORE_CLOCK = "core_aclk"

# Streams of the bridge: prefix, the core's, signals with their bits for each byte of tdata, None
# for one bit.
_STREAMS = (
    ("m_axis_cfg", "s_axis_cfg", {"tdata": 8, "tlast": None, "tvalid": None, "tready": None}),
    ("m_axis", "s_axis", {"tdata": 8, "tkeep": 1, "tlast": None, "tvalid": None, "tready": None}),
    (
        "s_axis",
        "m_axis",
        {"tdata": 8, "tkeep": 1, "tlast": None, "tuser": None, "tvalid": None, "tready": None},
    ),
)


def bridge_ports(bridge: Bridge, *, two_clocks: bool) -> tuple[tuple[str, bool, int], ...]:
    """Return the ports of a stream top behind a bridge: name, whether an input, width in bits."""
    clocks = [(bridge.clock, True, 1), (bridge.reset, True, 1)]
    if two_clocks:
        clocks.append((CORE_CLOCK, True, 1))
    return (*clocks, *bridge.ports)


def _range(bits: int) -> str:
    return f"[{bits - 1}:0] " if bits > 1 else ""


def _connections(pairs: Mapping[str, str]) -> Iterator[str]:
    for place, (port, net) in enumerate(pairs.items(), 1):
        yield f"      .{port}({net}){',' if place < len(pairs) else ''}"


def stream_wires(hardware: Hardware) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Return the wires between a bridge and a stream top.

    Returns
    -------
    list of str
        Their declarations in Verilog.
    dict, dict
        Nets of the bridge's streams and of the core's, by port.
    """
    declarations, bridge, core = [], {}, {}
    for own, other, names in _STREAMS:
        for each, share in names.items():
            bits = hardware.stream_bits // 8 * (share or 0)
            # A bus of one bit has its range, too.
            vector = "" if share is None else f"[{bits - 1}:0] "
            port = net = f"{own}_{each}"
            unused = own == "m_axis_cfg" and not hardware.configured
            tied = " = 1'b0" if unused and each == "tready" else ""
            if unused and not tied:
                net = f"unused_{port}"
            declarations.append(f"  wire {vector}{net}{tied};")
            bridge[port] = net
            if not unused:
                core[f"{other}_{each}"] = net
    return declarations, bridge, core


def instance(
    module: str, name: str, parameters: Mapping[str, str], nets: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of an instance of a module in Verilog, with its parameters and ports."""
    yield ""
    yield f"  {module} #("
    yield from _connections(parameters)
    yield f"  ) {name} ("
    yield from _connections(nets)
    yield "  );"


def bridged_top(
    name: str, bridge: str, design: Design, hardware: Hardware, *, two_clocks: bool = False
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

    Raises
    ------
    GatehashError
        If a bridge can't serve the design.
    """
    parameters = core_parameters(design, hardware, two_clocks=two_clocks)
    return "\n".join(_module(name, BRIDGES[bridge], hardware, parameters, two_clocks)) + "\n"


def _module(
    name: str, bridge: Bridge, hardware: Hardware, parameters: Mapping[str, str], two_clocks: bool
) -> Iterator[str]:
    ports = bridge_ports(bridge, two_clocks=two_clocks)
    clock = CORE_CLOCK if two_clocks else bridge.clock
    top = hardware.stream
    yield "// SPDX-License-Identifier: Apache-2.0"
    yield "//"
    yield f"// {top.top} behind {bridge.bus}."
    yield ""
    yield "`default_nettype none"
    yield ""
    yield f"module {name} ("
    for place, (port, into, bits) in enumerate(ports, 1):
        comma = "," if place < len(ports) else ""
        yield f"    {'input ' if into else 'output'} wire {_range(bits)}{port}{comma}"
    yield ");"
    yield ""
    nets = {port: port for port, _, _ in ports} | {
        CORE_CLOCK: clock,
        "core_aresetn": "core_aresetn",
    }
    declarations, bridge_nets, core_nets = stream_wires(hardware)
    yield "  wire core_aresetn;"
    yield from declarations
    nets |= bridge_nets
    core = {"aclk": clock, "aresetn": "core_aresetn", **core_nets}
    yield from instance(bridge.module, "u_bridge", parameters, nets)
    yield from instance(
        top.top, "u_core", {key: str(value) for key, value in top.parameters.items()}, core
    )
    yield ""
    yield "endmodule"
    yield ""
    yield "`default_nettype wire"
