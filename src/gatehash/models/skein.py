# SPDX-License-Identifier: Apache-2.0
"""Golden model of the Skein hash function and Skein-MAC (Skein 1.3, sections 3.4 and 3.5).

Sequential hashing of whole bytes, for the three state sizes and any digest of whole bytes. Not
modelled: tree hashing, messages that end inside a byte, and the optional arguments other than the
key (their type values are listed, and :func:`ubi` takes them).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.threefish import (
    WORD_MASK,
    bytes_from_words,
    encrypt_words,
    words_from_bytes,
)

__all__ = [
    "SCHEMA",
    "TYPE_CFG",
    "TYPE_KDF",
    "TYPE_KEY",
    "TYPE_MSG",
    "TYPE_NON",
    "TYPE_OUT",
    "TYPE_PK",
    "TYPE_PRS",
    "Skein",
    "configuration",
    "initial_chaining",
    "output",
    "skein",
    "tweak_words",
    "ubi",
]


# Values of the tweak's type field (table 6), in the order in which arguments are processed.
TYPE_KEY = 0
TYPE_CFG = 4
TYPE_PRS = 8
TYPE_PK = 12
TYPE_KDF = 16
TYPE_NON = 20
TYPE_MSG = 48
TYPE_OUT = 63

SCHEMA = b"SHA3" + (1).to_bytes(2, "little") + bytes(2)
"""Schema identifier and version, what a configuration string begins with (section 3.5.2)."""

_STATE_BYTES = (32, 64, 128)


def _check_state_bytes(name: str, value: int) -> None:
    if value not in _STATE_BYTES:
        raise ArgumentError(f"{name} must be 32, 64 or 128 bytes, got {value}")


def _check_digest_bits(value: int) -> None:
    if not 8 <= value < 2**64 or value % 8:
        raise ArgumentError(f"digest_bits must be a multiple of 8 in 8..2**64-8, got {value}")


def tweak_words(position: int, type_: int, *, first: bool, final: bool) -> tuple[int, int]:
    """Assemble the tweak of one UBI block.

    Parameters
    ----------
    position : int
        Bytes of the argument processed so far, this block included and its padding not, in
        0..2**96-1.
    type_ : int
        Type of the argument, in 0..63.
    first, final : bool
        Whether this is the argument's first block, and its last.

    Returns
    -------
    tuple of int
        The tweak's words ``(t0, t1)``.

    Raises
    ------
    ArgumentError
        If `position` or `type_` is out of range.

    Notes
    -----
    Skein 1.3, section 3.4 and table 5. Tree level and bit padding are always zero here.

    Examples
    --------
    >>> [hex(t) for t in tweak_words(32, TYPE_CFG, first=True, final=True)]
    ['0x20', '0xc400000000000000']
    """
    if not 0 <= position < 2**96:
        raise ArgumentError(f"position must be in 0..2**96-1, got {position}")
    if not 0 <= type_ <= 63:
        raise ArgumentError(f"type_ must be in 0..63, got {type_}")
    tweak = position | type_ << 120 | first << 126 | final << 127
    return tweak & WORD_MASK, tweak >> 64


class _Ubi:
    """One UBI computation, fed piece by piece.

    A full block waits until more bytes come, since only then is it known not to be the last.
    """

    def __init__(self, G: Sequence[int], type_: int) -> None:
        self.chain = tuple(G)
        self.type = type_
        self.position = 0
        self.pending = bytearray()

    def copy(self) -> _Ubi:
        twin = _Ubi(self.chain, self.type)
        twin.position = self.position
        twin.pending = self.pending.copy()
        return twin

    def _compress(self, block: bytes, position: int, final: bool) -> tuple[int, ...]:
        """Compute E(H_i, tweak, M_i) xor M_i."""
        tweak = tweak_words(position, self.type, first=self.position == 0, final=final)
        message = words_from_bytes(block)
        cipher = encrypt_words(self.chain, tweak, message)
        return tuple(c ^ m for c, m in zip(cipher, message, strict=True))

    def update(self, data: BytesLike) -> None:
        self.pending += octets(data)
        size = 8 * len(self.chain)
        start = 0
        while len(self.pending) - start > size:
            block = bytes(self.pending[start : start + size])
            self.chain = self._compress(block, self.position + size, False)
            self.position += size
            start += size
        del self.pending[:start]

    def final(self) -> tuple[int, ...]:
        """Return the result for the bytes so far; the computation can still go on."""
        block = bytes(self.pending).ljust(8 * len(self.chain), b"\0")
        return self._compress(block, self.position + len(self.pending), True)


def ubi(G: bytes, message: BytesLike, type_: int) -> bytes:
    """Chain one argument into the state: Unique Block Iteration.

    Parameters
    ----------
    G : bytes
        Starting value: 32, 64 or 128 bytes, the state size Nb.
    message : bytes-like
        The argument, of any length in bytes; the last block is padded with zero bytes, and an
        empty argument makes one block.
    type_ : int
        Type of the argument, in 0..63; its starting tweak is ``type_ * 2**120``.

    Returns
    -------
    bytes
        Nb bytes.

    Raises
    ------
    ArgumentError
        If the length of `G` or `type_` is out of range.

    Notes
    -----
    UBI(G, M, Ts) of Skein 1.3, section 3.4.

    Examples
    --------
    >>> ubi(bytes(32), configuration(256), TYPE_CFG) == initial_chaining(32, 256)
    True
    """
    _check_state_bytes("the length of G", len(G))
    chain = _Ubi(words_from_bytes(G), type_)
    chain.update(message)
    return bytes_from_words(chain.final())


def configuration(digest_bits: int) -> bytes:
    """Build the configuration string for sequential hashing.

    Parameters
    ----------
    digest_bits : int
        Digest length No in bits, a multiple of 8 in 8..2**64-8.

    Returns
    -------
    bytes
        32 bytes: schema "SHA3", version 1, `digest_bits`, tree parameters zero.

    Raises
    ------
    ArgumentError
        If `digest_bits` is out of range.

    Notes
    -----
    Skein 1.3, section 3.5.2 and table 7.

    Examples
    --------
    >>> configuration(512)[:16].hex(" ", 4)
    '53484133 01000000 00020000 00000000'
    """
    _check_digest_bits(digest_bits)
    return (SCHEMA + digest_bits.to_bytes(8, "little")).ljust(32, b"\0")


def initial_chaining(state_bytes: int, digest_bits: int, key: BytesLike = b"") -> bytes:
    """Compute the chaining value G0 that a message starts from.

    Parameters
    ----------
    state_bytes : int
        State size Nb: 32, 64 or 128 bytes.
    digest_bits : int
        Digest length No in bits, a multiple of 8 in 8..2**64-8.
    key : bytes-like, optional
        Skein-MAC key of any length in bytes; empty for plain hashing.

    Returns
    -------
    bytes
        Nb bytes; a constant of the state and digest sizes when there is no key.

    Raises
    ------
    ArgumentError
        If a size is out of range.

    Notes
    -----
    Skein 1.3, sections 3.5.4 and 3.5.5; appendix B prints the values of common sizes as words.

    Examples
    --------
    >>> hex(words_from_bytes(initial_chaining(64, 512))[0])
    '0x4903adff749c51ce'
    """
    _check_state_bytes("state_bytes", state_bytes)
    G = bytes(state_bytes)
    if len(key):
        G = ubi(G, key, TYPE_KEY)
    return ubi(G, configuration(digest_bits), TYPE_CFG)


def output(G: bytes, digest_bits: int) -> bytes:
    """Turn the last chaining value into the digest.

    Parameters
    ----------
    G : bytes
        Chaining value after the message: 32, 64 or 128 bytes.
    digest_bits : int
        Digest length No in bits, a multiple of 8 in 8..2**64-8.

    Returns
    -------
    bytes
        ``digest_bits / 8`` bytes: UBI of the counters 0, 1, 2, ... of 8 bytes each, cut to length.

    Raises
    ------
    ArgumentError
        If a size is out of range.

    Notes
    -----
    Output(G, No) of Skein 1.3, section 3.5.3.

    Examples
    --------
    >>> G = ubi(initial_chaining(32, 256), b"", TYPE_MSG)
    >>> output(G, 256) == skein(256, b"")
    True
    """
    _check_state_bytes("the length of G", len(G))
    _check_digest_bits(digest_bits)
    size = digest_bits // 8
    digest = bytearray()
    counter = 0
    while len(digest) < size:
        digest += ubi(G, counter.to_bytes(8, "little"), TYPE_OUT)
        counter += 1
    return bytes(digest[:size])


class Skein(HashManners):
    """Skein or Skein-MAC of a message that comes in pieces, like a :mod:`hashlib` object.

    Blocks are processed as they come, so memory does not grow with the message.

    Parameters
    ----------
    state_bits : int
        State size: 256, 512 or 1024 bits.
    digest_bits : int, optional
        Digest length in bits, a multiple of 8 in 8..2**64-8; `state_bits` unless given.
    key : bytes-like, optional
        Skein-MAC key of any length in bytes; empty for plain hashing.

    Raises
    ------
    ArgumentError
        If a size is out of range.

    Notes
    -----
    Skein 1.3, section 3.5; the MAC is section 4.3.

    Examples
    --------
    >>> h = Skein(512, 256)
    >>> h.update(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == skein(512, b"in two pieces", 256)
    True
    >>> h.name, h.digest_size, h.block_size
    ('skein-512-256', 32, 64)
    """

    def __init__(
        self, state_bits: int, digest_bits: int | None = None, *, key: BytesLike = b""
    ) -> None:
        state_bits = index(state_bits)
        if state_bits not in (256, 512, 1024):
            raise ArgumentError(f"state_bits must be 256, 512 or 1024, got {state_bits}")
        self._digest_bits = state_bits if digest_bits is None else index(digest_bits)
        G0 = initial_chaining(state_bits // 8, self._digest_bits, key)
        self._message = _Ubi(words_from_bytes(G0), TYPE_MSG)

    @property
    def block_size(self) -> int:
        """Block length, and state size, in bytes."""
        return 8 * len(self._message.chain)

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""
        return self._digest_bits // 8

    @property
    def name(self) -> str:
        """``skein-<state bits>-<digest bits>``, with a key or without."""
        return f"skein-{8 * self.block_size}-{self._digest_bits}"

    def update(self, data: BytesLike) -> None:
        """Append `data` to the message.

        Parameters
        ----------
        data : bytes-like
            Any number of bytes.
        """
        self._message.update(data)

    def digest(self) -> bytes:
        """Return the digest of the message so far, `digest_size` bytes; more may follow."""
        return output(bytes_from_words(self._message.final()), self._digest_bits)

    def copy(self) -> Skein:
        """Return an independent object with the same message so far."""
        twin = Skein.__new__(Skein)
        twin._digest_bits = self._digest_bits
        twin._message = self._message.copy()
        return twin


def skein(
    state_bits: int,
    message: BytesLike,
    digest_bits: int | None = None,
    *,
    key: BytesLike = b"",
) -> bytes:
    """Hash a message with Skein, or authenticate it with Skein-MAC when there is a key.

    Parameters
    ----------
    state_bits : int
        State size: 256, 512 or 1024 bits.
    message : bytes-like
        The message, of any length in bytes.
    digest_bits : int, optional
        Digest length in bits, a multiple of 8 in 8..2**64-8; `state_bits` unless given.
    key : bytes-like, optional
        Skein-MAC key of any length in bytes; empty for plain hashing.

    Returns
    -------
    bytes
        ``digest_bits / 8`` bytes.

    Raises
    ------
    ArgumentError
        If a size is out of range.

    Notes
    -----
    Skein 1.3, section 3.5; the MAC is section 4.3.

    Examples
    --------
    >>> skein(256, bytes([0xFF])).hex()
    '0b98dcd198ea0e50a7a244c444e25c23da30c10fc9a1f270a6637f1f34e67ed2'
    >>> skein(512, b"message", 128, key=b"key").hex()
    'd4a755c35fdbb2f59abb6b2888c9fb1f'
    """
    h = Skein(state_bits, digest_bits, key=key)
    h.update(message)
    return h.digest()
