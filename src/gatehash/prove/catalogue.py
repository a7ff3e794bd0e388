# SPDX-License-Identifier: Apache-2.0
"""Every property that the library claims, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache

from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError, unknown
from gatehash.prove.claims.answers import answer_properties
from gatehash.prove.claims.assertions import assertion_properties
from gatehash.prove.claims.blake import blake_engine_properties
from gatehash.prove.claims.blake3 import blake3_engine_properties
from gatehash.prove.claims.buses import bus_properties
from gatehash.prove.claims.busy import busy_properties
from gatehash.prove.claims.cores import core_properties
from gatehash.prove.claims.counter import counter_properties
from gatehash.prove.claims.datapath import datapath_properties
from gatehash.prove.claims.engines import engine_properties
from gatehash.prove.claims.keyed_streams import keyed_properties
from gatehash.prove.claims.parts import part_timing_properties
from gatehash.prove.claims.poly1305 import poly1305_properties
from gatehash.prove.claims.progress import going_properties
from gatehash.prove.claims.skein_engine import skein_engine_properties
from gatehash.prove.claims.steering import steering_properties
from gatehash.prove.claims.streams import stream_properties
from gatehash.prove.claims.whirlpool_engine import whirlpool_engine_properties
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.independence import timing_properties

__all__ = ["all_properties", "selected"]


@cache
def all_properties() -> tuple[Property, ...]:
    """Return every property, in the order of the catalogue."""
    in_parts = part_timing_properties()
    names = {each.name for each in in_parts}
    found = (
        *stream_properties(),
        *bus_properties(),
        *counter_properties(),
        *assertion_properties(),
        *answer_properties(),
        *busy_properties(),
        *going_properties(),
        *keyed_properties(),
        *datapath_properties(),
        *core_properties(),
        *poly1305_properties(),
        *engine_properties(),
        *blake3_engine_properties(),
        *blake_engine_properties(),
        *skein_engine_properties(),
        *whirlpool_engine_properties(),
        *timing_properties(),
        *in_parts,
        # What steers a coprocessor is in its configuration's first words.
        *(each for each in steering_properties() if each.name not in names),
    )
    twice = [name for name, count in Counter(each.name for each in found).items() if count > 1]
    if twice:
        raise ValueError(f"two properties are called {twice[0]}")
    return found


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
