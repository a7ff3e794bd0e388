# SPDX-License-Identifier: Apache-2.0
"""Golden model of SHA-384 and SHA-512 (FIPS 180-4).

Sequential hashing of whole bytes. Names inside the round are the standard's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TypeAlias

from gatehash.models.padding import RULES, pad

__all__ = [
    "INITIAL",
    "K",
    "ROUNDS",
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
    """Largest integer whose cube is at most `value`."""
    root = 1 << -(-value.bit_length() // 3)
    while (better := (2 * root + value // root**2) // 3) < root:
        root = better
    return root


K: Words = tuple(_cube_root(prime << 192) & _MASK for prime in _primes(ROUNDS))
"""Round constants: fractions of the cube roots of the first 80 primes (section 4.2.3)."""

INITIAL: dict[int, Words] = {
    384: tuple(isqrt(prime << 128) & _MASK for prime in _primes(16)[8:]),
    512: tuple(isqrt(prime << 128) & _MASK for prime in _primes(8)),
}
"""Initial values by digest length: fractions of square roots of primes (5.3.4, 5.3.5)."""


def _rotr(x: int, n: int) -> int:
    return (x >> n | x << (64 - n)) & _MASK


def ch(x: int, y: int, z: int) -> int:
    """Ch (equation 4.8)."""
    return x & y ^ ~x & _MASK & z


def maj(x: int, y: int, z: int) -> int:
    """Maj (equation 4.9)."""
    return x & y ^ x & z ^ y & z


def big_sigma0(x: int) -> int:
    """Sigma 0 with a capital letter (equation 4.10)."""
    return _rotr(x, 28) ^ _rotr(x, 34) ^ _rotr(x, 39)


def big_sigma1(x: int) -> int:
    """Sigma 1 with a capital letter (equation 4.11)."""
    return _rotr(x, 14) ^ _rotr(x, 18) ^ _rotr(x, 41)


def small_sigma0(x: int) -> int:
    """Sigma 0 with a small letter (equation 4.12)."""
    return _rotr(x, 1) ^ _rotr(x, 8) ^ x >> 7


def small_sigma1(x: int) -> int:
    """Sigma 1 with a small letter (equation 4.13)."""
    return _rotr(x, 19) ^ _rotr(x, 61) ^ x >> 6


def schedule(block: BytesLike) -> Words:
    """Message schedule W_0 to W_79 of a block of 128 bytes (section 6.4.2, step 1)."""
    w = [int.from_bytes(block[at : at + 8], "big") for at in range(0, _BLOCK_BYTES, 8)]
    for t in range(16, ROUNDS):
        w.append(small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16] & _MASK)
    return tuple(w)


def round_(state: Sequence[int], k: int, w: int) -> Words:
    """One round on the working variables a to h (section 6.4.2, step 3)."""
    a, b, c, d, e, f, g, h = state
    t1 = h + big_sigma1(e) + ch(e, f, g) + k + w
    t2 = big_sigma0(a) + maj(a, b, c)
    return (t1 + t2 & _MASK, a, b, c, d + t1 & _MASK, e, f, g)


def compress(chaining: Sequence[int], block: BytesLike) -> Words:
    """Hash value of 8 words after a block of 128 bytes (section 6.4.2)."""
    state: Words = tuple(chaining)
    for k, w in zip(K, schedule(block), strict=True):
        state = round_(state, k, w)
    return tuple(old + new & _MASK for old, new in zip(chaining, state, strict=True))


class Sha512:
    """Hash object of SHA-512 or SHA-384, as :mod:`hashlib` has them.

    Parameters
    ----------
    digest_bits : int
        Digest length in bits, 512 or 384.
    data : bytes-like, optional
        Start of the message.

    Raises
    ------
    ValueError
        If there is no such digest length.

    Examples
    --------
    >>> Sha512(512, b"abc").hexdigest()[:16]
    'ddaf35a193617aba'
    """

    block_size = _BLOCK_BYTES

    def __init__(self, digest_bits: int = 512, data: BytesLike = b"") -> None:
        if digest_bits not in INITIAL:
            raise ValueError(f"digest_bits must be 384 or 512, got {digest_bits}")
        self._digest_bits = digest_bits
        self._chaining = INITIAL[digest_bits]
        self._rest = b""
        self._size = 0
        self.update(data)

    @property
    def name(self) -> str:
        """Name of the algorithm."""
        return f"sha-{self._digest_bits}"

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""
        return self._digest_bits // 8

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message."""
        self._size += len(memoryview(data))
        waiting = memoryview(self._rest + bytes(data))
        whole = len(waiting) - len(waiting) % _BLOCK_BYTES
        for at in range(0, whole, _BLOCK_BYTES):
            self._chaining = compress(self._chaining, waiting[at : at + _BLOCK_BYTES])
        self._rest = bytes(waiting[whole:])

    def digest(self) -> bytes:
        """Digest of the message so far."""
        # Padding needs the whole length, of which all but the rest has gone in.
        done = self._size - len(self._rest)
        tail = pad(RULES["sha-512"], self._rest)
        tail = tail[:-16] + (8 * (done + len(self._rest))).to_bytes(16, "big")
        chaining = self._chaining
        for at in range(0, len(tail), _BLOCK_BYTES):
            chaining = compress(chaining, tail[at : at + _BLOCK_BYTES])
        return b"".join(word.to_bytes(8, "big") for word in chaining)[: self.digest_size]

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Sha512:
        """Return a hash object of the same message that goes its own way."""
        twin = Sha512(self._digest_bits)
        twin._chaining, twin._rest, twin._size = self._chaining, self._rest, self._size
        return twin
