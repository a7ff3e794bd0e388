# SPDX-License-Identifier: Apache-2.0
"""Golden model of BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn; BLAKE3.pdf of 2021-11-05).

Symbols and section numbers are those of the specification: the three modes, extendable output from
any block on, and a message of any length. Words are little-endian integers.

In all functions `m` is the 16 words of a block and `h` the eight words of a chaining value or key.
The functions raise ArgumentError where a count of words is another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets
from gatehash.models import sha2
from gatehash.models.blake import QUARTETS
from gatehash.models.blake2 import g
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import PaddingRule
from gatehash.models.words import Words, check_count, join, split

__all__ = [
    "BLOCK_BYTES",
    "CHUNK_BLOCKS",
    "IV",
    "KEY_BYTES",
    "MODES",
    "MOST_BLOCKS",
    "ROUNDS",
    "SCHEDULE",
    "Blake3",
    "compress",
    "compress_words",
    "context_key",
]

BLOCK_BYTES, CHUNK_BLOCKS, KEY_BYTES, ROUNDS = 64, 16, 32, 7

MOST_BLOCKS = 1 << 58
"""Blocks of the output, whose bytes have numbers of 64 bits."""

IV: Words = sha2.INITIAL[32][256]
"""The eight words of the key of a message without one (section 2.2, table 1)."""

_PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)


def _schedule() -> Iterator[tuple[int, ...]]:
    order: tuple[int, ...] = tuple(range(16))
    for _ in range(ROUNDS):
        yield order
        order = tuple(order[i] for i in _PERMUTATION)


SCHEDULE: tuple[tuple[int, ...], ...] = tuple(_schedule())
"""Words of the block in each round, which the permutation of table 2 reorders after each."""

CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MODES = {"hash": 0, "keyed": 1 << 4, "context": 1 << 5, "material": 1 << 6}
"""Flag of each mode (section 2.3): KEYED_HASH, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL."""


def compress(h: Sequence[int], m: Sequence[int], t: int, size: int, flags: int) -> Words:
    """Compress a block (section 2.2).

    Parameters
    ----------
    h, m : sequence of int
        Chaining value and block, in words.
    t, size, flags : int
        Counter of 64 bits, number of the block's bytes, and its flags.

    Returns
    -------
    tuple of int
        The output of 16 words; its first half is the next chaining value.

    Examples
    --------
    >>> hex(compress(IV, (0,) * 16, 0, 0, CHUNK_START | CHUNK_END | ROOT)[0])
    '0xb94913af'
    """
    return compress_words(h, m, (t & 0xFFFFFFFF, t >> 32), size, flags)


def compress_words(
    h: Sequence[int], m: Sequence[int], t: Sequence[int], size: int, flags: int
) -> Words:
    """Compress a block as :func:`compress` does, with the counter in two words, low word first."""
    for name, words, count in (("h", h, 8), ("m", m, 16), ("t", t, 2)):
        check_count(name, words, count)
    v = [*h, *IV[:4], *t, size, flags]
    for order in SCHEDULE:
        for i, (a, b, c, d) in enumerate(QUARTETS):
            x, y = m[order[2 * i]], m[order[2 * i + 1]]
            v[a], v[b], v[c], v[d] = g(v[a], v[b], v[c], v[d], x, y)
    return tuple(v[i] ^ v[i + 8] for i in range(8)) + tuple(v[i + 8] ^ h[i] for i in range(8))


def context_key(context: BytesLike) -> bytes:
    """Return the key that a context string stands for when keys are derived (section 2.3)."""
    return Blake3(256, context, mode="context").digest()


@dataclass(frozen=True)
class _Node:
    """The input of the compression to the output: the root, without its flag and its counter.

    Parameters
    ----------
    stack : tuple of tuple of int
        Chaining values of whole subtrees, the largest first.
    h, m : tuple of int
        Chaining value and block.
    t, size, flags : int
        See :func:`compress`.
    """

    stack: tuple[Words, ...]
    h: Words
    m: Words = ()
    t: int = 0
    size: int = 0
    flags: int = 0

    def chained(self) -> Words:
        """Return the chaining value that the block leaves."""
        return compress(self.h, self.m, self.t, self.size, self.flags)[:8]


class Blake3(ChainedHash[_Node]):
    r"""BLAKE3 of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters
    ----------
    digest_bits : int, optional
        Length of the output in bits, a positive multiple of 8.
    data : bytes-like, optional
        Start of the message.
    key : bytes-like, optional
        Key of 32 bytes, of modes ``keyed`` and ``material``.
    mode : str, optional
        One of :data:`MODES`; by default ``keyed`` with a key and ``hash`` without.
    counter : int, optional
        Number of the output's first block of 64 bytes.

    Raises
    ------
    ArgumentError
        If a value is out of range.

    Examples
    --------
    >>> Blake3(256, b"abc").hexdigest()[:16]
    '6437b3ac38465133'
    >>> h = Blake3(160, b"in two ", key=bytes(32), counter=2)
    >>> h.update(b"pieces")
    >>> h.name, h.digest_size, h.block_size
    ('blake3', 20, 64)
    """

    _held = 1

    def __init__(
        self,
        digest_bits: int = 256,
        data: BytesLike = b"",
        *,
        key: BytesLike = b"",
        mode: str = "",
        counter: int = 0,
    ) -> None:
        secret = octets(key).tobytes()
        mode = mode or ("keyed" if secret else "hash")
        if digest_bits < 8 or digest_bits % 8:
            raise ArgumentError(f"digest_bits must be a positive multiple of 8, got {digest_bits}")
        if mode not in MODES:
            raise ArgumentError(f"mode must be one of {', '.join(MODES)}, got {mode!r}")
        needed = KEY_BYTES if mode in ("keyed", "material") else 0
        if len(secret) != needed:
            raise ArgumentError(f"key must be {needed} bytes of mode {mode}, got {len(secret)}")
        pieces = -(-digest_bits // (8 * BLOCK_BYTES))
        if not 0 <= counter <= MOST_BLOCKS - pieces:
            raise ArgumentError(f"counter must be in 0..{MOST_BLOCKS - pieces}, got {counter}")
        self._mode, self._counter = MODES[mode], counter
        self._key = split(secret, 4, "little") if secret else IV
        rule = PaddingRule(BLOCK_BYTES)
        super().__init__("blake3", digest_bits, rule, _Node((), self._key), data)

    def _node(self, chaining: _Node, block: bytes, start: int, *, ends: bool) -> _Node:
        """Return the node of a block that begins at byte `start`."""
        chunk, number = divmod(start // BLOCK_BYTES, CHUNK_BLOCKS)
        flags = self._mode | CHUNK_START * (number == 0) | CHUNK_END * ends
        m = split(block.ljust(BLOCK_BYTES, b"\0"), 4, "little")
        return _Node(chaining.stack, chaining.h, m, chunk, len(block), flags)

    def _parent(self, stack: tuple[Words, ...], right: Words) -> _Node:
        """Return the node over a stack's last chaining value and another."""
        flags = self._mode | PARENT
        return _Node(stack[:-1], self._key, (*stack[-1], *right), 0, BLOCK_BYTES, flags)

    def _chain(self, chaining: _Node, block: bytes, start: int) -> _Node:
        chunk, number = divmod(start // BLOCK_BYTES, CHUNK_BLOCKS)
        ends = number == CHUNK_BLOCKS - 1
        node = self._node(chaining, block, start, ends=ends)
        if not ends:
            return _Node(node.stack, node.chained())
        # Subtrees that are whole become one (section 5.1.2).
        chunks = chunk + 1
        while not chunks & 1:
            node = self._parent(node.stack, node.chained())
            chunks >>= 1
        return _Node((*node.stack, node.chained()), self._key)

    def _last(self) -> _Node:
        start = self._size - len(self._rest)
        node = self._node(self._chaining, self._rest, start, ends=True)
        while node.stack:
            node = self._parent(node.stack, node.chained())
        return node

    def _encode(self, chaining: _Node) -> bytes:
        node, output, t = chaining, b"", self._counter
        while len(output) < self.digest_size:
            words = compress(node.h, node.m, t, node.size, node.flags | ROOT)
            output += join(words, 4, "little")
            t += 1
        return output[: self.digest_size]
