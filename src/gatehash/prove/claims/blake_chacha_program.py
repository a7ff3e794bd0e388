# SPDX-License-Identifier: Apache-2.0
"""A run of the BLAKE and ChaCha coprocessor's core, and the model's results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from gatehash.catalog.runs import BLAKE2_RUNS, BLAKE_RUNS, CHACHA_RUNS
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, SHORT_COUNTER, Algorithm
from gatehash.microcode.blake_chacha_word import BLOCK, INPUT, STATE
from gatehash.models import blake2
from gatehash.models.blake import PARAMETERS, compress
from gatehash.models.chacha import CONSTANTS, key_stream_words
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const, ones
from gatehash.prove.kernel.terms import concat, equal, extract
from gatehash.prove.kernel.word import joined, pieces
from gatehash.prove.tools.simulation import constants_kept, flags, rests, settled

__all__ = ["QUIET", "SETTLING", "Form", "Program", "kinds", "placed"]

HALF = 32
"""Bits of a half of the datapath."""


@dataclass(frozen=True)
class Form:
    """Parameters of the core."""

    algorithms: tuple[str, ...]
    three: bool
    overlap: bool

    @cached_property
    def halves(self) -> int:
        """Halves of the datapath."""
        return 1 + any(ALGORITHMS[name].bits > HALF for name in self.algorithms)

    @cached_property
    def streams(self) -> int:
        """Messages of 32-bit words at once."""
        return self.halves if len(self.algorithms) > 1 else 1

    @cached_property
    def has_blake2(self) -> bool:
        """Whether there are words of zeros."""
        return any(ALGORITHMS[name].program == "blake2" for name in self.algorithms)

    @cached_property
    def loads_late(self) -> bool:
        """Whether words are loaded between runs only, through the ALU."""
        return not self.overlap or self.algorithms == ("chacha",)


@dataclass(frozen=True)
class Kind:
    """A kind of runs.

    Parameters
    ----------
    streams : int
        The core's ``streams_i``.
    banks, initial, shorter : tuple of int
        The bit of each half in ``bank_i``, ``initial_i`` and ``shorter_i``.
    """

    streams: int
    banks: tuple[int, int] = (0, 0)
    initial: tuple[int, int] = (0, 0)
    shorter: tuple[int, int] = (0, 0)


def kinds(form: Form, algorithm: Algorithm) -> tuple[Kind, ...]:
    """Return the kinds of runs that are proved of an algorithm."""
    every = 3 if form.halves == 2 else 1
    if form.streams == 2 and algorithm.bits == HALF:
        if "chacha" in algorithm.program or not form.overlap:
            return Kind(3, (0, 1)), Kind(1, (1, 0)), Kind(2, (1, 0))
        mixed = Kind(3, banks=(0, 1), initial=(0, 1))
        return mixed, Kind(1, (1, 0), (1, 0), (1, 0)), Kind(2, (1, 0), (1, 1), (0, 1))
    if not form.overlap:
        return (Kind(every),)
    if algorithm.program == "chacha":
        return Kind(every), Kind(every, (1, 1))
    both = (1, 1)
    return Kind(every), Kind(every, both, both), Kind(every, (0, 0), both, both)


_ON, _OFF = const(1, 1), const(0, 1)
QUIET = {"rst_i": _OFF, "start_i": _OFF, "load_valid_i": const(0, 8)}
"""Inputs with which nothing begins."""
SETTLING = 8
"""Cycles after which registers are at rest."""
# Bits of addresses; a bank's first address.
_ADDRESS, _READ_ADDRESS, _BANK = 9, 7, 64
_SALT, _COUNTER, _KEY, _CHACHA_COUNTER, _NONCE = 8, 12, 4, 12, 14
# Digest bits by bits of a word: the longer and the shorter one.
_DIGESTS = {32: (256, 224), 64: (512, 384)}


class Program:
    """A run, with its input and output."""

    def __init__(
        self,
        machine: Machine,
        form: Form,
        algorithm: Algorithm,
        rounds: int,
        kind: Kind,
        before: Algorithm,
    ) -> None:
        self._machine, self._form, self._algorithm = machine, form, algorithm
        self._rounds, self._kind, self._before = rounds, kind, before
        self._names = Names(algorithm.bits)
        # The halves of each stream.
        taking_part = [half for half in range(form.halves) if kind.streams >> half & 1]
        wide = algorithm.bits > HALF
        self._lanes = [tuple(taking_part)] if wide else [(half,) for half in taking_part]
        # What each stream is given, by address; what it makes, and where that is.
        self._given: list[dict[int, Any]] = []
        self._made: list[list[Any]] = []
        self._next: list[dict[int, Any]] = []
        for lane in self._lanes:
            self._makers[algorithm.program](self, lane[0])
        counts = "" if len(algorithm.loops) == 1 else f", {2 * algorithm.loops[rounds]} rounds"
        counts += ", short counter" * self._short
        self._name = f"{algorithm.program} of {algorithm.bits} bits{counts}, streams {kind.streams}"

    @staticmethod
    def algorithm_of(name: str) -> Algorithm:
        """Return an algorithm by its name."""
        return ALGORITHMS[name]

    @property
    def _short(self) -> bool:
        return self._algorithm.program == "chacha" and self._rounds == SHORT_COUNTER

    @property
    def _cycles(self) -> int:
        if self._algorithm.program == "chacha":
            return CHACHA_RUNS[2 * self._algorithm.loops[self._rounds]]
        if self._algorithm.program == "blake2":
            return BLAKE2_RUNS[self._algorithm.bits]
        return BLAKE_RUNS[self._algorithm.bits, self._form.three]

    def _words(self, name: str, half: int, count: int) -> list[Any]:
        return self._names.words(f"{name} {half}", count)

    def _bank(self, bits: tuple[int, int], half: int) -> int:
        """Return a bit that is given for a half, or for the only stream."""
        return bits[half] if self._form.overlap else 0

    def _blake(self, half: int) -> None:
        bits, kind = self._algorithm.bits, self._kind
        h, s, t, m = (
            self._words(*each)
            for each in (("h", half, 8), ("salt", half, 4), ("t", half, 2), ("block", half, 16))
        )
        counter = self._names.of(concat(t[1].bits(bits), t[0].bits(bits)))
        digest = _DIGESTS[bits][self._bank(kind.shorter, half)]
        parameters = PARAMETERS[digest]
        initial = self._bank(kind.initial, half)
        start = parameters.iv[digest] if initial else h
        block = BLOCK + _BANK * self._bank(kind.banks, half)
        kept = {**placed(INPUT + _SALT, s), **placed(INPUT + _COUNTER, [t[0], t[0], t[1], t[1]])}
        message = placed(block, m)
        self._given.append({**({} if initial else placed(INPUT, h)), **kept, **message})
        self._made.append(list(compress(start, m, s, counter, parameters)))
        self._next.append(kept if self._form.three else {**kept, **message})

    def _blake2(self, half: int) -> None:
        (own,) = (
            each for each in blake2.PARAMETERS.values() if each.word_bits == self._algorithm.bits
        )
        # Of a message's first run it is the parameter block.
        h, t, f, m = (
            self._words(*each)
            for each in (("h", half, 8), ("t", half, 2), ("f", half, 2), ("block", half, 16))
        )
        first = self._bank(self._kind.initial, half)
        start = [word ^ other for word, other in zip(h, own.iv, strict=True)] if first else h
        block = BLOCK + _BANK * self._bank(self._kind.banks, half)
        kept = {**placed(INPUT + _COUNTER, [*t, *f]), **placed(block, m)}
        self._given.append({**placed(INPUT, h), **kept})
        self._made.append(list(blake2.compress(start, m, t, f, own)))
        self._next.append(kept)

    def _chacha(self, half: int) -> None:
        key, nonce = self._words("key", half, 8), self._words("nonce", half, 2)
        counter = self._words("counter", half, 2)
        start = (*CONSTANTS, *key, *counter, *nonce)
        kept = {**placed(INPUT + _KEY, key), **placed(INPUT + _NONCE, nonce)}
        self._given.append({**kept, **placed(INPUT + _CHACHA_COUNTER, counter)})
        rounds = 2 * self._algorithm.loops[self._rounds]
        self._made.append(list(key_stream_words(start, rounds)))
        bits = self._algorithm.bits
        number = self._names.of(concat(counter[1].bits(bits), counter[0].bits(bits))) + 1
        after = pieces(number.bits(2 * bits), bits)
        if self._short:
            after[1] = counter[1]
        self._next.append({**kept, **placed(INPUT + _CHACHA_COUNTER, after)})

    _makers: ClassVar[Mapping[str, Callable[[Any, int], None]]] = {
        "blake": _blake,
        "blake2": _blake2,
        "chacha": _chacha,
    }
    _address_bits = _ADDRESS

    @property
    def _result(self) -> int:
        """Address of what a run makes, but for the bank of key stream."""
        return STATE if self._algorithm.program == "chacha" else INPUT

    def _place(self, address: int) -> int:
        """Return a word's address in the register file."""
        return self._algorithm.code * 2 * _BANK + address

    def _read_place(self, bit: int, at: int) -> int:
        """Return the address at which a word of a result is read, in a bank."""
        return self._algorithm.code << 5 | bit << 4 | at

    def _file(self, half: int, copy: str, address: int) -> tuple[str, int]:
        """Return memory and place of a word of the register file."""
        name = f"gen_half[{half}].file_{copy}"
        return name, self._place(address) % self._machine.memory(name).size

    def cases(
        self,
        words: Mapping[str, list[Term]],
        registers: Mapping[str, Term],
        constants: Mapping[str, Sequence[int]],
    ) -> Iterator[Case]:
        """Yield the equations of the run."""
        run = Run(self._machine, registers, words, self._names)
        yield from self._load(run)
        yield from self._run(run)
        yield rests(self._name, run, registers)
        yield from constants_kept(self._name, run, constants)
        yield from self._names.lemmas()
        yield from self._left(run, words)
        yield from self._read(run)

    def _mode(self, algorithm: Algorithm) -> dict[str, Term]:
        kind = self._kind
        found = {"algorithm_i": const(algorithm.code, 2), "streams_i": const(kind.streams, 2)}
        if algorithm.program == "chacha":
            found["rounds_i"] = const(self._rounds, 2)
        if self._form.overlap:
            for name in ("banks", "initial", "shorter"):
                low, high = getattr(kind, name)
                found[f"{name.removesuffix('s')}_i"] = const(high << 1 | low, 2)
        return found

    def _load(self, run: Run) -> Iterator[Case]:
        """Load all words, one in each cycle; the run starts with the last one's data."""
        mode = self._mode(self._algorithm)
        # A stream top tells the algorithm with each address.
        first = self._mode(self._before) if self._form.overlap else mode
        places = sorted({at for given in self._given for at in given})
        data: dict[str, Term] = {}
        for number, at in enumerate([*places, None]):
            inputs = {**QUIET, **(mode if at is None else first), **data}
            halves = [_OFF] * 2
            words = [const(0, HALF)] * 2
            for lane, given in zip(self._lanes, self._given, strict=True):
                for which, half in enumerate(lane):
                    if at in given:
                        halves[half] = _ON
                        words[half] = extract(given[at].term, HALF * which, HALF)
            if at is None:
                inputs["start_i"] = _ON
            else:
                address = const(self._place(at), self._address_bits)
                inputs["load_address_i"] = concat(address, address)
                valid = [const(-bit.number, 4) for bit in halves]
                inputs["load_valid_i"] = concat(*reversed(valid))
            data = {"load_data_i": concat(*reversed(words))}
            cycle = run.step(inputs)
            yield flags(f"{self._name}, load {number}", cycle, busy_o=0, done_o=0, load_ready_o=3)

    def _run(self, run: Run) -> Iterator[Case]:
        """Run the program to its end, and some cycles on."""
        inputs = {**QUIET, **self._mode(self._algorithm)}
        inputs["load_address_i"] = const(0, 2 * self._address_bits)
        ready = {}
        if self._form.loads_late:
            # Nothing is loaded, whatever is asked for.
            del inputs["load_valid_i"]
            inputs["load_data_i"] = const(0, 2 * HALF)
            ready["load_ready_o"] = 3 - ones(self._form.halves)
        for at in range(1, self._cycles):
            cycle = run.step(inputs)
            done = int(at == self._cycles - 1)
            yield flags(f"{self._name}, cycle {at}", cycle, busy_o=1, done_o=done, **ready)
            yield from settled(self._name, cycle, ("load_ready_o", "read_busy_o"))
        for at in range(SETTLING):
            cycle = run.step({**QUIET, **self._mode(self._algorithm)})
            yield flags(f"{self._name}, {at} after the end", cycle, busy_o=0, done_o=0)

    def _left(self, run: Run, words: Mapping[str, list[Term]]) -> Iterator[Case]:
        """Yield what is in the register file after the run."""
        kind, copies = self._kind, "ab"
        for lane, made, kept in zip(self._lanes, self._made, self._next, strict=True):
            result = self._result
            if self._algorithm.program == "chacha":
                result += _BANK * self._bank(kind.banks, lane[0])
            expected = {**kept, **placed(result, made)}
            for copy in copies:
                for at, word in expected.items():
                    places = [self._file(half, copy, at) for half in lane]
                    got = concat(*(run.words[name][place] for name, place in reversed(places)))
                    name = f"{self._name}: {places[0][0]}[{places[0][1]}]"
                    yield self._names.equation(name, got, word.bits(self._algorithm.bits))
        # Nothing of a stream that takes no part is written.
        for half in range(self._form.halves):
            if not kind.streams >> half & 1:
                for copy in copies:
                    name, _ = self._file(half, copy, 0)
                    pairs = zip(run.words[name], words[name], strict=True)
                    for at, (now, before) in enumerate(pairs):
                        yield Case(f"{self._name}: {name}[{at}]", now, before)

    def _read(self, run: Run) -> Iterator[Case]:
        """Yield what is read of the results, and whether counters have passed their ends."""
        inputs = {**QUIET, **self._mode(self._algorithm)}
        seen: list[Term] = []
        count = len(self._made[0])
        chacha = self._algorithm.program == "chacha"
        for at in range(count + 1):
            bits = [self._bank(self._kind.banks, half) if chacha else 0 for half in range(2)]
            addresses = [const(self._read_place(bit, at % count), _READ_ADDRESS) for bit in bits]
            cycle = run.step({**inputs, "read_address_i": concat(*reversed(addresses))})
            seen.append(cycle.output("read_data_o"))
            ready = {"load_ready_o": 3, "read_busy_o": 0}
            yield flags(f"{self._name}, read {at}", cycle, busy_o=0, done_o=0, **ready)
        for lane, made, given in zip(self._lanes, self._made, self._given, strict=True):
            got = [
                concat(*(extract(data, HALF * half, HALF) for half in reversed(lane)))
                for data in seen[1:]
            ]
            want = joined(made, self._algorithm.bits)
            name = f"{self._name}: what is read"
            yield self._names.equation(name, concat(*reversed(got)), want)
            if chacha and self._form.overlap:
                places = [INPUT + _CHACHA_COUNTER, INPUT + _CHACHA_COUNTER + 1]
                places = places[:1] if self._short else places
                last = concat(*(given[at].term for at in reversed(places)))
                ended = extract(cycle.output("wrapped_o"), lane[0], 1)
                full = equal(last, const(-1, last.width))
                yield Case(f"{self._name}: the counter was at its end", ended, full)


def placed(first: int, words: Sequence[Any]) -> dict[int, Any]:
    """Return words by their addresses, from a first one on."""
    return {first + at: word for at, word in enumerate(words)}
