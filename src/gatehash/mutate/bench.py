# SPDX-License-Identifier: Apache-2.0
"""Benches: designs with the hand-written modules; docs/mutants.md names those that none has."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, cast

from gatehash.catalog import Design, Job, find
from gatehash.catalog.sources import at_one_time, needed, seen_once, text_hash
from gatehash.catalog.timing import Cycles
from gatehash.errors import GatehashError, unknown
from gatehash.extras import missing
from gatehash.models.blake3 import CHUNK_BLOCKS
from gatehash.mutate.fault import Fault, without_names
from gatehash.records import memo
from gatehash.records.meaning import code_digest

__all__ = [
    "GROUPS",
    "NO_FAULTS",
    "SLANG",
    "Bench",
    "Possible",
    "all_modules",
    "bench_named",
    "benches_with",
    "faults_of",
    "selected_modules",
]

SLANG = "pyslang"
"""The package of slang."""
_READING = ("gatehash.mutate.elaborate", "gatehash.mutate.sites", "gatehash.mutate.fault")
"""Modules that find the faults in what slang makes of the RTL, and forget their names."""

_REGISTERED, _CHUNKS = "registered", "chunks"
GROUPS = (
    (
        *(
            "skein256-x8+registered",
            "skein256-x4+600",
            "sha256-lut",
            "sha256-lut-resume",
            "sha3-x1",
        ),
        *("sha3-x1+shake128+4104", "skein-mc", "threefish-mc-enc+registered", "chacha-mc-1@32"),
        *("blake64-mc-1-t", "blake-chacha-mc-3", "blake2s-mc-1", "sha256-lut-hmac"),
    ),
    ("whirlpool-lut-logic", "whirlpool-logic-table"),
    ("phash-2",),
    (
        *("sha3-x1-mac", "sha3-x1-mac+registered", "skein256-x4-mac", "skein256-x4-mac+registered"),
        *("blake3-mc-1", "blake3-mc-1@32", "blake2-mc-1", "blake2-mc-1@32", "arx-mc-1"),
        *("arx-mc-1@32", "skein-mc-mac", "skein-mc-mac+registered", "chacha-x2-piped"),
        *("chacha-x2-piped@16", "chacha20-poly1305-mc-1@32", "chacha20-poly1305-mc-1"),
        *("chacha20-poly1305-mc-1-dsp", "blake3-1+chunks+4104", "blake3-1@32"),
    ),
    ("sha256-x1-piped", "sha512-x1-piped", "sha256-x1-piped+registered"),
    (
        *("sha3-x1-piped", "sha3-x1-piped+registered", "sha3-x1-piped+shake128+2688"),
        "sha3-x1-piped+sha3-512",
    ),
    ("skein256-x4-piped", "skein512-x4-piped"),
    ("blake256-half", "blake512-x1", "blake256-x1-piped", "blake256-half-piped"),
    ("blake2s-half", "blake2b-half"),
    ("whirlpool-x1-piped",),
    ("phash-1-bram",),
    ("poly1305-x4",),
    (
        *("chacha20-poly1305-x2-piped", "chacha20-poly1305-x2-piped@16"),
        "chacha20-poly1305-x2-piped+registered",
    ),
    ("blake3-2+chunks+4104",),
    ("sha3-mc", "sha3-mc+shake128+2688"),
    ("sha3-mc-mac", "sha3-mc-mac+kmac128", "sha3-mc-mac+cshake256"),
    ("sha256-mc", "sha512-mc"),
    ("sha256-mc-hmac", "sha256-mc-hmac@32"),
    ("whirlpool-mc",),
    ("whirlpool-shared", "whirlpool-shared+registered"),
    (
        "skein512-x8-tree+chunks+tree_leaf=1+tree_fan=1",
        "skein512-x8-tree+registered+chunks+tree_leaf=1+tree_fan=2+tree_height=3",
    ),
    ("sha256-bram-twice", "chacha-mc-1-twice"),
)
"""Names of the benches, in the order in which they try a fault: designs of the catalogue, with
what is behind a plus: registers at the pins, another function than the design's principal one,
messages at the edges of chunks in place of blocks, another length of its digest in bits, the value
of another of its function's fields. A module's benches are those of the first group that uses it,
which are the quickest, and those of :data:`FORMS`."""

FORMS: Mapping[str, tuple[str, ...]] = {
    "gh_arx_mc_alu": ("blake2-mc-1", "arx-mc-1"),
    "gh_arx_mc_dual": ("blake2-mc-1",),
    "gh_arx_mc_loader": ("blake2-mc-1", "arx-mc-1"),
    "gh_arx_mc_sequencer": ("blake2-mc-1", "arx-mc-1"),
    "gh_arx_mc_stream": ("blake2-mc-1", "arx-mc-1"),
    "gh_arx_mc_streams": ("blake2-mc-1",),
    "gh_block_buffer": ("whirlpool-shared",),
    "gh_sha3_mac_streams": ("sha3-x1-mac+kmac128+2688",),
    "gh_sha3_mc_stream": ("sha3-mc-mac+cshake256",),
    "gh_skein_core": ("skein256-x4-mac",),
    **dict.fromkeys(
        ("gh_tid_answers", "gh_tid_shell", "gh_tid_words"),
        ("sha3-x1-piped", "sha3-x1-piped+shake128+2688", "skein256-x4-piped"),
    ),
    "gh_whirlpool_mix_row": ("whirlpool-shared",),
    "gh_whirlpool_pkg": ("whirlpool-shared",),
}
"""Modules of which later groups have other forms, and benches with these."""


@dataclass(frozen=True)
class _InChunks:
    """Cycles of a tree's job whose blocks are whole chunks, as BLAKE3's."""

    timing: Cycles

    def __getattr__(self, name: str) -> Any:
        return getattr(self.timing, name)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles to the end of each of several messages of so many chunks."""
        return self.timing.ends([CHUNK_BLOCKS * chunks for chunks in messages])


