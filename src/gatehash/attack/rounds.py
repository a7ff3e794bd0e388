# SPDX-License-Identifier: Apache-2.0
"""A check of all probes of a masked permutation whose state is the registers of many gadgets.

The gadgets are alike, as the rows of chi are, and each has shares and random bits of its own. One
step of induction covers every cycle of every execution:

- The sum of a gadget's registers of share 0 is the sum of a random bit of its own and something
  else. The first share of a state that was written with fresh random bits is therefore uniform for
  each secret.
- The linear layer is a bijection of the state, so that the first shares of the gadgets' inputs are
  uniform as well, and independent of each other. A state that was erased is written from random
  bits alone, and holds nothing secret, or from shares of a block, which are so by the contract.
- All registers of the state are written in the same cycles. After one, the registers of each gadget
  have the joint distribution that a gadget by itself has with inputs that are shared uniformly, and
  those of different gadgets are independent for each secret. A probe's values fall apart into one
  set for each gadget, which is decided by the gadget's truth table: distributions that are
  independent have their product as the joint one.

The random bits of a cycle and the shares of a block are independent of all registers. Both shares
of one bit of a block in a probe reveal it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

from gatehash.attack.circuit import Circuit, Register
from gatehash.attack.probes import Found, Leak, Probes
from gatehash.attack.unrolled import Sharing, Unrolled
from gatehash.errors import GatehashError

__all__ = ["RoundProbes", "State", "Streams"]

Place = Callable[[str], tuple[Hashable, str] | None]
"""Returns for a register's name the gadget that it belongs to, and its name in that gadget; None
for a register that holds nothing secret."""


@dataclass(frozen=True)
class State:
    """A state of many gadgets.

    Parameters
    ----------
    gadget : str
        Name of the gadget.
    place : callable
        The place of a register.
    masked : tuple of str
        Beginnings of the names, in the gadget, of registers that a random bit is added to. Those
        of one bit that differ in the beginning alone share it.
    blocks : tuple of str
        Ports of both shares of a block.
    randoms : str
        Port of the random bits.
    """

    gadget: str
    place: Place
    masked: tuple[str, ...]
    blocks: tuple[str, str]
    randoms: str


@dataclass(frozen=True)
class Streams:
    """Streams around such a permutation, see :mod:`gatehash.attack.shared`.

    Parameters
    ----------
    shares : mapping
        The share of each bit of the ports that have shares.
    heads : str
        Pattern of the names of registers that are public although a share leads to them.
    takes : tuple of tuple
        Beginnings of the names of public registers, each with states in which they take no share,
        as values of nets by name. A register belongs to the first beginning that its name has.
    """

    shares: Mapping[str, tuple[int, ...]]
    heads: str
    takes: tuple[tuple[str, tuple[Mapping[str, int], ...]], ...]


_STATE, _PUBLIC = "state", "public"


class RoundProbes:
    """The probes of a masked permutation, in any cycle.

    Parameters
    ----------
    circuit : Circuit
        The permutation.
    state : State
        Its state.
    gadget : Circuit
        The gadget.
    sharing : Sharing
        The meaning of the gadget's ports, over two cycles at least.

    Raises
    ------
    GatehashError
        If the circuit does not do what the check takes for granted.
    """

    def __init__(
        self,
        circuit: Circuit,
        state: State,
        gadget: Circuit,
        sharing: Sharing,
    ) -> None:
        self._circuit = circuit
        self._state = state
        inside = Unrolled(gadget, sharing)
        self._gadget = Probes(inside, gadget.names)
        self._node = {
            gadget.names.get(each.output, each.cell): inside.value(each.output, 1)
            for each in gadget.registers
        }
        self._places: dict[int, tuple[Hashable, str]] = {}
        for register in circuit.registers:
            place = state.place(circuit.names.get(register.output, ""))
            if place is not None:
                self._places[register.output] = place
        self._blocks = {
            net: (bit, share)
            for share, port in enumerate(state.blocks)
            for bit, net in enumerate(circuit.ports[port])
        }
        self._random = {*circuit.ports[state.randoms]}
        self._cut = self._without_registers()
        self._check()

    def _without_registers(self) -> Unrolled:
        """Return the logic with registers as inputs."""
        circuit = self._circuit
        driven = {each.output for each in circuit.gates}
        registers = {each.output for each in circuit.registers}
        known = registers | {*self._blocks} | self._random
        public = [
            net
            for nets in circuit.ports.values()
            for net in nets
            if net > 1 and net not in driven and net not in known
        ]
        public += [net for net in registers if net not in self._places]
        ports = {
            _STATE: tuple(self._places),
            _PUBLIC: tuple(public),
            **{port: circuit.ports[port] for port in self._state.blocks},
            self._state.randoms: circuit.ports[self._state.randoms],
        }
        cut = Circuit(ports, circuit.gates, [], [], circuit.nets, circuit.names)
        return Unrolled(cut, Sharing({}, tuple(ports)))

    def _numbers(self, nets: frozenset[int] | set[int]) -> int:
        """Return variables of nets as bits of a number."""
        found = 0
        for net in nets:
            found |= self._cut.support[self._cut.value(net, 0)]
        return found

    def _check(self) -> None:
        """Raise a GatehashError if the circuit is not as the step of induction needs it."""
        cut = self._cut
        secret = self._numbers({*self._places, *self._blocks, *self._random})
        together = {
            (each.enable, each.enable_inverted, each.reset, each.reset_inverted, each.value)
            for each in self._circuit.registers
            if each.output in self._places
        }
        if len(together) != 1:
            raise GatehashError("registers of the state are not written and erased together")
        randoms = self._numbers(self._random)
        used: dict[int, set[Hashable]] = {}
        for register in self._circuit.registers:
            data = cut.value(register.data, 0)
            control = cut.support[cut.value(register.enable, 0)]
            control |= cut.support[cut.value(register.reset, 0)]
            place = self._places.get(register.output)
            if control & secret or (place is None and cut.support[data] & secret):
                raise self._misfit(register, "depends on shares or random bits")
            if place is None:
                continue
            part, name = place
            begins = next((each for each in self._state.masked if name.startswith(each)), None)
            own = cut.support[data] & randoms
            if begins is None:
                if own:
                    raise self._misfit(register, "depends on random bits")
                continue
            if own.bit_count() != 1 or not cut.linear(data) & own:
                raise self._misfit(register, "is not the sum of one random bit and others")
            used.setdefault(own, set()).add((part, name.removeprefix(begins)))
        if any(len(bits) > 1 for bits in used.values()):
            raise GatehashError("a random bit is used for two bits of the state")
        parts = {part for part, _ in self._places.values()}
        if len(self._places) != len(parts) * len(self._node):
            raise GatehashError("registers of the state are missing in the netlist")

    def _misfit(self, register: Register, why: str) -> GatehashError:
        name = self._circuit.names.get(register.output, register.cell)
        return GatehashError(f"register {name} {why}; the check of rounds does not cover that")

    @property
    def wires(self) -> int:
        """Number of wires, registers and inputs included."""
        return len(self._cut.cones) - 2

    @cached_property
    def sets(self) -> Mapping[frozenset[int], int]:
        """The different sets of secret registers and ports, each with a wire that sees it."""
        found: dict[frozenset[int], int] = {}
        kept = {*self._places, *self._blocks, *self._random}
        for net, cone in self._cut.cones.items():
            nets = cone & kept
            if nets:
                found.setdefault(nets, net)
        return found

    def check(self) -> Found:
        """Decide all sets: those with registers of the state by composition."""
        exact = composed = skipped = 0
        leaks = []
        decided: dict[frozenset[int], bool | None] = {}
        for nets, wire in self.sets.items():
            parts: dict[Hashable, set[int]] = {}
            shares: dict[int, set[int]] = {}
            for net in nets:
                if net in self._places:
                    part, name = self._places[net]
                    parts.setdefault(part, set()).add(self._node[name])
                elif net in self._blocks:
                    bit, share = self._blocks[net]
                    shares.setdefault(bit, set()).add(share)
            verdicts: list[bool | None] = [len(each) > 1 for each in shares.values()]
            for nodes in map(frozenset, parts.values()):
                if nodes not in decided:
                    decided[nodes] = self._gadget.verdict(nodes).leaks
                verdicts.append(decided[nodes])
            if True not in verdicts and None in verdicts:
                skipped += 1
                continue
            if parts:
                composed += 1
            else:
                exact += 1
            if True in verdicts:
                names = self._circuit.names
                seen = sorted(names.get(each, str(each)) for each in nets)
                leaks.append(Leak(names.get(wire, str(wire)), 0, tuple(seen)))
        return Found(exact, composed, skipped, tuple(leaks))
