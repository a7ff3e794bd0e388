# SPDX-License-Identifier: Apache-2.0
"""The harness around the streams of a top with a packet of configuration for each message."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog.sources import needed
from gatehash.prove.tools.served import Served

__all__ = ["Keyed"]


@dataclass(frozen=True)
class Keyed(Served):
    """The harness around a top that macros select.

    Parameters
    ----------
    top, parameters, clocks, stand_ins, depth, root, loose
        See :class:`gatehash.prove.tools.served.Served`.
    around : str
        The top inside.
    macros : tuple of str
        Macros of the harness, ``NAME=VALUE``.
    """

    around: str = ""
    macros: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the harness and the top need, packages first."""
        found = {
            path.stem: path
            for kind in ("*/generated/*.sv", "*/gh_*_pkg.sv", "*/gh_*.sv", "prim/generic/*.sv")
            for path in sorted(self.root.glob(kind))
        }
        for name in self.stand_ins:
            found |= {path.stem: path for path in self.root.glob(f"formal/{name}/*.sv")}
        every = (*needed(found.values(), self.around), *needed(found.values(), self.top))
        return tuple(dict.fromkeys(every))

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        macros = " ".join(f"-D {macro}" for macro in self.macros)
        return super().script().replace(f"--top {self.top} ", f"--top {self.top} {macros} ")
