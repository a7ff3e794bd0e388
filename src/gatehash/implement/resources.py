# SPDX-License-Identifier: Apache-2.0
"""The resources of a device and those that a design takes, and both in one number: units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction

__all__ = ["Resources"]


@dataclass(frozen=True)
class Resources:
    """Resources of a device, or those that a design takes.

    Parameters
    ----------
    cells : int
        Combinational cells as the device's nextpnr counts them: look-up tables, those that are
        memories, and carry cells.
    flip_flops : int
        Flip-flops.
    memory_blocks : int or Fraction
        Block memories of the target's size.
    multipliers : int or Fraction
        Multipliers of 18 bits by 18, or of 25 by 18.
    """

    cells: int
    flip_flops: int
    memory_blocks: int | Fraction
    multipliers: int | Fraction

    def named(self) -> Iterator[tuple[str, int | Fraction]]:
        """Yield the name of each resource in words, and its amount."""
        for each in fields(self):
            yield each.name.replace("flip_", "flip-").replace("_", " "), getattr(self, each.name)

    def units(self, taken: Resources) -> int:
        """Return what a design takes of this device, in units.

        The scarcest resource counts: units are the cells of the same share of the device.

        Parameters
        ----------
        taken : Resources
            The resources that the design takes.

        Examples
        --------
        A block memory of a device with 80000 cells and 200 block memories counts as 400 cells:

        >>> device = Resources(cells=80000, flip_flops=80000, memory_blocks=200, multipliers=160)
        >>> device.units(Resources(3000, 5000, 2, 0)), device.units(Resources(3000, 5000, 20, 1))
        (5000, 8000)
        """
        pairs = zip(taken.named(), self.named(), strict=True)
        return round(max(Fraction(each) * self.cells / most for (_, each), (_, most) in pairs))
