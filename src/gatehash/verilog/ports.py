# SPDX-License-Identifier: Apache-2.0
"""Ports of modules, and those that the stream contract gives a stream top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gatehash.catalog import Hardware

__all__ = ["ALARM", "Port", "Stream", "stream_ports", "streams"]


@dataclass(frozen=True)
class Port:
    """A port of a module.

    Parameters
    ----------
    name : str
        Its name.
    input : bool
        Whether it is an input; else it is an output.
    width : int
        Its width in bits.
    vector : bool
        Whether it is declared with a range, as a bus of one bit is, too.
    """

    name: str
    input: bool
    width: int = 1
    vector: bool = False

    @property
    def range(self) -> str:
        """Verilog's range with a space behind it, empty without one."""
        return f"[{self.width - 1}:0] " if self.vector else ""

    @property
    def direction(self) -> str:
        """Verilog's keyword."""
        return "input" if self.input else "output"

    @property
    def vhdl(self) -> str:
        """VHDL's mode and type."""
        kind = f"std_logic_vector({self.width - 1} downto 0)" if self.vector else "std_logic"
        return f"{'in ' if self.input else 'out'} {kind}"


ALARM = Port("alarm", input=False)
"""Output of hardware that detects faults, see :attr:`gatehash.catalog.Hardware.alarm`."""


_SIDES: tuple[tuple[str, Literal["message", "answer"]], ...] = (("s", "message"), ("m", "answer"))


@dataclass(frozen=True)
class Stream:
    """An AXI4-Stream interface of a stream top.

    Parameters
    ----------
    name : str
        Beginning of its ports' names.
    role : {"message", "answer", "configuration", "randomness"}
        Meaning of its packets; random bits have none, and ``tdata`` alone beside the handshake.
    bits : int
        Width of ``tdata`` in bits.
    number : int
        Number of the stream of messages that it belongs to, from 0.
    id_bits : int
        Width of ``tid`` in bits, where several streams of messages share it, or where it goes past
        the core; else 0.
    dest_bits, user_bits : int
        Widths in bits of ``tdest``, and of ``tuser`` of a message, where they go past the core.
    shares : int
        Shares of each byte in ``tdata``, see :class:`gatehash.catalog.Masking`.
    """

    name: str
    role: Literal["message", "answer", "configuration", "randomness"]
    bits: int
    number: int = 0
    id_bits: int = 0
    dest_bits: int = 0
    user_bits: int = 0
    shares: int = 1

    @property
    def beat_bits(self) -> int:
        """Bits of a packet in a beat: the width of ``tdata``, or of one share of it."""
        return self.bits // self.shares

    @property
    def slave(self) -> bool:
        """Whether packets go into the design."""
        return self.role != "answer"

    @property
    def ports(self) -> tuple[Port, ...]:
        """Ports of the interface, in the order of declaration."""
        into = self.slave
        data = Port(f"{self.name}_tdata", into, self.bits, vector=True)
        keep = Port(f"{self.name}_tkeep", into, self.bits // 8, vector=True)
        last = Port(f"{self.name}_tlast", into)
        hands = Port(f"{self.name}_tvalid", into), Port(f"{self.name}_tready", not into)
        if self.role == "randomness":
            return (data, *hands)
        if self.role == "configuration":
            return (data, last, *hands)
        # The lowest bit of an answer's tuser says whether it is an error.
        user = self.user_bits + (self.role == "answer")
        sides = (("tid", self.id_bits, True), ("tdest", self.dest_bits, True))
        users = (("tuser", user, self.user_bits > 0),)
        named, more = (
            [Port(f"{self.name}_{name}", into, bits, vector) for name, bits, vector in each if bits]
            for each in (sides, users)
        )
        return (data, keep, *named, last, *more, *hands)


def streams(hardware: Hardware) -> tuple[Stream, ...]:
    """Return the streams of a stream top, in the order of declaration.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> [stream.name for stream in streams(find("chacha-mc-1").hardware)]
    ['s_axis_cfg', 's_axis', 'm_axis']
    >>> [stream.bits for stream in streams(find("sha3-x1-mac-dom").hardware)]
    [128, 1600, 128, 128]
    """
    shares = hardware.shares

    def found() -> Iterator[Stream]:
        bits = hardware.stream_bits
        for number in range(hardware.interfaces):
            mark = str(number or "")
            if hardware.configured:
                yield Stream(
                    f"s{mark}_axis_cfg",
                    "configuration",
                    hardware.config_bits,
                    number,
                    shares=shares,
                )
            if hardware.masking is not None:
                yield Stream(
                    f"s{mark}_axis_rnd", "randomness", hardware.masking.random_bits, number
                )
            for side, role in _SIDES:
                yield Stream(
                    f"{side}{mark}_axis", role, bits, number, hardware.id_bits, shares=shares
                )

    return tuple(found())


def stream_ports(hardware: Hardware) -> tuple[Port, ...]:
    """Return the ports of a stream top, in the order of declaration."""
    named = (port for stream in streams(hardware) for port in stream.ports)
    alarm = [ALARM] * hardware.alarm
    return (Port("aclk", input=True), Port("aresetn", input=True), *alarm, *named)
