# SPDX-License-Identifier: Apache-2.0
"""Equivalences of cores that go on from a chaining value which is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.models.sha2 import WORDS_32, WORDS_64, compress_words
from gatehash.prove.equivalence import Case
from gatehash.prove.symbolic import frees, joined
from gatehash.prove.term import const
from gatehash.prove.transition import Transition

__all__ = ["sha2_loaded"]

_ON, _OFF = const(1, 1), const(0, 1)
_WORDS = 8
_BLOCK_WORDS = 16
# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def sha2_loaded(word_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_core`` with ``Resumes``: a chaining value, then a block.

    Each word of any chaining value is replaced by itself, which leaves the others; after all of
    them a block ends as the model's.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    rest = {
        **dict.fromkeys(("rst_i", "valid_i", "error_i", "digest_ready_i", "load_valid_i"), _OFF)
    }
    state = module.step(module.free_state(), {**rest, "rst_i": _ON}).state
    for cycle in range(1, 4):
        state = module.step(state, rest, cycle).state
    before, loaded = frees("before", word_bits, _WORDS), frees("loaded", word_bits, _WORDS)
    state = module.hold(state, "digest_o", joined(before, word_bits))
    now = list(before)
    for place, word in enumerate(loaded):
        load = {
            "load_valid_i": _ON,
            "load_place_i": const(place, 3),
            "load_word_i": word.bits(word_bits),
        }
        state = module.step(state, {**rest, **load}, 4).state
        now[place] = word
        found = module.step(state, rest, 4).output("digest_o")
        yield Case(f"word {place}", found, joined(now, word_bits))

    block = frees("block", word_bits, _BLOCK_WORDS)
    taken = module.step(state, {**rest, "valid_i": _ON, "final_i": _ON}, 5)
    yield Case("block: taken", taken.output("ready_o"), _ON)
    state = taken.state
    for t in range(parameters.rounds + _LAST):
        word = {"word_i": block[t].bits(word_bits)} if t < _BLOCK_WORDS else {}
        state = module.step(state, {**rest, **word}, 6 + t).state
    last = module.step(state, rest, 5)
    yield Case("block: digest valid", last.output("digest_valid_o"), _ON)
    want = compress_words(loaded, block, parameters)
    yield Case("block: digest", last.output("digest_o"), joined(want, word_bits))
