# SPDX-License-Identifier: Apache-2.0
"""Names for intermediate results: a long computation as many short equations.

The golden model runs on words that give a name to each of its results. A simulation of the RTL
that comes to the same result uses the same name, so that terms stay short. Values for random inputs
show which results may be the same. Their equality for all inputs is an equation to be proved, for
any values of the names in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from gatehash.prove.kernel.question import ordered
from gatehash.prove.kernel.smt import Case, evaluate
from gatehash.prove.kernel.term import Term, const, make, ones, var
from gatehash.prove.kernel.terms import concat, equal, extract
from gatehash.prove.kernel.word import Number, Word

__all__ = ["NamedWord", "Names"]

_RANDOM_BITS = 4096
# Results of the RTL that are no results of the model have names if they are longer than that.
_LONGEST = 100


class _Values(dict[str, int]):
    """Values of variables: random ones, except for those that are set."""

    def get(self, name: str, _: Any = None) -> int:
        found = super().get(name)
        if found is None:
            found = self[name] = random.Random(name).getrandbits(_RANDOM_BITS)
        return found


class Names:
    """Names of the results of a model.

    Parameters
    ----------
    bits : int
        Width of a result.
    """

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._values = _Values()
        self._inputs: list[Term] = []
        # Names by the ids of terms; names and their meanings by values.
        self._known: dict[int, Term] = {}
        self._meant: dict[int, tuple[Term, Term]] = {}
        # Each name and its meaning; meanings by the ids of names.
        self._names: list[tuple[Term, Term]] = []
        self._meaning: dict[int, Term] = {}
        self._lemmas: dict[tuple[int, ...], Case] = {}

    def words(self, name: str, count: int) -> list[Any]:
        """Return free words, whose results have names."""
        terms = [var(f"{name}[{at}]", self._bits) for at in range(count)]
        self._inputs += terms
        return [NamedWord(term, self) for term in terms]

    def of(self, term: Term) -> Any:
        """Return a word of other terms, whose results have names."""
        return NamedWord(term, self)

    def named(self, term: Term) -> Term:
        """Return the name of a model's result, which is a new one unless it has one already."""
        if term.op in ("var", "const"):
            return term
        found = self._known.get(id(term))
        if found is None:
            found = self._new(term)
            self._meant.setdefault(self._value(term), (found, term))
        return found

    def _new(self, term: Term) -> Term:
        name = var(f"result {len(self._meaning)}", term.width)
        self._values[name.name] = self._value(term)
        self._known[id(term)], self._meaning[id(name)] = name, term
        self._names.append((name, term))
        return name

    def known(self, term: Term) -> Term:
        """Return a term of the RTL, or the name of the result that it equals; of each word in it.

        An equation that this relies on is among the lemmas.
        """
        if term.width % self._bits or term.op in ("var", "const"):
            return term
        if term.width > self._bits:
            words = range(0, term.width, self._bits)
            return concat(*(self.known(extract(term, at, self._bits)) for at in reversed(words)))
        found = self._known.get(id(term))
        if found is None:
            name, meaning = self._meant.get(self._value(term), (term, term))
            if name is not term:
                self._rely(term, name, meaning)
            elif len([*islice(ordered((term,)), _LONGEST)]) == _LONGEST:
                name = self._new(term)
            found = self._known[id(term)] = name
        return found

    def _rely(self, got: Term, name: Term, meaning: Term) -> None:
        # A name on one side only has its meaning: the sides may take sums in different orders.
        sides = [{id(each): each for each in ordered((side,))} for side in (got, meaning)]
        single = sides[0].keys() ^ sides[1].keys()
        given = [
            equal(each, self._meaning[key])
            for key, each in (sides[0] | sides[1]).items()
            if key in single and key in self._meaning
        ]
        # Of equations that differ in the names of variables one is enough.
        terms = _renamed((got, name, equal(name, meaning), *given))
        case = Case("a step of the run", terms[0], terms[1], terms[2:])
        self._lemmas.setdefault(tuple(map(id, terms)), case)

    def lemmas(self) -> Iterator[Case]:
        """Yield the equations that all uses of names rely on."""
        yield from self._lemmas.values()

    def equation(self, name: str, got: Term, want: Term) -> Case:
        """Return the equation of a result of the RTL and one of the model.

        Where random inputs distinguish them, it holds these inputs; else names have their meaning.
        """
        if got is want:
            return Case(name, got, want)
        meanings = self._names
        if self._value(got) == self._value(want):
            return Case(name, got, want, tuple(equal(each, meaning) for each, meaning in meanings))
        fixed = (*self._inputs, *(each for each, _ in meanings))
        values = (const(self._value(each), each.width) for each in fixed)
        return Case(name, got, want, tuple(map(equal, fixed, values)))

    def _value(self, term: Term) -> int:
        """Return the value of a term for random values of the inputs."""
        return evaluate((term,), self._values)[0]


def _renamed(roots: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return terms with other variables, which are numbered in the order in which they come."""
    changed: dict[int, Term] = {}
    variables = 0
    for term in ordered(roots):
        if term.op == "var":
            changed[id(term)] = var(f"x{variables}", term.width)
            variables += 1
            continue
        args = tuple(changed[id(arg)] for arg in term.args)
        changed[id(term)] = make(
            term.op, term.width, args, number=term.number, name=term.name, factors=term.factors
        )
    return tuple(changed[id(root)] for root in roots)


class NamedWord(Word):
    """A word whose results have names: what is cut to their width by a mask."""

    __slots__ = ("_names",)

    def __init__(self, term: Term, names: Names, *, signed: bool = False) -> None:
        super().__init__(term, signed=signed)
        self._names = names

    def _of(self, word: Word) -> NamedWord:
        return NamedWord(word.term, self._names, signed=word.signed)

    def __and__(self, other: Number) -> Word:
        found = super().__and__(other)
        if isinstance(other, int) and other == ones(found.term.width):
            return NamedWord(self._names.named(found.term), self._names)
        return self._of(found)

    def __or__(self, other: Number) -> Word:
        return self._of(super().__or__(other))

    def __xor__(self, other: Number) -> Word:
        return self._of(super().__xor__(other))

    def __add__(self, other: Number) -> Word:
        return self._of(super().__add__(other))

    def __sub__(self, other: Number) -> Word:
        return self._of(super().__sub__(other))

    def __lshift__(self, distance: int) -> Word:
        return self._of(super().__lshift__(distance))

    def __rshift__(self, distance: int) -> Word:
        return self._of(super().__rshift__(distance))

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__
    __radd__ = __add__
