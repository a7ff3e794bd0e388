# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate model of the Threefish coprocessor: it runs the encoded control words.

After each step its registers hold the values of the RTL's registers. A word that is read while it
is written is None, and so is every result that depends on it; the model raises an error where such
a result is read.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gatehash.errors import GatehashError
from gatehash.microcode.threefish_image import (
    BASES,
    MODE_COUNTER,
    MODE_FIRST,
    MODE_KEY,
    MODE_TWEAK,
    OPERATIONS,
    ThreefishImage,
)
from gatehash.models.threefish import C240, ROUNDS, WORD_MASK

__all__ = ["BLOCK", "KEY", "STATE", "TWEAK", "ThreefishMachine"]

STATE, BLOCK, KEY, TWEAK = (BASES[region] for region in "VPKT")
"""Addresses of the first words of the state, the block, the key and the tweak."""

_C240, _COUNTERS = BASES["C"], BASES["s"]
_TWEAK_WORDS = 3

_OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "^": operator.xor,
}
_OPERATIONS = {
    fields: (name[:2], _OPERATORS[name[2]], name[3:]) for name, fields in OPERATIONS.items()
}

_Word = int | None


def _rotated(value: _Word, distance: int) -> _Word:
    if value is None:
        return None
    return (value << distance | value >> (64 - distance)) & WORD_MASK


@dataclass
class ThreefishMachine:
    """The coprocessor's registers, and its clock cycle as a method.

    Parameters
    ----------
    microcode : ThreefishImage
        The instruction memory.

    Examples
    --------
    >>> from gatehash.microcode.threefish_image import threefish_image
    >>> machine = ThreefishMachine(threefish_image())
    >>> machine.load(BLOCK, [0, 0, 0, 0])
    >>> machine.load(KEY, [0, 0, 0, 0])
    >>> machine.load(TWEAK, [0, 0])
    >>> machine.run(4, "threefish")
    448
    >>> hex(machine.read(STATE, 4)[0])
    '0x94eeea8b1f2ada84'
    >>> machine.load(BLOCK, machine.read(STATE, 4))
    >>> machine.run(4, "decrypt")
    449
    >>> machine.read(STATE, 4)
    [0, 0, 0, 0]
    """

    microcode: ThreefishImage
    memory: list[_Word] = field(default_factory=lambda: [None] * 128)
    pc: int = 0
    word: int = 0
    control: dict[str, int] = field(default_factory=dict)
    addresses: tuple[int, int, int] = (0, 0, 0)
    s: int = 0
    k: int = 0
    t: int = 0
    first: bool = False
    a: _Word = None
    b: _Word = None
    r1: _Word = None
    r2: _Word = None
    r3: _Word = None
    r6: _Word = None
    _size: int = 4
    _use: str = "threefish"
    _ending: int = 0

    def __post_init__(self) -> None:
        self.control = self.microcode.image.decode(0)
        self.memory[_C240], self.memory[_C240 + 1] = C240, 0
        for s in range(max(ROUNDS.values()) // 4 + 1):
            self.memory[_COUNTERS + s] = s

    def load(self, address: int, words: Sequence[int]) -> None:
        """Write words from an address on."""
        self.memory[address : address + len(words)] = words

    def read(self, address: int, count: int) -> list[int]:
        """Read words from an address on; raise GatehashError where there is None."""
        words = self.memory[address : address + count]
        if None in words:
            raise GatehashError(f"address {address + words.index(None)} holds no word")
        return [word for word in words if word is not None]

    def start(self, words: int, use: str) -> None:
        """Start a run of a use, of blocks of 4, 8 or 16 words, in the cycle that ends now."""
        if (words, use) not in self.microcode.ends:
            known = ", ".join(f"{size} {name}" for size, name in self.microcode.ends)
            raise GatehashError(f"no program for {words} words, {use}; there is: {known}")
        self._size, self._use, self._ending = words, use, 0
        self.pc, self.first = self.microcode.starts[words, use], True
        self.s = ROUNDS[words] // 4 if use == "decrypt" else 0
        self.k, self.t = self.s % (words + 1), self.s % _TWEAK_WORDS

    def run(self, words: int, use: str) -> int:
        """Run a program to its end; return its cycles."""
        self.step()
        self.start(words, use)
        cycles = 2
        while not self.step():
            cycles += 1
        return cycles

    def step(self) -> bool:
        """Do a clock cycle; return whether it executed a run's last control word."""
        control = self.control
        a_address, b_address, w_address = self.addresses
        # The words read from the register file.
        writes = bool(control["w_enable"])
        a_next = None if writes and a_address == w_address else self.memory[a_address]
        b_next = None if writes and b_address == w_address else self.memory[b_address]
        r1_next = (self.a, self.b, self.r3, self.r6)[control["r1_source"]]
        r2_next = (self.a, self.b, self.r3, None)[control["r2_source"]]
        r3_next = self._alu(control)
        if writes:
            self.memory[w_address] = self.result
        if not control["r6_keep"]:
            self.r6 = _rotated(
                self.r3 if control["rotation_source"] else self.r1, control["rotation"]
            )
        self.r1 = self.r1 if control["r1_keep"] else r1_next
        self.r2 = self.r2 if control["r2_keep"] else r2_next
        self.r3 = r3_next
        self.a, self.b = a_next, b_next

        ended = self._ending == 1
        self._ending = 2 if control["halt"] else max(0, self._ending - 1)
        self._sequence(control)
        return ended

    @property
    def result(self) -> _Word:
        """The word at the write port."""
        return self.r6 if self.control["w_source"] else self.r3

    def _alu(self, control: dict[str, int]) -> _Word:
        one, operation, other = _OPERATIONS[control["alu_operands"], control["alu_xor"]]
        registers = {"R1": self.r1, "R2": self.r2, "R3": self.r3, "R6": self.r6}
        first, second = registers[one], registers[other]
        if first is None or second is None:
            return None
        return operation(first, second) & WORD_MASK

    def _sequence(self, control: dict[str, int]) -> None:
        """Fetch the next control word."""
        fields = self.microcode.image.decode(self.word)
        self.control = fields
        self.addresses = (self._a(fields), self._b(fields), fields["w_address"])
        self.word = self.pc
        self.pc += 1 if self.pc else 0
        if control["again"]:
            ended = self.s == (0 if self._use == "decrypt" else ROUNDS[self._size] // 4)
            places = self.microcode.ends if ended else self.microcode.loops
            self.pc = places[self._size, self._use]
            self.first = False
        if control["halt"]:
            self.pc = 0
        if control["advance"]:
            step = -1 if self._use == "decrypt" else 1
            self.s += step
            self.k = (self.k + step) % (self._size + 1)
            self.t = (self.t + step) % _TWEAK_WORDS

    def _a(self, fields: dict[str, int]) -> int:
        address, mode = fields["a_address"], fields["a_mode"]
        if mode == MODE_KEY:
            return KEY + ((address & 31) + self.k) % (self._size + 1)
        return address | (BLOCK if mode == MODE_FIRST and self.first else 0)

    def _b(self, fields: dict[str, int]) -> int:
        address, mode = fields["b_address"], fields["b_mode"]
        if mode == MODE_TWEAK:
            return TWEAK + ((address & 3) + self.t) % _TWEAK_WORDS
        if mode == MODE_COUNTER:
            return _COUNTERS + self.s
        return address | (BLOCK if mode == MODE_FIRST and self.first else 0)
