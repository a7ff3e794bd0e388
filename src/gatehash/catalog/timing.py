# SPDX-License-Identifier: Apache-2.0
"""How many cycles a design takes: exact, whatever the data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, ClassVar, Protocol

__all__ = [
    "Cycles",
    "Following",
    "SequentialTiming",
    "SharedTiming",
    "Timing",
    "TreeTiming",
    "WholeBlocks",
    "in_turn",
    "piecewise",
]


class Cycles(Hashable, Protocol):
    """The cycle counts of a design: exact, whatever the data.

    It is a dataclass, whose fields are the parameters of its formulas.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def block(self) -> int | Fraction:
        """Cycles of the core for a block of a long message."""

    @property
    def steady(self) -> int | Fraction:
        """Cycles for one more block of a long message, with all that its blocks take beside."""

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""

    @property
    def gap(self) -> int:
        """Cycles between two blocks of a message, in which words leave and enter the core."""

    @property
    def load(self) -> int:
        """Cycles of the stream top before the core's."""

    @property
    def unload(self) -> int:
        """Cycles of the stream top after the core's."""

    def core(self, blocks: int, /) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""

    def latency(self, blocks: int, /) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""

    def ends(self, messages: Sequence[int], /) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many blocks each, follow one another without a gap, and the core was at
        rest before.
        """

    def sooner(self, messages: Sequence[tuple[int, int]], /) -> list[int]:
        """Cycles by which each of several messages in a row ends before one of whole blocks.

        Each message is given by the bytes of its blocks, and by its own bytes.
        """


class WholeBlocks:
    """A message ends when its last block does, however short that is."""

    gap: int = 0

    def less(self, whole: int, size: int) -> int:
        """Cycles that an answer to `size` bytes takes less than one to the `whole` of their blocks.

        A cipher's answer is as long as its message.
        """
        return 0

    def hidden(self, whole: int, size: int) -> int:
        """Cycles of `less` by which the next message does not enter sooner: of the last word."""
        return 0

    def sooner(self, messages: Sequence[tuple[int, int]]) -> list[int]:
        """Cycles by which each of several messages ends sooner, as :meth:`Cycles.sooner`."""
        less = [self.less(*each) for each in messages]
        hidden = [self.hidden(*each) for each in messages]
        later = accumulate(hidden[:-1], initial=0)
        return [cycles - by for cycles, by in zip(accumulate(less), later, strict=True)]


class Following(WholeBlocks, ABC):
    """A message enters as long after an answer, or before its end, as `rest` says."""

    @property
    @abstractmethod
    def rest(self) -> int:
        """Cycles from an answer's last beat to the next message's first, less one."""

    @abstractmethod
    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many blocks each, follow one another without a gap, and the core was at
        rest before.
        """
        ends = accumulate(self.latency(blocks) + self.rest for blocks in messages)
        return [end - self.rest for end in ends]


@dataclass(frozen=True)
class Timing(Following):
    """Cycle formula of a design that loads a block while it works on the one before.

    A message of N blocks keeps the core busy for ``block * N + message`` cycles. At the stream top
    it takes `load` cycles more until the first block is in the core and `unload` until the last
    beat of the answer has left.

    Parameters
    ----------
    block : int
        Cycles of the core for a block.
    message : int
        Cycles of the core after a message's last block.
    load, unload : int
        Cycles of the stream top before and after the core's.
    """

    block: int
    message: int
    load: int
    unload: int

    span = (32, 96)
    """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""

    @property
    def rest(self) -> int:
        """Cycles from an answer's last beat to the next message's first, less one: they overlap."""
        return -(self.load + self.unload)

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message, with all that its blocks take beside."""
        return self.block + self.gap

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.load + self.core(blocks) + self.gap * (blocks - 1) + self.unload


