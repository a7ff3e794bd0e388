# SPDX-License-Identifier: Apache-2.0
"""The RTL that exported tops share, under names that no other export has."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path, PurePath

from gatehash.export.cells import plain_cells
from gatehash.export.project import Project
from gatehash.export.top import top_text
from gatehash.paths import rtl_root

__all__ = ["Library"]

_MACROS = rtl_root() / "gh_assert.svh"
_DEFINED = re.compile(r"^`define (GH_\w+)", re.MULTILINE)
_NAME = re.compile(r"\b(?:gh|GH)_\w+")
_DIGITS = 8


class Library:
    """The RTL of several exported tops, each file once.

    A compiler, a simulator or a build system knows a module, a package and a macro by its name
    alone, and a project may have several exports. Each name of the library therefore has a mark: a
    digest of the texts of all its files and of the tops that use it. Different exports have no name
    in common, and the same export has the same names.

    Parameters
    ----------
    projects : sequence of Project
        The tops, all with the same vendor's cells.
    """

    def __init__(self, projects: Sequence[Project]) -> None:
        self._cells = tuple(dict.fromkeys(file for each in projects for file in each.cells))
        self._sources = tuple(dict.fromkeys(file for each in projects for file in each.sources))
        self._texts = {file: file.read_text("utf-8") for file in (*self._sources, _MACROS)}
        self._tops = {each.name: top_text(each) for each in projects}

    @cached_property
    def mark(self) -> str:
        """The suffix of the names after their ``gh_``: a digest of all texts."""
        total = hashlib.sha256()
        named = {_below(file): text for file, text in self._texts.items()} | self._tops
        for name, text in named.items():
            total.update(f"{name}\0{len(text)}\0{text}".encode())
        return total.hexdigest()[:_DIGITS]

    @cached_property
    def _names(self) -> dict[str, str]:
        """New names of modules, packages, their files, and macros, by the old ones."""
        # Cells of a vendor keep theirs.
        own = [file.stem for file in self._texts if file.stem.startswith("gh_")]
        lower = {name: f"gh_{self.mark}_{name.removeprefix('gh_')}" for name in own}
        macros = _DEFINED.findall(self._texts[_MACROS])
        upper = {name: f"GH_{self.mark.upper()}_{name.removeprefix('GH_')}" for name in macros}
        return lower | upper

    def renamed(self, text: str) -> str:
        """Return a text with the new names in the place of the old ones."""
        return _NAME.sub(lambda found: self._names.get(found[0], found[0]), text)

    def top(self, project: Project) -> str:
        """Return the top of a project as Verilog."""
        return self.renamed(self._tops[project.name])

    def path(self, file: Path) -> str:
        """Return the path of an RTL file in the exported folder."""
        return self.renamed(f"rtl/{_below(file)}")

    def files(self, project: Project | None = None) -> list[str]:
        """Return paths of a project's RTL files, or of all, in the order of compilation."""
        sources = self._sources if project is None else project.sources
        return [self.path(file) for file in sources if file not in self._cells]

    @property
    def cells(self) -> list[str]:
        """Paths of models of a vendor's cells: for simulators, and black boxes for synthesis."""
        return [self.path(file) for file in self._cells]

    @property
    def plain_cells(self) -> str:
        """The same models as one file of plain Verilog."""
        return plain_cells(self._cells)

    @property
    def include(self) -> str:
        """Path of the file that RTL files include."""
        return self.path(_MACROS)

    @property
    def contents(self) -> dict[str, str]:
        """Texts of the files by their paths."""
        return {self.path(file): self.renamed(text) for file, text in self._texts.items()}

    @property
    def modules(self) -> set[str]:
        """Old names of modules and packages."""
        return {file.stem for file in self._sources}


def _below(file: Path) -> str:
    return PurePath(file.relative_to(rtl_root())).as_posix()
