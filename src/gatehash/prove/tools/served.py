# SPDX-License-Identifier: Apache-2.0
"""Harnesses around a coprocessor's streams, in which wires of data may have any value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog.sources import needed
from gatehash.prove.tools.harness import Harness
from gatehash.prove.tools.scripts import CLAIMS, TRACE

__all__ = ["Served"]

# A block of a loop has its number in brackets, as a bit of a word has.
_BLOCK = re.compile(r"\[(\d+)\](?=[.\"])")


@dataclass(frozen=True)
class Served(Harness):
    """A harness around a coprocessor's streams.

    Parameters
    ----------
    top, parameters, clocks, stand_ins, depth, root
        See :class:`gatehash.prove.tools.harness.Harness`.
    loose : tuple of str
        Wires that may have any value in each cycle, as patterns of Yosys. Claims that hold with
        them also hold with the real values.
    """

    loose: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the harness needs, packages first."""
        folders = ("prim/generic", "stream", "skein", "compact", "formal")
        patterns = (
            *(f"{name}/{kind}" for name in folders for kind in ("generated/*.sv", "*_pkg.sv")),
            *(f"{name}/*.sv" for name in folders),
            *(f"formal/{name}/*.sv" for name in self.stand_ins),
        )
        found: dict[str, Path] = {}
        for pattern in patterns:
            found |= {path.stem: path for path in sorted(self.root.glob(pattern))}
        return needed(found.values(), self.top)

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        flat = f"prep -flatten -top {self.top}\n"
        cuts = "".join(f"select -assert-min 1 w:{wire}\ncutpoint w:{wire}\n" for wire in self.loose)
        return super().script().replace(flat, flat + cuts)

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models to a folder; raise GatehashError if a tool fails."""
        super().write_models(folder, time_limit)
        for name in (f"{CLAIMS}.json", f"{TRACE}.json", f"{TRACE}.aag"):
            text = (folder / name).read_text(encoding="utf-8")
            (folder / name).write_text(_BLOCK.sub(r"\1", text), encoding="utf-8")
