# SPDX-License-Identifier: Apache-2.0
"""SHA-2: a core of one message, from any chaining value, and the ring of three."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gatehash.models.sha2 import INITIAL, WORDS_32, WORDS_64, Parameters, compress_words, maj
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.transition import Cycle, Transition
from gatehash.prove.kernel.word import frees, joined, pieces
from gatehash.prove.tools.designs import designs_of
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["sha2_properties"]

_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_constants.sv",
    "sha2/gh_sha2_core.sv",
)
_RING_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "prim/generic/gh_add_of_table.sv",
    "sha2/gh_sha2_constants.sv",
    "engine/gh_sha2_ring.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_BLOCK_WORDS = 16
# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6
_WORDS = 8
# Cycles from the one behind a word to the one in which a block may be taken.
_ARRIVES = 4
_JOBS, _RING_WORDS, _EXCHANGE = 3, 16, 4
# Cycles from an announcement of a word to cycle 0 of its round.
_AHEAD = 4


def sha2_properties() -> Iterator[Property]:
    """Yield the properties of SHA-2."""
    for word_bits, digests in INITIAL.items():
        for memory, constants in enumerate(("lut", "bram")):
            for digest_bits in digests:
                yield equivalence(
                    f"{word_bits}-{digest_bits}-{constants}",
                    "gh_sha2_core",
                    "Blocks that follow any chaining value, with and without a gap between them, "
                    "end with the model's result.",
                    partial(_blocks, word_bits, digest_bits),
                    designs=designs_of("sha2", WordBits=word_bits, BlockMemory=memory),
                    sources=_SOURCES,
                    WordBits=word_bits,
                    DigestBits=digest_bits,
                    BlockMemory=memory,
                )
        yield equivalence(
            f"{word_bits}-resumes",
            "gh_sha2_core",
            "A message that continues from a loaded chaining value ends with the model's result.",
            partial(_loaded, word_bits),
            designs=designs_of("sha2", WordBits=word_bits, Resumes=1),
            sources=_SOURCES,
            WordBits=word_bits,
            Resumes=1,
        )
        yield equivalence(
            str(word_bits),
            "gh_sha2_ring",
            "A block after any chaining value leaves with the model's result, whatever the other "
            "two blocks are.",
            partial(_ring, word_bits),
            designs=designs_of("sha2-piped", WordBits=word_bits),
            sources=_RING_SOURCES,
            WordBits=word_bits,
        )


def _blocks(word_bits: int, digest_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_core``: two blocks after any chaining value.

    The first one comes three cycles after a reset or later. The second one follows at once, or
    comes when the core is at rest again.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    reset = module.step(module.free_state(), {"rst_i": _ON}).state
    rest = {"rst_i": _OFF, "valid_i": _OFF, "error_i": _OFF, "digest_ready_i": _OFF}
    first = module.step(reset, rest, 1)
    still = module.step(module.step(first.state, rest, 2).state, rest, 3)
    initial = INITIAL[word_bits][digest_bits]
    yield Case("initial value", first.output("digest_o"), joined(initial, word_bits))

    chaining = frees("H", word_bits, 8)
    blocks = [frees(f"block {n}", word_bits, _BLOCK_WORDS) for n in range(2)]
    for gap in (0, _LAST, _LAST + 3):
        # Any chaining value, as blocks before left it.
        state = module.hold(still.state, "digest_o", joined(chaining, word_bits))
        want = tuple(chaining)
        for number, block in enumerate(blocks):
            final = const(number == len(blocks) - 1, 1)
            take = {**rest, "valid_i": _ON, "final_i": final}
            if number == 0 or gap:
                # At rest.
                cycle = module.step(state, take, 2)
                yield Case(f"gap {gap}, block {number}: taken", cycle.output("ready_o"), _ON)
                state = cycle.state
            want = compress_words(want, block, parameters)
            for t in range(parameters.rounds):
                inputs = dict(rest)
                if t < _BLOCK_WORDS:
                    inputs["word_i"] = block[t].bits(word_bits)
                if t == parameters.rounds - 1 and number == 0 and not gap:
                    inputs = {**take, "final_i": _ON}
                cycle = module.step(state, inputs, 3 + t)
                state = cycle.state
            if number == 0 and not gap:
                yield Case(f"gap {gap}, block 1: taken", cycle.output("ready_o"), _ON)
            else:
                for t in range(gap or _LAST):
                    state = module.step(state, rest, 3 + parameters.rounds + t).state
        cycle = module.step(state, rest, 2)
        yield Case(f"gap {gap}: digest valid", cycle.output("digest_valid_o"), _ON)
        yield Case(f"gap {gap}: digest", cycle.output("digest_o"), joined(want, word_bits))


def _loaded(word_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_core`` with ``Resumes``: a chaining value, then a block.

    Any chaining value is replaced by another, whose words come every second cycle or every third;
    behind it a block ends as the model's.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    rest = {
        **dict.fromkeys(("rst_i", "valid_i", "error_i", "digest_ready_i", "load_valid_i"), _OFF)
    }
    reset = module.step(module.free_state(), {**rest, "rst_i": _ON}).state
    for cycle in range(1, 4):
        reset = module.step(reset, rest, cycle).state
    before, loaded = frees("before", word_bits, _WORDS), frees("loaded", word_bits, _WORDS)
    for pause in (1, 2):
        state = module.hold(reset, "digest_o", joined(before, word_bits))
        for place, word in enumerate(loaded):
            load = {
                "load_valid_i": _ON,
                "load_place_i": const(place, 3),
                "load_word_i": word.bits(word_bits),
            }
            state = module.step(state, {**rest, **load}, 4).state
            for _ in range(pause):
                state = module.step(state, rest, 4).state
        # A block that is there already waits for the last word.
        for cycle in range(_ARRIVES - pause):
            waits = module.step(state, {**rest, "valid_i": _ON}, 4)
            yield Case(f"pause {pause}: waits, cycle {cycle}", waits.output("ready_o"), _OFF)
            state = module.step(state, rest, 4).state
        # The last turn of a ring is in the cycle in which a block may be taken.
        turned = module.step(module.step(state, rest, 4).state, rest, 4).output("digest_o")
        yield Case(f"pause {pause}: loaded", turned, joined(loaded, word_bits))

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


def _mixed(cycle: Cycle, parameters: Parameters) -> Term:
    """Return S0(a) + Maj(a, b, c) of the words that stand for it in a cycle 1."""
    word_bits = parameters.word_bits
    nets = (f"u_majority.{port}_i" for port in "abcd")
    sigma, *abc = (pieces(cycle.net(net), word_bits)[0] for net in nets)
    return joined([sigma + maj(*abc) & parameters.mask], word_bits)


def _ring(word_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_ring``: a block after any chaining value.

    The inputs in the cycles of the two other blocks are free, and so is what the ring holds at
    first. The sum with Maj has another form in the RTL: it is proved for any words, and the model's
    takes its place.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    chaining, block = frees("H", word_bits, 8), frees("block", word_bits, _RING_WORDS)
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
            inputs["load_next_i"] = const(announced < _RING_WORDS, 1)
            inputs["round_next_i"] = const(announced, round_bits)
        if late == 0:
            if 0 <= t + 1 < _RING_WORDS:
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
