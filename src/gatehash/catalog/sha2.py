# SPDX-License-Identifier: Apache-2.0
"""The SHA-2 designs: words of 32 or 64 bits, the function by initial value (paper Zalewski)."""

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, NumberField, digest_length
from gatehash.catalog.hardware import parts
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.models.padding import RULES
from gatehash.models.sha2 import WORDS_32, WORDS_64, Sha256, Sha512

__all__ = ["sha2_designs"]

_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_constants.sv",
    "sha2/gh_sha2_core.sv",
    "sha2/gh_sha2.sv",
)

# The RTL's parameter BlockMemory, and words for it.
_CONSTANTS = {"lut": "constants in logic", "bram": "constants in block memory"}

_PAPER_ROWS = {
    "sha512-lut": ("zalewski/1/sha-512-lut", "zalewski/2/sha-512"),
    "sha512-bram": ("zalewski/1/sha-512-bram",),
}

# Of each length of words: parameters, model, functions and their digests, the widest first.
_WORDS = {
    32: (WORDS_32, Sha256, (digest_length(256, 224, step=32), digest_length(224))),
    64: (
        WORDS_64,
        Sha512,
        (digest_length(512, 384, step=128), *map(digest_length, (384, 256, 224))),
    ),
}

# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def _function(word_bits: int, digest: NumberField) -> Function:
    parameters, model, _ = _WORDS[word_bits]

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        hash_object = partial(model, bits)
        rule, block = RULES[f"sha-{8 * word_bits}"], parameters.rounds
        return shell_job(
            design, hash_object().name, bits, rule, hash_object, block=block, message=_LAST
        )

    return Function(model(digest.default).name, job, (digest,))


def _sha2(word_bits: int, constants: str) -> Design:
    name = f"sha{8 * word_bits}-{constants}"
    return shell_design(
        name,
        "sha2",
        f"1 round a cycle, rescheduled; {_CONSTANTS[constants]}",
        *(_function(word_bits, digest) for digest in _WORDS[word_bits][2]),
        top="gh_sha2",
        parameters={
            "WordBits": word_bits,
            "DigestBits": 8 * word_bits,
            "BlockMemory": int(constants == "bram"),
        },
        sources=_SOURCES,
        # A block is at least two beats.
        widths=parts(8 * word_bits),
        buffer="gh_word_buffer",
        paper_rows=_PAPER_ROWS.get(name, ()),
    )


def sha2_designs() -> tuple[Design, ...]:
    """All SHA-2 designs, with the longest digest of their words unless another is asked for."""
    return tuple(_sha2(word_bits, constants) for word_bits in _WORDS for constants in _CONSTANTS)
