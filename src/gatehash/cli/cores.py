# SPDX-License-Identifier: Apache-2.0
"""Cores on a command line: a design, and the function that its hardware is made for."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gatehash.catalog import Design, find
from gatehash.errors import GatehashError, shown

__all__ = ["CORE", "Core", "read_core"]

CORE = "DESIGN[:FUNCTION[:BITS]]"
"""How a user names a core."""

_MOST_BITS_DIGITS = 9


class Core(NamedTuple):
    """A core.

    Parameters
    ----------
    design : Design
        The design.
    algorithm : str, optional
        Its function; by default its principal one.
    digest_bits : int, optional
        Length of the answer in bits, where the function has one of any length.
    """

    design: Design
    algorithm: str | None = None
    digest_bits: int | None = None

    @property
    def built(self) -> Design:
        """The design, listed with the hardware of the function.

        Raises
        ------
        GatehashError
            If the design has no such function, or not with this length.
        """
        if self.algorithm is None:
            return self.design
        job = self.design.example(self.algorithm, self.digest_bits)
        return replace(self.design, hardware=job.hardware)


def read_core(text: str) -> Core:
    """Return the core that a user names as `CORE` says.

    Raises
    ------
    GatehashError
        If there is no such design, or the length is no number.

    Examples
    --------
    >>> core = read_core("sha3-x1-mac:kmac256:1024")
    >>> core.design.name, core.algorithm, core.digest_bits
    ('sha3-x1-mac', 'kmac256', 1024)
    >>> read_core("sha256-lut").algorithm is None
    True
    """
    name, colon, rest = text.partition(":")
    if not colon:
        return Core(find(name))
    algorithm, second, bits = rest.partition(":")
    short = len(bits) <= _MOST_BITS_DIGITS and bits.isascii() and bits.isdigit()
    if not algorithm or (second and not short):
        raise GatehashError(f"a core is '{shown(text)}'; it must be {CORE}, with BITS a number")
    return Core(find(name), algorithm, int(bits) if second else None)
