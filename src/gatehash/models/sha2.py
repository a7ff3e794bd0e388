# SPDX-License-Identifier: Apache-2.0
"""Golden model of SHA-384 and SHA-512 (FIPS 180-4).

Sequential hashing of whole bytes. Symbols and step numbers are the standard's; sections and
equations are those of its 2015 edition. Not modelled: SHA-512/t, and messages that end inside a
byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TypeAlias

from gatehash.models.chained import ChainedHash
from gatehash.models.padding import RULES

__all__ = [
    "INITIAL",
    "ROUNDS",
    "K",
    "Sha512",
    "big_sigma0",
    "big_sigma1",
    "ch",
    "compress",
    "maj",
    "round_",
    "schedule",
    "small_sigma0",
    "small_sigma1",
]

BytesLike: TypeAlias = bytes | bytearray | memoryview
Words: TypeAlias = tuple[int, ...]

ROUNDS = 80
_BLOCK_BYTES = 128
_STATE_WORDS = 8
_MASK = (1 << 64) - 1


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < count:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _cube_root(value: int) -> int:
    """Largest integer whose cube is at most `value`, by Newton's method from above."""
    root = 1 << -(-value.bit_length() // 3)
    while (better := (2 * root + value // root**2) // 3) < root:
        root = better
    return root


K: Words = tuple(_cube_root(prime << 192) & _MASK for prime in _primes(ROUNDS))
"""Round constants: 64 bits of the fractions of the cube roots of 80 primes (section 4.2.3)."""

INITIAL: dict[int, Words] = {
    384: tuple(isqrt(prime << 128) & _MASK for prime in _primes(16)[8:]),
    512: tuple(isqrt(prime << 128) & _MASK for prime in _primes(8)),
}
"""Initial hash values by digest length in bits: 64 bits of the fractions of the square roots of the
first eight primes for SHA-512 (section 5.3.5), of the next eight for SHA-384 (section 5.3.4)."""


def _rotr(x: int, n: int) -> int:
    return (x >> n | x << (64 - n)) & _MASK


def ch(x: int, y: int, z: int) -> int:
    """Choose bits of `y` where `x` is one and of `z` where it is zero: Ch, equation 4.8.

    Parameters
    ----------
    x, y, z : int
        Words of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> hex(ch(0xFF00, 0x1234, 0x5678))
    '0x1278'
    """
    return x & y ^ ~x & _MASK & z


def maj(x: int, y: int, z: int) -> int:
    """Take the majority of each bit: Maj, equation 4.9.

    Parameters
    ----------
    x, y, z : int
        Words of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> bin(maj(0b0011, 0b0101, 0b1001))
    '0b1'
    """
    return x & y ^ x & z ^ y & z


def big_sigma0(x: int) -> int:
    """Mix the bits of working variable a: capital sigma 0, equation 4.10.

    Parameters
    ----------
    x : int
        A word of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> big_sigma0(1) == 1 << 64 - 28 | 1 << 64 - 34 | 1 << 64 - 39
    True
    """
    return _rotr(x, 28) ^ _rotr(x, 34) ^ _rotr(x, 39)


def big_sigma1(x: int) -> int:
    """Mix the bits of working variable e: capital sigma 1, equation 4.11.

    Parameters
    ----------
    x : int
        A word of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> big_sigma1(1) == 1 << 64 - 14 | 1 << 64 - 18 | 1 << 64 - 41
    True
    """
    return _rotr(x, 14) ^ _rotr(x, 18) ^ _rotr(x, 41)


def small_sigma0(x: int) -> int:
    """Mix the bits of W_(t-15): small sigma 0, equation 4.12.

    Parameters
    ----------
    x : int
        A word of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> small_sigma0(1) == 1 << 64 - 1 | 1 << 64 - 8
    True
    """
    return _rotr(x, 1) ^ _rotr(x, 8) ^ x >> 7


def small_sigma1(x: int) -> int:
    """Mix the bits of W_(t-2): small sigma 1, equation 4.13.

    Parameters
    ----------
    x : int
        A word of 64 bits.

    Returns
    -------
    int
        A word of 64 bits.

    Examples
    --------
    >>> small_sigma1(1) == 1 << 64 - 19 | 1 << 64 - 61
    True
    """
    return _rotr(x, 19) ^ _rotr(x, 61) ^ x >> 6


def schedule(block: BytesLike) -> Words:
    """Expand a block into the message schedule.

    Parameters
    ----------
    block : bytes-like
        128 bytes.

    Returns
    -------
    tuple of int
        The words W_0 to W_79.

    Raises
    ------
    ValueError
        If `block` has another length.

    Notes
    -----
    FIPS 180-4, section 6.4.2, step 1.

    Examples
    --------
    >>> W = schedule(bytes(range(128)))
    >>> hex(W[15]), len(W)
    ('0x78797a7b7c7d7e7f', 80)
    """
    if len(block) != _BLOCK_BYTES:
        raise ValueError(f"block must be {_BLOCK_BYTES} bytes, got {len(block)}")
    W = [int.from_bytes(block[at : at + 8], "big") for at in range(0, _BLOCK_BYTES, 8)]
    for t in range(16, ROUNDS):
        W.append(small_sigma1(W[t - 2]) + W[t - 7] + small_sigma0(W[t - 15]) + W[t - 16] & _MASK)
    return tuple(W)


def round_(state: Sequence[int], k: int, w: int) -> Words:
    r"""Do one round on the working variables.

    Parameters
    ----------
    state : sequence of int
        The eight words a to h.
    k, w : int
        The round's constant K_t and schedule word W_t.

    Returns
    -------
    tuple of int
        The new words a to h.

    Notes
    -----
    FIPS 180-4, section 6.4.2, step 3.

    Examples
    --------
    >>> block = b"abc\x80".ljust(127, b"\0") + bytes([24])
    >>> [f"{word:016x}" for word in round_(INITIAL[512], K[0], schedule(block)[0])][:2]
    ['f6afceb8bcfcddf5', '6a09e667f3bcc908']
    """
    a, b, c, d, e, f, g, h = state
    T1 = h + big_sigma1(e) + ch(e, f, g) + k + w
    T2 = big_sigma0(a) + maj(a, b, c)
    return (T1 + T2 & _MASK, a, b, c, d + T1 & _MASK, e, f, g)


def compress(chaining: Sequence[int], block: BytesLike) -> Words:
    r"""Chain one block into the hash value.

    Parameters
    ----------
    chaining : sequence of int
        Hash value H^(i-1): eight words of 64 bits.
    block : bytes-like
        Block M^(i): 128 bytes.

    Returns
    -------
    tuple of int
        Hash value H^(i).

    Raises
    ------
    ValueError
        If `chaining` or `block` has another length.

    Notes
    -----
    FIPS 180-4, section 6.4.2.

    Examples
    --------
    >>> block = b"abc\x80".ljust(127, b"\0") + bytes([24])
    >>> hex(compress(INITIAL[512], block)[0])
    '0xddaf35a193617aba'
    """
    if len(chaining) != _STATE_WORDS:
        raise ValueError(f"chaining must be {_STATE_WORDS} words, got {len(chaining)}")
    state: Words = tuple(chaining)
    for k, w in zip(K, schedule(block), strict=True):
        state = round_(state, k, w)
    return tuple(old + new & _MASK for old, new in zip(chaining, state, strict=True))


class Sha512(ChainedHash[Words]):
    """SHA-512 or SHA-384 of a message that comes in pieces, like a :mod:`hashlib` object.

    Blocks are processed as they come, so memory does not grow with the message.

    Parameters
    ----------
    digest_bits : int
        Digest length: 512 or 384 bits.
    data : bytes-like, optional
        Start of the message.

    Raises
    ------
    ValueError
        If there is no such digest length.

    Notes
    -----
    FIPS 180-4, sections 6.4 and 6.5.

    Examples
    --------
    >>> h = Sha512(384)
    >>> h.update(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Sha512(384, b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('sha-384', 48, 128)
    >>> Sha512(512, b"abc").hexdigest()[:16]
    'ddaf35a193617aba'
    """

    def __init__(self, digest_bits: int = 512, data: BytesLike = b"") -> None:
        if digest_bits not in INITIAL:
            raise ValueError(f"digest_bits must be 384 or 512, got {digest_bits}")
        self._digest_bits = digest_bits
        super().__init__(RULES["sha-512"], INITIAL[digest_bits], data)

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""
        return self._digest_bits // 8

    @property
    def name(self) -> str:
        """``sha-<digest bits>``."""
        return f"sha-{self._digest_bits}"

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        return compress(chaining, block)

    def _encode(self, chaining: Words) -> bytes:
        return b"".join(word.to_bytes(8, "big") for word in chaining)[: self.digest_size]
