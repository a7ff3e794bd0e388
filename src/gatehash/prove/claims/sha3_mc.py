# SPDX-License-Identifier: Apache-2.0
"""SHA-3 in distributed memory: a pass over the slices, and the passes of a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gatehash.catalog import find
from gatehash.models.padding import RULES
from gatehash.models.sha3 import (
    DIGEST_BITS,
    LANES,
    OFFSETS,
    ROUND_CONSTANTS,
    chi,
    iota,
    pi,
    rho,
    theta,
)
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extract
from gatehash.prove.kernel.word import Word, frees, joined, pieces, term_of
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.simulation import METHOD, Builder, Simulation, flags

__all__ = ["sha3_mc_properties"]

_ON, _OFF = const(1, 1), const(0, 1)
_SLICES, _CORE = "gh_keccak_slices", "gh_sha3_mc_core"
# Words of a lane, their bits, and the bits of a lane.
_WORDS, _BITS, _LANE = 16, 4, 64
_RATE_LANES = 21
# Cycles of a pass, and those in which step 0 is read, joined by a block, and written.
_PASS, _READ, _JOIN, _WRITE = 20, 2, 3, 4
_CLAIM = (
    "A pass over the slices is rho, pi and chi of the model, the addition of any block and theta, "
    "from any state in the memories, for each of the 16 places that the words of lanes can have. "
    "A pass from zeros is the block and theta. A pass that does not write leaves the state and "
    "the places as they are."
)
_MESSAGE = (
    "A block of {function} that is loaded without a gap enters a state of zeros, the next one "
    "joins behind the last round, and behind the last block all lanes of the digest leave in "
    "order, byte by byte; the permutation goes on behind a rate. A pass takes 20 cycles, whatever "
    "the data. "
)
_ROUNDS = (
    "The rounds of both blocks are the model's with their constants in order, each from any state."
)
_LAST = "The last two rounds are the model's, from any state; the others are left out."
# The function with all rounds, whose rate has fewest lanes.
_WHOLE = "sha3-512"


def sha3_mc_properties() -> Iterator[Property]:
    """Yield the properties of the design with its state in distributed memory."""
    design = find("sha3-mc")
    files = design.hardware.files(boundary="core")

    def simulated(name: str, module: str, claim: str, build: Builder) -> Property:
        proof = Simulation(module, {}, files, build)
        return Property(name, module, designs_with(module), claim, METHOD, files, {}, proof.prove)

    yield simulated("keccak-slices.model", _SLICES, _CLAIM, _slices)
    for function in DIGEST_BITS:
        claim = _MESSAGE.format(function=function) + (_ROUNDS if function == _WHOLE else _LAST)
        build = partial(_message, function)
        yield simulated(f"sha3-mc-core.message.{function}", _CORE, claim, build)


def _memory(lane: int, inside: str = "") -> str:
    return f"{inside}gen_lane[{lane}].lane_q"


def _placed(lanes: Sequence[Any], turns: int, inside: str = "") -> dict[str, list[Term]]:
    """Return the words of the memories that hold lanes, behind so many passes that wrote."""
    found = {}
    for i, lane in enumerate(lanes):
        words = [_OFF] * _WORDS
        for z, word in enumerate(_words(lane)):
            # As the pass before this one wrote them.
            place = (z - OFFSETS[i] // _BITS * (turns - 1)) % _WORDS
            words[place] = word
        found[_memory(i, inside)] = words
    return found


def _left(
    name: str, run: Run, lanes: Sequence[Any], turns: int, inside: str = ""
) -> Iterator[Case]:
    """Yield that the memories hold lanes."""
    for memory, words in _placed(lanes, turns, inside).items():
        got, want = (concat(*reversed(each)) for each in (run.words[memory], words))
        yield Case(f"{name}: {memory}", got, want)


def _words(lane: Any) -> list[Term]:
    """Return the words of a lane."""
    bits = term_of(lane, _LANE)
    return [extract(bits, _BITS * z, _BITS) for z in range(_WORDS)]


def _rounded(lanes: Sequence[Any], constant: int = 0) -> Sequence[Any]:
    """Return a round but for its theta."""
    return iota(chi(pi(rho(lanes))), constant)


def _joined(lanes: Sequence[Any], block: Sequence[Any]) -> list[Any]:
    return [lane ^ each for lane, each in zip(lanes, block, strict=True)]


def _step_of(lanes: Sequence[Any], z: int) -> Term:
    """Return the four slices of a step."""
    return concat(*(extract(term_of(each, _LANE), _BITS * z, _BITS) for each in reversed(lanes)))


def _slices(machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_keccak_slices``."""
    state = frees("state", _LANE, LANES)
    block = [*frees("block", _LANE, _RATE_LANES), *[0] * (LANES - _RATE_LANES)]
    for turns in range(_WORDS):
        for clear, write in ((0, 1), (0, 0), (1, 1)):
            name = f"{turns} turns, clear {clear}, write {write}"
            held = machine.logic.hold(machine.logic.free_state(), "turns_q", const(turns, 4))
            run = Run(machine, dict(held), _placed(state, turns))
            run.step(_inputs(_PASS - 1, 0, 0, block))
            seen = [run.step(_inputs(at, clear, write, block)) for at in range(_PASS)]
            after = block if clear else _joined(_rounded(state), block)
            for z in range(_WORDS):
                got = seen[_WRITE + z].output("slices_o")
                yield Case(f"{name}: slices of step {z}", got, _step_of(after, z))
            if write:
                yield from _left(name, run, theta(after), (turns + 1) % _WORDS)
            else:
                yield from _left(name, run, state, turns)


