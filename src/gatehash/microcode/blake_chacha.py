# SPDX-License-Identifier: Apache-2.0
"""Microprograms of the compression functions of BLAKE and BLAKE2 and of ChaCha's block function.

The machine is that of paper At, section VI.B. It does an operation on words in each cycle and feeds
the result back to the operation four cycles later. G and ChaCha's quarter round are chains in which
each operation takes the result of the one before. Four chains are independent; interleaved, they
fill the pipeline, and no scheduler is needed. From a word read to a word written::

    cycle         x        x+1      x+2        x+3     x+4     x+5
    A, B          address  word
    operands                        A, B, R
    operator                        R + A ...
    rotation                                   near    far
    R                                                          result
    W                                                          write

Each cycle reads two words of the register file and writes at most one, to the offset in its region
that A was read from, so that the control word needs no write address. Therefore G's first two
additions are exchanged: (m ^ c) + b first, then + a. A result without such an offset is not
written. A machine that adds three words, and reads the block beside two others, does both additions
in one operation.

The control words of BLAKE's rounds differ only in the words of the block, and repeat after ten
rounds; ChaCha's repeat after two. A program loops over that many rounds and leaves the loop at the
end of the last one, BLAKE's in its second pass. The first half of the first column step reads the
initial words in place of the state, so that no word is copied. It stands before the loop, and the
loop ends with the same half step of the round with which it begins.

The order of the diagonals is G7, G4, G5, G6, in which the feedback gives each one its b.

BLAKE2 has BLAKE's program without constants in G, which leaves the second operand free: wherever h
is read, that operand is a word of zeros, or of the initialization vector in a message's first run.
The parameter block is therefore loaded as h is, and nothing else combines the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, FIRST_OR_ZERO
from gatehash.microcode.blake_chacha_word import (
    ADD,
    ADD_BLOCK,
    AGAIN,
    BLOCK,
    CONSTANT,
    COUNT,
    DONE,
    EXCLUSIVE_OR,
    INPUT,
    ROTATE,
    STATE,
    Step,
)
from gatehash.models import blake, chacha

__all__ = [
    "PROGRAMS",
    "BlakeChachaProgram",
    "blake_chacha_program",
]

_WRITE_DELAY = 5
"""Cycles from the address of an operand to the write of the result."""
_JUMP_DELAY = 2
"""Control words that still follow the one with the jump."""
_START_DELAY = 3
"""Cycles from the start of a run to its first control word."""

PROGRAMS = ("blake", "blake-three", "blake2", "chacha")
"""Names of the programs; ``blake-three`` is for a machine that adds three words."""


_NOTHING = Step("nothing")


@dataclass(frozen=True)
class BlakeChachaProgram:
    """The control words of a program, in the order of their addresses.

    Parameters
    ----------
    name : str
        One of :data:`PROGRAMS`.
    first, loop, last : tuple of Step
        The words before the loop, its body, and the words after it.
    round_ends : tuple of int
        Number of the loop's words up to the end of each of its rounds.
    """

    name: str
    first: tuple[Step, ...]
    loop: tuple[Step, ...]
    last: tuple[Step, ...]
    round_ends: tuple[int, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All control words."""
        return self.first + self.loop + self.last

    @property
    def words(self) -> tuple[int, ...]:
        """All control words, encoded."""
        return tuple(step.encoded() for step in self.steps)

    @property
    def loop_address(self) -> int:
        """Offset of the loop."""
        return len(self.first)

    @property
    def last_address(self) -> int:
        """Offset of the words after the loop."""
        return len(self.first) + len(self.loop)

    def passes(self, loops: int) -> int:
        """Whole passes of the loop in a run of so many rounds (ChaCha: double rounds)."""
        return (loops - 1) // len(self.round_ends)

    def cycles(self, loops: int) -> int:
        """Cycles of a run of so many rounds (ChaCha: double rounds), first and last included."""
        end = self.round_ends[(loops - 1) % len(self.round_ends)]
        looped = self.passes(loops) * len(self.loop) + end
        return _START_DELAY + len(self.first) + looped + len(self.last)


def _interleaved(chains: Sequence[Sequence[Step]]) -> Iterator[Step]:
    for steps in zip(*chains, strict=True):
        yield from steps


