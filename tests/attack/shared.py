# SPDX-License-Identifier: Apache-2.0
"""A check of all probes of a masked stream top around a masked permutation.

Registers and memories are public where they held the same in executions with different secrets and
shares. The others belong to one share each, as what they take in does. A glitch-extended probe of a
wire is decided by one of two rules:

- It sees one share alone, with what is public. A register of the permutation that a random bit is
  added to is uniform by it, whatever else there is of that share, since only one register of the
  other share has the same bit. The values of a share therefore have the joint distribution that
  they have without any secret (Barthe et al., EUROCRYPT 2015, rule "optimistic sampling").
- It sees both shares, but of the permutation, of the block at its input and of random bits alone:
  then it is decided as in the permutation by itself, see :mod:`gatehash.attack.rounds`. The first
  share of a block does not depend on that of the state, which random bits of its own were added to.

Anything else counts as a leak.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gatehash.attack.circuit import Circuit
from gatehash.attack.gadgets import GADGETS, mapped_gadget
from gatehash.attack.rounds import RoundProbes, State

__all__ = ["FoundShares", "Leaking", "SharedProbes"]

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
    secret : set of int
        Outputs of registers and memories that are not public.
    inputs : mapping
        The share of each bit of the ports that have shares.
    """

    def __init__(
        self,
        circuit: Circuit,
        state: State,
        secret: set[int],
        inputs: Mapping[str, Sequence[int]],
    ) -> None:
        self._circuit, self._secret = circuit, secret
        names = circuit.names
        places: dict[int, int] = {}
        for each in circuit.registers:
            place = state.place(names.get(each.output, ""))
            if place is not None:
                places[each.output] = int(place[1].partition("_")[0][-1])
        blocks = [self._named(name) for name in state.blocks]
        random = circuit.ports[state.randoms]
        # What rows decide.
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
        part = GADGETS[state.gadget]
        self._rounds = RoundProbes(logic, state, mapped_gadget(part), part.sharing)
        self._cones = self._rounds._cut.cones
        self._share = dict(places)
        self._share |= {net: share for share, nets in enumerate(blocks) for net in nets}
        for port, bits in inputs.items():
            self._share |= dict(zip(circuit.ports[port], bits, strict=True))
        self._share |= dict.fromkeys(random, _RANDOM)
        # What registers and memories that are not public take in.
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
            if full.startswith(f"{name}[") and net in self._secret
        }
        return [found[bit] for bit in sorted(found)]

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

    def check(self) -> FoundShares:
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
            if each.output in self._taken and control:
                found.append((names.get(each.output, each.cell), ("control by a share",)))
        for memory in self._circuit.memories:
            nets = (*memory.address, *memory.write_address, memory.write)
            if any(map(self._shares, nets)):
                found.append((memory.cell, ("control by a share",)))
        return found
