# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors that run several generations of the ARX functions on one datapath."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.blake2 import blake2_function
from gatehash.catalog.blake3 import blake3_function
from gatehash.catalog.blake_chacha import (
    ARX_PRIMS,
    ARX_SOURCES,
    CHACHA_ROUNDS,
    blake2_timing,
    blake_function,
    chacha_function,
    chacha_timing,
    choice,
    xchacha_function,
)
from gatehash.catalog.design import Design
from gatehash.catalog.function import Function
from gatehash.catalog.hardware import Boundary, Hardware, byte_pin_cycles, parts
from gatehash.models.blake3 import MODES

__all__ = ["arx_designs"]

_STREAM_BITS = 8

# What first words of packets have besides where functions of several families are on one design.
# BLAKE2 has nothing.
_OLDER, _BLAKE3 = 0x10, 0x40
# Words that are overwritten after a message, of ChaCha with the cycle in which a run is cancelled.
_ERASED, _CIPHER_ERASED = 64, 65
_DIGESTS = (224, 256, 384, 512)
_BLAKE2 = ("blake2s", "blake2b")


def _design(
    name: str,
    top: str,
    functions: tuple[Function, ...],
    *,
    others: bool,
    parameters: Mapping[str, int],
    streams: int,
    principal: str,
    about: str,
) -> Design:
    core = dict.fromkeys(("Blake", "ChaCha", "Blake3"), int(others))
    return Design(
        name=name,
        family="compact",
        microarchitecture=f"microcoded, 64 bits, or two of 32; {about}",
        hardware=Hardware(
            stream=Boundary(top, parameters),
            core=Boundary("gh_arx_mc_core", core),
            stream_bits=_STREAM_BITS,
            widths=parts(64),
            sources=(*ARX_SOURCES, f"compact/{top}.sv"),
            prims=ARX_PRIMS,
            streams=streams,
            configured=True,
        ),
        functions=functions,
        compared="core",
        principal=principal,
    )


def arx_designs() -> tuple[Design, ...]:
    """Return BLAKE2s and BLAKE2b on one coprocessor, and all functions on one."""
    where = "a register in the rotation"
    two = _design(
        "blake2-mc-1",
        "gh_arx_mc_dual",
        tuple(
            blake2_function(name, partial(blake2_timing, byte_pin_cycles, choice))
            for name in _BLAKE2
        ),
        others=False,
        parameters={"ChaCha": 0, "Blake2": 1, "Mixed": 1},
        streams=2,
        principal="blake2b-512",
        about=where,
    )
    cycles = partial(chacha_timing, erased=_CIPHER_ERASED)
    every = _design(
        "arx-mc-1",
        "gh_arx_mc",
        (
            *(blake_function(bits, erased=_ERASED, family=_OLDER) for bits in _DIGESTS),
            *(
                blake2_function(name, partial(blake2_timing, byte_pin_cycles, choice))
                for name in _BLAKE2
            ),
            *(blake3_function(mode, _BLAKE3) for mode in MODES),
            *(chacha_function(rounds, timing=cycles, family=_OLDER) for rounds in CHACHA_ROUNDS),
            chacha_function(20, short=True, timing=cycles, family=_OLDER),
            xchacha_function(erased=_CIPHER_ERASED, family=_OLDER),
        ),
        others=True,
        parameters={},
        streams=1,
        principal="blake2b-512",
        about=where,
    )
    return two, every
