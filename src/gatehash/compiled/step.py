# SPDX-License-Identifier: Apache-2.0
"""A model's step for a block, on words: a form that can be recorded and compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["Function", "Step"]

Function: TypeAlias = Callable[[Any, Any, Any, Any], Sequence[Any]]


@dataclass(frozen=True)
class Step:
    """The step of a model from one block to the next.

    Parameters
    ----------
    function : callable
        Takes the words of the state, of the block, of the counter (low and high), and those that
        are equal for all blocks; returns the next state. It does with any word what it does with
        an integer of `word_bits` bits: nothing depends on a word's value, apart from the index of a
        :class:`~gatehash.models.words.Table`.
    word_bits : int
        Word length in bits, 32 or 64.
    order : {"big", "little"}
        Order of the bytes of a word in a block.
    state_words, block_words, fixed_words : int
        Numbers of words.
    count : int
        Number that a block adds to the counter, which has 64 bits.
    maps : bool
        Whether the result is a block of the answer, and the state stays, as in a cipher.
    """

    function: Function
    word_bits: int
    order: Literal["big", "little"]
    state_words: int
    block_words: int
    fixed_words: int = 0
    count: int = 0
    maps: bool = False

    @property
    def word_bytes(self) -> int:
        """Word length in bytes."""
        return self.word_bits // 8

    @property
    def block_bytes(self) -> int:
        """Block length in bytes."""
        return self.block_words * self.word_bytes