def _half_g2(i: int, r: int, second: bool, source: int = STATE) -> tuple[Step, ...]:
    """Half of BLAKE2's G_i of round r: five operations.

    The state is read from region `source`; ``INPUT`` has h, counter and flags.
    """
    a, b, c, d = blake.QUARTETS[i]
    j = blake.SIGMA[r % len(blake.SIGMA)][2 * i + second]
    rotation = ROTATE + 2 * second
    name = f"G{i} of round {r}"
    begins = source == INPUT
    # The words v8 to v15 begin as the vector, which has their places; counter and flags change it.
    return (
        Step(f"{name}: m{j} + b", BLOCK + j, None, True),
        Step(f"{name}: a", source + a, FIRST_OR_ZERO + a if begins else None, True, ADD, STATE),
        Step(f"{name}: d", source + d, CONSTANT + d if begins else None, True, rotation, STATE),
        Step(f"{name}: c", (CONSTANT if begins else STATE) + c, None, True, ADD, STATE),
        Step(
            f"{name}: b",
            source + b,
            FIRST_OR_ZERO + b if begins else None,
            True,
            rotation + 1,
            STATE,
        ),
    )


def _half_g(i: int, r: int, second: bool, three: bool, source: int = STATE) -> tuple[Step, ...]:
    """Half of G_i of round r: five operations, or four if three words can be added.

    The state is read from region `source`; in ``INPUT`` salt and counter lack their constants.
    """
    a, b, c, d = blake.QUARTETS[i]
    sigma = blake.SIGMA[r % len(blake.SIGMA)]
    j, k = sigma[2 * i], sigma[2 * i + 1]
    if second:
        j, k = k, j
    rotation = ROTATE + 2 * second
    name = f"G{i} of round {r}"
    # v8 to v11 are salt ^ c0..c3, v12 to v15 are counter ^ c4..c7. A machine that adds three words
    # computes the former before the first round.
    with_c = CONSTANT + c - 8 if source == INPUT and not three else None
    with_d = CONSTANT + d - 8 if source == INPUT else None
    added: tuple[Step, ...] = (
        Step(f"{name}: m{j} ^ c{k} + b", BLOCK + j, CONSTANT + k, True),
        Step(f"{name}: a", source + a, None, True, ADD, STATE),
    )
    if three:
        added = (Step(f"{name}: a", source + a, CONSTANT + k, True, ADD_BLOCK, STATE, m=j),)
    return (
        *added,
        Step(f"{name}: d", source + d, with_d, True, rotation, STATE),
        Step(f"{name}: c", (STATE if three else source) + c, with_c, True, ADD, STATE),
        Step(f"{name}: b", source + b, None, True, rotation + 1, STATE),
    )


def _half_quarter_round(i: int, second: bool, source: int = STATE) -> tuple[Step, ...]:
    """Half of quarter round i of a double round: four operations."""
    a, b, c, d = chacha.QUARTETS[i]
    rotation = ROTATE + 2 * second
    name = f"quarter round {i}"
    if source == INPUT:
        begun = Step(f"{name}: a", source + a, source + b, False, ADD, STATE)
    else:
        begun = Step(f"{name}: a", source + a, None, True, ADD, STATE)
    return (
        begun,
        Step(f"{name}: d", source + d, None, True, rotation, STATE),
        Step(f"{name}: c", source + c, None, True, ADD, STATE),
        Step(f"{name}: b", source + b, None, True, rotation + 1, STATE),
    )


_COLUMNS, _DIAGONALS = (0, 1, 2, 3), (7, 4, 5, 6)


