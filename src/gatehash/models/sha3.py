# SPDX-License-Identifier: Apache-2.0
"""Golden model of SHA3-224, -256, -384 and -512 and of SHAKE128 and SHAKE256 (FIPS 202).

Sequential hashing of whole bytes. Symbols and section numbers are the standard's. A state is 25
lanes of 64 bits: lane ``x + 5 * y`` is Lane(x, y), bit z of a lane is its bit of weight 2**z. Not
modelled: messages that end inside a byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import TypeAlias

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.words import Words, join, rotl, split

__all__ = [
    "DIGEST_BITS",
    "LANES",
    "OFFSETS",
    "ROUNDS",
    "ROUND_CONSTANTS",
    "SOURCES",
    "Lanes",
    "Sha3",
    "Shake",
    "Sponge",
    "absorb",
    "chi",
    "iota",
    "keccak_f",
    "pi",
    "rho",
    "round_",
    "squeeze",
    "theta",
]

Lanes: TypeAlias = Words

LANES = 25
ROUNDS = 24
_LANE_BITS = 64
_MASK = (1 << _LANE_BITS) - 1

DIGEST_BITS: Mapping[str, int | None] = {
    **{f"sha3-{bits}": bits for bits in (224, 256, 384, 512)},
    "shake128": None,
    "shake256": None,
}
"""Digest length in bits of each function; None where it has any length (section 6)."""


def _offsets() -> Lanes:
    """Return how far rho rotates each lane (section 3.2.2, algorithm 2)."""
    offsets = [0] * LANES
    x, y = 1, 0
    for t in range(24):
        offsets[x + 5 * y] = (t + 1) * (t + 2) // 2 % _LANE_BITS
        x, y = y, (2 * x + 3 * y) % 5
    return tuple(offsets)


OFFSETS = _offsets()
"""Distance to the left that rho rotates each lane by (table 2, modulo 64)."""

SOURCES: Lanes = tuple((x + 3 * y) % 5 + 5 * x for y in range(5) for x in range(5))
"""Lane that pi moves to each place (section 3.2.3)."""


def _rc() -> Iterator[int]:
    """Yield rc(0), rc(1), ...: a shift register with feedback (section 3.2.5, algorithm 5)."""
    R = 0b00000001
    while True:
        yield R & 1
        R <<= 1
        if R >> 8:
            R ^= 0b101110001


def _round_constants() -> Lanes:
    """Return RC of each round (section 3.2.5, algorithm 6)."""
    rc = _rc()
    return tuple(sum(next(rc) << (1 << j) - 1 for j in range(7)) for _ in range(ROUNDS))


ROUND_CONSTANTS = _round_constants()
"""RC of each round, that iota adds to Lane(0, 0)."""


def theta(A: Sequence[int]) -> Lanes:
    """Add the parities of two columns to each bit (section 3.2.1)."""
    C = [A[x] ^ A[x + 5] ^ A[x + 10] ^ A[x + 15] ^ A[x + 20] for x in range(5)]
    D = [C[(x - 1) % 5] ^ rotl(C[(x + 1) % 5], 1, _LANE_BITS) for x in range(5)]
    return tuple(A[i] ^ D[i % 5] for i in range(LANES))


def rho(A: Sequence[int]) -> Lanes:
    """Rotate each lane by a distance of its own (section 3.2.2)."""
    return tuple(rotl(lane, n, _LANE_BITS) for lane, n in zip(A, OFFSETS, strict=True))


def pi(A: Sequence[int]) -> Lanes:
    """Move the lanes (section 3.2.3)."""
    return tuple(A[source] for source in SOURCES)


def chi(A: Sequence[int]) -> Lanes:
    """Combine each bit with two others of its row (section 3.2.4)."""
    rows = (A[y : y + 5] for y in range(0, LANES, 5))
    return tuple(
        row[x] ^ ~row[(x + 1) % 5] & row[(x + 2) % 5] & _MASK for row in rows for x in range(5)
    )


def iota(A: Sequence[int], constant: int) -> Lanes:
    """Add a round constant to Lane(0, 0) (section 3.2.5)."""
    return (A[0] ^ constant, *A[1:])


def round_(A: Sequence[int], constant: int) -> Lanes:
    """Do one round with its constant: Rnd (section 3.3).

    Examples
    --------
    >>> [hex(lane) for lane in round_([0] * 25, ROUND_CONSTANTS[1])][:2]
    ['0x8082', '0x0']
    """
    return iota(chi(pi(rho(theta(A)))), constant)


def keccak_f(A: Sequence[int]) -> Lanes:
    """Permute a state of 25 lanes in 24 rounds: KECCAK-f[1600] (section 3.4).

    Examples
    --------
    >>> hex(keccak_f([0] * 25)[0])
    '0xf1258f7940e1dde7'
    """
    if len(A) != LANES:
        raise ArgumentError(f"a state must be {LANES} lanes, got {len(A)}")
    state: Lanes = tuple(A)
    for constant in ROUND_CONSTANTS:
        state = round_(state, constant)
    return state


def absorb(A: Sequence[int], block: BytesLike) -> Lanes:
    """Add a block of up to 25 whole lanes to the start of a state (algorithm 8, step 6)."""
    if len(block) % 8 or len(block) > 8 * len(A):
        raise ArgumentError(
            f"block must be a multiple of 8 in 0..{8 * len(A)} bytes, got {len(block)}"
        )
    lanes = split(block, 8, "little")
    return (*(a ^ b for a, b in zip(A, lanes, strict=False)), *A[len(lanes) :])


def squeeze(A: Sequence[int], rate: int, size: int) -> bytes:
    """Return `size` bytes of a state behind its last block, `rate` at a time (algorithm 8)."""
    state, digest = tuple(A), b""
    while True:
        digest += join(state, 8, "little")[:rate]
        if len(digest) >= size:
            return digest[:size]
        state = keccak_f(state)


class Sponge(ChainedHash[Lanes]):
    """The sponge of SHA-3, SHAKE and cSHAKE (section 4); `rule` is by default that of the name."""

    def __init__(
        self, name: str, digest_bits: int, data: BytesLike, rule: PaddingRule | None = None
    ) -> None:
        super().__init__(name, digest_bits, rule or RULES[name], (0,) * LANES, data)

    def _chain(self, chaining: Lanes, block: bytes, start: int) -> Lanes:
        return keccak_f(absorb(chaining, block))

    def _encode(self, chaining: Lanes) -> bytes:
        return squeeze(chaining, self.block_size, self.digest_size)


class Sha3(Sponge):
    """SHA-3 of a message that comes in pieces, like a :mod:`hashlib` object (section 6.1).

    Parameters
    ----------
    digest_bits : int
        Digest length: 224, 256, 384 or 512 bits.
    data : bytes-like, optional
        Start of the message.

    Raises
    ------
    ArgumentError
        If there is no such digest length.

    Examples
    --------
    >>> h = Sha3(256)
    >>> h.update(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Sha3(256, b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('sha3-256', 32, 136)
    >>> Sha3(256, b"abc").hexdigest()[:16]
    '3a985da74fe225b2'
    """

    def __init__(self, digest_bits: int, data: BytesLike = b"") -> None:
        digest_bits = index(digest_bits)
        if digest_bits not in DIGEST_BITS.values():
            raise ArgumentError(f"digest_bits must be 224, 256, 384 or 512, got {digest_bits}")
        super().__init__(f"sha3-{digest_bits}", digest_bits, data)


class Shake(Sponge):
    """SHAKE128 or SHAKE256 of a message, with a digest of any length (section 6.2).

    The object has the length, so that it is a hash object as any other; the objects of
    :mod:`hashlib` take it with each digest.

    Parameters
    ----------
    security_bits : int
        128 or 256.
    digest_bits : int, optional
        Digest length, a positive multiple of 8; twice `security_bits` unless given.
    data : bytes-like, optional
        Start of the message.

    Raises
    ------
    ArgumentError
        If there is no such function or digest length.

    Examples
    --------
    >>> h = Shake(128, 40)
    >>> h.hexdigest()
    '7f9c2ba4e8'
    >>> h.name, h.digest_size, h.block_size
    ('shake128', 5, 168)
    """

    def __init__(
        self, security_bits: int, digest_bits: int | None = None, data: BytesLike = b""
    ) -> None:
        security_bits = index(security_bits)
        if security_bits not in (128, 256):
            raise ArgumentError(f"security_bits must be 128 or 256, got {security_bits}")
        digest_bits = 2 * security_bits if digest_bits is None else index(digest_bits)
        if digest_bits < 8 or digest_bits % 8:
            raise ArgumentError(f"digest_bits must be a positive multiple of 8, got {digest_bits}")
        super().__init__(f"shake{security_bits}", digest_bits, data)
