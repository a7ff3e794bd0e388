# SPDX-License-Identifier: Apache-2.0
"""``gh_serial_counter`` and the sum that it counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gatehash.prove.kernel.equivalence import Case, equivalence
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import free, frees, joined
from gatehash.prove.tools.users import designs_with

__all__ = ["counter_properties"]

_MODULE = "gh_serial_counter"
_ON, _OFF = const(1, 1), const(0, 1)


def counts(word_bytes: int, words: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_serial_counter``: rounds of any number, and cycles between steps.

    A cycle without a step may stand between any two steps, for it changes nothing.
    """
    bits = 8 * word_bytes
    size = bits * words
    held, summands, loaded = (frees(name, bits, words) for name in ("number", "add", "load"))
    carry = free("carry", 1)
    number = sum(word << bits * place for place, word in enumerate(held))
    summand = sum(word << bits * place for place, word in enumerate(summands))
    begin = module.hold(module.free_state(), "words_q", joined(held, bits))

    idle = {"clear_i": _OFF, "step_i": _OFF}
    still, before = (module.step(begin, idle, n) for n in range(2))
    yield Case("shown", before.output("number_o"), joined(held, bits))
    after = module.step(still.state, idle, 1)
    for name in ("number_o", "carry_o"):
        yield Case(f"no step: {name}", after.output(name), before.output(name))

    state = begin
    for place, word in enumerate(summands):
        inputs = {
            "clear_i": _OFF,
            "step_i": _ON,
            "first_i": _OFF if place else _ON,
            "carry_i": carry.bits(1),
            "add_i": word.bits(bits),
        }
        # The sum does not wait for the word that enters.
        total = module.step(state, inputs, place).output("sum_o")
        state = module.step(state, {**inputs, "next_i": total}, place).state
    counted = module.step(state, idle, words)
    want = number + summand + carry
    yield Case("counted: number", counted.output("number_o"), want.bits(size))
    yield Case("counted: carry", counted.output("carry_o"), (want >> size).bits(1))

    state = begin
    for place, word in enumerate(loaded):
        step = {"clear_i": _OFF, "step_i": _ON, "next_i": word.bits(bits)}
        cycle = module.step(state, step, place)
        yield Case(f"word {place} leaves", cycle.output("data_o"), held[place].bits(bits))
        state = cycle.state
    cycle = module.step(state, idle, words)
    yield Case("loaded", cycle.output("number_o"), joined(loaded, bits))

    cleared = module.step(module.step(begin, {"clear_i": _ON}).state, idle, 1)
    yield Case("cleared: number", cleared.output("number_o"), const(0, size))
    yield Case("cleared: carry", cleared.output("carry_o"), const(0, 1))


def counter_properties() -> tuple[Property, ...]:
    """Return the properties of the serial counter, at the sizes that designs use."""
    return tuple(
        equivalence(
            f"words{words}-bytes{word_bytes}",
            _MODULE,
            "After a round the number is the sum of its old value and the addend, with the carry, "
            "or the loaded value. A cycle without a step changes nothing.",
            partial(counts, word_bytes, words),
            designs=designs_with(_MODULE),
            sources=("stream/gh_serial_counter.sv",),
            Bytes=word_bytes,
            Words=words,
        )
        for words, word_bytes in ((8, 1), (8, 2))
    )