def _in_chunks(job: Job) -> Job:
    """Return a tree's job whose messages have their edges at chunks."""
    rule = replace(job.padding, block_bytes=CHUNK_BLOCKS * job.padding.block_bytes)
    return replace(job, padding=rule, timing=cast("Cycles", _InChunks(job.timing)))


@dataclass(frozen=True, eq=False)
class Bench:
    """A design that runs the quick test.

    Parameters
    ----------
    name : str
        Its name, one of :data:`GROUPS`.
    design : Design
        The design.
    first : Job
        The job that is tried first, whose hardware it is.
    """

    name: str
    design: Design
    first: Job

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The job of its hardware."""
        first = self.first
        others = (each for each in self.design.jobs.values() if each.hardware == first.hardware)
        return (first, *(each for each in others if each.label != first.label))

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files, packages first."""
        return self.jobs[0].hardware.files()

    @property
    def modules(self) -> Mapping[str, Path]:
        """The hand-written files by what they hold."""
        return {path.stem: path for path in self.files if path.parent.name != "generated"}

    def parameters(self, module: str) -> tuple[Mapping[str, str], ...]:
        """Parameters of a module's instances in the design, as SystemVerilog literals.

        Each choice is there once, that of the first instance first.
        """
        return self._read().parameters.get(module, ())

    def needed(self, module: str) -> tuple[Path, ...]:
        """RTL files that a module of the design needs, packages first."""
        return needed(self.files, module)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults that can be planted in the code that the design uses."""
        return self._read().faults

    @property
    def text(self) -> str:
        """SHA-256 of the RTL without comments, assertions and layout, and of what reads it."""
        return seen_once(self._text, self, "text")

    def _text(self) -> str:
        top = self.first.hardware.stream
        named = [top.top, sorted(top.parameters.items()), code_digest(*_READING)]
        total = hashlib.sha256(json.dumps(named).encode())
        for path in self.files:
            total.update(text_hash(path))
        return total.hexdigest()

    def _read(self) -> _Read:
        with _reading:
            states = ((path, path.stat()) for path in self.files)
            return _read(self, tuple((path, at.st_mtime_ns, at.st_size) for path, at in states))


@dataclass(frozen=True)
class _Read:
    faults: tuple[Fault, ...]
    parameters: Mapping[str, tuple[Mapping[str, str], ...]]


# Each bench is read once, whichever thread asks first.
_reading = Lock()


@cache
def _read(bench: Bench, files: tuple[tuple[Path, int, int], ...]) -> _Read:
    """Return faults and parameters; slang's own objects must not outlive the reading."""
    try:
        from gatehash.mutate.elaborate import elaborated
        from gatehash.mutate.sites import faults_in
    except ModuleNotFoundError as error:
        if error.name != SLANG:
            raise
        raise GatehashError(missing(SLANG)) from None
    top = bench.first.hardware.stream
    paths = tuple(path for path, *_ in files)
    design = elaborated(top.top, tuple(top.parameters.items()), paths)
    return _Read(tuple(faults_in(design, bench.modules)), design.parameters)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()


