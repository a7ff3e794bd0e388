# SPDX-License-Identifier: Apache-2.0
"""Microprograms of a coprocessor that runs BLAKE, BLAKE2, BLAKE3 and ChaCha on one datapath.

Control words, pipeline and rules are those of :mod:`gatehash.microcode.blake_chacha`, and most of
the words are its own. BLAKE2 has BLAKE's rounds: the coprocessor leaves out the second operand of
an operation on a word of the block, where BLAKE has a constant. Both therefore run through one
loop, and differ in the words before and after it. BLAKE's words before it are not in front of the
loop, and end with a jump. Every round of the loop, and every double round of ChaCha's, ends with a
command; a run counts them.

HChaCha20, which makes XChaCha20's key (draft-irtf-cfrg-xchacha-03, section 2.2), is ChaCha's
program with other words behind the loop. They write words of the state over those of the key: a
result is written to the offset of its first operand, and so that operand is a zero at the key's
offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from gatehash.errors import GatehashError
from gatehash.microcode.blake3 import blake3_cycles, blake3_program
from gatehash.microcode.blake_chacha import blake_chacha_program
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS
from gatehash.microcode.blake_chacha_word import (
    AGAIN,
    CONSTANT,
    DONE,
    ENDS,
    EXCLUSIVE_OR,
    INPUT,
    ROTATE,
    STATE,
    Step,
)

__all__ = [
    "FULL",
    "HCHACHA_KEPT",
    "PARTS",
    "RUNS",
    "TWO",
    "ArxRun",
    "Rotator",
    "arx_cycles",
    "arx_part",
    "arx_steps",
]

_JUMP_DELAY = 2
"""Control words that still follow the one with the jump."""
_START, _WRITES = 3, 5
"""Cycles from a start to a word, and words behind the last one, in which results are written."""

PARTS = (
    *("blake2-first", "blake-loop", "blake2-last"),
    *("blake-first", "blake-last"),
    *("chacha-first", "chacha-loop", "chacha-last", "hchacha-last"),
    "blake3",
)
"""Parts of the instruction memory, in order. A coprocessor may lack the last ones."""

HCHACHA_KEPT = (*range(4), *range(12, 16))
"""Words of the state that HChaCha20 returns, in order."""


@dataclass(frozen=True)
class ArxRun:
    """An algorithm as the coprocessor runs it.

    Parameters
    ----------
    code : int
        Its number at the core's ``algorithm_i``. The lower two bits are the part of the register
        file that it works on.
    bits : int
        Width of its words.
    rotations : tuple of int
        Distances of the rotations to the right, in order of use.
    parts : tuple of str
        Words before the loop, the loop, and the words behind it.
    loops : tuple of int
        For each value of ``rounds_i``, the number of rounds (ChaCha: double rounds).
    """

    code: int
    bits: int
    rotations: tuple[int, ...]
    parts: tuple[str, ...]
    loops: tuple[int, ...] = (1,)


def _run(code: int, name: str, own: str, loops: Sequence[int] = ()) -> ArxRun:
    algorithm = ALGORITHMS[name]
    loop = "chacha" if "chacha" in own else "blake"
    parts = (f"{loop if loop == 'chacha' else own}-first", f"{loop}-loop", f"{own}-last")
    return ArxRun(code, algorithm.bits, algorithm.rotations, parts, tuple(loops or algorithm.loops))


RUNS: Mapping[str, ArxRun] = {
    "blake32": _run(0, "blake32", "blake"),
    "blake64": _run(1, "blake64", "blake"),
    "chacha": _run(2, "chacha", "chacha"),
    "blake3": ArxRun(3, 32, ALGORITHMS["blake2s"].rotations, ("blake3",)),
    "blake2s": _run(4, "blake2s", "blake2"),
    "blake2b": _run(5, "blake2b", "blake2"),
    "hchacha": _run(6, "chacha", "hchacha", (10,)),
}
"""Every algorithm by its name."""


@dataclass(frozen=True)
class Rotator:
    """Rotations in two steps.

    Parameters
    ----------
    near, far : tuple of (int, int)
        Bits of a word and distance to the right, of each choice of the first and the second step.
    """

    near: tuple[tuple[int, int], ...]
    far: tuple[tuple[int, int], ...]

    def steps(self, run: ArxRun, operation: int) -> tuple[int, int]:
        """Return the choices of an operation of an algorithm; the first ones rotate by nothing."""
        distance = run.rotations[operation % 4] if operation & ROTATE else 0
        for at_far, (bits_far, far) in enumerate(self.far):
            for at_near, (bits_near, near) in enumerate(self.near):
                fits = {bits for bits, by in ((bits_far, far), (bits_near, near)) if by} <= {
                    run.bits
                }
                if fits and (near + far) % run.bits == distance:
                    return at_near, at_far
        raise GatehashError(f"no two steps rotate a word of {run.bits} bits by {distance}")


FULL = Rotator(
    near=((64, 0), (32, 16), (32, 12), (32, 7), (32, 17), (64, 63), (64, 16), (64, 11)),
    far=((64, 0), (32, 8), (64, 32), (64, 25)),
)
"""Distances of all algorithms: BLAKE2b's 24 is 63 and 25, the sum of which is 24 and a word."""

