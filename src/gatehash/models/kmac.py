# SPDX-License-Identifier: Apache-2.0
"""Golden models of cSHAKE and KMAC (NIST SP 800-185), whole bytes; the names are the standard's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.sha3 import Sponge

__all__ = [
    "CShake",
    "Kmac",
    "bytepad",
    "cshake_block",
    "cshake_rule",
    "encode_string",
    "kmac_blocks",
    "left_encode",
    "right_encode",
]


def _encoded(x: int) -> bytes:
    if not 0 <= x < 2**2040:
        raise ArgumentError(f"x must be in 0..2**2040-1, got {x}")
    return x.to_bytes(max(1, -(-x.bit_length() // 8)), "big")


def left_encode(x: int) -> bytes:
    """Encode an integer, its length in bytes first (section 2.3.1).

    Examples
    --------
    >>> left_encode(0).hex(), left_encode(256).hex()
    ('0100', '020100')
    """
    data = _encoded(x)
    return bytes((len(data),)) + data


def right_encode(x: int) -> bytes:
    """Encode an integer, its length in bytes last (section 2.3.1).

    Examples
    --------
    >>> right_encode(0).hex(), right_encode(256).hex()
    ('0001', '010002')
    """
    data = _encoded(x)
    return data + bytes((len(data),))


def encode_string(data: BytesLike) -> bytes:
    """Put the length in bits before a string (section 2.3.2).

    Examples
    --------
    >>> encode_string(b"KMAC").hex()
    '01204b4d4143'
    """
    own = octets(data)
    return left_encode(8 * len(own)) + own


def bytepad(data: BytesLike, w: int) -> bytes:
    """Put `w` before a string, and zeros behind it to a multiple of `w` bytes (section 2.3.3)."""
    whole = left_encode(w) + octets(data)
    return whole + bytes(-len(whole) % w)


def _rate(security_bits: int) -> int:
    if security_bits not in (128, 256):
        raise ArgumentError(f"security_bits must be 128 or 256, got {security_bits}")
    return RULES[f"shake{security_bits}"].block_bytes


def cshake_rule(security_bits: int) -> PaddingRule:
    """Return how cSHAKE pads: two zero bits and pad10*1 (section 3.3)."""
    return PaddingRule(_rate(security_bits), suffix=0x04, closing=0x80)


def cshake_block(security_bits: int, function_name: BytesLike, custom: BytesLike) -> bytes:
    """Return what cSHAKE hashes before a message: the names, in whole blocks (section 3.3)."""
    names = encode_string(function_name) + encode_string(custom)
    return bytepad(names, _rate(security_bits))


def kmac_blocks(security_bits: int, key: BytesLike, custom: BytesLike = b"") -> tuple[bytes, bytes]:
    """Return what KMAC hashes before a message: the blocks of name and customization, of the key.

    Section 4.3, newX without the message, behind the prefix of cSHAKE.

    Examples
    --------
    >>> [len(each) for each in kmac_blocks(128, bytes(32))]
    [168, 168]
    """
    keys = bytepad(encode_string(key), _rate(security_bits))
    return cshake_block(security_bits, b"KMAC", custom), keys


class CShake(Sponge):
    """cSHAKE128 or cSHAKE256 of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters
    ----------
    security_bits : int
        128 or 256.
    digest_bits : int
        Digest length, a positive multiple of 8.
    function_name, custom : bytes-like
        The strings N and S, not both empty: then it is SHAKE.

    Raises
    ------
    ArgumentError
        If there is no such function or digest length.

    Examples
    --------
    >>> h = CShake(128, 256, custom=b"Email Signature")
    >>> h.update(bytes(range(4)))
    >>> h.hexdigest()[:16], h.name
    ('c1c36925b6409a04', 'cshake128')
    """

    def __init__(
        self,
        security_bits: int,
        digest_bits: int,
        *,
        function_name: BytesLike = b"",
        custom: BytesLike = b"",
    ) -> None:
        rule = cshake_rule(security_bits)
        if digest_bits < 8 or digest_bits % 8:
            raise ArgumentError(f"digest_bits must be a positive multiple of 8, got {digest_bits}")
        if not len(function_name) and not len(custom):
            raise ArgumentError(
                f"cSHAKE{security_bits} needs a function_name or custom; without both it is "
                f"SHAKE{security_bits}"
            )
        start = cshake_block(security_bits, function_name, custom)
        super().__init__(f"cshake{security_bits}", digest_bits, start, rule)


class Kmac(HashManners):
    """KMAC128 or KMAC256 of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters
    ----------
    security_bits : int
        128 or 256.
    digest_bits : int
        Digest length, a positive multiple of 8.
    key, custom : bytes-like
        The key K and the customization string S.
    xof : bool, optional
        Whether it is KMACXOF128 or KMACXOF256, whose digest does not depend on its length
        (section 4.3.1).

    Raises
    ------
    ArgumentError
        If there is no such function or digest length.

    Examples
    --------
    >>> h = Kmac(128, 256, key=bytes(range(0x40, 0x60)))
    >>> h.update(bytes(range(4)))
    >>> h.hexdigest()[:16], h.name
    ('e5780b0d3ea6f7d3', 'kmac128')
    """

    def __init__(
        self,
        security_bits: int,
        digest_bits: int,
        *,
        key: BytesLike,
        custom: BytesLike = b"",
        xof: bool = False,
    ) -> None:
        make: Callable[..., CShake] = partial(CShake, function_name=b"KMAC", custom=custom)
        self._inner = make(security_bits, digest_bits)
        self._inner.update(kmac_blocks(security_bits, key)[1])
        self._tail = right_encode(0 if xof else digest_bits)
        self.name = f"kmac{security_bits}"
        self.digest_size, self.block_size = self._inner.digest_size, self._inner.block_size

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        self._inner.update(data)

    def digest(self) -> bytes:
        """Return the code of the message so far, `digest_size` bytes; more may follow."""
        whole = self._inner.copy()
        whole.update(self._tail)
        return whole.digest()

    def copy(self) -> Self:
        """Return an independent object with the same key and message so far."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._inner = self._inner.copy()
        return twin
