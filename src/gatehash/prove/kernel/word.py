# SPDX-License-Identifier: Apache-2.0
"""Words that stand for any number and behave like int, for the code of the golden models.

A :class:`Word` is an integer as Python has them: nothing is cut off. ``a + b`` has a bit more than
its operands, ``~a`` is negative, ``a << n`` grows; ``& mask`` makes a word short again. Thus ``(a +
b) & MASK`` of a model has its exact meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from gatehash.prove.kernel.sums import add, subtract
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import and_, concat, extend, extract, ite, or_, table, xor

__all__ = ["Number", "Word", "as_int", "free", "frees", "joined", "known", "pieces", "term_of"]


class Word:
    """An integer made of a bit-vector.

    Parameters
    ----------
    term : Term
        Its bits.
    signed : bool
        Whether the highest bit is a sign.
    """

    __slots__ = ("signed", "term")

    def __init__(self, term: Term, *, signed: bool = False) -> None:
        self.term, self.signed = term, signed

    def __repr__(self) -> str:
        return f"<word of {self.term.width} bits{', signed' * self.signed}>"

    def bits(self, width: int) -> Term:
        """Return the lowest `width` bits."""
        if width <= self.term.width:
            return extract(self.term, 0, width)
        return extend(self.term, width, signed=self.signed)

    @property
    def _signed_width(self) -> int:
        return self.term.width + (not self.signed)

    def __and__(self, other: Number) -> Word:
        second = known(other)
        # A number that is not negative ends in zeros.
        widths = [word.term.width for word in (self, second) if not word.signed]
        if widths:
            return Word(and_(self.bits(min(widths)), second.bits(min(widths))))
        width = max(self.term.width, second.term.width)
        return Word(and_(self.bits(width), second.bits(width)), signed=True)

    def __or__(self, other: Number) -> Word:
        second = known(other)
        width, signed = self._common(second)
        return Word(or_(self.bits(width), second.bits(width)), signed=signed)

    def __xor__(self, other: Number) -> Word:
        second = known(other)
        width, signed = self._common(second)
        return Word(xor(self.bits(width), second.bits(width)), signed=signed)

    def _common(self, other: Word) -> tuple[int, bool]:
        """Return a width for both, and whether it has a sign."""
        if self.signed or other.signed:
            return max(self._signed_width, other._signed_width), True
        return max(self.term.width, other.term.width), False

    def __invert__(self) -> Word:
        width = self._signed_width
        return Word(xor(self.bits(width), const(-1, width)), signed=True)

    def __add__(self, other: Number) -> Word:
        second = known(other)
        width, signed = self._common(second)
        return Word(add(self.bits(width + 1), second.bits(width + 1)), signed=signed)

    def __sub__(self, other: Number) -> Word:
        second = known(other)
        width = max(self._signed_width, second._signed_width) + 1
        return Word(subtract(self.bits(width), second.bits(width)), signed=True)

    def __neg__(self) -> Word:
        return known(0) - self

    def __rsub__(self, other: int) -> Word:
        return known(other) - self

    def __mul__(self, other: int) -> Word:
        if self.term.width == 1 and not self.signed:
            value = known(other)
            zero = const(0, value.term.width)
            return Word(ite(self.term, value.term, zero), signed=value.signed)
        if other < 0:
            return -(self * -other)
        total = known(0)
        for place in range(other.bit_length()):
            if other >> place & 1:
                total = total + (self << place)
        return total

    def __lshift__(self, distance: int) -> Word:
        if distance == 0:
            return self
        return Word(concat(self.term, const(0, distance)), signed=self.signed)

    def __rshift__(self, distance: int) -> Word:
        width = self.term.width
        if distance >= width:
            if not self.signed:
                return known(0)
            distance = width - 1
        return Word(extract(self.term, distance, width - distance), signed=self.signed)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__
    __radd__ = __add__
    __rmul__ = __mul__

    # Comparisons, as far as the width decides them.

    def _range(self) -> tuple[int, int]:
        width = self.term.width
        if self.term.op == "const":
            value = as_int(self)
            return value, value
        if self.signed:
            return -(1 << width - 1), (1 << width - 1) - 1
        return 0, (1 << width) - 1

    def _decided(self, yes: bool, no: bool) -> bool:
        if yes == no:
            raise TypeError(f"a comparison of {self!r} is not decided by its width")
        return yes

    def __lt__(self, other: int) -> bool:
        least, most = self._range()
        return self._decided(most < other, least >= other)

    def __le__(self, other: int) -> bool:
        return self < other + 1

    def __gt__(self, other: int) -> bool:
        return not self <= other

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        raise TypeError(f"{self!r} can't be compared; it stands for many numbers")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is neither zero nor not; it stands for many numbers")

    def look_up(self, entries: Sequence[int]) -> Word:
        """Return the entry of a table that the word numbers; it must have as many as there are."""
        if self.signed or len(entries) < 1 << self.term.width:
            raise TypeError(f"a table of {len(entries)} entries has none for some {self!r}")
        width = max(1, *(entry.bit_length() for entry in entries))
        return Word(table(entries, self.term, width))


Number: TypeAlias = int | Word


def known(value: Number) -> Word:
    """Return a word for a number."""
    if isinstance(value, Word):
        return value
    negative = value < 0
    return Word(const(value, max(1, value.bit_length()) + negative), signed=negative)


def as_int(word: Number) -> int:
    """Return the number that a word is; raise TypeError where it stands for several."""
    if isinstance(word, int):
        return word
    if word.term.op != "const":
        raise TypeError(f"{word!r} stands for many numbers")
    value = word.term.number
    return value - (1 << word.term.width) * (word.signed and value >> word.term.width - 1)


def free(name: str, width: int) -> Any:
    """Return a word that stands for all numbers of so many bits; any code of int takes it."""
    return Word(var(name, width))


def term_of(value: Number, width: int) -> Term:
    """Return the lowest bits of a number."""
    return known(value).bits(width)


def frees(name: str, width: int, count: int) -> list[Any]:
    """Return so many free words, which are called NAME[0], NAME[1], ..."""
    return [free(f"{name}[{i}]", width) for i in range(count)]


def joined(words: Sequence[Number], width: int) -> Term:
    """Join words of `width` bits, the first one lowest."""
    return concat(*(term_of(word, width) for word in reversed(words)))


def pieces(term: Term, width: int) -> list[Any]:
    """Split bits into words of `width` bits, the lowest one first."""
    return [Word(extract(term, at, width)) for at in range(0, term.width, width)]
