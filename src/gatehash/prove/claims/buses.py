# SPDX-License-Identifier: Apache-2.0
"""Properties of the bus bridges' modules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog.sources import needed
from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import Harness

__all__ = ["BusHarness", "bus_properties"]

_FIFO = (
    "Entries leave in order, each once, unchanged. The outputs for room, level and erasure are "
    "correct, and Depth idle cycles erase all entries that have left."
)


@dataclass(frozen=True)
class BusHarness(Harness):
    """A harness around a module of ``rtl/bus``.

    Parameters
    ----------
    top, parameters, clocks, stand_ins, depth, root
        See :class:`gatehash.prove.tools.harness.Harness`.
    """

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the harness needs."""
        folders = ("bus", "formal")
        found = [path for name in folders for path in sorted((self.root / name).glob("*.sv"))]
        return needed(found, self.top)


def bus_properties() -> tuple[Property, ...]:
    """Return the properties of the bridges' modules."""
    return tuple(
        harness_property(
            "order", "gh_bus_fifo", _FIFO, BusHarness("gh_prove_bus_fifo", {"Depth": depth})
        )
        for depth in (2, 4)
    )
