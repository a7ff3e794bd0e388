# SPDX-License-Identifier: Apache-2.0
"""The counts of the built-in firmware."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gatehash.errors import GatehashError, shown

__all__ = ["Comparison", "comparisons"]

# A name of 16 characters or more fills its column: nothing stands between it and the next one.
_ROW = re.compile(r"([\w/-]+?) *(hash|encrypt)" + r" +(\d+)" * 5)
_HEADINGS = ["function", "operation", "bytes", "software", "polling", "interrupts", "asleep"]


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
    r"""Return the rows of what the built-in firmware printed, when it ended without a complaint.

    Raises
    ------
    GatehashError
        If a line is no row, or there are no headings above the rows.

    Examples
    --------
    >>> headings = "function  operation  bytes  software  polling  interrupts  asleep"
    >>> (row,) = comparisons(f"{headings}\nsha-256  hash  64  31039  6719  6950  78")
    >>> row.software / row.polling > 4
    True
    """
    headings, *lines = output.splitlines() or [""]
    if headings.split() != _HEADINGS:
        raise _unread(headings, f"the headings {' '.join(_HEADINGS)}")
    return [_row(line) for line in lines]


def _row(line: str) -> Comparison:
    match = _ROW.fullmatch(line.strip())
    if match is None:
        raise _unread(line, "a function, hash or encrypt, and five numbers")
    return Comparison(match[1], match[2], *map(int, match.groups()[2:]))


def _unread(line: str, needed: str) -> GatehashError:
    return GatehashError(f"the firmware printed '{shown(line)}'; it must be {needed}")
