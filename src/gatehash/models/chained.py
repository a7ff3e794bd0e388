# SPDX-License-Identifier: Apache-2.0
"""Common parts of the models' objects: messages in pieces, and hashes that chain their blocks."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Self, TypeVar

from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.padding import PaddingRule, pad_rest

__all__ = ["ChainedHash", "whole_blocks"]

_Chaining = TypeVar("_Chaining")


def whole_blocks(rest: bytes, data: BytesLike, size: int, *, held: int = 0) -> tuple[bytes, bytes]:
    """Append data to a rest; return whole blocks of `size` bytes, and the new rest.

    The rest keeps at least `held` bytes if there are so many.

    Examples
    --------
    >>> whole_blocks(b"ab", b"cde", 2), whole_blocks(b"ab", b"cd", 2, held=1)
    ((b'abcd', b'e'), (b'ab', b'cd'))
    """
    waiting = rest + octets(data)
    end = max(0, len(waiting) - held) // size * size
    return waiting[:end], waiting[end:]


class ChainedHash(HashManners, Generic[_Chaining]):
    """A hash of a message that comes in pieces, like a :mod:`hashlib` object.

    Blocks are processed as they come, so memory does not grow with the message.

    Parameters
    ----------
    name : str
        Name of the hash function.
    digest_bits : int
        Digest length in bits.
    rule : PaddingRule
        How messages are padded.
    chaining : bytes or tuple of int
        The hash value before the first block.
    data : bytes-like
        Start of the message.

    Attributes
    ----------
    name : str
        Name of the hash function.
    digest_size, block_size : int
        Digest and block length in bytes.
    """

    _held = 0
    """Bytes that are known to belong to the last block only once more bytes follow."""

    def __init__(
        self, name: str, digest_bits: int, rule: PaddingRule, chaining: _Chaining, data: BytesLike
    ) -> None:
        self.name, self.digest_size, self.block_size = name, digest_bits // 8, rule.block_bytes
        self._rule = rule
        self._chaining = chaining
        self._rest = b""
        self._size = 0
        self.update(data)

    @abstractmethod
    def _chain(self, chaining: _Chaining, block: bytes, start: int) -> _Chaining:
        """Return the hash value after a block, which begins at byte `start` of the message."""

    @abstractmethod
    def _encode(self, chaining: _Chaining) -> bytes:
        """Return the digest that corresponds to the last hash value."""

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        start = self._size - len(self._rest)
        blocks, self._rest = whole_blocks(self._rest, data, self.block_size, held=self._held)
        self._size = start + len(blocks) + len(self._rest)
        self._chaining = self._absorb(blocks, start)

    def _absorb(self, blocks: bytes, start: int) -> _Chaining:
        """Return the hash value after whole blocks, which the object does not keep."""
        chaining, size = self._chaining, self.block_size
        for at in range(0, len(blocks), size):
            chaining = self._chain(chaining, blocks[at : at + size], start + at)
        return chaining

    def digest(self) -> bytes:
        """Return the digest of the message so far, `digest_size` bytes; more may follow."""
        return self._encode(self._last())

    def _last(self) -> _Chaining:
        """Return the hash value after the padded message."""
        tail = pad_rest(self._rule, self._rest, self._size)
        return self._absorb(tail, self._size - len(self._rest))

    def copy(self) -> Self:
        """Return an independent object with the same message so far."""
        # Every attribute is replaced, never changed in place.
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin
