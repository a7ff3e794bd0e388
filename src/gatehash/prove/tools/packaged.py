# SPDX-License-Identifier: Apache-2.0
"""Modules with the constants of BLAKE, which the engines' generated package has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gatehash.microcode.blake_emit import PACKAGE
from gatehash.prove.tools.opened import Opened

__all__ = ["Packaged"]


@dataclass(frozen=True)
class Packaged(Opened):
    """A module of the RTL by itself, with that package; all else is as in :class:`Opened`."""

    def files_of(self, top: str) -> tuple[Path, ...]:
        """RTL files that a module needs, packages first, without checkers."""
        return (self.root / PACKAGE, *super().files_of(top))
