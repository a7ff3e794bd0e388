# SPDX-License-Identifier: Apache-2.0
"""Golden model of BLAKE2s and BLAKE2b (RFC 7693; Aumasson, Neves, Wilcox-O'Hearn, Winnerlein).

Symbols and section numbers are those of the RFC; the parameter block is that of section 2.8 of
"BLAKE2: simpler, smaller, fast as MD5". Both functions share everything; :class:`Parameters` holds
the differences. Words are little-endian integers. Not modelled: messages that end inside a byte,
and the parallel modes BLAKE2sp and BLAKE2bp, which are trees of these.

In all functions `m` is the 16 words of a block, `v` the 16 words of the state, and `h` the eight
words of the chaining value. The functions raise ArgumentError where a count of words is another one
or a value is out of range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets
from gatehash.models import sha2
from gatehash.models.blake import QUARTETS, SIGMA
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import PaddingRule
from gatehash.models.words import Words, check_count, join, rotr, split

__all__ = ["BLAKE2B", "BLAKE2S", "PARAMETERS", "Blake2", "Parameters", "compress", "g"]

_STATE_WORDS = 8
_BLOCK_WORDS = 16


@dataclass(frozen=True)
class Parameters:
    """Parameters in which BLAKE2s and BLAKE2b differ.

    Parameters
    ----------
    name : str
        Name of the function.
    word_bits : int
        Word length in bits.
    rounds : int
        Rounds of the compression function.
    rotations : tuple of int
        The four distances, in bits, by which G rotates to the right, in order of use.
    iv : tuple of int
        The eight words of the initialization vector.

    Examples
    --------
    >>> BLAKE2S.block_bytes, BLAKE2B.most_digest_bytes, BLAKE2B.salt_bytes
    (64, 64, 16)
    """

    name: str
    word_bits: int
    rounds: int
    rotations: tuple[int, int, int, int]
    iv: Words

    @property
    def word_bytes(self) -> int:
        """Word length in bytes."""
        return self.word_bits // 8

    @property
    def block_bytes(self) -> int:
        """Block length in bytes."""
        return _BLOCK_WORDS * self.word_bytes

    @property
    def most_digest_bytes(self) -> int:
        """Length of the longest digest, and of the longest key, in bytes."""
        return _STATE_WORDS * self.word_bytes

    @property
    def salt_bytes(self) -> int:
        """Length of a salt, and of a personalization, in bytes."""
        return 2 * self.word_bytes

    @property
    def node_offset_bytes(self) -> int:
        """Length of the node offset in bytes."""
        return 6 if self.word_bits == 32 else 8

    def parameter_block(
        self,
        digest_bytes: int,
        *,
        key_bytes: int = 0,
        salt: BytesLike = b"",
        person: BytesLike = b"",
        fanout: int = 1,
        depth: int = 1,
        leaf_size: int = 0,
        node_offset: int = 0,
        node_depth: int = 0,
        inner_size: int = 0,
    ) -> bytes:
        """Return the parameter block, of eight words.

        Parameters
        ----------
        digest_bytes, key_bytes, inner_size : int
            Length of the digest, at least 1, of the key, and of the digests inside a tree.
        salt, person : bytes-like
            At most `salt_bytes` bytes each; zeros follow what is shorter.
        fanout, depth, leaf_size, node_offset, node_depth : int
            Shape of a tree and place of a node in it; by default there is no tree.

        Raises
        ------
        ArgumentError
            If a value is out of range.

        Examples
        --------
        >>> BLAKE2S.parameter_block(32).hex()[:16]
        '2000010100000000'
        """
        most, offset = self.most_digest_bytes, self.node_offset_bytes
        numbers = (
            ("digest_bytes", digest_bytes, 1, 1, most),
            ("key_bytes", key_bytes, 1, 0, most),
            ("fanout", fanout, 1, 0, 0xFF),
            ("depth", depth, 1, 1, 0xFF),
            ("leaf_size", leaf_size, 4, 0, 2**32 - 1),
            ("node_offset", node_offset, offset, 0, 256**offset - 1),
            ("node_depth", node_depth, 1, 0, 0xFF),
            ("inner_size", inner_size, 1, 0, most),
        )
        block = bytearray()
        for name, number, size, first, last in numbers:
            if not first <= number <= last:
                raise ArgumentError(f"{name} must be in {first}..{last}, got {number}")
            block += number.to_bytes(size, "little")
        # Reserved bytes of BLAKE2b, which are zero.
        block += bytes(most - len(block) - 2 * self.salt_bytes)
        for name, value in (("salt", salt), ("person", person)):
            data = octets(value).tobytes()
            if len(data) > self.salt_bytes:
                raise ArgumentError(
                    f"{name} must be at most {self.salt_bytes} bytes, got {len(data)}"
                )
            block += data.ljust(self.salt_bytes, b"\0")
        return bytes(block)


BLAKE2S = Parameters("blake2s", 32, 10, (16, 12, 8, 7), sha2.INITIAL[32][256])
"""BLAKE2s (section 2.1)."""

BLAKE2B = Parameters("blake2b", 64, 12, (32, 24, 16, 63), sha2.INITIAL[64][512])
"""BLAKE2b (section 2.1)."""

PARAMETERS: dict[str, Parameters] = {each.name: each for each in (BLAKE2S, BLAKE2B)}
"""Parameters by the function's name."""


