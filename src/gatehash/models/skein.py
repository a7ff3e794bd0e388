# SPDX-License-Identifier: Apache-2.0
"""Golden model of the Skein hash function and Skein-MAC (Skein 1.3, sections 3.4 and 3.5).

Sequential hashing of whole bytes, for the three state sizes and any digest of whole bytes, with all
optional arguments before the message. Not modelled: tree hashing, and messages that end inside a
byte. A state has 32, 64 or 128 bytes, a
digest a multiple of 8 bits in 8..2**64-8; the functions raise ArgumentError for any other size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import index

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets
from gatehash.models.chained import ChainedHash, whole_blocks
from gatehash.models.padding import RULES
from gatehash.models.threefish import WORD_MASK, bytes_from_words, encrypt_words, words_from_bytes
from gatehash.models.words import Words

__all__ = [
    "ARGUMENTS",
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
    "arguments",
    "chain",
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

ARGUMENTS: Mapping[str, int] = {
    "person": TYPE_PRS,
    "public_key": TYPE_PK,
    "key_id": TYPE_KDF,
    "nonce": TYPE_NON,
}
"""Types of the optional arguments between configuration and message."""

SCHEMA = b"SHA3" + (1).to_bytes(2, "little") + bytes(2)
"""Schema identifier and version, the start of a configuration string (section 3.5.2)."""


def _check_state_bytes(name: str, value: int) -> None:
    if value not in (32, 64, 128):
        raise ArgumentError(f"{name} must be 32, 64 or 128 bytes, got {value}")


def _check_digest_bits(value: int) -> None:
    if not 8 <= value < 2**64 or value % 8:
        raise ArgumentError(f"digest_bits must be a multiple of 8 in 8..2**64-8, got {value}")


def tweak_words(position: int, type_: int, *, first: bool, final: bool) -> tuple[int, int]:
    """Assemble the tweak of one UBI block (section 3.4 and table 5).

    Tree level and bit padding are zero.

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


def chain(chaining: Sequence[int], tweak: Sequence[int], block: Sequence[int]) -> Words:
    """Chain one block of words into the state: E(H_i, tweak, M_i) xor M_i (section 3.4).

    Examples
    --------
    >>> tweak = tweak_words(32, TYPE_CFG, first=True, final=True)
    >>> G = chain([0] * 4, tweak, words_from_bytes(configuration(256)))
    >>> bytes_from_words(G) == initial_chaining(32, 256)
    True
    """
    cipher = encrypt_words(chaining, tweak, block)
    return tuple(c ^ m for c, m in zip(cipher, block, strict=True))


def _chain(chaining: Words, block: bytes, type_: int, start: int, end: int | None = None) -> Words:
    """Chain the block from byte `start` on.

    The last block is given with the `end` of the argument, and filled with zeros.
    """
    size = 8 * len(chaining)
    position = start + size if end is None else end
    tweak = tweak_words(position, type_, first=start == 0, final=end is not None)
    return chain(chaining, tweak, words_from_bytes(block.ljust(size, b"\0")))


def ubi(G: bytes, message: BytesLike, type_: int) -> bytes:
    """Chain one argument into the state: UBI(G, M, Ts) of section 3.4.

    Parameters
    ----------
    G : bytes
        Starting value, a state.
    message : bytes-like
        The argument, of any length in bytes; the last block is padded with zero bytes, and an
        empty argument makes one block.
    type_ : int
        Type of the argument, in 0..63; its starting tweak is ``type_ * 2**120``.

    Returns
    -------
    bytes
        The new state.

    Examples
    --------
    >>> ubi(bytes(32), configuration(256), TYPE_CFG) == initial_chaining(32, 256)
    True
    """
    _check_state_bytes("the length of G", len(G))
    chaining, size = words_from_bytes(G), len(G)
    blocks, rest = whole_blocks(b"", message, size, held=1)
    for at in range(0, len(blocks), size):
        chaining = _chain(chaining, blocks[at : at + size], type_, at)
    end = len(blocks) + len(rest)
    return bytes_from_words(_chain(chaining, rest, type_, len(blocks), end))


def configuration(digest_bits: int) -> bytes:
    """Build the configuration string of 32 bytes for sequential hashing (section 3.5.2, table 7).

    Examples
    --------
    >>> configuration(512)[:16].hex(" ", 4)
    '53484133 01000000 00020000 00000000'
    """
    _check_digest_bits(digest_bits)
    return (SCHEMA + digest_bits.to_bytes(8, "little")).ljust(32, b"\0")


