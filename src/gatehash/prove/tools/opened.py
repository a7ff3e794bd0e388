# SPDX-License-Identifier: Apache-2.0
"""Modules of which Yosys by itself does not write a model.

The name of a block of a loop ends in its number in brackets, as that of a bit of a word does: here
the brackets go. A selection out of range has unknown bits: here each has any value in any cycle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.scripts import CLAIMS, REACHED, TRACE

__all__ = ["Opened"]

_BLOCK = re.compile(r"\[(\d+)\](?=[.\"\[])")


@dataclass(frozen=True)
class Opened(Module):
    """A module of the RTL by itself, from its reset on.

    Parameters
    ----------
    top, parameters, depth, root, cut, cut_cells, bound, macros
        See :class:`gatehash.prove.tools.modules.Module`.
    also_reset : tuple of str
        Resets besides ``rst_i``: those of a second side, which has the same clock here.
    """

    also_reset: tuple[str, ...] = ()

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        script = super().script()
        flat = f"prep -flatten -top {self.top}\n"
        resets = "".join(f"fminit -seq {name} 1,1'z\n" for name in self.also_reset)
        script = script.replace(flat, flat + resets)
        return script.replace("techmap\nsimplemap\n", "techmap\nsetundef -anyseq\nsimplemap\n")

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models to a folder; raise GatehashError if a tool fails."""
        super().write_models(folder, time_limit)
        for name in (f"{CLAIMS}.json", f"{REACHED}.json", f"{TRACE}.json", f"{TRACE}.aag"):
            text = (folder / name).read_text(encoding="utf-8")
            (folder / name).write_text(_BLOCK.sub(r"\1", text), encoding="utf-8")
