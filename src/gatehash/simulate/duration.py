# SPDX-License-Identifier: Apache-2.0
"""How long the build of a simulator takes, estimated from the design's area on record."""

from __future__ import annotations

from contextlib import suppress

from gatehash.catalog import Design
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, load

__all__ = ["build_seconds"]

# Of six designs the estimate is 0.6 to 2.4 times the processor time on a server's core.
_LEAST_SECONDS = 2
_CELLS_PER_SECOND = 2000
_RUNTIME_SECONDS = 12


def build_seconds(design: Design, *, first: bool) -> float | None:
    """Return an estimate of the seconds that a build takes, None without any record of the design.

    Parameters
    ----------
    design : Design
        The design.
    first : bool
        Whether what simulators share has to be compiled, too.
    """
    for target in TARGETS:
        for boundary in ("stream", "core"):
            with suppress(GatehashError):
                result = load(design, target, boundary)
                if result is not None and result.area is not None:
                    cells = result.area.lut + result.area.ff
                    return _LEAST_SECONDS + cells / _CELLS_PER_SECOND + _RUNTIME_SECONDS * first
    return None
