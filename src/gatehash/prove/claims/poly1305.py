# SPDX-License-Identifier: Apache-2.0
"""Poly1305 of four blocks: sums of products, their reduction within bounds, and the tag.

Bounds are those of :func:`bounds`: from those of limbs at the multipliers follow those of the
result, which are the same. The weights make sums congruent modulo 2**130 - 5: this is arithmetic of
integers, see :func:`folded`, :func:`carried` and ``tests/prove/test_poly1305.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import extract, less, not_
from gatehash.prove.kernel.transition import State, Transition
from gatehash.prove.kernel.word import Word, free, frees, joined
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["BITS", "WEIGHTS", "bounds", "carried", "folded", "poly1305_properties"]

_SOURCES = (
    "prim/generic/gh_add_of_table.sv",
    "poly1305/gh_poly1305_pkg.sv",
    "poly1305/gh_poly1305_add.sv",
    "poly1305/gh_poly1305_product.sv",
    "poly1305/gh_poly1305_x4_core.sv",
)

WEIGHTS = (0, 17, 33, 49, 65, 81, 98, 114)
"""Weights of the limbs of a number, as powers of 2; those of a factor are the first four."""
BITS = (17, 16, 16, 16, 16, 17, 16, 16)
"""Bits of the limbs."""

_LIMBS, _FACTOR = 8, 4
_COLUMNS = _LIMBS + _FACTOR - 1
_MOST = 8  # products in a sum
# Bits of registers: of a product, a column, a sum, one that is folded, one with carries, a limb.
_PRODUCT, _COLUMN, _SUM, _FOLDED, _CARRIED, _LIMB = 35, 37, 40, 42, 25, 18
# Limbs of a block and the bit behind it, and of half a block.
_BLOCK = (*(2**bits - 1 for bits in BITS[:7]), 2**15 - 1)
_HALF = tuple(2**bits - 1 for bits in BITS[:4])
_WORK = 2
_LOW, _DONE = 54, 61


def _weight(place: int) -> int:
    return WEIGHTS[place % _LIMBS] + 130 * (place // _LIMBS)


def _doubles(i: int, j: int) -> int:
    """Return by how many bits a product of limbs stands higher than its column."""
    return WEIGHTS[i] + WEIGHTS[j] - _weight(i + j)


def folded(sums: Sequence[Any]) -> list[Any]:
    """Return eight limbs that are congruent to eleven columns: 2**130 is 5."""
    upper = (*sums[_LIMBS:], *[0] * (2 * _LIMBS - len(sums)))
    return [low + 5 * high for low, high in zip(sums, upper, strict=False)]


def carried(limbs: Sequence[Any], addend: Sequence[Any] = (0,) * _LIMBS) -> list[Any]:
    """Return limbs that are congruent to others and an addend: each gives its carry to the next."""
    carries = [limb >> bits for limb, bits in zip(limbs, BITS, strict=True)]
    rests = [limb & (1 << bits) - 1 for limb, bits in zip(limbs, BITS, strict=True)]
    found = [rest + more for rest, more in zip(rests, addend, strict=True)]
    return [each + (5 * carries[-1] if k == 0 else carries[k - 1]) for k, each in enumerate(found)]


class Bounds(NamedTuple):
    """The greatest values of columns, sums, folded limbs, those with carries, and a number's."""

    columns: list[int]
    sums: list[int]
    folded: list[int]
    carried: list[int]
    number: list[int]


def _most_carried(limbs: Sequence[int], addend: Sequence[int]) -> list[int]:
    carries = [limb >> bits for limb, bits in zip(limbs, BITS, strict=True)]
    return [
        (1 << bits) - 1 + more + (5 * carries[-1] if k == 0 else carries[k - 1])
        for k, (bits, more) in enumerate(zip(BITS, addend, strict=True))
    ]


