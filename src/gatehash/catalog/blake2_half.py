# SPDX-License-Identifier: Apache-2.0
"""BLAKE2s and BLAKE2b with half a round a cycle, for one message after the other."""

from __future__ import annotations

from gatehash.catalog.blake2 import blake2_function
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.blake2 import BLAKE2B, BLAKE2S, Parameters

__all__ = ["blake2_half_designs"]

_HEAD_BITS = 64


# Words of the parameter block, of a block of the message, and cycles that erasing takes.
_PARAMETERS, _BLOCK, _ERASED = 8, 16, 16
# A complete block waits a cycle for its first words, and the last one a cycle for the digest.
_START, _LAST = 1, 1


def _timing(
    hardware: Hardware, own: Parameters, digest_bytes: int, keyed: bool
) -> SequentialTiming:
    """Packet and first block in, steps, digest out, erasure: see ``gh_blake2_stream``.

    A key is a block among the others.
    """
    converts = int(hardware.stream_bits > own.word_bits)
    registered = hardware.stream.parameters["Registered"]
    head = _HEAD_BITS // own.word_bits
    return SequentialTiming(
        block=2 * own.rounds + 1,
        message=_LAST,
        # Packet and message pass the pins, which open for the message behind the packet.
        load=head + _PARAMETERS + _BLOCK + _START + 2 * converts + 3 * registered,
        unload=-(-digest_bytes // own.word_bytes) + converts + registered,
        rest=_ERASED - converts,
    )


def _design(own: Parameters) -> Design:
    core = {"WordBits": own.word_bits}
    return Design(
        name=f"{own.name}-half",
        family="blake",
        microarchitecture="half a round a cycle",
        hardware=Hardware(
            stream=Boundary("gh_blake2", {**core, "StreamBits": 64, "Registered": 0}),
            core=Boundary("gh_blake2_core", core),
            stream_bits=64,
            widths=tuple(sorted({own.word_bits, 64})),
            sources=(
                "engine/generated/gh_blake_constants_pkg.sv",
                "blake/generated/gh_blake2_order_pkg.sv",
                "stream/gh_stream_pkg.sv",
                *KEYED_PINS,
                "stream/gh_message_padder.sv",
                "engine/gh_blake_sum.sv",
                "blake/gh_blake_half.sv",
                "blake/gh_blake2_word.sv",
                "blake/gh_blake2_core.sv",
                "blake/gh_blake2_stream.sv",
                "blake/gh_blake2.sv",
            ),
            prims=("gh_add_of_table", "gh_add_of_xor", "gh_mux"),
            configured=True,
        ),
        functions=(blake2_function(own.name, _timing),),
        compared="core",
    )


def blake2_half_designs() -> tuple[Design, ...]:
    """Return the designs."""
    return (_design(BLAKE2S), _design(BLAKE2B))