TWO = Rotator(
    near=((64, 0), (32, 16), (32, 12), (32, 7), (64, 32), (64, 24), (64, 16), (64, 63)),
    far=((64, 0), (32, 8)),
)
"""Distances of BLAKE2 alone."""


def _ended(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps with the words in which the last results are written."""
    nothing = Step("nothing")
    return (*steps, *[nothing] * (_WRITES - 1), nothing.commanded(DONE))


def _looped(name: str) -> tuple[Step, ...]:
    """Return a loop in which every round ends with a command."""
    program = blake_chacha_program(name)
    steps = [replace(step, command=0) for step in program.loop]
    for end in program.round_ends:
        place = end - 1 - _JUMP_DELAY
        steps[place] = steps[place].commanded(ENDS)
    steps[-1 - _JUMP_DELAY] = steps[-1 - _JUMP_DELAY].commanded(AGAIN)
    return tuple(steps)


def _hchacha_last() -> Iterator[Step]:
    key = 4
    for at in range(0, len(HCHACHA_KEPT), 4):
        words = HCHACHA_KEPT[at : at + 4]
        yield from (Step(f"v{i}", STATE + i, None, False, EXCLUSIVE_OR) for i in words)
        for j, i in enumerate(words, key + at):
            yield Step(f"x{j}: v{i}", CONSTANT + j, None, True, EXCLUSIVE_OR, INPUT)


@cache
def arx_part(name: str) -> tuple[Step, ...]:
    """Return the control words of one of :data:`PARTS`."""
    program, _, part = name.partition("-")
    if name == "blake3":
        return blake3_program().steps
    if name == "hchacha-last":
        return _ended(tuple(_hchacha_last()))
    found = blake_chacha_program(program)
    if part == "loop":
        return _looped(program)
    if part == "last":
        return found.last
    first = list(found.first)
    # What the loop does not follow jumps to it.
    if not PARTS[PARTS.index(name) + 1].endswith("-loop"):
        first[-1 - _JUMP_DELAY] = first[-1 - _JUMP_DELAY].commanded(AGAIN)
    return tuple(first)


def arx_steps() -> tuple[Step, ...]:
    """Return the content of the instruction memory."""
    return tuple(step for name in PARTS for step in arx_part(name))


def arx_cycles(name: str, rounds: int = 0) -> int:
    """Return the cycles of a run, first and last included.

    Parameters
    ----------
    name : str
        One of :data:`RUNS`.
    rounds : int
        The core's ``rounds_i``, for ChaCha.

    Examples
    --------
    >>> [arx_cycles(name) for name in ("blake32", "blake64", "blake2s", "blake2b", "blake3")]
    [1148, 1308, 828, 988, 588]
    >>> [arx_cycles("chacha", rounds) for rounds in range(3)], arx_cycles("hchacha")
    ([282, 410, 666], 664)
    """
    run = RUNS[name]
    if name == "blake3":
        return blake3_cycles()
    first, loop, last = run.parts
    program = blake_chacha_program(loop.partition("-")[0])
    passes, left = divmod(run.loops[rounds] - 1, len(program.round_ends))
    looped = passes * len(program.loop) + program.round_ends[left]
    return _START + len(arx_part(first)) + looped + len(arx_part(last))
