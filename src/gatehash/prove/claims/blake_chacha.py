# SPDX-License-Identifier: Apache-2.0
"""The coprocessor for BLAKE and ChaCha: its operator, and its core with its microcode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from gatehash.catalog import DESIGNS
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, FIRST_OR_ZERO, IV, Algorithm
from gatehash.microcode.blake_chacha_word import ADD, ADD_BLOCK, COUNT, EXCLUSIVE_OR, ROTATE
from gatehash.models.words import rotr
from gatehash.prove.claims.blake_chacha_program import QUIET, SETTLING, Form, Program, kinds
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import free, frees, joined, pieces
from gatehash.prove.tools.designs import designs_around
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.simulation import (
    constants_kept,
    memory_words,
    registers_at_rest,
    simulated,
)

__all__ = [
    "OVERLAPS",
    "blake_chacha_properties",
    "operator",
    "programs",
]

_SOURCES = (
    "compact/generated/gh_arx_microcode_pkg.sv",
    "compact/generated/gh_blake_chacha_microcode_pkg.sv",
    "prim/generic/gh_mux4.sv",
    "prim/generic/gh_mux8.sv",
    "prim/generic/gh_xor2.sv",
    "prim/generic/gh_add_xor3.sv",
    "compact/gh_arx_mc_alu.sv",
)
_RESULT = 5
"""Cycles from an operation to its result."""
_OPERATOR = ("Blake32", "Blake64", "ChaCha", "Pipeline", "Three", "Blake2")
_OPERATOR_OF = {
    "gh_blake_chacha_mc_core": {"Blake2": 0},
    "gh_chacha_poly1305_mc_core": {
        "Blake32": 0,
        "Blake64": 0,
        "ChaCha": 1,
        "Three": 0,
        "Blake2": 0,
    },
    "gh_blake3_mc_core": {"Blake32": 1, "Blake64": 0, "ChaCha": 0, "Three": 0, "Blake2": 1},
}
"""Parameters of the operator in a core which the core's own do not name."""
# Words are loaded and read by another circuit in a stream top's core than in a core by itself.
OVERLAPS = {"core": 0, "stream": 1}


def blake_chacha_properties() -> Iterator[Property]:
    """Yield the properties of the coprocessor for BLAKE and ChaCha: its operator, its programs."""
    # Designs by what their operators have.
    operators: dict[tuple[int, ...], list[str]] = {}
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top in _OPERATOR_OF:
            given = {**_OPERATOR_OF[core.top], **core.parameters}
            operators.setdefault(tuple(given[each] for each in _OPERATOR), []).append(name)
    for values, designs in operators.items():
        parameters = dict(zip(_OPERATOR, values, strict=True))
        algorithms = [ALGORITHMS[name] for name in _algorithms_of(parameters)]
        yield operator(designs, algorithms, **parameters)
    for design in designs_around("gh_blake_chacha_mc_core"):
        core = design.hardware.core
        for where, overlap in OVERLAPS.items():
            # Programs and pipelines of a core with two streams are those of the others.
            if design.hardware.streams > 1 and not (overlap and core.parameters["Pipeline"] == 1):
                continue
            yield simulated(
                f"blake-chacha-mc-core.programs.{design.name}-{where}",
                partial(
                    _core,
                    _algorithms_of(core.parameters),
                    bool(core.parameters["Three"]),
                    bool(overlap),
                ),
                design,
                Overlap=overlap,
            )


