# SPDX-License-Identifier: Apache-2.0
"""Hash objects of the functions that chain block after block and pad with marker and length."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Self, TypeVar

from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.padding import PaddingRule, pad_rest

__all__ = ["ChainedHash"]

_Chaining = TypeVar("_Chaining")


class ChainedHash(HashManners, Generic[_Chaining]):
    """A hash of a message that comes in pieces, like a :mod:`hashlib` object.

    Blocks are processed as they come, so memory does not grow with the message.

    Parameters
    ----------
    rule : PaddingRule
        How messages are padded; they end with their length.
    chaining : bytes or tuple of int
        The hash value before the first block.
    data : bytes-like
        Start of the message.
    """

    def __init__(self, rule: PaddingRule, chaining: _Chaining, data: BytesLike) -> None:
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
        """Return the digest that the last hash value is."""

    @property
    def block_size(self) -> int:
        """Block length in bytes."""
        return self._rule.block_bytes

    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message.

        Parameters
        ----------
        data : bytes-like
            Any number of bytes.
        """
        waiting = self._rest + octets(data)
        start = self._size - len(self._rest)
        self._size = start + len(waiting)
        whole = len(waiting) - len(waiting) % self.block_size
        self._chaining = self._absorb(waiting[:whole], start)
        self._rest = waiting[whole:]

    def _absorb(self, blocks: bytes, start: int) -> _Chaining:
        """Return the hash value after whole blocks, which the object does not keep."""
        chaining, size = self._chaining, self.block_size
        for at in range(0, len(blocks), size):
            chaining = self._chain(chaining, blocks[at : at + size], start + at)
        return chaining

    def digest(self) -> bytes:
        """Return the digest of the message so far, `digest_size` bytes; more may follow."""
        tail = pad_rest(self._rule, self._rest, self._size)
        return self._encode(self._absorb(tail, self._size - len(self._rest)))

    def copy(self) -> Self:
        """Return an independent object with the same message so far."""
        # Nothing that it has is ever changed, only replaced.
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin
