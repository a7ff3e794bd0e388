# SPDX-License-Identifier: Apache-2.0
"""Golden model of SHA-224, -256, -384, -512, -512/224 and -512/256 (FIPS 180-4).

Sequential hashing of whole bytes. Symbols and step numbers are the standard's; sections and
equations are those of its 2015 edition. The functions of words serve both word lengths: what
differs is in :class:`Parameters`. Words are big-endian integers. The functions raise ArgumentError
where a length is another one. Not modelled: SHA-512/t of other lengths, and messages that end
inside a byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from operator import index
from typing import TypeAlias

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import RULES, pad
from gatehash.models.words import Words, check_bytes, check_count, join, rotr, split

__all__ = [
    "INITIAL",
    "WORDS_32",
    "WORDS_64",
    "K",
    "Parameters",
    "Sha2",
    "Sha256",
    "Sha512",
    "big_sigma0",
    "big_sigma1",
    "ch",
    "compress",
    "compress_words",
    "maj",
    "round_",
    "schedule",
    "schedule_words",
    "small_sigma0",
    "small_sigma1",
]

Distances: TypeAlias = tuple[int, int, int]

_STATE_WORDS = 8
_BLOCK_WORDS = 16


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


@dataclass(frozen=True)
class Parameters:
    """Parameters of the SHA-2 functions of one word length.

    Parameters
    ----------
    word_bits : int
        Word length in bits.
    rounds : int
        Rounds of a block.
    big_sigma0, big_sigma1 : tuple of int
        Distances of three rotations to the right (sections 4.1.2 and 4.1.3).
    small_sigma0, small_sigma1 : tuple of int
        Distances of two rotations and a shift to the right (the same sections).

    Examples
    --------
    >>> WORDS_32.block_bytes
    64
    """

    word_bits: int
    rounds: int
    big_sigma0: Distances
    big_sigma1: Distances
    small_sigma0: Distances
    small_sigma1: Distances

    @property
    def mask(self) -> int:
        """A word of ones."""
        return (1 << self.word_bits) - 1

    @property
    def block_bytes(self) -> int:
        """Block length in bytes."""
        return _BLOCK_WORDS * self.word_bits // 8


WORDS_32 = Parameters(32, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
"""SHA-224 and SHA-256 (section 4.1.2)."""

WORDS_64 = Parameters(64, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
"""SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (section 4.1.3)."""

K: dict[int, Words] = {
    each.word_bits: tuple(
        _cube_root(prime << 3 * each.word_bits) & each.mask for prime in _primes(each.rounds)
    )
    for each in (WORDS_32, WORDS_64)
}
"""Round constants by word length in bits: leading bits of the fractions of the cube roots of the
first primes (sections 4.2.2 and 4.2.3)."""


def _rotations(x: int, distances: Distances, bits: int) -> int:
    first, second, third = distances
    return rotr(x, first, bits) ^ rotr(x, second, bits) ^ rotr(x, third, bits)


def _rotations_and_shift(x: int, distances: Distances, bits: int) -> int:
    first, second, shift = distances
    return rotr(x, first, bits) ^ rotr(x, second, bits) ^ x >> shift


def ch(x: int, y: int, z: int) -> int:
    """Choose bits of `y` where `x` is one and of `z` where it is zero: Ch, equation 4.8."""
    return x & y ^ ~x & z


def maj(x: int, y: int, z: int) -> int:
    """Take the majority of each bit: Maj, equation 4.9."""
    return x & y ^ x & z ^ y & z


def big_sigma0(x: int, parameters: Parameters = WORDS_64) -> int:
    """Mix the bits of working variable a: capital sigma 0, equations 4.4 and 4.10."""
    return _rotations(x, parameters.big_sigma0, parameters.word_bits)


def big_sigma1(x: int, parameters: Parameters = WORDS_64) -> int:
    """Mix the bits of working variable e: capital sigma 1, equations 4.5 and 4.11."""
    return _rotations(x, parameters.big_sigma1, parameters.word_bits)


def small_sigma0(x: int, parameters: Parameters = WORDS_64) -> int:
    """Mix the bits of W_(t-15): small sigma 0, equations 4.6 and 4.12."""
    return _rotations_and_shift(x, parameters.small_sigma0, parameters.word_bits)


def small_sigma1(x: int, parameters: Parameters = WORDS_64) -> int:
    """Mix the bits of W_(t-2): small sigma 1, equations 4.7 and 4.13."""
    return _rotations_and_shift(x, parameters.small_sigma1, parameters.word_bits)


def schedule(block: BytesLike, parameters: Parameters = WORDS_64) -> Words:
    """Expand a block into the message schedule W_0 to W_63 or W_79 (step 1).

    Examples
    --------
    >>> W = schedule(bytes(range(128)))
    >>> hex(W[15]), len(W)
    ('0x78797a7b7c7d7e7f', 80)
    """
    data = check_bytes("block", block, parameters.block_bytes)
    return schedule_words(split(data, parameters.word_bits // 8, "big"), parameters)


def schedule_words(block: Sequence[int], parameters: Parameters = WORDS_64) -> Words:
    """Expand the 16 words of a block into the message schedule (step 1).

    Examples
    --------
    >>> hex(schedule_words([0] * 15 + [1])[17])
    '0x200000000008'
    """
    check_count("block", block, _BLOCK_WORDS)
    W = list(block)
    for t in range(_BLOCK_WORDS, parameters.rounds):
        early = W[t - 16] + small_sigma0(W[t - 15], parameters)
        W.append(early + W[t - 7] + small_sigma1(W[t - 2], parameters) & parameters.mask)
    return tuple(W)


def round_(state: Sequence[int], k: int, w: int, parameters: Parameters = WORDS_64) -> Words:
    r"""Do one round on the words a to h, with constant K_t and schedule word W_t (step 3).

    Examples
    --------
    >>> block = b"abc\x80".ljust(127, b"\0") + bytes([24])
    >>> state = round_(INITIAL[64][512], K[64][0], schedule(block)[0])
    >>> [f"{word:016x}" for word in state][:2]
    ['f6afceb8bcfcddf5', '6a09e667f3bcc908']
    """
    a, b, c, d, e, f, g, h = state
    T1 = h + big_sigma1(e, parameters) + ch(e, f, g) + k + w
    T2 = big_sigma0(a, parameters) + maj(a, b, c)
    return (T1 + T2 & parameters.mask, a, b, c, d + T1 & parameters.mask, e, f, g)


def compress(chaining: Sequence[int], block: BytesLike, parameters: Parameters = WORDS_64) -> Words:
    r"""Chain block M^(i) into the hash value H^(i-1), eight words (sections 6.2.2 and 6.4.2).

    Examples
    --------
    >>> block = b"abc\x80".ljust(63, b"\0") + bytes([24])
    >>> hex(compress(INITIAL[32][256], block, WORDS_32)[0])
    '0xba7816bf'
    """
    data = check_bytes("block", block, parameters.block_bytes)
    return compress_words(chaining, split(data, parameters.word_bits // 8, "big"), parameters)


def compress_words(
    chaining: Sequence[int], block: Sequence[int], parameters: Parameters = WORDS_64
) -> Words:
    """Chain the 16 words of a block into the hash value, eight words.

    Examples
    --------
    >>> block = [0x61626380, *[0] * 14, 24]
    >>> hex(compress_words(INITIAL[32][256], block, WORDS_32)[0])
    '0xba7816bf'
    """
    check_count("chaining", chaining, _STATE_WORDS)
    state: Words = tuple(chaining)
    for k, w in zip(K[parameters.word_bits], schedule_words(block, parameters), strict=True):
        state = round_(state, k, w, parameters)
    return tuple(old + new & parameters.mask for old, new in zip(chaining, state, strict=True))


def _square_roots(primes: Sequence[int], bits: int) -> Words:
    """Return the leading bits of the fractions of the primes' square roots."""
    return tuple(isqrt(prime << 2 * bits) & ((1 << bits) - 1) for prime in primes)


