# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as gates, registers and memories: what leakage and faults are looked for in.

Cells of the ECP5 (FPGA-TN-02200, sysCLOCK and sysMEM of the family data sheet; simulation models of
Yosys) are taken apart: each look-up table, multiplexer and half of a carry cell is a gate with a
truth table, so that what follows knows no vendor's cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gatehash.errors import GatehashError

__all__ = ["ONE", "ZERO", "BlockPort", "Circuit", "Gate", "Memory", "Register", "read_circuit"]

ZERO, ONE = 0, 1
"""Nets of the constants."""

_UNIT = 9
_MUX = 0b11001010
"""Table of a multiplexer: inputs 0 and 1, which input 2 chooses between."""
_IGNORED = frozenset({"GND", "VHI", "VLO", "$scopeinfo"})
_KINDS = ("LUT4", "PFUMX", "L6MUX21", "CCU2C")
_LUT_PINS, _CARRY_INPUTS = "ABCD", 4


@dataclass(frozen=True)
class Gate:
    """A gate.

    Parameters
    ----------
    cell : str
        Name of its cell in the netlist.
    output : int
        The net that it drives.
    inputs : tuple of int
        The nets that it reads.
    table : int
        Its truth table: bit i is the output where input k is bit k of i.
    """

    cell: str
    output: int
    inputs: tuple[int, ...]
    table: int


@dataclass(frozen=True)
class Register:
    """A flip-flop, with a synchronous set or reset.

    Parameters
    ----------
    cell : str
        Name of its cell in the netlist.
    output, data : int
        Nets of its output and input.
    enable : int
        Net that lets the input in where it is 1, or 0 where `enable_inverted`.
    enable_inverted : bool
        Whether it does so where it is 0.
    reset : int
        Net that sets or resets it.
    reset_inverted : bool
        Whether that happens where the net is 0.
    reset_needs_enable : bool
        Whether the reset waits for the enable.
    value : bool
        Value after power-up and reset.
    """

    cell: str
    output: int
    data: int
    enable: int = ONE
    enable_inverted: bool = False
    reset: int = ZERO
    reset_inverted: bool = False
    reset_needs_enable: bool = False
    value: bool = False


@dataclass(frozen=True)
class BlockPort:
    """A port of a block memory.

    Parameters
    ----------
    width : int
        Bits of a word: 1, 2, 4, 9, 18 or 36.
    address : tuple of int
        Nets of the word's number, lowest bit first.
    outputs : tuple of int
        Nets of the word read, which the port's register drives; empty if the port does not read.
    data : tuple of int
        Nets of the word to write; empty if the port does not write.
    units : tuple of int
        Nets that let units of nine bits be written.
    enable, write, reset : int
        Nets of the port's enable, write enable and reset.
    mode : int
        Word that the port reads while it writes: 0 the old one, 1 the new one, 2 none.
    """

    width: int
    address: tuple[int, ...]
    outputs: tuple[int, ...]
    data: tuple[int, ...]
    units: tuple[int, ...]
    enable: int
    write: int
    reset: int
    mode: int


@dataclass(frozen=True)
class Memory:
    """A memory of a cell: distributed, with an asynchronous read, or a block with clocked ports.

    Parameters
    ----------
    cell : str
        Name of its cell in the netlist.
    bits : int
        Its bits; a distributed memory has 16 words of 4.
    content : int
        The bits after power-up.
    ports : tuple of BlockPort
        Ports of a block memory; empty of a distributed one.
    address, outputs : tuple of int
        Nets that a distributed memory reads at, and of what it reads.
    write_address, data : tuple of int
        Nets that it writes at, and of what it writes.
    write : int
        Net of its write enable.
    write_inverted : bool
        Whether it writes where that is 0.
    """

    cell: str
    bits: int
    content: int = 0
    ports: tuple[BlockPort, ...] = ()
    address: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()
    write_address: tuple[int, ...] = ()
    data: tuple[int, ...] = ()
    write: int = ZERO
    write_inverted: bool = False


@dataclass
class Circuit:
    """A circuit with one clock.

    Parameters
    ----------
    ports : mapping
        Nets of each port of the top, lowest bit first.
    gates : list of Gate
        The gates, in the order of the netlist; :meth:`ordered` has them in that of their values.
    registers : list of Register
        The flip-flops.
    memories : list of Memory
        The memories.
    nets : int
        Number of nets, those of the constants included.
    names : dict
        Names of nets in the netlist, with the bit where there are several; not all have one.
    """

    ports: dict[str, tuple[int, ...]] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    registers: list[Register] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    nets: int = 2
    names: dict[int, str] = field(default_factory=dict)

    def ordered(self) -> Iterator[Gate | Memory]:
        """Yield gates and distributed memories, each behind what it reads.

        Raises
        ------
        GatehashError
            If the circuit has a loop without a register.
        """
        driver: dict[int, Gate | Memory] = {each.output: each for each in self.gates}
        reading = [each for each in self.memories if not each.ports]
        driver |= {net: each for each in reading for net in each.outputs}
        done: set[int] = set()
        inside: set[int] = set()
        ends: list[Gate | Memory] = [*self.gates, *reading]
        for end in ends:
            waiting: list[tuple[Gate | Memory, bool]] = [(end, False)]
            while waiting:
                node, entered = waiting.pop()
                if entered:
                    inside.discard(id(node))
                    if id(node) not in done:
                        done.add(id(node))
                        yield node
                    continue
                if id(node) in done:
                    continue
                if id(node) in inside:
                    raise GatehashError(f"the netlist has a loop through {node.cell}")
                inside.add(id(node))
                waiting.append((node, True))
                nets = node.inputs if isinstance(node, Gate) else node.address
                waiting += [(driver[net], False) for net in nets if net in driver]


