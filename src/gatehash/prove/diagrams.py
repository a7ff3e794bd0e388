# SPDX-License-Identifier: Apache-2.0
"""Functions of few bits, which have many forms: one decision diagram stands for all."""

from __future__ import annotations

from functools import reduce
from operator import and_, or_, xor

from gatehash.prove import terms
from gatehash.prove.term import TRUE, Term, const, make, value_of

__all__ = ["canonical", "support"]

_FEWEST, _MOST = 3, 4
_PATTERNS = (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00)
_supports: dict[int, tuple[Term, ...]] = {}


def support(term: Term) -> tuple[Term, ...]:
    """Return the bits that a bit is a function of, down to sums and selections."""
    found = _supports.get(id(term))
    if found is None:
        below: dict[int, Term] = {}
        if term.op in ("bvand", "bvor", "ite") or _is_transparent(term):
            for arg in term.args:
                below.update((id(each), each) for each in support(arg))
        if term.op == "const" or 0 < len(below) <= _MOST:
            found = tuple(each for _, each in sorted(below.items()))
        else:
            found = (terms.not_(term) if term.op == "bvxor" and TRUE in term.args else term,)
        _supports[id(term)] = found
    return found


def _is_transparent(term: Term) -> bool:
    """Whether a bit is a complement, or a sum of bits that are no functions of others.

    Other sums are bits of their own: there is one form of them already.
    """
    if term.op != "bvxor":
        return False
    others = [arg for arg in term.args if arg.op != "const"]
    return len(others) == 1 or all(support(arg) == (arg,) for arg in others)


def canonical(term: Term) -> Term:
    """Return the decision diagram of a function of few bits; other terms as they are."""
    if term.width > 1 or not 2 <= len(leaves := support(term)) <= _MOST:
        return term
    if term.op == "bvxor" and len(term.args) - (TRUE in term.args) > 1:
        return term
    truth = _truth(term, {id(leaf): _PATTERNS[at] for at, leaf in enumerate(leaves)})
    # A sum is better as one: it is a leaf of larger functions.
    chosen = [at for at in range(len(leaves)) if (truth ^ truth >> (1 << at)) & 1]
    total = reduce(xor, (_PATTERNS[at] for at in chosen), 0xFFFF * (truth & 1))
    if total == truth:
        return terms.xor(*(leaves[at] for at in chosen), const(truth, 1))
    return _diagram(truth, list(leaves)) if len(leaves) >= _FEWEST else term


def _truth(term: Term, truths: dict[int, int]) -> int:
    found = truths.get(id(term))
    if found is None and term.op == "bvxor" and TRUE in term.args:
        found = truths[id(term)] = _truth(terms.not_(term), truths) ^ 0xFFFF
    if found is None:
        args = [_truth(arg, truths) for arg in term.args]
        if term.op == "const":
            found = 0xFFFF * term.number
        elif term.op == "ite":
            found = args[0] & args[1] | ~args[0] & args[2] & 0xFFFF
        else:
            found = reduce({"bvand": and_, "bvor": or_, "bvxor": xor}[term.op], args)
        truths[id(term)] = found
    return found


def _diagram(truth: int, leaves: list[Term]) -> Term:
    if truth in (0, 0xFFFF):
        return const(truth, 1)
    *others, leaf = leaves
    at = len(others)
    pattern, by = _PATTERNS[at], 1 << at
    high = truth & pattern
    low = truth & ~pattern & 0xFFFF
    yes, no = _diagram(high | high >> by, others), _diagram(low | low << by & 0xFFFF, others)
    if yes is no:
        return yes
    values = value_of(yes), value_of(no)
    if values == (1, 0):
        return leaf
    if values == (0, 1):
        return terms.not_(leaf)
    return make("ite", 1, (leaf, yes, no))
