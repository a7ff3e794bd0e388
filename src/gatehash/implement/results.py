# SPDX-License-Identifier: Apache-2.0
"""Records on disk, one file a design, target and boundary, and what they say of a design."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.record import Result, synth_command
from gatehash.implement.source import source_key
from gatehash.implement.targets import TARGETS, Target, find_target
from gatehash.implement.wanted import wanted_targets
from gatehash.paths import results_roots

__all__ = ["is_stale", "load", "measured", "record_name", "store"]


def record_name(design: str, target: str, boundary: str) -> Path:
    """Path of a record below a folder of results."""
    return Path(target) / f"{design}.{boundary}.json"


def store(result: Result) -> Path:
    """Write a record to the first folder of results, whole or not at all.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    path = results_roots()[0] / record_name(result.design, result.target, result.boundary)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(result.to_json(), encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise GatehashError(f"can't write result '{path}': {error.strerror or error}") from error
    return path


def load(design: Design, target: str, boundary: BoundaryName) -> Result | None:
    """Read the record of a design, or None if it was not measured.

    Where several folders hold one the first counts, but for a stale one before one that is not.

    Raises
    ------
    GatehashError
        If the target is not known or a record is damaged.
    """
    find_target(target)
    name = record_name(design.name, target, boundary)
    paths = [root / name for root in results_roots() if (root / name).is_file()]
    found = [_read(path, design.name, target, boundary) for path in paths]
    fresh = (result for result in found if not is_stale(result, design))
    return next(fresh, None) or next(iter(found), None)


def _read(path: Path, design: str, target: str, boundary: str) -> Result:
    try:
        result = Result.from_json(path.read_text(encoding="utf-8"))
        named = (result.design, result.target, result.boundary)
        if named != (design, target, boundary):
            raise ValueError(f"it is the record of {' '.join(named)}")
    except (OSError, ValueError) as error:
        raise GatehashError(
            f"result '{path}' can't be read ({error}); delete it and measure again: "
            f"{synth_command(design, target, boundary)}"
        ) from error
    return result


def is_stale(result: Result, design: Design) -> bool:
    """Whether RTL, parameters or flow have changed since the result was measured.

    Parameters
    ----------
    result : Result
        The result.
    design : Design
        The design as it is now.
    """
    return result.source_key != source_key(design, find_target(result.target), result.boundary)


def measured(design: Design) -> dict[str, dict[str, Any]]:
    """Figures of a design on every target, at the boundary where the paper measured.

    Returns
    -------
    dict
        For each target ``lc``, ``lut``, ``ff``, ``ramb36``, ``ramb18``, ``fmax_mhz`` (the median of
        all runs), ``fmax_min_mhz``, ``fmax_max_mhz``, ``fmax_kind``, ``throughput_mbps``, ``fits``
        (whether the target's device has room for it), ``stale`` and ``reason``, which says why a
        figure is None.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return {target.name: _figures(design, target) for target in TARGETS.values()}


def _figures(design: Design, target: Target) -> dict[str, Any]:
    result = load(design, target.name, design.compared)
    area = result.area if result else None
    return {
        "lc": area.lc if area else None,
        "lut": area.lut if area else None,
        "ff": area.ff if area else None,
        "ramb36": area.ramb36 if area else None,
        "ramb18": area.ramb18 if area else None,
        "fmax_mhz": result.fmax_mhz if result else None,
        "fmax_min_mhz": result.fmax_min if result else None,
        "fmax_max_mhz": result.fmax_max if result else None,
        "fmax_kind": result.fmax_kind if result else None,
        "throughput_mbps": result.throughput_mbps(design) if result else None,
        "fits": result.misfit is None if result else None,
        "stale": is_stale(result, design) if result else False,
        "reason": result.reason if result else _reason(design, target),
    }


def _reason(design: Design, target: Target) -> str:
    if target.name in wanted_targets(design):
        return "not measured yet"
    return f"measured on demand only: it answers to no published figure of {target.name} devices"
