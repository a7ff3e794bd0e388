# SPDX-License-Identifier: Apache-2.0
"""The catalogue: every design, once. Everything else walks it."""

from collections.abc import Callable

from gatehash.catalog.blake_chacha import blake_chacha_designs
from gatehash.catalog.compact import compact_designs
from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Field, FlagField, Function, NumberField
from gatehash.catalog.hardware import Boundary, BoundaryName, Hardware
from gatehash.catalog.job import CipherModel, HashObject, Job, Model, Operation
from gatehash.catalog.phash import phash_designs, phash_from_name
from gatehash.catalog.sha2 import sha2_designs
from gatehash.catalog.sha3 import sha3_designs
from gatehash.catalog.skein import skein_designs
from gatehash.catalog.timing import Cycles, Timing
from gatehash.catalog.whirlpool import whirlpool_designs
from gatehash.errors import unknown
from gatehash.manners import check_text

__all__ = [
    "DEFAULT",
    "DESIGNS",
    "Boundary",
    "BoundaryName",
    "BytesField",
    "CipherModel",
    "Cycles",
    "Design",
    "Field",
    "FlagField",
    "Function",
    "Hardware",
    "HashObject",
    "Job",
    "Model",
    "NumberField",
    "Operation",
    "Timing",
    "find",
]

DESIGNS: dict[str, Design] = {
    design.name: design
    for design in (
        *skein_designs(),
        *sha2_designs(),
        *sha3_designs(),
        *whirlpool_designs(),
        *phash_designs(),
        *compact_designs(),
        *blake_chacha_designs(),
    )
}

READERS: tuple[Callable[[str], Design | None], ...] = (phash_from_name,)
"""Of families that have more designs than are listed, what makes a design from its name."""

DEFAULT = "skein512-x8"
"""Name of the design that is used where none is named."""


def find(name: str) -> Design:
    """Return the design of that name, listed or not: PHASH comes with any number of ciphers.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> find("skein512-x8").job().timing.block
    10
    >>> find("phash-5").job().timing.block
    Fraction(2, 1)
    """
    check_text(design=name)
    if name in DESIGNS:
        return DESIGNS[name]
    for read in READERS:
        if design := read(name):
            return design
    raise unknown("design", name, DESIGNS, "gatehash list")
