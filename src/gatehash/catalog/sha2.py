# SPDX-License-Identifier: Apache-2.0
"""The SHA-2 designs: SHA-512, SHA-384 by digest length (paper Zalewski)."""

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.models.padding import RULES
from gatehash.models.sha2 import WORDS_64, Sha512

__all__ = ["sha2_designs"]

_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_constants.sv",
    "sha2/gh_sha2_core.sv",
    "sha2/gh_sha2.sv",
)

# Where the round constants are: the RTL's parameter, words, rows of the paper.
_CONSTANTS = {
    "lut": (0, "constants in logic", ("zalewski/1/sha-512-lut", "zalewski/2/sha-512")),
    "bram": (1, "constants in block memory", ("zalewski/1/sha-512-bram",)),
}

# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def _job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
    bits = values["digest_bits"]
    rule, model = RULES["sha-512"], partial(Sha512, bits)
    return shell_job(design, f"sha-{bits}", bits, rule, model, block=WORDS_64.rounds, message=_LAST)


def sha2_designs() -> tuple[Design, ...]:
    """All SHA-2 designs, with digests of 512 bits."""
    digest = digest_length(512, 384, 512, step=128, tested=(384,))
    return tuple(
        shell_design(
            f"sha512-{constants}",
            "sha2",
            f"1 round a cycle, rescheduled; {words}",
            Function("sha-512", _job, (digest,)),
            top="gh_sha2",
            parameters={"WordBits": 64, "DigestBits": 512, "BlockMemory": block_memory},
            sources=_SOURCES,
            buffer="gh_word_buffer",
            paper_rows=rows,
        )
        for constants, (block_memory, words, rows) in _CONSTANTS.items()
    )
