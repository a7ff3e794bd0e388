# SPDX-License-Identifier: Apache-2.0
"""A module's transition: its outputs and next state as terms of its inputs and state.

Yosys reads the RTL and writes it as a flat netlist of operations on words, without mapping it to
gates; each cell of the netlist is a term. Registers may hold anything at first. A bit of the RTL
that is undefined stands for both values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, TypeAlias

from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.prove.cells import computed
from gatehash.prove.terms import Term, concat, const, extract, var

__all__ = ["Cycle", "State", "Transition", "read_module", "transition_script"]

NETLIST = "words.json"

# A bit of the netlist: a number, or a constant as text.
_Bit: TypeAlias = int | str
State: TypeAlias = dict[str, Term]
"""Content of each register."""


def transition_script(module: str, parameters: Mapping[str, int], files: Sequence[Path]) -> str:
    """Return the Yosys script that writes a module as a netlist of words."""
    values = [f"-G {name}={value}" for name, value in parameters.items()]
    return "\n".join(
        (
            " ".join(("read_slang", f"--top {module}", *values, *map(str, files))),
            f"hierarchy -top {module}",
            "proc",
            "flatten",
            "opt_expr",
            "memory_collect",
            "memory_map",
            "opt_expr",
            "dffunmap",
            "clean",
            f"write_json {NETLIST}",
            "",
        )
    )


def read_module(
    module: str, parameters: Mapping[str, int], files: Sequence[Path], folder: Path, limit: float
) -> Transition:
    """Read a module from RTL files.

    Parameters
    ----------
    module : str
        Its name.
    parameters : mapping
        Its parameters; others have their defaults.
    files : sequence of Path
        RTL files, in the order of compilation.
    folder : Path
        Work folder.
    limit : float
        Most seconds of CPU time.

    Raises
    ------
    GatehashError
        If Yosys fails or the netlist has a cell that has no term.
    """
    run_yosys(
        transition_script(module, parameters, files),
        folder,
        name="transition",
        what=f"{module}, netlist of words",
        cpu_limit=limit,
    )
    content = json.loads((folder / NETLIST).read_text(encoding="utf-8"))
    return Transition(content["modules"][module])


@dataclass(frozen=True)
class Cycle:
    """A clock cycle.

    Attributes
    ----------
    outputs : mapping
        The output ports, by name.
    state : mapping
        The registers after the cycle.
    """

    outputs: Mapping[str, Term]
    state: State
    _driven: Mapping[str, Term] = field(repr=False)
    _module: Transition = field(repr=False)

    def net(self, name: str) -> Term:
        """Return the value of a net within the cycle, by its name in the flat module."""
        return _gathered(self._module.runs(self._module.net(name), name), self._driven)


# What drives some bits, the lowest of them in it, and how many.
_Run: TypeAlias = tuple[str, int, int]


class Transition:
    """A flat netlist of words, as Yosys writes it in JSON."""

    def __init__(self, netlist: Mapping[str, Any]) -> None:
        self._nets: dict[str, list[_Bit]] = {
            name: net["bits"] for name, net in netlist["netnames"].items()
        }
        ports = netlist["ports"].items()
        self._inputs = {name: port["bits"] for name, port in ports if port["direction"] == "input"}
        outputs = {name: port["bits"] for name, port in ports if port["direction"] == "output"}
        cells = netlist["cells"]
        self._registers = {
            name: cell["connections"] for name, cell in cells.items() if cell["type"] == "$dff"
        }
        self._cells = {
            name: cell
            for name, cell in cells.items()
            if cell["type"] not in ("$dff", "$scopeinfo", "$check", "$print")
        }
        # What drives each bit, and where in it the bit is.
        drivers = (
            *((f"in {name}", bits) for name, bits in self._inputs.items()),
            *((f"register {name}", each["Q"]) for name, each in self._registers.items()),
            *((f"cell {name}", each["connections"]["Y"]) for name, each in self._cells.items()),
        )
        self._driver = {
            bit: (name, at)
            for name, bits in drivers
            for at, bit in enumerate(bits)
            if isinstance(bit, int)
        }
        self._order = self._sorted()
        self._outputs = {name: self.runs(bits, name) for name, bits in outputs.items()}
        self._next = {
            name: self.runs(each["D"], f"{name}.D") for name, each in self._registers.items()
        }
        self._operands = {
            name: {
                port: self.runs(bits, f"{name}.{port}")
                for port, bits in cell["connections"].items()
                if port != "Y" and bits
            }
            for name, cell in self._cells.items()
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

    def _sorted(self) -> list[str]:
        needs = {
            name: {
                driver[0].removeprefix("cell ")
                for port, bits in cell["connections"].items()
                if port != "Y"
                for bit in bits
                if (driver := self._driver.get(bit)) and driver[0].startswith("cell ")
            }
            for name, cell in self._cells.items()
        }
        return list(TopologicalSorter(needs).static_order())

    @property
    def inputs(self) -> dict[str, int]:
        """Widths of the input ports."""
        return {name: len(bits) for name, bits in self._inputs.items()}

    def net(self, name: str) -> list[_Bit]:
        """Return the bits of a net; raise GatehashError if there is none of that name."""
        if name not in self._nets:
            raise GatehashError(f"the netlist has no net '{name}'")
        return self._nets[name]

    def free_state(self) -> State:
        """Return a state in which every register may hold anything."""
        return {
            name: var(f"register {self._label(name)}", len(ports["Q"]))
            for name, ports in self._registers.items()
        }

    def _label(self, register: str) -> str:
        bits = self._registers[register]["Q"]
        names = [name for name, net in self._nets.items() if net == bits and "$" not in name]
        return min(names, key=len, default=register.replace("\\", "/"))

    def held(self, state: State, **values: Term) -> State:
        """Return a state in which registers hold given values, by the names of their nets.

        A dot or bracket of a name may be given as ``__``; all bits of the net must be registers.
        """
        changed = dict(state)
        for name, value in values.items():
            self._hold(changed, name, value)
        return changed

    def hold(self, state: State, name: str, value: Term) -> State:
        """Return a state in which one register holds a value."""
        changed = dict(state)
        self._hold(changed, name, value)
        return changed

    def _hold(self, state: State, name: str, value: Term) -> None:
        bits = self.net(name)
        if len(bits) != value.width:
            raise GatehashError(f"net '{name}' has {len(bits)} bits, not {value.width}")
        for at, bit in enumerate(bits):
            if isinstance(bit, str):
                continue
            driver, place = self._driver.get(bit, ("", 0))
            if not driver.startswith("register "):
                raise GatehashError(f"bit {at} of net '{name}' is no register")
            register = driver.removeprefix("register ")
            old = state[register]
            parts = [extract(value, at, 1)]
            if place + 1 < old.width:
                parts.insert(0, extract(old, place + 1, old.width - place - 1))
            if place:
                parts.append(extract(old, 0, place))
            state[register] = concat(*parts)

    def step(self, state: State, inputs: Mapping[str, Term], cycle: int = 0) -> Cycle:
        """Return a clock cycle; inputs that are not given are free in each cycle."""
        driven: dict[str, Term] = {}
        for name, port in self._inputs.items():
            term = inputs.get(name)
            if term is None:
                term = var(f"{name} {cycle}", len(port))
            if term.width != len(port):
                raise GatehashError(f"port '{name}' has {len(port)} bits, not {term.width}")
            driven[f"in {name}"] = term
        driven.update((f"register {name}", term) for name, term in state.items())
        for name in self._order:
            cell = self._cells[name]
            operands = {
                port: _gathered(runs, driven) for port, runs in self._operands[name].items()
            }
            driven[f"cell {name}"] = computed(cell, operands, len(cell["connections"]["Y"]))
        outputs = {name: _gathered(runs, driven) for name, runs in self._outputs.items()}
        after = {name: _gathered(runs, driven) for name, runs in self._next.items()}
        return Cycle(outputs, after, driven, self)


def _gathered(runs: Sequence[_Run], driven: Mapping[str, Term]) -> Term:
    """Return the value of a signal."""
    return concat(*(_run(driver, low, width, driven) for driver, low, width in runs))


def _run(driver: str, low: int, width: int, driven: Mapping[str, Term]) -> Term:
    term = driven.get(driver)
    if term is not None:
        return extract(term, low, width)
    # A run of constants is one of single bits.
    name = driver.removeprefix("bit ")
    return const(int(name), 1) if name in "01" else var(name, 1)
