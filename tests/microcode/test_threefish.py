# SPDX-License-Identifier: Apache-2.0
"""Threefish's microcode: right on its machine's model, in the cycles asked for, as committed."""

import random
from dataclasses import replace

import pytest

from gatehash.errors import GatehashError
from gatehash.microcode import ThreefishImage, ThreefishMachine, threefish_image, threefish_program
from gatehash.microcode.threefish import USES
from gatehash.microcode.threefish_emit import threefish_listing
from gatehash.microcode.threefish_machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.threefish import ROUNDS, decrypt_words, encrypt_words

# Paper At, Table V: cycles of encryption, and of Skein on one block, which is UBI twice.
PAPER_ENCRYPTION = {4: 490, 8: 863, 16: 1876}
PAPER_SKEIN = {4: 1007, 8: 1777}
# From its throughputs and frequency there: decryption.
PAPER_DECRYPTION = {4: 470, 8: 1099, 16: 2361}


def run(
    machine: ThreefishMachine, words: int, use: str, seed: int
) -> tuple[int, list[int], list[int]]:
    """Cycles of a run, what it left, and what it should have."""
    chance = random.Random(seed)
    block, key = ([chance.getrandbits(64) for _ in range(words)] for _ in range(2))
    tweak = [chance.getrandbits(64) for _ in range(2)]
    machine.load(BLOCK, block)
    machine.load(KEY, key)
    machine.load(TWEAK, tweak)
    cycles = machine.run(words, use)
    expected = list((decrypt_words if use == "decrypt" else encrypt_words)(key, tweak, block))
    if use == "ubi":
        expected = [e ^ p for e, p in zip(expected, block, strict=True)]
    return cycles, machine.read(KEY if use == "ubi" else STATE, words), expected


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("words", ROUNDS)
def test_runs_are_right(words: int, use: str) -> None:
    machine = ThreefishMachine(threefish_image())
    for seed in range(4):
        cycles, found, expected = run(machine, words, use, seed)
        assert found == expected
        assert cycles == threefish_image().cycles(words, use)


@pytest.mark.parametrize("words", ROUNDS)
def test_key_and_tweak_survive(words: int) -> None:
    """A block is encrypted and decrypted again, without a word loaded but the block's."""
    machine = ThreefishMachine(threefish_image())
    block, key = list(range(words)), list(range(100, 100 + words))
    machine.load(BLOCK, block)
    machine.load(KEY, key)
    machine.load(TWEAK, [5, 6])
    for _ in range(2):
        machine.run(words, "threefish")
        machine.load(BLOCK, machine.read(STATE, words))
        machine.run(words, "decrypt")
        assert machine.read(STATE, words) == block
        machine.load(BLOCK, block)
    assert machine.read(KEY, words) == key
    assert machine.read(TWEAK, 2) == [5, 6]


def test_cycles_are_at_most_the_papers() -> None:
    image = threefish_image()
    for words, most in PAPER_ENCRYPTION.items():
        assert image.cycles(words, "threefish") <= most
        assert image.cycles(words, "decrypt") <= PAPER_DECRYPTION[words]
    # Tweak and block of the output's UBI are loaded between its two runs.
    for words, most in PAPER_SKEIN.items():
        assert 2 * image.cycles(words, "ubi") + words + 2 <= most


def test_exact_cycles() -> None:
    image = threefish_image()
    assert [image.cycles(words, "threefish") for words in ROUNDS] == [448, 817, 1750]
    assert [image.cycles(words, "ubi") for words in ROUNDS] == [455, 828, 1769]
    assert [image.cycles(words, "decrypt") for words in ROUNDS] == [449, 826, 1770]


@pytest.mark.parametrize("use", ["threefish", "decrypt"])
@pytest.mark.parametrize("words", ROUNDS)
def test_the_alu_is_busy(words: int, use: str) -> None:
    image = threefish_image()
    busy = image.programs[words, use].operations(use) / image.cycles(words, use)
    assert busy >= 0.85


@pytest.mark.parametrize("use", USES)
def test_listing_has_a_line_for_each_word(use: str) -> None:
    program = threefish_image().programs[4, use]
    *lines, _, _ = threefish_listing(f"{use}-256")
    sections = (program.prologue, program.body, program.epilogues[use])
    assert len(lines) == 1 + sum(len(section.words) for section in sections)
    assert sum("mix " in line for line in lines) == 2 * 16  # "unmix" as well
    assert lines[-1].split()[0] == str(program.cycles(use) - 1)


def _broken(image: ThreefishImage, field: str, address: int) -> ThreefishImage:
    """The image with the lowest bit of a direct field of a word turned over."""
    words = list(image.image.words)
    shift = 0
    for direct in image.image.layout.direct:
        if direct.name == field:
            break
        shift += direct.bits
    words[address] ^= 1 << shift
    return replace(image, image=replace(image.image, words=tuple(words)))


@pytest.mark.parametrize("use", ["threefish", "decrypt"])
@pytest.mark.parametrize("field", ["w_address", "rotation"])
def test_a_broken_word_makes_wrong_results(field: str, use: str) -> None:
    image = threefish_image()
    address = next(
        address
        for address in range(image.loops[4, use] + 10, len(image.image.words))
        if image.image.decode(address)["w_enable"] and "mix" in image.notes[address]
    )
    if field == "rotation":
        address = next(
            address
            for address in range(address, len(image.image.words))
            if image.image.decode(address)["rotation"]
        )
    machine = ThreefishMachine(_broken(image, field, address))
    try:
        _, found, expected = run(machine, 4, use, 1)
    except GatehashError:
        return
    assert found != expected


@pytest.mark.parametrize("use", ["threefish", "decrypt"])
def test_a_word_that_is_read_while_it_is_written_is_nothing(use: str) -> None:
    """Writes moved to where port A reads in the same cycle: some of the words are needed."""
    image = threefish_image()
    program, loop = image.programs[4, use], image.loops[4, use]
    w_shift = 14
    collisions = 0
    for address in range(loop, loop + len(program.body.words)):
        word = image.image.decode(address)
        if not word["w_enable"] or word["a_mode"]:
            continue
        words = list(image.image.words)
        words[address] ^= (word["w_address"] ^ word["a_address"]) << w_shift
        moved = replace(image, image=replace(image.image, words=tuple(words)))
        try:
            run(ThreefishMachine(moved), 4, use, 1)
        except GatehashError as error:
            collisions += "holds no word" in str(error)
    assert collisions > 0


def test_no_such_program() -> None:
    with pytest.raises(GatehashError, match="words is 5; it must be one of 4, 8, 16"):
        threefish_program(5)
    with pytest.raises(GatehashError, match="no program for 4 words, sign; there is: 4 thr"):
        ThreefishMachine(threefish_image()).start(4, "sign")
