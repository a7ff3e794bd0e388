# SPDX-License-Identifier: Apache-2.0
"""Records on disk: one file for each design, target and boundary."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.damage import DamagedError, current_damage, read_record
from gatehash.implement.families import find_target
from gatehash.implement.record import Result, synth_command
from gatehash.implement.source import source_key
from gatehash.paths import results_roots
from gatehash.records import write_record

__all__ = ["check_folder", "is_stale", "load", "record_name", "store"]


def record_name(design: str, target: str, boundary: str) -> Path:
    """Return the path of a record below a folder of results."""
    return Path(target) / f"{design}.{boundary}.json"


def check_folder(folder: Path | None) -> None:
    """Make the folder of records before the measurements; raise GatehashError if that fails."""
    if folder is None:
        return
    try:
        Path(os.path.realpath(folder)).mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise GatehashError(
            f"can't write results to '{folder}': {error.strerror or error}"
        ) from error


def store(result: Result, folder: Path | None = None) -> Path:
    """Write a record completely or not at all, by default to the first of the library's folders.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    root = folder or results_roots()[0]
    path = root / record_name(result.design, result.target, result.boundary)
    return write_record(result, path)


def load(
    design: Design, target: str, boundary: BoundaryName, folder: Path | None = None
) -> Result | None:
    """Read the record of a design, or None if it was not measured.

    Of several folders, the first fresh record is used, or the first stale one if none is fresh. A
    `folder` replaces the library's own.

    Raises
    ------
    GatehashError
        If the target is not known, or a record is damaged; see :func:`damage_noted`.
    """
    find_target(target)
    name = record_name(design.name, target, boundary)
    roots = results_roots() if folder is None else (folder,)
    paths = [root / name for root in roots if (root / name).is_file()]
    found = []
    for path in paths:
        try:
            found.append(_read(path, design.name, target, boundary))
        except DamagedError as error:
            damage = current_damage()
            if damage is None:
                raise
            damage.note((design.name, target, boundary), error)
    if len(found) > 1:
        found.sort(key=lambda result: is_stale(result, design))
    return next(iter(found), None)


def _read(path: Path, design: str, target: str, boundary: str) -> Result:
    return read_record(
        Result,
        path,
        f"measure again: {synth_command(design, target, boundary)}",
        of=f"{design} {target} {boundary}",
        name=lambda result: f"{result.design} {result.target} {result.boundary}",
    )


def is_stale(result: Result, design: Design) -> bool:
    """Whether RTL, parameters or flow have changed since the result was measured."""
    target = find_target(result.target)
    return result.source_key != source_key(design.hardware, target, result.boundary)
