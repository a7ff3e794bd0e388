# SPDX-License-Identifier: Apache-2.0
"""The resources of the device of all placements, and how many engines it would hold."""

from __future__ import annotations

from fractions import Fraction

from gatehash.implement import Resources, find_target
from gatehash.report.rows import PLACED

__all__ = ["DEVICE", "FILL", "FILLED", "PINS", "RESOURCES", "fitting", "room"]

_TARGET = find_target(PLACED)
assert _TARGET.resources is not None
DEVICE = _TARGET.device
"""Name of the device of the target that every design is placed on."""

RESOURCES: Resources = _TARGET.resources
"""The number that it has."""

PINS = _TARGET.pins
"""Its pins for user signals."""

FILLED = ("cells", "flip-flops")
"""Resources that place and route fills only in part."""

FILL = 0.5
"""Share of cells and flip-flops that is filled, where each engine keeps its own clock."""


def room(fill: float) -> dict[str, int]:
    """Return what the projection has of each resource."""
    return {
        name: int(fill * most) if name in FILLED else int(most) for name, most in RESOURCES.named()
    }


def fitting(taken: Resources, fill: float) -> tuple[int, str]:
    """Return how many engines fit, and which resource ends them."""
    most = room(fill)
    held = {name: most[name] / Fraction(each) for name, each in taken.named() if each}
    ends = min(held, key=lambda name: held[name])
    return int(held[ends]), ends
