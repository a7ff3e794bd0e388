# SPDX-License-Identifier: Apache-2.0
"""Microprograms of Threefish and of Skein's UBI.

A loop runs eight rounds. The addresses do the word permutations: MIX and its inverse write their
results over their operands, and after eight rounds each word is back in its place. Addresses of key
words are relative to the current subkey, so that they are the same in each pass of the loop.
Decryption subtracts the subkeys, from the last one to the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gatehash.errors import GatehashError
from gatehash.microcode.schedule import Section, Value, schedule
from gatehash.microcode.threefish_operations import C240, Place, ThreefishOperations
from gatehash.models.threefish import PERMUTATION, ROTATIONS, ROUNDS

__all__ = ["PROGRAMS", "USES", "Program", "threefish_program"]

USES = ("threefish", "ubi", "decrypt")
"""Uses of a run, in the order of the core's codes."""

PROGRAMS = {f"{use}-{64 * words}": (words, use) for use in USES for words in ROUNDS}
"""Name of each program to the words of its blocks and its use."""

_LOOPS = {
    (4, False): (47, 74),
    (8, False): (87, 198),
    (16, False): (170, 0),
    (4, True): (47, 195),
    (8, True): (88, 197),
    (16, True): (172, 146),
}
"""(Words, decryption) to the length of the loop and the seed of its schedule, found by trial."""


@dataclass(frozen=True)
class Program:
    """The control words of an algorithm.

    Parameters
    ----------
    words : int
        Words of a block, Nw.
    prologue, body : Section
        The words before the loop, and the loop over eight rounds.
    epilogues : mapping
        The words after the loop, for each use.
    passes : int
        Passes of the loop.
    """

    words: int
    prologue: Section
    body: Section
    epilogues: Mapping[str, Section]
    passes: int

    def cycles(self, use: str) -> int:
        """Control words of a run."""
        return (
            len(self.prologue.words)
            + self.passes * len(self.body.words)
            + len(self.epilogues[use].words)
        )

    def operations(self, use: str) -> int:
        """Additions and exclusive-ors of a run."""
        sections = [self.prologue, self.epilogues[use]] + [self.body] * self.passes
        return sum(
            sum(name == "alu" for _, name in operation.form.claims)
            for section in sections
            for operation in section.operations
            if operation.form is not None
        )


def _parity(machine: ThreefishOperations) -> None:
    """Make k_Nw, the exclusive-or of C240 and all words of the key (Algorithm 1, step 1)."""
    keys = [Place("K", i) for i in range(machine.words)]
    machine.exclusive_or([C240, *keys], Place("K", machine.words), "parity")


def _third_tweak(machine: ThreefishOperations) -> None:
    """Make t_2, the exclusive-or of the tweak's words (Algorithm 1, step 2)."""
    machine.exclusive_or([Place("T", 0), Place("T", 1)], Place("T", 2), "third tweak")


def _rounds(machine: ThreefishOperations, v: list[Value], first: list[Place]) -> list[Value]:
    """Do the eight rounds of the loop, with a key injection before each four."""
    words = machine.words
    at = [Place("V", i) for i in range(words)]
    where = first
    for d in range(8):
        f: list[Value] = []
        for j in range(words // 2):
            pair = (at[2 * j], at[2 * j + 1])
            name = f"{d}.{j}"
            r = ROTATIONS[words][d][j]
            if d % 4:
                f += machine.mix((v[2 * j], v[2 * j + 1]), pair, r, name)
                continue
            e0 = machine.inject(2 * j, v[2 * j], where[2 * j], pair[0], d // 4)
            e1 = machine.inject(2 * j + 1, v[2 * j + 1], where[2 * j + 1], pair[1], d // 4)
            f += machine.mix((e0, e1), pair, r, name)
        v = [f[i] for i in PERMUTATION[words]]
        at = [at[i] for i in PERMUTATION[words]]
        where = at
    if at != [Place("V", i) for i in range(words)]:
        raise GatehashError(f"{words} words are not back in their places after eight rounds")
    return v


def _inverse_rounds(
    machine: ThreefishOperations, v: list[Value], first: list[Place]
) -> list[Value]:
    """Undo eight rounds, with a subkey subtracted before each four."""
    words = machine.words
    permutation = PERMUTATION[words]
    at = [Place("V", i) for i in range(words)]
    places = []
    for _ in range(8):
        places.append(at)
        at = [at[i] for i in permutation]
    where = first
    for d in reversed(range(8)):
        e: list[Value] = []
        for j in range(words // 2):
            pair = (places[d][2 * j], places[d][2 * j + 1])
            # Word i was word permutation[i] before the permutation.
            i0, i1 = permutation.index(2 * j), permutation.index(2 * j + 1)
            f = (v[i0], v[i1])
            if d % 4 == 3:
                epoch = 1 - d // 4
                f = (
                    machine.inject(i0, v[i0], where[i0], pair[0], epoch, "R1-R2"),
                    machine.inject(i1, v[i1], where[i1], pair[1], epoch, "R1-R2"),
                )
            e += machine.unmix(f, pair, ROTATIONS[words][d][j], f"{d}.{j}")
        v, where = e, places[d]
    return v


def _carried(value: Value, period: int) -> Value:
    """Return a value of a loop's last pass for the words after the loop."""
    assert value.readable is not None
    return Value(value.name, readable=max(0, value.readable - period))


@cache
def threefish_program(words: int, *, decrypts: bool = False) -> Program:
    """Schedule Threefish encryption and UBI, or decryption, of blocks of 4, 8 or 16 words."""
    if words not in ROUNDS:
        raise GatehashError(f"words is {words}; it must be one of 4, 8, 16")
    rounds = _inverse_rounds if decrypts else _rounds
    start = ThreefishOperations(words)
    _parity(start)
    _third_tweak(start)
    prologue = schedule(start.operations)
    assert prologue is not None

    loop = ThreefishOperations(words)
    begun = [Value(f"v{i}") for i in range(words)]
    ended = rounds(loop, begun, [Place("IN", i) for i in range(words)])
    carried = dict(zip(begun, ended, strict=True))
    period, seed = _LOOPS[words, decrypts]
    body = schedule(loop.operations, period=period, carried=carried, seed=seed)
    assert body is not None

    epilogues = {}
    for use in ("decrypt",) if decrypts else ("threefish", "ubi"):
        last = ThreefishOperations(words)
        places = [Place("V", i) for i in range(words)]
        left = [_carried(value, period) for value in ended]
        if use == "ubi":
            last.feed_forward(left, places)
        else:
            what = "R1-R2" if decrypts else "R1+R2"
            for i, value in enumerate(left):
                last.inject(i, value, places[i], places[i], 0, what)
        section = schedule(last.operations, taken=body.tail)
        assert section is not None
        epilogues[use] = section
    return Program(words, prologue, body, epilogues, ROUNDS[words] // 8)
