# SPDX-License-Identifier: Apache-2.0
"""Axes of a plane on which lengths tell ratios."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Axis", "fit"]

_MARGIN = 1.4
"""Ratio of an axis's ends to the least and the greatest of its values."""


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis.

    Parameters
    ----------
    low, high : float
        Values at its ends.
    start, end : float
        Places of its ends in pixels.
    """

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return the place of a value in pixels.

        Examples
        --------
        >>> Axis(1, 100, 0, 500).place(10)
        250.0
        """
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + part * (self.end - self.start), 1)

    @property
    def ticks(self) -> tuple[float, ...]:
        """Round values on the axis: 1, 2 and 5 times powers of ten.

        Examples
        --------
        >>> Axis(8, 60, 0, 500).ticks
        (10, 20, 50)
        """
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        values = (first * 10**power for power in powers for first in (1, 2, 5))
        return tuple(value for value in values if self.low <= value <= self.high)


def fit(values: Iterable[float], start: float, end: float) -> Axis:
    """Return an axis with room for all values.

    Parameters
    ----------
    values : iterable of float
        Values above 0; the axis goes from 1 to 10 if there are none.
    start, end : float
        Places of its ends in pixels.
    """
    known = list(values) or [1.0, 10.0]
    return Axis(min(known) / _MARGIN, max(known) * _MARGIN, start, end)
