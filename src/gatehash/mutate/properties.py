# SPDX-License-Identifier: Apache-2.0
"""Properties that are run on RTL with a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import accumulate
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.prove import Property, Verdict, all_properties
from gatehash.prove.record import load
from gatehash.prove.tools.equivalence import Equivalence
from gatehash.prove.tools.harness import Harness

__all__ = ["on_other_rtl", "quick_properties"]

# Of each property, and of all.
_MOST_SECONDS = 10.0
_MOST_SECONDS_OF_ALL = 60.0


@cache
def quick_properties(module: str) -> tuple[Property, ...]:
    """Return the properties that a module's text matters to and that take a minute together.

    The module's own come first, then the quickest.
    """
    found = []
    for each in all_properties():
        if isinstance(_owner(each), Harness | Equivalence) and any(
            path.stem == module for path in each.sources
        ):
            proof = load(each)
            if proof is not None and proof.seconds <= _MOST_SECONDS:
                found.append((each.module != module, proof.seconds, each.name, each))
    found.sort(key=lambda one: one[:3])
    until = accumulate(seconds for _, seconds, *_ in found)
    return tuple(
        each
        for (*_, each), total in zip(found, until, strict=True)
        if total <= _MOST_SECONDS_OF_ALL
    )


def on_other_rtl(of: Property, root: Path) -> Callable[[Path, float], Verdict]:
    """Return the run of a property on another folder than the RTL's.

    Raises
    ------
    GatehashError
        If the property is of a kind that reads the RTL otherwise.
    """
    match _owner(of):
        case Harness() as harness:
            return replace(harness, root=root).run
        case Equivalence() as equivalence:
            sources = tuple(root / path.relative_to(rtl_root()) for path in equivalence.sources)
            return replace(equivalence, sources=sources).prove
    raise GatehashError(f"{of.name} can't be run on other RTL")


def _owner(of: Property) -> object:
    return getattr(of.run, "__self__", None)
