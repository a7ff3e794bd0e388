# SPDX-License-Identifier: Apache-2.0
"""Questions for a solver in SMT-LIB, in which names and the order of operands say nothing.

A program's equations are of few kinds, such as a sum of 64 bits in two halves. Questions that
differ in the names of variables, in the order in which operands are met, or in a constant that is
always added bit by bit to a variable have one text, so that one answer serves all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gatehash.prove.kernel.term import Term

__all__ = ["Question", "ordered", "question"]

_COMMUTES = frozenset({"sum", "bvand", "bvor", "bvxor", "="})
_ROUNDS = 6
# Bits of a sum that Yices 2.6.5 gets wrong.
_MISTAKEN = 64


@dataclass(frozen=True)
class Question:
    """Whether all of some bits can be 1.

    Parameters
    ----------
    text : str
        The SMT-LIB script.
    variables : mapping
        For each variable of the text the name of the term's, and a number that is added to its
        value bit by bit.
    """

    text: str
    variables: Mapping[str, tuple[str, int]]


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


def question(claims: Sequence[Term], cut: Collection[int] = frozenset()) -> Question:
    """Return the question whether all of some bits can be 1.

    Terms whose ids are in `cut` may have any value there.
    """
    return _Writer(claims, cut).question()


class _Writer:
    """The making of a question."""

    def __init__(self, claims: Sequence[Term], cut: Collection[int]) -> None:
        self._claims = [*claims]
        self._terms = [*ordered(claims, cut)]
        self._free = {
            id(term)
            for term in self._terms
            if term.op == "var" or (id(term) in cut and term.op != "const")
        }
        # Sums with constants that are not written, by their ids: what is written instead.
        self._same: dict[int, Term] = {}
        self._turns = self._turned()
        self._terms = [term for term in self._terms if id(term) not in self._same]
        self._claims = [self._same.get(id(claim), claim) for claim in claims]
        self._colours = self._coloured()
        # The order in which terms are written, by their ids.
        self._places: dict[int, int] = {}

    def _args(self, term: Term) -> tuple[Term, ...]:
        """Return the operands that are written."""
        if id(term) in self._free:
            return ()
        return tuple(self._same.get(id(arg), arg) for arg in term.args)

    def _turned(self) -> dict[int, int]:
        """Return the numbers that are added to each value of a free term, bit by bit.

        A value and its sum with a constant are one to one, so that the sum may stand for the value.
        """
        users: defaultdict[int, list[Term]] = defaultdict(list)
        for term in self._terms:
            for arg in self._args(term):
                users[id(arg)].append(term)
        asked = {id(claim) for claim in self._claims}
        found: dict[int, int] = {}
        for term in self._terms:
            if id(term) not in self._free:
                continue
            cuts = [each for each in users[id(term)] if each.op == "extract"]
            added: dict[int, int] = {}
            same: dict[int, Term] = {}
            plain = False
            for part in (term, *cuts):
                low = part.number if part is not term else 0
                for user in users[id(part)]:
                    if part is term and user.op == "extract":
                        continue
                    constant = _constant(user)
                    if constant is None:
                        plain = True
                        break
                    same[id(user)] = part
                    for at in range(part.width):
                        bit = constant >> at & 1
                        plain = plain or added.setdefault(low + at, bit) != bit
                plain = plain or id(part) in asked
            if not plain and any(added.values()):
                found[id(term)] = sum(bit << at for at, bit in added.items())
                self._same.update(same)
        return found

    def _coloured(self) -> dict[int, int]:
        """Return numbers of terms that follow from what is below and above them, not from names."""
        colours: dict[int, int] = {}
        above: defaultdict[int, list[int]] = defaultdict(list)
        for turn in range(_ROUNDS):
            before, colours = colours, {}
            users, above = above, defaultdict(list)
            for term in self._terms:
                below = [colours[id(arg)] for arg in self._args(term)]
                if term.op in _COMMUTES:
                    below = sorted(hash(pair) for pair in zip(below, _factors(term), strict=False))
                own = (0, term.width) if id(term) in self._free else _own(term)
                seen = (before.get(id(term), 0), *sorted(users[id(term)])) if turn else ()
                colours[id(term)] = hash((*own, *below, *seen))
            for term in self._terms:
                for at, arg in enumerate(self._args(term)):
                    place = 0 if term.op in _COMMUTES else at
                    above[id(arg)].append(hash((colours[id(term)], place)))
        return colours

    def _in_order(self, term: Term) -> list[tuple[Term, int]]:
        """Return the operands with their factors, in an order that no name of the terms decides."""
        pairs = [*zip(self._args(term), _factors(term), strict=False)]
        if term.op in _COMMUTES:
            # Operands that look alike come in the order in which they were met.
            last = len(self._terms)
            pairs.sort(
                key=lambda pair: (
                    self._colours[id(pair[0])],
                    pair[1],
                    self._places.get(id(pair[0]), last),
                )
            )
        return pairs

    def question(self) -> Question:
        """Return the question."""
        lines = ["(set-logic QF_BV)"]
        names: dict[int, str] = {}
        variables: dict[str, tuple[str, int]] = {}
        stack: list[tuple[Term, bool]] = [(claim, False) for claim in reversed(self._claims)]
        while stack:
            term, ready = stack.pop()
            if id(term) in names:
                continue
            pairs = self._in_order(term)
            if not ready:
                stack.append((term, True))
                stack.extend((arg, False) for arg, _ in reversed(pairs))
                continue
            self._places[id(term)] = len(self._places)
            if id(term) in self._free:
                names[id(term)] = name = f"v{len(variables)}"
                variables[name] = term.name, self._turns.get(id(term), 0)
                lines.append(f"(declare-fun {name} () (_ BitVec {term.width}))")
            elif term.op == "const":
                names[id(term)] = f"(_ bv{term.number} {term.width})"
            else:
                names[id(term)] = name = f"t{len(lines)}"
                text = _written(term, [(names[id(arg)], factor) for arg, factor in pairs])
                lines.append(f"(define-fun {name} () (_ BitVec {term.width}) {text})")
        lines += [f"(assert (= {names[id(claim)]} #b1))" for claim in self._claims]
        lines.append("(check-sat)")
        if variables:
            lines.append(f"(get-value ({' '.join(variables)}))")
        return Question("\n".join(lines) + "\n", variables)


def _constant(term: Term) -> int | None:
    """Return the constant of a sum, bit by bit, of a term and a constant; None of other terms."""
    if term.op == "bvxor" and len(term.args) == 2:
        for arg in term.args:
            if arg.op == "const":
                return arg.number
    return None


def _factors(term: Term) -> Sequence[int]:
    return term.factors if term.op == "sum" else [1] * len(term.args)


def _own(term: Term) -> tuple[int, ...]:
    return (*term.op.encode(), term.width, term.number)


def _written(term: Term, args: Sequence[tuple[str, int]]) -> str:
    names = [name for name, _ in args]
    if term.op == "extract":
        low = term.number
        return f"((_ extract {low + term.width - 1} {low}) {names[0]})"
    if term.op == "ite":
        return f"(ite (= {names[0]} #b1) {names[1]} {names[2]})"
    if term.op in ("=", "bvult", "bvslt"):
        return f"(ite ({term.op} {names[0]} {names[1]}) #b1 #b0)"
    if term.op == "sum":
        # Yices 2.6.5 gets bit 63 of (concat y x) + 1 wrong in 64 bits, and only there.
        width = term.width + (term.width == _MISTAKEN)
        if width > term.width:
            args = [(f"(concat #b0 {name})", factor) for name, factor in args]
        products = [
            name if factor == 1 else f"(bvmul (_ bv{factor} {width}) {name})"
            for name, factor in args
        ]
        total = _folded("bvadd", products)
        return f"((_ extract {term.width - 1} 0) {total})" if width > term.width else total
    return _folded(term.op, names)


def _folded(op: str, args: Sequence[str]) -> str:
    text = args[0]
    # Not every solver takes more than two operands.
    for arg in args[1:]:
        text = f"({op} {text} {arg})"
    return text
