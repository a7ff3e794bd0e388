# SPDX-License-Identifier: Apache-2.0
"""Cycles of PHASH, from a model of its schedule: when blocks and reductions start on the ciphers.

A long message has closed forms, `block` and `steady`. The end of a message has none that is valid
for all lengths: a reduction takes a cipher's turn when its last value has left one, so a group
waits for as long as the ciphers' turns, their flight and the groups before it make it, in each of
up to 16 levels, and messages of a row share the turns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import itemgetter

from gatehash.catalog.timing import WholeBlocks
from gatehash.catalog.whirlpool import ROUNDS

__all__ = ["BLOCK_BITS", "GROUP", "RING_STAGES", "PhashCycles", "period", "slots_of"]

RING_STAGES = 6
"""Stages of a cipher in a ring with block memories."""

GROUP = 256
"""Values that a reduction takes."""

BLOCK_BITS = 896
_DIGEST_BITS = 512


def period(stages: int) -> int:
    """Cycles from start to start of a cipher; in a ring a block has the first stage once more."""
    return ROUNDS + (stages == RING_STAGES)


def slots_of(ciphers: int, stages: int) -> int:
    """Slots of a cycle: blocks that may start in it."""
    return -(-ciphers // period(stages))


@dataclass(frozen=True)
class _Start:
    """The work that starts on a cipher: a block of a message, or a group's reduction."""

    level: int
    ends: bool
    last: bool
    digest: bool


class _Reduction:
    """Groups that wait for a cipher, and how many went before them in each level."""

    def __init__(self) -> None:
        self.blocks_group: bool | None = None
        """Whether the group of blocks that waits is its level's last; None if there is none."""
        self.stack: deque[tuple[int, bool]] = deque()
        """Level of each group of values of level 1 and up that waits, and whether it is the last of
        its level; in the order in which they go."""
        self.counts: dict[int, int] = {}
        self._shown = self._taken = False

    @property
    def waits(self) -> bool:
        return self.blocks_group is not None or bool(self.stack)

    @property
    def ready(self) -> bool:
        return self.blocks_group is not None or self._shown

    def start(self) -> _Start:
        """Start the reduction of the group that goes first."""
        if self.blocks_group is not None:
            level, last = 1, self.blocks_group
            self.blocks_group = None
        else:
            waiting, last = self.stack.popleft()
            level = waiting + 1
            self._taken = True
        count = self.counts.get(level, 0)
        self.counts[level] = 0 if last else count + 1
        return _Start(level, last or count % GROUP == GROUP - 1, last, last and count == 0)

    def step(self, added: Sequence[_Start], coming: Sequence[_Start]) -> None:
        """End a cycle in which results were added up, before one in which others are."""
        if not (added or coming or self.stack or self._shown or self._taken):
            return
        # The stack has one port, a value's when one comes; a group of it is read a cycle on.
        port_taken = any(value.level and not value.digest for value in coming)
        self._shown = bool(self.stack) and not (port_taken or self._taken)
        self._taken = False
        for value in added:
            if value.ends and not value.digest:
                if value.level == 0:
                    self.blocks_group = value.last
                else:
                    self.stack.append((value.level, value.last))
                    self.stack = deque(sorted(self.stack, key=itemgetter(0)))


class _Source:
    """Blocks at hand to a core whose stream never pauses."""

    def __init__(self, messages: Sequence[int], beats: int, slots: int, *, holds: bool) -> None:
        self._frames = self._frame(messages, slots)
        self._beats, self._slots, self._holds = beats, slots, holds
        self._gathered = 0
        self._next: list[int] | None = next(self._frames, None)
        self._buffer: deque[int] = deque()
        self._held = False
        self.blocks: deque[int] = deque() if holds else self._buffer
        """Blocks left of their message with each, itself counted."""

    @staticmethod
    def _frame(messages: Sequence[int], slots: int) -> Iterator[list[int]]:
        for blocks in messages:
            for left in range(blocks, 0, -slots):
                yield list(range(left, max(0, left - slots), -1))

    def step(self) -> None:
        """End a cycle: a beat enters where there is room for it."""
        if self._holds:
            # A core's register takes a block in the cycle after the one before has left it.
            if self._buffer and not self._held:
                self.blocks.append(self._buffer.popleft())
            self._held = bool(self.blocks)
        if self._next is not None and len(self._buffer) < self._slots:
            self._gathered += 1
            if self._gathered == self._beats:
                self._buffer.extend(self._next)
                self._gathered = 0
                self._next = next(self._frames, None)


