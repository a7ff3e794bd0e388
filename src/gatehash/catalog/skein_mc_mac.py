# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessor for Skein with the arguments before a message."""

from __future__ import annotations

from functools import partial

from gatehash.catalog.compact import BEATS, SOURCES, STREAM_BITS, pins
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.prefix import Prefix
from gatehash.catalog.runs import THREEFISH_RUNS
from gatehash.catalog.skein_mac import skein_mac
from gatehash.catalog.timing import SequentialTiming

__all__ = ["skein_mc_mac_design"]

_STATES = (256, 512, 1024)

# Blocks of all arguments: the packet has a byte for their number, and the design stores none.
_BLOCKS = 255

# Words that are overwritten behind an answer: those in use, a chaining value of several output
# blocks, and that which is held.
_USED, _SAVED, _HELD = 55, 16, 16


def _timing(words: int, prefix: Prefix, hardware: Hardware, digest_bits: int) -> SequentialTiming:
    """Words in, tweak and start; a run; and so on: see the states of ``gh_skein_mc_mac_serial``."""
    run, block = THREEFISH_RUNS["ubi"][words], BEATS * words
    registered = hardware.stream.parameters["Registered"]
    more = -(-digest_bits // (64 * words)) - 1
    last_beats = -(-(digest_bits - more * 64 * words) // STREAM_BITS)
    gap = block + 7
    between = words + 5
    # An argument's block with its tweak, and a chaining value that is stored or fetched.
    argument, moved = 2 * BEATS + block + run + 4, block + 4
    before = moved if prefix.again else len(prefix.blocks) * argument + moved * prefix.held
    return SequentialTiming(
        block=run,
        gap=gap,
        message=(more + 1) * (between + run),
        load=BEATS + before + block + 2 * BEATS - 1 + pins(hardware),
        unload=33
        + 3 * words
        + last_beats
        + (block + 3 if more else 0)
        + more * (7 * words + 17)
        + pins(hardware),
        rest=1 + _USED + _SAVED + _HELD * (not prefix.held) + registered,
    )


def skein_mc_mac_design() -> Design:
    """Return the design, with Skein-512 unless another state is asked for."""
    parameters = {"StateBits": 512, "DigestBits": 512}
    functions = (
        skein_mac(bits, _BLOCKS, partial(_timing, bits // 64), StateBits=bits) for bits in _STATES
    )
    return Design(
        name="skein-mc-mac",
        family="compact",
        microarchitecture="microcoded: UBI; arguments before the message",
        hardware=Hardware(
            stream=Boundary("gh_threefish_mc", {"Keyed": 1, **parameters, "Registered": 0}),
            core=Boundary("gh_threefish_mc_core", {"Decrypts": 0, "Chains": 1}),
            stream_bits=STREAM_BITS,
            # Of those from 16 bits on the timing is exact.
            widths=(16, 32, 64),
            sources=(
                *SOURCES,
                "compact/gh_skein_mc_mac_serial.sv",
                "compact/gh_threefish_mc.sv",
            ),
            prims=("gh_add_xor", "gh_mux4"),
            configured=True,
        ),
        functions=tuple(functions),
        compared="stream",
        principal="skein-mac-512-512",
    )
