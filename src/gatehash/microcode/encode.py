# SPDX-License-Identifier: Apache-2.0
"""Control words in few bits: combinations of fields that occur are numbered.

A control word has direct fields (addresses, distances), encoded as they are, and *packed* fields.
Few combinations of the packed fields occur. The word encodes the number of its combination, the
*pattern*, and a small decoder of look-up tables returns the fields (paper At, section VI.C, figure
17). A packed field that a word leaves open matches any pattern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gatehash.errors import GatehashError

__all__ = ["Field", "Image", "Layout", "assemble", "pack", "unpack"]


@dataclass(frozen=True)
class Field:
    """A field of a control word.

    Parameters
    ----------
    name : str
        Its name.
    bits : int
        Its width.
    packed : bool
        Whether it is part of the patterns.
    default : int or None
        Its value in words that don't set it; None leaves a packed field open.
    """

    name: str
    bits: int
    packed: bool = False
    default: int | None = 0

    def check(self, value: int, where: str) -> int:
        """Return a value, or raise GatehashError if it does not fit."""
        if not 0 <= value < 1 << self.bits:
            raise GatehashError(
                f"{where}: {self.name} is {value}; it has {self.bits} bits, 0 to "
                f"{(1 << self.bits) - 1}"
            )
        return value


def pack(fields: Sequence[Field], values: Mapping[str, int], where: str) -> int:
    """Return fields as a number, the first in its lowest bits; absent values are defaults.

    An error begins with `where`.

    Examples
    --------
    >>> pack((Field("low", 3), Field("high", 1)), {"low": 5, "high": 1}, "word 0")
    13
    """
    word = shift = 0
    for field in fields:
        word |= field.check(values.get(field.name, field.default or 0), where) << shift
        shift += field.bits
    return word


def unpack(fields: Sequence[Field], word: int) -> tuple[dict[str, int], int]:
    """Return fields from the lowest bits of a number, and the bits above them.

    Examples
    --------
    >>> unpack((Field("low", 3), Field("high", 1)), 29)
    ({'low': 5, 'high': 1}, 1)
    """
    values = {}
    for field in fields:
        values[field.name] = word & ((1 << field.bits) - 1)
        word >>= field.bits
    return values, word


@dataclass(frozen=True)
class Layout:
    """The fields of a control word, lowest bits first; the number of the pattern is above them."""

    fields: tuple[Field, ...]

    @property
    def direct(self) -> tuple[Field, ...]:
        """Fields that the word encodes as they are."""
        return tuple(field for field in self.fields if not field.packed)

    @property
    def packed(self) -> tuple[Field, ...]:
        """Fields of the patterns."""
        return tuple(field for field in self.fields if field.packed)


@dataclass(frozen=True)
class Image:
    """The content of an instruction memory.

    Parameters
    ----------
    layout : Layout
        Fields of its words.
    patterns : tuple of tuple of int
        Values of the packed fields for each pattern.
    words : tuple of int
        The encoded words.
    """

    layout: Layout
    patterns: tuple[tuple[int, ...], ...]
    words: tuple[int, ...]

    @property
    def pattern_bits(self) -> int:
        """Width of a pattern's number."""
        return max(1, (len(self.patterns) - 1).bit_length())

    @property
    def bits(self) -> int:
        """Width of a word."""
        return sum(field.bits for field in self.layout.direct) + self.pattern_bits

    @property
    def plain_bits(self) -> int:
        """Width of a word without patterns."""
        return sum(field.bits for field in self.layout.fields)

    def decode(self, address: int) -> dict[str, int]:
        """Return all fields of the word at an address."""
        fields, number = unpack(self.layout.direct, self.words[address])
        for field, value in zip(self.layout.packed, self.patterns[number], strict=True):
            fields[field.name] = value
        return fields


def assemble(layout: Layout, words: Sequence[Mapping[str, int]]) -> Image:
    """Encode control words, each a mapping of the fields that it sets to their values.

    Raises
    ------
    GatehashError
        If a value does not fit its field, or a field is not known.

    Examples
    --------
    >>> layout = Layout((Field("address", 3), Field("write", 1, True), Field("op", 1, True, None)))
    >>> image = assemble(layout, [{"address": 5, "write": 1, "op": 1}, {"write": 1}, {"op": 0}])
    >>> image.patterns, image.bits
    (((1, 1), (0, 0)), 4)
    >>> image.decode(0)
    {'address': 5, 'write': 1, 'op': 1}
    """
    names = {field.name for field in layout.fields}
    asked: list[tuple[int | None, ...]] = []
    for number, word in enumerate(words):
        if unknown := word.keys() - names:
            raise GatehashError(f"word {number}: no field is named {', '.join(sorted(unknown))}")
        asked.append(
            tuple(
                field.check(word[field.name], f"word {number}")
                if field.name in word
                else field.default
                for field in layout.packed
            )
        )
    patterns, number_of = _patterns(asked)
    above = sum(field.bits for field in layout.direct)
    encoded = tuple(
        pack(layout.direct, word, f"word {number}") | number_of[number] << above
        for number, word in enumerate(words)
    )
    return Image(layout, patterns, encoded)


def _patterns(
    asked: Sequence[tuple[int | None, ...]],
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Return few patterns that match all words, and the number of each word's pattern."""
    patterns: list[list[int | None]] = []
    place: dict[tuple[int | None, ...], int] = {}
    # Words with the fewest open fields come first: the others then match one of them more often.
    for word in sorted(dict.fromkeys(asked), key=lambda word: word.count(None)):
        for number, pattern in enumerate(patterns):
            if all(a is None or b is None or a == b for a, b in zip(word, pattern, strict=True)):
                patterns[number] = [
                    b if a is None else a for a, b in zip(word, pattern, strict=True)
                ]
                place[word] = number
                break
        else:
            place[word] = len(patterns)
            patterns.append(list(word))
    closed = tuple(tuple(value or 0 for value in pattern) for pattern in patterns)
    return closed, [place[word] for word in asked]