def read_circuit(netlist: Mapping[str, Any], top: str) -> Circuit:
    """Return the circuit of a flat module, mapped to ECP5.

    Parameters
    ----------
    netlist : mapping
        The netlist in the form of Yosys's ``write_json``.
    top : str
        Name of the module.

    Raises
    ------
    GatehashError
        If it has a cell, or a setting of one, without a model here.
    """
    return _Reader(netlist["modules"][top]).circuit


class _Reader:
    """Reads the cells of a module."""

    def __init__(self, module: Mapping[str, Any]) -> None:
        self.circuit = Circuit()
        self._numbers: dict[int | str, int] = {"0": ZERO, "x": ZERO, "z": ZERO, "1": ONE}
        for name, port in module["ports"].items():
            self.circuit.ports[name] = self._all(port["bits"])
        kinds: dict[str, Callable[[str, _Cell], None]] = {
            "LUT4": self._lut,
            "PFUMX": partial(self._mux, ("BLUT", "ALUT", "C0")),
            "L6MUX21": partial(self._mux, ("D0", "D1", "SD")),
            "CCU2C": self._carry,
            "TRELLIS_FF": self._register,
            "TRELLIS_DPR16X4": self._distributed,
            "DP16KD": self._block,
        }
        for name, cell in module["cells"].items():
            kind = cell["type"]
            if kind in _IGNORED:
                continue
            if kind not in kinds:
                known = ", ".join(kinds)
                raise GatehashError(f"cell {name} is {kind}, which has no model; known: {known}")
            kinds[kind](name, _Cell(cell))
        self.circuit.nets = len({*self._numbers.values()})
        self._name(module.get("netnames", {}))

    def _name(self, netnames: Mapping[str, Any]) -> None:
        """Name nets: by the shortest name that stands in the RTL."""
        # Yosys names wires that it makes after others and the cells between.
        made = [f"_{kind}_" for kind in (*_KINDS, "TRELLIS_FF")]
        found = [
            (
                (each.get("hide_name", 0), any(kind in name for kind in made), len(name)),
                f"{name}[{bit}]" * wide or name,
                net,
            )
            for name, each in netnames.items()
            for wide in [len(each["bits"]) > 1]
            for bit, net in enumerate(each["bits"])
            if net in self._numbers
        ]
        for _, name, net in sorted(found, key=lambda each: each[:2]):
            self.circuit.names.setdefault(self._numbers[net], name)

    def _all(self, bits: Sequence[int | str]) -> tuple[int, ...]:
        return tuple(self._net(bit) for bit in bits)

    def _net(self, bit: int | str) -> int:
        # The constants have two nets for four names.
        return self._numbers.setdefault(bit, len(self._numbers) - 2)

    def _pin(self, cell: _Cell, name: str, absent: int = ZERO) -> int:
        bits = cell.pins.get(name)
        return self._net(bits[0]) if bits else absent

    def _pins(self, cell: _Cell, name: str, count: int) -> tuple[int, ...]:
        return tuple(self._pin(cell, f"{name}{place}") for place in range(count))

    def _gate(self, cell: str, output: int, inputs: Sequence[int], table: int) -> None:
        if output > ONE:
            self.circuit.gates.append(Gate(cell, output, tuple(inputs), table))

    def _lut(self, name: str, cell: _Cell) -> None:
        inputs = [self._pin(cell, pin) for pin in _LUT_PINS]
        self._gate(name, self._pin(cell, "Z"), inputs, cell.number("INIT"))

    def _mux(self, pins: Sequence[str], name: str, cell: _Cell) -> None:
        inputs = [self._pin(cell, pin) for pin in pins]
        self._gate(name, self._pin(cell, "Z"), inputs, _MUX)

    def _carry(self, name: str, cell: _Cell) -> None:
        """Take two bits of a carry chain apart: each has a sum and a carry."""
        carry = self._pin(cell, "CIN")
        between = self._net(f"{name} between its halves")
        for half, carry_out in ((0, between), (1, self._pin(cell, "COUT"))):
            inputs = [self._pin(cell, f"{pin}{half}") for pin in _LUT_PINS]
            init = cell.number(f"INIT{half}")
            chained = cell.text(f"INJECT1_{half}", "YES") != "YES"
            sums = carries = 0
            for place in range(1 << _CARRY_INPUTS + 1):
                carried = place >> _CARRY_INPUTS
                own = init >> (place & 15) & 1
                generated = init >> (place & 3) & 1
                sums |= (own ^ (carried & chained)) << place
                carries |= (carried if own else generated & chained) << place
            self._gate(name, self._pin(cell, f"S{half}"), (*inputs, carry), sums)
            self._gate(name, carry_out, (*inputs, carry), carries)
            carry = between

    def _register(self, name: str, cell: _Cell) -> None:
        reset = self._pin(cell, "LSR")
        inverted = cell.text("LSRMUX", "LSR") == "INV"
        order = cell.text("SRMODE", "ASYNC")
        if order == "ASYNC" and (reset != ZERO or inverted):
            raise GatehashError(f"register {name} has an asynchronous reset, which has no model")
        cell.only("CLKMUX", "CLK", name)
        mode = cell.text("CEMUX", "1")
        self.circuit.registers.append(
            Register(
                name,
                self._pin(cell, "Q"),
                self._pin(cell, "DI" if "DI" in cell.pins else "M"),
                {"1": ONE, "0": ZERO}.get(mode, self._pin(cell, "CE", ONE)),
                mode == "INV",
                reset,
                inverted,
                order == "CE_OVER_LSR",
                cell.text("REGSET", "RESET") == "SET",
            )
        )

    def _distributed(self, name: str, cell: _Cell) -> None:
        cell.only("WCKMUX", "WCK", name)
        pins = {pin: self._all(cell.pins[pin]) for pin in ("RAD", "WAD", "DI", "DO")}
        self.circuit.memories.append(
            Memory(
                name,
                64,
                cell.number("INITVAL"),
                address=pins["RAD"],
                outputs=pins["DO"],
                write_address=pins["WAD"],
                data=pins["DI"],
                write=self._pin(cell, "WRE", ONE),
                write_inverted=cell.text("WREMUX", "WRE") == "INV",
            )
        )

    def _block(self, name: str, cell: _Cell) -> None:
        for port in "AB":
            cell.only(f"REGMODE_{port}", "NOREG", name)
            cell.only(f"CLK{port}MUX", f"CLK{port}", name)
            cell.only(f"CSDECODE_{port}", "0b000", name)
        words = [cell.number(f"INITVAL_{place:02X}") for place in range(64)]
        content = 0
        for place in range(1024):
            # A parameter has 16 words of 18 bits, each filled up to 20.
            word = words[place // 16] >> 20 * (place % 16) & (1 << 18) - 1
            content |= word << 18 * place
        ports = tuple(self._port(cell, port) for port in "AB")
        self.circuit.memories.append(Memory(name, 18432, content, ports))

    def _port(self, cell: _Cell, port: str) -> BlockPort:
        width = cell.number(f"DATA_WIDTH_{port}", 18)
        outputs, data = self._pins(cell, f"DO{port}", 18), self._pins(cell, f"DI{port}", 18)
        if width == 36:
            # A word of 36 bits takes the pins of both ports: A writes, and B reads.
            other = {"A": "B", "B": "A"}[port]
            outputs = (*self._pins(cell, f"DO{other}", 18), *outputs) if port == "B" else ()
            data = (*data, *self._pins(cell, f"DI{other}", 18)) if port == "A" else ()
        address = self._pins(cell, f"AD{port}", 14)
        first = {1: 0, 2: 1, 4: 2, 9: 3, 18: 4, 36: 5}[width]
        units = address[: max(1, width // _UNIT)] if width >= 18 else (ONE,)
        modes = {"READBEFOREWRITE": 0, "WRITETHROUGH": 1, "NORMAL": 2}
        return BlockPort(
            width,
            address[first:],
            outputs[:width],
            data[:width],
            units,
            self._pin(cell, f"CE{port}", ONE),
            self._pin(cell, f"WE{port}"),
            self._pin(cell, f"RST{port}"),
            modes[cell.text(f"WRITEMODE_{port}", "NORMAL")],
        )


class _Cell:
    """Pins and parameters of a cell."""

    def __init__(self, cell: Mapping[str, Any]) -> None:
        self.pins: Mapping[str, list[int | str]] = cell["connections"]
        self._parameters: Mapping[str, str | int] = cell["parameters"]

    def text(self, name: str, default: str) -> str:
        """Return a parameter that is a word."""
        return str(self._parameters.get(name, default)).strip()

    def number(self, name: str, default: int = 0) -> int:
        """Return a parameter that is a number; what is unknown of it is 0."""
        found = self._parameters.get(name, default)
        return found if isinstance(found, int) else int(found.replace("x", "0"), 2)

    def only(self, name: str, value: str, cell: str) -> None:
        """Raise a GatehashError if a parameter has another value than one."""
        found = self.text(name, value)
        if found != value:
            raise GatehashError(f"cell {cell} has {name} {found}; only {value} has a model")
