# SPDX-License-Identifier: Apache-2.0
"""Golden model of PHASH, a parallel hash on the W cipher (Zalewski, section II).

A padded message is n blocks X_i of 112 bytes, X_i = Y_i || Z_i with Y_i of 48 bytes and Z_i of 64.
C_i is the W encryption of V_i = Y_i || i under the key Z_i, i as 16 bytes, big endian, from 0 on.
The list of the C_i is reduced, and what comes of it, until one value remains, at least once: of each
256 values, missing ones zero, A is the exclusive-or of the first 128 and B that of the others, and
their group's value is the W encryption of B under the key A.

Byte messages are padded with 0x80, the fewest zero bytes and the length in bits as 16 bytes, big
endian; where the paper is silent, that and the numbering are this library's choice.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gatehash.models.padding import RULES, pad
from gatehash.models.whirlpool import w_encrypt_many

__all__ = ["GROUP", "Phash", "block_values", "phash_blocks", "plaintexts", "reduce_values"]

BytesLike: TypeAlias = bytes | bytearray | memoryview
Values: TypeAlias = NDArray[np.uint8]

GROUP = 256
"""Values that one reduction takes."""

_BLOCK_BYTES = 112
_Y_BYTES = 48
_VALUE_BYTES = 64
_HALF = GROUP // 2
# Blocks that a hash object keeps before it encrypts them.
_BATCH = 16 * GROUP


def plaintexts(blocks: Values, first: int = 0) -> Values:
    """Plaintexts V_i of blocks.

    Parameters
    ----------
    blocks : array of uint8, shape (n, 112)
        Blocks X_i.
    first : int
        Number i of the first one, below 2**128.

    Returns
    -------
    array of uint8, shape (n, 64)
        The V_i.
    """
    v = np.zeros((len(blocks), _VALUE_BYTES), dtype=np.uint8)
    v[:, :_Y_BYTES] = blocks[:, :_Y_BYTES]
    # A number of 128 bits is two of 64, the second of which may carry into the first.
    high, low = divmod(first, 1 << 64)
    numbers = np.arange(len(blocks), dtype=np.uint64) + np.uint64(low)
    highs = np.full(len(blocks), high, dtype=np.uint64) + (numbers < np.uint64(low))
    v[:, 48:56] = highs.astype(">u8").view(np.uint8).reshape(-1, 8)
    v[:, 56:64] = numbers.astype(">u8").view(np.uint8).reshape(-1, 8)
    return v


def block_values(blocks: Values, first: int = 0) -> Values:
    """Values C_i of blocks: shapes (n, 112) to (n, 64), the first block numbered `first`."""
    return w_encrypt_many(np.ascontiguousarray(blocks[:, _Y_BYTES:]), plaintexts(blocks, first))


def reduce_values(values: Values) -> Values:
    """One level of reduction: shapes (n, 64) to (ceil(n / 256), 64)."""
    groups = -(-len(values) // GROUP)
    filled = np.zeros((groups * GROUP, _VALUE_BYTES), dtype=np.uint8)
    filled[: len(values)] = values
    halves = np.bitwise_xor.reduce(filled.reshape(groups, 2, _HALF, _VALUE_BYTES), axis=2)
    return w_encrypt_many(np.ascontiguousarray(halves[:, 0]), np.ascontiguousarray(halves[:, 1]))


def _blocks(data: BytesLike) -> Values:
    return np.frombuffer(data, np.uint8).reshape(-1, _BLOCK_BYTES)


def phash_blocks(data: BytesLike) -> bytes:
    """PHASH of padded blocks, a positive multiple of 112 bytes.

    Raises
    ------
    ValueError
        If the length is another one.
    """
    values = block_values(_blocks(pad(RULES["phash-padded"], data)))
    while True:
        values = reduce_values(values)
        if len(values) == 1:
            return values.tobytes()


class _Levels:
    """Values that wait, by level, for their group to be complete."""

    def __init__(self) -> None:
        self.waiting: list[Values] = []

    def copy(self) -> _Levels:
        twin = _Levels()
        twin.waiting = list(self.waiting)
        return twin

    def add(self, values: Values) -> None:
        """Take values of the lowest level and reduce all groups that are complete."""
        level = 0
        while len(values):
            if level == len(self.waiting):
                self.waiting.append(np.empty((0, _VALUE_BYTES), dtype=np.uint8))
            values = np.concatenate([self.waiting[level], values])
            whole = len(values) - len(values) % GROUP
            self.waiting[level] = values[whole:].copy()
            values = reduce_values(values[:whole]) if whole else values[:0]
            level += 1

    def finish(self) -> bytes:
        """Reduce what is left, level by level, until one value remains."""
        carried = np.empty((0, _VALUE_BYTES), dtype=np.uint8)
        for level, waiting in enumerate(self.waiting):
            carried = np.concatenate([waiting, carried])
            alone = len(carried) == 1 and level > 0 and level == len(self.waiting) - 1
            if len(carried) and not alone:
                carried = reduce_values(carried)
        return carried.tobytes()


class Phash:
    """Hash object of PHASH, as :mod:`hashlib` has them; memory does not grow with the message.

    Parameters
    ----------
    data : bytes-like, optional
        Start of the message.
    padded : bool
        Whether the message comes padded: a positive multiple of 112 bytes, to which nothing is
        added.

    Examples
    --------
    >>> Phash(b"abc").digest_size
    64
    """

    name = "phash"
    digest_size = _VALUE_BYTES
    block_size = _BLOCK_BYTES

    def __init__(self, data: BytesLike = b"", *, padded: bool = False) -> None:
        self._padded = padded
        self._levels = _Levels()
        self._rest = bytearray()
        self._size = 0
        self._blocks = 0
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message."""
        self._size += len(memoryview(data))
        self._rest += data
        batch = _BATCH * _BLOCK_BYTES
        # What is kept is never empty, so that its end can be padded.
        whole = (len(self._rest) - 1) // batch * batch
        for at in range(0, whole, batch):
            blocks = _blocks(bytes(self._rest[at : at + batch]))
            self._levels.add(block_values(blocks, self._blocks))
            self._blocks += _BATCH
        if whole > 0:
            del self._rest[:whole]

    def digest(self) -> bytes:
        """Digest of the message so far.

        Raises
        ------
        ValueError
            If the message is to come padded and is no positive multiple of 112 bytes.
        """
        if self._padded:
            tail = pad(RULES["phash-padded"], self._rest)
        else:
            tail = pad(RULES["phash"], self._rest)[:-16] + (8 * self._size).to_bytes(16, "big")
        levels = self._levels.copy()
        levels.add(block_values(_blocks(tail), self._blocks))
        return levels.finish()

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Phash:
        """Return a hash object of the same message that goes its own way."""
        twin = Phash(padded=self._padded)
        twin._levels, twin._rest = self._levels.copy(), bytearray(self._rest)
        twin._size, twin._blocks = self._size, self._blocks
        return twin
