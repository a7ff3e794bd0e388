# SPDX-License-Identifier: Apache-2.0
"""Microprograms of BLAKE's compression function and of ChaCha's block function.

The machine is that of paper At, section VI.B: an operation on words in each cycle, whose result is
fed back to the operation four cycles later. G and ChaCha's quarter round are chains of operations
of which each takes the result of the one before, and four of them are independent: interleaved,
they fill the pipeline, and nothing has to be scheduled. From a word read to a word written::

    cycle         x        x+1      x+2        x+3     x+4     x+5
    A, B          address  word
    operands                        A, B, R
    operator                        R + A ...
    rotation                                   near    far
    R                                                          result
    W                                                          write

Two words of the register file are read in each cycle and one is written, always to the place in its
region that A was read from: that address is not told again. So G's first two additions change
places, (m ^ c) + b first, then + a; results that have no such place are not written. A machine that
adds three words, and reads the block beside two others, does both in one operation.

A BLAKE round's control words differ from the next round's in the words of the block alone, and
after ten rounds they are the same; ChaCha's are the same after two. The programs loop over that
much, and leave the loop where their rounds are done, BLAKE's in its second pass. The first half of
the first column step reads what the state is made of where the others read the state, so that
nothing is copied: it comes before the loop, and the loop ends with the same half step of the round
in which it begins.

Diagonals are taken in the order G7, G4, G5, G6: each then finds its b where it was fed back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from gatehash.errors import GatehashError
from gatehash.microcode.encode import Field, pack, unpack
from gatehash.models import blake, chacha

__all__ = [
    "ALGORITHMS",
    "FIELDS",
    "PROGRAMS",
    "Algorithm",
    "BlakeChachaProgram",
    "Step",
    "blake_chacha_program",
    "decoded",
]

# Regions of the register file, 16 words each, and operations, as control words tell them.
STATE, INPUT, BLOCK, CONSTANT = 0, 16, 32, 48
ADD, COUNT, EXCLUSIVE_OR, ADD_BLOCK, ROTATE = 0, 1, 2, 3, 4
# What a control word that reads no word at B tells the sequencer instead of an address.
ENDS, AGAIN, DONE, LONG_ENDS = 1, 2, 4, 8

FIELDS = (
    Field("a", 6),
    Field("b", 5),
    Field("b_use", 1),
    Field("feedback", 1),
    Field("write", 1),
    Field("to_input", 1),
    Field("operation", 3),
)
"""The control word, from its lowest bit up: 18 bits, as wide as a memory block with parity."""

BLOCK_FIELDS = ("b_use", "feedback", "write", "to_input")
"""Fields that ``ADD_BLOCK`` has a word's number in, from its lowest bit up."""

_WRITE_DELAY = 5
"""Cycles from the address of an operand to the writing of the result."""
_JUMP_DELAY = 2
"""Control words that are under way when a jump is decided on."""
_START_DELAY = 3
"""Cycles of a run before its first control word acts."""

PROGRAMS = ("blake", "blake-three", "chacha")
"""Names of the programs; ``blake-three`` is for a machine that adds three words."""


@dataclass(frozen=True)
class Algorithm:
    """What the machine knows of an algorithm.

    Parameters
    ----------
    code : int
        Its number at the core's ``algorithm_i``.
    bits : int
        Width of its words.
    program : str
        The program that it runs: ``blake`` or ``chacha``.
    loops : tuple of int
        For each value of ``rounds_i``, how many rounds' ends it passes: BLAKE's rounds, ChaCha's
        double rounds.
    ends : int
        The command after the loop's rounds in which a run may leave it.
    rotations : tuple of int
        The distances by which it rotates to the right, in order of use.
    near, far : tuple of int
        Distances of the two steps of a rotation.
    constants : mapping
        Address to the word that is there from the beginning.
    """

    code: int
    bits: int
    program: str
    loops: tuple[int, ...]
    ends: int
    rotations: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]
    constants: Mapping[int, int]

    def steps(self, operation: int) -> tuple[int, int]:
        """Return the numbers of the near and of the far distance that an operation rotates by."""
        distance = self.rotations[operation % 4] if operation & ROTATE else 0
        for far, second in enumerate(self.far):
            for near, first in enumerate(self.near):
                if (first + second) % self.bits == distance:
                    return near, far
        raise GatehashError(f"no two steps rotate by {distance}")


