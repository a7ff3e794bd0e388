# SPDX-License-Identifier: Apache-2.0
"""The hardware of a design, as plain data: modules, parameters, RTL files and streams."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from gatehash.catalog.sources import needed
from gatehash.paths import rtl_root

__all__ = [
    "BYTE_PINS",
    "KEYED_PINS",
    "Boundary",
    "BoundaryName",
    "Hardware",
    "Masking",
    "byte_pin_cycles",
    "masked",
    "parts",
    "rtl_files",
]

KEYED_PINS = (
    "stream/gh_register_slice.sv",
    "stream/gh_width_down.sv",
    "stream/gh_width_up.sv",
    "stream/gh_width.sv",
    "stream/gh_stream_pins.sv",
    "stream/gh_keyed_pins.sv",
)
"""RTL files of the pins of a stream top whose messages bring a packet each."""

BYTE_PINS = (
    "stream/gh_width_down.sv",
    "stream/gh_width_up.sv",
    "stream/gh_width.sv",
    "stream/gh_byte_pins.sv",
)
"""RTL files of such pins where a byte a cycle is taken."""

BoundaryName = Literal["core", "stream"]


def parts(bits: int) -> tuple[int, ...]:
    """Return the widths of whole bytes that divide so many bits."""
    return tuple(width for width in range(8, bits + 1, 8) if bits % width == 0)


@cache
def _candidates(
    root: Path, sources: tuple[str, ...], prims: tuple[str, ...], vendor: str
) -> tuple[Path, ...]:
    """Return RTL files of which hardware may need some, in the order of compilation."""
    own = root / "prim" / vendor
    # A vendor's form may need models of the vendor's cells.
    cells = (path for path in sorted(own.glob("*.sv")) if not path.stem.startswith("gh_"))
    found = (
        own / f"{prim}.sv" if (own / f"{prim}.sv").is_file() else root / f"prim/generic/{prim}.sv"
        for prim in prims
    )
    return (*(root / source for source in sources), *found, *cells)


def rtl_files(
    top: str, sources: tuple[str, ...], prims: tuple[str, ...], vendor: str
) -> tuple[Path, ...]:
    """Return the RTL files that a module needs, in the order of compilation.

    Parameters
    ----------
    top : str
        The module.
    sources : tuple of str
        RTL files below ``rtl/`` of which it may need some, packages before what imports them.
    prims : tuple of str
        Modules of ``rtl/prim`` of which it may need some.
    vendor : str
        Folder of ``rtl/prim`` whose modules stand in for the generic ones where it has them.
    """
    return needed(_candidates(rtl_root(), sources, prims, vendor), top)


@dataclass(frozen=True)
class Boundary:
    """A module that is measured: its name and parameters."""

    top: str
    parameters: Mapping[str, int]


@dataclass(frozen=True)
class Masking:
    """Shares of what a stream top takes and gives.

    A value is the sum of its shares, bit by bit. In ``tdata`` the shares of a byte stand side by
    side, that of share 0 first, and ``tkeep`` has the same bit for each of them.

    Parameters
    ----------
    shares : int
        Shares of each byte.
    random_bits : int
        Random bits of a beat at ``s_axis_rnd``, which must be uniform and fresh.
    public_words : int
        Words of 64 bits at the beginning of a packet at ``s_axis_cfg`` that are no secret: share 0
        has them, and the other shares are zero there.
    """

    shares: int
    random_bits: int
    public_words: int = 1


@dataclass(frozen=True)
class Hardware:
    """The hardware of a design.

    Parameters
    ----------
    stream, core : Boundary
        The stream top and the core behind it.
    stream_bits : int
        Width of ``tdata`` in bits.
    widths : tuple of int
        All widths of ``tdata`` that the stream top can have.
    sources : tuple of str
        RTL files below ``rtl/``, packages before what imports them.
    prims : tuple of str
        Modules of ``rtl/prim`` that it uses; a vendor's folder may have its own form.
    streams : int
        Streams of messages that the stream top works on at a time. The second one's ports are
        ``s1_axis`` and ``m1_axis``, unless they share the pins.
    shared : bool
        Whether the streams share the pins: then ``tid`` is the number of a beat's stream.
    burst : int
        Beats of a stream that a sender should send together where they do: those of a block.
    configured : bool
        Whether each message brings a packet at ``s_axis_cfg``.
    part : Boundary, optional
        A module that stands in it many times: it is synthesised once, by itself, and the rest
        around it.
    alarm : bool
        Whether the stream top has the output ``alarm``: a fault was detected since reset.
    defaults : mapping
        Parameters of the stream top that other designs set and this one leaves at the RTL's
        default, with that value. They are not passed to tools.
    masking : Masking, optional
        Shares and random bits at the pins of a masked stream top.
    """

    stream: Boundary
    core: Boundary
    stream_bits: int
    widths: tuple[int, ...]
    sources: tuple[str, ...]
    prims: tuple[str, ...] = ()
    streams: int = 1
    shared: bool = False
    burst: int = 1
    configured: bool = False
    part: Boundary | None = None
    alarm: bool = False
    defaults: Mapping[str, int] = field(default_factory=dict)
    masking: Masking | None = None

    @property
    def shares(self) -> int:
        """Shares of each byte at the pins; 1 where it is itself there."""
        return 1 if self.masking is None else self.masking.shares

    @property
    def beat_bits(self) -> int:
        """Bits of a message in a beat: the width of ``tdata``, or of one share of it."""
        return self.stream_bits // self.shares

    @property
    def config_bits(self) -> int:
        """Width of ``tdata`` in bits at ``s_axis_cfg``: a word of a packet in shares at most."""
        return min(self.stream_bits, 64 * self.shares)

    @property
    def id_bits(self) -> int:
        """Width of ``tid`` in bits; 0 where there is none."""
        return (self.streams - 1).bit_length() if self.shared else 0

    @property
    def interfaces(self) -> int:
        """Interfaces that messages enter at: one for each stream, or one that they share."""
        return 1 if self.shared else self.streams

    def boundary(self, name: BoundaryName) -> Boundary:
        """Return the module at a boundary."""
        return self.core if name == "core" else self.stream

    def having(self, **parameters: int) -> Hardware:
        """Return the same hardware with other values of those parameters that a boundary has.

        Streams that share the pins are as many as ``Streams`` says.
        """

        def changed(boundary: Boundary) -> Boundary:
            old = boundary.parameters
            return Boundary(boundary.top, {key: parameters.get(key, old[key]) for key in old})

        streams = parameters.get("Streams", self.streams) if self.shared else self.streams
        return replace(self, stream=changed(self.stream), core=changed(self.core), streams=streams)

    def streaming(self, stream_bits: int) -> Hardware:
        """Return the hardware with ``tdata`` of that width: the same for the width that it has."""
        if stream_bits == self.stream_bits:
            return self
        stream = Boundary(self.stream.top, {**self.stream.parameters, "StreamBits": stream_bits})
        return replace(self, stream=stream, stream_bits=stream_bits)

    def files(self, vendor: str = "generic", boundary: BoundaryName = "stream") -> tuple[Path, ...]:
        """RTL files that a boundary needs, in the order of compilation.

        Parameters
        ----------
        vendor : str
            Folder of ``rtl/prim`` whose modules stand in for the generic ones where it has them.
        boundary : {"core", "stream"}
            The boundary.
        """
        return rtl_files(self.boundary(boundary).top, self.sources, self.prims, vendor)

    def digest_of_sources(self, vendor: str = "generic") -> str:
        """SHA-256 of the RTL's content, in hexadecimal."""
        total = hashlib.sha256()
        for path in self.files(vendor):
            total.update(path.name.encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


def masked(hardware: Hardware, masking: Masking) -> Hardware:
    """Return the hardware of a masked stream top from that of an unmasked one.

    Its streams are as many times as wide as there are shares, and it has no registers at its pins.

    Parameters
    ----------
    hardware : Hardware
        The hardware with the width that a share has.
    masking : Masking
        Shares and random bits at its pins.
    """
    bits = masking.shares * hardware.stream_bits
    parameters = {**hardware.stream.parameters, "StreamBits": bits}
    del parameters["Registered"]
    return replace(
        hardware,
        stream=Boundary(hardware.stream.top, parameters),
        stream_bits=bits,
        widths=tuple(masking.shares * width for width in hardware.widths),
        masking=masking,
    )


def byte_pin_cycles(hardware: Hardware) -> int:
    """Cycles that a converter of ``gh_byte_pins`` takes: none where streams have a byte."""
    return 1 if hardware.stream_bits > 8 else 0
