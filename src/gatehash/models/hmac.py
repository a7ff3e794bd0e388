# SPDX-License-Identifier: Apache-2.0
"""Golden model of HMAC (FIPS 198-1, RFC 2104) with any hash object of the models."""

from __future__ import annotations

from typing import Any, Self

from gatehash.manners import BytesLike, HashManners, octets

__all__ = ["IPAD", "OPAD", "Hmac", "key_block"]

IPAD, OPAD = 0x36, 0x5C
"""Bytes that the key block is combined with, of the inner and of the outer hash."""


def key_block(start: Any, key: BytesLike) -> bytes:
    """Return K0, the key as one block (FIPS 198-1, section 4, steps 1 to 3).

    Parameters
    ----------
    start : hash object
        An object of the hash function that has no message yet.
    key : bytes-like
        The key, of any length. A key longer than a block is replaced by its digest.

    Examples
    --------
    >>> from gatehash.models.sha2 import Sha256
    >>> key_block(Sha256(), b"key").hex()[:16], len(key_block(Sha256(), bytes(100)))
    ('6b65790000000000', 64)
    """
    data = octets(key)
    if len(data) > start.block_size:
        longer = start.copy()
        longer.update(data)
        data = longer.digest()
    return bytes(data).ljust(start.block_size, b"\0")


class Hmac(HashManners):
    """HMAC of a message that comes in pieces, like a :mod:`hmac` object.

    Parameters
    ----------
    start : hash object
        An object of the hash function that has no message yet.
    key : bytes-like
        The key, of any length.

    Examples
    --------
    >>> from gatehash.models.sha2 import Sha256
    >>> h = Hmac(Sha256(), b"Jefe")
    >>> h.update(b"what do ya want for nothing?")
    >>> h.hexdigest()[:16], h.name
    ('5bdcc146bf60754e', 'hmac-sha-256')
    """

    def __init__(self, start: Any, key: BytesLike) -> None:
        self.name = f"hmac-{start.name}"
        self.digest_size, self.block_size = start.digest_size, start.block_size
        block = key_block(start, key)
        self._inner, self._outer = start.copy(), start.copy()
        self._inner.update(bytes(byte ^ IPAD for byte in block))
        self._outer.update(bytes(byte ^ OPAD for byte in block))

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        self._inner.update(data)

    def digest(self) -> bytes:
        """Return the code of the message so far, `digest_size` bytes; more may follow."""
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return bytes(outer.digest())

    def copy(self) -> Self:
        """Return an independent object with the same key and message so far."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._inner = self._inner.copy()
        return twin
