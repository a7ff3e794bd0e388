# SPDX-License-Identifier: Apache-2.0
"""The catalogue: every design, once. Everything else walks it."""

from gatehash.catalog.design import Algorithm, Boundary, BoundaryName, Design, HashObject, Timing
from gatehash.catalog.skein import skein_designs
from gatehash.errors import GatehashError

__all__ = [
    "DEFAULT",
    "DESIGNS",
    "Algorithm",
    "Boundary",
    "BoundaryName",
    "Design",
    "HashObject",
    "Timing",
    "find",
]

DESIGNS: dict[str, Design] = {design.name: design for design in (*skein_designs(),)}

DEFAULT = "skein512-x8"
"""Name of the design that is used where none is named."""


def find(name: str) -> Design:
    """Return the design of that name.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> find("skein512-x8").timing.block
    10
    """
    try:
        return DESIGNS[name]
    except KeyError:
        raise GatehashError(
            f"unknown design '{name}'; choose one of: {', '.join(DESIGNS)}"
        ) from None
