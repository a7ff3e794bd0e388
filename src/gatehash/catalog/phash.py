# SPDX-License-Identifier: Apache-2.0
"""The PHASH designs: any number of W ciphers (paper Zalewski).

A cipher has one round a cycle, a pipelined round, or is a ring with block memories.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gatehash.catalog.design import Design
from gatehash.catalog.fields import PARTS
from gatehash.catalog.function import FlagField, Function, digest_length
from gatehash.catalog.hardware import Boundary, parts
from gatehash.catalog.job import HashObject, Job, Operation
from gatehash.catalog.phash_timing import (
    BLOCK_BITS,
    GROUP,
    RING_STAGES,
    PhashCycles,
    period,
    slots_of,
)
from gatehash.catalog.shell import shell_design
from gatehash.catalog.whirlpool import W_CIPHER_PACKAGES, W_CIPHER_PRIMS, W_CIPHER_SOURCES
from gatehash.catalog.whirlpool_piped import W_RING_SOURCES
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES

__all__ = ["phash_design", "phash_designs", "phash_from_name"]

# The RTL's bounds.
MAX_CIPHERS = 64
MAX_LEVELS = 16

LEVELS = 4
"""Levels of reduction by default: messages of up to 2**32 blocks, 448 GiB."""

STAGES = 1
PIPELINED_STAGES = 3

_SUFFIXES = {STAGES: "", PIPELINED_STAGES: "-piped", RING_STAGES: "-bram"}
"""How the names of designs end, by the stages of their ciphers."""

_WORDS = {
    STAGES: "1 round a cycle",
    PIPELINED_STAGES: f"{PIPELINED_STAGES} blocks in a pipelined round",
    RING_STAGES: f"{RING_STAGES} blocks in a ring with block memories",
}

_DIGEST_BITS = 512

# Any other number has its design too, see phash_from_name.
_CATALOGUED = (1, 2, 3, 4, 6, 8, 12, 16)
_CATALOGUED_RINGS = (1,)
_VIRTEX4_ROWS = (1, 2)
_VIRTEX5_ROWS = (1, 2, 4, 8, 16)

_PREPADDED = FlagField(
    name="prepadded", help="The files are already padded; no padding is added.", topic=PARTS
)


def _sources(stages: int) -> tuple[str, ...]:
    """RTL files below ``rtl/``, those of the one kind of cipher that is in the design."""
    ring = (
        *W_CIPHER_PACKAGES,
        "engine/gh_whirlpool_piped_pkg.sv",
        *W_RING_SOURCES,
        "phash/gh_phash_ring_cipher.sv",
    )
    return (
        "phash/gh_phash_pkg.sv",
        "stream/gh_fifo.sv",
        *(ring if stages == RING_STAGES else W_CIPHER_SOURCES),
        "phash/gh_phash_reducer.sv",
        "phash/gh_phash_core.sv",
        "phash/gh_phash.sv",
    )


def _stream_bits(ciphers: int, stages: int) -> int:
    """Width of a stream that feeds so many ciphers, in whole blocks or whole parts of one."""
    if ciphers == 1:
        return 128  # seven beats a block; the narrowest that is a power of two
    most = period(stages) // ciphers
    beats = max(count for count in (1, 2, 4, 8) if count <= max(most, 1))
    return BLOCK_BITS * slots_of(ciphers, stages) // beats


def phash_design(ciphers: int, stages: int = STAGES, levels: int = LEVELS) -> Design:
    """PHASH on so many W ciphers.

    Parameters
    ----------
    ciphers : int
        Number of W ciphers, 1 to 64.
    stages : int
        Registers in a cipher's round: 1, or 3 for a pipeline with three blocks in flight; 6 for a
        ring with block memories, with six.
    levels : int
        Levels of reduction, 1 to 16: messages of up to 256**levels blocks.

    Raises
    ------
    GatehashError
        If a parameter is out of range.
    """
    if stages not in _SUFFIXES:
        allowed = f"{STAGES}, {PIPELINED_STAGES} or {RING_STAGES}"
        raise GatehashError(f"stages is {stages}; it must be {allowed}")
    bounds = ("number of W ciphers", ciphers, MAX_CIPHERS), ("levels", levels, MAX_LEVELS)
    for words, value, most in bounds:
        if not 1 <= value <= most:
            raise GatehashError(f"{words} is {value}; it must be 1 to {most}")
    rows = [f"zalewski/1/phash-{ciphers}"] if ciphers in _VIRTEX4_ROWS else []
    rows += [f"zalewski/3/phash-{ciphers}"] if ciphers in _VIRTEX5_ROWS else []
    ring = stages == RING_STAGES
    core = {"Ciphers": ciphers, "Stages": stages, "Levels": levels}
    stream_bits, slots = _stream_bits(ciphers, stages), slots_of(ciphers, stages)
    part = (
        Boundary("gh_phash_ring_cipher", {})
        if ring
        else Boundary("gh_w_cipher", {"Stages": stages})
    )

    def job(design: Design, _: Operation, values: Mapping[str, bool]) -> Job:
        prepadded = values["prepadded"]

        def model() -> HashObject:
            from gatehash.models.phash import Phash

            return Phash(padded=prepadded)

        return Job(
            design=design,
            hardware=design.hardware.having(Padded=int(prepadded)),
            name="phash",
            padding=RULES["phash-padded" if prepadded else "phash"],
            model=model,
            timing=PhashCycles(
                ciphers,
                stages,
                design.hardware.stream_bits,
                design.hardware.stream.parameters["Registered"],
            ),
            digest_bits=_DIGEST_BITS,
            max_blocks=GROUP**levels,
        )

    return shell_design(
        f"phash-{ciphers}{_SUFFIXES[stages]}",
        "phash",
        f"{ciphers} W cipher{'s' if ciphers > 1 else ''}, " + _WORDS[stages],
        Function("phash", job, (digest_length(_DIGEST_BITS), _PREPADDED)),
        top="gh_phash",
        parameters={**core, "Padded": 0},
        core=core,
        stream_bits=stream_bits,
        # Beats of several blocks are as wide as the blocks that may start together.
        widths=(stream_bits,) if slots > 1 else parts(BLOCK_BITS),
        buffer="gh_block_queue" if slots > 1 else "gh_block_buffer",
        sources=_sources(stages),
        prims=W_CIPHER_PRIMS,
        part=None if ciphers == 1 else part,
        # The paper's ciphers have no block memories.
        paper_rows=() if ring else tuple(rows),
    )


def phash_designs() -> tuple[Design, ...]:
    """Return the catalogue's PHASH designs; there is one for every other number of ciphers too."""
    return tuple(
        phash_design(ciphers, stages)
        for ciphers in _CATALOGUED
        for stages in (STAGES, PIPELINED_STAGES, RING_STAGES)
        if stages != RING_STAGES or ciphers in _CATALOGUED_RINGS
    )


def phash_from_name(name: str) -> Design | None:
    """Return the design named ``phash-N``, with ``-piped`` or ``-bram`` or without, else None.

    Raises
    ------
    GatehashError
        If there are no designs of so many ciphers.
    """
    match = re.fullmatch(rf"phash-(0|[1-9][0-9]{{0,8}})({'|'.join(_SUFFIXES.values())})", name)
    stages = {suffix: stages for stages, suffix in _SUFFIXES.items()}
    return match and phash_design(int(match[1]), stages[match[2]])
