# SPDX-License-Identifier: Apache-2.0
"""A circuit over some cycles as one graph of gates over shares, random bits and constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from gatehash.attack.circuit import ONE, ZERO, Circuit, Gate
from gatehash.errors import GatehashError

__all__ = ["Sharing", "Unrolled", "Variable", "Words", "evaluated", "table_of"]

Words = NDArray[np.uint64]
"""A bit for each run or row, 64 in a word."""


@dataclass(frozen=True)
class Sharing:
    """The meaning of a circuit's inputs in some cycles.

    Parameters
    ----------
    secrets : mapping
        The ports of both shares of each secret; each bit is another secret in each cycle, and
        uniformly shared.
    randoms : tuple of str
        Ports of bits that are uniform and fresh in each cycle.
    public : mapping
        Values of all other ports, one for each cycle; the last one stays.
    cycles : int
        Number of cycles.
    """

    secrets: Mapping[str, tuple[str, str]]
    randoms: tuple[str, ...]
    public: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    cycles: int = 1


@dataclass(frozen=True)
class Variable:
    """Something that is chosen freely: a secret, its first share, or a random bit.

    Parameters
    ----------
    kind : {"secret", "share", "random"}
        Its kind.
    name : str
        The secret, or the port.
    bit, cycle : int
        Its bit and cycle.
    """

    kind: str
    name: str
    bit: int
    cycle: int


@dataclass(frozen=True)
class _Node:
    """A gate of the graph, whose inputs are nodes; a variable has no table."""

    table: int
    inputs: tuple[int, ...]
    variable: int = -1


_XOR = 0b0110


class Unrolled:
    """A circuit over some cycles, from its registers' values after power-up on.

    Parameters
    ----------
    circuit : Circuit
        The circuit; it has no memories.
    sharing : Sharing
        The meaning of its inputs.

    Raises
    ------
    GatehashError
        If it has memories or a loop, or a port has no meaning.
    """

    def __init__(self, circuit: Circuit, sharing: Sharing) -> None:
        if circuit.memories:
            raise GatehashError("circuits with memories have no check of probes")
        self.sharing = sharing
        self.variables: list[Variable] = []
        self.support: list[int] = []
        """Variables that a node depends on, as bits of a number."""
        self._nodes: list[_Node] = []
        self._known: dict[_Node, int] = {}
        self._numbers: dict[Variable, int] = {}
        self._circuit = circuit
        self._order = [each for each in circuit.ordered() if isinstance(each, Gate)]
        self.zero = self._node(0, ())
        self.one = self._node(1, ())
        self._values: list[dict[int, int]] = []
        self._inputs = self._ports()
        for cycle in range(sharing.cycles):
            self._values.append(self._settled(cycle))

    def value(self, net: int, cycle: int) -> int:
        """Return the node of a net's settled value in a cycle."""
        return self._values[cycle][net]

    def is_constant(self, node: int) -> bool:
        """Whether a node has one value."""
        return not self.support[node]

    @cached_property
    def cones(self) -> Mapping[int, frozenset[int]]:
        """The registers and ports that each net's glitches can depend on."""
        found = {net: frozenset([net]) for net in self._stable}
        found |= {ZERO: frozenset(), ONE: frozenset()}
        for gate in self._order:
            found[gate.output] = frozenset().union(*(found[net] for net in gate.inputs))
        return found

    @cached_property
    def _stable(self) -> Sequence[int]:
        return [*(each.output for each in self._circuit.registers), *self._inputs]

    def linear(self, node: int) -> int:
        """Return variables that a node is the sum of, with what does not depend on them."""
        known = self._linear.get(node)
        if known is not None:
            return known
        here = self._nodes[node]
        found = 0
        if here.variable >= 0:
            found = 1 << here.variable
        for together in _flipping(here.table, len(here.inputs)):
            # All of these inputs change with the variable, and no other one depends on it.
            own, others = -1, 0
            for place, each in enumerate(here.inputs):
                if together >> place & 1:
                    own &= self.linear(each)
                else:
                    others |= self.support[each]
            found |= own & ~others
        self._linear[node] = found
        return found

    @cached_property
    def _linear(self) -> dict[int, int]:
        return {}

    def evaluate(
        self, nodes: Sequence[int], variables: Mapping[int, Words], words: int
    ) -> Sequence[Words]:
        """Return the values of nodes.

        Parameters
        ----------
        nodes : sequence of int
            The nodes.
        variables : mapping
            Values of all variables that they depend on, by number.
        words : int
            Number of words.
        """
        needed: set[int] = set()
        waiting = [*nodes]
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += self._nodes[node].inputs
        found: dict[int, Words] = {}
        for node in sorted(needed):
            here = self._nodes[node]
            if here.variable >= 0:
                found[node] = variables[here.variable]
            else:
                found[node] = evaluated(here.table, [found[each] for each in here.inputs], words)
        return [found[node] for node in nodes]

    def _ports(self) -> dict[int, tuple[str, int]]:
        """Return the port and bit of each input net."""
        driven = {each.output for each in self._circuit.gates}
        driven |= {each.output for each in self._circuit.registers} | {ZERO, ONE}
        given = {*self.sharing.randoms, *self.sharing.public}
        given |= {port for pair in self.sharing.secrets.values() for port in pair}
        missing = given - self._circuit.ports.keys()
        if missing:
            raise GatehashError(f"the netlist has no port {', '.join(sorted(missing))}")
        ports = self._circuit.ports
        inputs = {
            net: (name, bit)
            for name in ports
            if name in given
            for bit, net in enumerate(ports[name])
        }
        for name, nets in ports.items():
            if name != _CLOCK and not driven.union(inputs).issuperset(nets):
                raise GatehashError(f"port {name} is neither share, random bit nor public")
        return inputs

    def _settled(self, cycle: int) -> dict[int, int]:
        values = {ZERO: self.zero, ONE: self.one}
        for register in self._circuit.registers:
            if cycle == 0:
                values[register.output] = self.one if register.value else self.zero
                continue
            before = self._values[cycle - 1]
            enable = self._inverted(before[register.enable], register.enable_inverted)
            held = before[register.output]
            # Table of a multiplexer: the old value, the new one, the choice.
            value = self._node(0b11001010, (held, before[register.data], enable))
            reset = self._inverted(before[register.reset], register.reset_inverted)
            if register.reset_needs_enable:
                reset = self._node(0b1000, (reset, enable))
            values[register.output] = self._node(
                0b1110 if register.value else 0b0010, (value, reset)
            )
        values |= {net: self._input(*port, cycle) for net, port in self._inputs.items()}
        for gate in self._order:
            inputs = tuple(values[net] for net in gate.inputs)
            values[gate.output] = self._node(gate.table, inputs)
        return values

    def _inverted(self, node: int, inverted: bool) -> int:
        return self._node(0b01, (node,)) if inverted else node

    def _input(self, port: str, bit: int, cycle: int) -> int:
        sharing = self.sharing
        if port in sharing.public:
            values = sharing.public[port]
            return self.one if values[min(cycle, len(values) - 1)] >> bit & 1 else self.zero
        if port in sharing.randoms:
            return self._variable(Variable("random", port, bit, cycle))
        name = next(name for name, pair in sharing.secrets.items() if port in pair)
        share = self._variable(Variable("share", name, bit, cycle))
        if port == sharing.secrets[name][0]:
            return share
        secret = self._variable(Variable("secret", name, bit, cycle))
        return self._node(_XOR, (share, secret))

    def _variable(self, variable: Variable) -> int:
        number = self._numbers.setdefault(variable, len(self._numbers))
        if number == len(self.variables):
            self.variables.append(variable)
        return self._add(_Node(0, (), number), 1 << number)

    def _node(self, table: int, inputs: tuple[int, ...]) -> int:
        """Return the node of a gate: inputs that do not count are left out."""
        while True:
            place = next(
                (k for k, each in enumerate(inputs) if self._left_out(table, len(inputs), k, each)),
                None,
            )
            if place is None:
                break
            low, high = _divided(table, len(inputs), place)
            constant = inputs[place] if self._is_fixed(inputs[place]) else self.zero
            table = high if constant == self.one else low
            inputs = (*inputs[:place], *inputs[place + 1 :])
        if len(inputs) == 1 and table == 0b10:
            return inputs[0]
        support = 0
        for each in inputs:
            support |= self.support[each]
        return self._add(_Node(table, inputs), support)

    def _is_fixed(self, node: int) -> bool:
        return node <= 1

    def _left_out(self, table: int, count: int, place: int, node: int) -> bool:
        low, high = _divided(table, count, place)
        return self._is_fixed(node) or low == high

    def _add(self, node: _Node, support: int) -> int:
        if node not in self._known:
            self._known[node] = len(self._nodes)
            self._nodes.append(node)
            self.support.append(support)
        return self._known[node]