def bounds() -> Bounds:
    """Return bounds that follow from each other, from the limbs of a number to those of a sum.

    Examples
    --------
    >>> [hex(most) for most in bounds().number][:4]
    ['0x20194', '0x100f1', '0x10101', '0x100d1']
    """
    number = list(_BLOCK)
    while True:
        halves = (_HALF, number[:4], [number[4] << 1, number[5], number[6] << 1, number[7] << 1])
        factor = [max(limbs) for limbs in zip(*halves, strict=True)]
        columns = [0] * _COLUMNS
        for i in range(_FACTOR):
            for j in range(_LIMBS):
                columns[i + j] += factor[i] * number[j] << _doubles(i, j)
        sums = [_MOST * each for each in columns]
        folds = folded(sums)
        carries = _most_carried(folds, _BLOCK)
        again = _most_carried(carries, [0] * _LIMBS)
        if again == number:
            return Bounds(columns, sums, folds, carries, number)
        number = [max(pair) for pair in zip(number, again, strict=True)]


def poly1305_properties() -> Iterator[Property]:
    """Yield the properties of Poly1305 with several blocks at a time."""
    product, core = "gh_poly1305_product", "gh_poly1305_x4_core"
    yield equivalence(
        "",
        product,
        "For any products, each column is their sum, doubled where their weights say so; sums of "
        "columns begin with first_i and end with last_i; columns of weights from 2^130 on fold "
        "five times; and carries go to the next limb, the last one five times to the first. If "
        "limbs at the multipliers are within their bounds, no bit is lost, and those of the result "
        "are within the same bounds.",
        _reduction,
        designs=designs_with(product),
        sources=_SOURCES,
    )
    yield equivalence(
        "",
        core,
        "If the halves of a reduced sum below 2^130 + 2^122 are twice at the multipliers behind a "
        "message's last chunk, the tag is the sum modulo 2^130 - 5, plus s, modulo 2^128. It is "
        "zero if the message is refused.",
        _tag,
        designs=designs_with(core),
        sources=_SOURCES,
    )


def _held(module: Transition, state: State, net: str, words: Sequence[Word], width: int) -> State:
    return module.hold(state, net, joined(words, width))


def _limbs(term: Term, width: int, count: int) -> list[Word]:
    return [Word(extract(term, at * width, width)) for at in range(count)]


def _most(words: Sequence[Word], most: Sequence[int]) -> tuple[Term, ...]:
    """Return that words are within their bounds."""
    return tuple(
        not_(less(const(limit, word.term.width), word.term, signed=False))
        for word, limit in zip(words, most, strict=True)
    )


def _equal(
    name: str, got: Sequence[Word], want: Sequence[Word], given: tuple[Term, ...] = ()
) -> Iterator[Case]:
    """Yield that words are numbers, of which no bit is lost."""
    for k, (each, wanted) in enumerate(zip(got, want, strict=True)):
        width = max(each.term.width, wanted.term.width)
        yield Case(f"{name} {k}", each.bits(width), wanted.bits(width), given)


