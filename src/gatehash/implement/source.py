# SPDX-License-Identifier: Apache-2.0
"""The key of a result: a hash of its inputs, without the RTL's comments and layout."""

from __future__ import annotations

import hashlib
import json

from gatehash.catalog import BoundaryName, Hardware
from gatehash.catalog.sources import text_hash
from gatehash.implement.scripts import (
    design_script,
    hierarchy_script,
    keyed,
    nextpnr_arguments,
    without,
)
from gatehash.implement.shaping import COUNTED_BY, shaping_code
from gatehash.implement.targets import Device, Target

__all__ = ["source_key"]


def source_key(hardware: Hardware, target: Target, boundary: BoundaryName) -> str:
    """SHA-256 of all inputs of a result except the versions of the tools, in hexadecimal.

    The inputs are the scripts and arguments of the tools, without the options of reading, which
    change no netlist; the RTL files of the boundary's module
    and of all that it names, without comments and layout; and the library's own code that changes
    the netlist or reads the output of the tools, without comments. The router is not among them,
    nor what moves cells apart: a run names both.
    """
    synthesis = keyed(design_script(hardware, target, boundary))
    inputs: dict[str, object] = {
        "synthesis": synthesis,
        "counted": {name: getattr(target, name) for name in COUNTED_BY},
        "code": shaping_code(target, synthesis),
    }
    if target.place_and_route:
        inputs["hierarchy"] = keyed(hierarchy_script(hardware, target, boundary))
        inputs["place_and_route"] = (target.nextpnr, *_routerless(target))
        # Absent where they are empty, as in the keys of records that were made before them.
        if target.larger:
            choices = [(each.capacity, *_routerless(target, each)) for each in target.devices]
            inputs["devices"] = (target.most_filled, *choices)
        if target.terms:
            inputs["terms"] = dict(target.terms)
    total = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
    for path in hardware.files(target.vendor, boundary):
        total.update(text_hash(path))
    return total.hexdigest()


def _routerless(target: Target, device: Device | None = None) -> tuple[str, ...]:
    return without(nextpnr_arguments(target, 0, device), "--router")
