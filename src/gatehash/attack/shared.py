# SPDX-License-Identifier: Apache-2.0
"""A check of all probes of a masked stream top around a masked permutation.

A register or memory is public if no share and no random bit leads to it, through any logic,
registers and memories: that holds for any execution. Some registers that steer the top are public
although beats of a share lead to them, since they take beats alone that are no secret: they are
given by name, and :func:`taking` finds in every state of the control that they take no others. The
others belong to one share each, as what
they take in does. A glitch-extended probe of a wire is decided by one of two rules:

- It sees one share alone, with what is public. A register of the permutation that a random bit is
  added to is uniform by it, whatever else there is of that share, since only one register of the
  other share has the same bit. The values of a share therefore have the joint distribution that
  they have without any secret (Barthe et al., EUROCRYPT 2015, rule "optimistic sampling").
- It sees both shares, but of the permutation, of the block at its input and of random bits alone:
  then it is decided as in the permutation by itself, see :mod:`gatehash.attack.rounds`. The first
  share of a block does not depend on that of the state, which random bits of its own were added to.

Anything else counts as a leak.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gatehash.attack.circuit import Circuit, Gate, Register
from gatehash.attack.probes import Found, Leak
from gatehash.attack.rounds import RoundProbes, State, Streams
from gatehash.attack.unrolled import Sharing, Unrolled

__all__ = ["FoundShares", "Leaking", "SharedProbes", "taking"]

_RANDOM = 2
Leaking = tuple[str, tuple[str, ...]]
"""A wire that leaks, and what it sees."""


@dataclass(frozen=True)
class FoundShares:
    """The result.

    Parameters
    ----------
    public, one_share, both_shares : int
        Wires, registers and inputs included, that see only what is public, also one share, and both
        shares.
    skipped : int
        Sets of values that were not decided.
    leaks : tuple
        Wires that leak.
    """

    public: int
    one_share: int
    both_shares: int
    skipped: int
    leaks: tuple[Leaking, ...]


class SharedProbes:
    """The probes of a top.

    Parameters
    ----------
    circuit : Circuit
        The top.
    state : State
        The state of its permutation; blocks are registers of the names that it has for them.
    streams : Streams
        Its streams.
    gadget : Circuit
        The gadget of the state's registers.
    sharing : Sharing
        The meaning of the gadget's ports.

    Attributes
    ----------
    secret : set of int
        Outputs of registers and memories that are not public.
    """

    def __init__(
        self,
        circuit: Circuit,
        state: State,
        streams: Streams,
        gadget: Circuit,
        sharing: Sharing,
    ) -> None:
        assert not any(each.ports for each in circuit.memories), "block memories have no rule"
        inputs, open_names = streams.shares, re.compile(streams.heads)
        self._streams = streams
        names = circuit.names
        sources = {net for port in (*inputs, state.randoms) for net in circuit.ports[port]}
        self._open = [
            each for each in circuit.registers if open_names.match(names.get(each.output, ""))
        ]
        secret = _reached(circuit, sources, {each.output for each in self._open})
        self._circuit, self.secret = circuit, secret
        places: dict[int, int] = {}
        for each in circuit.registers:
            place = state.place(names.get(each.output, ""))
            if place is not None:
                places[each.output] = int(place[1].partition("_")[0][-1])
        blocks = [self._named(name) for name in state.blocks]
        random = circuit.ports[state.randoms]
        # Wires that rows decide.
        self._inside = {*places, *random, *(net for each in blocks for net in each)}
        stay = [
            each for each in circuit.registers if each.output in places or each.output not in secret
        ]
        memories = {net for each in circuit.memories for net in each.outputs}
        driven = {each.output for each in circuit.gates} | {each.output for each in stay} | {0, 1}
        rest = {net for nets in circuit.ports.values() for net in nets} | memories | secret
        ports = {
            state.blocks[0]: tuple(blocks[0]),
            state.blocks[1]: tuple(blocks[1]),
            state.randoms: random,
            "rest": tuple(sorted(rest - driven - self._inside)),
        }
        logic = Circuit(ports, circuit.gates, stay, [], circuit.nets, names)
        self._rounds = RoundProbes(logic, state, gadget, sharing)
        self._cones = self._rounds._cut.cones
        self._share = dict(places)
        self._share |= {net: share for share, nets in enumerate(blocks) for net in nets}
        for port, bits in inputs.items():
            self._share |= dict(zip(circuit.ports[port], bits, strict=True))
        self._share |= dict.fromkeys(random, _RANDOM)
        # Inputs of registers and memories that are not public.
        self._taken: dict[int, tuple[int, ...]] = {
            each.output: (each.data,)
            for each in circuit.registers
            if each.output in secret and each.output not in places
        }
        for memory in circuit.memories:
            self._taken |= dict.fromkeys(secret.intersection(memory.outputs), memory.data)
        self._find_shares()

    def _named(self, name: str) -> Sequence[int]:
        """Return the registers of a name, by their bits."""
        found = {
            int(full[len(name) + 1 : -1]): net
            for net, full in self._circuit.names.items()
            if full.startswith(f"{name}[") and net in self.secret
        }
        # A place that lacks would give all behind it a wrong number.
        return [found[bit] for bit in range(max(found) + 1)]

    def cone(self, net: int) -> frozenset[int]:
        """Return registers, memories and ports that a wire sees."""
        return self._cones[net]

    def _shares(self, net: int) -> set[int]:
        """Return the shares that a wire sees; random bits count as one of their own."""
        return {self._share[each] for each in self._cones[net] if each in self._share}

    def _find_shares(self) -> None:
        """Find the share of each register and memory that is not public: that which it takes."""
        waiting = self._taken.keys() - self._share.keys()
        while waiting:
            found = {}
            for net in waiting:
                shares = set().union(*map(self._shares, self._taken[net]))
                if shares:
                    found[net] = min(shares)
            assert found, "secrets that come from no share"
            self._share |= found
            waiting -= found.keys()

    @property
    def wires(self) -> int:
        """Number of wires, registers and inputs included."""
        return len(self._cones) - 2

    @property
    def sets(self) -> set[frozenset[int]]:
        """The different sets of shares and random bits that probes see."""
        seen = (frozenset(cone & self._share.keys()) for cone in self._cones.values())
        return {each for each in seen if each}

    def check(self) -> Found:
        """Decide all sets, and what public registers take.

        Raises
        ------
        GatehashError
            If the circuit does not do what the check takes for granted.
        """
        found = self.decide()
        leaks = [Leak(wire, 0, seen) for wire, seen in (*found.leaks, *self._heads())]
        return Found(0, len(self.sets) - found.skipped, found.skipped, tuple(leaks))

    def _heads(self) -> list[Leaking]:
        """Return public registers that take a share where they should take none."""
        circuit, names = self._circuit, self._circuit.names
        nets = {name: net for net, name in names.items()}
        shares = self.secret | {net for port in self._streams.shares for net in circuit.ports[port]}
        left = {each.output for each in circuit.registers} - self.secret
        found: list[Leaking] = []
        for beginning, states in self._streams.takes:
            here = {net for net in left if names.get(net, "").startswith(beginning)}
            left -= here
            for state in states:
                at = {nets[name]: value for name, value in state.items()}
                found += ((name, ("a share",)) for name in taking(circuit, shares, here, at))
        assert not left, "registers of no group"
        return sorted(set(found))

    def decide(self) -> FoundShares:
        """Decide all wires."""
        names = self._circuit.names
        rows = self._rounds.check()
        leaks: list[Leaking] = [(leak.wire, leak.sees) for leak in rows.leaks]
        public, one, both = -2, 0, 0  # both constants are public
        for net, cone in self._cones.items():
            shared = {each for each in cone if each in self._share}
            count = len(self._shares(net))
            public, one, both = public + (count == 0), one + (count == 1), both + (count > 1)
            if count > 1 and shared - self._inside:
                seen = sorted(names.get(each, str(each)) for each in shared)
                leaks.append((names.get(net, str(net)), tuple(seen)))
        leaks += self._misled()
        return FoundShares(public, one, both, rows.skipped, tuple(leaks))

    def _misled(self) -> list[Leaking]:
        """Return registers and memories that take in another share, or are controlled by one."""
        found: list[Leaking] = []
        names = self._circuit.names
        for net, taken in self._taken.items():
            shares = set().union(*map(self._shares, taken))
            if shares != {self._share[net]}:
                found.append((names.get(net, str(net)), ("another share",)))
        for each in self._circuit.registers:
            control = self._shares(each.enable) | self._shares(each.reset)
            if each.output in self.secret and control:
                found.append((names.get(each.output, each.cell), ("control by a share",)))
        for each in self._open:
            if len(set().union(*map(self._shares, _led_by(each)))) > 1:
                found.append((names.get(each.output, each.cell), ("both shares",)))
        for memory in self._circuit.memories:
            nets = (*memory.address, *memory.write_address, memory.write)
            if any(map(self._shares, nets)):
                found.append((memory.cell, ("control by a share",)))
        return found


def _led_by(register: Register) -> Iterable[int]:
    """Return the nets that decide a register's next value."""
    return register.data, register.enable, register.reset


