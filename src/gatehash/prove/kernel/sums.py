# SPDX-License-Identifier: Apache-2.0
"""Sums of terms: one form for all orders and nestings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gatehash.prove.kernel.term import Term, const, make, ones

__all__ = ["add", "products", "subtract", "total"]


def add(*args: Term) -> Term:
    """Return the sum modulo 2**width."""
    return total([(arg, 1) for arg in args])


def subtract(first: Term, second: Term) -> Term:
    """Return the difference modulo 2**width."""
    return total([(first, 1), (second, -1)])


def total(parts: Iterable[tuple[Term, int]]) -> Term:
    """Return the sum of products: of sums within sums there are none."""
    constant = 0
    factors: dict[int, int] = {}
    addends: dict[int, Term] = {}
    width = 0
    for part, factor in parts:
        width = part.width
        for each, inner in products(part):
            if each.op == "const":
                constant += factor * inner * each.number
            else:
                addends[id(each)] = each
                factors[id(each)] = factors.get(id(each), 0) + factor * inner
    mask = ones(width)
    kept = [(each, factors[key] & mask) for key, each in sorted(addends.items())]
    kept = [(each, factor) for each, factor in kept if factor]
    if not kept or constant & mask:
        kept.append((const(constant, width), 1))
    if len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return make("sum", width, tuple(each for each, _ in kept), factors=tuple(f for _, f in kept))


def products(term: Term) -> Iterator[tuple[Term, int]]:
    """Yield the operands of a sum with their factors; of another term itself."""
    if term.op == "sum":
        yield from zip(term.args, term.factors, strict=True)
    else:
        yield term, 1
