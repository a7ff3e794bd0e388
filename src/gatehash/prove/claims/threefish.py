# SPDX-License-Identifier: Apache-2.0
"""The coprocessor for Threefish: its operator, and its core with its microcode, for all data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gatehash.catalog.runs import THREEFISH_RUNS
from gatehash.microcode.threefish_image import BASES, OPERATIONS
from gatehash.microcode.threefish_machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.skein import chain
from gatehash.models.threefish import ROTATIONS, WORD_MASK, decrypt_words, encrypt_words, mix, unmix
from gatehash.models.words import rotl
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import free, joined
from gatehash.prove.tools.designs import designs_around, designs_of
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.simulation import (
    constants_kept,
    flags,
    memory_words,
    registers_at_rest,
    rests,
    simulated,
)

__all__ = ["threefish_properties"]

_SOURCES = (
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_add_xor.sv",
    "prim/generic/gh_add_sub_xor.sv",
    "compact/gh_threefish_mc_alu.sv",
)
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


def threefish_properties() -> Iterator[Property]:
    """Yield the properties of the coprocessor for Threefish: its operator, and its programs."""
    for decrypts in (0, 1):
        yield equivalence(
            "both-directions" if decrypts else "encryption",
            "gh_threefish_mc_alu",
            "Each operation, each rotation distance, MIX and its inverse are the model's, from "
            "any state.",
            partial(_operator, bool(decrypts)),
            designs=designs_of("compact", Decrypts=decrypts),
            sources=_SOURCES,
            Decrypts=decrypts,
        )
    for design in designs_around("gh_threefish_mc_core"):
        given = design.hardware.core.parameters
        uses = ["threefish"] + ["ubi"] * given["Chains"] + ["decrypt"] * given["Decrypts"]
        name = f"threefish-mc-core.programs.{design.name}"
        yield simulated(name, partial(_core, tuple(uses)), design)


def _operator(decrypts: bool, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_mc_alu``: each operation, each distance, MIX."""
    registers = {name: free(name, 64) for name in ("R1", "R2", "R3", "R6")}
    state = module.free_state()
    for name, word in registers.items():
        state = module.hold(state, f"{name.lower()}_q", word.bits(64))
    a, b, load = (free(name, 64) for name in ("a", "b", "load"))
    words = {"a_i": a.bits(64), "b_i": b.bits(64), "load_i": load.bits(64)}

    def after(state: State, **control: int) -> Cycle:
        inputs = {name: const(value, module.inputs[name]) for name, value in control.items()}
        return module.step(module.step(state, words | inputs).state, words, 1)

    # The operator without decryption has two operations, chosen by one bit.
    for name in OPERATIONS if decrypts else ("R1+R2", "R3^R6"):
        operands, chosen = OPERATIONS[name]
        first, second = registers[name[:2]], registers[name[3:]]
        sums = {"+": first + second, "-": first - second, "^": first ^ second}
        cycle = after(state, alu_operands_i=operands, alu_xor_i=chosen)
        yield _word(name, cycle.net("r3_q"), sums[name[2]] & WORD_MASK)
    for source in range(1 + decrypts):
        rotated = registers["R3" if source else "R1"]
        for distance in range(64):
            cycle = after(state, rotation_source_i=source, rotation_i=distance, r6_keep_i=0)
            yield _word(f"<<< {distance}", cycle.net("r6_q"), rotl(rotated, distance, 64))
    sources: dict[str, tuple[Any, ...]] = {
        "r1": (a, b, registers["R3"], *[registers["R6"]] * decrypts),
        "r2": (a, b, registers["R3"], load),
    }
    for name, choices in sources.items():
        for number, word in enumerate(choices):
            cycle = after(state, **{f"{name}_keep_i": 0, f"{name}_source_i": number})
            yield _word(f"{name} from {number}", cycle.net(f"{name}_q"), word)
    for name in ("r1", "r2", "r6"):
        cycle = after(state, **{f"{name}_keep_i": 1})
        yield _word(f"{name} kept", cycle.net(f"{name}_q"), registers[name.upper()])
    yield from _mixes(state, registers, decrypts, module)


def _mixes(
    state: State, registers: dict[str, Any], decrypts: bool, module: Transition
) -> Iterator[Case]:
    """Yield that two operations are MIX, and three its inverse, with all distances of Threefish."""

    def run(now: State, *steps: dict[str, int]) -> list[Cycle]:
        cycles = []
        for number, control in enumerate(steps):
            inputs = {name: const(value, module.inputs[name]) for name, value in control.items()}
            cycles.append(module.step(now, inputs, number))
            now = cycles[-1].state
        return [*cycles, module.step(now, {"result_source_i": const(0, 1)}, len(steps))]

    add = {"alu_operands_i": 0, "alu_xor_i": 0, "rotation_source_i": 0, "result_source_i": 0}
    sums = {"alu_operands_i": 3, "alu_xor_i": 1, "result_source_i": 0}
    distances = {r for table in ROTATIONS.values() for row in table for r in row}
    for r in sorted(distances):
        y0, y1 = mix(registers["R2"], registers["R1"], r)
        _, first, second = run(state, {**add, "rotation_i": r, "r6_keep_i": 0}, sums)
        yield _word(f"MIX {r}: y0", first.output("result_o"), y0)
        yield _word(f"MIX {r}: y1", second.output("result_o"), y1)
        if not decrypts:
            continue
        # R1 ^ R2, then R3 is rotated into R6, then R1 - R6 with y0 in R1.
        x0, x1 = unmix(registers["R1"], registers["R2"], r)
        operands, chosen = OPERATIONS["R1^R2"]
        together = {"alu_operands_i": operands, "alu_xor_i": chosen, "r1_keep_i": 1}
        turned = {"rotation_source_i": 1, "rotation_i": -r % 64, "r6_keep_i": 0, "r1_keep_i": 1}
        operands, chosen = OPERATIONS["R1-R6"]
        minus = {"alu_operands_i": operands, "alu_xor_i": chosen}
        *_, third, last = run(state, together, turned, minus)
        yield _word(f"inverse MIX {r}: x1", third.net("r6_q"), x1)
        yield _word(f"inverse MIX {r}: x0", last.output("result_o"), x0)


def _word(name: str, got: Term, want: Any) -> Case:
    return Case(name, got, joined([want], 64))


def _core(uses: tuple[str, ...], machine: Machine) -> Iterator[Case]:
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
