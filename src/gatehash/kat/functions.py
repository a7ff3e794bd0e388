# SPDX-License-Identifier: Apache-2.0
"""Functions as files of test vectors call them, found among those of a design."""

from __future__ import annotations

import re
from typing import NamedTuple

from gatehash.catalog import Design, Function, NumberField, Operation

__all__ = ["Meant", "default", "named"]


class Meant(NamedTuple):
    """A function, and the digest length in bits that its name states: 0 if it states none."""

    function: Function
    digest_bits: int = 0


def named(design: Design, name: str) -> Meant | None:
    """Return the function of a design that a file calls so; None if the design lacks it.

    Letters and digits count, and a slash or hyphen does not: ``HMACSHA512/256``, ``SHA2-512/256``,
    ``SHA-3(256)``, ``Skein-512(224)`` and ``Skein-512`` are found. The names are those of the
    catalogue and of lists of digests.

    Parameters
    ----------
    design : Design
        The design.
    name : str
        The name.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> meant = named(find("skein512-x8"), "Skein-512(224)")
    >>> meant.function.name, meant.digest_bits
    ('skein-512-512', 224)
    >>> named(find("sha512-bram"), "SHA2-512/256").function.name
    'sha-512/256'
    >>> named(find("sha512-bram"), "SHA-1")
    """
    letters = _letters(name)
    for function in design.functions:
        if letters == _letters(function.name):
            return Meant(function, _stated(function))
    for function in design.functions:
        if function.listed_as(name) or letters == _letters(function.tag or function.name):
            return Meant(function)
    for function in design.functions:
        stem = function.name.rpartition("-")[0]
        digits = letters.removeprefix(_letters(stem))
        if stem and digits != letters and (bits := function.called(f"{stem}-{digits}")):
            return Meant(function, *bits.values())
        if stem and not digits and function.called(f"{stem}-8"):
            return Meant(function)
    sized = re.fullmatch(r"(.+)\((\d+)\)", name)
    meant = named(design, sized[1]) if sized else None
    return Meant(meant.function, int(sized[2])) if meant and sized else None


def _letters(name: str) -> str:
    """Return the distinctive part of a name; SHA2-256 is another name of SHA-256."""
    return re.sub(r"[\W_]", "", re.sub(r"sha-?2-", "sha-", name.lower()))


def _stated(function: Function) -> int:
    """Return the digest length at the end of a function's name, where others may stand there."""
    for field in function.fields:
        free = isinstance(field, NumberField) and field.least != field.most
        if free and function.name.endswith(f"-{field.default}"):
            return int(field.default)
    return 0


def default(design: Design, operation: Operation | None) -> Function:
    """Return the function that is meant where neither the user nor the file names one.

    Raises
    ------
    GatehashError
        If the design has none for the operation, or one of several must be chosen.
    """
    hashes = operation in (None, "hash")
    offered = {each.name: each for each in design.functions if each.hashes == hashes}
    usual = [name for name in (design.usual, design.principal) if name in offered]
    function = next((offered[name] for name in (*usual, *offered) if name in offered), None)
    values = function.examples[0] if function else {}
    design.job(None, values, "hash" if operation is None else operation)
    assert function is not None  # or the design has said that there is none
    return function
