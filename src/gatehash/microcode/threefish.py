# SPDX-License-Identifier: Apache-2.0
"""Microprograms of Threefish encryption and of Skein's UBI, and the machine that they are for.

The machine is that of paper At, section VI.A and figure 5: a register file of 64-bit words, one
operator that adds or takes the exclusive-or, a rotation of three steps, and no more than one
operation a cycle. It differs in its register file, two block memories of the same content, so that
two words are read and one is written in every cycle. From a word read to a word written::

    cycle       x-3      x-2         x-1        x           x+1         x+2
    A, B        address  word
    X                    A or R3     (register R1 keeps e1)
    R4, R5, R6           rotation: 16s    4s      1s        e1 <<< R
    R2                               A, B or R3
    ALU                                         R1 + R2     R3 ^ R6
    R3                                                      f0          f1
    W                                                       write f0    write f1

Results reach the operands of a later operation through the register file, or straight from R3 in
the one cycle in which it has them.

A loop runs eight rounds. Word permutations are a matter of addresses: MIX writes its results where
its operands were, and after eight rounds each word is back in its place. Key words are addressed
from the subkey that is being added, so that the loop's addresses stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from gatehash.errors import GatehashError
from gatehash.microcode.encode import Field, Image, Layout, assemble
from gatehash.microcode.schedule import (
    Form,
    Need,
    Operation,
    Section,
    Value,
    Word,
    caller,
    schedule,
)
from gatehash.models.threefish import PERMUTATION, ROTATIONS, ROUNDS

__all__ = ["LAYOUT", "Place", "Program", "ThreefishImage", "threefish_image", "threefish_program"]


@dataclass(frozen=True)
class Place:
    """A word of the register file.

    Parameters
    ----------
    region : str
        ``V`` the state, ``P`` the block, ``IN`` the block in the first pass of a loop and the state
        in the others, ``K`` the extended key, ``T`` the extended tweak, ``S`` the counters, ``C``
        the constants; ``k``, ``t`` and ``s`` are counted from the subkey that is being added.
    index : int
        Number of the word in its region.
    """

    region: str
    index: int

    def __str__(self) -> str:
        """Return the place as listings show it."""
        return f"{self.region}{self.index}"


C240 = Place("C", 0)
ZERO = Place("C", 1)

_A = "a"
_B = "b"

_SEEDS = {4: 298, 8: 501, 16: 0}
"""Orders of operations, found by trial, that make the loops shortest: 48, 91 and 176 words."""


@dataclass(frozen=True)
class Program:
    """The control words of an algorithm.

    Parameters
    ----------
    name : str
        Name of the program.
    words : int
        Words of a block, Nw.
    prologue, body, epilogues : Section
        What comes first, the loop over eight rounds, and for each use what comes last.
    passes : int
        How often the body runs.
    """

    name: str
    words: int
    prologue: Section
    body: Section
    epilogues: Mapping[str, Section]
    passes: int

    def cycles(self, use: str) -> int:
        """Control words that a run takes."""
        return (
            len(self.prologue.words)
            + self.passes * len(self.body.words)
            + len(self.epilogues[use].words)
        )

    def operations(self, use: str) -> int:
        """Additions and exclusive-ors of a run."""
        sections = [self.prologue, self.epilogues[use]] + [self.body] * self.passes
        return sum(
            sum(name == "alu" for _, name in operation.form.claims)
            for section in sections
            for operation in section.operations
            if operation.form is not None
        )


def _read(value: Value, place: Place, port: str, cycle: int, *, keyed: bool = False) -> Form:
    """Address a word in a cycle; it is there in the next."""
    return Form({(cycle, port): place}, (Need(value, "memory", cycle),), (cycle,) if keyed else ())


def _to_x(cycle: int, source: str, *, load: bool = True) -> Form:
    """Take X from port A or from R3 in a cycle, into R1 too or into the rotation alone."""
    claims: dict[tuple[int, str], object] = {(cycle, "x"): source}
    if load:
        claims[cycle, "r1"] = "load"
    return Form(claims)


def _hold(*cycles: int) -> Form:
    return Form({(cycle, "r1"): "hold" for cycle in cycles})


def _rotate(cycle: int, distance: int) -> Form:
    """Rotate what X has in a cycle to the left, in three steps."""
    return Form(
        {
            (cycle, "rot1"): distance // 16,
            (cycle + 1, "rot2"): distance // 4 % 4,
            (cycle + 2, "rot3"): distance % 4,
        }
    )


def _alu(cycle: int, what: str) -> Form:
    return Form({(cycle, "alu"): what})


def _write(cycle: int, place: Place) -> Form:
    return Form({(cycle, "w"): place})


def _result(value: Value, cycle: int) -> Form:
    return Form({}, (Need(value, "result", cycle),))


def _all(*forms: Form) -> Form:
    joined: Form | None = Form({})
    for form in forms:
        joined = joined.joined(form) if joined is not None else None
    if joined is None:
        raise GatehashError("an operation collides with itself")
    return joined


def _ways(*parts: Sequence[Form]) -> tuple[Form, ...]:
    """Every choice of one form of each part that does not collide with itself."""
    ways = []
    for choice in product(*parts):
        joined: Form | None = Form({})
        for form in choice:
            joined = joined.joined(form) if joined is not None else None
        if joined is not None:
            ways.append(joined)
    return tuple(ways)


def _into_r1(value: Value, place: Place, cycle: int) -> list[Form]:
    """Load R1, and start the rotation, at the end of a cycle."""
    return [
        _all(_result(value, cycle), _to_x(cycle, "R3")),
        _all(_read(value, place, _A, cycle - 1), _to_x(cycle, "A")),
    ]


def _into_r2(value: Value, place: Place, cycle: int) -> list[Form]:
    """Load R2 at the end of a cycle."""
    return [
        _all(_result(value, cycle), Form({(cycle, "r2"): "R3"})),
        _all(_read(value, place, _B, cycle - 1), Form({(cycle, "r2"): "B"})),
        _all(_read(value, place, _A, cycle - 1), Form({(cycle, "r2"): "A"})),
    ]


class _Threefish:
    """Operations of Threefish on the machine, collected in the order of the algorithm."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.operations: list[Operation] = []
        # The key schedule and the block are there from the start.
        self._there: dict[Place, Value] = {}
        self._readers: dict[Place, list[Operation]] = {}

    def there(self, place: Place) -> Value:
        """Return what is in a place from the start."""
        return self._there.setdefault(place, Value(str(place), readable=0))

    def add(
        self,
        name: str,
        forms: tuple[Form, ...],
        makes: Mapping[Value, tuple[int | None, int | None]],
        epoch: int = 0,
        after: Mapping[Operation, int] | None = None,
    ) -> Operation:
        line = next(_program_line())
        operation = Operation(name, forms, makes, epoch=epoch, after=after or {}, line=line)
        self.operations.append(operation)
        return operation

    # R1 + (its word of the key, with its tweak or counter), as alternatives; x is the cycle of the
    # last addition. The last part is left to choose: where the state's word comes from.
    def _sum(self, i: int, v: Value, place: Place, x: int) -> tuple[Form, ...]:
        key, second = _subkey_words(self.words, i)
        k = self.there(key)
        alu = _alu(x, "add")
        if second is None:
            key_r1 = _all(_read(k, key, _A, x - 2, keyed=True), _to_x(x - 1, "A"))
            key_r2 = _all(_read(k, key, _A, x - 2, keyed=True), Form({(x - 1, "r2"): "A"}), alu)
            early = [
                _all(_read(v, place, _A, x - 3), _to_x(x - 2, "A"), _hold(x - 1)),
            ]
            return (
                *_ways([_all(key_r1, alu)], _into_r2(v, place, x - 1)),
                *_ways([key_r2], _into_r1(v, place, x - 1)[:1] + early),
            )
        y = x - 2
        t = self.there(second)
        inner = _all(
            _read(k, key, _A, y - 2, keyed=True),
            _to_x(y - 1, "A"),
            _read(t, second, _B, y - 2, keyed=True),
            Form({(y - 1, "r2"): "B"}),
            _alu(y, "add"),
            alu,
        )
        return (
            *_ways([_all(inner, _to_x(x - 1, "R3"))], _into_r2(v, place, x - 1)[1:]),
            *_ways([_all(inner, Form({(x - 1, "r2"): "R3"}))], _into_r1(v, place, x - 1)[1:]),
        )

    def inject(self, i: int, v: Value, place: Place, to: Place, epoch: int) -> Value:
        """Add word i of the subkey (Algorithm 2, step 7)."""
        e = Value(f"e{i}")
        forms = _ways(self._sum(i, v, place, 0), [_write(1, to)])
        self.add(f"inject e{i}", forms, {e: (1, 2)}, epoch)
        return e

    def _mixed(self, e0: Value, place: Place, to: tuple[Place, Place], r: int) -> list[Form]:
        """All of a MIX but how e1 comes into R1; x = 0 is the addition."""
        fixed = _all(
            _rotate(-2, r),
            _hold(-1),
            _alu(0, "add"),
            _alu(1, "xor"),
            _write(1, to[0]),
            _write(2, to[1]),
        )
        return list(_ways([fixed], _into_r2(e0, place, -1)))

    def mix(
        self, e: tuple[Value, Value], places: tuple[Place, Place], r: int, name: str
    ) -> tuple[Value, Value]:
        """MIX of two words (Algorithm 2, steps 13 and 14)."""
        f0, f1 = Value(f"{name}.f0"), Value(f"{name}.f1")
        forms = _ways(_into_r1(e[1], places[1], -2), self._mixed(e[0], places[0], places, r))
        self.add(f"mix {name}", forms, {f0: (1, 2), f1: (2, 3)})
        return f0, f1

    def feed_forward(self, v: Sequence[Value], places: Sequence[Place]) -> None:
        """Add the last subkey and take the exclusive-or with the block (UBI, section III).

        The sums are the next key: each takes the place of a word of the key that is read before.
        """
        readers: dict[int, Operation] = {}
        shift = ROUNDS[self.words] // 4
        for i in _chain(self.words, shift):
            block = Place("P", i)
            ways = _ways(
                self._sum(i, v[i], places[i], 0),
                [
                    _all(
                        _read(self.there(block), block, _A, -3),
                        _to_x(-2, "A", load=False),
                        _rotate(-2, 0),
                        _alu(1, "xor"),
                        _write(2, Place("K", i)),
                    )
                ],
            )
            reader = readers.get(i)
            # It is written two cycles after its sum, and read at least two before the reader's.
            after = {} if reader is None else {reader: -3}
            operation = self.add(f"feed forward {i}", ways, {Value(f"h{i}"): (2, 3)}, after=after)
            readers[(i + shift) % (self.words + 1)] = operation

    def parity(self) -> None:
        """k_Nw, the exclusive-or of C240 and all words of the key (Algorithm 1, step 1)."""
        keys = [Place("K", i) for i in range(self.words)]
        form = _all(
            _read(self.there(C240), C240, _A, -4),
            _to_x(-3, "A"),
            _hold(-2, -1),
            _read(self.there(ZERO), ZERO, _B, -2),
            Form({(-1, "r2"): "B"}),
            _alu(0, "add"),
            *(_read(self.there(key), key, _A, i - 3) for i, key in enumerate(keys)),
            *(_to_x(i - 2, "A", load=False) for i in range(self.words)),
            *(_rotate(i - 2, 0) for i in range(self.words)),
            *(_alu(i + 1, "xor") for i in range(self.words)),
            _write(self.words + 1, Place("K", self.words)),
        )
        self.add("parity", (form,), {Value("parity"): (self.words + 1, self.words + 2)})

    def third_tweak(self) -> None:
        """t_2, the exclusive-or of the tweak's words (Algorithm 1, step 2)."""
        t0, t1 = Place("T", 0), Place("T", 1)
        form = _all(
            _read(self.there(t1), t1, _A, -3),
            _to_x(-2, "A", load=False),
            _rotate(-2, 0),
            _read(self.there(t0), t0, _A, -2),
            _to_x(-1, "A"),
            _read(self.there(ZERO), ZERO, _B, -2),
            Form({(-1, "r2"): "B"}),
            _alu(0, "add"),
            _alu(1, "xor"),
            _write(2, Place("T", 2)),
        )
        self.add("third tweak", (form,), {Value("t2"): (2, 3)})