_CLOCK = "clk_i"


def _divided(table: int, inputs: int, place: int) -> tuple[int, int]:
    """Return the tables where an input is 0 and where it is 1."""
    halves = [0, 0]
    counts = [0, 0]
    for row in range(1 << inputs):
        which = row >> place & 1
        halves[which] |= (table >> row & 1) << counts[which]
        counts[which] += 1
    return halves[0], halves[1]


@cache
def _flipping(table: int, inputs: int) -> Sequence[int]:
    """Return the sets of inputs, as bits of numbers, with which together an output changes."""
    rows = range(1 << inputs)
    return [
        together
        for together in range(1, 1 << inputs)
        if all((table >> row ^ table >> (row ^ together)) & 1 for row in rows)
    ]


def evaluated(table: int, inputs: Sequence[Words], words: int) -> Words:
    """Return the values of a gate."""
    size = 1 << len(inputs)
    full = (1 << size) - 1
    table &= full
    if table in (0, full):
        return np.full(words, np.uint64(0xFFFFFFFFFFFFFFFF if table else 0))
    *rest, last = inputs
    half = size // 2
    low, high = table & (1 << half) - 1, table >> half
    if low == high:
        return evaluated(low, rest, words)
    at_low, at_high = evaluated(low, rest, words), evaluated(high, rest, words)
    return at_low ^ (last & (at_low ^ at_high))


def table_of(variables: int) -> Iterator[Words]:
    """Yield the values of each of some variables in all rows of their truth table."""
    words = max(1, (1 << variables) // 64)
    for place in range(variables):
        if place < 6:
            pattern = sum(1 << row for row in range(64) if row >> place & 1)
            yield np.full(words, np.uint64(pattern))
        else:
            ones = np.arange(words, dtype=np.uint64) >> np.uint64(place - 6) & np.uint64(1)
            yield np.uint64(0) - ones
