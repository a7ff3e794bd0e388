# SPDX-License-Identifier: Apache-2.0
"""BLAKE3's microcode: right on its machine's model, in the cycles asked for; faults are seen."""

from __future__ import annotations

import random

import pytest

from gatehash.errors import GatehashError
from gatehash.microcode.blake3 import ENTRIES, blake3_cycles, blake3_machine, blake3_program
from gatehash.microcode.blake3_emit import blake3_listing
from gatehash.microcode.blake_chacha_machine import BlakeChachaMachine
from gatehash.microcode.blake_chacha_word import BLOCK, INPUT, STATE
from gatehash.models import blake3

MOST = 590


def left(machine: BlakeChachaMachine, words: list[int]) -> tuple[list[int], list[int]]:
    """What a run leaves on a machine, and what it should."""
    h, m, (t0, t1, size, flags) = words[:8], words[8:24], words[24:]
    machine.load(INPUT, [h])
    machine.load(BLOCK, [m])
    machine.load(INPUT + 12, [[t0, t1, size, flags]])
    assert machine.run() == blake3_cycles()
    found = machine.read(INPUT, 8)[0] + machine.read(STATE + 8, 8)[0]
    return found, list(blake3.compress(h, m, t0 | t1 << 32, size, flags))


@pytest.mark.parametrize("seed", range(5))
def test_a_run_is_the_compression_function(seed: int) -> None:
    chance, machine = random.Random(seed), blake3_machine()
    for _ in range(2):
        words = [(0, 0xFFFFFFFF, chance.getrandbits(32))[min(seed, 2)] for _ in range(28)]
        found, wanted = left(machine, words)
        assert found == wanted


def test_cycles() -> None:
    assert blake3_cycles() == 588 <= MOST
    assert len(blake3_program().words) <= 1024


def test_a_changed_word_is_seen() -> None:
    chance = random.Random("faults")
    words = blake3_program().words
    numbers = [chance.getrandbits(32) for _ in range(28)]
    for _ in range(60):
        place = chance.randrange(len(words) - 5)
        step = blake3_program().steps[place]
        # Bits of A, of a B that is read, of what is fed back, written, and done. Some additions
        # are the same with a carry that there is none of.
        bits = [*range(6), *([] if step.b is None else range(6, 10)), 12, 16, 17]
        bit = chance.choice(bits if step.to is None else [*bits, 13, 14])
        changed = [*words[:place], words[place] ^ 1 << bit, *words[place + 1 :]]
        machine = BlakeChachaMachine("blake2s", words=changed)
        machine.load(INPUT + 8, [blake3.IV[:4]])
        try:
            found, wanted = left(machine, numbers)
        except (GatehashError, AssertionError):
            continue
        assert found != wanted, f"bit {bit} of word {place}: {step.note}"


def test_entries_leave_room_for_the_stack() -> None:
    """A message of 2**64 bytes has up to 54 chaining values and the one that is made."""
    assert min(ENTRIES.values()) == 55
    assert ENTRIES["State"] + 8 == 64


def test_listing() -> None:
    lines = list(blake3_listing())
    assert len(lines) == len(blake3_program().words)
    assert lines[-1].split(";")[0].split()[-1] == "done"
