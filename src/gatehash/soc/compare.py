# SPDX-License-Identifier: Apache-2.0
"""What the built-in firmware has counted."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Comparison", "comparisons"]

_ROW = re.compile(r"([\w/-]+) +(hash|encrypt)" + r" +(\d+)" * 5)


@dataclass(frozen=True)
class Comparison:
    """Cycles of one function and length, in software and through the driver.

    Parameters
    ----------
    function : str
        Name of the function.
    operation : str
        ``hash`` or ``encrypt``.
    bytes : int
        Length of the message.
    software : int
        Cycles in software.
    polling, interrupts : int
        Cycles through the driver, from the begin of the message to its whole answer.
    asleep : int
        Cycles, of those with interrupts, that the processor slept.
    """

    function: str
    operation: str
    bytes: int
    software: int
    polling: int
    interrupts: int
    asleep: int


def comparisons(output: str) -> list[Comparison]:
    """Return the rows of what the built-in firmware printed.

    Examples
    --------
    >>> (row,) = comparisons("sha-256  hash  64  31039  6719  6950  78")
    >>> row.software / row.polling > 4
    True
    """
    found = (_ROW.fullmatch(line.strip()) for line in output.splitlines())
    return [
        Comparison(match[1], match[2], *map(int, match.groups()[2:])) for match in found if match
    ]
