# SPDX-License-Identifier: Apache-2.0
"""Threefish's microcode: right on its machine's model, in the cycles asked for, as committed."""

import random
from dataclasses import replace

import pytest

from gatehash.cli.microcode import PACKAGE
from gatehash.errors import GatehashError
from gatehash.microcode import ThreefishImage, ThreefishMachine, threefish_image, threefish_program
from gatehash.microcode.emit import listing, threefish_package
from gatehash.microcode.machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.threefish import ROUNDS, encrypt_words
from gatehash.paths import rtl_root

# Paper At, Table V: cycles of encryption, and of Skein on one block, which is UBI twice.
PAPER_ENCRYPTION = {4: 490, 8: 863, 16: 1876}
PAPER_SKEIN = {4: 1007, 8: 1777}


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
    expected = list(encrypt_words(key, tweak, block))
    if use == "ubi":
        expected = [e ^ p for e, p in zip(expected, block, strict=True)]
    return cycles, machine.read(KEY if use == "ubi" else STATE, words), expected


@pytest.mark.parametrize("use", ["threefish", "ubi"])
@pytest.mark.parametrize("words", ROUNDS)
def test_runs_are_right(words: int, use: str) -> None:
    machine = ThreefishMachine(threefish_image())
    for seed in range(4):
        cycles, found, expected = run(machine, words, use, seed)
        assert found == expected
        assert cycles == threefish_image().cycles(words, use)


def test_cycles_are_at_most_the_papers() -> None:
    image = threefish_image()
    for words, most in PAPER_ENCRYPTION.items():
        assert image.cycles(words, "threefish") <= most
    # Tweak and block of the output's UBI are loaded between its two runs.
    for words, most in PAPER_SKEIN.items():
        assert 2 * image.cycles(words, "ubi") + words + 2 <= most


def test_exact_cycles() -> None:
    image = threefish_image()
    assert [image.cycles(words, "threefish") for words in ROUNDS] == [448, 817, 1750]
    assert [image.cycles(words, "ubi") for words in ROUNDS] == [455, 828, 1769]


@pytest.mark.parametrize("words", ROUNDS)
def test_the_alu_is_busy(words: int) -> None:
    image = threefish_image()
    busy = image.programs[words].operations("threefish") / image.cycles(words, "threefish")
    assert busy >= 0.85


def test_the_committed_package_is_what_the_tools_make() -> None:
    assert (rtl_root() / PACKAGE).read_text() == threefish_package(threefish_image())


@pytest.mark.parametrize("use", ["threefish", "ubi"])
def test_listing_has_a_line_for_each_word(use: str) -> None:
    image = threefish_image()
    program = image.programs[4]
    lines = list(listing(image, 4, use))
    sections = (program.prologue, program.body, program.epilogues[use])
    assert len(lines) == 1 + sum(len(section.words) for section in sections)
    assert sum("mix " in line for line in lines) == 2 * 16
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


@pytest.mark.parametrize("field", ["w_address", "rotation"])
def test_a_broken_word_makes_wrong_results(field: str) -> None:
    image = threefish_image()
    address = next(
        address
        for address in range(image.loops[4] + 10, len(image.image.words))
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
        _, found, expected = run(machine, 4, "threefish", 1)
    except GatehashError:
        return
    assert found != expected


def test_a_word_that_is_read_while_it_is_written_is_nothing() -> None:
    """Writes moved to where port A reads in the same cycle: some of the words are needed."""
    image = threefish_image()
    program = image.programs[4]
    w_shift = 14
    collisions = 0
    for address in range(image.loops[4], image.loops[4] + len(program.body.words)):
        word = image.image.decode(address)
        if not word["w_enable"] or word["a_mode"]:
            continue
        words = list(image.image.words)
        words[address] ^= (word["w_address"] ^ word["a_address"]) << w_shift
        moved = replace(image, image=replace(image.image, words=tuple(words)))
        try:
            run(ThreefishMachine(moved), 4, "threefish", 1)
        except GatehashError as error:
            collisions += "holds no word" in str(error)
    assert collisions > 0


def test_no_such_program() -> None:
    with pytest.raises(GatehashError, match="words is 5; it must be one of 4, 8, 16"):
        threefish_program(5)
    with pytest.raises(GatehashError, match="no program for 4 words, decrypt; there is: 4 thr"):
        ThreefishMachine(threefish_image()).start(4, "decrypt")
