# SPDX-License-Identifier: Apache-2.0
"""BLAKE's and ChaCha's microcode: right on its machine's model, in the cycles asked for."""

import random
from collections.abc import Iterator, Sequence

import pytest

from gatehash.errors import GatehashError
from gatehash.microcode.blake_chacha import PROGRAMS, blake_chacha_program
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, SHORT_COUNTER
from gatehash.microcode.blake_chacha_emit import blake_chacha_listing
from gatehash.microcode.blake_chacha_machine import BlakeChachaMachine
from gatehash.microcode.blake_chacha_word import (
    BLOCK,
    CONSTANT,
    FIELDS,
    INPUT,
    ROTATE,
    STATE,
    Step,
    decoded,
)
from gatehash.models import blake, blake2, chacha

# Paper At, Table IV, and what BLAKE2 is to reach.
MOST = {
    "blake32": [1184],
    "blake64": [1344],
    "blake2s": [830],
    "blake2b": [990],
    "chacha": [311, 439, 695, 695],
}
BLAKES = {"blake32": blake.WORDS_32, "blake64": blake.WORDS_64}


def numbers(seed: int, bits: int) -> Iterator[int]:
    """Words without end: all of their bits 0, all 1, or any."""
    chance = random.Random(seed)
    while True:
        yield (0, (1 << bits) - 1, chance.getrandbits(bits))[min(seed, 2)]


def compressed(
    name: str, seed: int, words: Sequence[int] = (), three: bool = False
) -> tuple[list[int], list[int]]:
    """What a chain of three blocks leaves on the machine, and what it should."""
    which = BLAKES[name]
    some = numbers(seed, which.word_bits)
    machine = BlakeChachaMachine(name, words=words, three=three)
    h, salt = ([next(some) for _ in range(count)] for count in (8, 4))
    machine.load(INPUT, [h + salt])
    for _ in range(3):
        m, (t0, t1) = [next(some) for _ in range(16)], (next(some), next(some))
        machine.load(BLOCK, [m])
        machine.load(INPUT + 12, [[t0, t0, t1, t1]])
        machine.run()
        h = list(blake.compress(h, m, salt, t0 | t1 << which.word_bits, which))
    return machine.read(INPUT, 8)[0], h


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("name", BLAKES)
def test_blake_is_right(name: str, three: bool, seed: int) -> None:
    found, expected = compressed(name, seed, three=three)
    assert found == expected


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("initial", [False, True])
@pytest.mark.parametrize("own", blake2.PARAMETERS.values(), ids=lambda own: own.name)
def test_blake2_is_right(own: blake2.Parameters, initial: bool, seed: int) -> None:
    some = numbers(seed, own.word_bits)
    machine = BlakeChachaMachine(own.name)
    h = [next(some) for _ in range(8)]
    machine.load(INPUT, [h])
    if initial:
        h = [word ^ other for word, other in zip(h, own.iv, strict=True)]
    for number in range(3):
        m, t = ([next(some) for _ in range(count)] for count in (16, 4))
        machine.load(BLOCK, [m])
        machine.load(INPUT + 12, [t])
        machine.run(initial=[initial and not number])
        h = list(blake2.compress(h, m, t[:2], t[2:], own))
    assert machine.read(INPUT, 8)[0] == h


@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("rounds", range(3))
@pytest.mark.parametrize("counter", [0, 2**32 - 2, 2**64 - 2])
def test_chacha_is_right(rounds: int, counter: int, three: bool) -> None:
    key, nonce = bytes(range(32)), bytes(range(100, 108))
    machine = BlakeChachaMachine("chacha", three=three)
    machine.load(INPUT + 4, [chacha.initial_state(key, nonce, counter)[4:]])
    for number in range(3):
        machine.run(rounds)
        now = (counter + number) % 2**64
        block = b"".join(word.to_bytes(4, "little") for word in machine.read(STATE, 16)[0])
        assert block == chacha.chacha_block(key, nonce, now, chacha.ROUNDS[rounds])
    low, high = machine.read(INPUT + 12, 2)[0]
    assert low | high << 32 == (counter + 3) % 2**64


@pytest.mark.parametrize("counter", [0, 2**32 - 3])
def test_chacha_of_rfc_8439_is_right(counter: int) -> None:
    """Its counter has one word; the next one, which is the nonce's, stays."""
    key, nonce = bytes(range(32)), bytes(range(100, 112))
    machine = BlakeChachaMachine("chacha")
    machine.load(INPUT + 4, [chacha.initial_state(key, nonce, counter)[4:]])
    for number in range(3):
        machine.run(SHORT_COUNTER)
        block = b"".join(word.to_bytes(4, "little") for word in machine.read(STATE, 16)[0])
        assert block == chacha.chacha_block(key, nonce, counter + number)
    after = [(counter + 3) % 2**32, int.from_bytes(nonce[:4], "little")]
    assert machine.read(INPUT + 12, 2)[0] == after


