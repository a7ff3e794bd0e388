# SPDX-License-Identifier: Apache-2.0
"""BLAKE2s and BLAKE2b (RFC 7693), on whatever hardware."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from gatehash.catalog.fields import (
    EMPTY_KEY,
    TREES,
    BytesField,
    Field,
    FlagField,
    NumberField,
    digest_length,
)
from gatehash.catalog.function import Function
from gatehash.catalog.job import Job, Operation, config_words
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.blake2 import PARAMETERS, Blake2, Parameters
from gatehash.models.padding import PaddingRule

if TYPE_CHECKING:
    from gatehash.catalog.design import Design
    from gatehash.catalog.hardware import Hardware

__all__ = ["Timer", "blake2_function"]

Timer = Callable[["Hardware", Parameters, int, bool], SequentialTiming]
"""Cycles for hardware, parameters, the length of a digest in bytes, and whether there is a key."""

# First word of a message's packet: which function; its lowest bit is a tree's last node.
_HEADS = {"blake2s": 0, "blake2b": 2}
# Words of which a datapath of several streams works on two at a time.
_NARROW = 32


def _number(name: str, text: str, least: int, most: int, default: int) -> NumberField:
    return NumberField(
        name=name,
        help=f"{text} of BLAKE2's parameter block; by default {default}.",
        topic=TREES,
        words=name.replace("_", " "),
        unit="",
        least=least,
        most=most,
        step=1,
        default=default,
    )


def _fields(own: Parameters) -> tuple[Field, ...]:
    """Return what the parameter block is made of, by the names of :mod:`hashlib`."""
    most, short = own.most_digest_bytes, own.salt_bytes
    return (
        digest_length(8 * most, 8, 8 * most, tested=(152,)),
        BytesField(
            name="key",
            help="Key of BLAKE2.",
            length=most,
            shorter=True,
            default=EMPTY_KEY,
            tested=(bytes(range(most)),),
            secret=True,
        ),
        BytesField(
            name="salt",
            help="Salt of BLAKE2, which zeros follow; by default none.",
            length=short,
            shorter=True,
            default=b"",
        ),
        BytesField(
            name="person",
            help="Personalization of BLAKE2, which zeros follow; by default none.",
            length=short,
            shorter=True,
            default=b"",
        ),
        _number("fanout", "Fanout", 0, 255, 1),
        _number("depth", "Greatest depth", 1, 255, 1),
        _number("leaf_size", "Length of a leaf in bytes", 0, 2**32 - 1, 0),
        _number("node_offset", "Node offset", 0, 256**own.node_offset_bytes - 1, 0),
        _number("node_depth", "Node depth", 0, 255, 0),
        _number("inner_size", "Length of an inner digest in bytes", 0, most, 0),
        FlagField(
            name="last_node",
            help="The message is BLAKE2's last node at its depth.",
            topic=TREES,
            tested=(),
        ),
    )


def blake2_function(name: str, timing: Timer) -> Function:
    """Return ``blake2s-256`` or ``blake2b-512``, and with them all other lengths of a digest.

    Parameters
    ----------
    name : str
        ``blake2s`` or ``blake2b``.
    timing : callable
        Returns the cycles for the hardware, the function's parameters, the length of the digest in
        bytes, and whether there is a key.
    """
    own = PARAMETERS[name]
    bits = 8 * own.most_digest_bytes

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        given = dict(values)
        digest_bits, key, last = (given.pop(each) for each in ("digest_bits", "key", "last_node"))
        block = own.parameter_block(digest_bits // 8, key_bytes=len(key), **given)
        padded = key.ljust(own.block_bytes, b"\0") if key else b""
        return Job(
            design=design,
            hardware=design.hardware,
            name=f"{name}-{digest_bits}",
            padding=PaddingRule(own.block_bytes),
            model=partial(Blake2, name, digest_bits, key=key, last_node=last, **given),
            timing=timing(design.hardware, own, digest_bits // 8, bool(key)),
            digest_bits=digest_bits,
            config=(_HEADS[name] | last, *config_words(block + padded)),
            key_blocks=int(bool(key)),
            streams=design.hardware.streams if own.word_bits == _NARROW else 1,
        )

    # As b2sum writes it.
    tag = f"BLAKE2{name[-1]}"
    return Function(f"{name}-{bits}", job, _fields(own), tag=tag)
