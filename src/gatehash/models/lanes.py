# SPDX-License-Identifier: Apache-2.0
"""Models of BLAKE3 and ChaCha that compute many blocks side by side, for long messages.

The rounds are those of the golden models, which take an array of words, one of each lane, as they
take an integer. Here is only which blocks those are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gatehash.manners import BytesLike, octets
from gatehash.models.blake3 import (
    BLOCK_BYTES,
    CHUNK_BLOCKS,
    CHUNK_END,
    CHUNK_START,
    PARENT,
    Blake3,
    _Node,
    compress_words,
)
from gatehash.models.chacha import initial_state, key_stream_words
from gatehash.models.crypt import ChaChaStream
from gatehash.models.words import Words

__all__ = ["Blake3Lanes", "ChaChaLanes"]

Lanes: TypeAlias = NDArray[np.uint32]

_CHUNK_BYTES = BLOCK_BYTES * CHUNK_BLOCKS

# Bytes that are computed at a time, and the lanes from which on that takes less time than blocks
# one after the other.
_BATCH = 1 << 22
_FEW = 16
_WORDS = 16
# Bytes of the nonce beside which the counter has one word.
_SHORT_COUNTER = 12


def _counters(first: int, count: int) -> tuple[Lanes, Lanes]:
    """Return the low and the high words of numbers of 64 bits, from `first` on."""
    numbers = np.arange(count, dtype=np.uint64) + np.uint64(first)
    return numbers.astype(np.uint32), (numbers >> np.uint64(32)).astype(np.uint32)


def _compressed(
    h: Sequence[Any], m: Sequence[Any], t: Sequence[Any], flags: int
) -> tuple[Lanes, ...]:
    """Return the chaining values that whole blocks leave; each word is of type Lanes."""
    words: Sequence[Any] = compress_words(h, m, t, BLOCK_BYTES, flags)
    return tuple(words[:8])


class Blake3Lanes(Blake3):
    """BLAKE3 as :class:`Blake3`, with a chunk or a parent in each lane.

    Up to 8 MiB of the message are gathered, so memory does not grow with it.

    Examples
    --------
    >>> Blake3Lanes(256, bytes(1 << 17)).digest() == Blake3(256, bytes(1 << 17)).digest()
    True
    """

    _gathered: bytearray | None = None

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        view = octets(data)
        for at in range(0, len(view), _BATCH):
            self._gathered = self._gathered or bytearray()
            self._gathered += view[at : at + _BATCH]
            if len(self._gathered) >= _BATCH:
                self._flush()

    def digest(self) -> bytes:
        """Return the digest of the message so far, `digest_size` bytes; more may follow."""
        self._flush()
        return super().digest()

    def copy(self) -> Self:
        """Return an independent object with the same message so far."""
        self._flush()
        return super().copy()

    def _flush(self) -> None:
        gathered, self._gathered = self._gathered, None
        super().update(gathered or b"")

    def _absorb(self, blocks: bytes, start: int) -> _Node:
        begin = min(-start % _CHUNK_BYTES, len(blocks))
        count = (len(blocks) - begin) // _CHUNK_BYTES
        if count < _FEW:
            return super()._absorb(blocks, start)
        end = begin + count * _CHUNK_BYTES
        self._chaining = super()._absorb(blocks[:begin], start)
        number = (start + begin) // _CHUNK_BYTES
        h = self._chunks(blocks[begin:end], number)
        self._chaining = _Node(self._joined(self._chaining.stack, h, number), self._key)
        return super()._absorb(blocks[end:], start + end)

    def _chunks(self, data: bytes, first: int) -> Sequence[Lanes]:
        """Return the chaining values of whole chunks, the first of which has number `first`."""
        m = np.frombuffer(data, "<u4").reshape(-1, CHUNK_BLOCKS, _WORDS).transpose(1, 2, 0)
        m = np.ascontiguousarray(m, np.uint32)
        t = _counters(first, m.shape[-1])
        h: Sequence[Lanes] = self._keys(m.shape[-1])
        for number in range(CHUNK_BLOCKS):
            flags = CHUNK_START * (number == 0) | CHUNK_END * (number == CHUNK_BLOCKS - 1)
            h = _compressed(h, list(m[number]), t, self._mode | flags)
        return h

    def _keys(self, count: int) -> list[Lanes]:
        """Return the key as the chaining value of each lane."""
        return [np.full(count, word, np.uint32) for word in self._key]

    def _joined(
        self, stack: tuple[Words, ...], h: Sequence[Lanes], number: int
    ) -> tuple[Words, ...]:
        """Return the stack behind subtrees of one level, the first of which has number `number`.

        A subtree with an odd number ends another one, whose left half is the last of the stack.
        """
        count = len(h[0])
        if number % 2:
            stack = self._pushed(stack, h, 0, number)
            h, number, count = [each[1:] for each in h], number + 1, count - 1
        if count > 1:
            pairs = count // 2 * 2
            m = [each[half:pairs:2] for half in (0, 1) for each in h]
            t = _counters(0, 1)
            parents = _compressed(self._keys(pairs // 2), m, t, self._mode | PARENT)
            stack = self._joined(stack, parents, number // 2)
        if count % 2:
            stack = self._pushed(stack, h, -1, number + count - 1)
        return stack

    def _pushed(
        self, stack: tuple[Words, ...], h: Sequence[Lanes], lane: int, number: int
    ) -> tuple[Words, ...]:
        """Return the stack behind the subtree in a lane, whose number is `number`."""
        right = tuple(int(each[lane]) for each in h)
        while number % 2:
            node = self._parent(stack, right)
            stack, right, number = node.stack, node.chained(), number // 2
        return (*stack, right)


class ChaChaLanes(ChaChaStream):
    """ChaCha as :class:`ChaChaStream`, with a block in each lane.

    Examples
    --------
    >>> stream = ChaChaLanes(bytes(32), bytes(8))
    >>> stream.update(bytes(3))
    >>> stream.digest().hex()
    '76b8e0'
    """

    def _crypt(self, blocks: bytes, first: int) -> bytes:
        most = 1 << (32 if len(self._nonce) == _SHORT_COUNTER else 64)
        count, counter = len(blocks) // self._block_bytes, self._counter + first
        # The golden model names what is wrong with a counter that would pass its end.
        if count < _FEW or counter + count > most:
            return super()._crypt(blocks, first)
        return b"".join(
            self._lanes(blocks[at : at + _BATCH], counter + at // self._block_bytes)
            for at in range(0, len(blocks), _BATCH)
        )

    def _lanes(self, blocks: bytes, counter: int) -> bytes:
        """Return whole blocks, encrypted or decrypted; `counter` is that of the first one."""
        x: list[Any] = list(initial_state(self._key, self._nonce, counter))
        low, high = _counters(counter, len(blocks) // self._block_bytes)
        x[12] = low
        if len(self._nonce) != _SHORT_COUNTER:
            x[13] = high
        stream = np.stack(key_stream_words(x, self._rounds), axis=-1).astype("<u4", copy=False)
        text = np.frombuffer(blocks, np.uint8).reshape(-1, self._block_bytes)
        return (text ^ stream.view(np.uint8)).tobytes()
