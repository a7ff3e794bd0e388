# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors for Threefish and Skein (paper At)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Function
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware
from gatehash.catalog.job import Job, Operation, config_words
from gatehash.catalog.runs import THREEFISH_RUNS
from gatehash.catalog.skein import skein_digest, skein_tag
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.crypt import ThreefishBlocks
from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.skein import Skein

__all__ = ["BEATS", "SOURCES", "STREAM_BITS", "compact_designs", "pins"]

SOURCES = (
    "stream/gh_stream_pkg.sv",
    "stream/generated/gh_skein_padding_pkg.sv",
    "stream/generated/gh_threefish_padding_pkg.sv",
    "compact/generated/gh_threefish_microcode_pkg.sv",
    "stream/gh_serial_pkg.sv",
    "stream/gh_serial_padder.sv",
    "stream/gh_serial_counter.sv",
    "stream/gh_word_unload.sv",
    *KEYED_PINS,
    "compact/gh_threefish_mc_alu.sv",
    "compact/gh_threefish_mc_core.sv",
    "compact/gh_threefish_mc_pkg.sv",
    "compact/gh_threefish_mc_tweak.sv",
    "compact/gh_threefish_mc_reader.sv",
)
"""RTL files of the core and of what stands around it, but for the stream top and its controller."""

_SOURCES = (*SOURCES, "compact/gh_threefish_mc_serial.sv", "compact/gh_threefish_mc.sv")

_WORDS = (4, 8, 16)
_TWEAK = BytesField(
    name="tweak",
    help="Tweak of Threefish's first block; by default zeros.",
    length=16,
    default=bytes(16),
    # The low half overflows with the second block.
    example=b"\xff" * 8 + bytes(range(8)),
)
_OPERATIONS: dict[Operation, int] = {"hash": 0, "encrypt": 1, "decrypt": 2}

_USES: dict[Operation, str] = {"hash": "ubi", "encrypt": "threefish", "decrypt": "decrypt"}
"""Use of a run, as the microcode names it."""

STREAM_BITS = 16
"""Width of the streams inside."""
BEATS = 64 // STREAM_BITS
"""Beats of a word."""
# Between two runs: beats of the block that find no place before the first has ended, the tweak,
# and the core's own cycles, with the start.
_BETWEEN = 7
# From an answer's last beat to the next message's first, when 55 words have been overwritten.
_REST = 56


def _head(words: int, operation: Operation) -> int:
    """First word of a message's packet at ``s_axis_cfg``."""
    return _WORDS.index(words) | _OPERATIONS[operation] << 4


def _registered(design: Design) -> int:
    """Cycles of the register slice at a stream's pins."""
    return design.hardware.stream.parameters["Registered"]


def pins(hardware: Hardware) -> int:
    """Cycles from a stream's pins to the top's own width: a register slice, and a converter."""
    registered = hardware.stream.parameters["Registered"]
    return registered + (hardware.stream_bits > STREAM_BITS)


def _hash_timing(words: int, digest_bits: int, *, registered: int, pins: int) -> SequentialTiming:
    """Words in, tweak and start; a run; and so on: see the states of ``gh_threefish_mc``."""
    run, block = THREEFISH_RUNS[_USES["hash"]][words], BEATS * words
    more = -(-digest_bits // (64 * words)) - 1
    last_beats = -(-(digest_bits - more * 64 * words) // STREAM_BITS)
    gap = block + _BETWEEN
    # What a core takes between two runs whose words come one a cycle.
    between = words + 5
    return SequentialTiming(
        block=run,
        gap=gap,
        message=(more + 1) * (between + run),
        # Packet, configuration block and tweak before the message's first block.
        load=28 + run + gap + pins,
        # Tweak, an empty block, the piece's number; of several pieces the words that are saved and
        # restored, and all pieces but the last.
        unload=36
        + 3 * words
        + last_beats
        + (block + 3 if more else 0)
        + more * (7 * words + 17)
        + pins,
        rest=_REST + registered,
    )


def _cipher_timing(
    words: int, operation: Operation, *, registered: int, pins: int
) -> SequentialTiming:
    block = BEATS * words
    return SequentialTiming(
        block=THREEFISH_RUNS[_USES[operation]][words],
        gap=block + _BETWEEN,
        message=0,
        # Packet, block, tweak.
        load=BEATS * (words + 3) + block + 2 * BEATS + pins,
        unload=block + 8 + pins,
        rest=_REST + registered,
    )


def _skein(words: int, *, tested: bool) -> Function:
    bits = 64 * words

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        digest_bits = values["digest_bits"]
        return Job(
            design=design,
            hardware=design.hardware,
            name=f"skein-{bits}-{digest_bits}",
            padding=RULES[f"skein-{bits}"],
            model=partial(Skein, bits, digest_bits),
            timing=_hash_timing(
                words, digest_bits, registered=_registered(design), pins=pins(design.hardware)
            ),
            digest_bits=digest_bits,
            config=(_head(words, operation), digest_bits),
        )

    digest = skein_digest(bits, tested=tested)
    return Function(f"skein-{bits}-{bits}", job, (digest,), tag=skein_tag(bits))


def _threefish(words: int, operations: tuple[Operation, ...]) -> Function:
    name, size = f"threefish-{64 * words}", 8 * words

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        key, tweak = values["key"], values["tweak"]
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=PaddingRule(size, whole=True),
            model=partial(ThreefishBlocks, key, tweak, decrypts=operation == "decrypt"),
            timing=_cipher_timing(
                words, operation, registered=_registered(design), pins=pins(design.hardware)
            ),
            operation=operation,
            config=(_head(words, operation), *config_words(key), *config_words(tweak)),
        )

    key = BytesField(name="key", help="Key.", length=size, example=bytes(range(size)), secret=True)
    return Function(name, job, (key, _TWEAK), "cipher", operations)


def _design(name: str, rows: tuple[str, ...], *, chains: bool, decrypts: bool) -> Design:
    parameters = {"Decrypts": int(decrypts), "Chains": int(chains)}
    done = ["encryption"] + ["decryption"] * decrypts + ["UBI"] * chains
    operations: tuple[Operation, ...] = ("encrypt", "decrypt") if decrypts else ("encrypt",)
    hashes = [_skein(n, tested=decrypts and n == _WORDS[0]) for n in _WORDS if chains]
    return Design(
        name=name,
        family="compact",
        microarchitecture=f"microcoded: {', '.join(done)}",
        hardware=Hardware(
            stream=Boundary("gh_threefish_mc", {**parameters, "Registered": 0}),
            core=Boundary("gh_threefish_mc_core", parameters),
            stream_bits=STREAM_BITS,
            # Of those from 16 bits on the timing is exact.
            widths=(16, 32, 64),
            sources=_SOURCES,
            prims=("gh_add_sub_xor" if decrypts else "gh_add_xor", "gh_mux4"),
            configured=True,
        ),
        functions=(*hashes, *(_threefish(n, operations) for n in _WORDS)),
        compared="core",
        paper_rows=rows,
        principal="skein-512-512" if chains else "threefish-512",
    )


def compact_designs() -> tuple[Design, ...]:
    """Return the microcoded coprocessors; of several algorithms, that of 512 bits is chosen."""
    return tuple(
        _design(name, rows, chains=chains, decrypts=decrypts)
        for name, rows, chains, decrypts in (
            ("threefish-mc-enc", ("at/5/threefish-enc",), False, False),
            ("threefish-mc", ("at/5/threefish",), False, True),
            ("skein-mc-enc", ("at/5/skein-enc",), True, False),
            ("skein-mc", ("at/5/skein",), True, True),
        )
    )