@dataclass(frozen=True)
class PhashCycles(WholeBlocks):
    """Cycles of PHASH on `ciphers` W ciphers of `stages` registers a round.

    A cipher starts every 10 cycles, in a ring every 11, so a block takes ``10 / ciphers`` cycles or
    ``11 / ciphers``, and of 257 starts one is a reduction's. The model of the schedule shares
    nothing with the RTL but its rules (see ``rtl/phash/gh_phash_core.sv``).

    Parameters
    ----------
    ciphers : int
        Number of W ciphers, N.
    stages : int
        Registers in a cipher's round, or stages of its ring.
    stream_bits : int
        Width of the stream in bits.
    registered : int
        1 if there are registers at all pins, else 0.
    """

    ciphers: int
    stages: int
    stream_bits: int
    registered: int = 0

    @property
    def period(self) -> int:
        """Cycles from start to start of a cipher."""
        return period(self.stages)

    @property
    def flight(self) -> int:
        """Cycles from a start to the one in which the result is added up."""
        # In a ring the registers at both ends of a cipher are part of the way in and out.
        return self.period * self.stages + (0 if self.stages == RING_STAGES else 3)

    @property
    def holds(self) -> bool:
        """Whether the core holds the next block: no two blocks start in adjacent cycles."""
        return self.period // self.ciphers >= 2

    @property
    def settled(self) -> int:
        """Blocks of a long message behind which each one takes `block` cycles."""
        return 4 if self.holds else 3

    @property
    def block(self) -> Fraction:
        """Cycles for one block."""
        return Fraction(self.period, self.ciphers)

    @property
    def steady(self) -> Fraction:
        """Cycles for one more block of a long message, with its share of the reductions."""
        return self.block * Fraction(GROUP + 1, GROUP)

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages whose difference is the steady state."""
        return (GROUP * self.ciphers, 3 * GROUP * self.ciphers)

    @property
    def load(self) -> int:
        """Cycles of the stream top until a message's first block is in the core."""
        return self.block_beats + self.registered

    @property
    def unload(self) -> int:
        """Cycles of the stream top for the beats of a digest."""
        return 1 + self.digest_beats + self.registered

    @property
    def block_beats(self) -> int:
        """Beats of a block, or 1 if a beat has several."""
        return max(1, BLOCK_BITS // self.stream_bits)

    @property
    def digest_beats(self) -> int:
        """Beats of a digest."""
        return -(-_DIGEST_BITS // self.stream_bits)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.latency(blocks) - self.load - self.unload

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""
        return _ends(self, (blocks,))[0]

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages."""
        return list(_ends(self, tuple(messages)))


@cache
def _ends(cycles: PhashCycles, messages: tuple[int, ...]) -> tuple[int, ...]:
    """Cycle, from 1 on, in which each message's last digest beat leaves."""
    ciphers, period, latency = cycles.ciphers, cycles.period, cycles.flight
    slots = [0] * period
    for cipher in range(ciphers):
        slots[cipher * period // ciphers] += 1
    gap = -(-period // ciphers)
    most = ciphers * cycles.stages
    places = 16 if most <= 12 else 1 << (most + 3).bit_length()

    source = _Source(
        messages,
        cycles.block_beats,
        slots_of(ciphers, cycles.stages),
        holds=cycles.holds,
    )
    reduction = _Reduction()
    results: deque[tuple[int, list[_Start]]] = deque()
    digests: deque[int] = deque()  # cycles in which they can leave the core
    left: list[int] = []
    stream_free = 0  # the cycle from which the digest stream takes the next
    now = phase = index = reducing = booked = 0
    deep = False
    last_start = last_end = -(10**9)
    while len(left) < len(messages):
        added = results.popleft()[1] if results and results[0][0] == now else []
        quiet = now - last_start > latency and not reduction.waits

        started: list[_Start] = []
        room = slots[phase]
        if room and reduction.ready:
            started.append(reduction.start())
            reducing -= started[0].digest
        ending = False
        while len(started) < room and source.blocks and not ending:
            last = source.blocks[0] == 1
            ending = last or index % GROUP == GROUP - 1
            if (ending and now - last_end < gap) or (last and (deep or booked == places)):
                break
            source.blocks.popleft()
            started.append(_Start(0, ending, last, digest=False))
            if ending:
                last_end = now
            if last:
                deep = index >= GROUP
                reducing += 1
                booked += 1
            index = 0 if last else index + 1
        if deep and reducing == 0:
            deep = False
        if started:
            results.append((now + latency, started))
            last_start = now

        if digests and digests[0] <= now and stream_free <= now:
            digests.popleft()
            booked -= 1
            stream_free = now + cycles.digest_beats + 1
            left.append(stream_free + 2 * cycles.registered)
        if added:
            digests.extend(now + 1 for value in added if value.digest)
        coming = results[0][1] if results and results[0][0] == now + 1 else []
        reduction.step(added, coming)
        source.step()
        phase = 0 if quiet and not started else (phase + 1) % period
        now += 1
    return tuple(left)