def _program_line() -> Iterator[str]:
    yield caller(4)


def _subkey_words(words: int, i: int) -> tuple[Place, Place | None]:
    """Return what word i of a subkey is the sum of (Algorithm 1, steps 4 to 9)."""
    second = {
        words - 3: Place("t", 0),
        words - 2: Place("t", 1),
        words - 1: Place("s", 0),
    }.get(i)
    return Place("k", i), second


def _rounds(machine: _Threefish, v: list[Value], first: list[Place]) -> list[Value]:
    """Eight rounds of the loop, each four after a key injection."""
    words = machine.words
    at = [Place("V", i) for i in range(words)]
    where = first
    for d in range(8):
        f: list[Value] = []
        for j in range(words // 2):
            pair = (at[2 * j], at[2 * j + 1])
            name = f"{d}.{j}"
            r = ROTATIONS[words][d][j]
            if d % 4:
                f += machine.mix((v[2 * j], v[2 * j + 1]), pair, r, name)
                continue
            e0 = machine.inject(2 * j, v[2 * j], where[2 * j], pair[0], d // 4)
            e1 = machine.inject(2 * j + 1, v[2 * j + 1], where[2 * j + 1], pair[1], d // 4)
            f += machine.mix((e0, e1), pair, r, name)
        v = [f[i] for i in PERMUTATION[words]]
        at = [at[i] for i in PERMUTATION[words]]
        where = at
    if at != [Place("V", i) for i in range(words)]:
        raise GatehashError(f"{words} words are not back in their places after eight rounds")
    return v


def _chain(words: int, shift: int) -> list[int]:
    """Words of a subkey, each after the one that reads the word of the key with its number."""
    order: list[int] = []
    for last in range(words):
        # Ends where the word of the key is one that no word of the subkey is made of.
        if (last + shift) % (words + 1) in (words, last):
            i = last
            while i not in order:
                order.insert(0, i)
                i = (i - shift) % (words + 1)
                if i == words:
                    break
    return order


def _carried(value: Value, period: int) -> Value:
    """Return a value of a loop's last pass, as those find it who come after."""
    assert value.readable is not None
    return Value(value.name, readable=max(0, value.readable - period))


@cache
def threefish_program(words: int) -> Program:
    """Schedule Threefish encryption, and UBI, of blocks of so many words.

    Parameters
    ----------
    words : int
        Words of a block, Nw: 4, 8 or 16.

    Raises
    ------
    GatehashError
        If there is no such Threefish, or an operation has no place.
    """
    if words not in ROUNDS:
        raise GatehashError(f"words is {words}; it must be one of 4, 8, 16")
    start = _Threefish(words)
    start.parity()
    start.third_tweak()
    prologue = schedule(start.operations)
    assert prologue is not None

    # No loop is shorter than its operations.
    for period in range(2 * (5 * words + 3), 400):
        loop = _Threefish(words)
        begun = [Value(f"v{i}") for i in range(words)]
        ended = _rounds(loop, begun, [Place("IN", i) for i in range(words)])
        carried = dict(zip(begun, ended, strict=True))
        body = schedule(loop.operations, period=period, carried=carried, seed=_SEEDS[words])
        if body is not None:
            break
    assert body is not None

    epilogues = {}
    for use in ("threefish", "ubi"):
        last = _Threefish(words)
        places = [Place("V", i) for i in range(words)]
        left = [_carried(value, period) for value in ended]
        if use == "threefish":
            for i, value in enumerate(left):
                last.inject(i, value, places[i], places[i], 0)
        else:
            last.feed_forward(left, places)
        section = schedule(last.operations, taken=body.tail)
        assert section is not None
        epilogues[use] = section
    return Program(f"threefish-{64 * words}", words, prologue, body, epilogues, ROUNDS[words] // 8)


# How a place is addressed: as it is, or from what the subkey counter says.
_DIRECT, MODE_FIRST, MODE_KEY = 0, 1, 2
MODE_TWEAK, MODE_COUNTER = 2, 3
BASES = {"V": 0, "P": 16, "K": 32, "T": 52, "C": 55, "IN": 0, "k": 32, "t": 52, "s": 64}
_MODES_A = {"IN": MODE_FIRST, "k": MODE_KEY}
_MODES_B = {"IN": MODE_FIRST, "t": MODE_TWEAK, "s": MODE_COUNTER}

LAYOUT = Layout(
    (
        Field("a_address", 7),
        Field("b_address", 7),
        Field("w_address", 7),
        Field("rot1", 2),
        Field("rot2", 2),
        Field("rot3", 2),
        Field("a_mode", 2, packed=True, default=None),
        Field("b_mode", 2, packed=True, default=None),
        Field("w_enable", 1, packed=True),
        Field("x_result", 1, packed=True, default=None),
        Field("r1_load", 1, packed=True),
        Field("r2_source", 2, packed=True, default=None),
        Field("alu_xor", 1, packed=True, default=None),
        Field("advance", 1, packed=True),
        Field("again", 1, packed=True),
        Field("halt", 1, packed=True),
    )
)
"""The control word; the RTL's ``control_t`` has the packed fields in the same order."""

_R2_SOURCES = {"A": 0, "B": 1, "R3": 2, "LOAD": 3}
# Control words that are under way when a jump is decided on.
_JUMP_DELAY = 2

_IDLE_WORD = {
    "a_address": BASES["C"] + ZERO.index,
    "a_mode": _DIRECT,
    "x_result": 0,
    "r1_load": 1,
    "r2_source": _R2_SOURCES["LOAD"],
    "alu_xor": 0,
}
"""Between runs R1 is zero and R2 what is loaded: it goes through the adder into the file."""


def _encoded(word: Word) -> dict[str, int]:
    """Fields of a control word, from what its operations claim."""
    fields: dict[str, int] = {}
    for name, told in word.items():
        if isinstance(told, Place):
            fields[f"{name}_address"] = BASES[told.region] + told.index
            if name == "w":
                fields["w_enable"] = 1
            else:
                modes = _MODES_A if name == "a" else _MODES_B
                fields[f"{name}_mode"] = modes.get(told.region, _DIRECT)
        elif name == "x":
            fields["x_result"] = int(told == "R3")
        elif name == "r1":
            fields["r1_load"] = int(told == "load")
        elif name == "r2":
            fields["r2_source"] = _R2_SOURCES[str(told)]
        elif name == "alu":
            fields["alu_xor"] = int(told == "xor")
        else:
            assert isinstance(told, int)
            fields[name] = told
    return fields


@dataclass(frozen=True)
class ThreefishImage:
    """The instruction memory of a coprocessor, and where its programs are.

    Parameters
    ----------
    image : Image
        The words.
    programs : mapping
        Words of a block to its program.
    starts, loops : mapping
        Words of a block to the address of its program and of the program's loop.
    ends : mapping
        (words, use) to the address of the part behind the loop.
    notes : tuple of str
        What each word does, for listings.
    """

    image: Image
    programs: Mapping[int, Program]
    starts: Mapping[int, int]
    loops: Mapping[int, int]
    ends: Mapping[tuple[int, str], int]
    notes: tuple[str, ...]

    def cycles(self, words: int, use: str) -> int:
        """Cycles from the start of a run to its end."""
        return self.programs[words].cycles(use) + RUN_OVERHEAD


RUN_OVERHEAD = 3
"""Cycles of a run before its first control word acts."""


@cache
def threefish_image(uses: tuple[str, ...] = ("threefish", "ubi")) -> ThreefishImage:
    """Put the programs of all block sizes into one instruction memory.

    Parameters
    ----------
    uses : tuple of str
        What a run can be for: ``threefish``, ``ubi``.
    """
    words: list[dict[str, int]] = [_IDLE_WORD]
    notes = ["idle"]
    programs = {size: threefish_program(size) for size in ROUNDS}
    starts, loops, ends = {}, {}, {}
    for size, program in programs.items():
        starts[size] = len(words)
        words += map(_encoded, program.prologue.words)
        notes += _notes(program.prologue, "prologue")
        loops[size] = len(words)
        body = [_encoded(word) for word in program.body.words]
        for last in program.body.epochs:
            # In time for the next subkey's first address, which is made a cycle ahead.
            body[last - 1]["advance"] = 1
        body[-1 - _JUMP_DELAY]["again"] = 1
        words += body
        notes += _notes(program.body, "loop")
        for use in uses:
            ends[size, use] = len(words)
            last_words = [_encoded(word) for word in program.epilogues[use].words]
            last_words[-1 - _JUMP_DELAY]["halt"] = 1
            words += last_words
            notes += _notes(program.epilogues[use], use)
    return ThreefishImage(assemble(LAYOUT, words), programs, starts, loops, ends, tuple(notes))


def _notes(section: Section, part: str) -> list[str]:
    """Say what the ALU does in each word, and which line asked for it."""
    said = [f"{part}" for _ in section.words]
    for operation in section.operations:
        assert operation.form is not None
        assert operation.cycle is not None
        for cycle, name in operation.form.claims:
            if name == "alu":
                said[(operation.cycle + cycle) % len(said)] = (
                    f"{part}: {operation.name} ({operation.line})"
                )
    return said
