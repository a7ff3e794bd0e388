# SPDX-License-Identifier: Apache-2.0
"""Vectors of BLAKE2's and BLAKE3's JSON, as their authors publish them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gatehash.errors import GatehashError
from gatehash.kat.objects import Object
from gatehash.kat.vectors import Answered, Vector

__all__ = ["is_blake2", "is_blake3", "read_blake2", "read_blake3"]

_PATTERN = bytes(range(251))


def is_blake2(content: Any) -> bool:
    """Whether JSON is a list of vectors as BLAKE2's is."""
    first = content[0] if isinstance(content, list) and content else None
    return isinstance(first, dict) and {"hash", "in", "out"} <= first.keys()


def read_blake2(content: Any) -> Iterator[Vector]:
    """Yield the vectors of BLAKE2's JSON (``blake2-kat.json``).

    Parameters
    ----------
    content : object
        The JSON.

    Raises
    ------
    GatehashError
        If a field is missing, or is not hexadecimal.
    """
    for entry in Object("", {"entries": content}).each("entries", "entry"):
        key = entry.data("key", b"")
        yield Vector(
            entry.place,
            entry.data("in"),
            entry.data("out"),
            {"key": key} if key else {},
            function=entry.text("hash"),
        )


def is_blake3(content: Any) -> bool:
    """Whether JSON has cases as BLAKE3's does."""
    return isinstance(content, dict) and {"cases", "context_string"} <= content.keys()


def read_blake3(content: Any) -> Iterator[Vector]:
    """Yield the vectors of BLAKE3's JSON (``test_vectors.json``): three of each case.

    Parameters
    ----------
    content : object
        The JSON.

    Raises
    ------
    GatehashError
        If a field is missing or has another value than it can have.
    """
    file = Object("", content)
    key, context = file.text("key").encode(), file.text("context_string").encode()
    for case in file.each("cases", "case"):
        size = case.number("input_len")
        if size > 1 << 24:
            raise GatehashError(f"{case.place}: 'input_len' is {size}; it must be up to {1 << 24}")
        message = (_PATTERN * (size // len(_PATTERN) + 1))[:size]
        derived = Answered("blake3-context", context)
        for field, function, values in (
            ("hash", "blake3", {}),
            ("keyed_hash", "blake3-keyed", {"key": key}),
            ("derive_key", "blake3-material", {"key": derived}),
        ):
            place = f"{case.place}, input_len = {size}, {field}"
            yield Vector(place, message, case.data(field), values, function=function)
