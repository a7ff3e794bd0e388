# SPDX-License-Identifier: Apache-2.0
"""Where the words of BLAKE2's blocks lie in the memories of the half-round core: a package.

Each of the eight operands of half a round, the first and the second word of four G, has a memory of
its own with a place for 16 words. A block is written into all of them, word by word, while the core
works on the block before, of which a memory then still holds words. The place of a word is
therefore not its number, but one that the block before has finished with: places are chosen as a
compiler chooses registers. From block to block each place moves on by one, in a ring of four.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from gatehash.microcode.systemverilog import package, rows
from gatehash.models.blake import SIGMA
from gatehash.models.blake2 import BLAKE2B, BLAKE2S, Parameters

__all__ = ["OPERANDS", "PACKAGE", "PLACES", "Order", "blake2_package", "order_of", "turned"]

PACKAGE = Path("blake", "generated", "gh_blake2_order_pkg.sv")
"""File of the package below ``rtl``."""

OPERANDS = 8
"""Operands of half a round: of the G number `i` the words number 2 i and 2 i + 1."""
PLACES = 16
"""Words that an operand's memory holds, and those of a block."""

_RING = 4
# Cycle in which the first word of a block is written, if nothing stalls: the cycle in which the
# state is loaded with the chaining value is number 0, and half a round number s is done in s + 1.
_FIRST = -17
_TRIES, _STEPS = 100, 500


def turned(place: int, blocks: int) -> int:
    """Return where a place has moved to after so many blocks.

    Examples
    --------
    >>> [turned(place, 1) for place in (0, 3, 4, 15)]
    [1, 0, 5, 12]
    """
    return place // _RING * _RING + (place + blocks) % _RING


@dataclass(frozen=True)
class Order:
    """Order in which an operand takes the words of a block, and where they lie.

    Parameters
    ----------
    words : tuple of int
        Number of the word that it takes in each half of a round.
    reads : tuple of int
        Cycle in which its memory is read for that: one before the word's addition, see the module.
    places : tuple of int
        Place of each word of block 0.
    """

    words: tuple[int, ...]
    reads: tuple[int, ...]
    places: tuple[int, ...]

    @staticmethod
    def written(word: int) -> int:
        """Cycle in which a word is written at the earliest; it can be read in the next one."""
        return _FIRST + word


def order_of(own: Parameters, operand: int) -> Order:
    """Return the order of an operand.

    Units turn the rows after each half, as ``gh_blake_half`` does: unit i has diagonal -i.
    """
    unit, second = divmod(operand, 2)
    halves = range(2 * own.rounds)
    words = tuple(
        SIGMA[half // 2 % len(SIGMA)][
            8 * (half % 2) + 2 * (-unit % 4 if half % 2 else unit) + second
        ]
        for half in halves
    )
    # The first word of a half is added at the end of the half before.
    reads = tuple(half - 1 + second for half in halves)
    return Order(words, reads, _places(words, reads, 2 * own.rounds + 1))


def _places(words: tuple[int, ...], reads: tuple[int, ...], period: int) -> tuple[int, ...]:
    """Choose places so that no word is written where one still has to be read."""
    last = dict(zip(words, reads, strict=True))
    # Words of a block that lie there at the same time, and those of the block before that are still
    # to be read when a word is written. A word that is not read holds its place for no time.
    beside = {
        word: {
            other
            for other in range(PLACES)
            if other != word
            and (
                (word in last and other in last)
                or (other < word if word not in last else other > word)
            )
        }
        for word in range(PLACES)
    }
    before = {
        word: {other for other in last if last[other] > Order.written(word) + period}
        for word in range(PLACES)
    }
    for seed in range(_TRIES):
        if found := _try(beside, before, Random(seed)):
            return tuple(found[word] for word in range(PLACES))
    raise AssertionError("no places for the words of a block")


def _try(
    beside: dict[int, set[int]], before: dict[int, set[int]], random: Random
) -> dict[int, int] | None:
    """Look for places of all words, the word with the fewest choices first."""
    behind = {word: {each for each in before if word in before[each]} for word in before}
    found: dict[int, int] = {}
    steps = 0

    def free(word: int) -> list[int]:
        taken = {found[other] for other in beside[word] if other in found}
        taken |= {turned(found[other], -1) for other in before[word] if other in found}
        taken |= {turned(found[other], 1) for other in behind[word] if other in found}
        return [place for place in range(PLACES) if place not in taken]

    def rest(left: frozenset[int]) -> bool:
        nonlocal steps
        steps += 1
        if not left or steps > _STEPS:
            return not left
        ties = {word: len(beside[word]) + len(before[word]) + len(behind[word]) for word in left}
        word = min(left, key=lambda each: (len(free(each)), -ties[each], each))
        places = free(word)
        random.shuffle(places)
        for place in places:
            found[word] = place
            if rest(left - {word}):
                return True
            del found[word]
            if steps > _STEPS:
                return False
        return False

    return found if rest(frozenset(range(PLACES))) else None


def _written(own: Parameters) -> list[int]:
    """Places that words are written to, operand by operand, of the block behind that in work."""
    return [turned(place, 1) for at in range(OPERANDS) for place in order_of(own, at).places]


def _asked(own: Parameters) -> list[int]:
    """Places that are read, operand by operand, by the cycle's number plus one.

    The first words of a block's first half are read where that of the block before ends, or where
    the core is at rest.
    """
    places: list[int] = []
    for at in range(OPERANDS):
        order = order_of(own, at)
        reads = dict(zip(order.reads, order.words, strict=True))
        row = [order.places[reads[c]] if c in reads else 0 for c in range(-1, 2 * own.rounds + 1)]
        if -1 in reads:
            row[0] = row[-1] = turned(row[0], 1)
        places += row
    return places


def blake2_package() -> str:
    """Return the SystemVerilog package."""
    about = (
        "Where gh_blake2_word has the words of BLAKE2's blocks: places in the memory of an "
        "operand, which is the first or the second word of a G."
    )
    body: list[str] = [
        "  // Rounds of a block.",
        "  function automatic int unsigned rounds(int unsigned word_bits);",
        f"    return (word_bits == 32) ? {BLAKE2S.rounds} : {BLAKE2B.rounds};",
        "  endfunction",
        "",
        "  // Places of words 0 to 15 of the block that is gathered, while block 0 is in work.",
        *_table("Written", _written),
        "  function automatic logic [3:0] written(int unsigned word_bits, int unsigned operand,",
        "                                         int unsigned word);",
        "    return 4'((word_bits == 32) ?",
        "        Written32[16*operand+word] : Written64[16*operand+word]);",
        "  endfunction",
        "",
        "  // Places that are read while block 0 is in work, by the count of gh_blake2_core.",
        *_table("Asked", _asked),
        "  function automatic logic [3:0] asked(int unsigned word_bits, int unsigned operand,",
        "                                       int unsigned count);",
        "    return 4'((word_bits == 32) ?",
        f"        Asked32[{2 * BLAKE2S.rounds + 2}*operand+count] : "
        f"Asked64[{2 * BLAKE2B.rounds + 2}*operand+count]);",
        "  endfunction",
        "",
    ]
    return package(PACKAGE, about, body)


def _table(name: str, entries: object) -> Iterator[str]:
    assert callable(entries)
    for own in (BLAKE2S, BLAKE2B):
        found = entries(own)
        yield f"  localparam int unsigned {name}{own.word_bits}[{len(found)}] = '{{"
        yield from rows([str(entry) for entry in found], len(found) // OPERANDS)
        yield "  };"