NO_FAULTS = _digest([])
"""The values that :class:`Possible` derives for a module without faults in a bench."""


@dataclass(frozen=True)
class Possible:
    """The faults that can be planted in a module in a bench, as they follow from its text.

    Two texts mean the same if the module's instances have the same parameters, and it has the same
    faults in the same order but for names, places and layout; or if it has no fault.

    Parameters
    ----------
    bench : Bench
        The bench.
    module : str
        The module.
    """

    bench: Bench
    module: str

    @property
    def what(self) -> str:
        """The step in words."""
        return f"faults of {self.module} in {self.bench.name}"

    @property
    def text(self) -> str:
        """SHA-256 of the text of the bench, and of the module's name."""
        return _digest([code_digest(Possible), self.bench.text, self.module])

    def derive(self) -> str:
        """Return the digest of the faults, with the parameters of the module's instances.

        Raises
        ------
        GatehashError
            If slang is missing, or rejects the bench.
        """
        faults = [each for each in self.bench.faults if each.module == self.module]
        if not faults:
            return NO_FAULTS
        parameters = [sorted(each.items()) for each in self.bench.parameters(self.module)]
        return _digest([sorted(parameters), without_names(faults)])


@cache
def bench_named(name: str) -> Bench:
    """Return the bench of a name; raise GatehashError if the catalogue has no such design."""
    base, *marks = name.split("+")
    design = find(base)
    if _REGISTERED in marks:
        hardware = design.hardware.having(Registered=1)
        design = replace(design, name=name, hardware=hardware)
    values: dict[str, int] = {}
    for mark in marks:
        field, _, value = mark.rpartition("=")
        if value.isdecimal():
            values[field or "digest_bits"] = int(value)
    functions = [mark for mark in marks if mark in design.algorithms]
    first = design.principal_job
    if values:
        example = design.function(functions[0]).examples[0] if functions else {}
        first = design.job(functions[0] if functions else None, {**example, **values})
    return Bench(name, design, _in_chunks(first) if _CHUNKS in marks else first)


@cache
def all_modules() -> Mapping[str, tuple[Bench, ...]]:
    """Return the hand-written modules and packages of the benches, each with its benches.

    A module's benches are those of the first group that uses code of it, and those of
    :data:`FORMS`; where none uses code of it, those of the first group that has its file.
    """
    with at_one_time():
        return {module: _benches(module, groups) for module, groups in benches_with().items()}


def _benches(module: str, groups: Sequence[tuple[Bench, ...]]) -> tuple[Bench, ...]:
    for benches in groups:
        if any(memo.derived(Possible(bench, module)) != NO_FAULTS for bench in benches):
            return (*benches, *map(bench_named, FORMS.get(module, ())))
    return groups[0]


@cache
def benches_with() -> Mapping[str, Sequence[tuple[Bench, ...]]]:
    """Return the hand-written modules and packages, each with the benches that have its file.

    The benches are by groups, in the order of :data:`GROUPS`.
    """
    found: defaultdict[str, list[tuple[Bench, ...]]] = defaultdict(list)
    for group in GROUPS:
        having: defaultdict[str, list[Bench]] = defaultdict(list)
        for bench in map(bench_named, group):
            for module in bench.modules:
                having[module].append(bench)
        for module, benches in having.items():
            found[module].append(tuple(benches))
    return dict(sorted(found.items()))


def faults_of(module: str) -> Mapping[Fault, tuple[Bench, ...]]:
    """Return all faults of a module, each with the benches that it can be planted in."""
    found: defaultdict[Fault, list[Bench]] = defaultdict(list)
    for bench in all_modules()[module]:
        for fault in bench.faults:
            if fault.module == module:
                found[fault].append(bench)
    return {fault: tuple(benches) for fault, benches in sorted(found.items())}


def selected_modules(names: Iterable[str] | None) -> tuple[str, ...]:
    """Return the modules of some names, or all; raise GatehashError for an unknown one."""
    known = all_modules()
    wanted = set(names or known)
    for name in wanted:
        if name not in known:
            raise unknown("module", name, known, "gatehash mutate --list")
    return tuple(module for module in known if module in wanted)