def _blake(name: str, three: bool) -> BlakeChachaProgram:
    two = name == "blake2"

    def half_step(which: Sequence[int], r: int, second: bool, source: int = STATE) -> list[Step]:
        if two:
            return list(_interleaved([_half_g2(i, r, second, source) for i in which]))
        return list(_interleaved([_half_g(i, r, second, three, source) for i in which]))

    first: list[Step] = []
    if three:
        first += [
            Step(f"v{i}", INPUT + i, CONSTANT + i - 8, False, EXCLUSIVE_OR, STATE)
            for i in range(8, 12)
        ]
    # These steps feed the first G's their b.
    first += [
        Step(f"b of G{i}", INPUT + b, FIRST_OR_ZERO + b if two else None)
        for i in _COLUMNS
        for b in blake.QUARTETS[i][1:2]
    ]
    first += half_step(_COLUMNS, 0, False, INPUT)

    rounds = len(blake.SIGMA)
    loop: list[Step] = []
    ends = []
    for r in range(rounds):
        if r:
            loop += half_step(_COLUMNS, r, False)
        loop += half_step(_COLUMNS, r, True)
        loop += half_step(_DIAGONALS, r, False)
        loop += half_step(_DIAGONALS, r, True)
        ends.append(len(loop))
    loop += half_step(_COLUMNS, rounds, False)

    last: list[Step] = []
    # In the order in which the words are ready.
    for words in (range(4, 8), range(4)):
        last += [
            Step(f"v{i + 8}", STATE + i + 8, FIRST_OR_ZERO + i, False, EXCLUSIVE_OR)
            if two
            else Step(f"v{i + 8} ^ s{i % 4}", STATE + i + 8, INPUT + 8 + i % 4, False, EXCLUSIVE_OR)
            for i in words
        ]
        last += [Step(f"h{i}", STATE + i, INPUT + i, True, EXCLUSIVE_OR, INPUT) for i in words]
    return _program(name, first, loop, last, ends)


def _chacha() -> BlakeChachaProgram:
    first = list(_interleaved([_half_quarter_round(i, False, INPUT) for i in _COLUMNS]))
    loop = list(_interleaved([_half_quarter_round(i, True) for i in _COLUMNS]))
    for second in (False, True):
        loop += _interleaved([_half_quarter_round(i, second) for i in _DIAGONALS])
    ends = [len(loop)]
    loop += _interleaved([_half_quarter_round(i, False) for i in _COLUMNS])

    # In the order in which the words are ready: a, d, c, b. The counter's words are two apart.
    order = [word for part in (0, 3, 2, 1) for word in range(4 * part, 4 * part + 4)]
    last = [Step(f"x{i}", STATE + i, INPUT + i, False, ADD, STATE) for i in order]
    last.insert(-1, Step("low word of the counter", INPUT + 12, None, False, COUNT, INPUT))
    last.append(Step("high word of the counter", INPUT + 13, None, False, COUNT, INPUT))
    return _program("chacha", first, loop, last, ends)


def _program(
    name: str,
    first: Sequence[Step],
    loop: Sequence[Step],
    last: Sequence[Step],
    round_ends: Sequence[int],
) -> BlakeChachaProgram:
    """Add the commands to the sequencer."""
    looped = list(loop)
    for algorithm in ALGORITHMS.values():
        if algorithm.program == name.partition("-")[0]:
            place = round_ends[(algorithm.loops[0] - 1) % len(round_ends)] - 1 - _JUMP_DELAY
            looped[place] = looped[place].commanded(algorithm.ends)
    looped[-1 - _JUMP_DELAY] = looped[-1 - _JUMP_DELAY].commanded(AGAIN)
    # A run ends when its last word is written.
    ended = [*last, *[_NOTHING] * (_WRITE_DELAY - 1), _NOTHING.commanded(DONE)]
    return BlakeChachaProgram(name, tuple(first), tuple(looped), tuple(ended), tuple(round_ends))


@cache
def blake_chacha_program(name: str) -> BlakeChachaProgram:
    """Return one of :data:`PROGRAMS` by its name.

    Examples
    --------
    >>> [blake_chacha_program("blake").cycles(rounds) for rounds in (14, 16)]
    [1148, 1308]
    >>> [blake_chacha_program("blake-three").cycles(rounds) for rounds in (14, 16)]
    [928, 1056]
    >>> [blake_chacha_program("blake2").cycles(rounds) for rounds in (10, 12)]
    [828, 988]
    >>> [blake_chacha_program("chacha").cycles(rounds // 2) for rounds in (8, 12, 20)]
    [282, 410, 666]
    """
    return _chacha() if name == "chacha" else _blake(name, three=name == "blake-three")
