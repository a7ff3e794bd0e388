# SPDX-License-Identifier: Apache-2.0
"""Places of BLAKE2's words in the memories of operands: each read finds the word of its block."""

import random

import pytest

from gatehash.microcode.blake2_emit import OPERANDS, PLACES, order_of, turned
from gatehash.models.blake import QUARTETS, SIGMA
from gatehash.models.blake2 import PARAMETERS, Parameters

functions = pytest.mark.parametrize("own", PARAMETERS.values(), ids=PARAMETERS)
BLOCKS = 9


@functions
def test_each_word_is_added_in_its_half(own: Parameters) -> None:
    """Unit i has column i, and diagonal -i since rows are turned over."""
    for operand in range(OPERANDS):
        unit, second = divmod(operand, 2)
        words = order_of(own, operand).words
        for half, word in enumerate(words):
            g = half % 2 * 4 + (-unit % 4 if half % 2 else unit)
            assert word == SIGMA[half // 2 % len(SIGMA)][2 * g + second]
            assert QUARTETS[g][0] == g % 4
        assert len(words) == 2 * own.rounds


@functions
@pytest.mark.parametrize("stalls", [False, True])
def test_no_word_is_overwritten_before_its_last_read(own: Parameters, stalls: bool) -> None:
    """Blocks follow each other as soon as they may, or later; words come in time, or later."""
    chance = random.Random(f"{own.name} {stalls}")
    period = 2 * own.rounds + 1
    for operand in range(OPERANDS):
        order = order_of(own, operand)
        events: list[tuple[int, int, int, int]] = []
        load = 0
        for block in range(BLOCKS):
            # As the core's ready_o has it: the first word in time, the others behind it.
            before, cycle = load, load - period - 1 if block else -100
            for word in range(PLACES):
                earliest = before + order.written(word) + period if block else -100
                cycle = max(cycle + 1 + stalls * chance.randrange(4), earliest)
                events.append((cycle, 1, block, word))
            load = max(load + period if block else 0, cycle + 2)
            if stalls:
                load += chance.randrange(3)
            reads = zip(order.reads, order.words, strict=True)
            events += [(load + read, 0, block, word) for read, word in reads]
        held: dict[int, tuple[int, int]] = {}
        # A read in the cycle of a write comes before it.
        for _, writes, block, word in sorted(events):
            place = turned(order.places[word], block)
            if writes:
                held[place] = block, word
            else:
                assert held[place] == (block, word), (operand, block, word)


@functions
def test_all_places_are_used(own: Parameters) -> None:
    """From block to block words come into each of them, so that erasing has to reach all."""
    for operand in range(OPERANDS):
        order = order_of(own, operand)
        taken = {place for block in range(4) for place in (turned(p, block) for p in order.places)}
        assert taken == set(range(PLACES))
