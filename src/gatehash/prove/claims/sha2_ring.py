# SPDX-License-Identifier: Apache-2.0
"""Equivalence of the ring of SHA-2 with its golden model."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.models.sha2 import WORDS_32, WORDS_64, Parameters, compress_words, maj
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.transition import Cycle, Transition
from gatehash.prove.kernel.word import frees, joined, pieces

__all__ = ["SHA2_RING_SOURCES", "sha2_ring"]

SHA2_RING_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "prim/generic/gh_add_of_table.sv",
    "sha2/gh_sha2_constants.sv",
    "engine/gh_sha2_ring.sv",
)

_JOBS, _BLOCK_WORDS, _EXCHANGE = 3, 16, 4
# Cycles from an announcement of a word to cycle 0 of its round.
_AHEAD = 4


def _mixed(cycle: Cycle, parameters: Parameters) -> Term:
    """Return S0(a) + Maj(a, b, c) of the words that stand for it in a cycle 1."""
    word_bits = parameters.word_bits
    nets = (f"u_majority.{port}_i" for port in "abcd")
    sigma, *abc = (pieces(cycle.net(net), word_bits)[0] for net in nets)
    return joined([sigma + maj(*abc) & parameters.mask], word_bits)


def sha2_ring(word_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_ring``: a block after any chaining value.

    The inputs in the cycles of the two other blocks are free, and so is what the ring holds at
    first. The sum with Maj has another form in the RTL: it is proved for any words, and the model's
    takes its place.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    chaining, block = frees("H", word_bits, 8), frees("block", word_bits, _BLOCK_WORDS)
    want = compress_words(chaining, block, parameters)
    round_bits = (parameters.rounds - 1).bit_length()
    now = module.free_state()
    anything = module.step(now, {})
    yield Case("S0 + Maj", anything.net("v"), _mixed(anything, parameters))
    for cycle in range(_JOBS * (parameters.rounds + 2 * _EXCHANGE)):
        inputs = {
            "load_next_i": var(f"load {cycle}", 1),
            "word_i": var(f"word {cycle}", word_bits),
            "round_next_i": var(f"round {cycle}", round_bits),
            "state_next_i": var(f"state {cycle}", 1),
            "e_i": var(f"e {cycle}", word_bits),
            "a_i": var(f"a {cycle}", word_bits),
        }
        # The turn whose word is announced, enters, and which is in its cycle 0, 1, 2.
        turn, late = divmod(cycle, _JOBS)
        t = turn - _EXCHANGE
        announced, other = divmod(cycle + _AHEAD, _JOBS)
        announced -= _EXCHANGE
        if other == 0 and 0 <= announced < parameters.rounds:
            inputs["load_next_i"] = const(announced < _BLOCK_WORDS, 1)
            inputs["round_next_i"] = const(announced, round_bits)
        if late == 0:
            if 0 <= t + 1 < _BLOCK_WORDS:
                inputs["word_i"] = block[t + 1].bits(word_bits)
            if t < parameters.rounds:
                inputs["state_next_i"] = const(t < 0, 1)
        elif t < 0:
            port, first = (("e_i", 7), ("a_i", 3))[late - 1]
            inputs[port] = chaining[first - turn].bits(word_bits)
        step = module.step(now, inputs, cycle)
        if late == 0 and t >= parameters.rounds:
            for port, first in (("e_o", 7), ("a_o", 3)):
                i = first - (t - parameters.rounds)
                (variable,) = pieces(step.output(port), word_bits)
                got = joined([(chaining[i] + variable) & parameters.mask], word_bits)
                yield Case(f"H{i}", got, joined([want[i]], word_bits))
        now = step.state
        if late == 1:
            now = module.hold(now, "v_q", _mixed(step, parameters))
