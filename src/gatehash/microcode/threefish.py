# SPDX-License-Identifier: Apache-2.0
"""Microprograms of Threefish and of Skein's UBI, and the machine that they are for.

The machine is that of paper At, section VI.A and figures 5 and 8, a register file of 64-bit words,
one operator that adds, subtracts or takes the exclusive-or, a rotation, and at most one operation a
cycle, with two differences. The register file is two block memories of the same content, so that
two words are read and one is written in every cycle. The rotation is one step beside the addition,
from the same register, so that nothing is held and a round of one pair of words takes three cycles.
From a word read to a word written, for MIX::

    cycle       x-2      x-1         x             x+1         x+2
    A, B        address  word
    R1, R2               A, B or R3
    ALU                              R1 + R2       R3 ^ R6
    R6                               R1 <<< R      (valid)
    R3                                             f0          f1
    W                                              write f0    write f1

Its inverse has no two steps that can be done at once, so the rotation is from R3 and what comes out
of it is a result too. f0 is read twice. Two inverses, the second a cycle later, fill four cycles
without a gap if the second one's e1 waits in R6 until the memory is free::

    cycle       x-2      x-1         x             x+1         x+2         x+3         x+4
    A, B        address  word        address f0    word
    R1, R2               A, B, R3                  R1 <- f0
                         R1 <- R6
    ALU                              R1 ^ R2                   R1 - R6
    R6                                             R3 <<< -R   e1
    R3                                             f0 ^ f1                 e0
    W                                                          write e1    write e0    or here e1

Results reach the operands of a later operation through the register file, or straight from R3 or R6
in the one cycle in which they are new there.

A loop runs eight rounds. Word permutations are a matter of addresses: MIX and its inverse write
their results where their operands were, and after eight rounds each word is back in its place. Key
words are addressed from the subkey that is being added, so that the loop's addresses stay the same;
in decryption the subkeys are taken away, from the last one down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from gatehash.errors import GatehashError
from gatehash.microcode.encode import Field, Image, Layout, assemble
from gatehash.microcode.schedule import (
    MEMORY,
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
_PORTS = {"k": (_A,), "t": (_B,), "s": (_B,)}
"""Ports that can address a region; the others both can."""

_UNMIX_ENDS = ((2, 2), (2, 4), (3, 2), (3, 3))
"""Ways to end an inverse of MIX: cycles in which e0 is computed and e1 written."""

_RESULTS = {"r1": ("R3", "R6"), "r2": ("R3",)}
"""Registers that an operand's register can take a result from."""

_LOOPS = {
    (4, False): (47, 74),
    (8, False): (87, 198),
    (16, False): (170, 0),
    (4, True): (47, 195),
    (8, True): (88, 197),
    (16, True): (172, 146),
}
"""(Words, whether it is decryption) to a length and an order of the loop, found by trial."""


@dataclass(frozen=True)
class Program:
    """The control words of an algorithm.

    Parameters
    ----------
    words : int
        Words of a block, Nw.
    prologue, body, epilogues : Section
        What comes first, the loop over eight rounds, and for each use what comes last.
    passes : int
        How often the body runs.
    """

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
    return Form({(cycle, port): place}, (Need(value, MEMORY, cycle),), (cycle,) if keyed else ())


def _rotate(cycle: int, distance: int, source: str = "R1") -> Form:
    """Rotate what R1 or R3 has in a cycle to the left, into R6."""
    return Form({(cycle, "rot"): distance, (cycle, "rot_source"): source})


def _keep_rotated(cycle: int) -> Form:
    return Form({(cycle, "rot"): "keep"})


def _alu(cycle: int, what: str) -> Form:
    return Form({(cycle, "alu"): what})


def _write(cycle: int, place: Place, source: str = "R3") -> Form:
    return Form({(cycle, "w"): place, (cycle, "w_source"): source})


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


def _into(
    register: str, value: Value, place: Place, cycle: int, *, keyed: bool = False
) -> tuple[Form, ...]:
    """Ways to read a word into R1 or R2, at the end of a cycle."""
    ports = _PORTS.get(place.region, (_A, _B))
    return tuple(
        _all(_read(value, place, port, cycle - 1, keyed=keyed), Form({(cycle, register): port}))
        for port in (ports if register == "r1" else ports[::-1])
    )


