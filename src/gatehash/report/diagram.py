# SPDX-License-Identifier: Apache-2.0
"""Block diagrams of designs: which module holds which, as their RTL says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gatehash.catalog import Design
from gatehash.verilog import streams as streams_of

__all__ = ["Module", "streams", "structure"]

_LEVELS = 3
"""Levels below the top that are drawn."""

_INSTANCE = re.compile(r"\b(gh_\w+)\s*(?:#\s*\(|u_\w+\s*\()")


@dataclass(frozen=True)
class Module:
    """A module and those in it, in the order in which data passes them.

    Parameters
    ----------
    name : str
        Its name.
    purpose : str
        Its description in its file, a sentence.
    parts : tuple of Module
        The modules in it, each once; primitives are left out.
    """

    name: str
    purpose: str
    parts: tuple[Module, ...] = ()

    @property
    def words(self) -> str:
        """The structure for those who can't see it."""
        inside = ", ".join(part.words for part in self.parts)
        return f"{self.name} ({inside})" if inside else self.name

    def walk(self) -> Iterator[Module]:
        """Return the module and all in it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def structure(design: Design) -> Module:
    """Return a design's stream top with the modules in it.

    Parameters
    ----------
    design : Design
        The design.
    """
    files = {
        path.stem: path
        for path in design.hardware.files()
        if path.stem not in design.hardware.prims
    }
    return _module(design.hardware.stream.top, files, _LEVELS)


def streams(design: Design) -> tuple[list[str], list[str]]:
    """Return the streams into and out of a design's stream top."""
    found = streams_of(design.hardware)
    return [each.name for each in found if each.slave], [
        each.name for each in found if not each.slave
    ]


def _module(name: str, files: Mapping[str, Path], levels: int) -> Module:
    purpose, inside = _read(files[name])
    parts = (part for part in inside if part in files and part != name) if levels else ()
    return Module(name, purpose, tuple(_module(part, files, levels - 1) for part in parts))


@cache
def _read(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the first sentence of a file's header, and what its module instantiates."""
    text = path.read_text(encoding="utf-8")
    header, _, _ = text.partition("\n\n")
    lines = [line.removeprefix("//").strip() for line in header.splitlines()[2:]]
    sentence = re.match(r".+?\.(?= |$)", " ".join(lines))
    code = re.sub(r"//.*", "", text)
    return sentence[0] if sentence else "", tuple(dict.fromkeys(_INSTANCE.findall(code)))
