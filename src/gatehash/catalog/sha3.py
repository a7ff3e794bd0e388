# SPDX-License-Identifier: Apache-2.0
"""The SHA-3 designs: SHA3-224 to -512, SHAKE128 and SHAKE256, by parameter or by the message."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import BYTE_PINS, Boundary, Hardware, byte_pin_cycles, parts
from gatehash.catalog.job import HashObject, Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.padding import RULES
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS, Sha3, Shake

__all__ = [
    "PASS_SOURCES",
    "SHA3_CODES",
    "SHA3_DEFAULT",
    "JobOf",
    "pass_job",
    "pass_timing",
    "sha3_designs",
    "sha3_function",
    "sha3_model",
]

_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "sha3/gh_keccak_round.sv",
    "sha3/gh_sha3_checks.sv",
    "sha3/gh_sha3_core.sv",
    "sha3/gh_sha3.sv",
)

PASS_SOURCES = (
    "stream/gh_stream_pkg.sv",
    "stream/generated/gh_sha3_padding_pkg.sv",
    "stream/gh_serial_pkg.sv",
    "stream/gh_serial_padder.sv",
    "stream/gh_serial_counter.sv",
    *BYTE_PINS,
    "sha3/generated/gh_keccak_pkg.sv",
    "sha3/gh_keccak_slices.sv",
    "sha3/gh_sha3_mc_core.sv",
    "sha3/gh_sha3_mc_stream.sv",
    "sha3/gh_sha3_mc.sv",
)

# The longest digest that SHAKE is offered for; the RTL itself sets no bound.
_MAX_DIGEST_BITS = 1 << 20

JobOf: TypeAlias = Callable[[Design, Operation, Mapping[str, int]], Job]

SHA3_DEFAULT = "sha3-256"
SHA3_CODES = {name: code for code, name in enumerate(DIGEST_BITS)}


def sha3_model(name: str, bits: int | None) -> HashObject:
    """Return the model of a function of FIPS 202, with a digest of `bits` where it has a choice."""
    fixed = DIGEST_BITS[name]
    return Sha3(fixed) if fixed else Shake(int(name.removeprefix("shake")), bits)


def _round_job(name: str) -> JobOf:
    """Return what makes the jobs of a design with a round a cycle."""
    rule = RULES[name]
    rate = 8 * rule.block_bytes

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        pieces = -(-bits // rate)
        return shell_job(
            design,
            name,
            bits,
            rule,
            partial(sha3_model, name, bits),
            block=ROUNDS,
            message=ROUNDS * (pieces - 1),
            piece_bits=rate,
            handover=0,
            Function=SHA3_CODES[name],
            RateBytes=rule.block_bytes,
        )

    return job


# Cycles of a pass, which is a round or a lane of a digest; bytes of a packet of configuration, and
# cycles for a byte of a block.
_PASS, _PACKET, _BYTE = 20, 16, 2


def pass_timing(hardware: Hardware, rate: int, digest_bits: int) -> SequentialTiming:
    """Return the cycles of ``sha3-mc`` for blocks of `rate` bytes."""
    size = digest_bits // 8
    pieces, lanes = -(-size // rate), -(-size // 8)
    pins = byte_pin_cycles(hardware)
    return SequentialTiming(
        block=_PASS * ROUNDS,
        # The last round is made once for each lane.
        message=_PASS * (lanes + (ROUNDS - 1) * (pieces - 1)),
        load=pins + _PACKET + _BYTE * rate + 2,
        unload=(size - 1) % 8 + 1 + pins,
        rest=-pins,
    )


def pass_job(name: str) -> JobOf:
    """Return what makes the jobs of ``sha3-mc``."""
    rule = RULES[name]

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=rule,
            model=partial(sha3_model, name, bits),
            timing=pass_timing(design.hardware, rule.block_bytes, bits),
            digest_bits=bits,
            config=(SHA3_CODES[name], bits),
        )

    return job


def sha3_function(
    name: str, jobs: Callable[[str], JobOf], longest: int = _MAX_DIGEST_BITS
) -> Function:
    """Return a function of FIPS 202, whose jobs `jobs` makes, with digests up to `longest` bits."""
    job, fixed = jobs(name), DIGEST_BITS[name]
    rate = 8 * RULES[name].block_bytes
    if fixed is not None:
        return Function(name, job, (digest_length(fixed),))
    # Shorter than a beat, a whole piece, longer, of several pieces.
    digest = digest_length(
        8 * sha3_model(name, None).digest_size,
        8,
        longest,
        tested=(8, rate, rate + 8, 3 * rate + 72),
    )
    return Function(name, job, (digest,), kind="extendable output")


def sha3_designs() -> tuple[Design, ...]:
    """Return the SHA-3 designs, with SHA3-256 unless another function is asked for."""
    names = sorted(DIGEST_BITS, key=lambda name: name != SHA3_DEFAULT)
    return (
        shell_design(
            "sha3-x1",
            "sha3",
            "1 round a cycle; rate and digest by parameter",
            *(sha3_function(name, _round_job) for name in names),
            top="gh_sha3",
            parameters={
                "Function": SHA3_CODES[SHA3_DEFAULT],
                "DigestBits": 256,
                "RoundsPerCycle": 1,
            },
            core={"RoundsPerCycle": 1, "RateBytes": RULES[SHA3_DEFAULT].block_bytes},
            widths=parts(64),
            sources=_SOURCES,
            prims=("gh_xor4",),
        ),
        Design(
            name="sha3-mc",
            family="sha3",
            microarchitecture="4 slices a cycle, state in distributed memory; function by message",
            hardware=Hardware(
                stream=Boundary("gh_sha3_mc", {}),
                core=Boundary("gh_sha3_mc_core", {}),
                stream_bits=8,
                widths=parts(64),
                sources=PASS_SOURCES,
                prims=("gh_mux",),
                configured=True,
            ),
            functions=tuple(sha3_function(name, pass_job) for name in names),
            compared="stream",
        ),
    )
