# SPDX-License-Identifier: Apache-2.0
"""The record of coverage: one file, with the key of what was simulated."""

from __future__ import annotations

import hashlib
import inspect
import json
import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from gatehash import soak
from gatehash.catalog import Design
from gatehash.catalog.sources import text_hash
from gatehash.coverage import points
from gatehash.errors import GatehashError
from gatehash.implement.shaping import normalise_python
from gatehash.paths import results_roots
from gatehash.records import Record, Stored, write_record
from gatehash.records.damage import read_record

__all__ = [
    "COMMAND",
    "Coverage",
    "Explained",
    "Hole",
    "Module",
    "Rate",
    "explained",
    "explanation",
    "keep",
    "on_record",
    "source_key",
]

COMMAND = "gatehash coverage"
_PATH = Path("coverage") / "random.json"
_EXPLAINED = "explained.toml"


class Rate(Record, frozen=True):
    """How many points of a kind were reached."""

    reached: Annotated[int, Meta(ge=0)]
    points: Annotated[int, Meta(ge=0)]

    def __str__(self) -> str:
        return f"{self.reached}/{self.points}"


class Hole(Record, frozen=True):
    """Points that were not reached: bits of a signal, or a branch of a line."""

    what: str
    points: Annotated[int, Meta(ge=1)]


class Module(Record, frozen=True):
    """What was reached of a module.

    Parameters
    ----------
    name : str
        Name of the module.
    designs : tuple of str
        Designs that were simulated and have it.
    code : Rate
        Blocks of statements and branches of conditions.
    toggles : Rate
        Rising and falling edges of bits.
    holes : tuple of Hole
        What was not reached.
    """

    name: str
    designs: tuple[str, ...]
    code: Rate
    toggles: Rate
    holes: tuple[Hole, ...] = ()

    def open_holes(self) -> tuple[Hole, ...]:
        """Holes that nothing explains."""
        return tuple(hole for hole in self.holes if explanation(self.name, hole) is None)


class Coverage(Stored, frozen=True, kw_only=True):
    """The record of a run.

    Parameters
    ----------
    source_key : str
        Hash of all inputs except the versions of the tools, see :func:`source_key`.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    packets : int
        Random packets for each design.
    seed : int
        What all choices follow from.
    modules : tuple of Module
        The modules, sorted by name.
    """

    source_key: str
    tools: Mapping[str, str]
    command: str
    packets: Annotated[int, Meta(ge=1)]
    seed: int
    modules: tuple[Module, ...]


class Explained(Record, frozen=True):
    """Why holes can't be reached: patterns of modules and of the holes' names."""

    modules: tuple[str, ...]
    holes: tuple[str, ...]
    why: str


@cache
def explained() -> tuple[Explained, ...]:
    """Return the reasons why holes can't be reached."""
    text = resources.files("gatehash.coverage").joinpath(_EXPLAINED).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["explained"], tuple[Explained, ...])


def explanation(module: str, hole: Hole) -> str | None:
    """Return why random work does not reach a hole, None if nothing explains it."""
    for each in explained():
        if any(fnmatchcase(module, one) for one in each.modules) and any(
            fnmatchcase(hole.what, one.replace("[", "[[]")) for one in each.holes
        ):
            return each.why
    return None


def source_key(designs: Sequence[Design], packets: int, seed: int) -> str:
    """SHA-256 of all inputs of a run except the versions of the tools, in hexadecimal.

    The inputs are the RTL without comments and layout, the designs' parameters, and the code that
    makes the random work and reads what was reached.
    """
    from gatehash.coverage import run

    hardware = [each.hardware for each in designs]
    inputs = {
        "designs": [
            (each.name, sorted(each.hardware.stream.parameters.items())) for each in designs
        ],
        "work": [packets, seed],
        "code": [normalise_python(inspect.getsource(each)) for each in (points, run, soak)],
    }
    total = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
    for path in sorted({path for each in hardware for path in each.files()}):
        total.update(path.name.encode() + text_hash(path))
    return total.hexdigest()


def keep(coverage: Coverage, folder: Path | None = None) -> Path:
    """Write a record, by default to the first of the library's folders; return its path.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    return write_record(coverage, (folder or results_roots()[0]) / _PATH)


def on_record(folder: Path | None = None) -> Coverage:
    """Read the record of coverage.

    Raises
    ------
    DamagedError
        If it can't be read.
    GatehashError
        If there is none.
    """
    roots = results_roots() if folder is None else (folder,)
    path = next((root / _PATH for root in roots if (root / _PATH).is_file()), None)
    if path is None:
        raise GatehashError(f"no coverage on record; run: {COMMAND}")
    return read_record(Coverage, path, f"run: {COMMAND}")
