# SPDX-License-Identifier: Apache-2.0
"""How many cycles BLAKE3's engine takes: its schedule, job by job.

A long message has a closed form, `block`. The cycle of the root's result has none that is valid for
all lengths: blocks of about ten chunks queue for slots of seven cycles while they arrive every
eight, and parents go before them; so how long the last chunk waits depends on how the slots fall
on the beats, and on the parents that are due, which the binary digits of the chunks' number say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gatehash.catalog.timing import WholeBlocks

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
# Blocks of `span`, for a number of lanes, and whether all of them get a word in each cycle.
_SPANS = {
    (1, True): (768, 992),
    (1, False): (768, 992),
    (2, True): (1040, 1936),
    (2, False): (736, 1632),
    (4, True): (1552, 3344),
    (4, False): (512, 960),
}
# Cycles from an answer's last beat to the next packet's first, less one, after a message of one
# chunk and after another, with one lane and with several.
_ERASED, _ALL_ERASED, _LANES_ERASED = 65, 1025, 513


@dataclass(frozen=True)
class Blake3EngineTiming(WholeBlocks):
    """Cycles of BLAKE3 with ten compressions in flight, in each of some lanes.

    A block can be chosen when all its words are there and the one before it in its chunk has left
    the ring; a parent goes before blocks, and there is one at a time of a lane's runs and one of
    all runs.

    Parameters
    ----------
    digest_bits : int
        Length of the output in bits.
    keyed : bool
        Whether the packet has a key.
    stream_bits : int
        Width of the streams.
    registered : int
        Whether registers are at the pins.
    lanes : int
        The lanes.
    """

    digest_bits: int
    keyed: bool
    stream_bits: int
    registered: int
    lanes: int = 1

    @property
    def span(self) -> tuple[int, int]:
        """Like :class:`Timing`: whole chunks, and trees whose last parents take as long."""
        return _SPANS[self.lanes, self.stream_bits == 8 * _WORD_BYTES * self.lanes]

    @property
    def block(self) -> int:
        """Cycles of the core for a block of a long message."""
        return 8 * _BLOCK_BYTES // self.stream_bits

    @property
    def steady(self) -> int:
        """Cycles of the stream top for a block of a long message."""
        return self.block

    def less(self, whole: int, size: int) -> int:
        """Cycles that a message takes less for `size` bytes than for the `whole` of its blocks."""
        return self._cycles(whole) - self._cycles(size)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self._root(blocks * _BLOCK_BYTES) + _OUT

    @property
    def _word_beats(self) -> int:
        """Beats of a word at the pins, at least 1."""
        return max(1, 8 * _WORD_BYTES // self.stream_bits)

    def _root(self, size: int) -> int:
        """Cycles from a message's first beat, of `size` bytes, to the root's result."""
        beats = max(1, -(-8 * size // self.stream_bits))
        converted = self.stream_bits != 8 * _WORD_BYTES * self.lanes
        return root(beats, self.block, int(converted) + 2 * self.registered, self.lanes)

    @property
    def load(self) -> int:
        """Cycles from a packet's first beat to the message's first."""
        packet = (_PACKET + _KEY * self.keyed) * self._word_beats
        pins = int(self._word_beats > 1) + self.registered
        return packet + (_BEGIN_KEYED if self.keyed else _BEGIN) + pins

    @property
    def unload(self) -> int:
        """Cycles of the answer's beats, with a pause behind each four words."""
        size = self.digest_bits // 8
        pins = int(self.stream_bits != 8 * _WORD_BYTES) + self.registered
        if self._word_beats > 1:
            return -(-8 * size // self.stream_bits) + pins
        words = -(-size // _WORD_BYTES)
        return words + (words - 1) // _ROW_WORDS + pins

    def _cycles(self, size: int) -> int:
        return self.load + self._root(size) + _OUT + self.unload

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self._cycles(blocks * _BLOCK_BYTES)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        # The answer's last word leaves a converter while the memory is overwritten.
        beats = -(-self.digest_bits // min(self.stream_bits, 8 * _WORD_BYTES))
        meanwhile = (beats - 1) % self._word_beats + 1
        sooner = meanwhile * int(self.stream_bits != 8 * _WORD_BYTES)
        erased = _ALL_ERASED if self.lanes == 1 else _LANES_ERASED
        ends, begin = [], 0
        for blocks in messages:
            ends.append(begin + self.latency(blocks))
            begin = ends[-1] + (erased if blocks > _CHUNK else _ERASED) - sooner
        return ends


@cache
def root(beats: int, block_beats: int, delay: int, lanes: int) -> int:
    """Return the cycle of the root's result, counted from that in which a message may enter.

    Parameters
    ----------
    beats, block_beats : int
        Beats of the message, at least 1, and of a block.
    delay : int
        Cycles from a word's last beat at the pins to the core.
    lanes : int
        Lanes among which runs of as many chunks are dealt.
    """
    return _Schedule(beats, block_beats, delay, lanes).run()


class _Tree:
    """The parents, one at a time: see the states of ``gh_blake3_tree`` and ``gh_blake3_run``.

    Parameters
    ----------
    last : int
        Number of the last value, -1 where it is none of the tree's.
    size : int
        Values of a subtree that is complete when its last one is; 0 where all are one tree.
    """

    def __init__(self, last: int, size: int = 0) -> None:
        self._last, self._size = last, size
        self._complete: deque[int] = deque()
        self._last_done: int | None = None
        self._number = 0
        # The cycle in which the tree is at rest again, and that in which a parent is offered.
        self._free = 0
        self._ones = 0
        self._works = self._fold = False
        self.offered: int | None = None
        # The cycle in which it is seen that the last value is a whole subtree.
        self.alone: int | None = None

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
    def is_whole(self) -> bool:
        """Whether the parent that is offered is the whole tree, or a whole subtree."""
        full = self._size > 0 and (self._number + 1) % self._size == 0
        return (self._fold or full) and self._ones == 1

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
            self._works = True
            self._ones = self._number % self._size if self._size else self._number
            if self._fold and not self._ones:
                self.alone = begins
            self._goes_on(begins + 1)

    def _goes_on(self, cycle: int) -> None:
        while self._fold and self._ones and not self._ones & 1:
            self._ones >>= 1
            cycle += 1
        if self._ones & 1:
            self.offered = cycle
        if self._fold or self._ones & 1:
            return
        self._number += 1
        self._works, self._free = False, cycle + 1
        self._rest()


@dataclass
class _Lane:
    """Jobs of a lane: a kind, and the number of a block in the message."""

    chunks: deque[int]
    """Chunks that have not joined those that wait for the ring."""
    tree: _Tree

    def __post_init__(self) -> None:
        self.waiting: deque[int] = deque()
        self.ring: deque[tuple[int, str, int]] = deque()
        # Cycles in which runs get their values, of those that the tree of all has not.
        self.runs: deque[int] = deque()


class _Schedule:
    """The jobs of a message, in the order in which they are chosen."""

    def __init__(self, beats: int, block_beats: int, delay: int, lanes: int) -> None:
        self._beats, self._block_beats, self._delay = beats, block_beats, delay
        self._blocks = -(-beats // block_beats)
        self._chunks = -(-self._blocks // _CHUNK)
        # A run is as many chunks as there are lanes; with one lane all chunks are one tree.
        self._run = lanes
        self._runs = -(-self._chunks // lanes)
        last = self._chunks - 1
        self._lanes: list[_Lane] = []
        for number in range(lanes):
            mine = [each for each in range(self._chunks) if each // lanes % lanes == number]
            has_last = bool(mine) and mine[-1] == last and lanes > 1
            tree = _Tree(len(mine) - 1 if has_last else -1, lanes)
            self._lanes.append(_Lane(deque(mine), tree))
        self._tree = _Tree(self._runs - 1)
        # The run whose value the tree waits for, and the cycle from which on it does.
        self._turn = self._free = 0

    def _taken(self, block: int) -> int:
        """Cycle in which a block's last word is taken."""
        return min(self._beats, self._block_beats * (block + 1)) - 1 + self._delay

    def _open(self, cycle: int) -> bool:
        """Whether a value may be asked for: no chunk enters lane 0, or will soon."""
        if self._taken(self._blocks - 1) < cycle:
            return True
        # Blocks of which all beats are taken before.
        block = max(0, cycle - self._delay) // self._block_beats
        lane, chunk = block // _CHUNK // self._run % self._run, block // _CHUNK % self._run
        near = lane == chunk == self._run - 1 and block % _CHUNK >= _CHUNK - 2
        return lane != 0 and not near

    def run(self) -> int:
        """Return the cycle of the root's result."""
        slot = 0
        while True:
            leaves = 1 + _PACE * slot
            self._ask(leaves)
            # The root is a job of lane 0.
            for number in range(len(self._lanes)):
                if self._step(number, slot, leaves):
                    return leaves
            self._bring()
            slot += 1

    def _step(self, number: int, slot: int, leaves: int) -> bool:
        """Let a lane's oldest job leave and the next one enter; return whether it was the root."""
        lane = self._lanes[number]
        # What leaves is known two cycles before; what waits is seen in the cycle after that.
        known, seen = leaves - 2, leaves - 1
        # Chunks whose first block is there join before what leaves the ring now.
        while lane.chunks and self._taken(_CHUNK * lane.chunks[0]) <= known - 2:
            lane.waiting.append(_CHUNK * lane.chunks.popleft())
        if lane.ring and lane.ring[0][0] == slot:
            _, kind, block = lane.ring.popleft()
            if kind == "root":
                return True
            self._left(number, kind, block, known)
        if lane.tree.alone is not None:
            lane.runs.append(lane.tree.alone)
            lane.tree.alone = None
        tree, joint = lane.tree, self._tree
        if number == 0 and joint.offered is not None and joint.offered <= seen:
            joint.offered = None
            kind = "root" if joint.is_whole else "joint"
            lane.ring.append((slot + _AROUND, kind, 0))
        elif tree.offered is not None and tree.offered <= seen:
            tree.offered = None
            kind = "part" if not tree.is_whole else "run" if self._runs > 1 else "root"
            lane.ring.append((slot + _AROUND, kind, 0))
        elif lane.waiting and self._taken(lane.waiting[0]) < leaves:
            block = lane.waiting.popleft()
            alone = self._chunks == 1 and block == self._blocks - 1
            lane.ring.append((slot + _AROUND, "root" if alone else "block", block))
        return False

    def _left(self, number: int, kind: str, block: int, known: int) -> None:
        """Take what a job of a lane has made, but for the root's."""
        lane = self._lanes[number]
        last = kind == "block" and block == self._blocks - 1
        if kind == "joint":
            self._tree.done(known)
        elif kind in ("part", "run"):
            lane.tree.done(known)
            if kind == "run":
                lane.runs.append(known)
        elif not last and block % _CHUNK != _CHUNK - 1:
            lane.waiting.append(block + 1)
        elif self._run == 1:
            (self._tree.complete_last if last else self._tree.complete)(known)
        elif not last:
            lane.tree.complete(known)
        else:
            lane.tree.complete_last(known)

    def _ask(self, leaves: int) -> None:
        """Ask for the value of the next run, where it is not lane 0's."""
        known, source = leaves - 2, self._turn % self._run
        runs = self._lanes[source].runs
        if source and runs and max(runs[0] + 1, self._free) <= known and self._open(known):
            self._arrives(known + 1 + _ROW_WORDS // self._run)

    def _bring(self) -> None:
        """Bring lane 0's to the tree of runs."""
        runs = self._lanes[0].runs
        if self._turn % self._run == 0 and runs:
            self._arrives(max(runs[0] + 1, self._free))

    def _arrives(self, cycle: int) -> None:
        """Take the value of the next run."""
        self._lanes[self._turn % self._run].runs.popleft()
        last = self._turn == self._runs - 1
        (self._tree.complete_last if last else self._tree.complete)(cycle)
        self._turn, self._free = self._turn + 1, cycle + 1
