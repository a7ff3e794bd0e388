# SPDX-License-Identifier: Apache-2.0
"""Properties of the stream modules: order, no loss, no duplication, time, reset.

A harness is a module of ``rtl/formal``. Where a module has parameters, small values stand for all:
widths that divide and that do not need a power of two, the least depths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gatehash.prove.engine import Harness
from gatehash.prove.properties import Property
from gatehash.prove.users import designs_with

__all__ = ["harness_property", "stream_properties"]

_SLICE = (
    "Beats leave in order, each once, unchanged, one a cycle; an offered beat is held; nothing is "
    "offered or taken in the cycle after a reset."
)
_WIDTH = (
    "The bytes and tuser of well-formed packets leave in order, each once, unchanged, in full "
    "beats, the cycle after a beat is complete; a packet enters when the one before has left."
)
_PACKETS = (
    "Each packet leaves as one packet, in order: malformed exactly if it was malformed, with tuser "
    "exactly if it had it."
)
_FIFO = (
    "Entries leave in order, each once, unchanged, from the cycle after they entered on, if the "
    "sender never fills more than Depth places."
)
_MESSAGE_FIFO = (
    "Packets leave in order, unchanged, when all of them is in, without a gap; of one that is too "
    "long only one malformed beat leaves."
)


def harness_property(
    name: str, module: str, claim: str, harness: Harness, *, claimed_of: str | None = None
) -> Property:
    """Return the property that a harness states of a module.

    Parameters
    ----------
    name : str
        What the property says, in a word or two.
    module : str
        The module.
    claim : str
        What is proved, in one sentence.
    harness : Harness
        The harness.
    claimed_of : str, optional
        What tells the property from others of that name; by default the harness's parameters.
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


def _buffers() -> Iterator[Property]:
    for mode in (1, 2, 3):
        for erase in (0, 1):
            slices = Harness("gh_prove_register_slice", {"Mode": mode, "Erase": erase})
            yield harness_property("order", "gh_register_slice", _SLICE, slices)
    for depth in (2, 4):
        yield harness_property("order", "gh_fifo", _FIFO, Harness("gh_prove_fifo", _depth(depth)))
    yield harness_property(
        "order", "gh_message_fifo", _MESSAGE_FIFO, Harness("gh_prove_message_fifo", _depth(2))
    )


def _depth(depth: int) -> Mapping[str, int]:
    return {"Depth": depth}


def _converters() -> Iterator[Property]:
    for module, shapes in (
        ("gh_width_up", ((1, 4), (2, 4), (2, 6))),
        ("gh_width_down", ((4, 1), (4, 2), (6, 2))),
    ):
        for inside, outside in shapes:
            shape = {"InBytes": inside, "OutBytes": outside}
            for erase in (0, 1):
                width = Harness("gh_prove_width", {**shape, "Erase": erase})
                yield harness_property("order", module, _WIDTH, width)
            yield harness_property("packets", module, _PACKETS, Harness("gh_prove_packets", shape))


def stream_properties() -> tuple[Property, ...]:
    """Return the properties of the stream modules."""
    return (*_buffers(), *_converters())
