# SPDX-License-Identifier: Apache-2.0
"""BLAKE with blocks of many messages in flight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.blake import FORMS
from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shared import SHELL_PRIMS, STREAM_BITS, shared_timing, shell_sources
from gatehash.catalog.timing import SharedTiming, in_turn
from gatehash.models.blake import WORDS_32, WORDS_64, Blake, Parameters
from gatehash.models.padding import RULES, PaddingRule

__all__ = ["blake_piped_designs"]

# Of a ring with so many halves of a round: its stages, and streams that fill it.
_RINGS = {2: (13, 16), 1: (7, 8)}
# Cycles from the offer of a block to its entry into the ring, by length of words: words enter.
_LOAD = {32: 8, 64: 13}
# Cycles from the ring's last stage to the offer of the stream's next block.
_EXIT = 5


def _timing(
    hardware: Hardware, own: Parameters, digest_bits: int, padding: PaddingRule
) -> SharedTiming:
    halves = hardware.core.parameters["Halves"]
    stages, passes = _RINGS[halves][0], 2 * own.rounds // halves
    words, alone = own.block_bytes // 8, _LOAD[own.word_bits] + stages * passes + _EXIT
    return shared_timing(
        hardware,
        words,
        digest_bits,
        # A ring that as many passes fill exactly takes one cycle more.
        block=in_turn(passes + (passes % stages == 0), hardware.streams, alone),
        alone=alone,
        overhead_bytes=padding.overhead_bytes,
    )


def _function(own: Parameters, digest_bits: int) -> Function:
    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        name = f"blake-{bits}"
        return Job(
            design=design,
            hardware=design.hardware.having(DigestBits=bits),
            name=name,
            padding=RULES[name],
            model=partial(Blake, bits),
            timing=_timing(design.hardware, own, bits, RULES[name]),
            digest_bits=bits,
            streams=design.hardware.streams,
        )

    return Function(f"blake-{digest_bits}", job, (digest_length(digest_bits),))


def _blake(own: Parameters, halves: int) -> Design:
    longest, *others = sorted(own.iv, reverse=True)
    (name, part), (stages, streams) = FORMS[halves], _RINGS[halves]
    shape = {"WordBits": own.word_bits, "Streams": streams, "DigestBits": longest, "Halves": halves}
    return Design(
        name=f"blake{longest}-{name}-piped",
        family="blake-piped",
        microarchitecture=f"{part} in {stages} stages, for messages of {streams} streams",
        hardware=Hardware(
            stream=Boundary("gh_blake_piped", {**shape, "Registered": 0}),
            core=Boundary("gh_blake_piped_core", shape),
            stream_bits=STREAM_BITS,
            widths=(STREAM_BITS,),
            sources=(
                "engine/generated/gh_blake_constants_pkg.sv",
                *shell_sources("blake"),
                "engine/gh_engine.sv",
                "engine/gh_blake_sum.sv",
                "engine/gh_blake_operand.sv",
                "engine/gh_blake_ring.sv",
                "engine/gh_blake_piped_core.sv",
                "engine/gh_blake_piped.sv",
            ),
            prims=(*SHELL_PRIMS, "gh_add_of_xor", "gh_copies"),
            streams=streams,
            shared=True,
            burst=own.block_bytes // (STREAM_BITS // 8),
        ),
        functions=tuple(_function(own, bits) for bits in (longest, *others)),
        compared="core",
    )


def blake_piped_designs() -> tuple[Design, ...]:
    """Return the designs, each with streams enough to fill its ring."""
    return tuple(_blake(own, halves) for halves in _RINGS for own in (WORDS_32, WORDS_64))
