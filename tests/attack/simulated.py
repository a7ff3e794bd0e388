# SPDX-License-Identifier: Apache-2.0
"""Mapped circuits in 64 lanes, the bits of whole numbers, as slices.py has gates in C++."""

from collections.abc import Sequence
from typing import Any

from gatehash.attack.circuit import Circuit, Gate, Memory
from gatehash.attack.slices import _expression

__all__ = ["LANES", "Simulated"]

LANES = (1 << 64) - 1
"""All lanes."""
_WORDS = 16


class Simulated:
    """A circuit from its power-up on."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = self._circuit = circuit
        self._values = [0, -1] + [0] * circuit.nets
        for register in circuit.registers:
            self._values[register.output] = -int(register.value)
        self._words = [
            [[0] * len(each.outputs) for _ in range(_WORDS)] for each in circuit.memories
        ]
        place = {id(each): number for number, each in enumerate(circuit.memories)}
        lines = [
            f"n[{each.output}] = {_expression(each)}"
            if isinstance(each, Gate)
            else f"read({place[id(each)]})"
            for each in circuit.ordered()
        ]
        self._settle = compile("\n".join(lines), "circuit", "exec")

    def drive(self, port: str, bits: Sequence[int]) -> None:
        """Set the bits of an input, each a number of 64 lanes."""
        for net, bit in zip(self._circuit.ports[port], bits, strict=True):
            self._values[net] = bit

    def settle(self) -> None:
        """Work out all values of a cycle."""
        exec(self._settle, {"n": self._values, "Z": 0, "O": -1, "read": self._read})

    def read(self, port: str) -> list[int]:
        """Return the settled bits of a port."""
        return [self._values[net] & LANES for net in self._circuit.ports[port]]

    def value(self, net: int) -> int:
        """Return the settled value of a net in all lanes."""
        return self._values[net] & LANES

    def unequal(self) -> set[int]:
        """Return the outputs of registers and memories that are not alike in all lanes."""
        nets = [each.output for each in self._circuit.registers]
        nets += [net for each in self._circuit.memories for net in each.outputs]
        return {net for net in nets if self._values[net] & LANES not in (0, LANES)}

    def clock(self) -> None:
        """Settle, and go on to the next cycle."""
        self.settle()
        values, following = self._values, {}
        for each in self._circuit.registers:
            enable, reset = values[each.enable], values[each.reset]
            enable = ~enable if each.enable_inverted else enable
            reset = ~reset if each.reset_inverted else reset
            if each.reset_needs_enable:
                reset &= enable
            now = values[each.output]
            kept = now ^ (enable & (now ^ values[each.data]))
            following[each.output] = kept | reset if each.value else kept & ~reset
        for number, memory in enumerate(self._circuit.memories):
            self._write(number, memory)
        for net, value in following.items():
            values[net] = value

    def _chosen(self, address: Sequence[int]) -> list[int]:
        """Return for each word the lanes in which an address is its number."""
        found = []
        for word in range(_WORDS):
            lanes = LANES
            for bit, net in enumerate(address):
                value = self._values[net]
                lanes &= value if word >> bit & 1 else ~value
            found.append(lanes)
        return found

    def _read(self, number: int) -> None:
        memory, words = self._circuit.memories[number], self._words[number]
        chosen: Any = [*zip(self._chosen(memory.address), words, strict=True)]
        for bit, net in enumerate(memory.outputs):
            value = 0
            for lanes, word in chosen:
                value |= lanes & word[bit]
            self._values[net] = value

    def _write(self, number: int, memory: Memory) -> None:
        write = self._values[memory.write]
        write = ~write if memory.write_inverted else write
        if not write & LANES:
            return
        for lanes, word in zip(
            self._chosen(memory.write_address), self._words[number], strict=True
        ):
            for bit, net in enumerate(memory.data):
                word[bit] ^= lanes & write & (word[bit] ^ self._values[net])