def _truncated(digest_bits: int, sha_512: Words) -> Words:
    """Return the initial value of SHA-512/t, another SHA-512 of its name (section 5.3.6)."""
    chaining: Words = tuple(word ^ 0xA5A5A5A5A5A5A5A5 for word in sha_512)
    # The name fits in one block.
    return compress(chaining, pad(RULES["sha-512"], b"SHA-512/%d" % digest_bits))


def _initial() -> dict[int, dict[int, Words]]:
    first, second = _primes(16)[:8], _primes(16)[8:]
    sha_384, sha_512 = _square_roots(second, 64), _square_roots(first, 64)
    return {
        # The second 32 bits of the fractions (section 5.3.2), then the first 32.
        32: {224: tuple(word & WORDS_32.mask for word in sha_384), 256: _square_roots(first, 32)},
        64: {
            224: _truncated(224, sha_512),
            256: _truncated(256, sha_512),
            384: sha_384,
            512: sha_512,
        },
    }


INITIAL: Mapping[int, Mapping[int, Words]] = _initial()
"""Initial hash values by word length and digest length in bits (section 5.3)."""


class Sha2(ChainedHash[Words]):
    """A SHA-2 function of one word length: the base of :class:`Sha256` and :class:`Sha512`."""

    def __init__(self, parameters: Parameters, digest_bits: int, data: BytesLike) -> None:
        digest_bits = index(digest_bits)
        initial = INITIAL[parameters.word_bits]
        if digest_bits not in initial:
            *some, last = initial
            lengths = f"{', '.join(map(str, some))} or {last}"
            raise ArgumentError(f"digest_bits must be {lengths}, got {digest_bits}")
        self._parameters = parameters
        short = parameters is WORDS_64 and digest_bits < 384
        # Functions of the same word length have the same padding.
        rule = RULES[f"sha-{_STATE_WORDS * parameters.word_bits}"]
        name = f"sha-{'512/' * short}{digest_bits}"
        super().__init__(name, digest_bits, rule, initial[digest_bits], data)

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        return compress(chaining, block, self._parameters)

    def _encode(self, chaining: Words) -> bytes:
        return join(chaining, self._parameters.word_bits // 8, "big")[: self.digest_size]


class Sha256(Sha2):
    """SHA-256 or SHA-224 of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters are `digest_bits`, 256 or 224, and the start of the message (FIPS 180-4, sections 6.2
    and 6.3).

    Examples
    --------
    >>> h = Sha256(224, b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Sha256(224, b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('sha-224', 28, 64)
    """

    def __init__(self, digest_bits: int = 256, data: BytesLike = b"") -> None:
        super().__init__(WORDS_32, digest_bits, data)


class Sha512(Sha2):
    """SHA-512, -384, -512/256 or -512/224 of a message, like a :mod:`hashlib` object.

    Parameters are `digest_bits`, 512, 384, 256 or 224, and the start of the message (FIPS 180-4,
    sections 6.4 to 6.7).

    Examples
    --------
    >>> Sha512(512, b"abc").hexdigest()[:16]
    'ddaf35a193617aba'
    >>> Sha512(256).name
    'sha-512/256'
    """

    def __init__(self, digest_bits: int = 512, data: BytesLike = b"") -> None:
        super().__init__(WORDS_64, digest_bits, data)