def _inputs(at: int, clear: int, write: int, block: Sequence[Any]) -> dict[str, Term]:
    """Return the inputs of ``gh_keccak_slices`` in a cycle of a pass."""
    z = (at - _JOIN) % _WORDS
    return {
        "rst_i": _OFF,
        "advance_i": _ON,
        "step_i": const(((at + 1) % _PASS - _READ) % _WORDS, 4),
        "turn_i": const(write and at == _PASS - 2, 1),
        "clear_i": const(clear, 1),
        "write_i": const(write and at >= _WRITE, 1),
        "block_i": extract(_step_of(block, z), 0, _BITS * _RATE_LANES),
    }


_REST = {
    **dict.fromkeys(("rst_i", "last_i", "final_i", "error_i", "valid_i"), _OFF),
    **dict.fromkeys(("digest_ready_i", "digest_last_i"), _OFF),
    "byte_i": const(0, 8),
}
_CONTROL = (
    *("pass_q", "cycle_q", "full_q", "final_q", "held_q", "half_q", "lane_q"),
    *("reading_q", "place_q", "digest_end_q"),
)
_IN_ROUNDS = ("pass_q", "cycle_q", "rc_q")


class _Message:
    """A message of two blocks and a digest of a rate and a part, in ``gh_sha3_mc_core``."""

    def __init__(self, function: str, machine: Machine) -> None:
        self._rate, self._whole = RULES[function].block_bytes, function == _WHOLE
        self._rest = {**_REST, "function_i": const(list(DIGEST_BITS).index(function), 3)}
        words = {memory.name: memory.free() for memory in machine.memories.values()}
        self._run = run = Run(machine, {}, words)
        run.step({**self._rest, "rst_i": _ON})
        # Words may have any places, of which the proof of gh_keccak_slices has all. The halves of
        # the digest's memories take turns.
        self._hold("u_slices.turns_q", 0, 4)
        self._hold("part_q", 0, 1)
        self._turns = self._count = 0
        self._state: list[Any] = []
        # Bytes that enter beside the rounds, and those that leave.
        self._entering: list[tuple[Any, Term, Term]] = []
        self._leaving: list[Any] = []
        self._ends = False

    def cases(self) -> Iterator[Case]:
        """Yield the equations."""
        rest = self._nets(_CONTROL)
        self._enter("first block", final=0)
        while self._entering:
            yield from self._cycle("load")
        yield from self._cycle("the last half")
        yield from self._cycle("begin")
        yield from self._pass("first", theta(self._block("first block")))
        begun = self._nets(_IN_ROUNDS)
        if self._whole:
            self._enter("last block", final=1)
        else:
            self._put("last block")
        yield from self._rounds("first block")
        last = _rounded(self._fresh(), ROUND_CONSTANTS[-1])
        yield from self._pass("next", theta(_joined(last, self._block("last block"))))
        yield from self._same("next", begun)
        yield from self._rounds("last block")
        digest = _rounded(self._fresh(), ROUND_CONSTANTS[-1])
        lanes = self._rate // 8
        for at in range(lanes):
            name = f"lane {at}"
            yield from self._pass(name, theta(digest) if at == lanes - 1 else None)
            self._leaving = pieces(term_of(digest[at], _LANE), 8)
        yield from self._same("behind a rate", begun)
        self._ends = True
        yield from self._pass("behind a rate", None, cycles=9)
        yield from self._same("behind the digest", rest)

    def _hold(self, net: str, value: int, width: int) -> None:
        run = self._run
        run.state = run.machine.logic.hold(run.state, net, const(value, width))

    def _put(self, name: str) -> None:
        """Put a message's last block into the memories, as if it had been loaded."""
        self._hold("lane_q", 0, _RATE_LANES)
        self._hold("full_q", 1, 1)
        self._hold("final_q", 1, 1)
        for i, lane in enumerate(self._block(name)[: self._rate // 8]):
            self._run.words[f"gen_block[{i}].words_q"] = _words(lane)

    def _nets(self, names: Sequence[str]) -> dict[str, Term]:
        logic = self._run.machine.logic
        cycle = logic.step(self._run.state, self._rest, -1)
        return {name: cycle.net(name) for name in names}

    def _same(self, name: str, nets: Mapping[str, Term]) -> Iterator[Case]:
        for net, now in self._nets(tuple(nets)).items():
            yield Case(f"{name}: {net}", now, nets[net])

    def _block(self, name: str) -> list[Any]:
        data = frees(name, 8, self._rate)
        words = [Word(joined(data[at : at + 8], 8)) for at in range(0, self._rate, 8)]
        return [*words, *[0] * (LANES - len(words))]

    def _enter(self, name: str, *, final: int) -> None:
        data = frees(name, 8, self._rate)
        ends = [const(at == self._rate - 1, 1) for at in range(self._rate)]
        self._entering = [
            (byte, end, const(final, 1)) for byte, end in zip(data, ends, strict=True) for _ in "12"
        ]

    def _fresh(self) -> list[Any]:
        """Put a state that is any into the memories."""
        self._count += 1
        self._state = frees(f"state {self._count}", _LANE, LANES)
        self._run.words.update(_placed(self._state, self._turns, "u_slices."))
        return self._state

    def _rounds(self, name: str) -> Iterator[Case]:
        rounds = range(len(ROUND_CONSTANTS) - 1)
        if not self._whole:
            # Only the last but one, with its constant and the next one's first bit.
            last = rounds[-1]
            rounds = range(last, last + 1)
            bits = [ROUND_CONSTANTS[last] >> (1 << j) - 1 & 1 for j in range(7)]
            bits.append(ROUND_CONSTANTS[last + 1] & 1)
            self._hold("rc_q", sum(bit << j for j, bit in enumerate(bits)), 8)
        for r in rounds:
            constant = ROUND_CONSTANTS[r]
            after = theta(_rounded(self._fresh(), constant))
            yield from self._pass(f"{name}, round {r}", after)

    def _pass(self, name: str, after: Sequence[Any] | None, cycles: int = _PASS) -> Iterator[Case]:
        """Yield that a pass leaves a state, or none."""
        for at in range(cycles):
            yield from self._cycle(f"{name}, cycle {at}")
        if cycles < _PASS:
            return
        if after is not None:
            self._turns = (self._turns + 1) % _WORDS
        left = self._state if after is None else after
        yield from _left(name, self._run, left, self._turns, "u_slices.")

    def _cycle(self, name: str) -> Iterator[Case]:
        inputs, valid, ready = dict(self._rest), 0, 0
        if self._entering:
            # In the first of two cycles it is taken.
            ready = 1 - len(self._entering) % 2
            byte, end, final = self._entering.pop(0)
            inputs |= {"valid_i": _ON, "byte_i": byte.term, "last_i": end, "final_i": final}
        want = const(0, 8)
        if self._leaving:
            valid, byte = 1, self._leaving.pop(0)
            ends = self._ends and not self._leaving
            inputs |= {"digest_ready_i": _ON, "digest_last_i": const(ends, 1)}
            want = byte.term
        cycle = self._run.step(inputs)
        yield flags(name, cycle, digest_valid_o=valid)
        if "valid_i" in inputs and inputs["valid_i"] is _ON:
            yield flags(name, cycle, ready_o=ready)
        if valid:
            yield Case(f"{name}: digest", cycle.output("digest_o"), want)


def _message(function: str, machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_sha3_mc_core`` for a function."""
    yield from _Message(function, machine).cases()
