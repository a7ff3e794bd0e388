# SPDX-License-Identifier: Apache-2.0
"""Terms of bit-vectors: each form exists once."""

from __future__ import annotations

from typing import Final, TypeAlias

__all__ = ["TRUE", "Term", "const", "make", "ones", "value_of", "var"]


class Term:
    """A bit-vector; terms of the same form are the same object.

    Attributes
    ----------
    op : str
        Operation: ``const``, ``var``, ``extract``, ``concat``, or a function of SMT-LIB.
    width : int
        Bits, at least 1.
    args : tuple of Term
        Operands; of ``concat`` the most significant first.
    number : int
        A constant's value, the lowest bit of an extraction; else 0.
    name : str
        A variable's name; else empty.
    factors : tuple of int
        The factors of the operands of a ``sum``; else empty.
    """

    __slots__ = ("args", "factors", "name", "number", "op", "width")

    def __init__(
        self,
        op: str,
        width: int,
        args: tuple[Term, ...],
        number: int,
        name: str,
        factors: tuple[int, ...],
    ) -> None:
        self.op: Final = op
        self.width: Final = width
        self.args: Final = args
        self.number: Final = number
        self.name: Final = name
        self.factors: Final = factors


_Key: TypeAlias = tuple[str, int, tuple[int, ...], int, str, tuple[int, ...]]
_terms: dict[_Key, Term] = {}


def make(
    op: str,
    width: int,
    args: tuple[Term, ...] = (),
    *,
    number: int = 0,
    name: str = "",
    factors: tuple[int, ...] = (),
) -> Term:
    """Return the term of a form; only what simplifies terms calls this."""
    key = (op, width, tuple(map(id, args)), number, name, factors)
    found = _terms.get(key)
    if found is None:
        # Terms are kept for ever, so an id is that of one term only.
        found = _terms[key] = Term(op, width, args, number, name, factors)
    return found


def const(value: int, width: int) -> Term:
    """Return a constant, modulo 2**width."""
    return make("const", width, number=value & ((1 << width) - 1))


def var(name: str, width: int) -> Term:
    """Return a free variable."""
    return make("var", width, name=name)


TRUE = const(1, 1)
"""The bit 1."""


def value_of(term: Term) -> int | None:
    """Return a constant's value, None for other terms."""
    return term.number if term.op == "const" else None


def ones(width: int) -> int:
    """Return a number of so many ones."""
    return (1 << width) - 1
