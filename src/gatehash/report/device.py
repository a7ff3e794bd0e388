# SPDX-License-Identifier: Apache-2.0
"""What the device has that every design is placed on, and how many engines it would hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gatehash.implement import Figures, find_target
from gatehash.report.rows import PLACED

__all__ = ["DEVICE", "FILL", "Device", "fitting", "resources", "room"]


@dataclass(frozen=True)
class Device:
    """What a device has.

    Parameters
    ----------
    name : str
        Its name.
    filled : mapping
        Resources that place and route fills only in part, and how many there are.
    whole : mapping
        Other resources.
    pins : int
        Pins for user signals.
    """

    name: str
    filled: Mapping[str, int]
    whole: Mapping[str, int]
    pins: int


_TARGET = find_target(PLACED)
# As nextpnr counts them: TRELLIS_COMB, TRELLIS_FF, DP16KD, MULT18X18D and TRELLIS_IO.
DEVICE = Device(
    _TARGET.device,
    {"look-up tables": _TARGET.capacity or 0, "flip-flops": 83640},
    {"memory blocks": 208, "multipliers": 156},
    365,
)
"""The device of the target that every design is placed on."""

FILL = 0.5
"""Share of look-up tables and flip-flops that is filled, where each engine keeps its own clock."""


def resources(found: Figures) -> Counter[str]:
    """Return what an engine takes of a device."""
    result = found.result
    assert result is not None
    area = result.area
    return Counter(
        {
            "look-up tables": area.tables(_TARGET),
            "flip-flops": area.ff,
            "memory blocks": 2 * area.ramb36 + area.ramb18,
            "multipliers": result.cells.get("MULT18X18D", 0),
        }
    )


def room(fill: float) -> dict[str, int]:
    """Return what the projection has of each resource."""
    return {name: int(fill * most) for name, most in DEVICE.filled.items()} | dict(DEVICE.whole)


def fitting(taken: Counter[str], fill: float) -> tuple[int, str]:
    """Return how many engines fit, and which resource ends them."""
    most = room(fill)
    ends = min((name for name in taken if taken[name]), key=lambda name: most[name] / taken[name])
    return most[ends] // taken[ends], ends
