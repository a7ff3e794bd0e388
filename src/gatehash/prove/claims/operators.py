# SPDX-License-Identifier: Apache-2.0
"""Equivalences of the coprocessors' operators with the operations of their golden models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from gatehash.microcode.arx import RUNS
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, Algorithm
from gatehash.microcode.blake_chacha_word import ADD, ADD_BLOCK, COUNT, EXCLUSIVE_OR, ROTATE
from gatehash.microcode.threefish_image import OPERATIONS
from gatehash.models.threefish import ROTATIONS, WORD_MASK, mix, unmix
from gatehash.models.words import rotl, rotr
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import free, frees, joined, pieces

__all__ = [
    "ARX_ALU_SOURCES",
    "BLAKE_CHACHA_ALU_SOURCES",
    "THREEFISH_ALU_SOURCES",
    "algorithms_of",
    "arx_algorithms",
    "arx_alu",
    "blake_chacha_alu",
    "threefish_alu",
]

THREEFISH_ALU_SOURCES = (
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_add_xor.sv",
    "prim/generic/gh_add_sub_xor.sv",
    "compact/gh_threefish_mc_alu.sv",
)
BLAKE_CHACHA_ALU_SOURCES = (
    "compact/generated/gh_blake_chacha_microcode_pkg.sv",
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_mux8.sv",
    "prim/generic/gh_xor2.sv",
    "prim/generic/gh_add_xor3.sv",
    "compact/gh_blake_chacha_mc_alu.sv",
)

ARX_ALU_SOURCES = (
    "compact/generated/gh_arx_microcode_pkg.sv",
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_mux8.sv",
    "prim/generic/gh_add_xor3.sv",
    "compact/gh_arx_mc_alu.sv",
)

_RESULT = 5
"""Cycles from an operation to its result."""


def threefish_alu(decrypts: bool, module: Transition) -> Iterator[Case]:
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


def algorithms_of(parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the algorithms that a core of certain parameters has."""
    two = parameters.get("Blake2", 0)
    names = {
        "Blake32": "blake2s" if two else "blake32",
        "Blake64": "blake2b" if two else "blake64",
        "ChaCha": "chacha",
    }
    return tuple(name for flag, name in names.items() if parameters[flag])


def blake_chacha_alu(
    algorithms: tuple[str, ...], three: bool, module: Transition
) -> Iterator[Case]:
    """Yield the equations of ``gh_blake_chacha_mc_alu``: each operation of each algorithm.

    Operations before and after are free.
    """
    width = module.inputs["a_i"]
    for name in algorithms:
        algorithm = ALGORITHMS[name]
        operations = [ADD, EXCLUSIVE_OR, *(ROTATE + i for i in range(4))]
        operations += [ADD_BLOCK] * (three and algorithm.program == "blake")
        for operation in operations:
            for uses in range(4):
                adds = not operation & ROTATE and operation != EXCLUSIVE_OR
                # ChaCha adds B or the feedback.
                if uses == 3 and adds and algorithm.program == "chacha":
                    continue
                yield _operation(algorithm, operation, uses, three, width, module)
        if algorithm.program == "chacha":
            for short in (False, True):
                yield from _counted(algorithm, width, module, short=short)
    state = module.free_state()
    quiet = {"idle_i": const(1, 1), "load_i": const(0, width)}
    for cycle in range(4):
        state = module.step(state, quiet, cycle).state
    load = free("load", width)
    state = module.step(state, {**quiet, "load_i": load.bits(width)}, 4).state
    yield Case("load", module.step(state, quiet, 5).output("result_o"), load.bits(width))