def _algorithms_of(parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the algorithms that a core of certain parameters has."""
    two = parameters.get("Blake2", 0)
    names = {
        "Blake32": "blake2s" if two else "blake32",
        "Blake64": "blake2b" if two else "blake64",
        "ChaCha": "chacha",
    }
    return tuple(name for flag, name in names.items() if parameters[flag])


def operator(
    designs: Sequence[str], algorithms: Sequence[Algorithm], **parameters: int
) -> Property:
    """Return the property of an ARX coprocessor's operator.

    Parameters
    ----------
    designs : sequence of str
        Designs with that operator.
    algorithms : sequence of Algorithm
        Its algorithms, with the core's numbers of them.
    **parameters : int
        Parameters of ``gh_arx_mc_alu``.
    """
    return equivalence(
        designs[0],
        "gh_arx_mc_alu",
        "Each operation of each algorithm is the model's, whatever else is in the pipeline.",
        partial(_operator, algorithms, parameters),
        designs=designs,
        sources=_SOURCES,
        **parameters,
    )


def _operator(
    algorithms: Sequence[Algorithm], parameters: Mapping[str, int], module: Transition
) -> Iterator[Case]:
    """Yield the equations of ``gh_arx_mc_alu``: each operation of each algorithm.

    Operations before and after are free.
    """
    width, three = module.inputs["a_i"], bool(parameters.get("Three", 0))
    for algorithm in algorithms:
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
                yield from _counts(algorithm, width, module, short=short)
    if not parameters.get("Loads", 1):
        return
    state = module.free_state()
    quiet = {"idle_i": const(1, 1), "load_i": const(0, width)}
    for cycle in range(4):
        state = module.step(state, quiet, cycle).state
    load = free("load", width)
    state = module.step(state, {**quiet, "load_i": load.bits(width)}, 4).state
    yield Case("load", module.step(state, quiet, 5).output("result_o"), load.bits(width))


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
    """Return the equation of an operation: `uses` are B and the feedback, a bit each."""
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


def _counts(algorithm: Algorithm, width: int, module: Transition, *, short: bool) -> Iterator[Case]:
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


def _core(
    algorithms: tuple[str, ...], three: bool, overlap: bool, machine: Machine
) -> Iterator[Case]:
    """Yield the equations of ``gh_blake_chacha_mc_core``: each program of some algorithms.

    Words are loaded, the program runs, and the result is read, through the ports. Before, registers
    hold what is always the same between runs, and otherwise anything; so do the memories. They do
    so again after the run, so that runs may follow each other.
    """
    form = Form(algorithms, three, overlap)
    zeros = range(FIRST_OR_ZERO, IV) if form.has_blake2 else ()
    constants = {
        memory.name: tuple(at for at, word in enumerate(memory.initial) if word or at in zeros)
        for memory in machine.memories.values()
        if memory.writes
    }
    yield from programs(form, algorithms, machine, constants, Program)


def programs(
    form: Form,
    algorithms: Sequence[str],
    machine: Machine,
    constants: Mapping[str, Sequence[int]],
    program: type[Program],
) -> Iterator[Case]:
    """Yield the equations of all programs.

    Parameters
    ----------
    form : Form
        Parameters of the core.
    algorithms : sequence of str
        Kind of run.
    machine : Machine
        The core.
    constants : mapping
        Places in each memory that hold what they did at first.
    program : type
        Makes the equations of a run.
    """
    words = memory_words(machine, constants)
    # No reset is needed for what a byte's write strobe is at first.
    strobes = [f"gen_half[{half}].strobe_q" for half in range(form.halves)]
    state = machine.logic.free_state()
    for strobe in strobes:
        state = machine.logic.hold(state, strobe, const(0, 4))
    run = Run(machine, dict(state), words)
    run.step({**QUIET, "rst_i": const(1, 1)})
    for _ in range(SETTLING):
        run.step(QUIET)
    registers = registers_at_rest(run, QUIET)
    yield from constants_kept("reset", run, constants)
    for name in algorithms:
        algorithm = program.algorithm_of(name)
        for number, kind in enumerate(kinds(form, algorithm)):
            # The first kind does all numbers of rounds; others differ in what is read and written.
            for rounds in range(len(algorithm.loops) if number == 0 else 1):
                # Another algorithm's program has run before.
                before = program.algorithm_of(
                    algorithms[(algorithms.index(name) - 1 - number) % len(algorithms)]
                )
                one = program(machine, form, algorithm, rounds, kind, before)
                yield from one.cases(words, registers, constants)
