# SPDX-License-Identifier: Apache-2.0
"""Designs that compute HMAC in hardware, with a key for each message or held for several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from gatehash.catalog.function import BytesField, Field
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.catalog.held import HELD, HOLDS, KEYED, NO_KEY, key_token
from gatehash.catalog.job import HashObject, Hold, Job, config_words
from gatehash.catalog.timing import SequentialTiming, Timing
from gatehash.models.hmac import Hmac, key_block

__all__ = ["HmacTiming", "hmac_fields", "hmac_job", "shell_timing", "with_hmac"]

_CONFIG_BITS = 64
_WORDS = 8

# Cycles of the register before padding, and from the one behind a block's last beat to the core's
# first.
_SLICE, _HANDOVER = 1, 1


class HmacTiming(Protocol):
    """The cycles of a message with a key."""

    def __call__(self, job: Job, *, held: bool, again: bool) -> SequentialTiming:
        """Return them from those of the hash function's job.

        Parameters
        ----------
        job : Job
            The job of the hash function for the message.
        held : bool
            Whether the key stays for the next message.
        again : bool
            Whether the key is that of a message before.
        """


def with_hmac(hardware: Hardware) -> Hardware:
    """Return the hardware of a hash core behind :file:`gh_hmac.sv`, for its shell's."""
    stream, core = hardware.stream, hardware.core
    pins = ("gh_width_down", "gh_width_up", "gh_width", "gh_stream_pins", "gh_keyed_pins")
    *sources, top = hardware.sources
    return replace(
        hardware,
        stream=Boundary(f"{stream.top}_hmac", stream.parameters),
        core=Boundary(core.top, {**core.parameters, "Resumes": 1}),
        widths=parts(64),
        sources=(
            *sources,
            *(f"stream/{name}.sv" for name in (*pins, "gh_continued_padder", "gh_hmac")),
            top.replace(".sv", "_blocks.sv"),
            top.replace(".sv", "_hmac.sv"),
        ),
        configured=True,
    )


def hmac_fields(block_bytes: int, *, holds: bool = True) -> tuple[Field, ...]:
    """Return what a user gives for a message: key, and how long it stays if a design holds it."""
    return (
        BytesField(
            name="key",
            help="Key of HMAC, of any length.",
            length=block_bytes,
            free=True,
            example=bytes(range(block_bytes)),
            secret=True,
        ),
        *((HELD,) if holds else ()),
    )


def hmac_job(
    job: Job,
    values: Mapping[str, Any],
    start: HashObject,
    timing: HmacTiming,
    *,
    brought: bool = True,
) -> Job:
    """Return the job for a message with a key.

    Parameters
    ----------
    job : Job
        The job of the hash function for a message.
    values : mapping
        The values of :func:`hmac_fields`.
    start : hash object
        An object of the golden model of the hash function, without a message.
    timing : callable
        The cycles of the message.
    brought : bool
        Whether the packet has the key; otherwise the design must hold it.
    """
    key, held = values["key"], values["held"]
    words = config_words(key_block(start, key))
    return replace(
        job,
        name=f"hmac-{job.name}",
        model=partial(Hmac, start, key),
        timing=timing(job, held=held, again=not brought),
        config=(KEYED * brought | HOLDS * held, *(words if brought else ())),
        distrust=NO_KEY * (not brought),
        hold=Hold(
            stays=held,
            brought=brought,
            token=key_token(words),
            without=partial(hmac_job, job, values, start, timing, brought=False),
        ),
    )


def shell_timing(word_bits: int, job: Job, *, held: bool, again: bool) -> SequentialTiming:
    """Return the cycles of a message behind :file:`gh_hmac.sv`; see :class:`HmacTiming`."""
    width, old = job.hardware.stream_bits, job.timing
    assert isinstance(old, Timing)
    registered = job.hardware.stream.parameters["Registered"]
    block_beats = job.block_bits // width
    # Of a chaining value; behind a shorter digest its other beats are dropped.
    answer_beats = block_beats // 2
    loading = _WORDS * max(2, word_bits // width)
    # A block of a key, of the digest, and what the core does with it.
    last = old.block + old.message
    entering = _SLICE + block_beats + _HANDOVER
    # The second block of a key enters while the core works on the first one.
    key_around = entering + max(0, block_beats - last) + answer_beats
    head = _CONFIG_BITS // width
    # Registers at the pins: of the packet, and of a message, which enters a cycle later.
    config = head + 2 * registered + (0 if again else block_beats)
    behind = answer_beats - -(-job.digest_bits // width)
    return SequentialTiming(
        block=old.block,
        message=old.message + (1 if again else 3) * last,
        load=config
        + (0 if again else key_around)
        + loading
        + _SLICE
        + old.load
        # The digest is there; then it is hashed.
        + 1
        + loading
        + entering,
        unload=old.unload,
        gap=old.gap,
        rest=max(behind, registered) if held else behind + key_around + 2 * last,
    )
