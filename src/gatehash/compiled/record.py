# SPDX-License-Identifier: Apache-2.0
"""Steps written as C++ without branches: they run once, on words that record what is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gatehash.compiled.step import Step

__all__ = ["source"]


class _Record:
    """The lines of C++ that compute what has been recorded, with words of one length."""

    def __init__(self, word_bits: int) -> None:
        self.word_bits, self.mask = word_bits, (1 << word_bits) - 1
        self.lines: list[str] = []
        self.tables: dict[tuple[int, ...], str] = {}

    def word(self, value: str, bits: int | None) -> _Word:
        """Return a new word with the value of an expression."""
        name = f"v{len(self.lines)}"
        self.lines.append(f"const W {name} = {value};")
        return _Word(self, name, bits)

    def words(self, name: str, count: int) -> list[Any]:
        """Return the words of an array."""
        return [self.word(f"{name}[{i}]", self.word_bits) for i in range(count)]


class _Word:
    """A word that records what is done with it, and behaves as an integer that is not negative.

    Its C++ variable has the lowest bits of the integer. An integer below ``2**bits`` has no others;
    where `bits` is None it may have some, or be negative, until a mask removes them.
    """

    __slots__ = ("_bits", "_record", "name")

    def __init__(self, record: _Record, name: str, bits: int | None) -> None:
        self._record, self.name, self._bits = record, name, bits

    def _other(self, other: _Word | int) -> tuple[str, int | None]:
        if isinstance(other, _Word):
            return other.name, other._bits
        known = 0 <= other <= self._record.mask
        return f"W({other & self._record.mask:#x})", other.bit_length() if known else None

    def _bitwise(self, sign: str, other: _Word | int) -> _Word:
        name, bits = self._other(other)
        least = None if bits is None or self._bits is None else max(bits, self._bits)
        return self._record.word(f"{self.name} {sign} {name}", least)

    def _sum(self, left: str, sign: str, right: str) -> _Word:
        return self._record.word(f"{left} {sign} {right}", None)

    def __and__(self, other: _Word | int) -> _Word:
        name, bits = self._other(other)
        known = [each for each in (bits, self._bits) if each is not None]
        least = min(known) if known else None
        if other == self._record.mask if isinstance(other, int) else False:
            return _Word(self._record, self.name, least)
        return self._record.word(f"{self.name} & {name}", least)

    def __or__(self, other: _Word | int) -> _Word:
        return self._bitwise("|", other)

    def __xor__(self, other: _Word | int) -> _Word:
        return self._bitwise("^", other)

    def __add__(self, other: _Word | int) -> _Word:
        return self._sum(self.name, "+", self._other(other)[0])

    def __sub__(self, other: _Word | int) -> _Word:
        return self._sum(self.name, "-", self._other(other)[0])

    def __rsub__(self, other: int) -> _Word:
        return self._sum(self._other(other)[0], "-", self.name)

    def __invert__(self) -> _Word:
        return self._record.word(f"~{self.name}", None)

    __rand__, __ror__, __rxor__, __radd__ = __and__, __or__, __xor__, __add__

    def __lshift__(self, distance: int) -> _Word:
        if distance >= self._record.word_bits:
            raise TypeError(f"{distance} bits are no less than a word")
        return self._record.word(f"{self.name} << {distance}", None) if distance else self

    def __rshift__(self, distance: int) -> Any:
        if self._bits is None:
            raise TypeError("bits that a word has not would be shifted into it")
        if distance >= self._bits:
            return 0
        return self._record.word(f"{self.name} >> {distance}", self._bits - distance)

    def look_up(self, entries: Sequence[int]) -> _Word:
        """Return the entry of a table that the word numbers."""
        if self._bits is None or len(entries) < 1 << self._bits:
            raise TypeError(f"a table of {len(entries)} entries may have none for a word")
        tables = self._record.tables
        name = tables.setdefault(tuple(entries), f"table{len(tables)}")
        return self._record.word(f"{name}[{self.name}]", max(entries).bit_length())

    # Models check their arguments: comparisons that the number of bits decides.

    def __ge__(self, other: int) -> bool:
        return self._decided(self._bits is not None and other <= 0)

    def __le__(self, other: int) -> bool:
        return self._decided(self._bits is not None and other >= (1 << self._bits) - 1)

    def __eq__(self, other: object) -> bool:
        return self._decided(False)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self._decided(False)

    def _decided(self, yes: bool) -> bool:
        if not yes:
            raise TypeError("a step must not depend on the value of a word")
        return True


def source(step: Step) -> str:
    r"""Return C++ that does a step with block after block.

    Examples
    --------
    >>> from gatehash.compiled.steps import sha2_step
    >>> from gatehash.models.sha2 import WORDS_32
    >>> print("\n".join(source(sha2_step(WORDS_32)).splitlines()[4:6]))
    for (; n; n--, p += 64, t += 0) {
    const W v0 = h[0];
    """
    record, size = _Record(step.word_bits), step.word_bytes
    state = record.words("h", step.state_words)
    fixed = record.words("f", step.fixed_words)
    last = 8 * size - 8
    block: list[Any] = [
        record.word(
            " | ".join(
                f"W(p[{at + i}]) << {last - 8 * i if step.order == 'big' else 8 * i}"
                for i in range(size)
            ),
            step.word_bits,
        )
        for at in range(0, step.block_bytes, size)
    ]
    # The counter has no bits beyond 64.
    t: list[Any] = [record.word("W(t)", step.word_bits), 0]
    if step.word_bits < 64:
        t[1] = record.word(f"W(t >> {step.word_bits})", step.word_bits)
    after = [each & record.mask for each in step.function(state, block, t, fixed)]
    if step.maps:
        ends = [
            f"o[{size * w + i}] = {word.name} >> {last - 8 * i if step.order == 'big' else 8 * i};"
            for w, word in enumerate(after)
            for i in range(size)
        ]
        ends.append(f"o += {step.block_bytes};")
    else:
        ends = [f"h[{w}] = {word.name};" for w, word in enumerate(after)]
    tables = [
        f"static const W {name}[] = {{{', '.join(f'W({entry:#x})' for entry in entries)}}};"
        for entries, name in record.tables.items()
    ]
    parameters = "W *h, const W *f, uint64_t t, const unsigned char *p, size_t n, unsigned char *o"
    return _lines(
        "#include <stddef.h>",
        "#include <stdint.h>",
        f"typedef uint{step.word_bits}_t W;",
        *tables,
        f'extern "C" void run({parameters}) {{',
        f"for (; n; n--, p += {step.block_bytes}, t += {step.count}) {{",
        *record.lines,
        *ends,
        "}",
        "}",
    )


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)
