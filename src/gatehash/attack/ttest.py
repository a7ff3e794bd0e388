# SPDX-License-Identifier: Apache-2.0
"""Welch's t-test of traces with a fixed secret against traces with random ones.

Orders 1 and 2 as in Schneider and Moradi, "Leakage Assessment Methodology" (CHES 2015), section 4;
the threshold by the number of samples as in Ding et al., "Towards Sound and Optimal Leakage
Detection Procedure" (CARDIS 2017).
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["FAMILY_WISE", "ORDERS", "Moments", "threshold"]

FAMILY_WISE = 1e-5
"""Probability that any sample of a design without leakage goes over the threshold."""

ORDERS = (1, 2)
_POWERS = 4


def threshold(tests: int) -> float:
    """Return the absolute value of t that one of so many tests exceeds with :data:`FAMILY_WISE`.

    Traces are so many that t is taken for normal; the correction is Šidák's.
    """
    each = -np.expm1(np.log1p(-FAMILY_WISE) / tests)
    return -NormalDist().inv_cdf(float(each) / 2)


@dataclass(frozen=True)
class Moments:
    """Sums of the powers of what traces differ from a number of each cycle: exact, in any order.

    Parameters
    ----------
    runs : array of int64, shape (2,)
        Number of traces with a random secret, and with the fixed one.
    sums : array of int64, shape (2, 4, cycles)
        Sums of powers 1 to 4.
    """

    runs: NDArray[np.int64]
    sums: NDArray[np.int64]

    @classmethod
    def of(
        cls, counts: NDArray[np.int32], fixed: NDArray[np.bool_], near: NDArray[np.int64]
    ) -> Self:
        """Return the sums of traces, shape (runs, cycles), less `near`, shape (cycles,)."""
        sums = np.empty((2, _POWERS, counts.shape[1]), np.int64)
        for which in (0, 1):
            less = counts[fixed == bool(which)] - near
            power = less
            for at in range(_POWERS):
                sums[which, at] = power.sum(axis=0)
                power = power * less
        runs = np.array([np.count_nonzero(~fixed), np.count_nonzero(fixed)])
        return cls(runs, sums)

    def __add__(self, other: Self) -> Self:
        return type(self)(self.runs + other.runs, self.sums + other.sums)

    def t(self, order: int) -> NDArray[np.float64]:
        """Return t in each cycle.

        Parameters
        ----------
        order : {1, 2}
            1 compares means, 2 variances.

        Returns
        -------
        array of float64, shape (cycles,)
            Fixed less random; 0 where neither varies and both are equal, infinite where neither
            varies and they differ.
        """
        runs = self.runs[:, None].astype(float)
        first, second, third, fourth = (self.sums[:, at] / runs for at in range(_POWERS))
        variance = second - first**2
        means, variances = first, variance
        if order == 2:
            central = fourth - 4 * first * third + 6 * first**2 * second - 3 * first**4
            means, variances = variance, central - variance**2
        difference = means[1] - means[0]
        error = np.sqrt(np.maximum((variances / runs).sum(axis=0), 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = difference / error
        return np.where(difference == 0, 0.0, found)
