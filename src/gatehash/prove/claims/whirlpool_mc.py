# SPDX-License-Identifier: Apache-2.0
"""Whirlpool with a byte a cycle: a message in the core, from a reset to the next message."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gatehash.catalog import find
from gatehash.models.whirlpool import ROUNDS, mix_row, round_constants, substitute
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extract
from gatehash.prove.kernel.word import Word, frees, term_of
from gatehash.prove.tools.simulation import METHOD, Simulation, flags

__all__ = ["whirlpool_mc_properties"]

_ON, _OFF = const(1, 1), const(0, 1)
_CORE, _MEMORY, _START, _KEY_ROW = "gh_whirlpool_mc_core", "bytes_q", "start_q", "key_row_q"
_CLAIM = (
    "From any contents of registers and memories, a reset begins a message. Its first block "
    "joins zeros, the next one any chaining value. Every byte of a row that is written, of the "
    "key and of the state in each of the first block's rounds, is the model's from any bytes of "
    "the round before, and so are round 0 of the next block and the chaining value; control is "
    "then as it was behind round 0 of the first. Any digest leaves byte by byte, held while the "
    "receiver waits, whatever turns its columns have, and then control is as behind a reset. An "
    "erroneous block is answered with one byte, 0, which ends the message, too. Cycles are the "
    "catalogue's, whatever the data. The second block enters with a gap before each byte."
)
_STREAM = "gh_whirlpool_mc_stream"
_LENGTHS = (
    "From any number of whole blocks before, counted modulo 2^63, the padding of a message that "
    "ends with 1, 31, 32, 33, 63 or 64 bytes of a block has its length in bits, and every byte "
    "of these blocks is that of the message or of its padding. The same holds of messages of 0, "
    "5 and 64 bytes behind a reset, from any contents of registers and memories."
)
_REST = {
    **dict.fromkeys(("rst_i", "final_i", "error_i", "valid_i", "digest_ready_i"), _OFF),
    "byte_i": const(0, 8),
}
_CONTROL = ("phase_q", "column_q", "row_q", "place_q", "first_q", "digest_valid_q")
_IN_ROUNDS = (*_CONTROL, "round_q", "final_q", "write_1_q", "write_2_q", "key_2_q", "data_2_q")
_BYTES = 64
# Behind so many rounds rows stand where they stood before.
_TURNS = 8
# Cycles of a round, and of a row that leaves.
_ROUND, _ROW = 136, 8
# Cycles between a byte that is read and the byte that is written in its place.
_DELAY = 10
# Values of phase_q, which the RTL packs in this order.
_PHASES = ("digest", "none", "data", "constant", "key", "block")
# A message's last bytes in the block where it ends, and bytes of messages without a block before.
_ENDS, _SHORT = (1, 31, 32, 33, 63, 64), (0, 5, 64)
# Bytes of the count, of the length in the padding, and of those that may differ from zero.
_COUNT_BYTES, _LENGTH_BYTES, _COUNTED_BYTES = 8, 32, 9


def whirlpool_mc_properties() -> Iterator[Property]:
    """Yield the properties of the design with a byte a cycle."""
    design = find("whirlpool-mc")
    files = design.hardware.files(boundary="core")
    proof = Simulation(_CORE, {}, files, _message)
    name = "whirlpool-mc-core.message"
    yield Property(name, _CORE, (design.name,), _CLAIM, METHOD, files, {}, proof.prove)
    files = design.hardware.files()
    proof = Simulation(_STREAM, {}, files, _lengths)
    name = "whirlpool-mc-stream.length"
    yield Property(name, _STREAM, (design.name,), _LENGTHS, METHOD, files, {}, proof.prove)


@dataclass
class _Write:
    """A byte that the core is to write at an address, and what stands for it from then on."""

    name: str
    address: int
    want: Term
    stands: Term
    copies: tuple[tuple[str, int], ...] = ()  # other memories that have it, and where


class _Message:
    """A message in ``gh_whirlpool_mc_core``."""

    def __init__(self, machine: Machine) -> None:
        words = {memory.name: memory.free() for memory in machine.memories.values()}
        self._run = Run(machine, {}, words)
        self._turn = 0
        self._writes: list[_Write] = []

    def cases(self) -> Iterator[Case]:
        """Yield the equations."""
        run = self._run
        run.step({**_REST, "rst_i": _ON})
        rest = self._nets(_CONTROL)
        chaining: Sequence[Any] = [0] * _BYTES
        state = yield from self._load("first block", chaining)
        begun, chaining = yield from self._rounds("first block", chaining, state, ROUNDS)
        state = yield from self._load("next block", chaining, gaps=True)
        again, _ = yield from self._rounds("next block", chaining, state, 1)
        for net, now in again.items():
            yield Case(f"behind round 0: {net}", now, begun[net])
        # The round's last bytes are written in the next one.
        for _ in range(_DELAY):
            yield from self._step("next block, round 1")
        yield Case("bytes that are not written", const(len(self._writes), 8), const(0, 8))
        for turn in range(_TURNS):
            self._writes.clear()
            yield from self._answer(f"{turn} turns", turn)
            yield from self._same(f"{turn} turns, behind the digest", rest)
            yield from self._load(f"{turn} turns, erroneous block", [0] * _BYTES, error=1)
            yield from self._send("an error", const(0, 8), last=1, error=1)
            yield from self._same("behind an error", rest)

    def _nets(self, names: Sequence[str]) -> dict[str, Term]:
        cycle = self._run.machine.logic.step(self._run.state, _REST, -1)
        return {name: cycle.net(name) for name in names}

    def _same(self, name: str, nets: dict[str, Term]) -> Iterator[Case]:
        for net, now in self._nets(tuple(nets)).items():
            yield Case(f"{name}: {net}", now, nets[net])

    def _hold(self, net: str, value: int, width: int) -> None:
        run = self._run
        run.state = run.machine.logic.hold(run.state, net, const(value, width))

    def _answer(self, name: str, turn: int) -> Iterator[Case]:
        """Yield that the chaining value of a message's last block leaves, whatever it is."""
        self._hold("phase_q", 1 << _PHASES.index("none"), len(_PHASES))
        for net, width in (("column_q", 3), ("row_q", 3), ("place_q", 3), ("digest_valid_q", 1)):
            self._hold(net, 0, width)
        self._hold("final_q", 1, 1)
        self._hold("turn_q", turn, 3)
        self._turn = turn
        # Those of the last row, which leaves, and is written.
        places = [self._address(_BYTES - 1 - k % _ROW, state=False) // _ROW for k in range(_DELAY)]
        self._hold("places_q", sum(place << 3 * k for k, place in enumerate(places)), 3 * _DELAY)
        digest, words = frees(name, 8, _BYTES), self._run.words[_MEMORY]
        addresses = [self._address(at, state=False) for at in range(_BYTES)]
        for address, byte in zip(addresses, digest, strict=True):
            words[address] = byte.term
        for _ in range(_ROW + 1):
            yield flags(name, self._run.step(_REST), digest_valid_o=0)
        for at, address in enumerate(addresses):
            # The last row has been written by whatever was in the core.
            byte = words[address] if at >= _BYTES - _ROW else digest[at].term
            last = int(at == _BYTES - 1)
            yield from self._send(f"{name}, byte {at}", byte, last=last, error=0)

    def _address(self, at: int, *, state: bool) -> int:
        """Address of a byte of the key or of the state."""
        row, column = divmod(at, _ROW)
        return _BYTES * state + (row - column * self._turn) % _TURNS * _ROW + column

    def _step(self, name: str, **changes: Term) -> Iterator[Case]:
        """Yield that a cycle writes the next byte that is due, if any, and sends nothing."""
        words = self._run.words
        before = list(words[_MEMORY])
        cycle = self._run.step({**_REST, **changes})
        yield flags(name, cycle, digest_valid_o=0)
        if "valid_i" in changes:
            yield flags(name, cycle, ready_o=1)
        for address, (old, new) in enumerate(zip(before, words[_MEMORY], strict=True)):
            if new is old:
                continue
            write = self._writes.pop(0)
            yield Case(f"{write.name}: address", const(address, 8), const(write.address, 8))
            yield Case(write.name, new, write.want)
            words[_MEMORY][address] = write.stands
            for memory, place in write.copies:
                yield Case(f"{write.name}: {memory}", words[memory][place], new)
                words[memory][place] = write.stands

    def _load(
        self,
        name: str,
        chaining: Sequence[Any],
        *,
        gaps: bool = False,
        error: int = 0,
    ) -> Generator[Case, None, Sequence[Any]]:
        """Yield that a block enters, a byte a cycle; return the state before round 0."""
        block, state = frees(name, 8, _BYTES), frees(f"{name}, state", 8, _BYTES)
        for at, (byte, old) in enumerate(zip(block, chaining, strict=True)):
            where = f"{name}, byte {at}"
            address = self._address(at, state=True)
            want = term_of(byte ^ old, 8)
            self._writes.append(_Write(where, address, want, state[at].term, ((_START, at),)))
        for at, byte in enumerate(block):
            last = int(at == _BYTES - 1)
            if gaps:
                yield from self._step(name)
            yield from self._step(
                name,
                valid_i=_ON,
                byte_i=byte.term,
                error_i=const(error & last, 1),
            )
        return state

    def _rounds(
        self, name: str, key: Sequence[Any], state: Sequence[Any], count: int
    ) -> Generator[Case, None, tuple[dict[str, Term], Sequence[Any]]]:
        """Yield that so many rounds are the model's.

        Return control behind round 0, and what stands for the next chaining value.
        """
        start = state
        begun: dict[str, Term] = {}
        for r, constants in enumerate(round_constants()[:count]):
            self._turn = (self._turn + 1) % _TURNS
            last = r == ROUNDS - 1
            next_key = frees(f"{name}, key {r + 1}", 8, _BYTES)
            next_state = frees(f"{name}, state {r + 1}", 8, _BYTES)
            keys, states = _mixed(key), _mixed(state)
            for row in range(0, _BYTES, _ROW):
                for at in range(row, row + _ROW):
                    where = f"{name}, round {r}, key {at}"
                    want = term_of(keys[at] ^ constants[at], 8)
                    stands, address = next_key[at].term, self._address(at, state=False)
                    copies = ((_KEY_ROW, at % _ROW),)
                    self._writes.append(_Write(where, address, want, stands, copies))
                for at in range(row, row + _ROW):
                    where = f"{name}, round {r}, state {at}"
                    want = term_of(states[at] ^ next_key[at] ^ (start[at] if last else 0), 8)
                    stands, address = next_state[at].term, self._address(at, state=not last)
                    self._writes.append(_Write(where, address, want, stands))
            key, state = next_key, next_state
            for _ in range(_ROUND):
                yield from self._step(f"{name}, round {r}")
            if r == 0:
                begun = self._nets(_IN_ROUNDS)
        if count == ROUNDS:
            for _ in range(_ROW):
                yield from self._step(f"{name}, last row")
        return begun, state

    def _send(self, name: str, want: Term, *, last: int, error: int) -> Iterator[Case]:
        """Yield that a byte waits until it is taken."""
        for ready in (0, 1):
            cycle = self._run.step({**_REST, "digest_ready_i": const(ready, 1)})
            yield flags(name, cycle, digest_valid_o=1, digest_last_o=last, digest_error_o=error)
            yield Case(f"{name}: digest", cycle.output("digest_o"), want)


def _message(machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_mc_core``."""
    yield from _Message(machine).cases()


def _mixed(state: Sequence[Any]) -> list[Any]:
    """Return SubBytes, ShiftColumns and MixRows of a state."""
    rows = range(_BYTES // _ROW)
    shifted = [[substitute(state[(i - j) % _ROW * _ROW + j]) for j in rows] for i in rows]
    return [byte for row in shifted for byte in mix_row(row)]


def _lengths(machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_mc_stream``: padded bytes, and the length in them."""
    idle = {"data_i": const(0, 8), **dict.fromkeys(("keep_i", "last_i", "valid_i"), _OFF)}
    for size in (*_SHORT, *_ENDS):
        follows = size in _ENDS
        words = {memory.name: memory.free() for memory in machine.memories.values()}
        run = Run(machine, {}, words)
        # The count may be written in two cycles behind the first one.
        for reset in (_ON, _OFF, _OFF):
            run.step({**idle, "rst_i": reset, "ready_i": _OFF})
        name = f"{size} bytes" + " behind whole blocks" * follows
        (blocks,) = frees(f"{name}: blocks before", 8 * _COUNT_BYTES - 1, 1)
        if follows:
            for net in ("whole_q", "message_q"):
                run.state = run.machine.logic.hold(run.state, net, _ON)
            for net in ("first_q", "u_padder.first_q"):
                run.state = run.machine.logic.hold(run.state, net, _OFF)
            # The count is of half blocks, the lowest byte at place 6, and of those before the last.
            before = concat((blocks - 1 & (1 << 63) - 1).term, const(0, 1))
            for k in range(_COUNT_BYTES):
                run.words["count_q"][(6 - k) % _COUNT_BYTES] = extract(before, 8 * k, 8)
        message = frees(f"{name}: message", 8, size)
        bits = concat(blocks.term if follows else const(0, 63), const(0, 9))
        length = (Word(bits) + 8 * size & (1 << bits.width) - 1).term
        zeros = -(size + 1 + _LENGTH_BYTES) % _BYTES + _LENGTH_BYTES - _COUNTED_BYTES
        padded = [byte.term for byte in message] + [const(0x80, 8)] + [const(0, 8)] * zeros
        padded += [extract(length, 8 * k, 8) for k in reversed(range(_COUNTED_BYTES))]
        for at, want in enumerate(padded):
            inputs = {**idle, "rst_i": _OFF, "ready_i": _OFF}
            if at < max(1, size):
                inputs |= {"valid_i": _ON, "last_i": const(at + 1 >= size, 1)}
            if at < size:
                inputs |= {"data_i": message[at].term, "keep_i": _ON}
            cycle = run.step(inputs)
            yield Case(f"{name}: taken {at}", cycle.net("taken"), _ON)
            yield Case(f"{name}: byte {at}", cycle.net("padded"), want)
            if (at + 1) % _BYTES == 0:
                # The core takes the next block as if it had done the one before.
                run.state = run.machine.logic.hold(
                    run.state, "u_core.phase_q", const(1 << _PHASES.index("block"), len(_PHASES))
                )