def _reduction(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_poly1305_product`` behind its multipliers."""
    most, start = bounds(), module.free_state()
    products = [frees(f"p{i}", _PRODUCT, _LIMBS) for i in range(_FACTOR)]
    every = [each for row in products for each in row]
    halves = (_HALF, most.number[:4], [2 * most.number[4], most.number[5]])
    highest = [2 * each for each in most.number[6:]]
    factor = [max(limbs) for limbs in zip(*halves[:2], [*halves[2], *highest], strict=True)]
    limits = [each * other for each in factor for other in most.number]
    step = module.step(_held(module, start, "products_q", every, _PRODUCT), {}).state
    columns = _limbs(module.step(step, {}, 1).net("columns_q"), _COLUMN, _COLUMNS)
    for k, column in enumerate(columns):
        pairs = [(i, k - i) for i in range(_FACTOR) if 0 <= k - i < _LIMBS]
        want = sum((products[i][j] << _doubles(i, j) for i, j in pairs), start=free("none", 1) * 0)
        few = [products[i][j] for i, j in pairs]
        within = _most(few, [limits[_LIMBS * i + j] for i, j in pairs])
        yield from _equal(f"column {k}", [column], [want], within)

    columns, sums = frees("c", _COLUMN, _COLUMNS), frees("s", _SUM, _COLUMNS)
    for first in (0, 1):
        now = _held(module, start, "columns_q", columns, _COLUMN)
        now = module.hold(_held(module, now, "sums_q", sums, _SUM), "first_q", const(2 * first, 2))
        got = _limbs(module.step(module.step(now, {}).state, {}, 1).net("sums_q"), _SUM, _COLUMNS)
        less_one = [(_MOST - 1) * each for each in most.columns]
        given = (*_most(columns, most.columns), *_most(sums, less_one))
        want = columns if first else [a + b for a, b in zip(columns, sums, strict=True)]
        yield from _equal(f"sum, first {first},", got, want, given)

    now = module.hold(_held(module, start, "sums_q", sums, _SUM), "last_q", const(4, 3))
    before = frees("x", _FOLDED, _LIMBS)
    now = _held(module, now, "folded_q", before, _FOLDED)
    for name, inputs, want in (
        ("folded", {"clear_i": const(0, 1)}, folded(sums)),
        ("cleared", {"clear_i": const(1, 1)}, [free("none", 1) * 0] * _LIMBS),
    ):
        after = module.step(module.step(now, inputs).state, {}, 1).net("folded_q")
        yield from _equal(name, _limbs(after, _FOLDED, _LIMBS), want, _most(sums, most.sums))
    now = module.hold(now, "last_q", const(0, 3))
    after = module.step(module.step(now, {"clear_i": const(0, 1)}).state, {}, 1).net("folded_q")
    yield from _equal("kept", _limbs(after, _FOLDED, _LIMBS), before)

    block = free("block", 129)
    places = [block >> weight & (1 << bits) - 1 for weight, bits in zip(WEIGHTS, BITS, strict=True)]
    now = module.step(now, {"addend_i": block.bits(129)}).state
    got = _limbs(module.step(now, {}, 1).net("carried_q"), _CARRIED, _LIMBS)
    yield from _equal("carried", got, carried(before, places), _most(before, most.folded))

    limbs = frees("y", _CARRIED, _LIMBS)
    now = module.step(_held(module, start, "carried_q", limbs, _CARRIED), {}).state
    got = _limbs(module.step(now, {}, 1).net("sum_q"), _LIMB, _LIMBS)
    given = _most(limbs, most.carried)
    yield from _equal("result", got, carried(limbs), given)
    for k, bit in enumerate(_most(got, most.number)):
        yield Case(f"bound {k}", bit, const(1, 1), given)


def _tag(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_poly1305_x4_core`` from the last sum to the tag."""
    limbs = [free(f"h[{k}]", bits + 1) for k, bits in enumerate(BITS)]
    number = sum(
        (limb << at for limb, at in zip(limbs, WEIGHTS, strict=True)), start=Word(const(0, 1))
    )
    s = free("s", 128)
    low, high = limbs[:4], [limbs[4] << 1, limbs[5], limbs[6] << 1, limbs[7] << 1]
    halves = {_LOW + 1: low, _LOW + 2: high, _LOW + 4: low, _LOW + 5: high}
    over = number + 5 >> 130 & 1
    want = (number + 5 * over + s) & 2**128 - 1
    given = _most([number], [2**130 + 2**122])
    for refused in (0, 1):
        now = module.hold(module.free_state(), "state_q", const(_WORK, 2))
        now = module.hold(now, "step_q", const(_LOW - 1, 6))
        for step in range(_LOW - 1, _DONE + 1):
            # The message has no beat and no chunk left.
            for net, bits in (("active_q", 1), ("tail_q", 2), ("last_tail_q", 1)):
                now = module.hold(now, net, const(0, bits))
            now = module.hold(now, "refuse_q", const(refused, 1))
            now = module.step(now, {"rst_i": const(0, 1)}, step).state
            if step == _LOW - 1:
                now = module.hold(module.hold(now, "s_q", s.bits(128)), "carry_q", const(0, 1))
            if step in halves:
                now = _held(module, now, "factor_q", halves[step], _LIMB)
        got = module.step(now, {}, _DONE + 1).net("s_q")
        if refused:
            yield Case("refused", got, const(0, 128))
        else:
            yield Case("tag", got, want.bits(128), given)
