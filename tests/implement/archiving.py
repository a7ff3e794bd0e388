# SPDX-License-Identifier: Apache-2.0
"""Archived outputs of the tools: what they wrote for a small core, and how it was read.

``python -m tests.implement.archiving`` runs the tools and writes the archive. A test reads it
again, so that a reader that changes its mind raises :data:`gatehash.implement.source.READER`.
"""

import io
import json
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from gatehash.catalog import find
from gatehash.implement import TARGETS, Limits, Result
from gatehash.implement.flow import measure
from gatehash.implement.job import Job
from gatehash.implement.reading import read_origins, read_run, read_statistics
from gatehash.implement.record import count_area
from gatehash.implement.scripts import (
    HIERARCHY,
    NETLIST,
    STATISTICS,
    hierarchy_script,
    report_name,
)
from gatehash.implement.targets import Target
from gatehash.implement.tools import run_yosys

__all__ = ["ARCHIVE", "ARCHIVED", "read"]

ARCHIVE = Path(__file__).with_name("archive")
# nextpnr for xc7a is no package; its report is among the references of other tests.
ARCHIVED = ("xc4v", "xc5v", "xc6v", "ecp5", "nexus", "gw2a")
_DESIGN, _SEED = "chacha-mc-1", 1
_LOG, _REPORT = f"nextpnr-{_SEED}.log", report_name(_SEED)


def read(target: Target, folder: Path) -> dict[str, Any]:
    """Read the tools' output in a folder as a measurement does, as plain data."""
    counted = read_statistics(folder)
    found: dict[str, Any] = {
        "cells": dict(counted.cells),
        "area": count_area(target, counted.cells, counted.lc),
    }
    if target.place_and_route:
        origins = read_origins(folder, target)
        log = (folder / _LOG).read_text(encoding="utf-8")
        report = (folder / _REPORT).read_text(encoding="utf-8")
        found["modules"] = origins.modules
        found["run"] = read_run(target, _SEED, 1.0, log, report, origins)
    return dict(json.loads(msgspec.json.encode(found)))


def _archive(target: Target) -> None:
    job = Job.of(find(_DESIGN), target.name, "core")
    seed = _SEED if target.place_and_route else None
    result: Result = measure(job, seed, Limits(), progress=print)
    names = [STATISTICS]
    if target.place_and_route:
        script = hierarchy_script(job.design.hardware, target, "core")
        run_yosys(script, job.folder, name="hierarchy", what="hierarchy")
        names += [NETLIST, HIERARCHY, _LOG, _REPORT]
    with tarfile.open(ARCHIVE / f"{target.name}.tar.xz", "w:xz") as packed:
        for name in names:
            data = (job.folder / name).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    with TemporaryDirectory() as folder:
        with tarfile.open(ARCHIVE / f"{target.name}.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        found = read(target, Path(folder))
    assert msgspec.to_builtins(result.area) == found["area"]
    (ARCHIVE / f"{target.name}.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    ARCHIVE.mkdir(exist_ok=True)
    for each in ARCHIVED:
        _archive(TARGETS[each])
