# SPDX-License-Identifier: Apache-2.0
"""Poly1305 at the pace of a stream (RFC 8439, section 2.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Function, digest_length
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware, parts
from gatehash.catalog.held import KEYED
from gatehash.catalog.job import Job, Operation, config_words
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.padding import PaddingRule
from gatehash.models.poly1305 import KEY_BYTES, TAG_BYTES, Poly1305

__all__ = ["poly1305_designs"]

_CHUNK_BYTES = 64
_STREAM_BITS = 64
# Cycles of gh_poly1305_x4_core: of a chunk; from a key's last word to the first chunk; from the
# last chunk to the tag; from the tag to the next key.
_CHUNK, _POWERS, _TAG, _ERASED = 8, 37, 16, 24


def _timing(hardware: Hardware) -> SequentialTiming:
    """Return the cycles: exact at 64 bits, and about right where a word has several beats."""
    beats = _STREAM_BITS // hardware.stream_bits
    registered = hardware.stream.parameters["Registered"]
    words = 1 + 8 * KEY_BYTES // _STREAM_BITS
    return SequentialTiming(
        block=_CHUNK * beats,
        message=_TAG,
        load=words * beats + _POWERS + registered,
        unload=8 * TAG_BYTES // _STREAM_BITS * beats + registered,
        rest=_ERASED,
    )


def _job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
    key = values["key"]
    return Job(
        design=design,
        hardware=design.hardware,
        name="poly1305",
        padding=PaddingRule(_CHUNK_BYTES),
        model=partial(Poly1305, key),
        timing=_timing(design.hardware),
        digest_bits=8 * TAG_BYTES,
        config=(KEYED, *config_words(key)),
    )


def poly1305_designs() -> tuple[Design, ...]:
    """Return the designs with Poly1305 alone."""
    key = BytesField(
        name="key",
        help="Key of Poly1305, r and s, for one message only.",
        length=KEY_BYTES,
        example=bytes(range(KEY_BYTES)),
        tested=(b"\xff" * KEY_BYTES,),
        secret=True,
    )
    return (
        Design(
            name="poly1305-x4",
            family="poly1305",
            microarchitecture="four blocks in eight cycles, 32 multipliers",
            hardware=Hardware(
                stream=Boundary("gh_poly1305_x4", {"Registered": 0}),
                core=Boundary("gh_poly1305_x4_core", {}),
                stream_bits=_STREAM_BITS,
                widths=parts(_STREAM_BITS),
                sources=(
                    "stream/gh_stream_pkg.sv",
                    *KEYED_PINS,
                    "stream/gh_message_padder.sv",
                    "poly1305/gh_poly1305_pkg.sv",
                    "poly1305/gh_poly1305_add.sv",
                    "poly1305/gh_poly1305_product.sv",
                    "poly1305/gh_poly1305_x4_core.sv",
                    "poly1305/gh_poly1305_x4.sv",
                ),
                prims=("gh_add_of_table",),
                configured=True,
            ),
            functions=(
                Function("poly1305", _job, (digest_length(8 * TAG_BYTES), key), "keyed hash"),
            ),
            compared="stream",
        ),
    )
