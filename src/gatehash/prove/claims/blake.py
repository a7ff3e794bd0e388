# SPDX-License-Identifier: Apache-2.0
"""Unrolled BLAKE: a block in the ring, round by round, and half a round at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gatehash.models import blake2
from gatehash.models.blake import QUARTETS, SIGMA, WORDS_32, WORDS_64, Parameters, round_
from gatehash.models.blake2 import PARAMETERS
from gatehash.models.blake2 import Parameters as Blake2Parameters
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import frees, joined, pieces
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["blake_properties"]

_SOURCES = (
    "engine/generated/gh_blake_constants_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "engine/gh_blake_sum.sv",
    "engine/gh_blake_ring.sv",
    "blake/gh_blake_half.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_ROUNDS = 2
# By halves of a round in the ring: its stages.
_STAGES = {1: 7, 2: 13}
# The cycle in which rows b to d of a block enter.
_ENTRY = 2


def blake_properties() -> Iterator[Property]:
    """Yield the properties of BLAKE with half a round or a round in a datapath."""
    for parameters in (WORDS_32, WORDS_64):
        for halves in _STAGES:
            yield equivalence(
                f"{parameters.word_bits}-{'half' if halves == 1 else 'whole'}",
                "gh_blake_ring",
                "A state that enters equals the model's after one round and after the next one, "
                "for the words given in the cycles that add them.",
                partial(_ring, parameters, halves),
                designs=designs_with("gh_blake_ring"),
                sources=_SOURCES,
                WordBits=parameters.word_bits,
                Halves=halves,
            )
        yield equivalence(
            str(parameters.word_bits),
            "gh_blake_half",
            "Two passes, one for the columns and one for the diagonals, are the model's round.",
            partial(_half, parameters),
            designs=designs_with("gh_blake"),
            sources=_SOURCES,
            WordBits=parameters.word_bits,
        )
    for two in PARAMETERS.values():
        yield equivalence(
            f"{two.word_bits}-two",
            "gh_blake_half",
            "Two passes, one for the columns and one for the diagonals, are the model's round of "
            "BLAKE2.",
            partial(_half_two, two),
            designs=designs_with("gh_blake2"),
            sources=_SOURCES,
            WordBits=two.word_bits,
            Two=1,
        )


def _place(half: int, unit: int, second: int) -> int:
    """Place in a sigma of a word that a unit adds: it has column `unit`, or diagonal ``-unit``."""
    return 8 * half + 2 * (-unit % 4 if half else unit) + second


def _ring(parameters: Parameters, halves: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_blake_ring``: two rounds on any block and any words."""
    bits, c, stages = parameters.word_bits, parameters.c, _STAGES[halves]
    # Cycles of a round, and from its begin to those in which words are added: the first and the
    # second ones of columns, then those of diagonals.
    whole, added_in = stages * 2 // halves, (0, 2, stages // halves, stages // halves + 2)
    h, t = frees("h", bits, 8), frees("t", bits, 2)
    entry: dict[int, Mapping[str, Term]] = {
        0: {"enter_next_i": _ON},
        1: {"h_i": joined([*h[:4], *frees("other", bits, 4)], bits)},
        2: {"h_i": joined([*frees("other", bits, 4), *h[4:]], bits), "t_i": joined(t, bits)},
    }
    rest = {"enter_next_i": _OFF}
    now, steps, added = module.free_state(), [], []
    for cycle in range(_ENTRY + whole * _ROUNDS + 1):
        # Each cycle has words of its own, so that each is taken in its cycle.
        even, odd = (frees(f"{name} {cycle}", bits, 8 * halves) for name in ("even", "odd"))
        added.append([x ^ y for x, y in zip(even, odd, strict=True)])
        words = {"even_i": joined(even, bits), "odd_i": joined(odd, bits)}
        steps.append(module.step(now, {**rest, **words, **entry.get(cycle, {})}, cycle))
        now = steps[-1].state
    v: list[Any] = [*h, *c[:4], t[0] ^ c[4], t[0] ^ c[5], t[1] ^ c[6], t[1] ^ c[7]]
    for r in range(_ROUNDS):
        begins = _ENTRY + whole * r
        m: list[Any] = [0] * 16
        for group, after in enumerate(added_in):
            for unit in range(4):
                j = _place(group // 2, unit, group % 2)
                word = added[begins + after][4 * (group % (2 * halves)) + unit]
                m[SIGMA[r][j]] = word ^ c[SIGMA[r][j ^ 1]]
        v = list(round_(v, m, r, parameters))
        for row, early in enumerate((1, 0, 1, 0)):
            got = steps[begins + whole - early].output(f"{'abcd'[row]}_o")
            yield Case(f"round {r}: {'abcd'[row]}", got, joined(v[4 * row : 4 * row + 4], bits))


def _half(parameters: Parameters, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_blake_half`` with BLAKE's rotations: a round in two halves."""
    m = [*frees("m", parameters.word_bits, 16)]

    def want(v: list[Any]) -> Sequence[Any]:
        return round_(v, m, 0, parameters)

    yield from _halves(parameters.word_bits, parameters.c, m, module, want)


def _half_two(parameters: Blake2Parameters, module: Transition) -> Iterator[Case]:
    """Yield the same equations with BLAKE2's rotations; there are no constants."""
    bits = parameters.word_bits
    m = [*frees("m", bits, 16)]

    def want(v: list[Any]) -> Sequence[Any]:
        for i, places in enumerate(QUARTETS):
            x, y = (m[SIGMA[0][2 * i + second]] for second in range(2))
            a, b, c, d = (v[place] for place in places)
            new: tuple[Any, ...] = blake2.g(a, b, c, d, x, y, parameters)
            for place, word in zip(places, new, strict=True):
                v[place] = word
        return v

    yield from _halves(bits, [0] * 16, m, module, want)


def _halves(
    bits: int,
    c: Sequence[Any],
    m: list[Any],
    module: Transition,
    model: Callable[[list[Any]], Sequence[Any]],
) -> Iterator[Case]:
    """Yield the equations of a round in two halves, for any state and block and constants `c`."""
    v, mask = frees("v", bits, 16), (1 << bits) - 1
    rows = {name: joined(v[4 * row : 4 * row + 4], bits) for row, name in enumerate("abcd")}
    for half in range(2):
        even, odd = (frees(f"{name} {half}", bits, 4) for name in ("even", "odd"))
        first = []
        for unit in range(4):
            j, k = (_place(half, unit, second) for second in range(2))
            first.append(m[SIGMA[0][j]] ^ c[SIGMA[0][k]])
            m[SIGMA[0][k]] = even[unit] ^ odd[unit] ^ c[SIGMA[0][j]]
        a = pieces(rows["a"], bits)
        rows["a"] = joined([(x + y) & mask for x, y in zip(a, first, strict=True)], bits)
        words = {"even_i": joined(even, bits), "odd_i": joined(odd, bits)}
        inputs = {f"{name}_i": row for name, row in rows.items()}
        step = module.step(module.free_state(), {**inputs, **words})
        rows = {name: step.output(f"{name}_o") for name in rows}
    want = model(list(v))
    for row, (name, got) in enumerate(rows.items()):
        yield Case(name, got, joined(want[4 * row : 4 * row + 4], bits))
