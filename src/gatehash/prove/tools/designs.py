# SPDX-License-Identifier: Apache-2.0
"""Designs of the catalogue that a claim is about."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from gatehash.catalog import DESIGNS, Design

__all__ = ["designs_around", "designs_of", "designs_with"]


@cache
def _users() -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for design in DESIGNS.values():
        for path in design.hardware.files():
            found[path.stem].append(design.name)
    return {module: tuple(names) for module, names in found.items()}


def designs_with(module: str) -> tuple[str, ...]:
    """Return the designs whose stream top contains a module, in the order of the catalogue.

    Examples
    --------
    >>> "skein512-x8" in designs_with("gh_message_padder")
    True
    """
    return _users().get(module, ())


def designs_of(family: str, **parameters: int) -> tuple[str, ...]:
    """Return the designs of a family whose tops have parameters of given values.

    Examples
    --------
    >>> designs_of("skein", StateBits=1024, RoundsPerCycle=8)
    ('skein1024-x8',)
    """
    return tuple(
        name
        for name, design in DESIGNS.items()
        if design.family == family
        and parameters.items()
        <= {**design.hardware.core.parameters, **design.hardware.stream.parameters}.items()
    )


def designs_around(core: str) -> list[Design]:
    """Return the designs with a core, in the order of the catalogue."""
    return [each for each in DESIGNS.values() if each.hardware.core.top == core]
