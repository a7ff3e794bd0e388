# SPDX-License-Identifier: Apache-2.0
"""A stream top behind the adapter that takes packets of other people's cores, as one module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from gatehash.bus.wrapper import CORE_CLOCK
from gatehash.catalog import Design, Hardware
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.verilog import ALARM, Port, Stream, instance, module, streams, wire

__all__ = ["MOST_SIDE_BITS", "PIN_BITS", "SIDES", "Pins", "pins_top"]

PIN_BITS = tuple(8 << each for each in range(8))
"""Widths of ``tdata`` at the pins, in bits."""
MOST_SIDE_BITS = 64
"""Most bits of each signal that goes past the core."""

_ADAPTER = "gh_axis_any"
_FILES = (
    *(f"stream/gh_{name}.sv" for name in ("synchroniser", "async_fifo", "fifo")),
    *(f"stream/gh_{name}.sv" for name in ("width_down", "width_up", "width")),
    *(f"stream/gh_axis_{name}.sv" for name in ("normalise", "sideband")),
    *(f"bus/gh_{name}.sv" for name in ("bus_crossing", "bus_reset", "axis_any")),
)


@dataclass(frozen=True)
class Pins:
    """The streams of a top that takes packets with any ``tkeep``.

    Parameters
    ----------
    bits : int, optional
        Width of ``tdata``, one of :data:`PIN_BITS`; by default that of the design's streams.
    tid, tdest, tuser : int
        Bits of each signal of a message that comes back with its answer; 0 for none.
    """

    bits: int | None = None
    tid: int = 0
    tdest: int = 0
    tuser: int = 0

    def __post_init__(self) -> None:
        if self.bits is not None and self.bits not in PIN_BITS:
            allowed = ", ".join(map(str, PIN_BITS))
            raise GatehashError(
                f"the width of the input is {self.bits}; it must be one of: {allowed}"
            )
        for name, bits in self.sides.items():
            if not 0 <= bits <= MOST_SIDE_BITS:
                raise GatehashError(
                    f"{name} has {bits} bits; it must have from 1 to {MOST_SIDE_BITS}"
                )

    @property
    def sides(self) -> Mapping[str, int]:
        """Bits of each signal that goes past the core, by its name."""
        return {name: getattr(self, name) for name in SIDES}

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files of the adapter in the order of compilation."""
        return tuple(rtl_root() / name for name in _FILES)

    def check(self, design: Design, hardware: Hardware) -> None:
        """Raise a GatehashError for hardware that the adapter can't serve."""
        design.check_unmasked("an input for any packets")
        if hardware.streams > 1:
            raise GatehashError(
                f"{design.name} has {hardware.streams} streams; an input for any packets serves one"
            )
        bits = hardware.stream_bits
        narrow, wide = sorted((bits, self.bits or bits))
        if narrow not in PIN_BITS or wide % narrow:
            narrower = [each for each in PIN_BITS if each in hardware.widths and not wide % each]
            instead = f": {design.name.partition('@')[0]}@{max(narrower)}" if narrower else ""
            raise GatehashError(
                f"{design.name} has a stream of {bits} bits, and the input {self.bits or bits}; "
                f"one must be a multiple of the other, and the narrower one a power of 2{instead}"
            )

    def streams(self, hardware: Hardware) -> tuple[Stream, ...]:
        """Return the streams of the top, in the order of declaration."""
        return tuple(
            each
            if each.role == "configuration"
            else replace(
                each,
                bits=self.bits or each.bits,
                id_bits=self.tid,
                dest_bits=self.tdest,
                user_bits=self.tuser,
            )
            for each in streams(hardware)
        )

    def ports(self, hardware: Hardware, *, two_clocks: bool) -> tuple[Port, ...]:
        """Return the ports of the top, in the order of declaration."""
        clocks = ("aclk", "aresetn", *((CORE_CLOCK,) if two_clocks else ()))
        pins = (port for stream in self.streams(hardware) for port in stream.ports)
        return (*(Port(name, input=True) for name in clocks), *(ALARM,) * hardware.alarm, *pins)


SIDES = tuple(each.name for each in fields(Pins) if each.name != "bits")
"""Signals that can go past a core."""


def pins_top(
    name: str,
    pins: Pins,
    hardware: Hardware,
    *,
    two_clocks: bool = False,
    purpose: Iterable[str] = (),
) -> str:
    """Return the module of a stream top behind the adapter, as Verilog.

    Parameters
    ----------
    name : str
        Name of the module.
    pins : Pins
        Its streams.
    hardware : Hardware
        The design's hardware, with its parameters.
    two_clocks : bool
        Whether the design has a clock of its own, ``core_aclk``.
    purpose : iterable of str
        Lines for the comment above the module.
    """
    return module(
        name,
        [*purpose],
        pins.ports(hardware, two_clocks=two_clocks),
        _body(pins, hardware, two_clocks),
    )


def _body(pins: Pins, hardware: Hardware, two_clocks: bool) -> Iterator[str]:
    clock = CORE_CLOCK if two_clocks else "aclk"
    parameters = {
        "PinBits": str(pins.bits or hardware.stream_bits),
        "StreamBits": str(hardware.stream_bits),
        "ConfigBits": str(hardware.config_bits),
        "Configured": f"1'b{int(hardware.configured)}",
        "TwoClocks": f"1'b{int(two_clocks)}",
        "IdBits": str(pins.tid),
        "DestBits": str(pins.tdest),
        "UserBits": str(pins.tuser),
    }
    nets = {"aclk": "aclk", "aresetn": "aresetn", CORE_CLOCK: clock, "core_aresetn": "core_aresetn"}
    core = {"aclk": clock, "aresetn": "core_aresetn"}
    if hardware.alarm:
        core[ALARM.name] = ALARM.name
    yield ""
    yield "  wire core_aresetn;"
    # A design without configurations does not have their stream; the adapter does.
    of_pins = {each.name: each for each in pins.streams(hardware)}
    of_core = {each.name: each for each in streams(hardware)}
    every = Stream("s_axis_cfg", "configuration", hardware.config_bits)
    for stream in (every, *(each for each in of_core.values() if each.role != "configuration")):
        used = stream.name in of_core
        for port in stream.ports:
            net = f"core_{port.name}"
            if used:
                yield wire(port, net)
                core[port.name] = net
            inward = "" if port.input else "1'b0"
            nets[net] = net if used else inward
        outside = of_pins.get(stream.name, stream)
        for port in outside.ports:
            nets[port.name] = port.name if used else (f"{port.width}'d0" if port.input else "")
        if stream.role != "configuration":
            for side, bits in pins.sides.items():
                # The answer's tuser is there in any case.
                if not bits and not (side == "tuser" and not stream.slave):
                    nets[f"{stream.name}_{side}"] = "1'b0" if stream.slave else ""
    yield from instance(_ADAPTER, "u_pins", parameters, nets)
    top = hardware.stream
    yield from instance(top.top, "u_core", top.parameters, core)
