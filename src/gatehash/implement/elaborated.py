# SPDX-License-Identifier: Apache-2.0
"""The netlist that evidence is of: RTL after elaboration, as a digest without names."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from gatehash.catalog import Boundary, BoundaryName, Hardware
from gatehash.catalog.sources import needed, normalise, seen_once, text_hash
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.passes import forget_parameters
from gatehash.implement.scripts import (
    ELABORATED,
    elaboration_of,
    elaboration_script,
    keyed,
    with_hierarchy,
    work_paths,
)
from gatehash.implement.targets import Target
from gatehash.implement.tools import run_yosys, versions
from gatehash.paths import rtl_root
from gatehash.records.meaning import code_digest

if TYPE_CHECKING:
    from gatehash.records.graph import Share

__all__ = ["NETLIST_DIGEST", "TOOL", "Elaboration", "of_boundary", "of_module", "text_digest"]

TOOL = "pyosys"
"""The package whose Yosys elaborates."""

NETLIST_DIGEST = 1
"""It rises when the same netlist gets another digest, see :mod:`gatehash.records.graph`."""


_GENERIC = "generic"
_MODULE = re.compile(r"^[ \t]*(?:module|package)\s+(?:automatic\s+|static\s+)?(\w+)", re.MULTILINE)


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

    def earlier(self, checkout: Path) -> Iterator[Elaboration]:
        """Yield what may be the same of the RTL in another checkout: of the files of equal names.

        The second one covers all files that the modules name there. There is none if the scripts
        read files that are not of the RTL, or the module has no file there.
        """
        root = checkout / "rtl"
        inside = [path for path in self.files if path.is_relative_to(rtl_root())]
        listed = " ".join(path.as_posix() for path in work_paths(inside))
        if not listed or not all(listed in script for script in self.scripts):
            return
        others = tuple(path for path in self.files if path not in inside)
        folders = {**self.folders, "rtl": root}
        for files in _counterparts(inside, root, [self.top, *self._named()]):
            there = " ".join(PurePath("rtl", path.relative_to(root)).as_posix() for path in files)
            scripts = tuple(script.replace(listed, there) for script in self.scripts)
            yield replace(self, scripts=scripts, files=(*files, *others), folders=folders)

    def _named(self) -> frozenset[str]:
        """Return all words of the texts that are made for it."""
        return frozenset(word for text in self.made.values() for word in re.findall(r"\w+", text))

    def differing(self, before: Elaboration) -> tuple[str, ...]:
        """Elaborate this and that of another checkout; return in words where the netlists differ.

        Cells count to the module in whose text they stand, those of all its instances together.
        Where only the wiring differs, both are elaborated with their hierarchy.

        Raises
        ------
        GatehashError
            If Yosys is missing or fails.
        """
        from gatehash.records.graph import module_digests, ports, shares

        types = {self.part.top: "part"} if self.part else {}
        found: dict[str, list[str]] = {}
        for old, new in zip(before.netlists(), self.netlists(), strict=True):
            one, other = shares(old, before.owner, types), shares(new, self.owner, types)
            for module, words in _differing(one, other):
                found.setdefault(module, []).extend(words)
            if ports(old) != ports(new):
                found.setdefault(self.top, []).append("other ports")
        if not found:
            pairs = zip(before.netlists(hierarchy=True), self.netlists(hierarchy=True), strict=True)
            for apart in pairs:
                old_digests, new_digests = map(module_digests, apart)
                for module in sorted(old_digests.keys() | new_digests.keys()):
                    if old_digests.get(module) != new_digests.get(module):
                        found[module] = ["wired otherwise"]
        found = found or {self.top: ["wired otherwise"]}
        return tuple(f"{module}: {', '.join(words)}" for module, words in found.items())

    def owner(self, place: str) -> str:
        """Return the name of the module or package for a place such as ``rtl/gh_one.sv:3.1-4``."""
        path, _, rest = place.rpartition(":")
        name = PurePath(path).name
        found = PurePath(path).stem
        for line, module in self._modules.get(name, ()):
            if line <= int(rest.partition(".")[0]):
                found = module
        return found

    @cached_property
    def _modules(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Modules and packages by the names of files, with the lines where they begin."""
        texts = {path.name: path.read_text(encoding="utf-8") for path in self.files}
        return {
            name: [
                (text.count("\n", 0, match.start(1)) + 1, match[1])
                for match in _MODULE.finditer(text)
            ]
            for name, text in (texts | dict(self.made)).items()
        }

    def netlists(self, *, hierarchy: bool = False) -> Sequence[bytes]:
        """Elaborate, and return the netlist that each script writes, in Yosys' JSON.

        Parameters
        ----------
        hierarchy : bool
            Whether modules stay apart.
        """
        versions([TOOL])
        found = []
        with TemporaryDirectory(prefix="gatehash-") as folder:
            work = Path(folder)
            for name, target in self.folders.items():
                (work / name).symlink_to(target, target_is_directory=True)
            for name, text in self.made.items():
                write_whole(work / name, text)
            for each in self.scripts:
                script = with_hierarchy(each) if hierarchy else each
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


def _counterparts(
    files: Sequence[Path], root: Path, tops: Iterable[str]
) -> Iterator[tuple[Path, ...]]:
    """Yield files of another folder of RTL: those of equal names, then those that modules name.

    Parameters
    ----------
    files : sequence of Path
        The files that they need here.
    root : Path
        The folder.
    tops : iterable of str
        Names of the modules, among others.
    """
    here = [path.relative_to(rtl_root()) for path in files]
    vendors = {path.parts[1] for path in here if path.parts[0] == "prim"} - {_GENERIC}
    places = {path.stem: place for place, path in enumerate(here)}

    def rank(path: Path) -> tuple[bool, bool]:
        return path.relative_to(root) not in here, path.parent.name == _GENERIC

    there: dict[str, Path] = {}
    for path in sorted(root.rglob("*.sv"), key=lambda path: (rank(path), path)):
        folders = path.relative_to(root).parts
        if folders[0] != "prim" or folders[1] in (_GENERIC, *vendors):
            there.setdefault(path.stem, path)
    if there.keys() >= places.keys():
        yield tuple(there[name] for name in places)
    # Files that only that folder has may be packages; the others keep their order.
    ordered = sorted(
        there.values(), key=lambda path: (places.get(path.stem, -1), not _is_package(path), path)
    )
    used = {path for top in tops if top in there for path in needed(ordered, top)}
    if used and {path.stem for path in used} != places.keys():
        yield tuple(path for path in ordered if path in used)


def _is_package(path: Path) -> bool:
    return path.stem.endswith("_pkg")


def _differing(
    one: Mapping[str, Share], other: Mapping[str, Share]
) -> Iterator[tuple[str, list[str]]]:
    """Yield modules whose shares of two netlists differ; a name alone is no difference."""
    from gatehash.records.graph import Share

    gone = {name: share for name, share in one.items() if name not in other}
    for module, share in sorted(other.items()):
        before = one.get(module)
        if before is None:
            same = next((name for name, each in gone.items() if each == share), "")
            before = gone.pop(same, Share())
        if words := [*before.differing(share)]:
            yield module, words
    for module, share in sorted(gone.items()):
        yield module, [*share.differing(Share())]


def text_digest(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """Return the digest of the text that a boundary's netlist is elaborated from."""
    return of_boundary(hardware, target, boundary).text


def of_module(module: Boundary, files: Sequence[Path]) -> Elaboration:
    """Return the elaboration of a module with its parameters, from RTL files without a vendor's."""
    return Elaboration(module.top, (elaboration_script(module, work_paths(files)),), tuple(files))
