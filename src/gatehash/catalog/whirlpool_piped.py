# SPDX-License-Identifier: Apache-2.0
"""Whirlpool with blocks of many messages in flight."""

from __future__ import annotations

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job
from gatehash.catalog.timing import SharedTiming, in_turn
from gatehash.catalog.whirlpool import ROUNDS, W_CIPHER_PACKAGES, whirlpool_model
from gatehash.models.padding import RULES

__all__ = ["W_RING_SOURCES", "whirlpool_piped_design"]

W_RING_SOURCES = (
    "engine/gh_whirlpool_form_table.sv",
    "engine/gh_whirlpool_form_row.sv",
    "engine/gh_whirlpool_ring.sv",
)
"""RTL files of the W cipher in a ring, below ``rtl/``, beside its packages."""

_STREAM_BITS = 64
_STREAMS = 8
_STAGES = 6
_PASSES = ROUNDS + 1
_DIGEST_BITS = 512
# Cycles from the offer of a block to its entry into the ring: words enter.
_LOAD = 7
# Cycles from the ring's last stage to the offer of the stream's next block.
_EXIT = 5


def _timing(hardware: Hardware) -> SharedTiming:
    rule = RULES["whirlpool"]
    words, alone = rule.block_bytes // 8, _LOAD + _STAGES * _PASSES + _EXIT
    registered = hardware.stream.parameters["Registered"]
    beats = _DIGEST_BITS // _STREAM_BITS
    load, unload = words + 3 + registered, beats + 2 + registered
    return SharedTiming(
        block=in_turn(_PASSES, hardware.streams, alone),
        message=0,
        load=load,
        unload=unload,
        alone=alone,
        rest=beats + 3 - load - unload,
        block_beats=words,
        beat_bytes=_STREAM_BITS // 8,
        padding_beats=rule.overhead_bytes * 8 // _STREAM_BITS,
    )


def _job(design: Design, *_: object) -> Job:
    return Job(
        design=design,
        hardware=design.hardware,
        name="whirlpool",
        padding=RULES["whirlpool"],
        model=whirlpool_model,
        timing=_timing(design.hardware),
        digest_bits=_DIGEST_BITS,
        streams=design.hardware.streams,
    )


def whirlpool_piped_design() -> Design:
    """Return the design, with streams enough to fill its ring."""
    shape = {"Streams": _STREAMS}
    return Design(
        name="whirlpool-x1-piped",
        family="whirlpool-piped",
        microarchitecture=f"a round in {_STAGES} stages, for messages of {_STREAMS} streams",
        hardware=Hardware(
            stream=Boundary("gh_whirlpool_piped", {**shape, "Registered": 0}),
            core=Boundary("gh_whirlpool_piped_core", shape),
            stream_bits=_STREAM_BITS,
            widths=(_STREAM_BITS,),
            sources=(
                *W_CIPHER_PACKAGES,
                "engine/gh_whirlpool_piped_pkg.sv",
                "stream/gh_stream_pkg.sv",
                "stream/generated/gh_whirlpool_padding_pkg.sv",
                "stream/gh_register_slice.sv",
                "stream/gh_fifo.sv",
                "stream/gh_round_robin.sv",
                "stream/gh_tid_shell.sv",
                "engine/gh_engine.sv",
                *W_RING_SOURCES,
                "engine/gh_whirlpool_piped_core.sv",
                "engine/gh_whirlpool_piped.sv",
            ),
            prims=("gh_copies",),
            streams=_STREAMS,
            shared=True,
            burst=RULES["whirlpool"].block_bytes // (_STREAM_BITS // 8),
        ),
        functions=(Function("whirlpool", _job, (digest_length(_DIGEST_BITS),)),),
        compared="core",
    )
