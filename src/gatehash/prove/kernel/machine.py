# SPDX-License-Identifier: Apache-2.0
"""Symbolic simulation of a module with memories, cycle by cycle.

Registers and words of memories hold terms. Control that does not depend on data folds to constants,
so that a run of a program is a run of words. A memory is no register file of the netlist: its read
ports are inputs of what is left, and their data is looked up when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gatehash.errors import GatehashError
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.term import Term, const, ones, value_of, var
from gatehash.prove.kernel.terms import concat, extract, ite, largest, less, table
from gatehash.prove.kernel.transition import Cycle, State, Transition

__all__ = ["Machine", "Memory", "Run"]

_TABLE_WORDS = 64


@dataclass(frozen=True)
class Memory:
    """A memory of a netlist, and the names that its ports have there.

    Parameters
    ----------
    name : str
        Its name in the flat module.
    width, size : int
        Bits of a word, and words.
    initial : tuple of int
        Initial value of each word; empty unless all of them are known.
    reads : tuple of (str, str)
        For each read port the names of its address and its data.
    writes : tuple of (str, str, str)
        For each write port the names of its address, its data and its enable bits.
    """

    name: str
    width: int
    size: int
    initial: tuple[int, ...]
    reads: tuple[tuple[str, str], ...]
    writes: tuple[tuple[str, str, str], ...]

    @property
    def is_table(self) -> bool:
        """Whether it is a function of few bits."""
        return not self.writes and len(self.initial) == self.size <= _TABLE_WORDS

    def free(self) -> list[Term]:
        """Return words that may be anything."""
        return [var(f"{self.name}[{at}]", self.width) for at in range(self.size)]


class Machine:
    """A module without its memories, and these.

    Attributes
    ----------
    logic : Transition
        The rest of the module; it has the memories' ports as ports of its own.
    memories : dict of Memory
        By name.
    """

    def __init__(self, netlist: Mapping[str, Any]) -> None:
        ports = {name: dict(port) for name, port in netlist["ports"].items()}
        cells = dict(netlist["cells"])
        self.memories: dict[str, Memory] = {}
        for cell, each in netlist["cells"].items():
            if each["type"] == "$mem_v2":
                memory = _memory(each, ports)
                self.memories[memory.name] = memory
                del cells[cell]
        self.logic = Transition({**netlist, "ports": ports, "cells": cells})
        # What is known of words that are written is said by their memory's name.
        written = (each.name for each in self.memories.values() if each.writes)
        self.logic.named.update(written)
        self._sources = {
            data: (memory, address)
            for memory in self.memories.values()
            for address, data in memory.reads
        }

    def memory(self, name: str) -> Memory:
        """Return the memory of a name; raise GatehashError if there is none."""
        if name not in self.memories:
            raise GatehashError(f"the netlist has no memory '{name}'")
        self.logic.named.add(name)
        return self.memories[name]

    def source(self, data: str) -> tuple[Memory, str] | None:
        """Return the memory of a read port's data, and the port's address; None for an input."""
        return self._sources.get(data)


def _memory(cell: Mapping[str, Any], ports: dict[str, dict[str, Any]]) -> Memory:
    """Give a memory's ports to the module, and return the memory."""
    values, pins = cell["parameters"], cell["connections"]
    name = values["MEMID"].removeprefix("\\")
    width, size, address_bits = (int(values[key], 2) for key in ("WIDTH", "SIZE", "ABITS"))
    counts = {kind: int(values[f"{kind}_PORTS"], 2) for kind in ("RD", "WR")}
    if counts["RD"] and int(values["RD_CLK_ENABLE"], 2):
        raise GatehashError(f"memory '{name}' has a read port with a register of its own")
    if int(values["OFFSET"], 2):
        raise GatehashError(f"memory '{name}' does not begin at address 0")

    def port(pin: str, number: int, bits: int) -> str:
        signal = f"{name}.{pin}{number}"
        direction = "input" if pin == "RD_DATA" else "output"
        part = pins[pin][number * bits : (number + 1) * bits]
        ports[signal] = {"direction": direction, "bits": part}
        return signal

    text = values["INIT"]
    told = len(text) == width * size and "x" not in text
    initial = int(text, 2) if told else 0
    return Memory(
        name,
        width,
        size,
        tuple(initial >> at * width & ones(width) for at in range(size * told)),
        tuple(
            (port("RD_ADDR", number, address_bits), port("RD_DATA", number, width))
            for number in range(counts["RD"])
        ),
        tuple(
            (
                port("WR_ADDR", number, address_bits),
                port("WR_DATA", number, width),
                port("WR_EN", number, width),
            )
            for number in range(counts["WR"])
        ),
    )


