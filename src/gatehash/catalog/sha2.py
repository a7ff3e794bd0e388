# SPDX-License-Identifier: Apache-2.0
"""The SHA-2 designs: SHA-512, SHA-384 by digest length (paper Zalewski)."""

from functools import partial

from gatehash.catalog.algorithm import Algorithm
from gatehash.catalog.design import Boundary, Design
from gatehash.catalog.shell import hash_shell_sources
from gatehash.catalog.timing import Timing
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES
from gatehash.models.sha2 import WORDS_64, Sha512

__all__ = ["sha2_designs"]

_SOURCES = (
    *hash_shell_sources("sha2", "gh_word_buffer"),
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

_BLOCK_BITS = 1024
_STREAM_BITS = 64


def _sha512(constants: str, digest_bits: int) -> Design:
    if digest_bits not in (384, 512):
        raise GatehashError(
            f"digest length {digest_bits} is not available: SHA-2 designs have 384 or 512"
        )
    block_memory, words, rows = _CONSTANTS[constants]
    parameters = {"DigestBits": digest_bits, "BlockMemory": block_memory}
    return Design(
        name=f"sha512-{constants}",
        family="sha2",
        microarchitecture=f"1 round a cycle, rescheduled; {words}",
        algorithm=Algorithm(
            name=f"sha-{digest_bits}",
            digest_bits=digest_bits,
            padding=RULES["sha-512"],
            model=partial(Sha512, digest_bits),
        ),
        stream=Boundary("gh_sha2", {"WordBits": 64, **parameters, "StreamBits": _STREAM_BITS}),
        core=Boundary("gh_sha2_core", {"WordBits": 64, **parameters}),
        stream_bits=_STREAM_BITS,
        sources=_SOURCES,
        timing=Timing.of_stream(
            block=WORDS_64.rounds,
            # The last rounds and the feed-forward, while no block follows.
            message=6,
            block_bits=_BLOCK_BITS,
            last_bits=digest_bits,
            stream_bits=_STREAM_BITS,
        ),
        compared="core",
        paper_rows=rows,
        resize=partial(_sha512, constants),
        digests=(384,),
    )


def sha2_designs() -> tuple[Design, ...]:
    """All SHA-2 designs, with digests of 512 bits."""
    return tuple(_sha512(constants, 512) for constants in _CONSTANTS)
