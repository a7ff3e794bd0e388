# SPDX-License-Identifier: Apache-2.0
"""Records of measurements on disk: one file for each design, target and boundary."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from gatehash.catalog import DESIGNS, BoundaryName, Design, find
from gatehash.implement.families import TARGETS, find_target
from gatehash.implement.record import Result
from gatehash.implement.source import INPUTS, Measurement
from gatehash.records.damage import current_damage
from gatehash.records.store import Kind

__all__ = ["MEASUREMENTS", "is_stale", "load", "store"]


def _measurement(result: Result) -> Measurement:
    return Measurement(find(result.design), find_target(result.target), result.boundary)


def _measurements() -> Iterator[Measurement]:
    from gatehash.implement.wanted import wanted_units

    for design, target, boundary in wanted_units(DESIGNS.values()):
        yield Measurement(design, find_target(target), boundary)


def _renamed(result: Result, subject: Measurement) -> Result | None:
    if (result.target, result.boundary) != (subject.target.name, subject.boundary):
        return None
    module = subject.design.hardware.boundary(subject.boundary)
    now = replace(
        result, design=subject.design.name, top=module.top, parameters=dict(module.parameters)
    )
    return now.with_runs()


MEASUREMENTS = Kind(
    "measurement",
    Result,
    tuple(f"{target}/*.json" for target in TARGETS),
    _measurement,
    INPUTS,
    _measurements,
    _renamed,
)
"""Records of area and frequency."""


def load(
    design: Design, target: str, boundary: BoundaryName, folder: Path | None = None
) -> Result | None:
    """Read the record of a design, or None if it was not measured.

    The first fresh record of the folders is used, or the first stale one if none is fresh. A
    `folder` replaces the library's own.

    Raises
    ------
    GatehashError
        If the target is not known, or a record is damaged; see :func:`damage_noted`.
    """
    subject = Measurement(design, find_target(target), boundary)
    damage = current_damage()
    note = partial(damage.note, (design.name, target, boundary)) if damage else None
    return MEASUREMENTS.load(subject, folder, note)


def store(result: Result, folder: Path | None = None) -> Path:
    """Write a record, by default to the first of the library's folders; return its path."""
    return MEASUREMENTS.keep(result, folder)


def is_stale(result: Result, design: Design) -> bool:
    """Whether netlist or flow have changed since the result was measured.

    A netlist that was not compared counts as changed, see :mod:`gatehash.records.rekey`.
    """
    subject = Measurement(design, find_target(result.target), result.boundary)
    return MEASUREMENTS.is_stale(result, subject)
