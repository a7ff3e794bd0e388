# SPDX-License-Identifier: Apache-2.0
"""BLAKE3 on a microcoded coprocessor: three modes, and output of any length from any block on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gatehash.catalog.blake_chacha import ARX_PRIMS, ARX_SOURCES, REGISTER_PLACES
from gatehash.catalog.design import Design
from gatehash.catalog.fields import OUTPUT
from gatehash.catalog.function import BytesField, Function, NumberField, digest_length
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.catalog.job import HashObject, Job, Operation, config_words
from gatehash.catalog.runs import BLAKE3_RUN
from gatehash.catalog.timing import Cycles, TreeTiming
from gatehash.errors import GatehashError
from gatehash.models.blake3 import BLOCK_BYTES, CHUNK_BLOCKS, KEY_BYTES, MODES, MOST_BLOCKS
from gatehash.models.padding import PaddingRule

__all__ = ["blake3_designs", "blake3_function"]

# The longest output that the designs are offered for; the RTL itself sets no bound.
_MAX_DIGEST_BITS = 1 << 20

_STREAM_BITS = 8
_CONFIG = 24
# Places of a tail behind a block: three numbers, length and flags.
_TAIL = 32
# Cycles for a word of an answer besides its bytes: request and read.
_READ, _WORD_BYTES = 2, 4
# Words that are overwritten after a message of one chunk, and after another.
_ERASED, _ALL_ERASED = 72, 504


def _timing(hardware: Hardware, digest_bits: int, *, keyed: bool) -> TreeTiming:
    """Bytes in, tail, run, bytes out: see the states of ``gh_blake3_mc_stream``."""
    pins = _pins(hardware)
    digest = digest_bits // 8
    more = -(-digest // BLOCK_BYTES) - 1
    return TreeTiming(
        run=BLAKE3_RUN,
        # The root runs again for each other block of the output.
        message=more * BLAKE3_RUN,
        load=pins + _CONFIG + KEY_BYTES * keyed + BLOCK_BYTES + _TAIL,
        unload=digest + _READ * -(-digest // _WORD_BYTES) + more * _TAIL + pins,
        rest=_ERASED - pins,
        chunk=CHUNK_BLOCKS,
        larger=_ALL_ERASED - _ERASED,
    )


def _pins(hardware: Hardware) -> int:
    """Cycles that a converter at the pins takes: the tops work on bytes."""
    return 1 if hardware.stream_bits > _STREAM_BITS else 0


_DIGEST = digest_length(256, 8, _MAX_DIGEST_BITS, tested=(520,))
_COUNTER = NumberField(
    name="counter",
    help="Number of the output's first block of 64 bytes; by default 0.",
    topic=OUTPUT,
    words="counter",
    unit="",
    least=0,
    most=MOST_BLOCKS - 1,
    step=1,
    default=0,
)
_KEY = BytesField(
    name="key",
    help="Key of keyed BLAKE3.",
    length=KEY_BYTES,
    example=bytes(range(KEY_BYTES)),
    secret=True,
)


def blake3_function(
    mode: str, family: int = 0, *, timing: Callable[..., Cycles] = _timing
) -> Function:
    """Return BLAKE3 in a mode: ``blake3`` alone is the hash.

    Parameters
    ----------
    mode : str
        One of :data:`~gatehash.models.blake3.MODES`.
    family : int
        Number that is added to the first word of a packet, where other functions have the same
        word.
    timing : callable, optional
        Gives the cycle formulas of a hardware with a length of the output in bits; ``keyed=`` says
        whether there is a key.
    """
    name = "blake3" if mode == "hash" else f"blake3-{mode}"
    head = list(MODES).index(mode)
    keyed = head & 1

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        digest_bits, counter, key = (
            values["digest_bits"],
            values["counter"],
            values.get("key", b""),
        )
        last = counter + -(-digest_bits // (8 * BLOCK_BYTES))
        if last > MOST_BLOCKS:
            raise GatehashError(
                f"counter is {counter}; with {digest_bits} bits it must be at most "
                f"{MOST_BLOCKS - (last - counter)}"
            )

        def model() -> HashObject:
            from gatehash.models.lanes import Blake3Lanes

            return Blake3Lanes(digest_bits, key=key, mode=mode, counter=counter)

        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=PaddingRule(BLOCK_BYTES),
            model=model,
            timing=timing(design.hardware, digest_bits, keyed=bool(keyed)),
            digest_bits=digest_bits,
            config=(family | head, digest_bits, counter, *config_words(key)),
        )

    fields = (_DIGEST, _COUNTER, *([_KEY] * keyed))
    tag = "BLAKE3" if mode == "hash" else None
    return Function(name, job, fields, kind="extendable output", tag=tag)


def _design(pipeline: int) -> Design:
    parameters = {"Pipeline": pipeline}
    return Design(
        name=f"blake3-mc-{pipeline}",
        family="compact",
        microarchitecture=f"microcoded, 32 bits; a register {REGISTER_PLACES[pipeline]}",
        hardware=Hardware(
            stream=Boundary("gh_blake3_mc", parameters),
            core=Boundary("gh_blake3_mc_core", parameters),
            stream_bits=_STREAM_BITS,
            widths=parts(64),
            sources=(*ARX_SOURCES, "compact/gh_blake3_mc.sv"),
            prims=ARX_PRIMS,
            configured=True,
        ),
        functions=tuple(map(blake3_function, MODES)),
        compared="core",
        paper_rows=(),
        principal="blake3",
        usual="blake3",
    )


def blake3_designs() -> tuple[Design, ...]:
    """Return the coprocessors, one for each place of a register."""
    return tuple(map(_design, REGISTER_PLACES))
