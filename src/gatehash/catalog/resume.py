# SPDX-License-Identifier: Apache-2.0
"""Designs that hash a message in parts: the chaining value leaves, and comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gatehash.catalog.fields import PARTS
from gatehash.catalog.function import BytesField, Field, FlagField, NumberField
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.catalog.job import HashObject, Job, config_words
from gatehash.catalog.timing import SequentialTiming, Timing
from gatehash.errors import GatehashError
from gatehash.models.padding import PaddingRule

__all__ = ["FOLLOWED", "RESUMES", "part_fields", "part_job", "resuming"]

RESUMES, FOLLOWED = 1, 2
"""Bits of a packet's first word: a chaining value follows it; another part follows the message."""

# The count of bytes has 64 bits, as that of all messages.
_MOST_BYTES = 1 << 61
_CONFIG_BITS = 64

# Words of a chaining value.
_WORDS = 8

# Cycles from a message's answer to the next packet, and from a packet to the message.
_OPENING, _HANDOVER = 1, 1


def resuming(hardware: Hardware) -> Hardware:
    """Return the hardware of a hash core behind :file:`gh_part_padder.sv`, for its shell's."""
    stream, core = hardware.stream, hardware.core
    shorter = {name: value for name, value in stream.parameters.items() if name != "DigestBits"}
    converters = ("gh_width_down", "gh_width_up", "gh_width", "gh_stream_pins")
    *sources, top = hardware.sources
    return replace(
        hardware,
        stream=Boundary(f"{stream.top}_resume", shorter),
        core=Boundary(core.top, {**core.parameters, "Resumes": 1}),
        widths=parts(64),
        sources=(
            *sources,
            *(f"stream/{name}.sv" for name in converters),
            "stream/gh_continued_padder.sv",
            "stream/gh_part_padder.sv",
            top.replace(".sv", "_blocks.sv"),
            top.replace(".sv", "_resume.sv"),
        ),
        configured=True,
    )


def part_fields(rule: PaddingRule, chaining_bytes: int) -> tuple[Field, ...]:
    """Return what a user gives for a part of a message."""
    return (
        BytesField(
            name="chaining",
            help="Chaining value with which the previous part was answered.",
            topic=PARTS,
            length=chaining_bytes,
            optional=True,
            tested=(bytes(range(chaining_bytes)),),
        ),
        NumberField(
            name="before",
            help="Number of bytes in all previous parts.",
            topic=PARTS,
            words="length before",
            unit="bytes",
            least=0,
            most=_MOST_BYTES - rule.block_bytes,
            step=rule.block_bytes,
            default=0,
        ),
        FlagField(
            name="followed",
            help="Another part follows: answer with the chaining value.",
            topic=PARTS,
        ),
    )


def part_job(
    job: Job,
    values: Mapping[str, Any],
    part: Callable[[bytes, int, bool], HashObject],
    word_bits: int,
) -> Job:
    """Return the job for a part of a message.

    Parameters
    ----------
    job : Job
        The job for a whole message.
    values : mapping
        The values of :func:`part_fields`.
    part : callable
        Makes an object of the golden model from a chaining value or nothing, bytes before, and
        whether another part follows.
    word_bits : int
        Width of the core's words in bits.

    Raises
    ------
    GatehashError
        If there is a length before without a chaining value.
    """
    chaining, before, followed = values["chaining"], values["before"], values["followed"]
    if before and not chaining:
        raise GatehashError(f"before is {before}, but there is no chaining; both belong together")
    config = (
        RESUMES * bool(chaining) | FOLLOWED * followed,
        *((before, *config_words(chaining)) if chaining else ()),
    )
    # Words pass the narrower side of a converter, which takes a cycle more.
    width, old = job.hardware.stream_bits, job.timing
    assert isinstance(old, Timing)
    beats = len(config) * _CONFIG_BITS // min(width, word_bits) + (width != word_bits)
    # Behind each word of a chaining value but the last one a cycle passes, where it would not else.
    beats += (_WORDS - 1) * bool(chaining and width >= word_bits)
    return replace(
        job,
        padding=PaddingRule(job.padding.block_bytes, whole=True) if followed else job.padding,
        model=lambda: part(chaining, before, followed),
        timing=SequentialTiming(
            block=old.block,
            message=old.message,
            load=beats + _HANDOVER + old.load,
            unload=old.unload,
            gap=old.gap,
            rest=_OPENING,
        ),
        config=config,
    )
