# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor's register file and the operations on it.

The machine is that of paper At, section VI.A and figures 5 and 8: a register file of 64-bit words,
one operator for addition, subtraction and exclusive-or, a rotation, and at most one operation a
cycle. There are two differences. The register file is two block memories with equal contents, which
read two words and write one in every cycle. The rotation is one step in parallel with the addition,
from the same register, so that a round of one pair of words takes three cycles. From a word read to
a word written, for MIX::

    cycle       x-2      x-1         x             x+1         x+2
    A, B        address  word
    R1, R2               A, B or R3
    ALU                              R1 + R2       R3 ^ R6
    R6                               R1 <<< R      (valid)
    R3                                             f0          f1
    W                                              write f0    write f1

The steps of the inverse depend on each other, so the rotation is from R3 and its output is a result
too. f0 is read twice. Two inverses, the second a cycle later, fill four cycles without a gap if the
second one's e1 stays in R6 until the memory is free::

    cycle       x-2      x-1         x             x+1         x+2         x+3         x+4
    A, B        address  word        address f0    word
    R1, R2               A, B, R3                  R1 <- f0
                         R1 <- R6
    ALU                              R1 ^ R2                   R1 - R6
    R6                                             R3 <<< -R   e1
    R3                                             f0 ^ f1                 e0
    W                                                          write e1    write e0    or here e1

An operand comes from the register file, or directly from R3 or R6 in the cycle in which its result
is new there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from gatehash.errors import GatehashError
from gatehash.microcode.schedule import MEMORY, Form, Need, Operation, Value, caller
from gatehash.models.threefish import ROUNDS

__all__ = ["C240", "ZERO", "Place", "ThreefishOperations"]


@dataclass(frozen=True)
class Place:
    """A word of the register file.

    Parameters
    ----------
    region : str
        ``V`` the state, ``P`` the block, ``IN`` the block in the first pass of a loop and the state
        in the others, ``K`` the extended key, ``T`` the extended tweak, ``S`` the counters, ``C``
        the constants; ``k``, ``t`` and ``s`` are relative to the current subkey.
    index : int
        Number of the word in its region.
    """

    region: str
    index: int

    def __str__(self) -> str:
        """Return the place as in listings."""
        return f"{self.region}{self.index}"


C240 = Place("C", 0)
ZERO = Place("C", 1)

_A = "a"
_B = "b"
_PORTS = {"k": (_A,), "t": (_B,), "s": (_B,)}
"""Ports that can address a region; both ports can address all others."""

_UNMIX_ENDS = ((2, 2), (2, 4), (3, 2), (3, 3))
"""Ends of an inverse of MIX: the cycles in which e0 is computed and e1 is written."""

_RESULTS = {"r1": ("R3", "R6"), "r2": ("R3",)}
"""Result registers that an operand register can copy."""


def _read(value: Value, place: Place, port: str, cycle: int, *, keyed: bool = False) -> Form:
    """Address a word in a cycle; it is available in the next."""
    return Form({(cycle, port): place}, (Need(value, MEMORY, cycle),), (cycle,) if keyed else ())


def _rotate(cycle: int, distance: int, source: str = "R1") -> Form:
    """Rotate R1 or R3 to the left in a cycle, into R6."""
    return Form({(cycle, "rot"): distance, (cycle, "rot_source"): source})


def _keep_rotated(cycle: int) -> Form:
    return Form({(cycle, "rot"): "keep"})


def _alu(cycle: int, what: str) -> Form:
    return Form({(cycle, "alu"): what})


def _write(cycle: int, place: Place, source: str = "R3") -> Form:
    return Form({(cycle, "w"): place, (cycle, "w_source"): source})


def _joined(forms: Iterable[Form]) -> Form | None:
    """Return the union of forms, or None if they collide."""
    joined: Form | None = Form({})
    for form in forms:
        joined = joined.joined(form) if joined is not None else None
    return joined


def _all(*forms: Form) -> Form:
    joined = _joined(forms)
    if joined is None:
        raise GatehashError("an operation collides with itself")
    return joined


def _ways(*parts: Sequence[Form]) -> tuple[Form, ...]:
    """Return every choice of one form of each part without a collision."""
    return tuple(way for choice in product(*parts) if (way := _joined(choice)) is not None)


