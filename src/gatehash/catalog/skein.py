# SPDX-License-Identifier: Apache-2.0
"""The Skein designs: three state sizes, three depths of unrolling (paper Han)."""

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, NumberField, digest_length
from gatehash.catalog.hardware import parts
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.models.padding import RULES
from gatehash.models.skein import Skein
from gatehash.models.threefish import ROUNDS

__all__ = ["SOURCES", "skein_designs", "skein_digest", "skein_tag"]

# The longest digest that the designs are offered for; the RTL itself sets no bound.
_MAX_DIGEST_BITS = 1 << 20

SOURCES = (
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "skein/gh_threefish_rounds.sv",
    "skein/gh_threefish_keys.sv",
    "skein/gh_threefish.sv",
)
"""RTL files of Threefish."""

_ARCHITECTURE = {1: "iterative", 4: "4-unrolled", 8: "8-unrolled"}
_HAN_TABLES = {512: 1, 256: 2}


def skein_digest(state_bits: int, *, tested: bool) -> NumberField:
    """Return the field of a digest that is as long as the state unless others are asked for."""
    # Shorter than a beat, than the state, longer, of several pieces.
    lengths = (8, 160, state_bits // 2, state_bits + 8, 2 * state_bits + 64)
    many = (4096 + 8,) if state_bits == 256 else ()
    return digest_length(state_bits, 8, _MAX_DIGEST_BITS, tested=(*lengths, *many) * tested)


def skein_tag(state_bits: int) -> str:
    """Return what lists of digests call Skein, as FreeBSD's skein512."""
    return f"Skein{state_bits}"


def _skein(state_bits: int, rounds_per_cycle: int) -> Design:
    cycles = ROUNDS[state_bits // 64] // rounds_per_cycle + 1
    kind, table = _ARCHITECTURE[rounds_per_cycle], _HAN_TABLES.get(state_bits)

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        pieces = -(-bits // state_bits)
        return shell_job(
            design,
            f"skein-{state_bits}-{bits}",
            bits,
            RULES[f"skein-{state_bits}"],
            partial(Skein, state_bits, bits),
            block=cycles,
            message=cycles * pieces,
            piece_bits=state_bits,
        )

    parallel = {"RoundsPerCycle": rounds_per_cycle, "DigestBits": state_bits}
    digest = skein_digest(state_bits, tested=rounds_per_cycle == 8)
    return shell_design(
        f"skein{state_bits}-x{rounds_per_cycle}",
        "skein",
        f"{kind}, {rounds_per_cycle} round{'s' * (rounds_per_cycle > 1)} a cycle",
        Function(f"skein-{state_bits}-{state_bits}", job, (digest,), tag=skein_tag(state_bits)),
        top="gh_skein",
        parameters={"StateBits": state_bits, **parallel},
        core={"StateWords": state_bits // 64, **parallel},
        # 64 bits a cycle do not feed the 11 cycles of a 1024-bit block.
        stream_bits=64 if state_bits <= 64 * cycles else 128,
        widths=parts(state_bits),
        sources=(*SOURCES, "skein/gh_skein_core.sv", "skein/gh_skein.sv"),
        compared="stream",
        paper_rows=(f"han/{table}/this-{kind}",) if table else (),
    )


def skein_designs() -> tuple[Design, ...]:
    """All Skein designs, each with a digest as long as its state."""
    return tuple(_skein(bits, rounds) for bits in (256, 512, 1024) for rounds in (1, 4, 8))
