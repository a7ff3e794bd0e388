# SPDX-License-Identifier: Apache-2.0
"""The engine of BLAKE: a block in the ring, round by round, and the words that are added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gatehash.models.blake import SIGMA, WORDS_32, WORDS_64, Parameters, round_
from gatehash.prove.equivalence import Case, equivalence
from gatehash.prove.properties import Property
from gatehash.prove.symbolic import frees, joined
from gatehash.prove.term import Term, const
from gatehash.prove.transition import Transition
from gatehash.prove.users import designs_with

__all__ = ["blake_engine_properties"]

_SOURCES = (
    "engine/generated/gh_blake_constants_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "engine/gh_blake_sum.sv",
    "engine/gh_blake_ring.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_STAGES, _ROUNDS = 13, 2
# The cycle in which rows b to d of a block enter; cycles from there to those in which words are
# added: the first and the second ones of columns, then those of diagonals.
_ENTRY, _ADDED = 2, (0, 2, 6, 8)


def _ring(parameters: Parameters, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_blake_ring``: two rounds on any block and any words."""
    bits, c = parameters.word_bits, parameters.c
    h, t = frees("h", bits, 8), frees("t", bits, 2)
    entry: dict[int, Mapping[str, Term]] = {
        0: {"enter_next_i": _ON},
        1: {"h_i": joined([*h[:4], *frees("other", bits, 4)], bits)},
        2: {"h_i": joined([*frees("other", bits, 4), *h[4:]], bits), "t_i": joined(t, bits)},
    }
    rest = {"enter_next_i": _OFF}
    now, steps, added = module.free_state(), [], []
    for cycle in range(_ENTRY + _STAGES * _ROUNDS + 1):
        # Each cycle has words of its own, so that each is taken in its cycle.
        even, odd = (frees(f"{name} {cycle}", bits, 16) for name in ("even", "odd"))
        added.append([x ^ y for x, y in zip(even, odd, strict=True)])
        words = {"even_i": joined(even, bits), "odd_i": joined(odd, bits)}
        steps.append(module.step(now, {**rest, **words, **entry.get(cycle, {})}, cycle))
        now = steps[-1].state
    v: list[Any] = [*h, *c[:4], t[0] ^ c[4], t[0] ^ c[5], t[1] ^ c[6], t[1] ^ c[7]]
    for r in range(_ROUNDS):
        begins = _ENTRY + _STAGES * r
        m: list[Any] = [0] * 16
        for group, after in enumerate(_ADDED):
            for i in range(4):
                # Word and constant of G number i or, of diagonals, 4 + i.
                j = 8 * (group // 2) + 2 * i + group % 2
                word = added[begins + after][4 * group + i]
                m[SIGMA[r][j]] = word ^ c[SIGMA[r][j ^ 1]]
        v = list(round_(v, m, r, parameters))
        for row, end in enumerate((_STAGES - 1, _STAGES, _STAGES - 1, _STAGES)):
            got = steps[begins + end].output(f"{'abcd'[row]}_o")
            yield Case(f"round {r}: {'abcd'[row]}", got, joined(v[4 * row : 4 * row + 4], bits))


def blake_engine_properties() -> tuple[Property, ...]:
    """Return the properties of BLAKE with blocks of many messages in flight."""
    ring = "gh_blake_ring"
    return tuple(
        equivalence(
            str(parameters.word_bits),
            ring,
            "What enters is behind a round, and behind the next one, what the model has, with the "
            "words of the cycles in which they are added.",
            partial(_ring, parameters),
            designs=designs_with(ring),
            sources=_SOURCES,
            WordBits=parameters.word_bits,
        )
        for parameters in (WORDS_32, WORDS_64)
    )