class _Inputs(Mapping[str, Term]):
    """Inputs of a cycle; data of a read port is looked up when it is asked for."""

    def __init__(self, run: Run, given: Mapping[str, Term]) -> None:
        self._run, self._given = run, given
        self.cycle: Cycle | None = None

    def __getitem__(self, name: str) -> Term:
        found = self._given.get(name)
        if found is not None:
            return found
        source = self._run.machine.source(name)
        if source is None or self.cycle is None:
            raise KeyError(name)
        return self._run.read(self.cycle, *source)

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


class Run:
    """A simulation: the registers and memories of a machine now.

    Parameters
    ----------
    machine : Machine
        The machine.
    registers : mapping of Term
        Contents of registers; others may hold anything.
    words : mapping of list of Term
        Contents of each memory; one that is not given holds its initial words.
    names : Names, optional
        Values written to registers that have a name there are replaced by the name.

    Attributes
    ----------
    written : set of (str, int)
        Memory and address of each word that was written.
    """

    def __init__(
        self,
        machine: Machine,
        registers: Mapping[str, Term],
        words: Mapping[str, Sequence[Term]],
        names: Names | None = None,
    ) -> None:
        self.machine = machine
        self.state = machine.logic.free_state().holding(registers)
        self.words = {
            name: list(words.get(name, [const(word, memory.width) for word in memory.initial]))
            for name, memory in machine.memories.items()
        }
        self.written: set[tuple[str, int]] = set()
        self.number = 0
        self._names = names

    def step(self, inputs: Mapping[str, Term]) -> Cycle:
        """Do a clock cycle; inputs that are not given may be anything."""
        logic = self.machine.logic
        for name, term in inputs.items():
            if logic.inputs.get(name) != term.width:
                raise GatehashError(f"there is no port '{name}' of {term.width} bits")
        given = _Inputs(self, inputs)
        cycle = given.cycle = Cycle(logic, self.state, given, self.number)
        after = {name: cycle.next(name) for name in logic.registers}
        writes = [
            (memory, cycle.output(port[0]), cycle.output(port[1]), cycle.output(port[2]))
            for memory in self.machine.memories.values()
            for port in memory.writes
        ]
        for memory, address, data, enable in writes:
            self._write(memory, address, data, enable)
        if self._names is not None:
            after = {name: self._names.known(term) for name, term in after.items()}
        self.state = State(logic, None, after)
        self.number += 1
        return cycle

    def read(self, cycle: Cycle, memory: Memory, address: str) -> Term:
        """Return the word at an address; anything if it may be written in the same cycle."""
        at = value_of(cycle.output(address))
        unknown = var(f"{address} {self.number}: anything", memory.width)
        if at is None:
            return self._looked_up(memory, cycle.output(address), unknown)
        for where, _, enable in memory.writes:
            if value_of(cycle.output(enable)) == 0:
                continue
            if value_of(cycle.output(where)) in (None, at):
                return unknown
        return self.words[memory.name][at] if at < memory.size else unknown

    @staticmethod
    def _looked_up(memory: Memory, index: Term, unknown: Term) -> Term:
        if not memory.is_table:
            return unknown
        found = table(memory.initial, index, memory.width)
        if largest(index) < memory.size:
            return found
        return ite(less(index, const(memory.size, index.width)), found, unknown)

    def _write(self, memory: Memory, address: Term, data: Term, enable: Term) -> None:
        if value_of(enable) == 0:
            return
        words, at = self.words[memory.name], value_of(address)
        if at is None:
            # It may be any of them.
            for place in range(memory.size):
                words[place] = var(f"{memory.name}[{place}] after {self.number}", memory.width)
                self.written.add((memory.name, place))
        elif at < memory.size:
            words[at] = _chosen(enable, data, words[at])
            self.written.add((memory.name, at))


def _chosen(enable: Term, yes: Term, no: Term) -> Term:
    """Return bits of two words, each chosen by a bit of its own."""
    bits = [extract(enable, at, 1) for at in range(enable.width)]
    cuts = [at for at in range(1, len(bits)) if bits[at] is not bits[at - 1]]
    parts = [
        ite(bits[low], extract(yes, low, high - low), extract(no, low, high - low))
        for low, high in pairwise((0, *cuts, len(bits)))
    ]
    return concat(*reversed(parts))
