# SPDX-License-Identifier: Apache-2.0
"""Designs that use a module."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from gatehash.catalog import DESIGNS

__all__ = ["designs_with"]


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
