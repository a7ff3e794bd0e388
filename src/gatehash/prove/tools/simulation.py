# SPDX-License-Identifier: Apache-2.0
"""Symbolic simulation of whole cores: a program with any data, its result and its timing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from gatehash.catalog import Design
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.kernel.smt import Case, decide
from gatehash.prove.kernel.term import Term, const, value_of
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Cycle
from gatehash.prove.kernel.word import Word
from gatehash.prove.tools.equivalence import decided

__all__ = [
    "METHOD",
    "NETLIST",
    "Simulation",
    "constants_kept",
    "flags",
    "memory_words",
    "read_machine",
    "registers_at_rest",
    "rests",
    "settled",
    "simulated",
]

METHOD = "symbolic simulation"
_CLAIM = (
    "From any contents of registers and memories, each program ends with the result of the "
    "model's algorithm, for any data. It takes the catalogue's number of cycles, which no data "
    "influences. State that must persist between runs is unchanged."
)
NETLIST = "machine.json"
"""Name of the file with the netlist, in the work folder."""
Builder: TypeAlias = Callable[[Machine], Iterable[Case]]
"""Simulates a machine, and makes the equations."""


@dataclass(frozen=True)
class Simulation:
    """A module with memories, and the equations that hold of its runs."""

    module: str
    parameters: Mapping[str, int]
    sources: tuple[Path, ...]
    build: Builder

    def prove(self, folder: Path, time_limit: float) -> Verdict:
        """Prove the equations, as :class:`~gatehash.prove.tools.equivalence.Equivalence` does."""
        end = time.process_time() + time_limit
        machine = read_machine(self.module, self.parameters, self.sources, folder, time_limit)
        decider = (decide, read_machine, Run, Names, Word)
        named = machine.logic.named
        return decided(self.build, machine, named, folder / NETLIST, decider, end)


def simulated(name: str, build: Builder, design: Design, **parameters: int) -> Property:
    """Return the property that runs of a design's core end as a golden model says.

    Parameters
    ----------
    name : str
        The property's name.
    build : callable
        Simulates the core, and makes the equations.
    design : Design
        A design of the catalogue.
    **parameters : int
        Parameters of the core that are not its design's.
    """
    core, files = design.hardware.core, design.hardware.files(boundary="core")
    given = {**core.parameters, **parameters}
    proof = Simulation(core.top, given, files, build)
    return Property(name, core.top, (design.name,), _CLAIM, METHOD, files, given, proof.prove)


def machine_script(module: str, parameters: Mapping[str, int], files: Sequence[Path]) -> str:
    """Return the Yosys script that writes a module as a netlist of words and memories."""
    values = [f"-G {name}={value}" for name, value in parameters.items()]
    read = ("read_slang", f"--top {module}", f"-I {rtl_root()}", *values, *map(str, files))
    steps = ("proc", "flatten", "opt_expr", "memory_collect", "opt_expr", "dffunmap", "clean")
    return "\n".join((" ".join(read), f"hierarchy -top {module}", *steps, f"write_json {NETLIST}"))


def read_machine(
    module: str, parameters: Mapping[str, int], files: Sequence[Path], folder: Path, limit: float
) -> Machine:
    """Read a module from RTL files, as :func:`~gatehash.prove.tools.equivalence.read_module` does.

    Raises
    ------
    GatehashError
        If Yosys fails, or the netlist has a cell or a memory that has no terms.
    """
    run_yosys(
        machine_script(module, parameters, files) + "\n",
        folder,
        name="machine",
        what=f"{module}, netlist of words and memories",
        cpu_limit=limit,
    )
    content = json.loads((folder / NETLIST).read_text(encoding="utf-8"))
    return Machine(content["modules"][module])


def memory_words(machine: Machine, constants: Mapping[str, Iterable[int]]) -> dict[str, list[Term]]:
    """Return what memories hold: some words are as at first, all others may be anything.

    Memories that are not written keep their contents.
    """
    found = {}
    for memory in machine.memories.values():
        if memory.writes:
            words = found[memory.name] = memory.free()
            for at in constants[memory.name]:
                words[at] = const(memory.initial[at], memory.width)
    return found


def registers_at_rest(run: Run, quiet: Mapping[str, Term]) -> dict[str, Term]:
    """Return the registers that stay as they are now, with constants in them.

    They stay for ever while the inputs are as given, whatever the other registers and inputs are.
    """
    logic = run.machine.logic
    kept = {name: term for name, term in run.state.items() if value_of(term) is not None}
    while True:
        after = Run(run.machine, kept, run.words)
        after.step(quiet)
        stays = {name: term for name, term in kept.items() if after.state[name] is term}
        if len(stays) == len(kept):
            return {name: kept[name] for name in logic.registers if name in kept}
        kept = stays


def rests(name: str, run: Run, registers: Mapping[str, Term]) -> Case:
    """Return the equation that a run has come to rest."""
    now = concat(*(run.state[each] for each in registers))
    return Case(f"{name}: at rest", now, concat(*registers.values()))


def constants_kept(name: str, run: Run, constants: Mapping[str, Iterable[int]]) -> Iterator[Case]:
    """Yield the equations that words of memories are as at first."""
    for memory, places in constants.items():
        width, initial = run.machine.memory(memory).width, run.machine.memory(memory).initial
        for at in places:
            kept = const(initial[at], width)
            if run.words[memory][at] is not kept:
                yield Case(f"{name}: {memory}[{at}]", run.words[memory][at], kept)


def flags(name: str, cycle: Cycle, **expected: int) -> Case:
    """Return the equation that outputs have values, on which no data has an influence."""
    found = [(cycle.output(each), value) for each, value in expected.items()]
    want = concat(*(const(value, term.width) for term, value in found))
    return Case(f"{name}: {', '.join(expected)}", concat(*(term for term, _ in found)), want)


def settled(name: str, cycle: Cycle, outputs: Iterable[str]) -> Iterator[Case]:
    """Yield an equation that does not hold for each output on which data has an influence."""
    for each in outputs:
        term = cycle.output(each)
        if value_of(term) is None:
            yield Case(f"{name}: {each} depends on data", term, const(0, term.width))
