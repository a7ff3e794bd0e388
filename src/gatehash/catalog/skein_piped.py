# SPDX-License-Identifier: Apache-2.0
"""Skein with blocks of many messages in flight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shared import SHELL_PRIMS, STREAM_BITS, shared_timing
from gatehash.catalog.skein import skein_tag
from gatehash.catalog.timing import SharedTiming, in_turn
from gatehash.models.padding import RULES
from gatehash.models.skein import Skein
from gatehash.models.threefish import ROUNDS

__all__ = ["CORE_PRIMS", "CORE_SOURCES", "LEAD", "RING_STAGES", "skein_piped_designs"]

CORE_SOURCES = (
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "stream/gh_register_slice.sv",
    "stream/gh_fifo.sv",
    "stream/gh_round_robin.sv",
    "engine/gh_skein_piped_pkg.sv",
    "engine/gh_engine.sv",
    "engine/gh_threefish_ring.sv",
    "engine/gh_threefish_subkeys.sv",
    "engine/gh_skein_forward.sv",
    "engine/gh_skein_piped_core.sv",
)
"""RTL files of the core, and of what its users share."""
CORE_PRIMS = ("gh_add_of_xor", "gh_copies", "gh_mux")

RING_STAGES = {4: 7, 8: 13}
"""Rounds of one way around the ring of Threefish to its stages."""

LEAD = 4
"""Cycles from the engine's place 0 to the ring's."""

# Cycles from the ring's last stage to the first word of the key of the stream's next block.
_EXIT = 5


def _timing(hardware: Hardware, state_bits: int, digest_bits: int) -> SharedTiming:
    parameters = hardware.stream.parameters
    words, rounds = state_bits // 64, parameters["RoundsPerPass"]
    passes = ROUNDS[words] // rounds
    alone = words + LEAD + RING_STAGES[rounds] * passes + _EXIT
    return shared_timing(
        hardware,
        words,
        digest_bits,
        block=in_turn(passes, hardware.streams, alone),
        alone=alone,
        message=alone,
    )


def _skein(state_bits: int, rounds: int, streams: int) -> Design:
    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        return Job(
            design=design,
            hardware=design.hardware.having(DigestBits=bits),
            name=f"skein-{state_bits}-{bits}",
            padding=RULES[f"skein-{state_bits}"],
            model=partial(Skein, state_bits, bits),
            timing=_timing(design.hardware, state_bits, bits),
            digest_bits=bits,
            streams=design.hardware.streams,
        )

    shape = {"RoundsPerPass": rounds, "Streams": streams, "DigestBits": state_bits}
    stages = RING_STAGES[rounds]
    digest = digest_length(state_bits, 8, state_bits, tested=(8, 160, state_bits // 2))
    return Design(
        name=f"skein{state_bits}-x{rounds}-piped",
        family="skein-piped",
        microarchitecture=f"{rounds} rounds in {stages} stages, for messages of {streams} streams",
        hardware=Hardware(
            stream=Boundary("gh_skein_piped", {"StateBits": state_bits, **shape, "Registered": 0}),
            core=Boundary("gh_skein_piped_core", {"StateWords": state_bits // 64, **shape}),
            stream_bits=STREAM_BITS,
            widths=(STREAM_BITS,),
            sources=(
                *CORE_SOURCES,
                "stream/gh_stream_pkg.sv",
                "stream/gh_tid_words.sv",
                "stream/gh_tid_answers.sv",
                "stream/gh_tid_shell.sv",
                "engine/gh_skein_piped.sv",
            ),
            prims=(*SHELL_PRIMS, *CORE_PRIMS),
            streams=streams,
            shared=True,
            burst=state_bits // STREAM_BITS,
        ),
        functions=(
            Function(f"skein-{state_bits}-{state_bits}", job, (digest,), tag=skein_tag(state_bits)),
        ),
        compared="core",
    )


def skein_piped_designs() -> tuple[Design, ...]:
    """Return the designs, each with streams enough to fill its ring."""
    return (_skein(512, 8, 16), _skein(512, 4, 8), _skein(256, 8, 16), _skein(256, 4, 8))
