# SPDX-License-Identifier: Apache-2.0
"""The SHA-3 design: SHA3-224 to -512, SHAKE128 and SHAKE256, the function by parameter."""

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import parts
from gatehash.catalog.job import HashObject, Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.models.padding import RULES
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS, Sha3, Shake

__all__ = ["sha3_designs"]

_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "sha3/gh_keccak_round.sv",
    "sha3/gh_sha3_checks.sv",
    "sha3/gh_sha3_core.sv",
    "sha3/gh_sha3.sv",
)

# The longest digest that SHAKE is offered for; the RTL itself sets no bound.
_MAX_DIGEST_BITS = 1 << 20

_DEFAULT = "sha3-256"
_CODES = {name: code for code, name in enumerate(DIGEST_BITS)}


def _model(name: str, bits: int | None) -> HashObject:
    fixed = DIGEST_BITS[name]
    return Sha3(fixed) if fixed else Shake(int(name.removeprefix("shake")), bits)


def _function(name: str) -> Function:
    rule, fixed = RULES[name], DIGEST_BITS[name]
    rate = 8 * rule.block_bytes

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        pieces = -(-bits // rate)
        return shell_job(
            design,
            name,
            bits,
            rule,
            partial(_model, name, bits),
            block=ROUNDS,
            message=ROUNDS * (pieces - 1),
            piece_bits=rate,
            handover=0,
            Function=_CODES[name],
            RateBytes=rule.block_bytes,
        )

    if fixed is not None:
        return Function(name, job, (digest_length(fixed),))
    # Shorter than a beat, a whole piece, longer, of several pieces.
    digest = digest_length(
        8 * _model(name, None).digest_size,
        8,
        _MAX_DIGEST_BITS,
        tested=(8, rate, rate + 8, 3 * rate + 72),
    )
    return Function(name, job, (digest,), kind="extendable output")


def sha3_designs() -> tuple[Design, ...]:
    """Return the SHA-3 design, with SHA3-256 unless another function is asked for."""
    names = sorted(DIGEST_BITS, key=lambda name: name != _DEFAULT)
    return (
        shell_design(
            "sha3-x1",
            "sha3",
            "1 round a cycle; rate and digest by parameter",
            *map(_function, names),
            top="gh_sha3",
            parameters={"Function": _CODES[_DEFAULT], "DigestBits": 256, "RoundsPerCycle": 1},
            core={"RoundsPerCycle": 1, "RateBytes": RULES[_DEFAULT].block_bytes},
            widths=parts(64),
            sources=_SOURCES,
            prims=("gh_xor4",),
        ),
    )
