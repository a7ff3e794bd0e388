# SPDX-License-Identifier: Apache-2.0
"""Golden model of BLAKE-224, -256, -384 and -512 (version 1.3, 16 December 2010).

This is the version of the SHA-3 final, with 14 and 16 rounds; BLAKE2 is another function. Symbols
and section numbers are those of Aumasson, Henzen, Meier and Phan, "SHA-3 proposal BLAKE". All four
sizes share the functions and the class; :class:`Parameters` holds the differences. Words are
big-endian integers. Not modelled: messages that end inside a byte.

In all functions `m` is the 16 words of a block, `v` the 16 words of the state, `h` the eight words
of the chaining value, `s` the four words of the salt, and `t` the counter: the bits of the message
up to the end of the block, padding not counted, or 0 if the block has none of the message. The
functions raise ArgumentError where a count of words is another one or a number is out of range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets
from gatehash.models import sha2
from gatehash.models.chacha import QUARTETS
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import RULES
from gatehash.models.words import Words, check_bytes, check_count, join, rotr, split

__all__ = [
    "PARAMETERS",
    "QUARTETS",
    "SIGMA",
    "WORDS_32",
    "WORDS_64",
    "Blake",
    "Parameters",
    "block_words",
    "compress",
    "finalize",
    "g",
    "initialize",
    "round_",
    "salt_words",
]

_STATE_WORDS = 8
_BLOCK_WORDS = 16
_SALT_WORDS = 4

SIGMA: tuple[Words, ...] = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
"""Permutations sigma_0 to sigma_9 (section 2.1.1); round r uses sigma_(r mod 10)."""


@dataclass(frozen=True)
class Parameters:
    """Parameters of the BLAKEs of one word length.

    Parameters
    ----------
    word_bits : int
        Word length in bits, a positive multiple of 8.
    rounds : int
        Rounds of the compression function, at least 1.
    rotations : tuple of int
        The four distances, in bits, by which G rotates to the right, in order of use.
    c : tuple of int
        The 16 constants c_0 to c_15.
    iv : mapping of int to tuple of int
        The eight words of the initial value, by digest length in bits.

    Raises
    ------
    ArgumentError
        If a parameter is out of range.

    Examples
    --------
    >>> WORDS_32.rounds, WORDS_64.rounds
    (14, 16)
    >>> WORDS_32.block_bytes, WORDS_64.salt_bytes
    (64, 32)
    """

    word_bits: int
    rounds: int
    rotations: tuple[int, int, int, int]
    c: Words
    iv: Mapping[int, Words] = field(hash=False)

    def __post_init__(self) -> None:
        if self.word_bits < 8 or self.word_bits % 8:
            raise ArgumentError(f"word_bits must be a positive multiple of 8, got {self.word_bits}")
        if self.rounds < 1:
            raise ArgumentError(f"rounds must be at least 1, got {self.rounds}")
        if len(self.rotations) != 4 or not all(0 < n < self.word_bits for n in self.rotations):
            raise ArgumentError(
                f"rotations must be 4 distances in 1..{self.word_bits - 1}, got {self.rotations}"
            )
        check_count("c", self.c, _BLOCK_WORDS)
        for words in self.iv.values():
            check_count("iv", words, _STATE_WORDS)

    @property
    def word_bytes(self) -> int:
        """Word length in bytes."""
        return self.word_bits // 8

    @property
    def block_bytes(self) -> int:
        """Block length in bytes."""
        return _BLOCK_WORDS * self.word_bytes

    @property
    def salt_bytes(self) -> int:
        """Salt length in bytes."""
        return _SALT_WORDS * self.word_bytes

    @property
    def mask(self) -> int:
        """A word of ones."""
        return (1 << self.word_bits) - 1


# The first 1024 bits of the fraction of pi.
_C64: Words = (
    *(0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
    *(0x452821E638D01377, 0xBE5466CF34E90C6C, 0xC0AC29B7C97C50DD, 0x3F84D5B5B5470917),
    *(0x9216D5D98979FB1B, 0xD1310BA698DFB5AC, 0x2FFD72DBD01ADFB7, 0xB8E1AFED6A267E96),
    *(0xBA7C9045F12C7F99, 0x24A19947B3916CF7, 0x0801F2E2858EFC16, 0x636920D871574E69),
)

WORDS_32 = Parameters(
    word_bits=32,
    rounds=14,
    rotations=(16, 12, 8, 7),
    # The same digits of pi, in shorter words.
    c=tuple(half for word in _C64[:8] for half in (word >> 32, word & 0xFFFFFFFF)),
    iv=sha2.INITIAL[32],
)
"""BLAKE-256 and BLAKE-224 (sections 2.1 and 2.3)."""

WORDS_64 = Parameters(
    word_bits=64,
    rounds=16,
    rotations=(32, 25, 16, 11),
    c=_C64,
    iv={bits: sha2.INITIAL[64][bits] for bits in (384, 512)},
)
"""BLAKE-512 and BLAKE-384 (sections 2.2 and 2.4)."""

PARAMETERS: dict[int, Parameters] = {224: WORDS_32, 256: WORDS_32, 384: WORDS_64, 512: WORDS_64}
"""Parameters by digest length in bits."""


def g(
    a: int,
    b: int,
    c: int,
    d: int,
    m: Sequence[int],
    r: int,
    i: int,
    parameters: Parameters = WORDS_32,
) -> tuple[int, int, int, int]:
    """Mix two words of the block into four words of the state (sections 2.1.2 and 2.2.2).

    Parameters
    ----------
    a, b, c, d : int
        Words of the state, those of ``QUARTETS[i]``.
    m : sequence of int
        The block.
    r : int
        Round number, from 0.
    i : int
        Number of this G in the round, in 0..7: columns before diagonals.
    parameters : Parameters, optional
        The variant of BLAKE.

    Returns
    -------
    tuple of int
        The new words a, b, c and d: G_i(a, b, c, d) of round `r`.

    Examples
    --------
    >>> a, b, c, d = g(0, 0, 0, 0, [0] * 16, r=0, i=0)
    >>> hex(a)  # c_1, plus c_1 rotated by 16 + 12, plus c_0
    '0x4130093'
    """
    bits, mask = parameters.word_bits, parameters.mask
    first, second, third, fourth = parameters.rotations
    sigma = SIGMA[r % len(SIGMA)]
    # A word of the block is combined with the constant that has the other word's number.
    j, k = sigma[2 * i], sigma[2 * i + 1]
    a = a + b + (m[j] ^ parameters.c[k]) & mask
    d = rotr(d ^ a, first, bits)
    c = c + d & mask
    b = rotr(b ^ c, second, bits)
    a = a + b + (m[k] ^ parameters.c[j]) & mask
    d = rotr(d ^ a, third, bits)
    c = c + d & mask
    b = rotr(b ^ c, fourth, bits)
    return a, b, c, d


def round_(v: Sequence[int], m: Sequence[int], r: int, parameters: Parameters = WORDS_32) -> Words:
    """Do round `r`, from 0: a column step, G_0 to G_3, then a diagonal step, G_4 to G_7.

    Examples
    --------
    >>> m = block_words(bytes([0, 0x80]) + bytes(53) + bytes([1]) + (8).to_bytes(8, "big"))
    >>> v = initialize(WORDS_32.iv[256], (0, 0, 0, 0), 8)
    >>> [f"{word:08x}" for word in round_(v, m, 0)[:4]]
    ['e78b8dfe', '150054e7', 'cabc8992', 'd15e8984']
    """
    check_count("v", v, _BLOCK_WORDS)
    check_count("m", m, _BLOCK_WORDS)
    if r < 0:
        raise ArgumentError(f"r must be at least 0, got {r}")
    new = list(v)
    for i, (a, b, c, d) in enumerate(QUARTETS):
        new[a], new[b], new[c], new[d] = g(new[a], new[b], new[c], new[d], m, r, i, parameters)
    return tuple(new)


def initialize(
    h: Sequence[int], s: Sequence[int], t: int, parameters: Parameters = WORDS_32
) -> Words:
    """Form the state before the first round; `t` takes two words.

    Examples
    --------
    >>> v = initialize(WORDS_32.iv[256], (0, 0, 0, 0), 8)
    >>> [f"{word:08x}" for word in v[12:]]
    ['a409382a', '299f31d8', '082efa98', 'ec4e6c89']
    """
    check_count("h", h, _STATE_WORDS)
    check_count("s", s, _SALT_WORDS)
    counter_bits = 2 * parameters.word_bits
    if not 0 <= t < 1 << counter_bits:
        raise ArgumentError(f"t must be in 0..2**{counter_bits}-1, got {t}")
    c = parameters.c
    t0, t1 = t & parameters.mask, t >> parameters.word_bits
    salted = (word ^ constant for word, constant in zip(s, c, strict=False))
    return (*h, *salted, t0 ^ c[4], t0 ^ c[5], t1 ^ c[6], t1 ^ c[7])


def finalize(h: Sequence[int], s: Sequence[int], v: Sequence[int]) -> Words:
    """Fold the state after the last round into the chaining value.

    Examples
    --------
    >>> finalize([64] * 8, [1, 2, 3, 4], range(16))
    (73, 74, 75, 76, 73, 74, 75, 76)
    """
    check_count("h", h, _STATE_WORDS)
    check_count("s", s, _SALT_WORDS)
    check_count("v", v, _BLOCK_WORDS)
    return tuple(h[i] ^ s[i % _SALT_WORDS] ^ v[i] ^ v[i + _STATE_WORDS] for i in range(8))


def compress(
    h: Sequence[int], m: Sequence[int], s: Sequence[int], t: int, parameters: Parameters = WORDS_32
) -> Words:
    """Chain one block into the hash value: compress(h, m, s, t).

    Examples
    --------
    >>> m = block_words(bytes([0, 0x80]) + bytes(53) + bytes([1]) + (8).to_bytes(8, "big"))
    >>> hex(compress(WORDS_32.iv[256], m, (0, 0, 0, 0), 8)[0])
    '0xce8d4ef'
    """
    v = initialize(h, s, t, parameters)
    for r in range(parameters.rounds):
        v = round_(v, m, r, parameters)
    return finalize(h, s, v)


def block_words(block: BytesLike, parameters: Parameters = WORDS_32) -> Words:
    """Split a block of 64 or 128 bytes into its words m_0 to m_15.

    Examples
    --------
    >>> hex(block_words(bytes(range(64)))[15])
    '0x3c3d3e3f'
    """
    data = check_bytes("block", block, parameters.block_bytes)
    return split(data, parameters.word_bytes, "big")


def salt_words(salt: BytesLike, parameters: Parameters = WORDS_32) -> Words:
    """Split a salt of 16 or 32 bytes into its words s_0 to s_3; no bytes are the null salt.

    Examples
    --------
    >>> [hex(word) for word in salt_words(bytes(range(16)))]
    ['0x10203', '0x4050607', '0x8090a0b', '0xc0d0e0f']
    >>> salt_words(b"")
    (0, 0, 0, 0)
    """
    data = octets(salt).tobytes()
    if len(data) not in (0, parameters.salt_bytes):
        raise ArgumentError(
            f"salt must be {parameters.salt_bytes} bytes, or 0 for none, got {len(data)}"
        )
    return split(data or bytes(parameters.salt_bytes), parameters.word_bytes, "big")


class Blake(ChainedHash[Words]):
    r"""BLAKE of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters
    ----------
    digest_bits : int
        Digest length: 224, 256, 384 or 512 bits.
    data : bytes-like, optional
        Start of the message.
    salt : bytes-like, optional
        16 bytes for digests of 224 and 256 bits, 32 for 384 and 512; by default the null salt.

    Raises
    ------
    ArgumentError
        If there is no such digest length, or `salt` has another length.

    Examples
    --------
    >>> h = Blake(224)
    >>> h.update(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Blake(224, b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('blake-224', 28, 64)
    >>> Blake(256, b"\0").hexdigest()[:16]
    '0ce8d4ef4dd7cd8d'
    >>> Blake(256, b"\0", salt=b"sixteen bytes ok").hexdigest()[:16]
    'f6c7259a29d9ac92'
    """

    def __init__(self, digest_bits: int, data: BytesLike = b"", salt: BytesLike = b"") -> None:
        digest_bits = index(digest_bits)
        if digest_bits not in PARAMETERS:
            raise ArgumentError(f"digest_bits must be 224, 256, 384 or 512, got {digest_bits}")
        self._parameters = PARAMETERS[digest_bits]
        self._salt = salt_words(salt, self._parameters)
        name = f"blake-{digest_bits}"
        super().__init__(name, digest_bits, RULES[name], self._parameters.iv[digest_bits], data)

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        # Bits of the message up to the block's end, or 0 where all of it is padding.
        end = min(start + self.block_size, self._size)
        t = 8 * end if end > start else 0
        m = block_words(block, self._parameters)
        return compress(chaining, m, self._salt, t, self._parameters)

    def _encode(self, chaining: Words) -> bytes:
        return join(chaining, self._parameters.word_bytes, "big")[: self.digest_size]