@dataclass(frozen=True)
class SequentialTiming(Timing):
    """Cycle formula of a design that loads a block, works on it and unloads it, one by one.

    Parameters
    ----------
    block, message, load, unload : int
        See :class:`Timing`.
    gap : int
        Cycles between two blocks of a message, in which words leave and enter the core.
    rest : int
        Cycles from the last beat of an answer to the first that the next message may enter in,
        less one: below zero where it may enter earlier.
    late : int
        Cycles that an answer to one block waits behind another, whose last piece still leaves.
    byte, word : int
        Cycles of `unload` for each byte and for each word of an answer that may be shorter than
        its blocks.
    word_bytes : int
        Bytes of a word.
    inner_bytes : int
        Bytes of a word inside, where it leaves in several beats of narrower pins; else 0.
    """

    gap: int = 0
    rest: int = 0
    late: int = 0
    byte: int = 0
    word: int = 0
    word_bytes: int = 1
    inner_bytes: int = 0

    span = (2, 6)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        ends = super().ends(messages)
        later = accumulate((self.late * (blocks == 1) for blocks in messages[1:]), initial=0)
        return [end + cycles for end, cycles in zip(ends, later, strict=True)]

    def less(self, whole: int, size: int) -> int:
        """Cycles that a cipher takes less for `size` bytes than for the `whole` of their blocks."""
        # An empty answer has a beat.
        missing = whole - max(1, size)
        return self.byte * missing + self.word * (missing // self.word_bytes)

    def hidden(self, whole: int, size: int) -> int:
        """Cycles of `less` by which the next message does not enter sooner: of the last word."""
        if not self.inner_bytes:
            return 0
        missing = whole - max(1, size)
        words = missing // self.inner_bytes * self.inner_bytes
        return self.less(whole, size) - self.less(whole, whole - words)


@dataclass(frozen=True)
class SharedTiming(Timing):
    """Cycle formula of a design whose streams share a datapath, a block of each in it at a time.

    Parameters
    ----------
    block : int
        Cycles for a block of each stream when all of them have long messages. Where the streams
        are too few to fill a ring, it is an upper bound.
    message, load, unload : int
        See :class:`Timing`; for a message alone.
    alone : int
        Cycles of the core for a block of a message alone.
    rest : int
        Cycles from the last beat of an answer to the first that the next message of the stream
        would enter in, less one, if it found the core at rest.
    block_beats, beat_bytes : int
        Beats of a block, and bytes of a beat.
    padding_beats : int
        Beats of a block which a message of one block lacks in any case, since they are padding.
    span : (int, int)
        See :class:`Timing`; for messages of all streams.
    """

    alone: int = 0
    rest: int = 0
    block_beats: int = 1
    beat_bytes: int = 8
    padding_beats: int = 0
    span: tuple[int, int] = (32, 96)

    def _lacks(self, blocks: int) -> int:
        """Beats of the first block that a message of `blocks` blocks lacks in any case."""
        return self.padding_beats if blocks == 1 else 0

    def less(self, whole: int, size: int) -> int:
        """Cycles that a message of one block takes less for the beats that it lacks."""
        beats = max(1, -(-size // self.beat_bytes))
        most = self.block_beats - self._lacks(whole // (self.block_beats * self.beat_bytes))
        return max(0, most - beats)

    def sooner(self, messages: Sequence[tuple[int, int]]) -> list[int]:
        """Cycles by which each of several messages ends sooner, as :meth:`Cycles.sooner`."""
        # The others enter while the core works.
        return [self.less(*messages[0])] * len(messages) if messages else []

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.alone * blocks + self.message - self._lacks(blocks)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        # Of all but the first one it is known in time that a block is whole.
        ends = super().ends(messages)
        later = accumulate(map(self._lacks, messages[1:]), initial=0)
        return [end + cycles for end, cycles in zip(ends, later, strict=True)]


def in_turn(pace: int, streams: int, alone: int) -> int:
    """Return the cycles for a block of each stream of a ring: :attr:`SharedTiming.block`.

    A block enters every `pace` cycles. Those of a stream follow each other after `alone` cycles, or
    after the next multiple of `pace` where the cycle belongs to another block.
    """
    return pace * max(streams, -(-alone // pace))


def piecewise(digest_bits: int, piece_bits: int, beat_bits: int, block: int) -> tuple[int, int]:
    """Return what a digest costs that leaves in pieces: cycles that the core waits, and last beats.

    The core makes each piece after the first in the cycles of a block, and waits where the beats of
    the piece before take longer to leave.

    Parameters
    ----------
    digest_bits, piece_bits, beat_bits : int
        Length of the digest, and of one of its pieces and beats.
    block : int
        Cycles of the core for a block.

    Examples
    --------
    >>> piecewise(1352, 1344, 32, 24), piecewise(1352, 1344, 64, 24), piecewise(256, 1344, 32, 24)
    ((19, 1), (0, 1), (0, 8))
    """
    pieces = -(-digest_bits // piece_bits)
    beats = -(-piece_bits // beat_bits)
    last_bits = digest_bits - (pieces - 1) * piece_bits
    return (pieces - 1) * max(0, beats + 1 - block), -(-last_bits // beat_bits)


@dataclass(frozen=True)
class TreeTiming(WholeBlocks):
    """Cycle formula of a tree whose leaves are chunks, each of several blocks.

    A parent takes as many cycles as a block, and a tree has one less than chunks.

    Parameters
    ----------
    run : int
        Cycles of the core for a block or a parent.
    message : int
        Cycles of the core after a message's last run.
    load, unload : int
        Cycles of the stream top before and after the core's.
    rest : int
        Cycles from the last beat of an answer to the first of the next message, less one.
    chunk : int
        Blocks of a chunk.
    larger : int
        Cycles of `rest` besides, after a message of more than a chunk.
    """

    run: int
    message: int
    load: int
    unload: int
    rest: int
    chunk: int
    larger: int

    span = (32, 96)
    """Like :class:`Timing`: both messages are of whole chunks."""

    @property
    def block(self) -> Fraction:
        """Cycles of the core for a block of a long message, with its share of the parents."""
        return Fraction(self.run * (self.chunk + 1), self.chunk)

    @property
    def steady(self) -> Fraction:
        """Cycles of the stream top for a block of a long message."""
        return self.block

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        parents = -(-blocks // self.chunk) - 1
        return self.run * (blocks + parents) + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.load + self.core(blocks) + self.unload

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages, as :meth:`Timing.ends`."""
        ends, begin = [], 0
        for blocks in messages:
            ends.append(begin + self.latency(blocks))
            begin = ends[-1] + self.rest + self.larger * (blocks > self.chunk)
        return ends
