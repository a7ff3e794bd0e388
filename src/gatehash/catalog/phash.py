# SPDX-License-Identifier: Apache-2.0
"""The PHASH designs: any number of W ciphers (paper Zalewski).

A cipher has one round a cycle, a pipelined round, or is a ring with block memories.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import itemgetter

from gatehash.catalog.design import Design
from gatehash.catalog.function import FlagField, Function, digest_length
from gatehash.catalog.hardware import Boundary, parts
from gatehash.catalog.job import HashObject, Job, Operation
from gatehash.catalog.shell import shell_design
from gatehash.catalog.timing import WholeBlocks
from gatehash.catalog.whirlpool import (
    ROUNDS,
    W_CIPHER_PACKAGES,
    W_CIPHER_PRIMS,
    W_CIPHER_SOURCES,
)
from gatehash.catalog.whirlpool_piped import W_RING_SOURCES
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES

__all__ = ["PhashCycles", "phash_design", "phash_designs", "phash_from_name"]

# The RTL's bounds.
MAX_CIPHERS = 64
MAX_LEVELS = 16

LEVELS = 4
"""Levels of reduction by default: messages of up to 2**32 blocks, 448 GiB."""

STAGES = 1
PIPELINED_STAGES = 3
RING_STAGES = 6
"""Stages of a cipher in a ring with block memories."""

_SUFFIXES = {STAGES: "", PIPELINED_STAGES: "-piped", RING_STAGES: "-bram"}
"""How the names of designs end, by the stages of their ciphers."""

_WORDS = {
    STAGES: "1 round a cycle",
    PIPELINED_STAGES: f"{PIPELINED_STAGES} blocks in a pipelined round",
    RING_STAGES: f"{RING_STAGES} blocks in a ring with block memories",
}

_GROUP = 256
_BLOCK_BITS = 896
_DIGEST_BITS = 512

# Any other number has its design too, see phash_from_name.
_CATALOGUED = (1, 2, 3, 4, 6, 8, 12, 16)
_CATALOGUED_RINGS = (1,)
_VIRTEX4_ROWS = (1, 2)
_VIRTEX5_ROWS = (1, 2, 4, 8, 16)

_PREPADDED = FlagField(name="prepadded", help="Files are padded already; nothing is added.")


def _sources(stages: int) -> tuple[str, ...]:
    """RTL files below ``rtl/``, those of the one kind of cipher that is in the design."""
    ring = (
        *W_CIPHER_PACKAGES,
        "engine/gh_whirlpool_piped_pkg.sv",
        *W_RING_SOURCES,
        "phash/gh_phash_ring_cipher.sv",
    )
    return (
        "phash/gh_phash_pkg.sv",
        "stream/gh_fifo.sv",
        *(ring if stages == RING_STAGES else W_CIPHER_SOURCES),
        "phash/gh_phash_reducer.sv",
        "phash/gh_phash_core.sv",
        "phash/gh_phash.sv",
    )


def _period(stages: int) -> int:
    """Cycles from start to start of a cipher; in a ring a block has the first stage once more."""
    return ROUNDS + (stages == RING_STAGES)


def _slots(ciphers: int, stages: int) -> int:
    """Slots of a cycle: blocks that may start in it."""
    return -(-ciphers // _period(stages))


def _stream_bits(ciphers: int, stages: int) -> int:
    """Width of a stream that feeds so many ciphers, in whole blocks or whole parts of one."""
    if ciphers == 1:
        return 128  # seven beats a block; the narrowest that is a power of two
    most = _period(stages) // ciphers
    beats = max(count for count in (1, 2, 4, 8) if count <= max(most, 1))
    return _BLOCK_BITS * _slots(ciphers, stages) // beats


@dataclass(frozen=True)
class _Start:
    """What starts on a cipher: a block of a message, or a group's reduction."""

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
        return _Start(level, last or count % _GROUP == _GROUP - 1, last, last and count == 0)

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
    ``11 / ciphers``, and of 257 starts one is a reduction's. How the end of a message falls into
    the ciphers' turns has no short formula: the cycles come from a model of the schedule that
    shares nothing with the RTL but its rules (see ``rtl/phash/gh_phash_core.sv``).

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
        return _period(self.stages)

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
        return self.block * Fraction(_GROUP + 1, _GROUP)

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages that tell the steady state."""
        return (_GROUP * self.ciphers, 3 * _GROUP * self.ciphers)

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
        return max(1, _BLOCK_BITS // self.stream_bits)

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
        _slots(ciphers, cycles.stages),
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
            ending = last or index % _GROUP == _GROUP - 1
            if (ending and now - last_end < gap) or (last and (deep or booked == places)):
                break
            source.blocks.popleft()
            started.append(_Start(0, ending, last, digest=False))
            if ending:
                last_end = now
            if last:
                deep = index >= _GROUP
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


def phash_design(ciphers: int, stages: int = STAGES, levels: int = LEVELS) -> Design:
    """PHASH on so many W ciphers.

    Parameters
    ----------
    ciphers : int
        Number of W ciphers, 1 to 64.
    stages : int
        Registers in a cipher's round: 1, or 3 for a pipeline with three blocks in flight; 6 for a
        ring with block memories, with six.
    levels : int
        Levels of reduction, 1 to 16: messages of up to 256**levels blocks.

    Raises
    ------
    GatehashError
        If a parameter is out of range.
    """
    if stages not in _SUFFIXES:
        allowed = f"{STAGES}, {PIPELINED_STAGES} or {RING_STAGES}"
        raise GatehashError(f"stages is {stages}; it must be {allowed}")
    bounds = ("number of W ciphers", ciphers, MAX_CIPHERS), ("levels", levels, MAX_LEVELS)
    for words, value, most in bounds:
        if not 1 <= value <= most:
            raise GatehashError(f"{words} is {value}; it must be 1 to {most}")
    rows = [f"zalewski/1/phash-{ciphers}"] if ciphers in _VIRTEX4_ROWS else []
    rows += [f"zalewski/3/phash-{ciphers}"] if ciphers in _VIRTEX5_ROWS else []
    ring = stages == RING_STAGES
    core = {"Ciphers": ciphers, "Stages": stages, "Levels": levels}
    stream_bits, slots = _stream_bits(ciphers, stages), _slots(ciphers, stages)
    part = (
        Boundary("gh_phash_ring_cipher", {})
        if ring
        else Boundary("gh_w_cipher", {"Stages": stages})
    )

    def job(design: Design, _: Operation, values: Mapping[str, bool]) -> Job:
        prepadded = values["prepadded"]

        def model() -> HashObject:
            from gatehash.models.phash import Phash

            return Phash(padded=prepadded)

        return Job(
            design=design,
            hardware=design.hardware.having(Padded=int(prepadded)),
            name="phash",
            padding=RULES["phash-padded" if prepadded else "phash"],
            model=model,
            timing=PhashCycles(
                ciphers,
                stages,
                design.hardware.stream_bits,
                design.hardware.stream.parameters["Registered"],
            ),
            digest_bits=_DIGEST_BITS,
            max_blocks=_GROUP**levels,
        )

    return shell_design(
        f"phash-{ciphers}{_SUFFIXES[stages]}",
        "phash",
        f"{ciphers} W cipher{'s' if ciphers > 1 else ''}, " + _WORDS[stages],
        Function("phash", job, (digest_length(_DIGEST_BITS), _PREPADDED)),
        top="gh_phash",
        parameters={**core, "Padded": 0},
        core=core,
        stream_bits=stream_bits,
        # Beats of several blocks are as wide as the blocks that may start together.
        widths=(stream_bits,) if slots > 1 else parts(_BLOCK_BITS),
        buffer="gh_block_queue" if slots > 1 else "gh_block_buffer",
        sources=_sources(stages),
        prims=W_CIPHER_PRIMS,
        part=None if ciphers == 1 else part,
        # The paper's ciphers have no block memories.
        paper_rows=() if ring else tuple(rows),
    )


def phash_designs() -> tuple[Design, ...]:
    """Return the catalogue's PHASH designs; there is one for every other number of ciphers too."""
    return tuple(
        phash_design(ciphers, stages)
        for ciphers in _CATALOGUED
        for stages in (STAGES, PIPELINED_STAGES, RING_STAGES)
        if stages != RING_STAGES or ciphers in _CATALOGUED_RINGS
    )


def phash_from_name(name: str) -> Design | None:
    """Return the design named ``phash-N``, with ``-piped`` or ``-bram`` or without, else None.

    Raises
    ------
    GatehashError
        If there are no designs of so many ciphers.
    """
    match = re.fullmatch(rf"phash-(0|[1-9][0-9]{{0,8}})({'|'.join(_SUFFIXES.values())})", name)
    stages = {suffix: stages for stages, suffix in _SUFFIXES.items()}
    return match and phash_design(int(match[1]), stages[match[2]])
