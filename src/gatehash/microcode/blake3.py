# SPDX-License-Identifier: Apache-2.0
"""The microprogram of BLAKE3's compression function, on the datapath of BLAKE2s.

Control words, pipeline and rules are those of :mod:`gatehash.microcode.blake_chacha`; rounds have
the operations of BLAKE2s. The words v8 to v15 begin as words of region ``INPUT`` at the same
places: four of the initialization vector, counter, length and flags. The second operand is
therefore a word of h at the end only.

All words of the block change places after each round, and there are seven rounds: the program has
no loop. After the rounds the upper half of the output is made first, v ^ h. The values that it
leaves in the pipeline give the lower half, which is the next chaining value: (v ^ h) ^ v' ^ h.

The register file has 64 entries of eight words. Inputs of a run select those for h, for the halves
of the block and for the next chaining value. Chaining values are therefore written where a parent
reads them as its block, and nothing is copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import MappingProxyType

from gatehash.microcode.blake_chacha import BlakeChachaProgram
from gatehash.microcode.blake_chacha_machine import BlakeChachaMachine
from gatehash.microcode.blake_chacha_word import (
    ADD,
    BLOCK,
    DONE,
    EXCLUSIVE_OR,
    INPUT,
    ROTATE,
    STATE,
    Step,
)
from gatehash.models import blake3
from gatehash.models.blake import QUARTETS

__all__ = ["ENTRIES", "ENTRY_WORDS", "VECTOR", "blake3_cycles", "blake3_machine", "blake3_program"]

ENTRY_WORDS = 8
"""Words of an entry of the register file."""

ENTRIES = MappingProxyType({"Vector": 55, "State": 56, "Block": 58, "Key": 62, "Input": 63})
"""First entries of what is not the stack of chaining values, which begins at entry 0: the
initialization vector, two entries of state, two banks of two for blocks, the key, and the words
that v8 to v15 begin as."""

VECTOR = INPUT + 8
"""Address of the four words of the initialization vector that the state begins with."""

_COLUMNS, _DIAGONALS = (0, 1, 2, 3), (7, 4, 5, 6)
# Words behind the last one, in which results are written, and cycles from a start to a word.
_WRITES, _START = 5, 3


def _half_g(i: int, r: int, second: bool, source: int = STATE) -> tuple[Step, ...]:
    """Half of G_i of round r: five operations; the state is read from region `source`."""
    a, b, c, d = QUARTETS[i]
    j = blake3.SCHEDULE[r][2 * i + second]
    rotation = ROTATE + 2 * second
    name = f"G{i} of round {r}"
    return (
        Step(f"{name}: m{j} + b", BLOCK + j, None, True),
        Step(f"{name}: a", source + a, None, True, ADD, STATE),
        Step(f"{name}: d", source + d, None, True, rotation, STATE),
        Step(f"{name}: c", source + c, None, True, ADD, STATE),
        Step(f"{name}: b", source + b, None, True, rotation + 1, STATE),
    )


def _half_step(which: Sequence[int], r: int, second: bool, source: int = STATE) -> Iterator[Step]:
    for steps in zip(*(_half_g(i, r, second, source) for i in which), strict=True):
        yield from steps


def _steps() -> Iterator[Step]:
    # These steps feed the first G's their b.
    yield from (Step(f"b of G{i}", INPUT + QUARTETS[i][1]) for i in _COLUMNS)
    for r in range(blake3.ROUNDS):
        yield from _half_step(_COLUMNS, r, False, STATE if r else INPUT)
        yield from _half_step(_COLUMNS, r, True)
        yield from _half_step(_DIAGONALS, r, False)
        yield from _half_step(_DIAGONALS, r, True)
    # In the order in which the words are ready.
    for words in (range(4, 8), range(4)):
        for i in words:
            yield Step(f"v{i + 8} ^ h{i}", STATE + i + 8, INPUT + i, False, EXCLUSIVE_OR, STATE)
        for i in words:
            yield Step(f"h{i}", STATE + i, INPUT + i, True, EXCLUSIVE_OR, INPUT)
    # A run ends when its last word is written.
    yield from [Step("nothing")] * (_WRITES - 1)
    yield Step("nothing").commanded(DONE)


@cache
def blake3_program() -> BlakeChachaProgram:
    """Return the program."""
    return BlakeChachaProgram("blake3", tuple(_steps()), (), (), ())


def blake3_cycles() -> int:
    """Return the cycles of a run, first and last included.

    Examples
    --------
    >>> blake3_cycles()
    588
    """
    return _START + len(blake3_program().steps)


def blake3_machine() -> BlakeChachaMachine:
    """Return the model of the machine with the program: h, and what it becomes, are in ``INPUT``.

    The datapath is that of BLAKE2s.

    Examples
    --------
    >>> machine = blake3_machine()
    >>> machine.load(INPUT, [[*blake3.IV]])
    >>> machine.load(INPUT + 12, [[0, 0, 0, 11]])
    >>> machine.load(BLOCK, [[0] * 16])
    >>> machine.run()
    588
    >>> hex(machine.read(INPUT, 1)[0][0])
    '0xb94913af'
    """
    machine = BlakeChachaMachine("blake2s", words=blake3_program().words)
    machine.load(VECTOR, [blake3.IV[:4]])
    return machine
