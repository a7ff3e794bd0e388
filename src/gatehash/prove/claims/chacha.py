# SPDX-License-Identifier: Apache-2.0
"""ChaCha: blocks in flight and their key stream; Poly1305: products of its digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gatehash.catalog import DESIGNS
from gatehash.catalog.sources import needed
from gatehash.models.chacha import CONSTANTS, double_round
from gatehash.paths import rtl_root
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extract
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import free, frees, joined
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.independence import Independence, independence

__all__ = ["chacha_properties"]

_SOURCES = (
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "prim/generic/gh_mux4.sv",
    "stream/gh_register_slice.sv",
    "engine/gh_engine.sv",
    "engine/gh_chacha_ring.sv",
    "engine/gh_chacha_piped_core.sv",
)
_TAG_SOURCES = (
    "prim/generic/gh_row_pair.sv",
    "compact/gh_digit_product.sv",
    "compact/gh_poly1305.sv",
)
_TAG = "gh_poly1305"
_ON, _OFF = const(1, 1), const(0, 1)
_STAGES = 9
_WORD, _WORDS = 32, 16
# Bits of a word and of a digit in logic.
_WIDTH, _DIGIT_BITS = 29, 4


def chacha_properties() -> Iterator[Property]:
    """Yield the properties of ChaCha with many blocks in flight, and of Poly1305."""
    core = "gh_chacha_piped_core"
    designs = designs_with(core)
    yield equivalence(
        "",
        "gh_chacha_ring",
        "A state that enters has passed one double round of the model when it leaves the last "
        "stage or enters once more. While the ring is stopped, nothing changes.",
        _ring,
        designs=designs,
        sources=_SOURCES,
    )
    alone = [name for name in designs if DESIGNS[name].hardware.core.top == core]
    yield equivalence(
        "",
        core,
        "After the rounds, a block leaves as the model's key stream, two words at a time.",
        _key_stream,
        designs=alone,
        sources=_SOURCES,
    )
    yield equivalence(
        "raw",
        core,
        "After the rounds, a block leaves as the model's key stream or, if it is asked for without "
        "the sum, as it is, two words at a time.",
        _raw_key_stream,
        designs=[name for name in designs if name not in alone],
        sources=_SOURCES,
        Raw=1,
    )
    files = needed((rtl_root() / source for source in _SOURCES), core)
    yield independence(
        "chacha-piped-core.timing",
        "The cycles in which a pair of words is ready depend on neither key nor counter nor nonce.",
        Independence(core, {}, files, ("valid_o",), ("key_i", "last_i")),
        alone,
    )
    files = needed((rtl_root() / source for source in _TAG_SOURCES), _TAG)
    # In logic and with DSP blocks.
    for label, dsp in (("logic", 0), ("dsp", 1)):
        sealing = [
            name
            for name, design in DESIGNS.items()
            if any(function.authenticates for function in design.functions)
            and design.hardware.core.parameters.get("Dsp") == dsp
        ]
        yield independence(
            f"poly1305.timing.{label}",
            "The cycles in which a byte is taken and in which a byte of the tag is ready depend on "
            "neither key nor message.",
            Independence(_TAG, {"Dsp": dsp}, files, ("ready_o", "tag_valid_o"), ("data_i",)),
            sealing,
        )
        if not dsp:
            yield equivalence(
                label,
                "gh_digit_product",
                "For each digit and any word, the output is their product.",
                _products,
                designs=sealing,
                sources=_TAG_SOURCES,
                Width=_WIDTH,
                DigitBits=_DIGIT_BITS,
                Dsp=0,
            )


def _ring(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_chacha_ring``: a double round on any block, and a stop."""
    words = frees("x", _WORD, _WORDS)
    go = {"go_next_i": _ON, "enter_i": _OFF}
    now = module.step(module.free_state(), go).state
    now = module.step(now, {**go, "enter_i": _ON, "block_i": joined(words, _WORD)}, 1).state
    for stage in range(1, _STAGES):
        now = module.step(now, go, 1 + stage).state
    leaves = module.step(now, go, 1 + _STAGES)
    yield Case("double round", leaves.output("state_o"), joined(double_round(words), _WORD))

    stage_bits = _WORD * _WORDS
    again = module.step(leaves.state, go, 2 + _STAGES)
    first = extract(again.net("state_q"), 0, stage_bits)
    yield Case("goes around", first, leaves.output("state_o"))

    stopped = module.step(module.free_state(), {**go, "go_next_i": _OFF}).state
    before = module.step(stopped, go, 1)
    after = module.step(before.state, go, 2)
    yield Case("stops", after.net("state_q"), before.net("state_q"))


def _raw_key_stream(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_chacha_piped_core`` with blocks that may leave as they are."""
    for raw in (0, 1):
        for case in _pairs(module, const(raw, 1), 4):
            yield replace(case, name=f"raw {raw}, {case.name}")


def _key_stream(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_chacha_piped_core`` behind the ring: a block's sums, in order."""
    yield from _pairs(module, None, 3)


def _pairs(module: Transition, raw: Term | None, behind: int) -> Iterator[Case]:
    """Yield the equations of a block's pairs of words.

    Parameters
    ----------
    module : Transition
        The core.
    raw : Term or None
        Whether the block leaves as it is, where the core has such blocks.
    behind : int
        Cycles from a pair in the register of a block to the pins.
    """
    result = frees("result", _WORD, _WORDS)
    key, last = frees("key", _WORD, 8), frees("last", _WORD, 4)
    count = frees("count", _WORD, 2)
    for short in (0, 1):
        inputs = {
            "run_i": _ON,
            "wipe_i": _OFF,
            "passes_i": const(10, 4),
            "short_i": const(short, 1) if raw is None else concat(raw, const(short, 1)),
            "key_i": joined(key, _WORD),
            "last_i": joined(last, _WORD),
            "ready_i": _ON,
        }
        # At rest, so that the place in a block is known.
        now = module.step(module.free_state(), {**inputs, "run_i": _OFF}).state
        for net, value in (
            ("full_q", _ON),
            ("result_q", joined(result, _WORD)),
            ("leaves_q", joined((count[0], last[1] if short else count[1]), _WORD)),
        ):
            now = module.hold(now, net, value)
        tail: list[int] = [count[0], *last[1:]] if short else [*count, *last[2:]]
        without = raw is not None and raw.number == 1
        start = (0,) * _WORDS if without else (*CONSTANTS, *key, *tail)
        for cycle in range(8 + behind):
            step = module.step(now, inputs, 1 + cycle)
            pair = cycle - behind
            if pair >= 0:
                two = range(2 * pair, 2 * pair + 2)
                want = joined([result[i] + start[i] & 2**_WORD - 1 for i in two], _WORD)
                yield Case(f"short {short}, pair {pair}", step.output("data_o"), want)
                yield Case(f"short {short}, pair {pair}: valid", step.output("valid_o"), _ON)
            now = step.state


def _products(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_digit_product``: any word times each digit."""
    word = free("word", _WIDTH)
    for digit in range(1 << _DIGIT_BITS):
        inputs = {"word_i": word.bits(_WIDTH), "digit_i": const(digit, _DIGIT_BITS)}
        got = module.step(module.free_state(), inputs).output("product_o")
        yield Case(f"times {digit}", got, (word * digit).bits(_WIDTH + _DIGIT_BITS))
