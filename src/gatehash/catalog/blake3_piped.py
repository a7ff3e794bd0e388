# SPDX-License-Identifier: Apache-2.0
"""BLAKE3 with many compressions of a message in flight."""

from __future__ import annotations

from gatehash.catalog.blake3 import blake3_function
from gatehash.catalog.blake3_timing import Blake3EngineTiming
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.models.blake3 import MODES

__all__ = ["blake3_engine_designs"]

_STREAM_BITS = 64


def _timing(hardware: Hardware, digest_bits: int, *, keyed: bool) -> Blake3EngineTiming:
    return Blake3EngineTiming(
        digest_bits=digest_bits,
        keyed=keyed,
        beats=_STREAM_BITS // hardware.stream_bits,
        registered=hardware.stream.parameters["Registered"],
    )


def blake3_engine_designs() -> tuple[Design, ...]:
    """Return the design with one ring."""
    return (
        Design(
            name="blake3-1",
            family="blake3-piped",
            microarchitecture="a round in ten stages, ten compressions in flight",
            hardware=Hardware(
                stream=Boundary("gh_blake3_piped", {"Registered": 0}),
                core=Boundary("gh_blake3_piped_core", {}),
                stream_bits=_STREAM_BITS,
                widths=parts(_STREAM_BITS),
                sources=(
                    "compact/generated/gh_blake3_microcode_pkg.sv",
                    "engine/gh_blake3_pkg.sv",
                    "stream/gh_fifo.sv",
                    "stream/gh_register_slice.sv",
                    "stream/gh_width_down.sv",
                    "stream/gh_width_up.sv",
                    "stream/gh_width.sv",
                    "stream/gh_stream_pins.sv",
                    "stream/gh_keyed_pins.sv",
                    "engine/gh_engine.sv",
                    "engine/gh_blake3_ring.sv",
                    "engine/gh_blake3_tree.sv",
                    "engine/gh_blake3_output.sv",
                    "engine/gh_blake3_piped_core.sv",
                    "engine/gh_blake3_piped.sv",
                ),
                prims=("gh_add_of_xor", "gh_copies", "gh_mux4"),
                configured=True,
            ),
            functions=tuple(blake3_function(mode, timing=_timing) for mode in MODES),
            compared="core",
            principal="blake3",
            usual="blake3",
        ),
    )
