# SPDX-License-Identifier: Apache-2.0
"""Records of exports: the cells that the script of an exported folder maps plain Verilog to.

``gatehash implement`` measures the RTL. Yosys reads an exported file otherwise than the RTL that it
is made of, so that its look-up tables differ by some; ``python -m tests.exports`` maps the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gatehash.catalog import Boundary, Design, find
from gatehash.catalog.sources import normalise, text_hash
from gatehash.export.elaborate import part_name
from gatehash.export.project import Project
from gatehash.export.top import plain_text, top_text
from gatehash.implement import PLACED, Area
from gatehash.implement.elaborated import NETLIST_DIGEST, TOOL, Elaboration
from gatehash.implement.record import count_area
from gatehash.implement.scripts import STATISTICS, plain_elaboration, plain_script
from gatehash.implement.source import READER, synthesis
from gatehash.implement.tools import run_yosys, versions
from gatehash.records import Stored, checked
from gatehash.records.meaning import code_digest
from gatehash.records.store import Kind, inputs_of, text_of

__all__ = ["EXPORTS", "Export", "Mapped", "map_export"]

_FOLDER = "exports"
_FILE = "plain.v"


class Mapped(Stored, frozen=True, kw_only=True):
    """The cells of an export of plain Verilog with Lattice's cells.

    Parameters
    ----------
    design : str
        Name of the design, whose stream top is exported for its principal function.
    inputs : mapping
        Digests of the netlist and the script, and the version of the reader.
    text : str
        Digest of the text that the file was last made from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    cells : mapping
        Number of cells of each type.
    seconds : float
        CPU time of the mapping.
    carried_from : str
        Digest of the text that was mapped, where that is not `text`.
    """

    design: str
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    cells: Mapping[str, Annotated[int, Meta(ge=1)]]
    seconds: Annotated[float, Meta(ge=0)]
    carried_from: str = ""

    @property
    def subject(self) -> str:
        """Name of what was mapped."""
        return _of(self).name

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return _of(self).path

    @property
    def cpu_seconds(self) -> float:
        """CPU time of the mapping."""
        return self.seconds

    @property
    def area(self) -> Area:
        """The area by the cells."""
        return count_area(PLACED, self.cells, None)


@dataclass(frozen=True)
class _PlainFile:
    """How the netlist of an exported file is derived from the RTL."""

    project: Project

    @property
    def what(self) -> str:
        return f"export of {self.project.design.name}"

    @cached_property
    def text(self) -> str:
        code = code_digest("gatehash.export.elaborate", plain_text)
        inputs = [NETLIST_DIGEST, code, normalise(top_text(self.project)), *self._scripts]
        total = hashlib.sha256(json.dumps(inputs).encode())
        for path in self.project.sources:
            total.update(text_hash(path))
        return total.hexdigest()

    @cached_property
    def plain(self) -> str:
        """The file."""
        return plain_text(self.project)

    def derive(self) -> str:
        made = {_FILE: self.plain}
        named = _part(self.project)
        part = Boundary(named, {}) if named else None
        return Elaboration(self.project.name, self._scripts, (), made, part, {}).derive()

    @property
    def _scripts(self) -> tuple[str, ...]:
        return plain_elaboration(_FILE, self.project.name, _part(self.project))


def _part(project: Project) -> str | None:
    """Return the module in the file that is mapped by itself, if there is one."""
    part = project.hardware.part
    return part_name(project.name, part) if part else None


@dataclass(frozen=True)
class Export:
    """A design whose export of plain Verilog is mapped: what a record is of.

    Parameters
    ----------
    design : Design
        The design.
    """

    design: Design

    @property
    def name(self) -> str:
        """The export in words."""
        return f"export of {self.design.name}"

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return Path(_FOLDER) / f"{self.design.name}.json"

    @property
    def command(self) -> str:
        """Command line that maps it."""
        return f"python -m tests.exports {self.design.name}"

    @property
    def again(self) -> str:
        """How it is mapped again."""
        return f"map again: {self.command}"

    @property
    def project(self) -> Project:
        """The stream top with Lattice's cells, as it is exported."""
        return Project(self.design, vendor=PLACED.vendor)

    @property
    def script(self) -> str:
        """The script of Yosys, as the folder's ``ecp5.py`` has it but for the name of the file."""
        return plain_script(PLACED, _FILE, self.project.name, _part(self.project))

    @cached_property
    def derivations(self) -> tuple[_PlainFile]:
        """The elaboration of the exported file."""
        return (_PlainFile(self.project),)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the cells depend on except the versions of the tools."""
        (netlist,) = derived
        named = None if self.design.hardware.part is None else "{part}"
        commands = plain_script(PLACED, "{file}", "{top}", named)
        return {"netlist": netlist, "synthesis": synthesis(commands), "reader": READER}


def _of(found: Mapped) -> Export:
    return Export(find(found.design))


EXPORTS = Kind(
    "record of an export",
    Mapped,
    (f"{_FOLDER}/*.json",),
    _of,
    {
        "netlist": "netlist of the exported file",
        "synthesis": "commands of Yosys",
        "reader": "reader of the tools' output",
    },
)
"""Records of exports."""


def map_export(design: Design) -> Mapped:
    """Export a design, and map the file as the script of the folder does.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails.
    """
    of = Export(design)
    (file,) = of.derivations
    with TemporaryDirectory(prefix="gatehash-") as folder:
        work = Path(folder)
        (work / _FILE).write_text(file.plain, encoding="utf-8")
        seconds = run_yosys(of.script, work, what=f"mapping of the {of.name}")
        statistics: Any = msgspec.json.decode((work / STATISTICS).read_bytes())
    return checked(
        Mapped(
            design=design.name,
            inputs=inputs_of(of),
            text=text_of(of),
            tools=versions([TOOL]),
            command=of.command,
            cells=statistics["design"]["num_cells_by_type"],
            seconds=round(seconds, 1),
        )
    )
