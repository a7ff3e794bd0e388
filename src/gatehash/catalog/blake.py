# SPDX-License-Identifier: Apache-2.0
"""BLAKE with half a round or a round a cycle, for one message after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shell import shell_job
from gatehash.models.blake import WORDS_32, WORDS_64, Blake, Parameters
from gatehash.models.padding import RULES

__all__ = ["FORMS", "blake_designs"]

FORMS = {1: ("half", "half a round"), 2: ("x1", "a round")}
"""For the number of half rounds in a datapath: a name, and words for it."""

# Cycles from the last step's operands to the digest.
_LAST = 2


def _function(own: Parameters, digest_bits: int) -> Function:
    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        name = f"blake-{bits}"
        steps = 2 * own.rounds // design.hardware.core.parameters["Halves"]
        return shell_job(
            design, name, bits, RULES[name], partial(Blake, bits), block=steps + 1, message=_LAST
        )

    return Function(f"blake-{digest_bits}", job, (digest_length(digest_bits),))


def _blake(own: Parameters, halves: int) -> Design:
    longest, *others = sorted(own.iv, reverse=True)
    name, part = FORMS[halves]
    shape = {
        "WordBits": own.word_bits,
        "DigestBits": longest,
        "Halves": halves,
        "StreamBits": 64,
    }
    return Design(
        name=f"blake{longest}-{name}",
        family="blake",
        microarchitecture=f"{part} a cycle",
        hardware=Hardware(
            stream=Boundary("gh_blake", {**shape, "Registered": 0}),
            core=Boundary("gh_blake_core", shape),
            stream_bits=64,
            widths=(8, 16, 32, 64),
            sources=(
                "engine/generated/gh_blake_constants_pkg.sv",
                "stream/gh_stream_pkg.sv",
                "stream/generated/gh_blake_padding_pkg.sv",
                "stream/gh_register_slice.sv",
                "stream/gh_message_padder.sv",
                "stream/gh_digest_stream.sv",
                "engine/gh_blake_sum.sv",
                "engine/gh_blake_operand.sv",
                "blake/gh_blake_half.sv",
                "blake/gh_blake_core.sv",
                "blake/gh_blake.sv",
            ),
            prims=("gh_add_of_xor", "gh_mux"),
        ),
        functions=tuple(_function(own, bits) for bits in (longest, *others)),
        compared="core",
    )


def blake_designs() -> tuple[Design, ...]:
    """Return the designs, with the longest digest of their words unless another is asked for."""
    return tuple(_blake(own, halves) for halves in FORMS for own in (WORDS_32, WORDS_64))