def arx_algorithms(parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the algorithms that an ARX core of certain parameters has.

    BLAKE3's operations and distances are those of BLAKE2s, HChaCha20's those of ChaCha.
    """
    older = ("blake32", "blake64") if parameters["Blake"] else ()
    return ("blake2s", "blake2b", *older, *(("chacha",) if parameters["ChaCha"] else ()))


def arx_alu(algorithms: tuple[str, ...], module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_arx_mc_alu``: each operation of each algorithm.

    Operations before and after are free.
    """
    width = module.inputs["a_i"]
    for name in algorithms:
        # The core's numbers tell more algorithms apart.
        algorithm = replace(ALGORITHMS[name], code=RUNS[name].code)
        for operation in (ADD, EXCLUSIVE_OR, *(ROTATE + i for i in range(4))):
            for uses in range(4):
                adds = not operation & ROTATE and operation != EXCLUSIVE_OR
                if uses == 3 and adds and algorithm.program == "chacha":
                    continue
                yield _operation(algorithm, operation, uses, False, width, module)
        if algorithm.program == "chacha":
            for short in (False, True):
                yield from _counted(algorithm, width, module, short=short)


def _controlled(
    algorithm: Algorithm, width: int, module: Transition, **more: Term
) -> dict[str, Term]:
    found = {"idle_i": const(0, 1), "load_i": const(0, width)}
    for name in ("algorithm_i", "run_i"):
        if name in module.inputs:
            found[name] = const(algorithm.code, module.inputs[name])
    return {name: term for name, term in (found | more).items() if name in module.inputs}


def _operation(
    algorithm: Algorithm, operation: int, uses: int, three: bool, width: int, module: Transition
) -> Case:
    count = width // algorithm.bits
    a, b, m = (frees(name, algorithm.bits, count) for name in "abm")
    control = {
        "operation_i": const(operation, 3),
        "b_use_i": const(uses & 1, 1),
        "feedback_i": const(uses >> 1, 1),
    }
    words = {
        f"{name}_i": joined(each, algorithm.bits)
        for name, each in zip("abm", (a, b, m), strict=True)
    }
    before = module.step(module.free_state(), _controlled(algorithm, width, module, **control))
    cycle = module.step(before.state, _controlled(algorithm, width, module, **words), 1)
    feedback = pieces(cycle.output("result_o"), algorithm.bits)
    for number in range(2, _RESULT + 1):
        cycle = module.step(cycle.state, _controlled(algorithm, width, module), number)
    mask = (1 << algorithm.bits) - 1
    want = []
    for first, second, changed, third in zip(a, b, m, feedback, strict=True):
        x = (second ^ changed if three else second) if uses & 1 else 0
        y = third if uses & 2 else 0
        if operation & ROTATE:
            distance = algorithm.rotations[operation % 4]
            want.append(rotr(first ^ x ^ y, distance, algorithm.bits))
        elif operation == EXCLUSIVE_OR:
            want.append(first ^ x ^ y)
        elif three or algorithm.program == "chacha":
            want.append(first + x + y & mask)
        else:
            want.append((first ^ x) + y & mask)
    used = " and ".join(name for at, name in enumerate(("B", "feedback")) if uses >> at & 1)
    label = f"{algorithm.program} of {algorithm.bits} bits, operation {operation}, {used or 'A'}"
    return Case(label, cycle.output("result_o"), joined(want, algorithm.bits))


def _counted(
    algorithm: Algorithm, width: int, module: Transition, *, short: bool
) -> Iterator[Case]:
    """Yield that two operations with one between them count a number of two words, or of one."""
    count, bits = width // algorithm.bits, algorithm.bits
    words = [frees(name, bits, count) for name in ("low", "high")]
    state = module.free_state()
    found = []
    # Two operations before the first are no COUNT.
    for number in range(_RESULT + 5):
        inputs = {name: const(0, 1) for name in ("b_use_i", "feedback_i")}
        inputs["short_i"] = const(int(short), 1)
        inputs["operation_i"] = const(COUNT if number in (2, 4) else ADD, 3)
        if number in (3, 5):
            inputs["a_i"] = joined(words[number == 5], bits)
        cycle = module.step(state, _controlled(algorithm, width, module, **inputs), number)
        if number in (2 + _RESULT, 4 + _RESULT):
            found.append(pieces(cycle.output("result_o"), bits))
        state = cycle.state
    for i in range(count):
        low, high = (each[i] for each in words)
        total = (high << bits | low) + 1
        if short:
            total = high << bits | low + 1 & (1 << bits) - 1
        got = concat(found[1][i].term, found[0][i].term)
        name = f"COUNT{' of one word' * short}, stream {i}"
        yield Case(name, got, joined([total], 2 * bits))
