# SPDX-License-Identifier: Apache-2.0
"""Walks over terms: their order, their values, their text in SMT-LIB."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gatehash.prove.kernel.term import Term, ones

__all__ = ["evaluate", "ordered", "shared", "smt_lib"]


_MISTAKEN = 64


def ordered(roots: Iterable[Term], cut: Collection[int] = frozenset()) -> Iterator[Term]:
    """Yield all terms below some, each once, operands first; none below those in `cut`."""
    seen: set[int] = set()
    for root in roots:
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if ready:
                yield term
            elif id(term) not in seen:
                seen.add(id(term))
                stack.append((term, True))
                if id(term) not in cut:
                    stack.extend((arg, False) for arg in term.args)


def evaluate(roots: Sequence[Term], values: Mapping[str, int]) -> list[int]:
    """Return the values of terms where variables have values; others are zero."""
    known: dict[int, int] = {}
    for term in ordered(roots):
        args = [known[id(arg)] for arg in term.args]
        known[id(term)] = _computed(term, args, values) & ones(term.width)
    return [known[id(root)] for root in roots]


def _computed(term: Term, args: Sequence[int], values: Mapping[str, int]) -> int:
    if term.op == "const":
        return term.number
    if term.op == "var":
        return values.get(term.name, 0)
    if term.op == "extract":
        return args[0] >> term.number
    if term.op == "ite":
        return args[1] if args[0] else args[2]
    if term.op in ("=", "bvult"):
        return int(args[0] == args[1] if term.op == "=" else args[0] < args[1])
    if term.op == "bvslt":
        sign = 1 << term.args[0].width - 1
        return int(args[0] ^ sign < args[1] ^ sign)
    if term.op == "sum":
        return sum(factor * arg for factor, arg in zip(term.factors, args, strict=True))
    total = args[0]
    for operand, arg in zip(term.args[1:], args[1:], strict=True):
        if term.op == "concat":
            total = total << operand.width | arg
        elif term.op == "bvand":
            total &= arg
        elif term.op == "bvor":
            total |= arg
        else:
            total ^= arg
    return total


def shared(first: Term, second: Term) -> set[int]:
    """Return the ids of the terms that are below both of two."""
    return {id(term) for term in ordered((first,))} & {id(term) for term in ordered((second,))}


def smt_lib(claims: Sequence[Term], cut: Collection[int] = frozenset()) -> str:
    """Return the SMT-LIB script that asks whether all of some bits can be 1.

    Terms whose ids are in `cut` may have any value there.
    """
    lines = ["(set-logic QF_BV)"]
    names: dict[int, str] = {}
    variables: list[str] = []
    for number, term in enumerate(ordered(claims, cut)):
        if term.op == "var" or (id(term) in cut and term.op != "const"):
            names[id(term)] = f"|{term.name or f'cut {number}'}|"
            variables.append(names[id(term)])
            lines.append(f"(declare-fun {names[id(term)]} () (_ BitVec {term.width}))")
            continue
        if term.op == "const":
            names[id(term)] = f"(_ bv{term.number} {term.width})"
            continue
        names[id(term)] = name = f"t{number}"
        text = _smt_term(term, [names[id(arg)] for arg in term.args])
        lines.append(f"(define-fun {name} () (_ BitVec {term.width}) {text})")
    lines += [f"(assert (= {names[id(claim)]} #b1))" for claim in claims]
    lines.append("(check-sat)")
    if variables:
        lines.append(f"(get-value ({' '.join(variables)}))")
    return "\n".join(lines) + "\n"


def _smt_term(term: Term, args: Sequence[str]) -> str:
    if term.op == "extract":
        low = term.number
        return f"((_ extract {low + term.width - 1} {low}) {args[0]})"
    if term.op == "ite":
        return f"(ite (= {args[0]} #b1) {args[1]} {args[2]})"
    if term.op in ("=", "bvult", "bvslt"):
        return f"(ite ({term.op} {args[0]} {args[1]}) #b1 #b0)"
    if term.op == "sum":
        # Yices 2.6.5 gets bit 63 of (concat y x) + 1 wrong in 64 bits, and only there.
        width = term.width + (term.width == _MISTAKEN)
        if width > term.width:
            args = [f"(concat #b0 {arg})" for arg in args]
        factors = zip(term.factors, args, strict=True)
        products = [
            arg if factor == 1 else f"(bvmul (_ bv{factor} {width}) {arg})"
            for factor, arg in factors
        ]
        total = _folded("bvadd", products)
        return f"((_ extract {term.width - 1} 0) {total})" if width > term.width else total
    return _folded(term.op, args)


def _folded(op: str, args: Sequence[str]) -> str:
    text = args[0]
    # Not every solver takes more than two operands.
    for arg in args[1:]:
        text = f"({op} {text} {arg})"
    return text
