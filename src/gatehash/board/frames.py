# SPDX-License-Identifier: Apache-2.0
"""Frames between a host and a board: stuffing and FCS of RFC 1662, and their kinds."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["FLAG", "Bad", "Fault", "Frame", "Kind", "Reader", "fcs", "frame_bytes"]

FLAG = 0x7E
_ESCAPE = 0x7D
_FLIP = 0x20
_LEAST = 3
# No frame of a board is longer; what is longer is no frame.
_MOST = 1 << 16


class Kind(IntEnum):
    """Kinds of frames, bits 7:4 of a header; the same as in ``gh_link_pkg``."""

    HELLO = 0
    CONFIG = 1
    CONFIG_LAST = 2
    MESSAGE = 3
    MESSAGE_LAST = 4
    IDENTIFIED = 8
    TAKEN = 9
    ANSWER = 10
    END = 11
    FAULT = 12


class Fault(IntEnum):
    """Why a board ended a session; the same as in ``gh_link_pkg``."""

    BAD_FRAME = 1
    OUT_OF_ORDER = 2
    NOT_ALLOWED = 3
    OVERRUN = 4
    PART_WORD = 5


class Frame(NamedTuple):
    """A frame: kind, sequence number modulo 16, payload."""

    kind: int
    number: int
    payload: bytes


class Bad(NamedTuple):
    """Bytes between two flags that are no frame."""

    data: bytes


def _table() -> tuple[int, ...]:
    entries = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
        entries.append(value)
    return tuple(entries)


_TABLE = _table()


def fcs(data: bytes) -> int:
    """Return the 16-bit FCS of RFC 1662, appendix C, which is also CRC-16/X-25.

    Examples
    --------
    >>> hex(fcs(b"123456789"))
    '0x906e'
    """
    value = 0xFFFF
    for byte in data:
        value = value >> 8 ^ _TABLE[(value ^ byte) & 0xFF]
    return value ^ 0xFFFF


def frame_bytes(kind: Kind, number: int, payload: bytes = b"") -> bytes:
    """Return the bytes of a frame, flags included.

    Parameters
    ----------
    kind : Kind
        Its kind.
    number : int
        Its sequence number, of which four bits are sent.
    payload : bytes
        Its payload.

    Examples
    --------
    >>> frame_bytes(Kind.MESSAGE_LAST, 0, b"abc").hex()
    '7e4061626380b27e'
    """
    content = bytes([kind << 4 | number % 16]) + payload
    content += fcs(content).to_bytes(2, "little")
    stuffed = bytearray([FLAG])
    for byte in content:
        stuffed += bytes([_ESCAPE, byte ^ _FLIP]) if byte in (FLAG, _ESCAPE) else bytes([byte])
    stuffed.append(FLAG)
    return bytes(stuffed)


class Reader:
    """Finds frames among bytes that arrive in pieces."""

    def __init__(self) -> None:
        self._open = bytearray()

    def feed(self, data: bytes) -> list[Frame | Bad]:
        """Return the frames that are complete with these bytes, and what is none."""
        *whole, rest = (bytes(self._open) + data).split(bytes([FLAG]))
        found = [_frame(each) for each in whole if each]
        if len(rest) > _MOST:
            found.append(Bad(rest))
            rest = b""
        self._open = bytearray(rest)
        return found


def _frame(stuffed: bytes) -> Frame | Bad:
    content = bytearray()
    flip = 0
    for byte in stuffed:
        if byte == _ESCAPE:
            if flip:
                return Bad(stuffed)
            flip = _FLIP
        else:
            content.append(byte ^ flip)
            flip = 0
    body, check = bytes(content[:-2]), int.from_bytes(content[-2:], "little")
    if flip or len(content) < _LEAST or fcs(body) != check:
        return Bad(stuffed)
    return Frame(body[0] >> 4, body[0] & 15, body[1:])