def arguments(
    digest_bits: int, key: BytesLike = b"", **others: BytesLike
) -> Iterator[tuple[int, bytes]]:
    """Yield the arguments before a message, each with its type, in the order of section 3.5.1.

    Parameters
    ----------
    digest_bits : int
        Digest length in bits, which is part of the configuration block.
    key : bytes-like, optional
        MAC key of any length. An empty argument is none (sections 3.5.1 and 3.5.4).
    **others : bytes-like
        Any of :data:`ARGUMENTS`.

    Examples
    --------
    >>> [(kind, len(data)) for kind, data in arguments(512, b"key", nonce=b"17")]
    [(0, 3), (4, 32), (20, 2)]
    """
    if len(key):
        yield TYPE_KEY, bytes(octets(key))
    yield TYPE_CFG, configuration(digest_bits)
    for name, kind in ARGUMENTS.items():
        if len(data := others.pop(name, b"")):
            yield kind, bytes(octets(data))
    if others:
        raise TypeError(f"Skein takes no {', '.join(others)}; it takes key, {', '.join(ARGUMENTS)}")


def initial_chaining(
    state_bytes: int, digest_bits: int, key: BytesLike = b"", **others: BytesLike
) -> bytes:
    """Compute the state that a message starts from, behind the arguments of :func:`arguments`.

    Sections 3.5.4 and 3.5.5; appendix B prints the values of common sizes as words.

    Examples
    --------
    >>> hex(words_from_bytes(initial_chaining(64, 512))[0])
    '0x4903adff749c51ce'
    """
    _check_state_bytes("state_bytes", state_bytes)
    G = bytes(state_bytes)
    for kind, data in arguments(digest_bits, key, **others):
        G = ubi(G, data, kind)
    return G


def output(G: bytes, digest_bits: int) -> bytes:
    """Turn the last state into the digest: UBI of the counters 0, 1, 2, ... of 8 bytes each.

    Output(G, No) of section 3.5.3.

    Examples
    --------
    >>> G = ubi(initial_chaining(32, 256), b"", TYPE_MSG)
    >>> output(G, 256) == skein(256, b"")
    True
    """
    _check_state_bytes("the length of G", len(G))
    _check_digest_bits(digest_bits)
    size, digest, counter = digest_bits // 8, bytearray(), 0
    while len(digest) < size:
        digest += ubi(G, counter.to_bytes(8, "little"), TYPE_OUT)
        counter += 1
    return bytes(digest[:size])


class Skein(ChainedHash[Words]):
    """Skein or Skein-MAC of a message that comes in pieces, like a :mod:`hashlib` object.

    Sections 3.5 and, for the MAC, 4.3.

    Parameters
    ----------
    state_bits : int
        State size: 256, 512 or 1024 bits.
    digest_bits : int, optional
        Digest length in bits; `state_bits` by default.
    key : bytes-like, optional
        Skein-MAC key of any length in bytes; empty for plain hashing.
    **others : bytes-like
        Any of :data:`ARGUMENTS`, of any length in bytes.

    Raises
    ------
    ArgumentError
        If a size is out of range.

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

    _held = 1

    def __init__(
        self,
        state_bits: int,
        digest_bits: int | None = None,
        *,
        key: BytesLike = b"",
        **others: BytesLike,
    ) -> None:
        state_bits = index(state_bits)
        if state_bits not in (256, 512, 1024):
            raise ArgumentError(f"state_bits must be 256, 512 or 1024, got {state_bits}")
        digest_bits = state_bits if digest_bits is None else index(digest_bits)
        G0 = words_from_bytes(initial_chaining(state_bits // 8, digest_bits, key, **others))
        name = f"skein-{state_bits}"
        full = f"skein-mac-{state_bits}" if len(key) else name
        super().__init__(f"{full}-{digest_bits}", digest_bits, RULES[name], G0, b"")

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        return _chain(chaining, block, TYPE_MSG, start)

    def _last(self) -> Words:
        start = self._size - len(self._rest)
        return _chain(self._chaining, self._rest, TYPE_MSG, start, self._size)

    def _encode(self, chaining: Words) -> bytes:
        return output(bytes_from_words(chaining), 8 * self.digest_size)


def skein(
    state_bits: int,
    message: BytesLike,
    digest_bits: int | None = None,
    *,
    key: BytesLike = b"",
) -> bytes:
    """Hash a message with Skein, or authenticate it with Skein-MAC when there is a key.

    The parameters are those of :class:`Skein`, and the whole message.

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
