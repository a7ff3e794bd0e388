# SPDX-License-Identifier: Apache-2.0
"""Messages that are hashed in parts, one after the other, from a chaining value to the next."""

from __future__ import annotations

from typing import Self, TypeVar

from gatehash.manners import BytesLike, HashManners
from gatehash.models.chained import ChainedHash

__all__ = ["Part"]

_Chaining = TypeVar("_Chaining")


class Part(HashManners):
    """A hash object that processes a part of a message.

    Parameters
    ----------
    start : ChainedHash
        An object of the function that has no message yet.
    chaining : bytes or tuple of int, optional
        Hash value behind the parts before; by default the function's initial value.
    before : int
        Bytes of the parts before, whole blocks.
    followed : bool
        Whether another part follows. Then this one is whole blocks, and :meth:`digest` returns the
        chaining value behind them, without padding.

    Examples
    --------
    >>> from gatehash.models.whirlpool import Whirlpool
    >>> first = Part(Whirlpool(), followed=True)
    >>> first.update(bytes(64))
    >>> last = Part(Whirlpool(), first.digest(), 64)
    >>> last.update(b"abc")
    >>> last.digest() == Whirlpool(bytes(64) + b"abc").digest()
    True
    """

    def __init__(
        self,
        start: ChainedHash[_Chaining],
        chaining: _Chaining | None = None,
        before: int = 0,
        *,
        followed: bool = False,
    ) -> None:
        self.name, self.block_size = start.name, start.block_size
        self.digest_size = start.digest_size
        self._hash, self._followed = start.copy(), followed
        self._hash._size = before
        if chaining is not None:
            self._hash._chaining = chaining

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the part."""
        self._hash.update(data)

    def digest(self) -> bytes:
        """Return the digest of the whole message, or the chaining value behind the part."""
        if self._followed:
            return self._hash._encode(self._hash._chaining)
        return self._hash.digest()

    def copy(self) -> Self:
        """Return an independent object with the same message so far."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._hash = self._hash.copy()
        return twin