def _blake_algorithm(
    code: int, which: blake.Parameters, near: tuple[int, ...], far: tuple[int, ...]
) -> Algorithm:
    constants = {CONSTANT + i: word for i, word in enumerate(which.c)}
    return Algorithm(
        code,
        which.word_bits,
        "blake",
        loops=(which.rounds,),
        ends=ENDS if which is blake.WORDS_32 else LONG_ENDS,
        rotations=which.rotations,
        near=near,
        far=far,
        constants=constants,
    )


ALGORITHMS: Mapping[str, Algorithm] = {
    "blake32": _blake_algorithm(0, blake.WORDS_32, near=(0, 16, 12, 7), far=(0, 8)),
    "blake64": _blake_algorithm(1, blake.WORDS_64, near=(0, 25, 16, 11), far=(0, 32)),
    "chacha": Algorithm(
        code=2,
        bits=32,
        program="chacha",
        loops=tuple(rounds // 2 for rounds in chacha.ROUNDS),
        ends=ENDS,
        # To the left they are 16, 12, 8 and 7.
        rotations=(16, 20, 24, 25),
        near=(0, 16, 12, 17),
        far=(0, 8),
        constants={INPUT + i: word for i, word in enumerate(chacha.CONSTANTS)},
    ),
}
"""BLAKE-224 and -256, BLAKE-384 and -512, and ChaCha."""


@dataclass(frozen=True)
class Step:
    """One control word.

    Parameters
    ----------
    note : str
        What it does, for listings.
    a : int
        Address of the first operand.
    b : int or None
        Address of the second operand, in regions ``INPUT`` and ``CONSTANT``; None for no word.
    feedback : bool
        Whether the result of the operation four cycles earlier is an operand.
    operation : int
        ``ADD``, ``COUNT`` (add with the counter's carry), ``EXCLUSIVE_OR``, ``ADD_BLOCK``, or
        ``ROTATE`` + i: exclusive-or, then rotation by the algorithm's distance i. BLAKE adds the
        exclusive-or of A and B to the feedback; in ChaCha one of B and the feedback is zero.
    to : int or None
        Region that the result is written to, at A's place in its region.
    command : int
        What the sequencer is told; only without a second operand.
    m : int or None
        For ``ADD_BLOCK``: which word of the block takes part. A, the exclusive-or of B and that
        word, and the feedback are added, and written to the state. Its number stands where other
        words say what such a word has always.
    """

    note: str
    a: int = STATE
    b: int | None = None
    feedback: bool = False
    operation: int = ADD
    to: int | None = None
    command: int = 0
    m: int | None = None

    def told(self, command: int) -> Step:
        """Return the same step with a command for the sequencer.

        Raises
        ------
        GatehashError
            If the place of commands is taken by an address.
        """
        if self.b is not None:
            raise GatehashError(f"{self.note}: reads a second operand and can't have a command")
        return replace(self, command=command)

    def encoded(self) -> int:
        """Return the control word."""
        if self.b is not None and self.b & INPUT != INPUT:
            raise GatehashError(f"{self.note}: address {self.b} is not in a region that B reads")
        told = {
            "a": self.a,
            "b": self.command if self.b is None else self.b >> 1 & 16 | self.b & 15,
            "b_use": int(self.b is not None),
            "feedback": int(self.feedback),
            "write": int(self.to is not None),
            "to_input": int(self.to == INPUT),
            "operation": self.operation,
        }
        if self.m is not None:
            for bit, name in enumerate(BLOCK_FIELDS):
                told[name] = self.m >> bit & 1
        return pack(FIELDS, told, self.note)


_NOTHING = Step("nothing")


@dataclass(frozen=True)
class BlakeChachaProgram:
    """The control words of a program: they are in memory in this order.

    Parameters
    ----------
    name : str
        One of :data:`PROGRAMS`.
    first, loop, last : tuple of Step
        What comes before the loop, its body, and what comes after it.
    round_ends : tuple of int
        Words that are done at each round's end that the loop passes, from its begin on.
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
        """Where the loop begins."""
        return len(self.first)

    @property
    def last_address(self) -> int:
        """Where that begins which comes after the loop."""
        return len(self.first) + len(self.loop)

    def passes(self, loops: int) -> int:
        """Whole passes of the loop in a run that passes so many rounds' ends."""
        return (loops - 1) // len(self.round_ends)

    def cycles(self, loops: int) -> int:
        """Cycles from the start of a run to its end, both counted.

        Parameters
        ----------
        loops : int
            How many rounds' ends it passes.
        """
        end = self.round_ends[(loops - 1) % len(self.round_ends)]
        looped = self.passes(loops) * len(self.loop) + end
        return _START_DELAY + len(self.first) + looped + len(self.last)


def decoded(word: int) -> dict[str, int]:
    """Return the fields of a control word, and as ``m`` the number of a word of the block."""
    fields, _ = unpack(FIELDS, word)
    fields["m"] = 0
    if fields["operation"] == ADD_BLOCK:
        fields["m"] = sum(fields[name] << bit for bit, name in enumerate(BLOCK_FIELDS))
        fields |= dict.fromkeys(BLOCK_FIELDS, 1) | {"to_input": 0}
    return fields


def _interleaved(chains: Sequence[Sequence[Step]]) -> Iterator[Step]:
    for steps in zip(*chains, strict=True):
        yield from steps


def _half_g(i: int, r: int, second: bool, three: bool, source: int = STATE) -> tuple[Step, ...]:
    """Half of G_i of a round: five operations, or four if three words can be added.

    Parameters
    ----------
    i, r : int
        Number of the G in the round, and of the round.
    second : bool
        Which half.
    three : bool
        Whether three words can be added.
    source : int
        Region that the state is read from; in ``INPUT`` salt and counter are without constants.
    """
    a, b, c, d = blake.QUARTETS[i]
    sigma = blake.SIGMA[r % len(blake.SIGMA)]
    j, k = sigma[2 * i], sigma[2 * i + 1]
    if second:
        j, k = k, j
    rotation = ROTATE + 2 * second
    name = f"G{i} of round {r}"
    # v8 to v11 are salt and c0 to c3, v12 to v15 are the counter's words and c4 to c7. Where three
    # words are added the former have been made already.
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
    def half_step(which: Sequence[int], r: int, second: bool, source: int = STATE) -> list[Step]:
        return list(_interleaved([_half_g(i, r, second, three, source) for i in which]))

    first: list[Step] = []
    if three:
        first += [
            Step(f"v{i}", INPUT + i, CONSTANT + i - 8, False, EXCLUSIVE_OR, STATE)
            for i in range(8, 12)
        ]
    # The b of the first G's have not been fed back by anything.
    first += [Step(f"b of G{i}", INPUT + blake.QUARTETS[i][1]) for i in _COLUMNS]
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
    # The words that were ready first come first.
    for words in (range(4, 8), range(4)):
        last += [
            Step(f"v{i + 8} ^ s{i % 4}", STATE + i + 8, INPUT + 8 + i % 4, False, EXCLUSIVE_OR)
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

    # In the order in which the words were ready: a, d, c, b. The counter's words are two apart.
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
    """Put in what the sequencer is told."""
    looped = list(loop)
    for algorithm in ALGORITHMS.values():
        if algorithm.program == name.partition("-")[0]:
            place = round_ends[(algorithm.loops[0] - 1) % len(round_ends)] - 1 - _JUMP_DELAY
            looped[place] = looped[place].told(algorithm.ends)
    looped[-1 - _JUMP_DELAY] = looped[-1 - _JUMP_DELAY].told(AGAIN)
    # A run is done when its last word is written.
    ended = [*last, *[_NOTHING] * (_WRITE_DELAY - 1), _NOTHING.told(DONE)]
    return BlakeChachaProgram(name, tuple(first), tuple(looped), tuple(ended), tuple(round_ends))


@cache
def blake_chacha_program(name: str) -> BlakeChachaProgram:
    """Return a program.

    Parameters
    ----------
    name : {"blake", "blake-three", "chacha"}
        Its name.

    Examples
    --------
    >>> [blake_chacha_program("blake").cycles(rounds) for rounds in (14, 16)]
    [1148, 1308]
    >>> [blake_chacha_program("blake-three").cycles(rounds) for rounds in (14, 16)]
    [928, 1056]
    >>> [blake_chacha_program("chacha").cycles(rounds // 2) for rounds in (8, 12, 20)]
    [282, 410, 666]
    """
    return _chacha() if name == "chacha" else _blake(name, three=name == "blake-three")
