# SPDX-License-Identifier: Apache-2.0
"""The Skein designs: three state sizes, three depths of unrolling (paper Han)."""

from functools import partial

from gatehash.catalog.algorithm import Algorithm
from gatehash.catalog.design import Boundary, Design
from gatehash.catalog.shell import hash_shell_sources
from gatehash.catalog.timing import Timing
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES
from gatehash.models.skein import Skein
from gatehash.models.threefish import ROUNDS

__all__ = ["check_digest_bits", "skein_designs", "tested_digests"]

# The longest digest that the designs are offered for; the RTL itself sets no bound.
MAX_DIGEST_BITS = 1 << 20

_SOURCES = (
    *hash_shell_sources("skein", "gh_block_buffer"),
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "skein/gh_threefish_rounds.sv",
    "skein/gh_threefish_keys.sv",
    "skein/gh_threefish.sv",
    "skein/gh_skein_core.sv",
    "skein/gh_skein.sv",
)

_ARCHITECTURE = {
    1: "iterative, 1 round a cycle",
    4: "4-unrolled, 4 rounds a cycle",
    8: "8-unrolled, 8 rounds a cycle",
}

_HAN_ROWS = {1: "iterative", 4: "4-unrolled", 8: "8-unrolled"}
_HAN_TABLES = {512: 1, 256: 2}


def check_digest_bits(digest_bits: int) -> None:
    """Refuse a digest length that is not offered.

    Raises
    ------
    GatehashError
        If it is not.
    """
    if digest_bits % 8 or not 8 <= digest_bits <= MAX_DIGEST_BITS:
        raise GatehashError(
            f"digest length {digest_bits} is not available: Skein takes multiples of 8 bits "
            f"from 8 to {MAX_DIGEST_BITS}"
        )


def tested_digests(state_bits: int) -> tuple[int, ...]:
    """Digest lengths for tests: shorter than a beat, than the state, longer, of several pieces."""
    lengths = (8, 160, state_bits // 2, state_bits + 8, 2 * state_bits + 64)
    return (*lengths, 4096 + 8) if state_bits == 256 else lengths


def _skein(state_bits: int, rounds_per_cycle: int, digest_bits: int) -> Design:
    check_digest_bits(digest_bits)
    words = state_bits // 64
    block_cycles = ROUNDS[words] // rounds_per_cycle + 1
    # 64 bits a cycle do not feed the 11 cycles of a 1024-bit block.
    stream_bits = 64 if state_bits <= 64 * block_cycles else 128
    pieces = -(-digest_bits // state_bits)
    last_piece_bits = digest_bits - (pieces - 1) * state_bits
    table = _HAN_TABLES.get(state_bits)
    name = f"skein-{state_bits}-{digest_bits}"
    return Design(
        name=f"skein{state_bits}-x{rounds_per_cycle}",
        family="skein",
        microarchitecture=_ARCHITECTURE[rounds_per_cycle],
        algorithm=Algorithm(
            name=name,
            digest_bits=digest_bits,
            padding=RULES[f"skein-{state_bits}"],
            model=partial(Skein, state_bits, digest_bits),
        ),
        stream=Boundary(
            "gh_skein",
            {
                "StateBits": state_bits,
                "RoundsPerCycle": rounds_per_cycle,
                "DigestBits": digest_bits,
                "StreamBits": stream_bits,
            },
        ),
        core=Boundary(
            "gh_skein_core",
            {
                "StateWords": words,
                "RoundsPerCycle": rounds_per_cycle,
                "DigestBits": digest_bits,
            },
        ),
        stream_bits=stream_bits,
        sources=_SOURCES,
        timing=Timing.of_stream(
            block=block_cycles,
            message=block_cycles * pieces,
            block_bits=state_bits,
            last_bits=last_piece_bits,
            stream_bits=stream_bits,
        ),
        compared="stream",
        paper_rows=(f"han/{table}/this-{_HAN_ROWS[rounds_per_cycle]}",) if table else (),
        resize=partial(_skein, state_bits, rounds_per_cycle),
        digests=tested_digests(state_bits) if rounds_per_cycle == 8 else (),
    )


def skein_designs() -> tuple[Design, ...]:
    """All Skein designs, each with a digest as long as its state."""
    return tuple(_skein(bits, rounds, bits) for bits in (256, 512, 1024) for rounds in (1, 4, 8))