def _reached(circuit: Circuit, sources: set[int], stops: set[int]) -> set[int]:
    """Return registers and memories that sources lead to on any way, but not through `stops`."""
    order = [*circuit.ordered()]
    reached, found = {*sources}, set[int]()
    while True:
        for gate in order:
            if isinstance(gate, Gate) and not reached.isdisjoint(gate.inputs):
                reached.add(gate.output)
        new = {
            each.output
            for each in circuit.registers
            if each.output not in stops and not reached.isdisjoint(_led_by(each))
        }
        for memory in circuit.memories:
            nets = (*memory.address, *memory.write_address, *memory.data, memory.write)
            if not reached.isdisjoint(nets):
                new.update(memory.outputs)
        if new <= found:
            return found
        found |= new
        reached |= new


def taking(circuit: Circuit, shares: set[int], public: set[int], at: Mapping[int, int]) -> set[str]:
    """Return registers of `public` whose next value shares lead to where some nets have a value.

    Parameters
    ----------
    circuit : Circuit
        The circuit.
    shares : set of int
        Ports, and outputs of registers and memories, that are not public.
    public : set of int
        Outputs of registers.
    at : mapping
        Values of some registers' outputs.
    """
    driver = {each.output: each for each in circuit.gates}
    chosen = [each for each in circuit.registers if each.output in public]
    waiting = [net for each in chosen for net in _led_by(each)]
    seen: set[int] = set()
    while waiting:
        net = waiting.pop()
        if net not in seen:
            seen.add(net)
            waiting += driver[net].inputs if net in driver else ()
    leaves = {net for net in seen if net not in driver and net > 1} - at.keys()
    gates = [each for each in circuit.gates if each.output in seen]
    ports = {"shares": tuple(leaves & shares), "public": tuple(leaves - shares), "at": tuple(at)}
    values = sum(value << place for place, value in enumerate(at.values()))
    cut = Circuit(ports, gates, [], [], circuit.nets, circuit.names)
    logic = Unrolled(cut, Sharing({}, ("shares", "public"), {"at": (values,)}))
    secret = sum(1 << k for k, each in enumerate(logic.variables) if each.name == "shares")
    found = set()
    for each in chosen:
        enable, reset = logic.value(each.enable, 0), logic.value(each.reset, 0)
        stays = enable == (logic.one if each.enable_inverted else logic.zero)
        erased = reset == (logic.zero if each.reset_inverted else logic.one)
        # A reset goes before all else, but where it waits for the enable.
        takes = not stays and (not erased or each.reset_needs_enable)
        nodes = (enable, reset, *([logic.value(each.data, 0)] * takes))
        if any(logic.support[node] & secret for node in nodes):
            found.add(circuit.names.get(each.output, each.cell))
    return found
