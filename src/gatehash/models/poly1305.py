# SPDX-License-Identifier: Apache-2.0
"""Golden model of Poly1305 (RFC 8439, section 2.5), a message authentication code for one message.

A key has 32 bytes: r, of which 22 bits are cleared, and s, both little-endian numbers. Each block
of 16 bytes, with a bit 1 behind its last byte, is added to an accumulator, which is then multiplied
by r modulo 2**130 - 5. The tag is the accumulator plus s modulo 2**128. A key must be used only
once.
"""

from __future__ import annotations

from typing import Self

from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.chained import whole_blocks
from gatehash.models.words import check_bytes

__all__ = [
    "BLOCK_BYTES",
    "KEY_BYTES",
    "PRIME",
    "TAG_BYTES",
    "Poly1305",
    "clamped",
    "poly1305",
    "step",
    "tag_of",
]

PRIME = 2**130 - 5
"""The modulus."""
BLOCK_BYTES = 16
"""Bytes of a block."""
KEY_BYTES = 32
"""Bytes of a key."""
TAG_BYTES = 16
"""Bytes of a tag."""

_CLAMP = 0x0FFFFFFC_0FFFFFFC_0FFFFFFC_0FFFFFFF


def clamped(data: BytesLike) -> int:
    r"""Return the number r of 16 bytes: bits that must be 0 are cleared (section 2.5).

    Examples
    --------
    >>> hex(clamped(b"\xff" * 16))
    '0xffffffc0ffffffc0ffffffc0fffffff'
    """
    return int.from_bytes(check_bytes("r", data, BLOCK_BYTES), "little") & _CLAMP


def step(accumulator: int, block: BytesLike, r: int) -> int:
    r"""Return the accumulator after a block of 1 to 16 bytes.

    Examples
    --------
    >>> step(0, b"\x02", 3), step(PRIME - 1, b"\x02", 1)
    (774, 257)
    """
    number = int.from_bytes(octets(block).tobytes() + b"\1", "little")
    return (accumulator + number) * r % PRIME


def tag_of(accumulator: int, s: BytesLike) -> bytes:
    r"""Return the tag of an accumulator and the 16 bytes of s.

    Examples
    --------
    >>> tag_of(1, b"\xff" * 16) == bytes(16)
    True
    """
    number = accumulator + int.from_bytes(check_bytes("s", s, BLOCK_BYTES), "little")
    return (number % 2**128).to_bytes(TAG_BYTES, "little")


class Poly1305(HashManners):
    """Poly1305 of a message that comes in pieces.

    Parameters
    ----------
    key : bytes-like
        32 bytes, r and s.

    Examples
    --------
    The example of section 2.5.2.

    >>> key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    >>> mac = Poly1305(key)
    >>> mac.update(b"Cryptographic Forum ")
    >>> mac.update(b"Research Group")
    >>> mac.digest().hex()
    'a8061dc1305136c6c22b8baf0c0127a9'
    """

    name = "poly1305"
    digest_size = TAG_BYTES
    block_size = BLOCK_BYTES

    def __init__(self, key: BytesLike) -> None:
        data = check_bytes("key", key, KEY_BYTES)
        self._r, self._s = clamped(data[:BLOCK_BYTES]), data[BLOCK_BYTES:]
        self._accumulator = 0
        self._rest = b""

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message."""
        blocks, self._rest = whole_blocks(self._rest, data, BLOCK_BYTES)
        for at in range(0, len(blocks), BLOCK_BYTES):
            self._accumulator = step(self._accumulator, blocks[at : at + BLOCK_BYTES], self._r)

    def pad(self) -> None:
        """Append the fewest zero bytes that complete a block (section 2.8)."""
        self.update(bytes(-len(self._rest) % BLOCK_BYTES))

    def digest(self) -> bytes:
        """Return the tag of the message so far."""
        last = self._accumulator
        if self._rest:
            last = step(last, self._rest, self._r)
        return tag_of(last, self._s)

    def copy(self) -> Self:
        """Return an independent object with the same key and message so far."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin


def poly1305(key: BytesLike, message: BytesLike) -> bytes:
    """Return the tag of a message with a key of 32 bytes.

    Examples
    --------
    >>> poly1305(bytes(32), b"any message") == bytes(16)
    True
    """
    mac = Poly1305(key)
    mac.update(message)
    return mac.digest()
