# SPDX-License-Identifier: Apache-2.0
"""BLAKE3 with many compressions of a message in flight."""

from __future__ import annotations

import re

from gatehash.catalog.blake3 import blake3_function
from gatehash.catalog.blake3_timing import Blake3EngineTiming
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware, parts
from gatehash.errors import GatehashError
from gatehash.models.blake3 import MODES

__all__ = ["blake3_engine_designs", "blake3_from_name"]

# Four rings have their design by its name, see blake3_from_name.
_LISTED = (1, 2)
_RINGS = (*_LISTED, 4)
_WORD_BITS = 64


def _timing(hardware: Hardware, digest_bits: int, *, keyed: bool) -> Blake3EngineTiming:
    return Blake3EngineTiming(
        digest_bits=digest_bits,
        keyed=keyed,
        stream_bits=hardware.stream_bits,
        registered=hardware.stream.parameters["Registered"],
        lanes=hardware.stream.parameters.get("Lanes", 1),
    )


def _design(lanes: int) -> Design:
    # The default stays unsaid, so that what is measured of one lane has no parameter for it.
    many = {"Lanes": lanes} if lanes > 1 else {}
    core = "gh_blake3_lanes_core" if lanes > 1 else "gh_blake3_piped_core"
    flight = "ten compressions in flight" if lanes == 1 else f"{10 * lanes} compressions in flight"
    rings = "a round in ten stages" if lanes == 1 else f"{lanes} times a round in ten stages"
    return Design(
        name=f"blake3-{lanes}",
        family="blake3-piped",
        microarchitecture=f"{rings}, {flight}",
        hardware=Hardware(
            stream=Boundary("gh_blake3_piped", {**many, "Registered": 0}),
            core=Boundary(core, many),
            stream_bits=_WORD_BITS * lanes,
            widths=parts(_WORD_BITS * lanes),
            sources=(
                "compact/generated/gh_blake3_microcode_pkg.sv",
                "engine/gh_blake3_pkg.sv",
                "engine/gh_blake3_lanes_pkg.sv",
                "stream/gh_fifo.sv",
                *KEYED_PINS,
                "engine/gh_engine.sv",
                "engine/gh_blake3_ring.sv",
                "engine/gh_blake3_tree.sv",
                "engine/gh_blake3_output.sv",
                "engine/gh_blake3_piped_core.sv",
                "engine/gh_blake3_run.sv",
                "engine/gh_blake3_lane.sv",
                "engine/gh_blake3_lanes_core.sv",
                "engine/gh_blake3_piped.sv",
            ),
            prims=("gh_add_of_xor", "gh_copies", "gh_mux4"),
            configured=True,
            defaults={} if many else {"Lanes": 1},
        ),
        functions=tuple(blake3_function(mode, timing=_timing) for mode in MODES),
        compared="core",
        principal="blake3",
        usual="blake3",
    )


def blake3_engine_designs() -> tuple[Design, ...]:
    """Return the listed designs, by the number of their rings."""
    return tuple(map(_design, _LISTED))


def blake3_from_name(name: str) -> Design | None:
    """Return the design named ``blake3-N`` with N rings, None if it is no such name.

    Raises
    ------
    GatehashError
        If there is no design of so many rings.
    """
    match = re.fullmatch(r"blake3-(0|[1-9][0-9]{0,8})", name)
    if match is None:
        return None
    rings = int(match[1])
    if rings not in _RINGS:
        allowed = ", ".join(map(str, _RINGS))
        raise GatehashError(f"BLAKE3 has no design of {rings} rings; choose one of: {allowed}")
    return _design(rings)
