# SPDX-License-Identifier: Apache-2.0
"""Tries faults: with the quick tests, for equality, and with properties."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gatehash import processes
from gatehash.cache import locked
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.mutate import equal, properties
from gatehash.mutate.bench import Bench
from gatehash.mutate.equal import equality_script, is_equal
from gatehash.mutate.fault import Fault, Other, Verdict
from gatehash.mutate.plant import CHOICE, copy_with, planted_texts, with_one
from gatehash.mutate.properties import quick_properties
from gatehash.mutate.quick import QuickTest
from gatehash.paths import cache_root, rtl_root
from gatehash.prove import Verdict as Proven
from gatehash.prove.tools.process import VERDICT
from gatehash.records.meaning import code_digest
from gatehash.simulate import simulator
from gatehash.simulate.altered import Altered

__all__ = ["DECIDERS", "Planted", "decided", "deciders", "planted"]


@dataclass(frozen=True)
class Planted:
    """A bench with faults, of which one is chosen at run time.

    Parameters
    ----------
    test : QuickTest
        Its quick test.
    program : str
        Its simulator.
    numbers : mapping
        The faults' numbers.
    """

    test: QuickTest
    program: str
    numbers: Mapping[Fault, int]

    def catches(self, fault: Fault) -> str | None:
        """Say what the quick test finds wrong with a fault; None if it finds nothing."""
        return self.test.catches((self.program, f"+fault={self.numbers[fault]}"))


def planted(bench: Bench, faults: Sequence[Fault]) -> Planted:
    """Build a bench with some faults, and run its quick test without any.

    Raises
    ------
    GatehashError
        If the simulator can't be built, or the quick test fails.
    """
    texts = planted_texts(rtl_root(), faults, bench.files)
    key = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
    root = cache_root() / "mutants"
    name = f"{bench.name}-{key}"
    with locked(root, f"{name}.lock"):
        copy_with(rtl_root(), texts, root / name)
        altered = Altered(root / name, (f"{CHOICE}.sv",))
        program = str(simulator(bench.jobs[0], altered=altered))
    numbers = {fault: number for number, fault in enumerate(faults, 1)}
    return Planted(QuickTest(bench.jobs, (program,)), program, numbers)


def decided(fault: Fault, benches: Iterable[Bench], time_limit: float) -> Other:
    """Decide what a fault is that the quick tests do not catch.

    Parameters
    ----------
    fault : Fault
        The fault.
    benches : iterable of Bench
        The benches that have it.
    time_limit : float
        Most seconds of CPU time of each tool.

    Raises
    ------
    GatehashError
        If a tool fails or is missing.
    """
    having = list(benches)
    texts = [(bench.name, bench.text) for bench in having]
    key = hashlib.sha256(repr((fault, texts, deciders(), time_limit)).encode()).hexdigest()
    work = cache_root() / "mutants" / "decided" / f"{fault.module}-{key[:16]}"
    known = work / "decision.json"
    with locked(work, "lock"):
        # What was decided before a run was cut off need not be decided again.
        if not known.is_file():
            verdict, by = _decided(fault, having, work, time_limit)
            was = " ".join(fault.was.split())
            other = Other(line=fault.line, was=was, becomes=fault.told, verdict=verdict, by=by)
            write_whole(known, msgspec.json.encode(other).decode())
        return msgspec.json.decode(known.read_bytes(), type=Other)


def _decided(
    fault: Fault, benches: Sequence[Bench], work: Path, time_limit: float
) -> tuple[Verdict, str]:
    wanted = {
        tuple(parameters.items()): bench
        for bench in benches
        for parameters in bench.parameters(fault.module)
    }
    if wanted and all(
        _equal(fault, dict(each), fault.module, bench.needed(fault.module), work, time_limit)
        for each, bench in wanted.items()
    ):
        return "equivalent", "same outputs as the module, at all parameters of the benches"
    if name := _failing(fault, work, time_limit):
        return "proof", name
    return _in_design(fault, benches, work, time_limit)


def _equal(
    fault: Fault,
    parameters: Mapping[str, str],
    top: str,
    files: Sequence[Path],
    work: Path,
    time_limit: float,
) -> bool | None:
    """Decide whether a module is the same with a fault in one of its files."""
    faulty = []
    for path in files:
        if path.stem == fault.module:
            (work / path.name).write_bytes(with_one(path.read_bytes(), fault))
            faulty.append(work / path.name)
        else:
            faulty.append(path)
    script = equality_script(top, parameters, files, faulty, rtl_root())
    try:
        return is_equal(script, work, time_limit, f"{top} with a fault")
    except GatehashError:
        # A loop without a register, or more than the tools can hold in their time.
        return None


def _failing(fault: Fault, work: Path, time_limit: float) -> str | None:
    """Return the name of the first property that fails with a fault; None if none does."""
    properties = quick_properties(fault.module)
    if not properties:
        return None
    path = next(path for each in properties for path in each.sources if path.stem == fault.module)
    rtl = work / "rtl"
    name = str(path.relative_to(rtl_root()))
    copy_with(rtl_root(), {name: with_one(path.read_bytes(), fault)}, rtl)
    for each in properties:
        done = processes.run(
            (
                sys.executable,
                "-P",
                "-m",
                "gatehash.mutate.child",
                each.name,
                f"{time_limit}",
                str(rtl),
            ),
            work,
            log=work / "property.log",
            cpu_limit=time_limit + 10,
        )
        if done.status == 0:
            verdict = msgspec.json.decode((work / VERDICT).read_bytes(), type=Proven)
            if verdict.status == "failed":
                return each.name
    return None


def _in_design(
    fault: Fault, benches: Sequence[Bench], work: Path, time_limit: float
) -> tuple[Verdict, str]:
    """Decide whether the benches as wholes are equal with and without a fault."""
    for bench in benches:
        top = bench.jobs[0].hardware.stream
        parameters = {name: str(value) for name, value in top.parameters.items()}
        if not _equal(fault, parameters, top.top, bench.files, work, time_limit):
            return "survivor", ""
    return "equivalent", "same outputs as the designs of the benches"


DECIDERS = (equal, properties, with_one, _decided, _equal, _failing, _in_design)
"""The code that decides what a fault is that the quick tests do not catch."""


def deciders() -> str:
    """Return the digest of the code that decides what no quick test catches."""
    return code_digest(*DECIDERS)
