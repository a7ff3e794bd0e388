# SPDX-License-Identifier: Apache-2.0
"""The catalogue: every design, once. Everything else walks it."""

from gatehash.catalog.algorithm import Algorithm, CipherModel, HashObject, Model, Operation
from gatehash.catalog.blake_chacha import blake_chacha_designs
from gatehash.catalog.compact import compact_designs
from gatehash.catalog.design import Boundary, BoundaryName, Cipher, Design
from gatehash.catalog.phash import phash_designs, phash_from_name
from gatehash.catalog.sha2 import sha2_designs
from gatehash.catalog.skein import skein_designs
from gatehash.catalog.timing import Cycles, Timing
from gatehash.catalog.whirlpool import whirlpool_designs
from gatehash.errors import unknown
from gatehash.manners import check_text

__all__ = [
    "DEFAULT",
    "DESIGNS",
    "Algorithm",
    "Boundary",
    "BoundaryName",
    "Cipher",
    "CipherModel",
    "Cycles",
    "Design",
    "HashObject",
    "Model",
    "Operation",
    "Timing",
    "find",
]

DESIGNS: dict[str, Design] = {
    design.name: design
    for design in (
        *skein_designs(),
        *sha2_designs(),
        *whirlpool_designs(),
        *phash_designs(),
        *compact_designs(),
        *blake_chacha_designs(),
    )
}

DEFAULT = "skein512-x8"
"""Name of the design that is used where none is named."""


def find(name: str) -> Design:
    """Return the design of that name; PHASH comes with any number of ciphers.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> find("skein512-x8").timing.block
    10
    >>> find("phash-5").timing.block
    Fraction(2, 1)
    """
    check_text(design=name)
    design = DESIGNS.get(name) or phash_from_name(name)
    if design is None:
        raise unknown("design", name, DESIGNS, "gatehash list")
    return design
