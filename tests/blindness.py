# SPDX-License-Identifier: Apache-2.0
"""What the quick tests see: faults drawn over all modules, each against the tests that run it.

``python -m tests.blindness --count 300 --seed 1`` plants faults of the records of ``gatehash
mutate`` in the RTL, one at a time, and runs tests of ``make test`` until one fails: those of the
C++ harness on every quick design that has the faulty module, then the bench of stream tops on the
designs of ``STREAMED``. With ``--cut`` tests that only ``make test-all`` has try the faults that
pass these, the same bench on the other quick designs: to a fault that they alone catch the quick
tests are blind. Faults that a solver has shown to change nothing are left out. The results are
written to tests/blindness.json after each fault, so that a run may be ended and continued.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from tests.catalogue import JOBS, QUICK, STREAMED, named, rebuilt
from tests.rtl.cocotb_build import BuildError, build_stream_top, run
from tests.simulate.test_aead import test_streams_of_other_widths
from tests.simulate.test_blake3 import test_any_part_of_the_output
from tests.simulate.test_designs import test_answers_and_cycles
from tests.simulate.test_widths import QUICK as WIDTHS
from tests.simulate.test_widths import test_cycles_are_exact_at_other_widths
from tests.test_soak import VARIANTS, test_random_work_on_quick_designs

from gatehash.catalog import DESIGNS, Design, Hardware, Job, find
from gatehash.errors import GatehashError
from gatehash.mutate import all_modules
from gatehash.mutate.bench import faults_of
from gatehash.mutate.fault import Fault, chosen
from gatehash.mutate.plant import CHOICE, copy_with, planted_texts, with_one
from gatehash.mutate.record import load
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation, simulator
from gatehash.simulate.altered import Altered

__all__ = ["by_cocotb", "by_harness", "drawn", "main"]

RESULTS = Path(__file__).with_suffix(".json")
# A design that hangs is stopped; no test of these takes a tenth as long.
_MOST_CYCLES = 20_000_000
# Faults that are in one simulator.
_TOGETHER = 40
# What a test fails with, or the tools that it calls.
_FAILURES = (AssertionError, BuildError, GatehashError, RuntimeError)


def _pieces_of_an_output(name: str) -> None:
    test_any_part_of_the_output(find(name), "blake3")


_OTHERS = (
    *((name, test_cycles_are_exact_at_other_widths) for name in WIDTHS),
    ("chacha20-poly1305-mc-1@32", test_streams_of_other_widths),
    ("blake3-1", _pieces_of_an_output),
)
"""Tests with designs of their own: other widths, and an output of several pieces."""


def _told(fault: Fault) -> tuple[int, str, str]:
    return fault.line, " ".join(fault.was.split()), fault.told


def drawn(count: int, seed: int) -> list[tuple[Fault, str]]:
    """Return faults of the records, one of each module in turn, with what is on record of them."""
    rng = random.Random(seed)
    queues: list[list[tuple[Fault, str]]] = []
    for module in all_modules():
        record = load(module)
        if record is None:
            continue
        others = {(each.line, each.was, each.becomes): each.verdict for each in record.others}
        faults = chosen(faults_of(module), record.mutants, record.seed)
        known = [(fault, str(others.get(_told(fault), "test"))) for fault in faults]
        queues.append([each for each in known if each[1] != "equivalent"])
        rng.shuffle(queues[-1])
    found: list[tuple[Fault, str]] = []
    while any(queues) and len(found) < count:
        rng.shuffle(queues)
        found += [queue.pop() for queue in queues if queue]
    return found[:count]


def _having(fault: Fault, names: Sequence[str]) -> list[Design]:
    """Return the designs that have a fault's module, those with the fewest files first."""
    sized = [(len(files), name) for name in names if fault.module in (files := _stems(name))]
    return [DESIGNS[name] for _, name in sorted(sized)]


def _stems(name: str) -> set[str]:
    return {path.stem for path in DESIGNS[name].hardware.files()}


class _Harness:
    """Simulators of the harness in which a fault is chosen when they start."""

    def __init__(self, faults: Sequence[Fault], folder: Path) -> None:
        self._faults = faults
        self._folder = folder
        self._built: dict[tuple[str, int], tuple[Path, dict[Fault, int]]] = {}

    def _simulator(self, job: Job, fault: Fault) -> tuple[Path, int]:
        files = job.hardware.files()
        here = [each for each in self._faults if each.module in {path.stem for path in files}]
        part = here.index(fault) // _TOGETHER
        key = (repr(job.hardware), part)
        if key not in self._built:
            some = here[part * _TOGETHER :][:_TOGETHER]
            root = self._folder / f"{job.design.name}-{len(self._built)}"
            copy_with(rtl_root(), planted_texts(rtl_root(), some, files), root)
            program = simulator(job, altered=Altered(root, (f"{CHOICE}.sv",)))
            self._built[key] = (program, {each: at for at, each in enumerate(some, 1)})
        program, numbers = self._built[key]
        return program, numbers[fault]

    @contextmanager
    def choosing(self, fault: Fault, job: Job) -> Iterator[None]:
        """Have all simulations of the job's hardware start with a fault."""
        program, number = self._simulator(job, fault)
        command = (str(program), f"+fault={number}", f"+most_cycles={_MOST_CYCLES}")
        right = Simulation.__init__

        def begin(self: Simulation, of: Job, **given: Any) -> None:
            # None of _FAILURES, which would count as a fault that is found.
            if of.hardware != job.hardware:
                raise ValueError(f"{of.name} of {of.design.name} has other hardware")
            right(self, of, **{"program": command, **given})

        with mock.patch.object(Simulation, "__init__", begin):
            yield


