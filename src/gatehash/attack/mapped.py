# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist of a design, with the name in the RTL of each register and memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gatehash.attack.circuit import Circuit, read_circuit
from gatehash.catalog import Job
from gatehash.implement import find_target
from gatehash.implement.hierarchy import Located, Origins
from gatehash.implement.reading import read_origins
from gatehash.implement.scripts import design_script, hierarchy_script
from gatehash.simulate.netlist import mapped_folder

__all__ = ["TARGET", "Mapped", "mapped"]

TARGET = "ecp5"
"""Target that designs are mapped to."""

_FLAT = "flat.json"
_ORIGINS = "origins.json"


@dataclass(frozen=True)
class Mapped:
    """A mapped design.

    Parameters
    ----------
    job : Job
        The design and what it does.
    folder : Path
        Folder with its files.
    """

    job: Job
    folder: Path

    @cached_property
    def circuit(self) -> Circuit:
        """The circuit."""
        netlist = json.loads((self.folder / _FLAT).read_bytes())
        return read_circuit(netlist, self.job.hardware.stream.top)

    @cached_property
    def origins(self) -> Origins:
        """Origins of its cells."""
        return Origins.read(self.folder / _ORIGINS)

    def origin(self, cell: str) -> Located:
        """Return the origin of a cell: its instance, and its signal in the RTL."""
        return self.origins.cells[cell]


def mapped(job: Job) -> Mapped:
    """Map the stream top of a job's hardware, as for a measurement, if the cache does not hold it.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    target = find_target(TARGET)
    # A part that is mapped by itself is a module of its own until then.
    flat = f"flatten\nwrite_json {_FLAT}\n"
    scripts = [
        design_script(job.hardware, target, "stream") + flat,
        hierarchy_script(job.hardware, target, "stream"),
    ]

    def finish(folder: Path) -> None:
        read_origins(folder, target).write(folder / _ORIGINS)

    return Mapped(job, mapped_folder(job, target, scripts, _FLAT, _ORIGINS, finish=finish))
