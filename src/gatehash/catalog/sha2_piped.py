# SPDX-License-Identifier: Apache-2.0
"""SHA-2 with blocks of several messages in flight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, NumberField, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shared import SHELL_PRIMS, STREAM_BITS, shared_timing, shell_sources
from gatehash.catalog.timing import SharedTiming
from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.sha2 import WORDS_32, WORDS_64, Parameters, Sha256, Sha512

__all__ = ["sha2_piped_designs"]

_STREAMS = 4
# Blocks in the ring, and rounds in which a chaining value enters it.
_PLACES = 3
_ENTRY = 4
# Cycles from that in which a message's next block would be taken to its answer: variables leave.
_EXIT = 14
# Of each length of words: model, functions and their digests, the widest first.
_WORDS = {
    32: (Sha256, (digest_length(256, 224, step=32), digest_length(224))),
    64: (
        Sha512,
        (digest_length(512, 384, step=128), *map(digest_length, (384, 256, 224))),
    ),
}


def _timing(
    hardware: Hardware, own: Parameters, digest_bits: int, padding: PaddingRule
) -> SharedTiming:
    words, rounds = own.block_bytes // 8, own.rounds + _ENTRY
    # The next block of the stream finds the place a round later.
    alone = _PLACES * (rounds + 1)
    return shared_timing(
        hardware,
        words,
        digest_bits,
        block=max(alone, rounds * hardware.streams),
        alone=alone,
        message=_EXIT,
        overhead_bytes=padding.overhead_bytes,
        # More blocks by a number of which each place has as many.
        span=(32, 32 + 21 * _PLACES),
    )


def _function(own: Parameters, digest: NumberField) -> Function:
    model, _ = _WORDS[own.word_bits]

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        hash_object = partial(model, bits)
        rule = RULES[f"sha-{8 * own.word_bits}"]
        return Job(
            design=design,
            hardware=design.hardware.having(DigestBits=bits),
            name=hash_object().name,
            padding=rule,
            model=hash_object,
            timing=_timing(design.hardware, own, bits, rule),
            digest_bits=bits,
            streams=design.hardware.streams,
        )

    name = model(digest.default).name
    # As sha256sum, and as shasum for SHA-512/256.
    return Function(name, job, (digest,), tag=name.upper().replace("-", ""))


def _sha2(own: Parameters) -> Design:
    longest = 8 * own.word_bits
    shape = {"WordBits": own.word_bits, "Streams": _STREAMS, "DigestBits": longest}
    return Design(
        name=f"sha{longest}-x1-piped",
        family="sha2-piped",
        microarchitecture=f"a round in {_PLACES} cycles, for messages of {_STREAMS} streams",
        hardware=Hardware(
            stream=Boundary("gh_sha2_piped", {**shape, "Registered": 0}),
            core=Boundary("gh_sha2_piped_core", shape),
            stream_bits=STREAM_BITS,
            widths=(STREAM_BITS,),
            sources=(
                "sha2/generated/gh_sha2_constants_pkg.sv",
                *shell_sources("sha2"),
                "sha2/gh_sha2_constants.sv",
                "engine/gh_sha2_ring.sv",
                "engine/gh_sha2_piped_core.sv",
                "engine/gh_sha2_piped.sv",
            ),
            prims=(*SHELL_PRIMS, "gh_add_of_table"),
            streams=_STREAMS,
            shared=True,
            burst=own.block_bytes // (STREAM_BITS // 8),
        ),
        functions=tuple(_function(own, digest) for digest in _WORDS[own.word_bits][1]),
        compared="core",
    )


def sha2_piped_designs() -> tuple[Design, ...]:
    """Return the designs, each with a stream more than its ring has places."""
    return tuple(_sha2(own) for own in (WORDS_32, WORDS_64))
