# SPDX-License-Identifier: Apache-2.0
"""The assertions in the RTL itself as claims: each module's own, and what it owes to those inside.

``gh_assert.svh`` has two kinds. What a module asserts is claimed of it. What it requires of its
user is assumed of the module by itself, and claimed of every module that has it inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog import DESIGNS
from gatehash.catalog.checks import checker_files, stream_checker_defines, stream_checker_files
from gatehash.catalog.sources import needed
from gatehash.prove.engine import Harness
from gatehash.prove.scripts import claims_script

__all__ = ["Module"]

_FOLDERS = (
    *("stream/generated", "sha2/generated", "sha3/generated", "skein/generated"),
    *("whirlpool/generated", "compact/generated", "prim/generic"),
    *("stream", "skein", "sha2", "sha3", "whirlpool", "phash", "compact"),
)


@dataclass(frozen=True)
class Module(Harness):
    """A module of the RTL whose own assertions, and those of all modules inside, are claims.

    Parameters
    ----------
    top, parameters, depth, root
        As in :class:`gatehash.prove.engine.Harness`.
    cut : tuple of str
        Modules of data whose outputs have any value in any cycle.
    cut_cells : tuple of str
        Selections of cells of which the same is true.
    """

    cut: tuple[str, ...] = ()
    cut_cells: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the module needs, packages first, checkers last."""
        paths = [path for name in _FOLDERS for path in sorted((self.root / name).glob("*.sv"))]
        paths.sort(key=lambda path: not path.stem.endswith("_pkg"))
        found = needed(paths, self.top)
        return (*found, *checker_files(found), *(stream_checker_files() if self._defines else ()))

    @property
    def _defines(self) -> tuple[str, ...]:
        """Macros of the checkers of a stream top."""
        tops = (each.hardware for each in DESIGNS.values())
        found = (each for each in tops if each.stream.top == self.top)
        return next(map(stream_checker_defines, found), ())

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        resets = {"aresetn": "0,1'z"} if self._defines else {"rst_i": "1,1'z"}
        return claims_script(
            self.top,
            self.parameters,
            self.files,
            cut=self.cut,
            cut_cells=self.cut_cells,
            resets=resets,
            defines=("FORMAL", *self._defines),
        )
