# SPDX-License-Identifier: Apache-2.0
"""SHA-2 with all words in one memory: a message in the core, from a reset to the next message."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from typing import Any

from gatehash.catalog import find
from gatehash.models.sha2 import INITIAL, WORDS_32, WORDS_64, K, ch, maj, round_, schedule_words
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.word import frees, joined, pieces, term_of
from gatehash.prove.tools.simulation import METHOD, Simulation, constants_kept, flags, memory_words

__all__ = ["sha2_mc_properties"]

_ON, _OFF = const(1, 1), const(0, 1)
_CORE, _MEMORY, _PROGRAM = "gh_sha2_mc_core", "words_q", "u_program.program_q"
_CLAIM = (
    "From any contents of registers and memory, a reset leaves the initial value of {function}. "
    "{blocks} ends with the model's result from any chaining value, and the digest leaves byte by "
    "byte; then the initial value is there again. Cycles are the catalogue's, whatever the data. "
    "The constants of the memory stay. "
)
_LAST = "A message's last block"
_BOTH = (
    "A block, whose bits are counted with their carry, while the next one is loaded, and a "
    "message's last block, to whose length those bits are added,"
)
_ERROR = "An erroneous block is answered with one byte, 0, and leaves the initial value, too."
# Places of the memory, as gh_sha2_mc_pkg has them.
_INITIAL, _COUNT, _BLOCK, _MESSAGE = 480, 488, 492, 496
_WORDS, _BLOCK_WORDS = 8, 16
# Cycles from a reset or a digest's last byte until the core surely waits.
_UNTIL_REST = 24
# Cycles of the program: before a block's first round, of the length, of both kinds of rounds, and
# between and behind them.
_BEFORE, _LENGTH, _FIRST, _LATER, _BETWEEN, _BEHIND = 3, 9, 11, 14, 8, 28
_REST = {
    **dict.fromkeys(("rst_i", "final_i", "error_i", "valid_i", "digest_ready_i"), _OFF),
    "byte_i": const(0, 8),
}
_CONTROL = (
    *("u_program.phase_q", "u_program.step_q", "u_program.fetched_q"),
    *("u_program.instruction_q", "turn_q", "full_q", "pending_q", "byte_q"),
)


def sha2_mc_properties() -> Iterator[Property]:
    """Yield the properties of the designs with all words in one memory."""
    for word_bits, digests in INITIAL.items():
        design = find(f"sha{8 * word_bits}-mc")
        files = design.hardware.files(boundary="core")
        for bits in digests:
            whole = bits == 8 * word_bits
            function = f"sha-{'512/' * (word_bits == 64 and bits < 384)}{bits}"
            claim = _CLAIM.format(function=function.upper(), blocks=_BOTH if whole else _LAST)
            parameters = {"WordBits": word_bits, "DigestBits": bits}
            yield Property(
                f"sha2-mc-core.message.{word_bits}-{bits}",
                _CORE,
                (design.name, f"{design.name}-hmac"),
                claim + (_ERROR if whole else ""),
                METHOD,
                files,
                parameters,
                Simulation(_CORE, parameters, files, partial(_message, word_bits, bits)).prove,
            )


class _Message:
    """A message in ``gh_sha2_mc_core``."""

    def __init__(self, word_bits: int, digest_bits: int, machine: Machine) -> None:
        self._bits, self._digest_bytes = word_bits, digest_bits // 8
        self._whole = digest_bits == 8 * word_bits
        self._parameters = WORDS_32 if word_bits == 32 else WORDS_64
        self._initial = INITIAL[word_bits][digest_bits]
        total = self._parameters.rounds
        # Addresses of a and e, and of the words of the schedule, in round 0.
        self._a, self._e, self._w = total + 4, 2 * total + 11, 3 * total + 11
        self._constants = {
            _MEMORY: (*range(total), *range(_INITIAL, _COUNT), *range(_BLOCK, _MESSAGE)),
            _PROGRAM: (),
        }
        words = memory_words(machine, self._constants)
        self._run = Run(machine, {}, words)
        self._place_bits = (2 * word_bits).bit_length() - 1
        # Bytes that enter, and which of them may be taken in the next cycle.
        self._entering: list[tuple[Term, int, int, int]] = []

    def cases(self) -> Iterator[Case]:
        """Yield the equations."""
        a, b, c = frees("any", self._bits, 3)
        form = ch(_equal(a, b) & self._parameters.mask, b, c)
        yield Case("Maj", term_of(form, self._bits), term_of(maj(a, b, c), self._bits))
        self._run.step({**_REST, "rst_i": _ON})
        yield from self._until_rest("reset")
        rest = self._nets(_CONTROL)
        chaining: Sequence[Any] = frees("H", self._bits, _WORDS)
        self._hold_chaining(chaining)
        # Both words of the count change: the lower one has a carry.
        most = (1 << self._bits) - 16 * self._bits
        if self._whole:
            self._hold_count(most, 5)
            first = frees("first block", self._bits, _BLOCK_WORDS)
            yield from self._load("first block", first)
            self._enter(self._last_block(), final=1)
            chaining = yield from self._block("first block", chaining, first)
            yield self._word("count", _COUNT, 0)
            yield self._word("upper count", _COUNT + 1, 6)
        else:
            yield from self._load("last block", self._last_block(), final=1)
        # The length is added to what the padder made, here with a borrow: it has a carry as well.
        count = 16 * self._bits * 3
        self._hold_count(count, 9)
        block = self._last_block()
        block[-2:] = [9, count - 16 * self._bits + 40]
        digest = yield from self._block("last block", chaining, block, length=_LENGTH)
        yield from self._answer(pieces(joined(digest[::-1], self._bits), 8)[::-1])
        yield from self._until_rest("behind a message")
        yield from self._same("behind a message", rest)
        if self._whole:
            yield from self._load("erroneous block", frees("bad", self._bits, 16), error=1)
            yield from self._idle("erroneous block", 5)
            yield from self._send("erroneous block", const(0, 8), last=1, error=1)
            yield from self._until_rest("behind an error")
            yield from self._same("behind an error", rest)
        yield from constants_kept("constants", self._run, self._constants)

    def _last_block(self) -> list[Any]:
        """Return words with the length 40 bits less a block."""
        block: list[Any] = frees("last block", self._bits, _BLOCK_WORDS)
        mask = self._parameters.mask
        return [*block[:-2], mask, 40 - 16 * self._bits & mask]

    def _nets(self, names: Sequence[str]) -> dict[str, Term]:
        cycle = self._run.machine.logic.step(self._run.state, self._inputs(_REST), -1)
        return {name: cycle.net(name) for name in names}

    def _same(self, name: str, nets: dict[str, Term]) -> Iterator[Case]:
        for net, now in self._nets(tuple(nets)).items():
            yield Case(f"{name}: {net}", now, nets[net])

    def _hold(self, net: str, value: Any) -> None:
        run, bits = self._run, term_of(value, self._bits)
        run.state = run.machine.logic.hold(run.state, net, bits)

    def _hold_chaining(self, chaining: Sequence[Any]) -> None:
        """Put a chaining value where a block finds one."""
        for i, word in enumerate(chaining):
            self._run.words[_MEMORY][self._place(i)] = term_of(word, self._bits)
        self._hold("acc_q", chaining[0])
        for _ in range(3):
            self._run.step(self._inputs(_REST))

    def _hold_count(self, lower: int, upper: int) -> None:
        words = self._run.words[_MEMORY]
        words[_COUNT], words[_COUNT + 1] = (const(each, self._bits) for each in (lower, upper))

    def _place(self, i: int) -> int:
        """Place of word i of the chaining value."""
        return (self._a if i < _WORDS // 2 else self._e) - 1 - i % (_WORDS // 2)

    def _word(self, name: str, place: int, want: Any) -> Case:
        return Case(name, self._run.words[_MEMORY][place], term_of(want, self._bits))

    def _until_rest(self, name: str) -> Iterator[Case]:
        yield from self._idle(name, _UNTIL_REST)
        for i, word in enumerate(self._initial):
            yield self._word(f"{name}: H{i}", self._place(i), word)
        for place in (_COUNT, _COUNT + 1):
            yield self._word(f"{name}: count {place - _COUNT}", place, 0)
        yield self._same_acc(name, self._initial[0])

    def _same_acc(self, name: str, want: Any) -> Case:
        return Case(f"{name}: acc", self._nets(("acc_q",))["acc_q"], term_of(want, self._bits))

    def _inputs(self, changes: dict[str, Term]) -> dict[str, Term]:
        return {**_REST, "place_i": const(0, self._place_bits), **changes}

    def _enter(self, block: Sequence[Any], *, final: int = 0, error: int = 0) -> None:
        size = self._bits // 8
        data = [byte for word in block for byte in pieces(term_of(word, self._bits), 8)[::-1]]
        assert len(data) == _BLOCK_WORDS * size
        self._entering = [(byte.term, at, final, error) for at, byte in enumerate(data)]

    def _load(
        self, name: str, block: Sequence[Any], *, final: int = 0, error: int = 0
    ) -> Iterator[Case]:
        """Yield that a block is taken, a byte a cycle, and two cycles later as a whole."""
        self._enter(block, final=final, error=error)
        for _ in range(len(self._entering)):
            yield from self._cycle(name, ready=1)
        for _ in range(2):
            yield from self._cycle(name, ready=0)

    def _idle(self, name: str, cycles: int) -> Iterator[Case]:
        for _ in range(cycles):
            yield from self._cycle(name)

    def _cycle(self, name: str, ready: int | None = None) -> Iterator[Case]:
        """Yield what a cycle without a byte of a digest does; bytes enter where they may."""
        changes: dict[str, Term] = {}
        if self._entering:
            byte, at, final, error = self._entering[0]
            changes = {
                "valid_i": _ON,
                "byte_i": byte,
                "place_i": const(at, self._place_bits),
                "final_i": const(final, 1),
                "error_i": const(error, 1),
            }
        cycle = self._run.step(self._inputs(changes))
        taken = cycle.output("ready_o")
        yield flags(name, cycle, digest_valid_o=0)
        if ready is not None:
            yield flags(name, cycle, ready_o=ready)
        if self._entering and taken is _ON:
            del self._entering[0]

    def _block(
        self, name: str, chaining: Sequence[Any], block: Sequence[Any], *, length: int = 0
    ) -> Generator[Case, None, Sequence[Any]]:
        """Yield the equations of a block, and return what it makes of a chaining value."""
        parameters = self._parameters
        total = parameters.rounds
        yield from self._idle(name, _BEFORE + length)
        state: Sequence[Any] = tuple(chaining)
        schedule = schedule_words(block, parameters)
        for t in range(total):
            where = f"{name}, round {t}"
            if t == _BLOCK_WORDS:
                yield from self._idle(name, _BETWEEN)
                yield self._same_acc(where, state[0])
            yield from self._idle(where, (_FIRST if t < _BLOCK_WORDS else _LATER) - 1)
            # The last summand is Maj in another form. From here on the model's stands for it.
            a, b, c = state[:3]
            nets = self._nets(("acc_q", "s_q", "y_q", "x_q"))
            for net, want in (("s_q", _equal(a, b) & parameters.mask), ("y_q", b), ("x_q", c)):
                yield Case(f"{where}: {net}", nets[net], term_of(want, self._bits))
            (before,) = pieces(nets["acc_q"], self._bits)
            third = ch(*(pieces(nets[net], self._bits)[0] for net in ("s_q", "y_q", "x_q")))
            yield from self._idle(where, 1)
            state = round_(state, K[self._bits][t], schedule[t], parameters)
            yield self._same_acc(f"{where}: sum", before + third & parameters.mask)
            self._hold("acc_q", before + maj(a, b, c) & parameters.mask)
            yield self._same_acc(f"{where}: a", state[0])
            yield self._word(f"{where}: W", self._w + t, schedule[t])
            yield self._word(f"{where}: e", self._e + t, state[4])
        yield from self._idle(name, _BEHIND)
        mask = parameters.mask
        after = [old + new & mask for old, new in zip(chaining, state, strict=True)]
        # The first word is written in the next cycle.
        yield self._same_acc(name, after[0])
        for i, word in enumerate(after[1:], 1):
            yield self._word(f"{name}: H{i}", self._place(i), word)
        return after

    def _answer(self, digest: Sequence[Any]) -> Iterator[Case]:
        size = self._bits // 8
        for at in range(self._digest_bytes):
            if at % size == 0:
                yield from self._idle("digest", 2 if at == 0 else 3)
            last = int(at == self._digest_bytes - 1)
            yield from self._send(f"byte {at}", digest[at].term, last=last, error=0)

    def _send(self, name: str, want: Term, *, last: int, error: int) -> Iterator[Case]:
        """Yield that a byte waits until it is taken."""
        for ready in (0, 1):
            cycle = self._run.step(self._inputs({"digest_ready_i": const(ready, 1)}))
            yield flags(name, cycle, digest_valid_o=1, digest_last_o=last, digest_error_o=error)
            yield Case(f"{name}: digest", cycle.output("digest_o"), want)


def _equal(a: Any, b: Any) -> Any:
    return ~(a ^ b)


def _message(word_bits: int, digest_bits: int, machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_mc_core`` for a function."""
    yield from _Message(word_bits, digest_bits, machine).cases()
