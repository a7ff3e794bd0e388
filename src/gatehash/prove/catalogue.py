# SPDX-License-Identifier: Apache-2.0
"""Every property that the library claims, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError, unknown
from gatehash.prove.claims.answers import answer_properties
from gatehash.prove.claims.arx import arx_properties
from gatehash.prove.claims.assertions import assertion_properties
from gatehash.prove.claims.blake import blake_properties
from gatehash.prove.claims.blake3 import blake3_properties
from gatehash.prove.claims.blake_chacha import blake_chacha_properties
from gatehash.prove.claims.chacha import chacha_properties
from gatehash.prove.claims.engines import engine_properties
from gatehash.prove.claims.phash import phash_properties
from gatehash.prove.claims.poly1305 import poly1305_properties
from gatehash.prove.claims.progress import progress_properties
from gatehash.prove.claims.requirements import requirement_properties
from gatehash.prove.claims.sha2 import sha2_properties
from gatehash.prove.claims.sha2_mc import sha2_mc_properties
from gatehash.prove.claims.sha3 import sha3_properties
from gatehash.prove.claims.sha3_dom import sha3_dom_properties
from gatehash.prove.claims.sha3_mc import sha3_mc_properties
from gatehash.prove.claims.skein import skein_properties
from gatehash.prove.claims.streams import stream_properties
from gatehash.prove.claims.threefish import threefish_properties
from gatehash.prove.claims.timing import timing_properties
from gatehash.prove.claims.whirlpool import whirlpool_properties
from gatehash.prove.claims.whirlpool_mc import whirlpool_mc_properties
from gatehash.prove.claims.whirlpool_shared import whirlpool_shared_properties
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import assumptions_properties

__all__ = ["all_properties", "by_name", "selected"]

_FAMILIES = (
    stream_properties,
    assertion_properties,
    requirement_properties,
    answer_properties,
    progress_properties,
    skein_properties,
    sha2_properties,
    sha2_mc_properties,
    sha3_properties,
    sha3_dom_properties,
    sha3_mc_properties,
    whirlpool_properties,
    whirlpool_mc_properties,
    whirlpool_shared_properties,
    phash_properties,
    threefish_properties,
    blake_chacha_properties,
    arx_properties,
    blake3_properties,
    blake_properties,
    chacha_properties,
    poly1305_properties,
    engine_properties,
    timing_properties,
)


@cache
def all_properties() -> tuple[Property, ...]:
    """Return every property, family by family."""
    families = tuple(each for properties in _FAMILIES for each in properties())
    every = (*families, *assumptions_properties(families))
    found = tuple(map(_of_copies, every))
    twice = [name for name, count in Counter(each.name for each in found).items() if count > 1]
    if twice:
        raise ValueError(f"two properties are called {twice[0]}")
    return found


def _of_copies(of: Property) -> Property:
    """Return a property that is also one of designs with copies of one of its designs.

    A property of a stream top as a whole is not one of several.
    """
    tops = {DESIGNS[name].hardware.stream.top for name in of.designs}
    copies = [
        design.name
        for design in DESIGNS.values()
        if design.copies in of.designs and design.name not in of.designs and of.module not in tops
    ]
    return replace(of, designs=(*of.designs, *copies)) if copies else of


@cache
def by_name() -> Mapping[str, Property]:
    """Return every property by its name."""
    return {each.name: each for each in all_properties()}


def selected(
    names: Iterable[str] | None, properties: Sequence[Property] | None = None
) -> tuple[Property, ...]:
    """Return the properties of some names, in the order of the catalogue.

    Parameters
    ----------
    names : iterable of str or None
        Names of designs, of modules or of properties, or patterns such as ``gh_fifo*``; None for
        all properties.
    properties : sequence of Property, optional
        Those to choose from; by default all.

    Raises
    ------
    GatehashError
        If nothing has such a name.

    Examples
    --------
    >>> {each.module for each in selected(["gh_fifo"])}
    {'gh_fifo'}
    """
    known = all_properties() if properties is None else tuple(properties)
    if not names:
        return known
    chosen: set[str] = set()
    for name in names:
        matching = {each.name for each in known if _is_called(each, name)}
        if not matching and any(sign in name for sign in "*?["):
            raise GatehashError(f"no property matches '{name}'; see: gatehash prove --list")
        if not matching and name in DESIGNS:
            raise GatehashError(f"there is no property of {name}; see: gatehash prove --list")
        if not matching:
            there = {word for each in known for word in (each.name, each.module, *each.designs)}
            what = "property, module or design"
            raise unknown(what, name, sorted(there), "gatehash prove --list")
        chosen |= matching
    return tuple(each for each in known if each.name in chosen)


def _is_called(each: Property, name: str) -> bool:
    return any(fnmatchcase(word, name) for word in (each.name, each.module, *each.designs))
