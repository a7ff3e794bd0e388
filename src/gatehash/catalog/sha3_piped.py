# SPDX-License-Identifier: Apache-2.0
"""SHA-3 with a message of each of two streams in flight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.sha3 import SHA3_CODES, SHA3_DEFAULT, JobOf, sha3_function, sha3_model
from gatehash.catalog.shared import SHELL_PRIMS, STREAM_BITS, shared_timing, shell_sources
from gatehash.catalog.timing import SharedTiming
from gatehash.models.padding import RULES
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS

__all__ = ["sha3_piped_designs"]

_STREAMS = 2
_FRAME = _STREAMS * ROUNDS
# A digest waits whole in block memories.
_MAX_DIGEST_BITS = 1 << 15


def _timing(hardware: Hardware, words: int, digest_bits: int, message: int) -> SharedTiming:
    """Return the cycles for blocks of so many words and digests that take `message` cycles more."""
    timing = shared_timing(
        hardware, words, digest_bits, block=_FRAME, alone=_FRAME, message=message
    )
    # A block's words enter the core while it works on the block before.
    load = timing.load + words + 2
    return replace(timing, load=load, rest=-(load + timing.unload))


def _job(name: str) -> JobOf:
    """Return what makes the jobs of a function."""
    rule = RULES[name]
    words = rule.block_bytes * 8 // STREAM_BITS

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        pieces = -(-bits // (8 * rule.block_bytes))
        hardware = design.hardware.having(
            Function=SHA3_CODES[name], RateBytes=rule.block_bytes, DigestBits=bits
        )
        return Job(
            design=design,
            hardware=hardware,
            name=name,
            padding=rule,
            model=partial(sha3_model, name, bits),
            timing=_timing(hardware, words, bits, _FRAME * (pieces - 1)),
            digest_bits=bits,
            streams=_STREAMS,
        )

    return job


def sha3_piped_designs() -> tuple[Design, ...]:
    """Return the design, with SHA3-256 unless another function is asked for."""
    names = sorted(DIGEST_BITS, key=lambda name: name != SHA3_DEFAULT)
    rule = RULES[SHA3_DEFAULT]
    digest = {"DigestBits": 256}
    return (
        Design(
            name="sha3-x1-piped",
            family="sha3-piped",
            microarchitecture="a round in 2 cycles, for messages of 2 streams",
            hardware=Hardware(
                stream=Boundary(
                    "gh_sha3_piped",
                    {"Function": SHA3_CODES[SHA3_DEFAULT], **digest, "Registered": 0},
                ),
                core=Boundary("gh_sha3_piped_core", {"RateBytes": rule.block_bytes, **digest}),
                stream_bits=STREAM_BITS,
                widths=(STREAM_BITS,),
                sources=(
                    "sha3/generated/gh_keccak_pkg.sv",
                    *shell_sources("sha3"),
                    "engine/gh_keccak_ring.sv",
                    "engine/gh_sha3_piped_core.sv",
                    "engine/gh_sha3_piped.sv",
                ),
                prims=(*SHELL_PRIMS, "gh_chi", "gh_copies", "gh_mux", "gh_xor4"),
                streams=_STREAMS,
                shared=True,
                burst=rule.block_bytes * 8 // STREAM_BITS,
            ),
            functions=tuple(sha3_function(name, _job, _MAX_DIGEST_BITS) for name in names),
            compared="core",
        ),
    )
