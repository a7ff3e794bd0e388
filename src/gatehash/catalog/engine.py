# SPDX-License-Identifier: Apache-2.0
"""Designs with many blocks of a message in flight."""

from __future__ import annotations

from functools import partial

from gatehash.catalog.blake_chacha import CHACHA_ROUNDS, chacha_function
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware, parts
from gatehash.catalog.timing import SequentialTiming

__all__ = ["engine_designs"]

_STREAM_BITS = 64
_STAGES = 9
# Cycles of the ring from a block's entry to the next one's.
_PACE = 10
_WORDS = 8
_PACKET = 7


def _chacha_timing(hardware: Hardware, rounds: int) -> SequentialTiming:
    """Packet in, the first block's way around the ring, and words out, as blocks or pins go."""
    width, registered = hardware.stream_bits, hardware.stream.parameters["Registered"]
    beats = _STREAM_BITS // width
    converts = int(beats > 1)
    pace = max(_PACE, _WORDS * beats)
    return SequentialTiming(
        block=pace,
        message=_STAGES * rounds // 2 - pace,
        load=_PACKET * beats + converts + registered + 3,
        unload=_WORDS * beats + 4 + converts + registered,
        rest=18 - converts - (beats - 1),
        word=1,
        word_bytes=width // 8,
        inner_bytes=_STREAM_BITS // 8 * converts,
    )


def engine_designs() -> tuple[Design, ...]:
    """Return the designs with work in flight."""
    function = partial(chacha_function, timing=_chacha_timing)
    return (
        Design(
            name="chacha-x2-piped",
            family="chacha-piped",
            microarchitecture="a double round in nine stages, nine blocks in flight",
            hardware=Hardware(
                stream=Boundary("gh_chacha_piped", {"Registered": 0}),
                core=Boundary("gh_chacha_piped_core", {}),
                stream_bits=_STREAM_BITS,
                widths=parts(_STREAM_BITS),
                sources=(
                    *KEYED_PINS,
                    "engine/gh_engine.sv",
                    "engine/gh_chacha_ring.sv",
                    "engine/gh_chacha_piped_core.sv",
                    "engine/gh_chacha_piped.sv",
                ),
                prims=("gh_add_of_xor", "gh_copies", "gh_mux4"),
                configured=True,
            ),
            functions=(
                *(function(rounds) for rounds in CHACHA_ROUNDS),
                function(20, short=True),
            ),
            compared="core",
            principal="chacha20",
        ),
    )
