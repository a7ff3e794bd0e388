# SPDX-License-Identifier: Apache-2.0
"""Words of the models: rotations, and words in byte strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets

__all__ = ["Table", "Words", "check_bytes", "check_count", "join", "rotl", "rotr", "split"]

Words: TypeAlias = tuple[int, ...]


class Table(tuple[int, ...]):
    """A tuple of numbers that can also be indexed by a word of :mod:`gatehash.prove`."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        look_up = getattr(index, "look_up", None)
        return super().__getitem__(index) if look_up is None else look_up(self)


def rotr(x: int, n: int, bits: int) -> int:
    """Rotate a word of `bits` bits to the right by `n`, in 1..bits-1."""
    return (x >> n | x << (bits - n)) & ((1 << bits) - 1)


def rotl(x: int, n: int, bits: int) -> int:
    """Rotate a word of `bits` bits to the left by `n`, in 0..bits-1."""
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


def split(data: BytesLike, size: int, order: Literal["big", "little"]) -> Words:
    """Split bytes into words of `size` bytes.

    Examples
    --------
    >>> split(bytes([0, 1, 0, 2]), 2, "big")
    (1, 2)
    """
    return tuple(int.from_bytes(data[at : at + size], order) for at in range(0, len(data), size))


def join(words: Sequence[int], size: int, order: Literal["big", "little"]) -> bytes:
    """Join words of `size` bytes: the inverse of :func:`split`."""
    return b"".join(word.to_bytes(size, order) for word in words)


def check_count(name: str, words: Sequence[int], count: int) -> None:
    """Raise ArgumentError unless there are `count` words."""
    if len(words) != count:
        raise ArgumentError(f"{name} must be {count} words, got {len(words)}")


def check_bytes(name: str, value: BytesLike, size: int) -> bytes:
    """Return `size` bytes that an object holds; raise ArgumentError if it holds more or fewer."""
    data = octets(value).tobytes()
    if len(data) != size:
        raise ArgumentError(f"{name} must be {size} bytes, got {len(data)}")
    return data