def _into(
    register: str, value: Value, place: Place, cycle: int, *, keyed: bool = False
) -> tuple[Form, ...]:
    """Return the ways to read a word into R1 or R2 at the end of a cycle."""
    ports = _PORTS.get(place.region, (_A, _B))
    return tuple(
        _all(_read(value, place, port, cycle - 1, keyed=keyed), Form({(cycle, register): port}))
        for port in (ports if register == "r1" else ports[::-1])
    )


class ThreefishOperations:
    """Operations of Threefish on the machine, collected in the order of the algorithm.

    Parameters
    ----------
    words : int
        Words of a block, Nw.
    """

    def __init__(self, words: int) -> None:
        self.words = words
        self.operations: list[Operation] = []
        # The places that hold each value.
        self._registers: dict[Value, Collection[str]] = {}
        # The key schedule and the block, which are present from the start.
        self._there: dict[Place, Value] = {}

    def there(self, place: Place) -> Value:
        """Return the value that a place holds from the start."""
        return self._there.setdefault(place, Value(str(place), readable=0))

    def add(
        self,
        name: str,
        forms: tuple[Form, ...],
        makes: Mapping[Value, Mapping[str, int]],
        epoch: int = 0,
        after: Mapping[Operation, int] | None = None,
    ) -> Operation:
        """Add an operation; its line is that of the caller of the method that calls this."""
        operation = Operation(name, forms, makes, epoch=epoch, after=after or {}, line=caller(3))
        self.operations.append(operation)
        self._registers.update({value: places.keys() for value, places in makes.items()})
        return operation

    def _result_into(self, register: str, value: Value, cycle: int) -> tuple[Form, ...]:
        """Return the ways to copy a result into R1 or R2 by the end of a cycle."""
        return tuple(
            way
            for source in _RESULTS[register]
            if source in self._registers.get(value, ())
            for way in (
                Form({(cycle, register): source}, (Need(value, source, cycle),)),
                Form(
                    {(cycle - 1, register): source, (cycle, register): "keep"},
                    (Need(value, source, cycle - 1),),
                ),
            )
        )

    def _operand_into(
        self, register: str, value: Value, place: Place, cycle: int
    ) -> tuple[Form, ...]:
        """Return the ways to get a word of the state into R1 or R2 by the end of a cycle."""
        return (
            *self._result_into(register, value, cycle),
            *_into(register, value, place, cycle),
        )

    def _with_subkey(self, i: int, v: Value, place: Place, what: str) -> tuple[Form, ...]:
        """Return the ways to add word i of the subkey to a word, or subtract it, in cycle 0."""
        key, second = _subkey_words(self.words, i)
        k = self.there(key)
        alu = _alu(0, what)
        # The subkey is the second operand of a difference.
        registers = (("r1", "r2"), ("r2", "r1")) if what == "R1+R2" else (("r2", "r1"),)
        if second is None:
            return tuple(
                way
                for one, other in registers
                for way in _ways(
                    [alu],
                    _into(one, k, key, -1, keyed=True),
                    self._operand_into(other, v, place, -1),
                )
            )
        inner = _ways(
            [_alu(-2, "R1+R2")],
            _into("r1", k, key, -3, keyed=True),
            _into("r2", self.there(second), second, -3, keyed=True),
        )
        return tuple(
            way
            for one, other in registers
            for way in _ways(
                [alu],
                inner,
                [Form({(-1, one): "R3"})],
                _into(other, v, place, -1),
            )
        )

    def inject(
        self, i: int, v: Value, place: Place, to: Place, epoch: int, what: str = "R1+R2"
    ) -> Value:
        """Add word i of the subkey (Algorithm 2, step 7), or subtract it."""
        e = Value(f"e{i}")
        forms = _ways(self._with_subkey(i, v, place, what), [_write(1, to)])
        self.add(f"inject e{i}", forms, {e: {"R3": 1, MEMORY: 2}}, epoch)
        return e

    def mix(
        self, e: tuple[Value, Value], places: tuple[Place, Place], r: int, name: str
    ) -> tuple[Value, Value]:
        """MIX of two words (Algorithm 2, steps 13 and 14)."""
        f0, f1 = Value(f"{name}.f0"), Value(f"{name}.f1")
        fixed = _all(
            _alu(0, "R1+R2"),
            _rotate(0, r),
            _alu(1, "R3^R6"),
            _write(1, places[0]),
            _write(2, places[1]),
        )
        forms = _ways(
            [fixed],
            self._operand_into("r1", e[1], places[1], -1),
            self._operand_into("r2", e[0], places[0], -1),
        )
        self.add(f"mix {name}", forms, {f0: {"R3": 1, MEMORY: 2}, f1: {"R3": 2, MEMORY: 3}})
        return f0, f1

    def unmix(
        self, f: tuple[Value, Value], places: tuple[Place, Place], r: int, name: str
    ) -> tuple[Value, Value]:
        """Inverse of MIX: e1 is in R6 until e0 is computed and e1 is written."""
        e0, e1 = Value(f"{name}.e0"), Value(f"{name}.e1")
        begin = _all(_alu(0, "R1^R2"), _rotate(1, 64 - r, "R3"))
        operands = [
            way
            for one, other in (("r1", "r2"), ("r2", "r1"))
            for way in _ways(
                self._operand_into(one, f[0], places[0], -1),
                self._operand_into(other, f[1], places[1], -1),
            )
        ]
        ends = [
            _all(
                _alu(x, "R1-R6"),
                again,
                *(_keep_rotated(kept) for kept in range(2, max(x, stored))),
                _write(stored, places[1], "R6"),
                _write(x + 1, places[0]),
                Form(
                    {}, makes={e0: {"R3": x + 1, MEMORY: x + 2}, e1: {"R6": 2, MEMORY: stored + 1}}
                ),
            )
            for x, stored in _UNMIX_ENDS
            for again in _into("r1", f[0], places[0], x - 1)
        ]
        forms = _ways([begin], operands, ends)
        self.add(f"unmix {name}", forms, {e0: {"R3": 3}, e1: {"R6": 2}})
        return e0, e1

    def feed_forward(self, v: Sequence[Value], places: Sequence[Place]) -> None:
        """Add the last subkey and take the exclusive-or with the block (UBI, section III).

        The sums are the next key; each overwrites a word of the key after its last read.
        """
        readers: dict[int, Operation] = {}
        shift = ROUNDS[self.words] // 4
        for i in _chain(self.words, shift):
            block = Place("P", i)
            ways = _ways(
                self._with_subkey(i, v[i], places[i], "R1+R2"),
                _into("r1", self.there(block), block, -2),
                [
                    _all(
                        _rotate(-1, 0),
                        _keep_rotated(0),
                        _alu(1, "R3^R6"),
                        _write(2, Place("K", i)),
                    )
                ],
            )
            reader = readers.get(i)
            # The write is two cycles after the sum; the read is at least two before the reader.
            after = {} if reader is None else {reader: -3}
            made = {Value(f"h{i}"): {"R3": 2, MEMORY: 3}}
            operation = self.add(f"feed forward {i}", ways, made, after=after)
            readers[(i + shift) % (self.words + 1)] = operation

    def exclusive_or(self, words: Sequence[Place], to: Place, name: str) -> None:
        """Exclusive-or of words, in their order."""
        last = len(words)
        form = _all(
            _into("r1", self.there(ZERO), ZERO, -1)[0],
            _into("r2", self.there(words[0]), words[0], -1)[0],
            _alu(0, "R1+R2"),
            # The first rotated word is the zero of the addition.
            *(_into("r1", self.there(word), word, i)[0] for i, word in enumerate(words[1:])),
            *(_rotate(i, 0) for i in range(last)),
            *(_alu(i + 1, "R3^R6") for i in range(last)),
            _write(last + 1, to),
        )
        self.add(name, (form,), {Value(name): {"R3": last + 1, MEMORY: last + 2}})


def _subkey_words(words: int, i: int) -> tuple[Place, Place | None]:
    """Return the operands whose sum is word i of a subkey (Algorithm 1, steps 4 to 9)."""
    second = {
        words - 3: Place("t", 0),
        words - 2: Place("t", 1),
        words - 1: Place("s", 0),
    }.get(i)
    return Place("k", i), second


def _chain(words: int, shift: int) -> list[int]:
    """Return the words of a subkey, each after the one that reads the key word of its number."""
    order: list[int] = []
    for last in range(words):
        # A chain ends at a word of the key that no word of the subkey reads.
        if (last + shift) % (words + 1) in (words, last):
            i = last
            while i not in order:
                order.insert(0, i)
                i = (i - shift) % (words + 1)
                if i == words:
                    break
    return order
