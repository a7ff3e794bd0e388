# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate model of the BLAKE and ChaCha coprocessors: it runs the encoded control words.

Its registers are those of the RTL's first pipeline configuration. The other configurations read and
write the same words in the same cycles. A word that is read while it is written is None, and so is
every result that depends on it; the model raises an error where such a result is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from gatehash.errors import GatehashError
from gatehash.microcode.blake_chacha import blake_chacha_program
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, FIRST_OR_ZERO, IV, SHORT_COUNTER
from gatehash.microcode.blake_chacha_word import (
    ADD_BLOCK,
    AGAIN,
    BLOCK,
    COUNT,
    DONE,
    EXCLUSIVE_OR,
    INPUT,
    ROTATE,
    STATE,
    decoded,
)

__all__ = ["BlakeChachaMachine"]

_REGISTER_FILE_WORDS = 64
_REGION_WORDS = 16
_WRITE_DELAY = 5

_Words = tuple[int | None, ...]
"""A word for each stream."""

_IDLE = decoded(0)


class BlakeChachaMachine:
    """The coprocessor's registers, and its clock cycle as a method.

    Parameters
    ----------
    name : str
        The algorithm, one of those in :data:`~gatehash.microcode.blake_chacha.ALGORITHMS`.
    streams : int, optional
        Messages at once: two where a datapath of 64 bits works on words of 32.
    begin : int, optional
        Address of the program in the instruction memory.
    words : sequence of int, optional
        Control words; by default those of the program.
    three : bool, optional
        Whether it adds three words.

    Examples
    --------
    >>> machine = BlakeChachaMachine("chacha")
    >>> machine.load(INPUT + 4, [[0] * 12])
    >>> machine.run(rounds=2)
    666
    >>> hex(machine.read(STATE, 1)[0][0])
    '0xade0b876'
    >>> machine.read(INPUT + 12, 2)
    [[1, 0]]
    """

    def __init__(
        self,
        name: str,
        streams: int = 1,
        begin: int = 0,
        words: Sequence[int] = (),
        three: bool = False,
    ) -> None:
        if name not in ALGORITHMS:
            raise GatehashError(f"no algorithm '{name}'; there is: {', '.join(ALGORITHMS)}")
        self.streams = streams
        self._algorithm = ALGORITHMS[name]
        program = self._algorithm.program
        self._three = three
        self.program = blake_chacha_program(
            "blake-three" if three and program == "blake" else program
        )
        self._begin = begin
        self._words = words or self.program.words
        self._mask = (1 << self._algorithm.bits) - 1

        nothing: _Words = (None,) * streams
        self.memory = [nothing] * _REGISTER_FILE_WORDS
        if program == "blake2":
            for address in range(FIRST_OR_ZERO, IV):
                self.memory[address] = (0,) * streams
        for address, word in self._algorithm.constants.items():
            self.memory[address] = (word,) * streams
        self.pc, self.word, self.left = begin, 0, 0
        self.busy = False
        self.control = _IDLE
        self.line = [_IDLE] * _WRITE_DELAY
        # The words read from the register file, the operands, and the results of each stage.
        self.a = self.b = self.m = nothing
        self.r_a = self.r_b = self.r_c = nothing
        self.r3 = self.r4 = self.r5 = nothing
        # For each stream, the carries of the last two operations; 1 unless they are COUNT.
        self._carries = [[1, 1] for _ in range(streams)]
        self._taking_part = (True,) * streams
        self._initial = (False,) * streams
        self._rounds = 0

    def load(self, address: int, words: Sequence[Sequence[int]]) -> None:
        """Write words from an address on: a sequence for each stream."""
        for number, word in enumerate(zip(*words, strict=True)):
            self.memory[address + number] = word

    def read(self, address: int, count: int) -> list[list[int]]:
        """Read words from an address on, a list for each stream; raise GatehashError for None."""
        found = []
        for stream in range(self.streams):
            words = [word[stream] for word in self.memory[address : address + count]]
            if None in words:
                raise GatehashError(f"address {address + words.index(None)} holds no word")
            found.append([word for word in words if word is not None])
        return found

    def run(
        self, rounds: int = 0, taking_part: Sequence[bool] = (), *, initial: Sequence[bool] = ()
    ) -> int:
        """Run the program to its end; return its cycles, first and last included.

        Parameters
        ----------
        rounds : int
            The core's ``rounds_i``: for ChaCha 0, 1 and 2 are 8, 12 and 20 rounds, and 3 is 20
            with a short counter.
        taking_part : sequence of bool, optional
            Streams that take part; by default all.
        initial : sequence of bool, optional
            Streams in which BLAKE2 begins a message, with a parameter block for h; by default none.
        """
        self.start(rounds, taking_part, initial=initial)
        cycles = 2
        while not self.step():
            cycles += 1
        return cycles

    def start(
        self, rounds: int = 0, taking_part: Sequence[bool] = (), *, initial: Sequence[bool] = ()
    ) -> None:
        """Do the clock cycle in which a run starts."""
        self._initial = tuple(initial) or (False,) * self.streams
        self._rounds = rounds
        self._taking_part = tuple(taking_part) or (True,) * self.streams
        self.step()
        self.busy = True

    def step(self) -> bool:
        """Do a clock cycle; return whether it is a run's last."""
        control, line = self.control, self.line
        zero: _Words = (0,) * self.streams
        a_next = self._read(control["a"])
        b_next = self._read_second(control["b"] << 1 & 32 | INPUT | control["b"] & 15)
        if line[4]["write"]:
            self._write(line[4])
        # From the last stage of the pipeline to the first.
        fed_back = self.r5
        _, far = self._algorithm.steps(line[3]["operation"])
        self.r5 = self._rotated(self.r4, self._algorithm.far[far])
        near, _ = self._algorithm.steps(line[2]["operation"])
        self.r4 = self._rotated(self.r3, self._algorithm.near[near])
        # The high word of a short counter stays.
        high = line[3]["operation"] == COUNT and self._rounds == SHORT_COUNTER
        self.r3 = self._operator(line[1]["operation"], counts_on=not high)
        self.r_a = self.a
        self.r_b = self._exclusive_or(self.b, self.m) if line[0]["b_use"] else zero
        self.r_c = fed_back if line[0]["feedback"] else zero
        self.a, self.b = a_next, b_next
        self.m = self.memory[BLOCK + control["m"]] if control["operation"] == ADD_BLOCK else zero
        self.line = [control, *line[:-1]]
        return self._sequence(control)

    def _written(self, control: dict[str, int]) -> int:
        return (INPUT if control["to_input"] else STATE) + control["a"] % _REGION_WORDS

    def _read(self, address: int) -> _Words:
        control = self.line[4]
        if control["write"] and address == self._written(control):
            return (None,) * self.streams
        return self.memory[address]

    def _read_second(self, address: int) -> _Words:
        if self._algorithm.program != "blake2" or not FIRST_OR_ZERO <= address < IV:
            return self._read(address)
        vector, nothing = self.memory[address - FIRST_OR_ZERO + IV], self.memory[address]
        return tuple(
            first if begins else none
            for first, none, begins in zip(vector, nothing, self._initial, strict=True)
        )

    def _write(self, control: dict[str, int]) -> None:
        address = self._written(control)
        self.memory[address] = tuple(
            new if takes_part else old
            for new, old, takes_part in zip(
                self.r5, self.memory[address], self._taking_part, strict=True
            )
        )

    @staticmethod
    def _exclusive_or(first: _Words, second: _Words) -> _Words:
        return tuple(
            None if a is None or b is None else a ^ b for a, b in zip(first, second, strict=True)
        )

    def _operator(self, operation: int, *, counts_on: bool) -> _Words:
        bits, counts = self._algorithm.bits, operation == COUNT
        results: list[int | None] = []
        for a, b, c, carries in zip(self.r_a, self.r_b, self.r_c, self._carries, strict=True):
            carry = carries.pop()
            result = None
            if a is None or b is None or c is None:
                carries.insert(0, 1)
            else:
                if operation & ROTATE or operation == EXCLUSIVE_OR:
                    total = a ^ b ^ c
                elif self._three or self._algorithm.program == "chacha":
                    total = a + b + c + carry * (counts and counts_on)
                else:
                    total = (a ^ b) + c
                carries.insert(0, total >> bits if counts else 1)
                result = total & self._mask
            results.append(result)
        return tuple(results)

    def _rotated(self, words: _Words, distance: int) -> _Words:
        bits = self._algorithm.bits
        return tuple(
            None if word is None else (word >> distance | word << (bits - distance)) & self._mask
            for word in words
        )

    def _sequence(self, control: dict[str, int]) -> bool:
        """Fetch the next control word; return whether a run has ended."""
        command, ends = 0 if control["b_use"] else control["b"], self._algorithm.ends
        ended = bool(command & DONE)
        idle = ended or not self.busy
        self.control = _IDLE if idle else decoded(self.word)
        offset = self.pc - self._begin
        self.word = self._words[offset] if offset < len(self._words) else 0
        self.pc += 1
        if idle:
            self.pc = self._begin
            self.left = self.program.passes(self._algorithm.loops[self._rounds])
        elif command & ends and not self.left:
            self.pc = self._begin + self.program.last_address
        elif command & AGAIN:
            self.pc = self._begin + self.program.loop_address
        if command & ends:
            self.left -= 1
        if ended:
            self.busy = False
        return ended
