# SPDX-License-Identifier: Apache-2.0
"""The netlist that evidence is of: RTL after elaboration, as a digest without names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.catalog import Boundary, BoundaryName, Hardware
from gatehash.catalog.sources import normalise, seen_once, text_hash
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.passes import forget_parameters
from gatehash.implement.scripts import (
    ELABORATED,
    elaboration_of,
    elaboration_script,
    keyed,
    work_paths,
)
from gatehash.implement.targets import Target
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import rtl_root
from gatehash.records.code import code_digest

__all__ = ["NETLIST_DIGEST", "TOOL", "Elaboration", "of_boundary", "of_module", "text_digest"]

TOOL = "pyosys"
"""The package whose Yosys elaborates."""

NETLIST_DIGEST = 1
"""It rises when the same netlist gets another digest, see :mod:`gatehash.records.graph`."""


@dataclass(frozen=True)
class Elaboration:
    """RTL, and how Yosys elaborates it.

    Parameters
    ----------
    top : str
        The module.
    scripts : tuple of str
        Scripts of Yosys; each writes the JSON of a module that is mapped by itself.
    files : tuple of Path
        RTL files that the scripts read.
    made : mapping
        Texts of RTL files that are made for it, by their names in the folder of the scripts.
    part : Boundary, optional
        The part that is mapped by itself. The digest has no name of the RTL's for its cells.
    folders : mapping
        Folders of the files, by their names in the folder of the scripts; by default the RTL.
    """

    top: str
    scripts: tuple[str, ...]
    files: tuple[Path, ...]
    made: Mapping[str, str] = field(default_factory=dict)
    part: Boundary | None = None
    folders: Mapping[str, Path] = field(default_factory=lambda: {"rtl": rtl_root()})

    @property
    def what(self) -> str:
        """The step in words."""
        return f"elaboration of {self.top}"

    @property
    def text(self) -> str:
        """SHA-256 of the RTL without comments, assertions and layout, and of the scripts."""
        return seen_once(self._text, self, "text")

    def _text(self) -> str:
        inputs = [NETLIST_DIGEST, code_digest(forget_parameters), [*map(keyed, self.scripts)]]
        if self.made:
            inputs.append({name: normalise(text) for name, text in self.made.items()})
        total = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
        for path in self.files:
            total.update(text_hash(path))
        return total.hexdigest()

    def derive(self) -> str:
        """Elaborate, and return the digest of the netlist, in hexadecimal.

        The digest of a design with a part that is mapped by itself is that of both netlists: a
        design that is mapped as a whole has another one.

        Raises
        ------
        GatehashError
            If Yosys is missing or fails.
        """
        from gatehash.records.graph import netlist_digest

        types = {self.part.top: "part"} if self.part else {}
        netlists = [netlist_digest(each, types) for each in self.netlists()]
        return hashlib.sha256(" ".join(netlists).encode()).hexdigest()

    def netlists(self) -> Sequence[bytes]:
        """Elaborate, and return the netlist that each script writes, in Yosys' JSON."""
        versions([TOOL])
        found = []
        with TemporaryDirectory(prefix="gatehash-") as folder:
            work = Path(folder)
            for name, target in self.folders.items():
                (work / name).symlink_to(target, target_is_directory=True)
            for name, text in self.made.items():
                write_whole(work / name, text)
            for script in self.scripts:
                try:
                    run_yosys(script, work, name="elaborate", what=self.what)
                except GatehashError as error:
                    # The log goes with the folder.
                    raise GatehashError(str(error).partition("; log: ")[0]) from None
                found.append((work / ELABORATED).read_bytes())
        return found


def of_boundary(hardware: Hardware, target: Target, boundary: BoundaryName) -> Elaboration:
    """Return the elaboration of what a target's mapper gets; it is the same for all of a vendor."""

    def made() -> Elaboration:
        files = hardware.files(target.vendor, boundary)
        module, part = hardware.boundary(boundary), hardware.part
        scripts = elaboration_of(target, module, work_paths(files), part)
        return Elaboration(module.top, scripts, files, part=part)

    return seen_once(made, hardware, target.vendor, boundary)


def text_digest(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Return the digest of the text that a boundary's netlist is elaborated from."""
    return of_boundary(hardware, target, boundary).text


def of_module(module: Boundary, files: Sequence[Path]) -> Elaboration:
    """Return the elaboration of a module with its parameters, from RTL files without a vendor's."""
    return Elaboration(module.top, (elaboration_script(module, work_paths(files)),), tuple(files))