def g(
    a: int, b: int, c: int, d: int, x: int, y: int, parameters: Parameters = BLAKE2S
) -> tuple[int, int, int, int]:
    """Mix words `x` and `y` of the block into four of the state: the function G (section 3.1).

    Examples
    --------
    >>> [hex(word) for word in g(0, 0, 0, 0, 1, 0)]
    ['0x11', '0x20220202', '0x11010100', '0x11000100']
    """
    bits = parameters.word_bits
    mask = (1 << bits) - 1
    first, second, third, fourth = parameters.rotations
    a = a + b + x & mask
    d = rotr(d ^ a, first, bits)
    c = c + d & mask
    b = rotr(b ^ c, second, bits)
    a = a + b + y & mask
    d = rotr(d ^ a, third, bits)
    c = c + d & mask
    b = rotr(b ^ c, fourth, bits)
    return a, b, c, d


def compress(
    h: Sequence[int],
    m: Sequence[int],
    t: Sequence[int],
    f: Sequence[int],
    parameters: Parameters = BLAKE2S,
) -> Words:
    """Chain a block into the chaining value: the function F (section 3.2).

    Parameters
    ----------
    h, m : sequence of int
        Chaining value and block, in words.
    t : sequence of int
        Two words of the counter of bytes, low word first.
    f : sequence of int
        The flags of a last block and of a last node: words of zeros or ones.
    parameters : Parameters, optional
        The variant of BLAKE2.

    Returns
    -------
    tuple of int
        The next chaining value.
    """
    for name, words, count in (
        ("h", h, _STATE_WORDS),
        ("m", m, _BLOCK_WORDS),
        ("t", t, 2),
        ("f", f, 2),
    ):
        check_count(name, words, count)
    iv = parameters.iv
    v = [*h, *iv[:4], *(word ^ start for word, start in zip((*t, *f), iv[4:], strict=True))]
    for r in range(parameters.rounds):
        sigma = SIGMA[r % len(SIGMA)]
        for i, (a, b, c, d) in enumerate(QUARTETS):
            x, y = m[sigma[2 * i]], m[sigma[2 * i + 1]]
            v[a], v[b], v[c], v[d] = g(v[a], v[b], v[c], v[d], x, y, parameters)
    return tuple(h[i] ^ v[i] ^ v[i + _STATE_WORDS] for i in range(_STATE_WORDS))


class Blake2(ChainedHash[Words]):
    r"""BLAKE2 of a message that comes in pieces, like a :mod:`hashlib` object.

    Parameters
    ----------
    name : str
        ``blake2s`` or ``blake2b``.
    digest_bits : int
        Digest length in bits, a multiple of 8.
    data : bytes-like, optional
        Start of the message.
    key : bytes-like, optional
        Key, of as many bytes as the longest digest at most.
    last_node : bool, optional
        Whether this is a tree's last node at its depth.
    **tree
        Further arguments of :meth:`Parameters.parameter_block`.

    Raises
    ------
    ArgumentError
        If a value is out of range.

    Examples
    --------
    >>> Blake2("blake2s", 256, b"abc").hexdigest()[:16]
    '508c5e8c327c14e2'
    >>> h = Blake2("blake2b", 160, b"in two ", key=b"key", salt=b"salt", person=b"mine")
    >>> h.update(b"pieces")
    >>> h.name, h.digest_size, h.block_size
    ('blake2b-160', 20, 128)
    """

    _held = 1

    def __init__(
        self,
        name: str,
        digest_bits: int,
        data: BytesLike = b"",
        *,
        key: BytesLike = b"",
        last_node: bool = False,
        **tree: int | BytesLike,
    ) -> None:
        if name not in PARAMETERS:
            raise ArgumentError(f"name must be blake2s or blake2b, got {name!r}")
        if digest_bits % 8:
            raise ArgumentError(f"digest_bits must be a multiple of 8, got {digest_bits}")
        own = self._parameters = PARAMETERS[name]
        self._last_node = bool(last_node)
        secret = octets(key).tobytes()
        given: dict[str, object] = {**tree, "key_bytes": len(secret)}
        block = own.parameter_block(digest_bits // 8, **given)  # type: ignore[arg-type]
        p = split(block, own.word_bytes, "little")
        super().__init__(
            f"{name}-{digest_bits}",
            digest_bits,
            PaddingRule(own.block_bytes),
            tuple(word ^ start for word, start in zip(p, own.iv, strict=True)),
            # A key is a block of its own (section 2.5).
            secret.ljust(own.block_bytes, b"\0") if secret else b"",
        )
        self.update(data)

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        return self._compressed(chaining, block, start + self.block_size, (0, 0))

    def _last(self) -> Words:
        ones = (1 << self._parameters.word_bits) - 1
        block = self._rest.ljust(self.block_size, b"\0")
        return self._compressed(self._chaining, block, self._size, (ones, ones * self._last_node))

    def _compressed(self, chaining: Words, block: bytes, count: int, f: Words) -> Words:
        own = self._parameters
        t = (count & (1 << own.word_bits) - 1, count >> own.word_bits)
        return compress(chaining, split(block, own.word_bytes, "little"), t, f, own)

    def _encode(self, chaining: Words) -> bytes:
        return join(chaining, self._parameters.word_bytes, "little")[: self.digest_size]
