# SPDX-License-Identifier: Apache-2.0
"""How many cycles BLAKE3's engine takes: its schedule, job by job."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

__all__ = ["Blake3EngineTiming"]

_BLOCK_BYTES, _WORD_BYTES, _ROW_WORDS = 64, 8, 4
_CHUNK = 16
# Cycles from a job's choice to the next, and jobs from a choice to the choice of what follows it.
_PACE, _AROUND = 7, 11
# Words of a packet but for the key, and of the key.
_PACKET, _KEY = 3, 4
# Cycles from the packet's last beat to the message's first, without a key and with one.
_BEGIN, _BEGIN_KEYED = 4, 2
# Cycles from the root's result to the first word of the output.
_OUT = 6
# Cycles from an answer's last beat to the next packet's first, less one, after a message of one
# chunk and after another.
_ERASED, _ALL_ERASED = 65, 1025


@dataclass(frozen=True)
class Blake3EngineTiming:
    """Cycles of BLAKE3 with ten compressions in flight.

    A block can be chosen when all its words are there and the one before it in its chunk has left
    the ring; a parent goes before blocks, and there is one at a time.

    Parameters
    ----------
    digest_bits : int
        Length of the output in bits.
    keyed : bool
        Whether the packet has a key.
    beats : int
        Beats of a word of 64 bits.
    registered : int
        Whether registers are at the pins.
    """

    digest_bits: int
    keyed: bool
    beats: int
    registered: int

    gap = 0
    span = (768, 992)
    """As in :class:`Timing`: of whole chunks, with trees whose last parents take equally long."""

    @property
    def block(self) -> int:
        """Cycles of the core for a block of a long message."""
        return _BLOCK_BYTES // _WORD_BYTES * self.beats

    @property
    def steady(self) -> int:
        """Cycles of the stream top for a block of a long message."""
        return self.block

    def less(self, whole: int, size: int) -> int:
        """Cycles that a message takes less for `size` bytes than for the `whole` of its blocks."""
        return self._cycles(whole) - self._cycles(size)

    def hidden(self, whole: int, size: int) -> int:
        """Cycles of `less` by which the next message does not enter sooner."""
        return 0

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self._root(blocks * _BLOCK_BYTES) + _OUT

    def _beats_of(self, size: int) -> int:
        return max(1, -(-size * self.beats // _WORD_BYTES))

    def _root(self, size: int) -> int:
        """Cycles from a message's first beat, of `size` bytes, to the root's result."""
        delay = int(self.beats > 1) + 2 * self.registered
        return root(self._beats_of(size), self.block, delay)

    @property
    def _pins(self) -> int:
        """Cycles of a word on either side: a register of a converter, and one at the pins."""
        return int(self.beats > 1) + self.registered

    @property
    def load(self) -> int:
        """Cycles from a packet's first beat to the message's first."""
        packet = (_PACKET + _KEY * self.keyed) * self.beats
        return packet + (_BEGIN_KEYED if self.keyed else _BEGIN) + self._pins

    @property
    def unload(self) -> int:
        """Cycles of the answer's beats, with a pause behind each four words."""
        beats = self._beats_of(self.digest_bits // 8)
        pauses = (beats - 1) // _ROW_WORDS if self.beats == 1 else 0
        return beats + pauses + self._pins

    def _cycles(self, size: int) -> int:
        return self.load + self._root(size) + _OUT + self.unload

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self._cycles(blocks * _BLOCK_BYTES)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        # The answer's last word leaves a converter while the memory is overwritten.
        meanwhile = (self._beats_of(self.digest_bits // 8) - 1) % self.beats + 1
        sooner = meanwhile * int(self.beats > 1)
        ends, begin = [], 0
        for blocks in messages:
            ends.append(begin + self.latency(blocks))
            begin = ends[-1] + (_ALL_ERASED if blocks > _CHUNK else _ERASED) - sooner
        return ends


@cache
def root(beats: int, block_beats: int, delay: int) -> int:
    """Return the cycle of the root's result, counted from that in which a message may enter.

    Parameters
    ----------
    beats, block_beats : int
        Beats of the message, at least 1, and of a block.
    delay : int
        Cycles from a word's last beat at the pins to the core.
    """
    return _Schedule(beats, block_beats, delay).run()


class _Tree:
    """The parents, one at a time: see the states of ``gh_blake3_tree``."""

    def __init__(self, chunks: int) -> None:
        self._last = chunks - 1
        self._complete: deque[int] = deque()
        self._last_done: int | None = None
        self._number = 0
        # The cycle in which the tree is at rest again, and that in which a parent is offered.
        self._free = 0
        self._ones = 0
        self._works = self._fold = False
        self.offered: int | None = None

    def complete(self, cycle: int) -> None:
        """Take the chaining value of a chunk, which is in the ring's last stage."""
        self._complete.append(cycle + 1)
        self._rest()

    def complete_last(self, cycle: int) -> None:
        """Take that of the last chunk."""
        self._last_done = cycle + 1
        self._rest()

    def done(self, cycle: int) -> None:
        """Take the parent's."""
        self._ones >>= 1
        self._goes_on(cycle + 1)

    @property
    def is_root(self) -> bool:
        """Whether the parent that is offered is the root."""
        return self._fold and self._ones == 1

    def _rest(self) -> None:
        while not self._works:
            if self._complete:
                begins = max(self._free, self._complete.popleft())
                self._fold = False
            elif self._last_done is not None and self._number == self._last:
                begins = max(self._free, self._last_done)
                self._fold = True
            else:
                return
            self._works, self._ones = True, self._number
            self._goes_on(begins + 1)

    def _goes_on(self, cycle: int) -> None:
        while self._fold and not self._ones & 1:
            self._ones >>= 1
            cycle += 1
        if self._ones & 1:
            self.offered = cycle
            return
        self._number += 1
        self._works, self._free = False, cycle + 1
        self._rest()


class _Schedule:
    """The jobs of a message, in the order in which they are chosen."""

    def __init__(self, beats: int, block_beats: int, delay: int) -> None:
        self._beats, self._block_beats, self._delay = beats, block_beats, delay
        self._blocks = -(-beats // block_beats)
        self._chunks = -(-self._blocks // _CHUNK)

    def _taken(self, block: int) -> int:
        """Cycle in which a block's last word is taken."""
        return min(self._beats, self._block_beats * (block + 1)) - 1 + self._delay

    def run(self) -> int:
        """Return the cycle of the root's result."""
        waiting: deque[int] = deque()
        ring: deque[tuple[int, str, int]] = deque()
        tree = _Tree(self._chunks)
        new, slot = 0, 0
        while True:
            leaves = 1 + _PACE * slot
            # What leaves is known two cycles before; what waits is seen in the cycle after that.
            known, seen = leaves - 2, leaves - 1
            # Chunks whose first block is there join before what leaves the ring now.
            while new < self._chunks and self._taken(_CHUNK * new) <= known - 2:
                waiting.append(_CHUNK * new)
                new += 1
            if ring and ring[0][0] == slot:
                _, kind, block = ring.popleft()
                if kind == "root":
                    return leaves
                if kind == "parent":
                    tree.done(known)
                elif block == self._blocks - 1:
                    tree.complete_last(known)
                elif block % _CHUNK == _CHUNK - 1:
                    tree.complete(known)
                else:
                    waiting.append(block + 1)
            if tree.offered is not None and tree.offered <= seen:
                tree.offered = None
                ring.append((slot + _AROUND, "root" if tree.is_root else "parent", 0))
            elif waiting and self._taken(waiting[0]) < leaves:
                block = waiting.popleft()
                alone = self._chunks == 1 and block == self._blocks - 1
                ring.append((slot + _AROUND, "root" if alone else "block", block))
            slot += 1
