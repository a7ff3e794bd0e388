# SPDX-License-Identifier: Apache-2.0
"""Forms of the BLAKE and ChaCha coprocessor's core, and the kinds of runs that are proved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, Algorithm

__all__ = ["HALF", "Form", "Kind", "kinds"]

HALF = 32
"""Bits of a half of the datapath."""


@dataclass(frozen=True)
class Form:
    """Parameters of the core."""

    algorithms: tuple[str, ...]
    three: bool
    overlap: bool

    @cached_property
    def halves(self) -> int:
        """Halves of the datapath."""
        return 1 + any(ALGORITHMS[name].bits > HALF for name in self.algorithms)

    @cached_property
    def streams(self) -> int:
        """Messages of 32-bit words at once."""
        return self.halves if len(self.algorithms) > 1 else 1

    @cached_property
    def has_blake2(self) -> bool:
        """Whether there are words of zeros."""
        return any(ALGORITHMS[name].program == "blake2" for name in self.algorithms)

    @cached_property
    def loads_late(self) -> bool:
        """Whether words are loaded between runs only, through the ALU."""
        return not self.overlap or self.algorithms == ("chacha",)


@dataclass(frozen=True)
class Kind:
    """A kind of runs.

    Parameters
    ----------
    streams : int
        The core's ``streams_i``.
    banks, initial, shorter : tuple of int
        The bit of each half in ``bank_i``, ``initial_i`` and ``shorter_i``.
    """

    streams: int
    banks: tuple[int, int] = (0, 0)
    initial: tuple[int, int] = (0, 0)
    shorter: tuple[int, int] = (0, 0)


def kinds(form: Form, algorithm: Algorithm) -> tuple[Kind, ...]:
    """Return the kinds of runs that are proved of an algorithm."""
    every = 3 if form.halves == 2 else 1
    if form.streams == 2 and algorithm.bits == HALF:
        if "chacha" in algorithm.program or not form.overlap:
            return Kind(3, (0, 1)), Kind(1, (1, 0)), Kind(2, (1, 0))
        mixed = Kind(3, banks=(0, 1), initial=(0, 1))
        return mixed, Kind(1, (1, 0), (1, 0), (1, 0)), Kind(2, (1, 0), (1, 1), (0, 1))
    if not form.overlap:
        return (Kind(every),)
    if algorithm.program == "chacha":
        return Kind(every), Kind(every, (1, 1))
    both = (1, 1)
    return Kind(every), Kind(every, both, both), Kind(every, (0, 0), both, both)
