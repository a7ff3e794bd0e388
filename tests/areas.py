# SPDX-License-Identifier: Apache-2.0
"""Areas of which a few figures are told, the others 0."""

from gatehash.implement import Area

__all__ = ["area"]


def area(
    lc: int | None = None,
    *,
    lut: int = 0,
    ff: int = 0,
    carry: int = 0,
    lutram: int = 0,
    ramb36: int = 0,
    ramb18: int = 0,
) -> Area:
    """Return an area."""
    return Area(lc=lc, lut=lut, ff=ff, carry=carry, lutram=lutram, ramb36=ramb36, ramb18=ramb18)
