# SPDX-License-Identifier: Apache-2.0
"""Properties of the stream modules: order, no loss, no duplication, time, reset.

A harness is a module of ``rtl/formal``. Where a module has parameters, small values stand for all:
widths that divide and that do not need a power of two, the least depths.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from gatehash.models.padding import RULES, PaddingRule
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import Harness
from gatehash.prove.tools.users import designs_with

__all__ = ["harness_property", "stream_properties"]

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
        "message_fifo",
        "A packet leaves in order, unchanged and without a gap, once all of it has entered. A "
        "packet that is too long leaves as one malformed beat.",
        ({"Depth": 2},),
    ),
    (
        "block_buffer",
        "Blocks leave whole and in order, with their flags and count. The next block enters "
        "without a gap.",
        ({"StreamBytes": 1, "BlockBytes": 4}, {"StreamBytes": 4, "BlockBytes": 4}),
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
        "stream_pins",
        "Packets leave as those of the converters inside do, and no part of a second packet "
        "enters before the first one has left.",
        (
            {"InBytes": 2, "OutBytes": 1, "Leaving": 0},
            {"InBytes": 1, "OutBytes": 2, "Leaving": 1},
        ),
    ),
)


def harness_property(
    name: str, module: str, claim: str, harness: Harness, *, claimed_of: str | None = None
) -> Property:
    """Return the property that a harness states of a module.

    Parameters
    ----------
    name : str
        Name of the property, in a word or two.
    module : str
        The module.
    claim : str
        The claim, in one sentence.
    harness : Harness
        The harness.
    claimed_of : str, optional
        Distinguishes the property from others of that name; by default the harness's parameters.
    """
    shape = "-".join(f"{key}{value}" for key, value in harness.parameters.items()).lower()
    parts = (module.removeprefix("gh_").replace("_", "-"), name, claimed_of or shape)
    return Property(
        name=".".join(part for part in parts if part),
        module=module,
        designs=designs_with(module),
        claim=claim,
        method="PDR" if harness.depth is None else "BMC",
        sources=harness.files,
        parameters=harness.parameters,
        run=harness.run,
    )


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
    serial = ("sha-256", "blake-256", "skein-256", "threefish-256")
    for names, rule in _rules():
        yield _padder("gh_message_padder", names, rule, 8)
        if names[0] in serial or "blake-256" in names:
            for width in (1, 2):
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


def stream_properties() -> tuple[Property, ...]:
    """Return the properties of the stream modules."""
    return (*_simple(), *_converters(), *_padders(), *_clocks())
