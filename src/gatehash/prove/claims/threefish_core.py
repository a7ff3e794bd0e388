# SPDX-License-Identifier: Apache-2.0
"""Runs of the Threefish coprocessor's core, with its microcode, and the golden model's results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gatehash.catalog.runs import THREEFISH_RUNS
from gatehash.microcode.threefish_image import BASES
from gatehash.microcode.threefish_machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.skein import chain
from gatehash.models.threefish import decrypt_words, encrypt_words
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.word import joined
from gatehash.prove.tools.simulation import (
    constants_kept,
    flags,
    memory_words,
    registers_at_rest,
    rests,
)

__all__ = ["threefish_core"]

_ON, _OFF = const(1, 1), const(0, 1)
_QUIET = {"rst_i": _OFF, "start_i": _OFF, "load_valid_i": _OFF}
_RESET = {**_QUIET, "rst_i": _ON}
_FILES = ("file_a", "file_b")
_WORDS = (4, 8, 16)
_PLACES = 128
# C240, zero, the numbers of subkeys.
_CONSTANTS = (BASES["C"], BASES["C"] + 1, *range(BASES["s"], _PLACES))
_KEPT = dict.fromkeys(_FILES, _CONSTANTS)
# Cycles that a reset takes, and from a run's last cycle to the first at rest.
_SETTLING, _ENDING = 8, 4
# From an address to the word that is read.
_READING = 2
_MODELS = {"threefish": encrypt_words, "ubi": chain, "decrypt": decrypt_words}


def threefish_core(uses: tuple[str, ...], machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_mc_core``: each program of some uses.

    Words are loaded, the program runs, and the result is read, through the ports. Before, registers
    hold what is always the same between runs, and otherwise anything; so do the memories. They do
    so again after the run, so that runs may follow each other.
    """
    words = memory_words(machine, _KEPT)
    run = Run(machine, {}, words)
    for _ in range(_SETTLING):
        run.step(_RESET)
    for _ in range(_SETTLING):
        run.step(_QUIET)
    registers = registers_at_rest(run, _QUIET)
    yield from _resets(machine, words, registers)
    for size in _WORDS:
        for use in uses:
            yield from _program(machine, words, registers, size, use)


def _resets(
    machine: Machine, words: Mapping[str, list[Term]], registers: Mapping[str, Term]
) -> Iterator[Case]:
    """Yield that one cycle of reset is enough, whatever registers held."""
    run = Run(machine, {}, words)
    run.step(_RESET)
    # The control word after it may be any one of the instruction memory.
    memory = machine.memory("instructions")
    for number, word in enumerate(sorted(set(memory.initial))):
        state = machine.logic.hold(run.state, "word_q", const(word, memory.width))
        after = Run(machine, dict(state), run.words)
        for _ in range(_SETTLING):
            after.step(_QUIET)
        name = f"reset, control word {number}"
        yield rests(name, after, registers)
        yield from constants_kept(name, after, _KEPT)


def _program(
    machine: Machine,
    words: Mapping[str, list[Term]],
    registers: Mapping[str, Term],
    size: int,
    use: str,
) -> Iterator[Case]:
    name = f"{use} of {size} words"
    names = Names(64)
    key, tweak, block = (
        names.words(kind, count) for kind, count in (("key", size), ("tweak", 2), ("block", size))
    )
    want = joined(_MODELS[use](key, tweak, block), 64)
    mode = {
        "size_i": const(_WORDS.index(size), 2),
        "ubi_i": const(use == "ubi", 1),
        "decrypt_i": const(use == "decrypt", 1),
    }
    run = Run(machine, registers, words, names)
    loads = [
        (first + at, word.bits(64))
        for first, given in ((BLOCK, block), (KEY, key), (TWEAK, tweak))
        for at, word in enumerate(given)
    ]
    for number, (place, word) in enumerate(loads):
        last = number == len(loads) - 1
        load = {
            **_QUIET,
            "load_valid_i": _ON,
            "load_address_i": const(place, 7),
            "load_data_i": word,
            # The run starts with the last load.
            **({"start_i": _ON, **mode} if last else {}),
        }
        yield flags(f"{name}, load {number}", run.step(load), busy_o=0, done_o=0)
    cycles = THREEFISH_RUNS[use][size]
    for at in range(1, cycles + _ENDING - 1):
        cycle = run.step({**_QUIET, **(mode if at < cycles else {})})
        yield flags(f"{name}, cycle {at}", cycle, busy_o=1, done_o=int(at == cycles - 1))
    yield rests(name, run, registers)
    yield from constants_kept(name, run, _KEPT)
    yield from names.lemmas()

    result = KEY if use == "ubi" else STATE
    kept = () if use == "ubi" else ((KEY, key),)
    for file in _FILES:
        got = [run.words[file][result + at] for at in range(size)]
        yield names.equation(f"{name}: {file}", concat(*reversed(got)), want)
        for first, given in kept:
            for at, word in enumerate(given):
                yield Case(f"{name}: key", run.words[file][first + at], word.bits(64))
    seen = []
    for at in range(size + _READING):
        address = {"read_address_i": const(result + at, 7)} if at < size else {}
        cycle = run.step({**_QUIET, **address})
        seen.append(cycle.output("read_data_o"))
        yield flags(f"{name}, read {at}", cycle, busy_o=0, done_o=0)
    got = seen[_READING:]
    yield names.equation(f"{name}: what is read", concat(*reversed(got)), want)
