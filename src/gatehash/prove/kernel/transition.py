# SPDX-License-Identifier: Apache-2.0
"""A module's transition: its outputs and next state as terms of its inputs and state.

Each cell of a flat netlist of operations on words is a term. Registers may hold anything at first.
A bit of the RTL that is undefined stands for both values.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from gatehash.errors import GatehashError
from gatehash.prove.kernel.cells import computed
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import concat, extract

__all__ = ["Cycle", "State", "Transition"]

_DEPTH = 100_000
# A bit of the netlist: a number, or a constant as text.
_Bit: TypeAlias = int | str


class State(Mapping[str, Term]):
    """The value of each register, worked out when it is asked for."""

    def __init__(self, module: Transition, after: Cycle | None, held: Mapping[str, Term]) -> None:
        self._module, self._after, self._held = module, after, held

    def __getitem__(self, register: str) -> Term:
        found = self._held.get(register)
        if found is not None:
            return found
        if self._after is not None:
            return self._after.next(register)
        return self._module.free(register)

    def __iter__(self) -> Iterator[str]:
        return iter(self._module.registers)

    def __len__(self) -> int:
        return len(self._module.registers)

    def holding(self, held: Mapping[str, Term]) -> State:
        """Return the same state with other content of some registers."""
        return State(self._module, self._after, {**self._held, **held})


class Cycle:
    """A clock cycle; its values are worked out when they are asked for.

    Attributes
    ----------
    state : State
        The registers after the cycle.
    """

    def __init__(
        self, module: Transition, before: State, inputs: Mapping[str, Term], number: int
    ) -> None:
        self.state = State(module, self, {})
        self._module, self._before = module, before
        self._inputs, self._number = inputs, number
        self._known: dict[str, Term] = {}
        self._next: dict[str, Term] = {}

    @property
    def outputs(self) -> Mapping[str, Term]:
        """The output ports, by name."""
        return {name: self._gathered(runs) for name, runs in self._module.outputs.items()}

    def output(self, name: str) -> Term:
        """Return the value of an output port."""
        return self._gathered(self._module.outputs[name])

    def net(self, name: str) -> Term:
        """Return the value of a net within the cycle, by its name in the flat module."""
        return self._gathered(self._module.runs(self._module.net(name), name))

    def next(self, register: str) -> Term:
        """Return what a register holds after the cycle."""
        found = self._next.get(register)
        if found is None:
            found = self._next[register] = self._gathered(self._module.next[register])
        return found

    def _gathered(self, runs: Sequence[_Run]) -> Term:
        parts = []
        # No comprehension: the deepest of these calls are a few thousand of each other's.
        for driver, low, width in runs:
            term = self._known.get(driver)
            if term is None:
                term = self._known[driver] = self._driven(driver)
            parts.append(extract(term, low, width))
        return concat(*parts)

    def _driven(self, driver: str) -> Term:
        kind, _, name = driver.partition(" ")
        if kind == "cell":
            cell, runs = self._module.cells[name], self._module.operands[name]
            operands = {}
            if cell["type"] == "$mux":
                operands["S"] = chosen = self._gathered(runs["S"])
                if chosen.op == "const":
                    return self._gathered(runs["B" if chosen.number else "A"])
            for port in runs:
                if port not in operands:
                    operands[port] = self._gathered(runs[port])

            def undefined(number: int, width: int) -> Term:
                label = name.replace("\\", "/")
                return var(f"{label} {self._number} undefined {number}", width)

            return computed(cell, operands, len(cell["connections"]["Y"]), undefined)
        if kind == "register":
            return self._before[name]
        if kind == "in":
            given = self._inputs.get(name)
            return (
                var(f"{name} {self._number}", self._module.inputs[name]) if given is None else given
            )
        return const(int(name), 1) if name in "01" else var(f"{name} {self._number}", 1)


# What drives some bits, the lowest of them in it, and how many.
_Run: TypeAlias = tuple[str, int, int]


class Transition:
    """A flat netlist of words, as Yosys writes it in JSON.

    Attributes
    ----------
    named : set of str
        Nets that were asked for by name.
    """

    def __init__(self, netlist: Mapping[str, Any]) -> None:
        self.named: set[str] = set()
        # Terms are worked out by functions that call themselves, to the depth of the logic.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEPTH))
        self._nets: dict[str, list[_Bit]] = {
            name: net["bits"] for name, net in netlist["netnames"].items()
        }
        ports = netlist["ports"].items()
        inputs = {name: port["bits"] for name, port in ports if port["direction"] == "input"}
        self.inputs = {name: len(bits) for name, bits in inputs.items()}
        outputs = {name: port["bits"] for name, port in ports if port["direction"] == "output"}
        cells = netlist["cells"]
        self.registers = {
            name: cell["connections"] for name, cell in cells.items() if cell["type"] == "$dff"
        }
        self.cells = {
            name: cell
            for name, cell in cells.items()
            if cell["type"] not in ("$dff", "$scopeinfo", "$check", "$print")
        }
        # What drives each bit, and where in it the bit is.
        drivers = (
            *((f"in {name}", bits) for name, bits in inputs.items()),
            *((f"register {name}", each["Q"]) for name, each in self.registers.items()),
            *((f"cell {name}", each["connections"]["Y"]) for name, each in self.cells.items()),
        )
        self._driver: dict[_Bit, tuple[str, int]] = {
            bit: (name, at)
            for name, bits in drivers
            for at, bit in enumerate(bits)
            if isinstance(bit, int)
        }
        self.outputs = {name: self.runs(bits, name) for name, bits in outputs.items()}
        self.next = {
            name: self.runs(each["D"], f"{name}.D") for name, each in self.registers.items()
        }
        self.operands = {
            name: {
                port: self.runs(bits, f"{name}.{port}")
                for port, bits in cell["connections"].items()
                if port != "Y" and bits
            }
            for name, cell in self.cells.items()
        }

    def runs(self, signal: Sequence[_Bit], where: str) -> list[_Run]:
        """Return what drives the bits of a signal, the highest first."""
        found: list[_Run] = []
        for at, bit in enumerate(signal):
            if isinstance(bit, str):
                driver, low = f"bit {bit}" if bit in "01" else f"bit x {where} {at}", 0
            else:
                driver, low = self._driver.get(bit, (f"bit x {where} {at}", 0))
            if found and found[-1][0] == driver and sum(found[-1][1:]) == low:
                found[-1] = (driver, found[-1][1], found[-1][2] + 1)
            else:
                found.append((driver, low, 1))
        return found[::-1]

    def net(self, name: str) -> list[_Bit]:
        """Return the bits of a net; raise GatehashError if there is none of that name."""
        if name not in self._nets:
            raise GatehashError(f"the netlist has no net '{name}'")
        self.named.add(name)
        return self._nets[name]

    def free(self, register: str) -> Term:
        """Return what a register holds that may hold anything."""
        return var(f"register {self._label(register)}", len(self.registers[register]["Q"]))

    def free_state(self) -> State:
        """Return a state in which every register may hold anything."""
        return State(self, None, {})

    def _label(self, register: str) -> str:
        bits = self.registers[register]["Q"]
        names = [name for name, net in self._nets.items() if net == bits and "$" not in name]
        return min(names, key=len, default=register.replace("\\", "/"))

    def hold(self, state: State, net: str, value: Term) -> State:
        """Return a state in which the registers of a net hold a value.

        Raises
        ------
        GatehashError
            If there is no such net, or a bit of it is no register's.
        """
        bits = self.net(net)
        if len(bits) != value.width:
            raise GatehashError(f"net '{net}' has {len(bits)} bits, not {value.width}")
        places: dict[str, dict[int, Term]] = {}
        for at, bit in enumerate(bits):
            driver, place = self._driver.get(bit, ("", 0))
            if not driver.startswith("register "):
                raise GatehashError(f"bit {at} of net '{net}' is no register")
            places.setdefault(driver.removeprefix("register "), {})[place] = extract(value, at, 1)
        held = {}
        for register, parts in places.items():
            width = len(self.registers[register]["Q"])
            missing = [at for at in range(width) if at not in parts]
            parts.update((at, extract(state[register], at, 1)) for at in missing)
            held[register] = concat(*(parts[at] for at in reversed(range(width))))
        return state.holding(held)

    def step(self, state: State, inputs: Mapping[str, Term], cycle: int = 0) -> Cycle:
        """Return a clock cycle; inputs that are not given are free in each cycle."""
        for name, term in inputs.items():
            width = self.inputs.get(name)
            if width != term.width:
                raise GatehashError(f"port '{name}' has {width} bits, not {term.width}")
        return Cycle(self, state, inputs, cycle)
