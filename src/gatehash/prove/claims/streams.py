# SPDX-License-Identifier: Apache-2.0
"""Properties of the stream modules: order, no loss, no duplication, time, reset.

A harness is a module of ``rtl/formal``. Where a module has parameters, small values stand for all:
widths that divide and that do not need a power of two, the least depths.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.sha3 import DIGEST_BITS
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import free, frees, joined
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.harness import Harness, harness_property

__all__ = ["counts", "stream_properties"]

_WIDTH = (
    "The bytes and tuser of well-formed packets leave in order, each once, unchanged, in full "
    "beats, in the cycle after a beat is complete. A packet enters only when the previous one has "
    "left."
)
_PACKETS = (
    "Each packet leaves as one packet, in order. It leaves malformed exactly if it entered "
    "malformed, and with tuser exactly if it entered with tuser."
)
_PADDER = (
    "For messages of any length, every byte that leaves is the one that the padding rule gives, "
    "with its place and flags. A malformed packet ends its block with an error and leaves no "
    "trace in the next one."
)
_CLOCKS = (
    "Between any two clocks, entries leave in order, each once, unchanged, and each side "
    "continues within the clock edges that a pointer takes to cross. A reset of either side is "
    "answered at any time, and no entry from before it leaves afterwards."
)
_SHAPES: tuple[tuple[str, str, tuple[Mapping[str, int], ...]], ...] = (
    (
        "register_slice",
        "Beats leave in order, each once, unchanged, one a cycle. An offered beat is held. No "
        "beat is offered or taken in the cycle after a reset.",
        ({"Mode": 1, "Erase": 0}, {"Mode": 2, "Erase": 1}, {"Mode": 3, "Erase": 1}),
    ),
    (
        "fifo",
        "If the sender never fills more than Depth places, entries leave in order, each once, "
        "unchanged, as early as the cycle after they entered.",
        ({"Depth": 2}, {"Depth": 4}),
    ),
    (
        "bus_fifo",
        "Entries leave in order, each once, unchanged. The outputs for room, level and erasure are "
        "correct, and Depth idle cycles erase all entries that have left.",
        ({"Depth": 2}, {"Depth": 4}),
    ),
    (
        "message_fifo",
        "A packet leaves in order, unchanged and without a gap, once all of it has entered. A "
        "packet that is too long leaves as one malformed beat.",
        ({"Depth": 2},),
    ),
    (
        "block_buffer",
        "Blocks leave whole and in order, with their flags and count. The next block enters "
        "without a gap, or after a cycle where AtOnce is 0.",
        (
            {"StreamBytes": 1, "BlockBytes": 4},
            {"StreamBytes": 4, "BlockBytes": 4},
            {"StreamBytes": 1, "BlockBytes": 4, "AtOnce": 0},
        ),
    ),
    (
        "block_queue",
        "Blocks leave in order, each once, with their flags, up to Slots in a cycle. A source "
        "that never pauses keeps Slots blocks available.",
        ({"Slots": 2}, {"Slots": 3}),
    ),
    (
        "word_buffer",
        "Word i of a block is at the output in cycle 1 + i after the block was taken, while the "
        "next block enters. Blocks and flags come in order, each once.",
        (
            {"StreamBytes": 1, "WordBytes": 2, "BlockBytes": 4},
            {"StreamBytes": 2, "WordBytes": 1, "BlockBytes": 4},
        ),
    ),
    (
        "word_unload",
        "The bytes that count leave in order, each once, unchanged, in full beats, and no part of "
        "a word remains.",
        (
            {"WordBytes": 4, "Bytes": 2, "Reversed": 0},
            {"WordBytes": 4, "Bytes": 1, "Reversed": 1},
        ),
    ),
    (
        "digest_stream",
        "The digest's bytes of each piece leave in order, each once, unchanged. An error leaves "
        "as one beat of zero.",
        (
            {"StreamBytes": 2, "PieceBytes": 4, "DigestBytes": 3},
            {"StreamBytes": 2, "PieceBytes": 4, "DigestBytes": 7},
        ),
    ),
    (
        "axis_normalise",
        "For packets with any tkeep in any beat, the bytes that are kept and the packets' ends "
        "leave in order, each once, unchanged, in well-formed packets. A beat leaves the cycle "
        "after the next byte or the end has entered, and beats enter without a pause. A packet "
        "with tuser leaves malformed, and the next one as ever.",
        tuple({"StreamBytes": each, "Erase": 1} for each in (1, 2, 4)),
    ),
    (
        "axis_any",
        "With one clock and nothing past the core: for packets with any tkeep in any beat, the "
        "bytes that are kept and the packets' ends reach the core in order, each once, unchanged, "
        "in well-formed packets, also behind a reset at any time.",
        (
            {"PinBytes": 1, "CoreBytes": 1},
            {"PinBytes": 1, "CoreBytes": 2},
            {"PinBytes": 2, "CoreBytes": 1},
            {"PinBytes": 2, "CoreBytes": 2},
        ),
    ),
    (
        "axis_sideband",
        "Every answer has the values of its message's first beat, in order. A beat is bad exactly "
        "if its tid or tdest is not that of the packet's first beat. Only a first beat waits, and "
        "only while Depth messages have no answer.",
        ({"Depth": 2}, {"Depth": 4}),
    ),
    (
        "bus_select",
        "A request reaches the core that has its window, and no other one. Until the next request "
        "the answer is that core's, or an error without data where there is no core.",
        ({"Cores": 2}, {"Cores": 3}),
    ),
    (
        "stream_pins",
        "While the owner keeps the stream open on what is inside, well-formed packets leave as "
        "those of the converters inside do, and no part of a second packet enters before the "
        "first one has left.",
        (
            {"InBytes": 2, "OutBytes": 1, "Leaving": 0},
            {"InBytes": 1, "OutBytes": 2, "Leaving": 1},
        ),
    ),
)
_ON, _OFF = const(1, 1), const(0, 1)


def stream_properties() -> Iterator[Property]:
    """Yield the properties of the stream modules, and of the buses' buffers."""
    yield from (*_simple(), *_converters(), *_padders(), *_clocks(), *_counters())


