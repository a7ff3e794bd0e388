# SPDX-License-Identifier: Apache-2.0
"""How many cycles the engine of Skein's tree takes: its schedule, cycle by cycle.

It has no closed form that is valid for all lengths: the blocks of 16 leaves are chosen in turn,
those of nodes go before them, and a leaf enters when the one 16 before it has left its slot. The
end of a message therefore waits for jobs that depend on Y_l, Y_f, Y_m and the number of leaves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from gatehash.catalog.skein_piped import LEAD
from gatehash.catalog.timing import WholeBlocks

__all__ = ["TreeEngineTiming"]

_SLOTS = 16
# The slots behind each slot, up to itself.
_BEHIND = [[(turn + 1 + i) % _SLOTS for i in range(_SLOTS)] for turn in range(_SLOTS)]
_SLOT_BLOCKS = 32
# Cycles from the ring's last stage, behind all rounds, to what tells of it, and to the answer.
_DONE, _ANSWERED = 1, 4
# From the answer's first word of the result to its first beat, less one.
_READ = 2


@dataclass(frozen=True)
class TreeEngineTiming(WholeBlocks):
    """Cycles of a message as a tree, with blocks of many leaves in flight.

    Parameters
    ----------
    words : int
        Words of 64 bits of a block.
    stages, passes : int
        Stages of the ring, and ways around it of a block.
    leaf, fan, height : int
        Y_l, Y_f and Y_m.
    digest_beats : int
        Beats of the answer.
    registered : int
        Whether registers are at the pins.
    """

    words: int
    stages: int
    passes: int
    leaf: int
    fan: int
    height: int
    digest_beats: int
    registered: int

    @property
    def span(self) -> tuple[int, int]:
        """Like :class:`Timing`: messages of whole leaves, the longer one of twice as many."""
        blocks = 1 << min(self.leaf, 5) + 5
        return blocks, 2 * blocks

    @property
    def block(self) -> Fraction:
        """Cycles for a block of a long message, with its share of the nodes."""
        few, many = self.span
        return Fraction(self.latency(many) - self.latency(few), many - few)

    @property
    def steady(self) -> Fraction:
        """Cycles of the stream top for a block of a long message."""
        return self.block

    @property
    def load(self) -> int:
        """Cycles of the stream top before those of the core: registers at the pins."""
        return self.registered

    @property
    def unload(self) -> int:
        """Cycles of the stream top after those of the core."""
        return self.digest_beats + _READ + self.registered

    def core(self, blocks: int) -> int:
        """Cycles from a message's first word to the first word of its digest."""
        return self._answered(blocks * self.words)

    def _answered(self, beats: int) -> int:
        shape = (self.leaf, self.fan, self.height)
        return answered(beats, self.words, self.stages, self.passes, shape) + 1

    def _cycles(self, beats: int) -> int:
        return self.load + self._answered(beats) + self.unload

    def less(self, whole: int, size: int) -> int:
        """Cycles that a message takes less for `size` bytes than for the `whole` of its blocks."""
        return self._cycles(whole // 8) - self._cycles(max(1, -(-size // 8)))

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self._cycles(blocks * self.words)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        ends, begin = [], 0
        for blocks in messages:
            ends.append(begin + self.latency(blocks))
            begin = ends[-1] + 1 - 2 * self.registered
        return ends


@cache
def answered(beats: int, words: int, stages: int, passes: int, shape: tuple[int, int, int]) -> int:
    """Return the cycle of the digest's first word; the message's first word comes in cycle 0.

    Parameters
    ----------
    beats : int
        Words of the message, at least 1.
    words, stages, passes
        See :class:`TreeEngineTiming`.
    shape : (int, int, int)
        Y_l, Y_f and Y_m.
    """
    return _Schedule(beats, words, stages, passes, shape).run()


@dataclass
class _Job:
    """A block on its way: of a node of a level, or of the leaf in a slot."""

    node: bool
    place: int
    ends: bool
    root: bool


class _Loader:
    """The core's side of a block: when it starts, when its words are read, when it is done."""

    def __init__(self, words: int, stages: int, passes: int) -> None:
        self._words, self._pace = words, passes
        self._steps = words + 1
        self._around = stages * passes
        self._start = -self._steps - 1
        self._holds: _Job | None = None
        self._takes: deque[int] = deque()
        self._chance = 0
        self.done: deque[tuple[int, _Job]] = deque()

    def take(self, cycle: int) -> None:
        """Have the ring take what is loaded, if it is time and there is room."""
        if cycle < self._chance:
            return
        while self._takes and cycle >= self._takes[0] + self._around:
            self._takes.popleft()
        offered = self._holds is not None and cycle >= self._start + 1 + self._words
        if offered or self._takes:
            self._chance = cycle + self._pace
        if offered and self._holds is not None:
            self._takes.append(cycle)
            self.done.append((cycle + self._around + LEAD, self._holds))
            self._holds = None

    def starts(self, cycle: int, job: _Job) -> bool:
        """Begin with a block, if that can be."""
        if self._holds is not None or cycle < self._start + self._steps:
            return False
        self._holds, self._start = job, cycle
        return True

    def reads(self, cycle: int) -> bool:
        """Whether the first word of the block is read."""
        return cycle == self._start + 3


class _Schedule:
    """The effect of a message on the registers of ``gh_skein_tree``."""

    def __init__(
        self, beats: int, words: int, stages: int, passes: int, shape: tuple[int, int, int]
    ) -> None:
        self._beats, self._words = beats, words
        leaf, self._fan, self._height = shape
        self._leaf_blocks = 1 << min(leaf, 58)
        self._fits = leaf <= 5
        blocks = -(-beats // words)
        self._leaves = -(-blocks // self._leaf_blocks)
        self._last_blocks = blocks - (self._leaves - 1) * self._leaf_blocks
        self._loader = _Loader(words, stages, passes)
        # Of each slot: the leaf's number, blocks that are there, and that have been read.
        self._leaf = [-1] * _SLOTS
        self._there = [0] * _SLOTS
        self._read = [0] * _SLOTS
        self._busy = [False] * _SLOTS
        self._complete = [False] * _SLOTS
        self._chosen: int | None = None
        self._turn = 0
        self._counts: list[int] = []

    def _blocks_of(self, leaf: int) -> int:
        return self._last_blocks if leaf == self._leaves - 1 else self._leaf_blocks

    def run(self) -> int:
        """Return the cycle of the digest's first word."""
        loader, beat, cycle = self._loader, 0, 0
        offered: _Job | None = None
        current: _Job | None = None
        node: _Job | None = None
        # The nodes' state and the cycle from which on it is that.
        state, since, next_leaf, level = "wait", 0, 0, 0
        while True:
            loader.take(cycle)
            reads = loader.reads(cycle)
            updates: list[tuple[list[bool] | list[int], int, bool | int]] = []
            # What is done.
            if loader.done and loader.done[0][0] + _DONE == cycle:
                _, job = loader.done[0]
                if job.root:
                    return self._output(loader, cycle - _DONE)
                loader.done.popleft()
                if not job.node:
                    updates.append((self._busy, job.place, job.ends))
                    updates.append((self._complete, job.place, job.ends))
                elif job.ends:
                    state, since, level = "look", cycle + 1, level + 1
                else:
                    slot = next_leaf % _SLOTS
                    updates += [(self._leaf, slot, -1), (self._complete, slot, False)]
                    updates.append((self._busy, slot, False))
                    next_leaf += 1
                    state, since = "wait", cycle + 1
            # The next node's block.
            if state == "wait" and cycle >= since and self._complete[next_leaf % _SLOTS]:
                state, since, level = "look", cycle + 1, 0
            elif state == "look" and cycle >= since:
                state, since, node = "offer", cycle + 1, self._node(level, next_leaf)
            # The register of the block that the core is offered.
            waits = state == "offer" and cycle >= since
            if reads and current is not None and not current.node:
                updates.append((self._read, current.place, self._read[current.place] + 1))
            started = offered is not None and loader.starts(cycle, offered)
            if started:
                current = offered
            chooses = offered is None or reads
            chosen = self._chosen
            if chooses:
                offered = None
                if waits:
                    offered, state = node, "run"
                elif chosen is not None:
                    offered = self._leaf_job(chosen)
                    updates.append((self._busy, chosen, True))
            self._choose(taken=chooses and not waits)
            # The message.
            if beat < self._beats:
                beat += self._enters(beat, updates)
            for where, slot, value in updates:
                where[slot] = value  # type: ignore[assignment]
            cycle += 1

    def _output(self, loader: _Loader, cycle: int) -> int:
        """Return the cycle of the digest's first word, from that in which the root leaves."""
        # The output block begins as a stream's next block does.
        start = cycle + 4
        take = start + 1 + loader._words
        return take + loader._around + LEAD + _ANSWERED

    def _enters(
        self, beat: int, updates: list[tuple[list[bool] | list[int], int, bool | int]]
    ) -> int:
        leaf, block = divmod(beat // self._words, self._leaf_blocks)
        slot, begins = leaf % _SLOTS, beat % (self._leaf_blocks * self._words) == 0
        if begins and self._leaf[slot] != -1:
            return 0
        if not self._fits and not begins and block - self._read[slot] >= _SLOT_BLOCKS:
            return 0
        if begins:
            updates.append((self._leaf, slot, leaf))
            self._read[slot] = self._there[slot] = 0
        if beat + 1 == self._beats or (beat + 1) % self._words == 0:
            updates.append((self._there, slot, block + 1))
        return 1

    def _choose(self, *, taken: bool) -> None:
        """Choose the next slot behind the last one, as ``gh_round_robin``."""
        if self._chosen is not None and not taken:
            return
        before, self._chosen = self._chosen, None
        there, read, busy = self._there, self._read, self._busy
        for slot in _BEHIND[self._turn]:
            if there[slot] > read[slot] and not busy[slot] and slot != before:
                self._chosen = self._turn = slot
                break

    def _leaf_job(self, slot: int) -> _Job:
        leaf = self._leaf[slot]
        ends = self._read[slot] + 1 == self._blocks_of(leaf)
        return _Job(node=False, place=slot, ends=ends, root=ends and self._leaves == 1)

    def _node(self, level: int, leaf: int) -> _Job:
        if level == len(self._counts):
            self._counts.append(0)
        count = self._counts[level]
        self._counts[level] += 1
        last, highest = leaf == self._leaves - 1, level + 2 == self._height
        full = not highest and (count + 1) % (1 << self._fan) == 0
        only = highest or count >> self._fan == 0
        return _Job(node=True, place=level, ends=last or full, root=last and only)
