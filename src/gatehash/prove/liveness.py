# SPDX-License-Identifier: Apache-2.0
"""Answers in time: a bounded response of stream tops, from any state that they can reach.

``rtl/formal/gh_prove_answers.sv`` states it. The bound is the catalogue's: the cycles of a message
of three blocks, which is what can be in front of a message's end: a block in the core, the one in
the buffer, and one that padding adds.
"""

from __future__ import annotations

from dataclasses import replace

from gatehash.catalog import DESIGNS
from gatehash.prove.modules import Module
from gatehash.prove.properties import Property
from gatehash.prove.streams import harness_property

__all__ = ["answer_properties"]

_CLAIM = (
    "From any state on, while the receiver is ready, each packet is answered, once, within the "
    "cycles of a message of three blocks from its end or from the answer before; so is a beat "
    "taken that is offered."
)
_BLOCKS = 3

# Designs, and the modules of data that they are proved without: these have no influence on control.
_THREEFISH = ("gh_threefish_rounds", "gh_threefish_keys")
_DESIGNS = {
    "whirlpool-lut-logic": ("gh_whirlpool_sub_bytes", "gh_whirlpool_mix_row"),
    "skein256-x8": _THREEFISH,
    "skein512-x8": _THREEFISH,
    "sha3-x1": ("gh_keccak_round",),
}


def answer_properties() -> tuple[Property, ...]:
    """Return the property of each design whose answers are proved to come in time."""
    return tuple(_property(name, cut) for name, cut in _DESIGNS.items())


def _property(name: str, cut: tuple[str, ...]) -> Property:
    design = DESIGNS[name]
    top, parameters = design.hardware.stream.top, design.hardware.stream.parameters
    (most,) = design.job().timing.ends([_BLOCKS])
    module = Module(
        top,
        parameters,
        cut=cut,
        bound="gh_prove_answers",
        macros=(f"GH_ANSWERS={top}", f"GH_MOST={most}"),
    )
    found = harness_property("answers", top, _CLAIM, module, claimed_of=name)
    return replace(found, designs=(name,), parameters={**parameters, "Most": most})
