# SPDX-License-Identifier: Apache-2.0
"""A module of the RTL without a harness: claims are its own assertions, or those that bind to it.

``gh_assert.svh`` has two kinds of assertions. A module's own assertions are claimed of it. Its
requirements on its user are assumed when the module is proved by itself, and claimed of every
module that has it inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog import DESIGNS
from gatehash.catalog.checks import checker_files, stream_checker_defines, stream_checker_files
from gatehash.catalog.sources import needed
from gatehash.prove.tools.harness import Harness
from gatehash.prove.tools.scripts import claims_script

__all__ = ["Module", "streams_of"]

_PACKAGES = (
    "stream/generated/*.sv",
    "sha2/generated/*.sv",
    "sha3/generated/*.sv",
    "skein/generated/*.sv",
    "whirlpool/generated/*.sv",
    "compact/generated/*.sv",
    "*/gh_*_pkg.sv",
)
_MODULES = ("prim/generic/*.sv", "*/gh_*.sv")


@dataclass(frozen=True)
class Module(Harness):
    """A module of the RTL by itself, from its reset on.

    Parameters
    ----------
    top, parameters, depth, reduction, root
        See :class:`gatehash.prove.tools.harness.Harness`.
    cut : tuple of str
        Modules of data whose outputs have any value in any cycle.
    cut_cells : tuple of str
        Selections of cells of which the same is true.
    bound : str
        A module of ``rtl/formal`` that binds itself to this one, whose assertions are claims in
        place of the RTL's own.
    macros : tuple of str
        Macros that it needs, ``NAME=VALUE``.
    streams : tuple of str
        Macros of the checkers of a stream top, see :func:`streams_of`; none of another module.
    """

    cut: tuple[str, ...] = ()
    cut_cells: tuple[str, ...] = ()
    bound: str = ""
    macros: tuple[str, ...] = ()
    streams: tuple[str, ...] = ()

    def files_of(self, top: str) -> tuple[Path, ...]:
        """RTL files that a module needs, packages first, without checkers."""
        found = {
            path.stem: path
            for pattern in (*_PACKAGES, *_MODULES)
            for path in sorted(self.root.glob(pattern))
            if path.parent.name not in ("formal", "check")
        }
        return needed(found.values(), top)

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the module needs, packages first, checkers last."""
        files = self.files_of(self.top)
        if self.bound:
            formal = sorted(self.root.glob("formal/*.sv"))
            return (*files, *needed(formal, self.bound))
        return (*files, *checker_files(files), *(stream_checker_files() if self.streams else ()))

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        return claims_script(
            self.top,
            self.parameters,
            self.files,
            cut=self.cut,
            cut_cells=self.cut_cells,
            resets={"aresetn": "0,1'z"} if self.streams else {"rst_i": "1,1'z"},
            defines=("FORMAL", *self.macros) if self.bound else ("FORMAL", *self.streams),
            own=not self.bound,
        )


def streams_of(top: str) -> tuple[str, ...]:
    """Return the macros of the checkers of a stream top of the catalogue; none of another module.

    Examples
    --------
    >>> streams_of("gh_skein")
    ('GH_CHECKED=gh_skein',)
    >>> streams_of("gh_fifo")
    ()
    """
    tops = (each.hardware for each in DESIGNS.values())
    return next((stream_checker_defines(each) for each in tops if each.stream.top == top), ())