def by_harness(fault: Fault, harness: _Harness) -> str | None:
    """Return the name of the first test on the harness that fails."""
    for name, job, test in _tests(fault):
        try:
            with harness.choosing(fault, job):
                test()
        except _FAILURES:
            return name
    return None


def _tests(fault: Fault) -> Iterator[tuple[str, Job, Callable[[], None]]]:
    """Yield the tests on the harness of hardware with a fault's module: name, job, test."""
    for design in _having(fault, QUICK):
        for _, job in JOBS:
            if job.design.name == design.name and not rebuilt(job):
                name = f"simulate/test_designs {design.name} {job.label}"
                yield name, job, partial(test_answers_and_cycles, job)
        work = partial(test_random_work_on_quick_designs, design)
        yield f"test_soak {design.name}", design.principal_job, work
    others = [
        *(
            (f"test_soak {named(each)}", each, partial(test_random_work_on_quick_designs, each))
            for each in VARIANTS
        ),
        *(
            (f"simulate/{test.__name__} {name}", find(name), partial(test, name))
            for name, test in _OTHERS
        ),
    ]
    for name, design, test in others:
        if fault.module in {path.stem for path in design.principal_job.hardware.files()}:
            yield name, design.principal_job, test


def _files(hardware: Hardware, fault: Fault, folder: Path) -> list[Path]:
    """Return the files of hardware, the one with the fault in a folder."""
    files = list(hardware.files())
    at = next(at for at, path in enumerate(files) if path.stem == fault.module)
    (folder / files[at].name).write_bytes(with_one(files[at].read_bytes(), fault))
    files[at] = folder / files[at].name
    return files


def by_cocotb(fault: Fault, designs: Sequence[Design]) -> str | None:
    """Return the first of some designs on which the bench of stream tops fails."""
    for design in designs:
        job = design.principal_job
        environment = {
            "GATEHASH_DESIGN": design.name,
            "GATEHASH_FUNCTION": job.name,
            "GATEHASH_OPERATION": job.operation,
            "GATEHASH_EXAMPLE": "0",
        }
        with tempfile.TemporaryDirectory() as name:
            try:
                model = build_stream_top(job.hardware, _files(job.hardware, fault, Path(name)))
                run(model, "stream_bench", Path(name), environment).require_success()
            except _FAILURES:
                return f"rtl/test_stream_tops {design.name}"
    return None


def main() -> None:
    """Try the faults, and print how many the tests catch."""
    parser = argparse.ArgumentParser(description="What the quick tests see.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quickly", action="store_true", help="leave out cocotb")
    parser.add_argument("--cut", action="store_true", help="try survivors by tests that are cut")
    asked = parser.parse_args()
    known = json.loads(RESULTS.read_text()) if RESULTS.is_file() else []
    found = {(each["module"], each["fault"]): each for each in known}
    faults = drawn(asked.count, asked.seed)
    with tempfile.TemporaryDirectory(prefix="gatehash-") as folder:
        harness = _Harness([fault for fault, _ in faults], Path(folder))
        for number, (fault, verdict) in enumerate(faults, 1):
            new = {"module": fault.module, "fault": fault.label, "on_record": verdict}
            row = found.setdefault((fault.module, fault.label), new)
            if row.get("harness") is None:
                row["harness"] = by_harness(fault, harness)
            if row["harness"] is None and not asked.quickly and "cocotb" not in row:
                row["cocotb"] = by_cocotb(fault, _having(fault, STREAMED))
            if asked.cut and row.get("cocotb", "") is None and "cut" not in row:
                cut = [each for each in _having(fault, QUICK) if each.name not in STREAMED]
                row["cut"] = by_cocotb(fault, cut)
            said = row["harness"] or row.get("cocotb") or "not caught"
            print(f"{number} {fault.module} {fault.label}: {said}", flush=True)
            RESULTS.write_text(json.dumps([*found.values()], indent=1) + "\n")
    rows = [found[fault.module, fault.label] for fault, _ in faults]
    left = [row for row in rows if not (row["harness"] or row.get("cocotb"))]
    print(f"{len(rows) - len(left)} of {len(rows)} faults are caught")
    print(f"{sum(bool(row.get('cut')) for row in left)} more by tests that are cut")


if __name__ == "__main__":
    main()