def test_a_half_that_takes_no_part_stays_as_it_is() -> None:
    machine = BlakeChachaMachine("chacha", streams=2)
    some = numbers(7, 32)
    machine.load(INPUT + 4, [[next(some) for _ in range(12)] for _ in range(2)])
    before = list(machine.memory)
    machine.run(0, (False, True))
    after = list(machine.memory)
    assert [word[0] for word in after] == [word[0] for word in before]
    assert after[INPUT + 12][1] != before[INPUT + 12][1]


@pytest.mark.parametrize(
    ("name", "three", "exact"),
    [
        ("blake32", False, [1148]),
        ("blake64", False, [1308]),
        ("blake32", True, [928]),
        ("blake64", True, [1056]),
        ("blake2s", False, [828]),
        ("blake2b", False, [988]),
        ("chacha", False, [282, 410, 666, 666]),
        ("chacha", True, [282, 410, 666, 666]),
    ],
)
def test_cycles(name: str, three: bool, exact: list[int]) -> None:
    assert all(cycles <= most for cycles, most in zip(exact, MOST[name], strict=True))
    for rounds, cycles in enumerate(exact):
        machine = BlakeChachaMachine(name, three=three)
        assert machine.run(rounds) == cycles
        assert machine.program.cycles(ALGORITHMS[name].loops[rounds]) == cycles


def test_the_programs_go_into_half_a_memory_block() -> None:
    assert sum(field.bits for field in FIELDS) == 18
    longest = max(len(blake_chacha_program(name).words) for name in ("blake", "blake-three"))
    assert longest + len(blake_chacha_program("chacha").words) <= 1024
    assert len(blake_chacha_program("blake2").words) <= 1024


def test_rotations_are_made_of_two_steps() -> None:
    for algorithm in ALGORITHMS.values():
        assert algorithm.steps(0) == (0, 0)
        for i, distance in enumerate(algorithm.rotations):
            near, far = algorithm.steps(ROTATE + i)
            assert (algorithm.near[near] + algorithm.far[far]) % algorithm.bits == distance
    # What the eight choices of the unified datapath take for granted.
    assert ALGORITHMS["chacha"].near[:3] == ALGORITHMS["blake32"].near[:3]
    assert ALGORITHMS["chacha"].far == ALGORITHMS["blake32"].far


@pytest.mark.parametrize("name", PROGRAMS)
def test_listing_has_a_line_for_each_word(name: str) -> None:
    lines = list(blake_chacha_listing(name))
    assert len(lines) == len(blake_chacha_program(name).words)
    exits = sum(" ends" in line.partition(";")[0] for line in lines)
    assert exits == (1 if name == "chacha" else 2)
    assert "done" in lines[-1]


@pytest.mark.parametrize("field", ["a", "b", "b_use", "feedback", "write", "operation"])
def test_a_broken_word_makes_wrong_results(field: str) -> None:
    shift = 0
    for each in FIELDS:
        if each.name == field:
            break
        shift += each.bits
    words = list(blake_chacha_program("blake").words)
    address = next(
        address
        for address, word in enumerate(words)
        if address > 100 and decoded(word)["b_use"] == (field in ("b", "b_use"))
    )
    words[address] ^= 1 << shift
    try:
        found, expected = compressed("blake32", 3, words)
    except GatehashError:
        return
    assert found != expected


def test_a_word_that_is_read_while_it_is_written_is_nothing() -> None:
    words = list(blake_chacha_program("blake").words)
    # The first half of the first column step is 24 words; a word of the state is written five
    # cycles after it is read, and the machine looks where it reads in that cycle.
    place = next(at for at, word in enumerate(words) if at > 30 and decoded(word)["write"])
    words[place + 5] = words[place + 5] & ~63 | words[place] & 15
    with pytest.raises(GatehashError, match="holds no word"):
        compressed("blake32", 3, words)


def test_what_can_not_be_told() -> None:
    with pytest.raises(GatehashError, match=r"x: reads a second operand and can't have a command"):
        Step("x", STATE, CONSTANT).commanded(1)
    with pytest.raises(GatehashError, match="x: address 32 is not in a region that B reads"):
        Step("x", STATE, BLOCK).encoded()
    with pytest.raises(GatehashError, match="no algorithm 'salsa'; there is: blake32, blake64, bl"):
        BlakeChachaMachine("salsa")
    with pytest.raises(GatehashError, match="address 40 holds no word"):
        BlakeChachaMachine("chacha").read(40, 1)
