# SPDX-License-Identifier: Apache-2.0
"""Terms of bit-vectors: each exists once, is simplified when it is made, and is SMT-LIB on demand.

Simplification changes structure only: constants are folded, and selections move towards the inputs,
so that a rotation in a model and a rotation in a netlist become the same term. A solver proves the
rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from operator import and_ as both
from operator import or_ as either
from operator import xor as differ

from gatehash.prove.kernel import sums
from gatehash.prove.kernel.term import TRUE, Term, const, make, ones, value_of

__all__ = [
    "and_",
    "concat",
    "equal",
    "extend",
    "extract",
    "ite",
    "largest",
    "less",
    "not_",
    "or_",
    "table",
    "xor",
]

# Selections.

# Operations of which a bit of the result depends on the same bit of the operands alone.
_BITWISE = frozenset({"bvand", "bvor", "bvxor"})


_extracts: dict[tuple[int, int, int], Term] = {}


def extract(term: Term, low: int, width: int) -> Term:
    """Return `width` bits from bit `low` on."""
    if low == 0 and width == term.width:
        return term
    key = (id(term), low, width)
    found = _extracts.get(key)
    if found is None:
        found = _extracts[key] = _extract(term, low, width)
    return found


def _extract(term: Term, low: int, width: int) -> Term:
    if term.op == "const":
        return const(term.number >> low, width)
    if term.op == "extract":
        return extract(term.args[0], low + term.number, width)
    if term.op == "concat":
        parts: list[Term] = []
        at = 0
        for part in reversed(term.args):
            first, last = max(low, at), min(low + width, at + part.width)
            if first < last:
                parts.append(extract(part, first - at, last - first))
            at += part.width
        return concat(*reversed(parts))
    if term.op in _BITWISE:
        return _bitwise(term.op, [extract(arg, low, width) for arg in term.args])
    if term.op == "ite":
        chosen, *cases = term.args
        return ite(chosen, *(extract(case, low, width) for case in cases))
    if term.op == "sum" and low == 0 and all(map(_is_extended, term.args)):
        return sums.total((extract(arg, 0, width), factor) for arg, factor in sums.products(term))
    return make("extract", width, (term,), number=low)


def _is_extended(term: Term) -> bool:
    """Whether the highest bit is known, as that of a number that was made longer for a sum."""
    return (term.args[0] if term.op == "concat" else term).op == "const"


def concat(*parts: Term) -> Term:
    """Join bit-vectors, the most significant first."""
    joined: list[Term] = []
    for part in parts:
        for each in part.args if part.op == "concat" else (part,):
            last = joined[-1] if joined else None
            merged = None if last is None else _adjacent(last, each)
            if merged is None:
                joined.append(each)
            else:
                joined[-1] = merged
    if len(joined) == 1:
        return joined[0]
    return make("concat", sum(part.width for part in joined), tuple(joined))


_pairs: dict[tuple[int, int], Term | None] = {}


def _adjacent(high: Term, low: Term) -> Term | None:
    """Return two terms as one, where they are constants or adjacent bits of one term."""
    key = (id(high), id(low))
    if key not in _pairs:
        _pairs[key] = _merged(high, low)
    return _pairs[key]


def _merged(high: Term, low: Term) -> Term | None:
    width = high.width + low.width
    if high.op == low.op == "const":
        return const(high.number << low.width | low.number, width)
    source, start = _selected(low)
    other, at = _selected(high)
    if source is other and at == start + low.width:
        return extract(source, start, width)
    if high.width == low.width == 1 and all(len(_support(each)) > 2 for each in (high, low)):
        # Decision diagrams, which are functions of the same bits at most.
        return None
    for term in (high, low):
        if term.op == "ite":
            upper, lower = _cases(high, term.args[0]), _cases(low, term.args[0])
            if upper is not None and lower is not None:
                yes, no = map(concat, upper, lower)
                if "concat" not in (yes.op, no.op):
                    return ite(term.args[0], yes, no)
    if (bit := _repeated(high)) is not None and bit is _repeated(low):
        return _repetition(bit, width)
    for op in _BITWISE:
        if op in (high.op, low.op):
            return _adjacent_logic(op, high, low)
    return None


def _cases(term: Term, bit: Term) -> tuple[Term, ...] | None:
    """Return what a term is where a bit is 1 and where it is 0, if the bit chooses."""
    if term.op == "ite":
        return term.args[1:] if term.args[0] is bit else None
    if term is bit:
        return const(1, 1), const(0, 1)
    if bit in term.args and term.op in ("bvand", "bvor"):
        rest = _logic(term.op, [arg for arg in term.args if arg is not bit])
        return (rest, const(0, 1)) if term.op == "bvand" else (const(1, 1), rest)
    return None


def _repeated(term: Term) -> Term | None:
    """Return the bit that all bits of a term are."""
    if term.width == 1 and term.op != "const":
        return term
    cases = [value_of(case) for case in term.args[1:]]
    if term.op == "ite" and cases == [ones(term.width), 0]:
        return term.args[0]
    return None


def _adjacent_logic(op: str, high: Term, low: Term) -> Term | None:
    """Return an operation on adjacent bits of words as one on the words, if it is one."""
    (upper, mask), (lower, other) = _operands(op, high), _operands(op, low)
    if len(upper) != len(lower):
        return None
    joined = [const(mask << low.width | other, high.width + low.width)]
    for arg in upper:
        for at, each in enumerate(lower):
            if not (arg.op == each.op == "const") and (one := _adjacent(arg, each)) is not None:
                joined.append(one)
                del lower[at]
                break
        else:
            return None
    return _logic(op, joined)


def _operands(op: str, term: Term) -> tuple[list[Term], int]:
    """Return the operands of an operation apart from constants, and the constant."""
    args = term.args if term.op == op else (term,)
    neutral = ones(term.width) if op == "bvand" else 0
    mask = next((arg.number for arg in args if arg.op == "const"), neutral)
    return [arg for arg in args if arg.op != "const"], mask


def _selected(term: Term) -> tuple[Term, int]:
    return (term.args[0], term.number) if term.op == "extract" else (term, 0)


def extend(term: Term, width: int, *, signed: bool = False) -> Term:
    """Return a wider bit-vector of the same value."""
    more = width - term.width
    if more == 0:
        return term
    if not signed:
        return concat(const(0, more), term)
    sign = extract(term, term.width - 1, 1)
    return concat(*[sign] * more, term)


def largest(term: Term) -> int:
    """Return a number that a term does not exceed: that with ones where it has no constants."""
    total = 0
    for part in term.args if term.op == "concat" else (term,):
        value = value_of(part)
        total = total << part.width | (ones(part.width) if value is None else value)
    return total


# Logic.


def _cuts(op: str, args: Iterable[Term]) -> list[int]:
    """Return where concatenations have their joints, from the least significant bit.

    A mask of a conjunction or disjunction is as good as a concatenation.
    """
    cuts = {0}
    for arg in args:
        if arg.op == "const" and op != "bvxor":
            edges = arg.number ^ arg.number << 1
            cuts.update(at for at in range(1, arg.width) if edges >> at & 1)
        at = 0
        for part in reversed(arg.args) if arg.op == "concat" else (arg,):
            at += part.width
            cuts.add(at)
    return sorted(cuts)


def _bitwise(op: str, args: Sequence[Term]) -> Term:
    cuts = _cuts(op, args)
    if len(cuts) > 2:
        pieces = [
            _logic(op, [extract(arg, low, high - low) for arg in args])
            for low, high in pairwise(cuts)
        ]
        return concat(*reversed(pieces))
    return _logic(op, args)


def _logic(op: str, args: Sequence[Term]) -> Term:
    width = args[0].width
    mask = ones(width)
    flat: list[Term] = []
    for arg in args:
        flat.extend(arg.args if arg.op == op else (arg,))
    known = mask if op == "bvand" else 0
    single: dict[int, Term] = {}
    for arg in flat:
        value = value_of(arg)
        if value is not None:
            known = {"bvand": known & value, "bvor": known | value, "bvxor": known ^ value}[op]
        elif op == "bvxor" and id(arg) in single:
            del single[id(arg)]
        else:
            single[id(arg)] = arg
    if (op == "bvand" and known == 0) or (op == "bvor" and known == mask):
        return const(known, width)
    rest = list(single.values())
    if not rest:
        return const(known, width)
    if known != (mask if op == "bvand" else 0):
        rest.append(const(known, width))
    if len(rest) == 1:
        return rest[0]
    if op == "bvand" and width > 1:
        for arg in rest:
            if arg.op == "ite" and (bit := _repeated(arg)) is not None:
                others = [each for each in rest if each is not arg]
                return ite(bit, _logic(op, others), const(0, width))
    if op != "bvxor" and any(id(not_(arg)) in single for arg in rest):
        return const(0 if op == "bvand" else mask, width)
    return _canonical(make(op, width, tuple(sorted(rest, key=id))))


def and_(*args: Term) -> Term:
    """Return the conjunction of each bit."""
    return _bitwise("bvand", args)


def or_(*args: Term) -> Term:
    """Return the disjunction of each bit."""
    return _bitwise("bvor", args)


def xor(*args: Term) -> Term:
    """Return the sum of each bit."""
    return _bitwise("bvxor", args)


def not_(term: Term) -> Term:
    """Return the complement of each bit."""
    return xor(term, const(-1, term.width))


# Decisions.


def ite(chosen: Term, yes: Term, no: Term) -> Term:
    """Return one of two terms, by a bit."""
    value = value_of(chosen)
    if value is not None:
        return yes if value else no
    if yes is no:
        return yes
    if chosen.op == "bvxor" and TRUE in chosen.args:
        return ite(not_(chosen), no, yes)
    known = value_of(yes), value_of(no)
    if yes.width == 1:
        if known == (1, 0):
            return chosen
        if known == (0, 1):
            return not_(chosen)
        if known[0] is not None:
            return or_(chosen, no) if known[0] else and_(not_(chosen), no)
        if known[1] is not None:
            return or_(not_(chosen), yes) if known[1] else and_(chosen, yes)
    if None not in known:
        return _masked(chosen, int(known[0] or 0), int(known[1] or 0), yes.width)
    return _canonical(make("ite", yes.width, (chosen, yes, no)))


def _masked(bit: Term, yes: int, no: int, width: int) -> Term:
    """Return one of two constants, as runs of the bit, its complement, ones and zeros."""
    changes = yes ^ no
    edges = [at for at in range(1, width) if (changes ^ changes << 1) >> at & 1]
    runs = [
        _repetition(bit, high - low) if changes >> low & 1 else const(0, high - low)
        for low, high in pairwise((0, *edges, width))
    ]
    return xor(concat(*reversed(runs)), const(no, width))


def _repetition(bit: Term, width: int) -> Term:
    """Return a bit so many times; that of a sum is a sum."""
    if width == 1:
        return bit
    if bit.op == "const":
        return const(-bit.number, width)
    if bit.op == "bvxor":
        return xor(*(_repetition(arg, width) for arg in bit.args))
    return make("ite", width, (bit, const(-1, width), const(0, width)))


def equal(first: Term, second: Term) -> Term:
    """Return a bit: whether two terms are the same."""
    if first is second:
        return const(1, 1)
    values = value_of(first), value_of(second)
    if None not in values:
        return const(int(values[0] == values[1]), 1)
    if first.width == 1:
        return not_(xor(first, second))
    return make("=", 1, tuple(sorted((first, second), key=id)))


def less(first: Term, second: Term, *, signed: bool = False) -> Term:
    """Return a bit: whether the first number is the smaller one."""
    if first is second:
        return const(0, 1)
    values = value_of(first), value_of(second)
    if values[0] is not None and values[1] is not None:
        # Of numbers with signs the order is that without, once the signs are turned.
        turn = signed << first.width - 1
        return const(int(values[0] ^ turn < values[1] ^ turn), 1)
    return make("bvslt" if signed else "bvult", 1, (first, second))


def table(entries: Sequence[int], index: Term, width: int) -> Term:
    """Return the entry that an index chooses; zero where there is none."""
    key = (tuple(entries), id(index), width)
    found = _tables.get(key)
    if found is None:
        found = _tables[key] = _table(entries, index, width)
    return found


_tables: dict[tuple[tuple[int, ...], int, int], Term] = {}


def _table(entries: Sequence[int], index: Term, width: int) -> Term:
    filled = [*entries[: 1 << index.width], *[0] * ((1 << index.width) - len(entries))]
    # Bit by bit, each a function of the index.
    return concat(*(_chosen(filled, index, at) for at in reversed(range(width))))


def _chosen(entries: Sequence[int], index: Term, at: int) -> Term:
    bits = [const(entry >> at, 1) for entry in entries]
    for place in range(index.width):
        bit = extract(index, place, 1)
        bits = [ite(bit, high, low) for low, high in zip(bits[::2], bits[1::2], strict=True)]
    return bits[0]


# Functions of few bits, which have many forms: one decision diagram stands for all.

_FEWEST, _MOST = 3, 4
_PATTERNS = (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00)
_supports: dict[int, tuple[Term, ...]] = {}


def _support(term: Term) -> tuple[Term, ...]:
    """Return the bits that a bit is a function of, down to sums and selections."""
    found = _supports.get(id(term))
    if found is None:
        below: dict[int, Term] = {}
        if term.op in ("bvand", "bvor", "ite") or _is_transparent(term):
            for arg in term.args:
                below.update((id(each), each) for each in _support(arg))
        if term.op == "const" or 0 < len(below) <= _MOST:
            found = tuple(each for _, each in sorted(below.items()))
        else:
            found = (not_(term) if term.op == "bvxor" and TRUE in term.args else term,)
        _supports[id(term)] = found
    return found


def _is_transparent(term: Term) -> bool:
    """Whether a bit is a complement, or a sum of bits that are no functions of others.

    Other sums are bits of their own: there is one form of them already.
    """
    if term.op != "bvxor":
        return False
    others = [arg for arg in term.args if arg.op != "const"]
    return len(others) == 1 or all(_support(arg) == (arg,) for arg in others)


def _canonical(term: Term) -> Term:
    """Return the decision diagram of a function of few bits; other terms as they are."""
    if term.width > 1 or not 2 <= len(leaves := _support(term)) <= _MOST:
        return term
    if term.op == "bvxor" and len(term.args) - (TRUE in term.args) > 1:
        return term
    truth = _truth(term, {id(leaf): _PATTERNS[at] for at, leaf in enumerate(leaves)})
    # A sum is better as one: it is a leaf of larger functions.
    chosen = [at for at in range(len(leaves)) if (truth ^ truth >> (1 << at)) & 1]
    total = reduce(differ, (_PATTERNS[at] for at in chosen), 0xFFFF * (truth & 1))
    if total == truth:
        return xor(*(leaves[at] for at in chosen), const(truth, 1))
    return _diagram(truth, list(leaves)) if len(leaves) >= _FEWEST else term


def _truth(term: Term, truths: dict[int, int]) -> int:
    found = truths.get(id(term))
    if found is None and term.op == "bvxor" and TRUE in term.args:
        found = truths[id(term)] = _truth(not_(term), truths) ^ 0xFFFF
    if found is None:
        args = [_truth(arg, truths) for arg in term.args]
        if term.op == "const":
            found = 0xFFFF * term.number
        elif term.op == "ite":
            found = args[0] & args[1] | ~args[0] & args[2] & 0xFFFF
        else:
            found = reduce({"bvand": both, "bvor": either, "bvxor": differ}[term.op], args)
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
        return not_(leaf)
    return make("ite", 1, (leaf, yes, no))
