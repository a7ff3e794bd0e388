# SPDX-License-Identifier: Apache-2.0
"""The identity that a board reports: protocol, streams, functions, hardware, name of its design."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Self

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.bus.functions import function_bits
from gatehash.catalog import Design, Hardware
from gatehash.errors import GatehashError

__all__ = ["BUFFER_BYTES", "CHUNK_BYTES", "VERSION", "WINDOW", "Identity", "hardware_crc"]

VERSION = 1
"""Version of the protocol."""

BUFFER_BYTES = 256
"""Bytes that a board's buffer takes."""

CHUNK_BYTES = 64
"""Most payload of a frame to a board that the buffer is shared out in."""

WINDOW = BUFFER_BYTES // CHUNK_BYTES
"""Frames that may be on their way and not taken."""

# Version, frames of the window, bytes of a chunk, bits of a stream, whether configured, a byte
# without meaning, functions, CRC-32 of the hardware, kHz of the clock. The name follows.
_HEAD = struct.Struct("<BBHHBBQII")
_MOST_WINDOW = 8


def hardware_crc(hardware: Hardware) -> int:
    """Return the CRC-32 of a stream top's name and parameters."""
    top = hardware.stream
    parameters = (f"{name}={value}" for name, value in sorted(top.parameters.items()))
    return zlib.crc32(" ".join((top.top, *parameters)).encode())


@dataclass(frozen=True, kw_only=True)
class Identity:
    """The identity that a board reports.

    Parameters
    ----------
    window : int
        Frames that may be on their way and not taken.
    chunk_bytes : int
        Most payload bytes of a frame.
    stream_bits : int
        Width of the core's streams.
    configured : bool
        Whether each message needs a configuration.
    functions : int
        A bit for each function, by :data:`gatehash.bus.FUNCTION_NUMBERS`.
    hardware : int
        CRC-32 of the stream top, see :func:`hardware_crc`.
    clock_khz : int
        Frequency of the core's clock in kHz.
    design : str
        Name of the design.
    """

    window: int = WINDOW
    chunk_bytes: int = CHUNK_BYTES
    stream_bits: int
    configured: bool
    functions: int
    hardware: int
    clock_khz: int
    design: str

    @classmethod
    def of(cls, design: Design, hardware: Hardware, clock_mhz: int) -> Self:
        """Return the identity of a board with a design."""
        return cls(
            stream_bits=hardware.stream_bits,
            configured=hardware.configured,
            functions=function_bits(design, hardware),
            hardware=hardware_crc(hardware),
            clock_khz=1000 * clock_mhz,
            design=design.name,
        )

    @property
    def function_names(self) -> tuple[str, ...]:
        """Names of the functions that this version of the library knows."""
        return tuple(name for name, bit in FUNCTION_NUMBERS.items() if self.functions >> bit & 1)

    def to_bytes(self) -> bytes:
        """Return the bytes that the board sends."""
        head = _HEAD.pack(
            VERSION,
            self.window,
            self.chunk_bytes,
            self.stream_bits,
            self.configured,
            0,
            self.functions,
            self.hardware,
            self.clock_khz,
        )
        return head + self.design.encode("ascii")

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what a board has sent.

        Raises
        ------
        GatehashError
            If it is of another version, or makes no sense.
        """
        version = data[0] if data else 0
        if version != VERSION:
            raise GatehashError(
                f"the board speaks version {version} of the protocol; this is version {VERSION}"
            )
        if len(data) <= _HEAD.size:
            raise GatehashError("the board's identity is cut off")
        _, window, chunk, bits, configured, _, functions, hardware, khz = _HEAD.unpack_from(data)
        name = data[_HEAD.size :]
        if not (0 < window <= _MOST_WINDOW and chunk > 0 and name.isascii()):
            raise GatehashError("the board's identity makes no sense")
        return cls(
            window=window,
            chunk_bytes=chunk,
            stream_bits=bits,
            configured=bool(configured),
            functions=functions,
            hardware=hardware,
            clock_khz=khz,
            design=name.decode("ascii"),
        )
