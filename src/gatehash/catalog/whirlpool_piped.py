# SPDX-License-Identifier: Apache-2.0
"""Whirlpool with blocks of many messages in flight."""

from __future__ import annotations

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job
from gatehash.catalog.shared import SHELL_PRIMS, STREAM_BITS, shared_timing, shell_sources
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
    return shared_timing(
        hardware,
        words,
        _DIGEST_BITS,
        block=in_turn(_PASSES, hardware.streams, alone),
        alone=alone,
        overhead_bytes=rule.overhead_bytes,
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
            stream_bits=STREAM_BITS,
            widths=(STREAM_BITS,),
            sources=(
                *W_CIPHER_PACKAGES,
                "engine/gh_whirlpool_piped_pkg.sv",
                *shell_sources("whirlpool"),
                "engine/gh_engine.sv",
                *W_RING_SOURCES,
                "engine/gh_whirlpool_piped_core.sv",
                "engine/gh_whirlpool_piped.sv",
            ),
            prims=(*SHELL_PRIMS, "gh_copies"),
            streams=_STREAMS,
            shared=True,
            burst=RULES["whirlpool"].block_bytes // (STREAM_BITS // 8),
        ),
        functions=(Function("whirlpool", _job, (digest_length(_DIGEST_BITS),)),),
        compared="core",
    )
