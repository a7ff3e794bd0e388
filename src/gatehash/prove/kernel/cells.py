# SPDX-License-Identifier: Apache-2.0
"""Terms of Yosys's cells that work on words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import combinations
from typing import Any, TypeAlias

from gatehash.errors import GatehashError
from gatehash.prove.kernel.sums import add, subtract
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import (
    and_,
    concat,
    equal,
    extend,
    extract,
    ite,
    largest,
    less,
    not_,
    or_,
    table,
    xor,
)

__all__ = ["computed"]

_Operands: TypeAlias = Mapping[str, Term]


def computed(
    cell: Mapping[str, Any], operands: _Operands, width: int, undefined: Callable[[int, int], Term]
) -> Term:
    """Return the output Y of a cell.

    Parameters
    ----------
    cell : mapping
        The cell as Yosys writes it in JSON.
    operands : mapping
        Its inputs.
    width : int
        Bits of Y.
    undefined : callable
        Returns bits that stand for both values, from a number and a width: other bits for each
        number.

    Raises
    ------
    GatehashError
        If there is no term for a cell of this type.
    """
    kind = cell["type"].removeprefix("$")
    parameters = {name: value for name, value in cell["parameters"].items() if "SIGNED" in name}
    signed = bool(parameters) and all(int(value, 2) for value in parameters.values())
    if kind in _ARITHMETIC:
        sides = [_sized(operands[port], width, signed=signed) for port in "AB" if port in operands]
        return _ARITHMETIC[kind](*sides)
    if kind in _COMPARISONS:
        most = max(operands["A"].width, operands["B"].width)
        a, b = (_sized(operands[port], most, signed=signed) for port in "AB")
        return extend(_COMPARISONS[kind](a, b, signed), width)
    if kind in _REDUCTIONS:
        return extend(_REDUCTIONS[kind](operands["A"]), width)
    if kind in _LOGIC:
        return extend(_LOGIC[kind](*(_any(operands[port]) for port in "AB")), width)
    if kind in _SHIFTS:
        return _shifted(kind, operands, width, parameters, undefined)
    if kind == "pmux":
        return _parallel_multiplexer(operands, undefined)
    if kind in _CHOICES:
        return _CHOICES[kind](operands)
    raise GatehashError(f"there is no term for a Yosys cell of type '{cell['type']}'")


def _sized(term: Term, width: int, *, signed: bool) -> Term:
    if term.width >= width:
        return extract(term, 0, width)
    return extend(term, width, signed=signed)


_ARITHMETIC: dict[str, Callable[..., Term]] = {
    "add": add,
    "sub": subtract,
    "and": and_,
    "or": or_,
    "xor": xor,
    "xnor": lambda a, b: not_(xor(a, b)),
    "not": not_,
    "pos": lambda a: a,
    "neg": lambda a: subtract(const(0, a.width), a),
}

_COMPARISONS: dict[str, Callable[[Term, Term, bool], Term]] = {
    "eq": lambda a, b, _: equal(a, b),
    "eqx": lambda a, b, _: equal(a, b),
    "ne": lambda a, b, _: not_(equal(a, b)),
    "nex": lambda a, b, _: not_(equal(a, b)),
    "lt": lambda a, b, signed: less(a, b, signed=signed),
    "le": lambda a, b, signed: not_(less(b, a, signed=signed)),
    "gt": lambda a, b, signed: less(b, a, signed=signed),
    "ge": lambda a, b, signed: not_(less(a, b, signed=signed)),
}


def _any(term: Term) -> Term:
    return not_(equal(term, const(0, term.width)))


def _parity(term: Term) -> Term:
    return reduce(xor, (extract(term, at, 1) for at in range(term.width)))


_REDUCTIONS: dict[str, Callable[[Term], Term]] = {
    "reduce_and": lambda a: equal(a, const(-1, a.width)),
    "reduce_or": _any,
    "reduce_bool": _any,
    "reduce_xor": _parity,
    "reduce_xnor": lambda a: not_(_parity(a)),
    "logic_not": lambda a: not_(_any(a)),
}

_LOGIC: dict[str, Callable[[Term, Term], Term]] = {"logic_and": and_, "logic_or": or_}

_SHIFTS = frozenset({"shl", "sshl", "shr", "sshr", "shift", "shiftx"})
# A constant that is shifted by so few bits is a table.
_TABLE_BITS = 8


def _shifted(
    kind: str,
    operands: _Operands,
    width: int,
    parameters: Mapping[str, str],
    undefined: Callable[[int, int], Term],
) -> Term:
    """Return a shift as a choice for each bit of the distance."""
    term, distance = operands["A"], operands["B"]
    signs = int(parameters.get("A_SIGNED", "0"), 2) == 1
    both = kind in ("shift", "shiftx") and int(parameters.get("B_SIGNED", "0"), 2) == 1
    left = kind in ("shl", "sshl")
    within = kind != "shiftx" or largest(distance) + width <= term.width
    is_table = within and not (left or both or signs) and distance.width <= _TABLE_BITS
    if term.op == "const" and is_table:
        entries = [term.number >> at & (1 << width) - 1 for at in range(1 << distance.width)]
        return table(entries, distance, width)
    most = max(term.width, width)
    places = distance.width - both
    if kind == "shiftx":
        # Bits outside of A are others at each place of the distance.
        whole = term
        if most > term.width:
            whole = concat(undefined(2 * distance.width, most - term.width), term)
        filling = undefined
    else:
        whole = extend(term, most, signed=signs)
        top = extract(whole, most - 1, 1) if signs and kind == "sshr" else const(0, 1)

        def filling(_: int, bits: int) -> Term:
            return concat(*[top] * bits)

    right = _moved(whole, distance, places, filling, left=left)
    if both:
        # A negative distance is a shift to the left.
        back = subtract(const(0, distance.width), distance)
        other = _moved(whole, back, distance.width, filling, left=True)
        right = ite(extract(distance, places, 1), other, right)
    return extract(right, 0, width)


def _moved(
    term: Term, distance: Term, places: int, filling: Callable[[int, int], Term], *, left: bool
) -> Term:
    width = term.width
    for place in reversed(range(places)):
        by = min(1 << place, width)
        more = filling(2 * place + left, by)
        if by == width:
            moved = more
        elif left:
            moved = concat(extract(term, 0, width - by), more)
        else:
            moved = concat(more, extract(term, by, width - by))
        term = ite(extract(distance, place, 1), moved, term)
    return term


def _multiplexer(operands: _Operands) -> Term:
    return ite(operands["S"], operands["B"], operands["A"])


def _parallel_multiplexer(operands: _Operands, undefined: Callable[[int, int], Term]) -> Term:
    chosen, width = operands["A"], operands["A"].width
    bits = [extract(operands["S"], at, 1) for at in range(operands["S"].width)]
    for at in reversed(range(len(bits))):
        case = extract(operands["B"], at * width, width)
        chosen = ite(bits[at], case, chosen)
    possible = [bit for bit in bits if bit is not _NEVER]
    pairs = (_both(*pair) for pair in combinations(possible, 2))
    several = [both for both in pairs if both is not _NEVER]
    # Yosys leaves the output undefined where several cases hold at once.
    return ite(or_(*several), undefined(0, width), chosen) if several else chosen


_NEVER = const(0, 1)


def _both(first: Term, second: Term) -> Term:
    """Return whether two bits are 1, which comparisons of a word with two numbers never are."""
    if first.op == second.op == "=":
        shared = [each for each in first.args if each in second.args]
        args = (*first.args, *second.args)
        numbers = {each.number for each in args if each.op == "const"}
        if shared and len(numbers) == 2:
            return _NEVER
    return and_(first, second)


def _binary_multiplexer(operands: _Operands) -> Term:
    index = operands["S"]
    width = operands["A"].width >> index.width
    if operands["A"].op == "const":
        whole = operands["A"].number
        entries = [whole >> at * width & (1 << width) - 1 for at in range(1 << index.width)]
        return table(entries, index, width)
    cases = [extract(operands["A"], at * width, width) for at in range(1 << index.width)]
    for place in range(index.width):
        bit = extract(index, place, 1)
        cases = [ite(bit, high, low) for low, high in zip(cases[::2], cases[1::2], strict=True)]
    return cases[0]


def _bitwise_multiplexer(operands: _Operands) -> Term:
    chosen = operands["S"]
    return or_(and_(chosen, operands["B"]), and_(not_(chosen), operands["A"]))


_CHOICES: dict[str, Callable[[_Operands], Term]] = {
    "mux": _multiplexer,
    "bmux": _binary_multiplexer,
    "bwmux": _bitwise_multiplexer,
}
