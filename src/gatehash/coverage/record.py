# SPDX-License-Identifier: Apache-2.0
"""The record of coverage: one file, with the key of what was simulated."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from gatehash import soak
from gatehash.catalog import Design, find
from gatehash.coverage import points
from gatehash.coverage.elsewhere import ELSEWHERE
from gatehash.errors import GatehashError
from gatehash.implement.elaborated import Elaboration, of_module
from gatehash.implement.source import digest
from gatehash.records import Record, Stored
from gatehash.records.meaning import code_digest
from gatehash.records.store import Kind

__all__ = [
    "COMMAND",
    "COVERAGES",
    "DESIGNS",
    "PACKETS",
    "SEED",
    "Coverage",
    "Covering",
    "Explained",
    "Hole",
    "Module",
    "Rate",
    "covering",
    "explained",
    "explanation",
    "is_fresh",
    "keep",
    "on_record",
]

COMMAND = "gatehash coverage"
_NAME = "coverage"
_PATH = Path(_NAME) / "random.json"
_EXPLAINED = "explained.toml"
# It is not imported: it makes the records.
_RUN = "gatehash.coverage.run"


def _registered(name: str) -> Design:
    design = find(name)
    return replace(design, hardware=design.hardware.having(Registered=1))


DESIGNS = (
    *map(find, ("skein256-x4", "sha256-bram", "sha256-lut-resume", "sha3-x1")),
    *map(find, ("whirlpool-bram-table", "whirlpool-logic-logic", "phash-1", "phash-2-piped")),
    find("phash-1-bram"),
    *map(find, ("skein-mc", "chacha-mc-1", "blake-chacha-mc-2", "blake-chacha-mc-1-t")),
    *map(find, ("blake2s-mc-1", "blake3-mc-1", "sha256-lut-hmac")),
    *map(find, ("sha3-x1-mac", "skein256-x4-mac", "blake2-mc-1", "arx-mc-1")),
    *map(find, ("skein-mc-mac", "chacha20-poly1305-mc-1", "chacha-x2-piped", "blake3-1")),
    *map(find, ("blake3-2", "poly1305-x4", "chacha20-poly1305-x2-piped")),
    *map(find, ("skein256-x4-piped", "blake256-x1-piped", "sha256-x1-piped", "whirlpool-x1-piped")),
    *map(find, ("blake512-half-piped", "blake256-half", "blake512-x1")),
    *map(find, ("blake2s-half", "blake2b-half")),
    *map(_registered, ("sha512-lut", "threefish-mc-enc")),
)
"""Designs of every family that together have all modules but those of ``ELSEWHERE``."""

PACKETS = 1024
"""Random packets for each design."""

SEED = 1
"""Seed of all choices."""


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
    """The points of a module that were reached.

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
        Points that were not reached.
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
    inputs : mapping
        Digests of all inputs except the versions of the tools, see :meth:`Covering.inputs`.
    text : str
        Digest of the RTL text that the netlists were last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    packets : int
        Random packets for each design.
    seed : int
        Seed of all choices.
    modules : tuple of Module
        The modules, sorted by name.
    carried_from : str
        Digest of the RTL text that was simulated, where that is not `text`.
    """

    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    packets: Annotated[int, Meta(ge=1)]
    seed: int
    modules: tuple[Module, ...]
    carried_from: str = ""

    @property
    def subject(self) -> str:
        """Name of what was covered."""
        return _NAME

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return _PATH

    @property
    def cpu_seconds(self) -> float:
        """CPU time, which is not on record."""
        return 0.0


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


@dataclass(frozen=True)
class Covering:
    """Random work on designs: what a record is of.

    Parameters
    ----------
    designs : tuple of Design
        The designs.
    packets : int
        Random packets for each.
    seed : int
        Seed of all choices.
    """

    designs: tuple[Design, ...]
    packets: int
    seed: int

    name = _NAME
    path = _PATH
    again = f"run: {COMMAND}"

    @property
    def derivations(self) -> tuple[Elaboration, ...]:
        """The elaborations of all stream tops."""
        hardware = [each.hardware for each in self.designs]
        return tuple(of_module(each.stream, each.files()) for each in hardware)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the figures depend on except the versions of the tools.

        Figures belong to modules, so that these are an input, beside the flat netlists; a module
        that a design names and, with its parameters, does not have is none. The code that makes the
        random work and reads what was reached is a tool.
        """
        files = {path.stem for each in self.designs for path in each.hardware.files()}
        files -= ELSEWHERE.keys()
        return {
            "netlists": digest([each.name for each in self.designs], *derived),
            "modules": digest(*sorted(files)),
            "work": digest(self.packets, self.seed, code_digest(points, _RUN, soak)),
        }


def covering(packets: int, seed: int) -> Covering:
    """Return the random work on the designs of the record."""
    return Covering(DESIGNS, packets, seed)


COVERAGES = Kind(
    "record of coverage",
    Coverage,
    (_PATH.as_posix(),),
    lambda found: covering(found.packets, found.seed),
    {"netlists": "netlists", "modules": "modules", "work": "random work"},
)
"""The record of coverage."""


def keep(coverage: Coverage, folder: Path | None = None) -> Path:
    """Write a record, by default to the first of the library's folders; return its path.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    return COVERAGES.keep(coverage, folder)


def is_fresh(found: Coverage) -> bool:
    """Whether a record is of netlists and random work as they are now."""
    return not COVERAGES.is_stale(found, covering(found.packets, found.seed))


def on_record(folder: Path | None = None) -> Coverage:
    """Read the record of coverage.

    Raises
    ------
    DamagedError
        If it can't be read.
    GatehashError
        If there is none.
    """
    found = COVERAGES.load(covering(PACKETS, SEED), folder)
    if found is None:
        raise GatehashError(f"no coverage on record; run: {COMMAND}")
    return found
