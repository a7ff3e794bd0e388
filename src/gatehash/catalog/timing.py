# SPDX-License-Identifier: Apache-2.0
"""How many cycles a design takes: exact, whatever the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

__all__ = ["Cycles", "LoadingMeanwhile", "SequentialTiming", "Timing"]


class Cycles(Protocol):
    """What is known of a design's cycles: exact, whatever the data."""

    @property
    def block(self) -> int | Fraction:
        """Cycles for one more block of a long message, words loading meanwhile."""

    @property
    def steady(self) -> int | Fraction:
        """The same with all that a long message's blocks take beside their own cycles."""

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""

    @property
    def gap(self) -> int:
        """Cycles between two blocks of a message in which the core waits for words."""

    @property
    def load(self) -> int:
        """Cycles of the stream top until a message's first block is in the core."""

    @property
    def unload(self) -> int:
        """Cycles of the stream top after the core's last."""

    def less(self, beats: int) -> int:
        """Cycles that an answer takes less which has so many beats less than its blocks."""

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many blocks each, follow one another without a gap, and the core was at
        rest before.
        """


class LoadingMeanwhile:
    """What holds for a design that hashes, and loads a block while it works on another."""

    @property
    def gap(self) -> int:
        """Cycles between two blocks in which the core waits: none, words load meanwhile."""
        return 0

    def less(self, beats: int) -> int:
        """Cycles that a shorter answer takes less: there is none."""
        return 0


@dataclass(frozen=True)
class Timing(LoadingMeanwhile):
    """Cycle formula of a design that works on one block after the other.

    A message of N blocks keeps the core busy for ``block * N + message`` cycles. At the stream top
    it takes `load` cycles more until the first block is in the core and `unload` until the last
    beat of the digest has left.

    Parameters
    ----------
    block : int
        Cycles from block to block, words loading meanwhile.
    message : int
        Cycles of the core after a message's last block.
    load, unload : int
        Cycles of the stream top before and after the core's.
    """

    block: int
    message: int
    load: int
    unload: int

    @classmethod
    def of_stream(
        cls, block: int, message: int, *, block_bits: int, last_bits: int, stream_bits: int
    ) -> Timing:
        """Return the formula of a design with a block buffer before it and a digest stream behind.

        Parameters
        ----------
        block, message : int
            Cycles of the core, as in :class:`Timing`.
        block_bits : int
            Block length in bits.
        last_bits : int
            Bits of the digest, or of what comes last of it.
        stream_bits : int
            Width of the stream in bits.
        """
        # Beats of the first block and the hand-over to the core; beats of what comes last.
        return cls(block, message, block_bits // stream_bits + 1, -(-last_bits // stream_bits))

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message."""
        return self.block

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages that tell the steady state."""
        return (32, 96)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""
        return self.load + self.core(blocks) + self.unload

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages."""
        return [
            self.load + busy + self.unload for busy in accumulate(self.core(n) for n in messages)
        ]


@dataclass(frozen=True)
class SequentialTiming:
    """Cycle formula of a design that loads a block, works on it and unloads it, one by one.

    Parameters
    ----------
    block : int
        Cycles of the core for a block.
    gap : int
        Cycles between two blocks of a message, in which words leave and enter the core.
    message : int
        Cycles from the end of a message's last block to the end of the core's work on it.
    load, unload : int
        Cycles of the stream top before and after the core's.
    rest : int
        Cycles from the last beat of an answer to the first that the next message may enter in,
        less one: below zero where it may enter earlier.
    beat, word : int
        Cycles of `unload` for each beat and for each word of an answer that may be shorter than its
        blocks.
    word_beats : int
        Beats of a word.
    """

    block: int
    gap: int
    message: int
    load: int
    unload: int
    rest: int
    beat: int = 0
    word: int = 0
    word_beats: int = 1

    def less(self, beats: int) -> int:
        """Cycles that an answer takes less which has so many beats less than its blocks."""
        return self.beat * beats + self.word * (beats // self.word_beats)

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message."""
        return self.block + self.gap

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages that tell the steady state."""
        return (2, 6)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.load + self.core(blocks) + self.gap * (blocks - 1) + self.unload

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages."""
        ends = accumulate(self.latency(blocks) + self.rest for blocks in messages)
        return [end - self.rest for end in ends]
