# SPDX-License-Identifier: Apache-2.0
"""Runs of the BLAKE and ChaCha coprocessor's core, with its microcode, and the models' results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gatehash.microcode.blake_chacha_algorithms import FIRST_OR_ZERO, IV
from gatehash.prove.claims.blake_chacha_form import Form, kinds
from gatehash.prove.claims.blake_chacha_program import QUIET, SETTLING, Program
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.term import const
from gatehash.prove.tools.simulation import constants_kept, memory_words, registers_at_rest

__all__ = ["blake_chacha_core", "programs"]


def blake_chacha_core(
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