class _Threefish:
    """Operations of Threefish on the machine, collected in the order of the algorithm."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.operations: list[Operation] = []
        # What values are made in.
        self._registers: dict[Value, Collection[str]] = {}
        # The key schedule and the block are there from the start.
        self._there: dict[Place, Value] = {}

    def there(self, place: Place) -> Value:
        """Return what is in a place from the start."""
        return self._there.setdefault(place, Value(str(place), readable=0))

    def add(
        self,
        name: str,
        forms: tuple[Form, ...],
        makes: Mapping[Value, Mapping[str, int]],
        epoch: int = 0,
        after: Mapping[Operation, int] | None = None,
    ) -> Operation:
        line = next(_program_line())
        operation = Operation(name, forms, makes, epoch=epoch, after=after or {}, line=line)
        self.operations.append(operation)
        self._registers.update({value: places.keys() for value, places in makes.items()})
        return operation

    def _result_into(self, register: str, value: Value, cycle: int) -> tuple[Form, ...]:
        """Ways to take a result into R1 or R2, so that it is there after a cycle."""
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
        """Ways to have a word of the state in R1 or R2 after a cycle."""
        return (
            *self._result_into(register, value, cycle),
            *_into(register, value, place, cycle),
        )

    def _with_subkey(self, i: int, v: Value, place: Place, what: str) -> tuple[Form, ...]:
        """Ways to add word i of the subkey to a word, or take it from it, in cycle 0."""
        key, second = _subkey_words(self.words, i)
        k = self.there(key)
        alu = _alu(0, what)
        # Of a difference the subkey is the second operand.
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
        """Add word i of the subkey (Algorithm 2, step 7), or take it away."""
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
        """Inverse of MIX: e1 is in R6 until e0 has been made and e1 has gone into memory."""
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

        The sums are the next key: each takes the place of a word of the key that is read before.
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
            # It is written two cycles after its sum, and read at least two before the reader's.
            after = {} if reader is None else {reader: -3}
            made = {Value(f"h{i}"): {"R3": 2, MEMORY: 3}}
            operation = self.add(f"feed forward {i}", ways, made, after=after)
            readers[(i + shift) % (self.words + 1)] = operation

    def _exclusive_or(self, words: Sequence[Place], to: Place, name: str) -> None:
        """Exclusive-or of words, from the first on."""
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

    def parity(self) -> None:
        """k_Nw, the exclusive-or of C240 and all words of the key (Algorithm 1, step 1)."""
        keys = [Place("K", i) for i in range(self.words)]
        self._exclusive_or([C240, *keys], Place("K", self.words), "parity")

    def third_tweak(self) -> None:
        """t_2, the exclusive-or of the tweak's words (Algorithm 1, step 2)."""
        self._exclusive_or([Place("T", 0), Place("T", 1)], Place("T", 2), "third tweak")


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


def _inverse_rounds(machine: _Threefish, v: list[Value], first: list[Place]) -> list[Value]:
    """Eight rounds backwards, each four after a subkey is taken away."""
    words = machine.words
    permutation = PERMUTATION[words]
    at = [Place("V", i) for i in range(words)]
    places = []
    for _ in range(8):
        places.append(at)
        at = [at[i] for i in permutation]
    where = first
    for d in reversed(range(8)):
        e: list[Value] = []
        for j in range(words // 2):
            pair = (places[d][2 * j], places[d][2 * j + 1])
            # Word i was word permutation[i] before the permutation.
            i0, i1 = permutation.index(2 * j), permutation.index(2 * j + 1)
            f = (v[i0], v[i1])
            if d % 4 == 3:
                epoch = 1 - d // 4
                f = (
                    machine.inject(i0, v[i0], where[i0], pair[0], epoch, "R1-R2"),
                    machine.inject(i1, v[i1], where[i1], pair[1], epoch, "R1-R2"),
                )
            e += machine.unmix(f, pair, ROTATIONS[words][d][j], f"{d}.{j}")
        v, where = e, places[d]
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
def threefish_program(words: int, *, decrypts: bool = False) -> Program:
    """Schedule Threefish encryption and UBI, or decryption, of blocks of so many words.

    Parameters
    ----------
    words : int
        Words of a block, Nw: 4, 8 or 16.
    decrypts : bool
        Whether it is decryption.

    Raises
    ------
    GatehashError
        If there is no such Threefish, or an operation has no place.
    """
    if words not in ROUNDS:
        raise GatehashError(f"words is {words}; it must be one of 4, 8, 16")
    rounds = _inverse_rounds if decrypts else _rounds
    start = _Threefish(words)
    start.parity()
    start.third_tweak()
    prologue = schedule(start.operations)
    assert prologue is not None

    loop = _Threefish(words)
    begun = [Value(f"v{i}") for i in range(words)]
    ended = rounds(loop, begun, [Place("IN", i) for i in range(words)])
    carried = dict(zip(begun, ended, strict=True))
    period, seed = _LOOPS[words, decrypts]
    body = schedule(loop.operations, period=period, carried=carried, seed=seed)
    assert body is not None

    epilogues = {}
    for use in ("decrypt",) if decrypts else ("threefish", "ubi"):
        last = _Threefish(words)
        places = [Place("V", i) for i in range(words)]
        left = [_carried(value, period) for value in ended]
        if use == "ubi":
            last.feed_forward(left, places)
        else:
            what = "R1-R2" if decrypts else "R1+R2"
            for i, value in enumerate(left):
                last.inject(i, value, places[i], places[i], 0, what)
        section = schedule(last.operations, taken=body.tail)
        assert section is not None
        epilogues[use] = section
    return Program(words, prologue, body, epilogues, ROUNDS[words] // 8)


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
        Field("rotation", 6),
        Field("b_mode", 2),
        Field("w_enable", 1),
        Field("a_mode", 2, packed=True, default=None),
        Field("r1_keep", 1, packed=True, default=None),
        Field("r1_source", 2, packed=True, default=None),
        Field("r2_keep", 1, packed=True, default=None),
        Field("r2_source", 2, packed=True, default=None),
        Field("r6_keep", 1, packed=True, default=None),
        Field("rotation_source", 1, packed=True, default=None),
        Field("alu_operands", 2, packed=True, default=None),
        Field("alu_xor", 1, packed=True, default=None),
        Field("w_source", 1, packed=True, default=None),
        Field("advance", 1, packed=True),
        Field("again", 1, packed=True),
        Field("halt", 1, packed=True),
    )
)
"""The control word; the RTL's ``control_t`` has the packed fields in the same order."""

