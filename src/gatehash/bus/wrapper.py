# SPDX-License-Identifier: Apache-2.0
"""Stream tops with the bridge of a bus in front of them, as one module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gatehash.bus.bridges import BRIDGES, Bridge, core_parameters
from gatehash.catalog import Design, Hardware
from gatehash.verilog import ALARM, Port, Stream, instance, module, wire

__all__ = ["CORE_CLOCK", "bridge_ports", "bridged_top", "stream_wires"]

CORE_CLOCK = "core_aclk"
"""Name of the design's own clock."""

# What a port of a bus and the registers behind it exchange, with widths in bits; 0: an address.
_REQUEST = {"rst": 1, "req": 1, "write": 1, "address": 0, "wdata": 32, "strobe": 4}
_ANSWER = {"rdata": 32, "error": 1}
_SELECTED = {**_ANSWER, "irq": 1, "req": 1}


def bridge_ports(
    bridge: Bridge, *, two_clocks: bool, cores: Iterable[Hardware] = ()
) -> tuple[Port, ...]:
    """Return the ports of stream tops behind a bridge, in the order of declaration.

    Where a core has an alarm the top has one, in the cores' clock: that of any core.
    """
    clocks = (bridge.clock, bridge.reset, *((CORE_CLOCK,) if two_clocks else ()))
    alarm = (ALARM,) * any(core.alarm for core in cores)
    return (*(Port(name, input=True) for name in clocks), *alarm, *bridge.ports)


def stream_wires(
    hardware: Hardware, mark: str = ""
) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Return the wires between a bridge and a stream top.

    Parameters
    ----------
    hardware : Hardware
        The hardware behind the bridge.
    mark : str
        Beginning of the wires' names.

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
            net = f"{mark}{own}"
            if used:
                core[port.name] = net
                declarations.append(wire(port, net))
            elif port.input:
                net = f"{mark}unused_{own}"
                declarations.append(wire(port, net))
            else:
                declarations.append(f"  wire {net} = 1'b0;")
            bridge[own] = net
    return declarations, bridge, core


def bridged_top(
    name: str,
    bridge: str,
    design: Design,
    hardware: Hardware,
    *,
    beside: Sequence[tuple[Design, Hardware]] = (),
    two_clocks: bool = False,
    remarks: Iterable[str] = (),
) -> str:
    """Return the module of a stream top, or of several, behind a bridge, as Verilog.

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
    beside : sequence of tuple
        More designs, each with its hardware, in the order of their windows.
    two_clocks : bool
        Whether the cores have a clock of their own, ``core_aclk``.
    remarks : iterable of str
        Lines for the comment above the module.

    Raises
    ------
    GatehashError
        If a bridge can't serve a design, or so many.
    """
    cores = ((design, hardware), *beside)
    bus = BRIDGES[bridge].serving(len(cores))
    parameters = [core_parameters(*each, two_clocks=two_clocks) for each in cores]
    tops = ", ".join(dict.fromkeys(each.stream.top for _, each in cores))
    return module(
        name,
        [f"{tops} behind {bus.bus}.", *remarks],
        bridge_ports(bus, two_clocks=two_clocks, cores=[each for _, each in cores]),
        _body(bus, [each for _, each in cores], parameters, two_clocks),
    )


def _body(
    bridge: Bridge,
    cores: Sequence[Hardware],
    parameters: Sequence[Mapping[str, str]],
    two_clocks: bool,
) -> Iterator[str]:
    several = len(cores) > 1
    clock = CORE_CLOCK if two_clocks else bridge.clock
    widths = {**_REQUEST, "address": bridge.address_bits}
    marks = [f"core{number}_" if several else "" for number in range(len(cores))]
    yield ""
    for name, bits in {**widths, **_ANSWER}.items():
        yield wire(Port(name, input=True, width=bits, vector=bits > 1))
    for mark in marks if several else ():
        for name, bits in _SELECTED.items():
            yield wire(Port(f"{mark}{name}", input=True, width=bits, vector=bits > 1))
    nets = {port.name: port.name for port in bridge_ports(bridge, two_clocks=False)}
    del nets[bridge.interrupt.name]
    nets |= {f"{name}_o": name for name in _REQUEST} | {f"{name}_i": name for name in _ANSWER}
    yield from instance(bridge.module, "u_port", {"AddressBits": bridge.address_bits}, nets)
    if several:
        yield from _select(bridge, marks)
    alarms = [f"{mark}alarm" for mark, each in zip(marks, cores, strict=True) if each.alarm]
    if several and alarms:
        yield f"  wire {', '.join(alarms)};"
        yield f"  assign {ALARM.name} = {' || '.join(alarms)};"
    for number, (hardware, mark) in enumerate(zip(cores, marks, strict=True)):
        place = f"_{number}" if several else ""
        declarations, bridge_nets, core_nets = stream_wires(hardware, mark)
        yield ""
        yield f"  wire {mark}core_aresetn;"
        yield from declarations
        registers = {
            "clk_i": bridge.clock,
            "rst_i": "rst",
            **{f"{name}_i": name for name in ("write", "address", "wdata", "strobe")},
            "req_i": f"{mark}req",
            "rdata_o": f"{mark}rdata",
            "error_o": f"{mark}error",
            "irq_o": f"{mark}irq" if several else bridge.interrupt.name,
            CORE_CLOCK: clock,
            "core_aresetn": f"{mark}core_aresetn",
            **bridge_nets,
        }
        if several:
            registers["address_i"] = f"address[{bridge.window_bits - 1}:0]"
        yield from instance("gh_bus_stream", f"u_bridge{place}", parameters[number], registers)
        core = {"aclk": clock, "aresetn": f"{mark}core_aresetn", **core_nets}
        if hardware.alarm:
            core[ALARM.name] = f"{mark}alarm"
        top = hardware.stream
        yield from instance(top.top, f"u_core{place}", top.parameters, core)


def _select(bridge: Bridge, marks: Sequence[str]) -> Iterator[str]:
    """Yield what sends requests to the windows of the cores."""

    def joined(name: str) -> str:
        return f"{{{', '.join(f'{mark}{name}' for mark in reversed(marks))}}}"

    nets = {
        "clk_i": bridge.clock,
        "rst_i": "rst",
        "req_i": "req",
        "address_i": "address",
        "rdata_o": "rdata",
        "error_o": "error",
        "irq_o": bridge.interrupt.name,
        **{f"core_{name}_i": joined(name) for name in ("rdata", "error", "irq")},
        "core_req_o": joined("req"),
    }
    yield from instance("gh_bus_select", "u_select", {"Cores": len(marks)}, nets)
