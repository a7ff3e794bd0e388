# SPDX-License-Identifier: Apache-2.0
"""Golden model of PHASH, a parallel hash on the W cipher.

From Zalewski, Łukowiak and Radziszowski, "Scalable FPGA design and performance analysis of PHASH
hashing function", section II and figure 2. A padded message is a list of blocks X_i of 112 bytes;
X_i = Y_i || Z_i, with Y_i of 48 bytes and Z_i of 64.

- Compression: V_i = Y_i || i, with i in 16 bytes; C_i is the W encryption of V_i under key Z_i.
- Reduction: a list is cut into groups of 256 values, the last one filled with zeros. A is the
  exclusive-or of the first 128 values of a group, B that of the other 128, and D, the W encryption
  of B under key A, is a value of the next list. The list of the C_i is reduced until one value
  remains, which is the digest.

The paper leaves these choices open, which this library makes: blocks are numbered from 0 and
numbers are big-endian; a single C_i is reduced too; byte messages are padded with 0x80, the fewest
zero bytes and the length in bits as 16 bytes, big-endian. The levels of reduction are not limited.

All functions work on arrays of many values, so that a long message takes seconds.
Blocks are an array of uint8 of shape (n, 112), values one of shape (n, 64); the functions raise
ArgumentError for another type or shape.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gatehash.errors import ArgumentError, counted
from gatehash.manners import BytesLike, HashManners, octets
from gatehash.models.chained import whole_blocks
from gatehash.models.padding import RULES, pad_rest
from gatehash.models.whirlpool import w_encrypt_many

__all__ = ["GROUP", "Phash", "block_values", "phash_blocks", "plaintexts", "reduce_level"]

Values: TypeAlias = NDArray[np.uint8]

GROUP = 256
"""Values of one reduction."""

_PADDED = RULES["phash-padded"]
_BLOCK_BYTES = _PADDED.block_bytes
_Y_BYTES = 48
_VALUE_BYTES = 64
_WORD = 1 << 64
# Blocks that a hash object encrypts at a time, a compromise between speed and memory.
_BATCH = 16 * GROUP


def _check_array(name: str, value: Values, width: int) -> None:
    if value.dtype != np.uint8 or value.ndim != 2 or value.shape[1] != width:
        raise ArgumentError(
            f"{name} must be uint8 of shape (n, {width}), got {value.dtype} of shape {value.shape}"
        )


def _check_padded(size: int) -> None:
    if not _PADDED.takes(size):
        raise ArgumentError(
            f"padded data must be a positive multiple of {_BLOCK_BYTES} bytes, "
            f"got {counted(size, 'byte')}"
        )


def _blocks(data: BytesLike) -> Values:
    return np.frombuffer(data, np.uint8).reshape(-1, _BLOCK_BYTES)


def plaintexts(blocks: Values, first: int = 0) -> Values:
    """Assemble the plaintexts V_i of consecutive blocks X_i.

    `first` is the number i of the first block; that of the last one is at most 2**128-1.

    Examples
    --------
    >>> X = np.full((2, 112), 0xAA, dtype=np.uint8)
    >>> plaintexts(X, first=255)[:, 44:].tobytes().hex(" ", 4)[:44]
    'aaaaaaaa 00000000 00000000 00000000 000000ff'
    """
    _check_array("blocks", blocks, _BLOCK_BYTES)
    if not 0 <= first <= _WORD**2 - max(len(blocks), 1):
        raise ArgumentError(
            f"first must be in 0..2**128-n for {len(blocks)} blocks = n, at least 1, got {first}"
        )
    # A number is two words of 64 bits, with a carry from the low one to the high one.
    high, low = divmod(first, _WORD)
    lows = np.arange(len(blocks), dtype=np.uint64) + np.uint64(low)
    highs = np.uint64(high) + (lows < np.uint64(low)).astype(np.uint64)
    V = np.empty((len(blocks), _VALUE_BYTES), dtype=np.uint8)
    V[:, :_Y_BYTES] = blocks[:, :_Y_BYTES]
    V[:, _Y_BYTES:] = np.stack([highs, lows], axis=1).astype(">u8").view(np.uint8)
    return V


def block_values(blocks: Values, first: int = 0) -> Values:
    """Compress consecutive blocks into the values C_i; `first` as for :func:`plaintexts`.

    Examples
    --------
    >>> X = np.zeros((3, 112), dtype=np.uint8)
    >>> bytes(block_values(X)[2]) == bytes(block_values(X[2:], first=2)[0])
    True
    """
    V = plaintexts(blocks, first)
    return w_encrypt_many(blocks[:, _Y_BYTES:], V)


def reduce_level(values: Values) -> Values:
    """Reduce a list of n values, C_i or results of a reduction, to the ceil(n / 256) values D_i.

    Examples
    --------
    >>> reduce_level(np.zeros((257, 64), dtype=np.uint8)).shape
    (2, 64)
    """
    _check_array("values", values, _VALUE_BYTES)
    groups = -(-len(values) // GROUP)
    filled = np.zeros((groups * GROUP, _VALUE_BYTES), dtype=np.uint8)
    filled[: len(values)] = values
    halves = filled.reshape(groups, 2, GROUP // 2, _VALUE_BYTES)
    AB = np.bitwise_xor.reduce(halves, axis=2)
    return w_encrypt_many(AB[:, 0], AB[:, 1])


def phash_blocks(data: BytesLike) -> bytes:
    """Hash padded data, a positive multiple of 112 bytes, by the definition: whole lists.

    The digest has 64 bytes. Memory grows with `data`; :class:`Phash` gives the same digest without.

    Examples
    --------
    >>> data = pad_rest(RULES["phash"], b"abc", 3)
    >>> phash_blocks(data) == Phash(b"abc").digest()
    True
    """
    padded = octets(data).tobytes()
    _check_padded(len(padded))
    values = reduce_level(block_values(_blocks(padded)))
    while len(values) > 1:
        values = reduce_level(values)
    return values.tobytes()


class _Levels:
    """Reduction of a list in pieces: at each level, the values of the incomplete group.

    At most 255 values of 64 bytes wait at a level, and each factor of 256 in the number of blocks
    adds a level.
    """

    def __init__(self) -> None:
        self.waiting: list[Values] = []

    def copy(self) -> _Levels:
        twin = _Levels()
        twin.waiting = list(self.waiting)  # The arrays are replaced, never written to.
        return twin

    def add(self, values: Values) -> None:
        """Add values of the lowest level and reduce all complete groups."""
        level = 0
        while len(values):
            if level == len(self.waiting):
                self.waiting.append(np.empty((0, _VALUE_BYTES), dtype=np.uint8))
            values = np.concatenate([self.waiting[level], values])
            whole = len(values) - len(values) % GROUP
            self.waiting[level] = values[whole:].copy()
            values = reduce_level(values[:whole])
            level += 1

    def result(self) -> bytes:
        """Reduce the waiting values, at least one, as if the list ended here."""
        *lower, top = self.waiting
        carried = np.empty((0, _VALUE_BYTES), dtype=np.uint8)
        for waiting in lower:
            carried = reduce_level(np.concatenate([waiting, carried]))
        last = np.concatenate([top, carried])
        # One value at the top is the digest, except a C_i: there is at least one reduction.
        if len(last) > 1 or not lower:
            last = reduce_level(last)
        return last.tobytes()


class Phash(HashManners):
    """PHASH of a message that comes in pieces, like a :mod:`hashlib` object.

    Blocks are processed by the thousand as they come, so memory does not grow with the message.

    Parameters
    ----------
    data : bytes-like, optional
        Start of the message.
    padded : bool, optional
        Whether the message is padded already: its length is a positive multiple of 112 bytes, and
        nothing is added to it.

    Examples
    --------
    >>> h = Phash(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Phash(b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('phash', 64, 112)
    >>> Phash(b"", padded=True).digest()
    Traceback (most recent call last):
        ...
    gatehash.errors.ArgumentError: padded data must be a positive multiple of 112 bytes, got 0 bytes
    """

    def __init__(self, data: BytesLike = b"", *, padded: bool = False) -> None:
        self.name, self.digest_size, self.block_size = "phash", _VALUE_BYTES, _BLOCK_BYTES
        self._padded = padded
        self._levels = _Levels()
        self._rest = b""
        self._size = 0
        self._numbered = 0
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        view = octets(data)
        self._size += len(view)
        blocks, self._rest = whole_blocks(self._rest, view, _BATCH * _BLOCK_BYTES)
        for at in range(0, len(blocks), _BATCH * _BLOCK_BYTES):
            batch = _blocks(blocks[at : at + _BATCH * _BLOCK_BYTES])
            self._levels.add(block_values(batch, self._numbered))
            self._numbered += _BATCH

    def digest(self) -> bytes:
        """Return the digest of the message so far, 64 bytes; more may follow.

        Raises
        ------
        ArgumentError
            If a message that is padded already is not a positive multiple of 112 bytes long.
        """
        if self._padded:
            _check_padded(self._size)
            tail = self._rest
        else:
            tail = pad_rest(RULES["phash"], self._rest, self._size)
        levels = self._levels.copy()
        levels.add(block_values(_blocks(tail), self._numbered))
        return levels.result()

    def copy(self) -> Phash:
        """Return an independent object with the same message so far."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._levels = self._levels.copy()
        return twin
