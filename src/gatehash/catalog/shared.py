# SPDX-License-Identifier: Apache-2.0
"""Hash functions whose streams share a datapath behind one pair of ports: ``gh_tid_shell``."""

from __future__ import annotations

from typing import Any

from gatehash.catalog.hardware import Hardware
from gatehash.catalog.timing import SharedTiming

__all__ = ["SHELL_PRIMS", "STREAM_BITS", "shared_timing", "shell_sources"]

STREAM_BITS = 64

SHELL_PRIMS = ("gh_registered_ram",)
"""Modules of ``rtl/prim`` that the shell uses."""


def shell_sources(family: str) -> tuple[str, ...]:
    """RTL files of the shell below ``rtl/``, with the padding rule of a family."""
    return (
        "stream/gh_stream_pkg.sv",
        f"stream/generated/gh_{family}_padding_pkg.sv",
        "stream/gh_register_slice.sv",
        "stream/gh_fifo.sv",
        "stream/gh_round_robin.sv",
        "stream/gh_tid_words.sv",
        "stream/gh_tid_answers.sv",
        "stream/gh_tid_shell.sv",
    )


def shared_timing(
    hardware: Hardware,
    words: int,
    digest_bits: int,
    *,
    block: int,
    alone: int,
    message: int = 0,
    overhead_bytes: int = 0,
    **others: Any,
) -> SharedTiming:
    """Return the cycles of a design behind the shell.

    Parameters
    ----------
    hardware : Hardware
        The hardware.
    words : int
        Words of a block, of 64 bits.
    digest_bits : int
        Length of the digest in bits.
    block, alone, message, **others
        See :class:`SharedTiming`.
    overhead_bytes : int
        Bytes of padding that a message of one block has in any case.
    """
    registered = hardware.stream.parameters["Registered"]
    beats = -(-digest_bits // STREAM_BITS)
    load, unload = words + 3 + registered, beats + 2 + registered
    return SharedTiming(
        block=block,
        message=message,
        load=load,
        unload=unload,
        alone=alone,
        rest=beats + 3 - load - unload,
        block_beats=words,
        beat_bytes=STREAM_BITS // 8,
        padding_beats=overhead_bytes * 8 // STREAM_BITS,
        **others,
    )