def _simple() -> Iterator[Property]:
    for module, claim, shapes in _SHAPES:
        for parameters in shapes:
            harness = Harness(f"gh_prove_{module}", parameters)
            yield harness_property("order", f"gh_{module}", claim, harness)


def _converters() -> Iterator[Property]:
    for module, shapes in (
        ("gh_width_up", ((1, 4), (2, 6))),
        ("gh_width_down", ((4, 1), (6, 2))),
    ):
        for inside, outside in shapes:
            shape = {"InBytes": inside, "OutBytes": outside}
            width = Harness("gh_prove_width", {**shape, "Erase": 1})
            yield harness_property("order", module, _WIDTH, width)
            # A hole needs two bytes.
            if min(inside, outside) > 1 or inside < outside:
                packets = Harness("gh_prove_packets", shape)
                yield harness_property("packets", module, _PACKETS, packets)


def _padders() -> Iterator[Property]:
    serial = {
        **dict.fromkeys(("sha-256", "blake-256", "skein-256", "threefish-256"), (1, 2)),
        **dict.fromkeys(("sha-512", "whirlpool", *DIGEST_BITS), (1,)),
    }
    for names, rule in _rules():
        yield _padder("gh_message_padder", names, rule, 8)
        for width in next((serial[name] for name in names if name in serial), ()):
            yield _padder("gh_serial_padder", names, rule, width)
    # A beat of two blocks, as PHASH has several: the rule is PHASH's, with a smaller block.
    several = PaddingRule(24, suffix=0x80, length_bytes=16)
    yield _padder("gh_message_padder", ("two-blocks",), several, 2 * several.block_bytes)


def _rules() -> Iterator[tuple[tuple[str, ...], PaddingRule]]:
    """Return the padding rules, each once, with the names of the functions that have them."""
    found: defaultdict[PaddingRule, list[str]] = defaultdict(list)
    for name, rule in RULES.items():
        found[rule].append(name)
    for rule, names in found.items():
        yield tuple(names), rule


def _padder(module: str, names: tuple[str, ...], rule: PaddingRule, width: int) -> Property:
    parameters = {
        "StreamBytes": width,
        "BlockBytes": rule.block_bytes,
        "Suffix": rule.suffix,
        "Closing": rule.closing,
        "LengthBytes": rule.length_bytes,
        "Whole": int(rule.whole),
        "Serial": int(module == "gh_serial_padder"),
        "CountBits": 12,
    }
    harness = Harness("gh_prove_padder", parameters)
    return harness_property(
        "bytes", module, _PADDER, harness, claimed_of=f"{names[0]}-bytes{width}"
    )


def _clocks() -> Iterator[Property]:
    harness = Harness(
        "gh_prove_async_fifo",
        {"Depth": 4, "SyncStages": 2},
        clocks=True,
        # Its first registers take the old or the new value of what changes at their edge.
        stand_ins=("crossing",),
    )
    yield harness_property("order", "gh_async_fifo", _CLOCKS, harness)


def _counters() -> Iterator[Property]:
    # The sizes that designs use.
    for words, word_bytes in ((3, 1), (8, 1), (8, 2)):
        yield equivalence(
            f"words{words}-bytes{word_bytes}",
            "gh_serial_counter",
            "After a round the number is the sum of its old value and the addend, with the carry, "
            "or the loaded value. A cycle without a step changes nothing.",
            partial(counts, word_bytes, words),
            designs=designs_with("gh_serial_counter"),
            sources=("stream/gh_serial_counter.sv",),
            Bytes=word_bytes,
            Words=words,
        )


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
