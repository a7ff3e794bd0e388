# SPDX-License-Identifier: Apache-2.0
"""The engine of Skein: a block in the ring, what leaves it, and whose turn is next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gatehash.catalog.skein_piped import RING_STAGES
from gatehash.models.threefish import WORD_MASK, encrypt_round
from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.equivalence import Case, equivalence
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.users import designs_with

__all__ = ["skein_engine_properties"]

_SOURCES = (
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "engine/gh_skein_piped_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "prim/generic/gh_mux.sv",
    "engine/gh_threefish_ring.sv",
    "engine/gh_skein_forward.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_WORD = 64
# State words and rounds of a way around, as the catalogue has them.
_SHAPES = ((8, 8), (8, 4), (4, 8), (4, 4))
# Streams, or leaves, of all engines that take turns.
_REQUESTS = (4, 8, 16)
_TURNS = (
    "Only a request is chosen. While a request waits, fewer others are chosen than there are "
    "requests."
)


def _ring(size: int, per_pass: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_ring``: sixteen rounds on any block and subkeys."""
    subkeys, stages = per_pass // 4, RING_STAGES[per_pass]
    words: list[Any] = list(frees("x", _WORD, size))
    block, now = joined(words, _WORD), module.free_state()
    keys: dict[int, list[Any]] = {}
    ways = 16 // per_pass
    for cycle in range(2 + ways * stages):
        # Each cycle has subkeys of its own, so that each is taken in its cycle.
        fresh = [frees(f"k{cycle} {k}", _WORD, size) for k in range(subkeys)]
        for k, key in enumerate(fresh):
            keys[cycle * subkeys + k] = list(key)
        inputs = {
            "enter_next_i": _ON if cycle == 0 else _OFF,
            "block_i": block,
            "subkey_i": concat(*(joined(key, _WORD) for key in reversed(fresh))),
        }
        step = module.step(now, inputs, cycle)
        if cycle > 1 and (cycle - 1) % stages == 0:
            way = (cycle - 1) // stages
            for r in range(per_pass):
                if r % 4 == 0:
                    at = 2 + (way - 1) * stages + 6 * (r // 4)
                    key = keys[at * subkeys + r // 4]
                    words = [(x + y) & WORD_MASK for x, y in zip(words, key, strict=True)]
                words = list(encrypt_round(words, (way - 1) * per_pass + r))
            # What leaves is behind all rounds, whose last one is the eighth of its kind.
            if way * per_pass % 8 == 0:
                got = step.output("block_o")
                yield Case(f"{way * per_pass} rounds", got, joined(words, _WORD))
        now = step.state


def _forward(size: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_skein_forward``: the words of a result, and their parity."""
    whole = frees("x", _WORD, size)
    subkey, text = frees("subkey", _WORD, size + 1), frees("block", _WORD, size + 1)
    result = [((whole[i] + subkey[i]) & WORD_MASK) ^ text[i] for i in range(size)]
    parity: Any = 0x1BD11BDAA9FC1A22
    for word in result:
        parity = parity ^ word
    now: Any = module.free_state()
    for cycle in range(size + 6):

        def at(words: Any, number: int) -> Term:
            return joined([words[min(max(number, 0), size)]], _WORD)

        inputs = {
            "rst_i": _OFF,
            "leaves_next_i": _ON if cycle == 0 else _OFF,
            "ring_i": joined(whole, _WORD),
            # Asked for in the cycle of their number and the one behind it, here two cycles later.
            "subkey_i": at(subkey, cycle - 3),
            "block_i": at(text, cycle - 4),
        }
        step = module.step(now, inputs, cycle)
        number = cycle - 5
        if 0 <= number <= size:
            want = result[number] if number < size else parity
            yield Case(f"word {number}", step.output("result_o"), joined([want], _WORD))
        now = step.state


def skein_engine_properties() -> tuple[Property, ...]:
    """Return the properties of Skein with blocks of many messages in flight."""
    ring, forward = "gh_threefish_ring", "gh_skein_forward"
    return (
        *(
            harness_property(
                "turns",
                "gh_round_robin",
                _TURNS,
                Module("gh_round_robin", {"Requests": requests}, bound="gh_prove_round_robin"),
            )
            for requests in _REQUESTS
        ),
        *(
            equivalence(
                f"{64 * size}-x{per_pass}",
                ring,
                "A state that enters equals the model's after sixteen rounds, for the subkeys "
                "given in the cycles that add them.",
                partial(_ring, size, per_pass),
                designs=designs_with(ring),
                sources=_SOURCES,
                StateWords=size,
                RoundsPerPass=per_pass,
            )
            for size, per_pass in _SHAPES
        ),
        *(
            equivalence(
                str(64 * size),
                forward,
                "The words of a block leave in order, with the last subkey added and fed forward, "
                "and their parity follows them.",
                partial(_forward, size),
                designs=designs_with(forward),
                sources=_SOURCES,
                StateWords=size,
                JobBits=4,
            )
            for size in (4, 8)
        ),
    )