_SOURCES = {
    "r1": {"a": 0, "b": 1, "R3": 2, "R6": 3},
    "r2": {"a": 0, "b": 1, "R3": 2, "LOAD": 3},
    "rot": {"R1": 0, "R3": 1},
    "w": {"R3": 0, "R6": 1},
}
OPERATIONS = {"R1+R2": (0, 0), "R1-R2": (1, 0), "R1-R6": (2, 0), "R1^R2": (0, 1), "R3^R6": (3, 1)}
"""Operations of the ALU to its fields: operands, the second perhaps inverted, and exclusive-or."""

# Control words that are under way when a jump is decided on.
_JUMP_DELAY = 2

_IDLE_WORD = {
    "a_address": BASES["C"] + ZERO.index,
    "a_mode": _DIRECT,
    "r1_keep": 0,
    "r1_source": _SOURCES["r1"]["a"],
    "r2_keep": 0,
    "r2_source": _SOURCES["r2"]["LOAD"],
    "alu_operands": OPERATIONS["R1+R2"][0],
    "alu_xor": OPERATIONS["R1+R2"][1],
    "w_source": _SOURCES["w"]["R3"],
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
        elif name in ("r1", "r2"):
            fields[f"{name}_keep"] = int(told == "keep")
            if told != "keep":
                fields[f"{name}_source"] = _SOURCES[name][str(told)]
        elif name == "rot":
            fields["r6_keep"] = int(told == "keep")
            fields["rotation"] = 0 if told == "keep" else int(str(told))
        elif name == "rot_source":
            fields["rotation_source"] = _SOURCES["rot"][str(told)]
        elif name == "w_source":
            fields["w_source"] = _SOURCES["w"][str(told)]
        elif name == "alu":
            fields["alu_operands"], fields["alu_xor"] = OPERATIONS[str(told)]
    return fields


@dataclass(frozen=True)
class ThreefishImage:
    """The instruction memory of a coprocessor, and where its programs are.

    Parameters
    ----------
    image : Image
        The words.
    programs : mapping
        (words, use) to the program.
    starts, loops, ends : mapping
        (words, use) to the address of the program, of its loop and of the part behind that.
    notes : tuple of str
        What each word does, for listings.
    """

    image: Image
    programs: Mapping[tuple[int, str], Program]
    starts: Mapping[tuple[int, str], int]
    loops: Mapping[tuple[int, str], int]
    ends: Mapping[tuple[int, str], int]
    notes: tuple[str, ...]

    @property
    def encryption_words(self) -> int:
        """Number of the words that are there without decryption."""
        return min(start for (_, use), start in self.starts.items() if use == "decrypt")

    def cycles(self, words: int, use: str) -> int:
        """Cycles from the start of a run to its end."""
        return self.programs[words, use].cycles(use) + RUN_OVERHEAD


RUN_OVERHEAD = 3
"""Cycles of a run before its first control word acts."""


@cache
def threefish_image() -> ThreefishImage:
    """Put all programs into one instruction memory, those of decryption last."""
    words: list[dict[str, int]] = [_IDLE_WORD]
    notes = ["idle"]
    programs, starts, loops, ends = {}, {}, {}, {}

    def place(section: Section, part: str) -> int:
        first = len(words)
        words.extend(map(_encoded, section.words))
        notes.extend(_notes(section, part))
        return first

    for decrypts, size in product((False, True), ROUNDS):
        program = threefish_program(size, decrypts=decrypts)
        start = place(program.prologue, "prologue")
        loop = place(program.body, "loop")
        for last in program.body.epochs:
            # In time for the next subkey's first address, which is made a cycle ahead.
            words[loop + last - 1]["advance"] = 1
        words[-1 - _JUMP_DELAY]["again"] = 1
        for use, epilogue in program.epilogues.items():
            programs[size, use], starts[size, use], loops[size, use] = program, start, loop
            ends[size, use] = place(epilogue, use)
            words[-1 - _JUMP_DELAY]["halt"] = 1
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
