# SPDX-License-Identifier: Apache-2.0
"""Equivalences of the W cipher and of Whirlpool's chaining with their golden models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gatehash.catalog.whirlpool import W_CIPHER_SOURCES
from gatehash.models.whirlpool import ROUNDS, mix_row, round_, round_constants, substitute
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import concat, xor
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import frees, joined, pieces

__all__ = ["W_SOURCES", "chaining", "cipher_rounds", "rows", "substitution"]

W_SOURCES = (
    "prim/generic/gh_lut4.sv",
    "prim/generic/gh_copies.sv",
    *W_CIPHER_SOURCES,
    "whirlpool/gh_whirlpool_core.sv",
)
"""RTL files of Whirlpool below ``rtl/``."""

_ON, _OFF = const(1, 1), const(0, 1)
_BLOCK_BYTES = 64
_FLAGS = 9
_ALL = const(-1, _FLAGS)


def substitution(stages: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_sub_bytes``, for each byte of a state.

    With three stages, the last register is in the cipher's MixRows.
    """
    state = frees("state", 8, _BLOCK_BYTES)
    cycle = module.step(module.free_state(), {"data_i": joined(state, 8)})
    for number in range(1, max(2, stages)):
        cycle = module.step(cycle.state, {}, number)
    got = pieces(cycle.output("data_o"), 8)
    for number, (byte, word) in enumerate(zip(state, got, strict=True)):
        yield Case(f"byte {number}", word.term, joined([substitute(byte)], 8))


def rows(module: Transition) -> Iterator[Case]:
    """Yield the equation of ``gh_whirlpool_mix_row``."""
    row = frees("row", 8, 8)
    cycle = module.step(module.free_state(), {"row_i": joined(row, 8)})
    if module.free_state():
        cycle = module.step(cycle.state, {}, 1)
    yield Case("mix_row", cycle.output("row_o"), joined(mix_row(row), 8))


def cipher_rounds(registers: str, stages: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_w_cipher``: a block enters, each round, and when it leaves.

    They are equations on the input of SubBytes, which has equations of its own.

    The state and key that a round starts from are free.

    Parameters
    ----------
    registers : str
        Net of the registers that hold a block, below ``u_sub_state`` and ``u_sub_key``;
        ``substituted`` where they are behind the S-boxes.
    stages : int
        Registers in a round.
    module : Transition
        The module.
    """
    state, key = frees("state", 8, _BLOCK_BYTES), frees("key", 8, _BLOCK_BYTES)
    still = {"rst_i": _OFF, "start_i": const(0, _FLAGS)}

    def held(words: Sequence[Any]) -> Term:
        return joined([substitute(u) for u in words] if "substituted" in registers else words, 8)

    entry = {"key_i": joined(key, 8), "whitened_i": joined(state, 8)}
    cycle = module.step(module.free_state(), {**still, "start_i": _ALL, **entry})
    yield Case("entry: state", cycle.net("u_sub_state.data_i"), joined(state, 8))
    yield Case("entry: key", cycle.net("u_sub_key.data_i"), joined(key, 8))
    for r, constant in enumerate(round_constants()):
        # The block is at the start of round r; what else is in the ring does not matter.
        before = module.hold(module.free_state(), "phase_q", const((stages * r - 1) % ROUNDS, 4))
        now = module.step(before, still).state
        now = module.hold(now, f"u_sub_state.{registers}", held(state))
        now = module.hold(now, f"u_sub_key.{registers}", held(key))
        for number in range(stages):
            cycle = module.step(now, still, number + 1)
            now = cycle.state
        round_key = round_(key, constant)
        want = round_(state, round_key)
        yield Case(f"round {r}: ciphertext", cycle.output("ciphertext_o"), joined(want, 8))
        if r == ROUNDS - 1:
            break
        yield Case(f"round {r}: state", cycle.net("u_sub_state.data_i"), joined(want, 8))
        yield Case(f"round {r}: key", cycle.net("u_sub_key.data_i"), joined(round_key, 8))
    yield from _timing(stages, module, still)


def _timing(stages: int, module: Transition, still: dict[str, Term]) -> Iterator[Case]:
    """Yield when a block leaves, and that its round numbers are those of its constants."""
    now = module.step(module.free_state(), {**still, "rst_i": _ON}).state
    now = module.step(now, {**still, "start_i": _ALL}, 1).state
    for at in range(stages * ROUNDS):
        cycle = module.step(now, still, 2)
        now = cycle.state
        done = _ALL if at == stages * ROUNDS - 1 else const(0, _FLAGS)
        yield Case(f"cycle {at}: phase", cycle.net("phase_q"), const(at % ROUNDS, 4))
        yield Case(f"cycle {at}: done", cycle.output("done_o"), done)


def _flags(name: str, cycle: Cycle, ready: int, valid: int, error: int) -> Iterator[Case]:
    """Yield what a core says in a cycle: of its input, of its digest, of an error."""
    outputs = ("ready_o", "digest_valid_o", "digest_error_o")
    found = concat(*(cycle.output(each) for each in outputs))
    yield Case(f"{name}: flags", found, const(ready << 2 | valid << 1 | error, len(outputs)))


def chaining(registers: str, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_core``: what enters the cipher, and what leaves.

    The cipher's result for a block is free. A block is taken at once or after a gap, and a digest
    is taken at once or later; the chaining value before a block is free, or that of a first block.
    An error is answered as soon as the receiver is ready and no block is in the cipher, and the
    block after it is a first one.

    Parameters
    ----------
    registers : str
        See :func:`cipher_rounds`.
    module : Transition
        The module.
    """
    bits = 8 * _BLOCK_BYTES
    rest = {"rst_i": _OFF, "valid_i": _OFF, "error_i": _OFF, "digest_ready_i": _ON}
    zero = const(0, bits)
    block, former, state, key = (var(name, bits) for name in ("block", "sum", "state", "key"))

    def taken(name: str, now: State, final: int, value: Term) -> Iterator[Case]:
        """Yield that a block enters with a chaining value."""
        cycle = module.step(now, _offer(final), 1)
        yield Case(f"{name}: taken", cycle.output("ready_o"), _ON)
        yield Case(f"{name}: key", cycle.net("u_cipher.key_i"), value)
        yield Case(f"{name}: plaintext", cycle.net("u_cipher.whitened_i"), xor(value, block))
        after = module.step(cycle.state, rest, 2)
        yield Case(f"{name}: sum", after.net("sum_q"), xor(value, block))

    def _offer(final: int) -> dict[str, Term]:
        return {**rest, "valid_i": _ON, "final_i": const(final, 1), "block_i": block}

    def refused(name: str, now: State) -> Iterator[Case]:
        """Yield that an error waits for the receiver, is answered, and leaves nothing behind."""
        error = {**rest, "valid_i": _ON, "error_i": _ON}
        waits = module.step(now, {**error, "digest_ready_i": _OFF}, 1)
        yield from _flags(f"{name} waits", waits, 0, 0, 0)
        for before, state in ((name, now), (f"{name} later", waits.state)):
            cycle = module.step(state, error, 2)
            yield from _flags(before, cycle, 1, 1, 1)
            yield from taken(f"{before}, a block at once", cycle.state, 0, zero)
            after = module.step(cycle.state, rest, 3)
            yield from _flags(f"{before}, after it", after, 0, 0, 0)
            yield from taken(f"{before}, a block later", after.state, 0, zero)

    begin = module.step(module.free_state(), {**rest, "rst_i": _ON}).state
    yield from refused("error", begin)
    for final in (0, 1):
        yield from taken(f"first block, final {final}", begin, final, zero)
        now = module.step(begin, _offer(final), 1).state
        for at in range(ROUNDS - 1):
            cycle = module.step(now, rest, 2)
            flags = concat(cycle.output("ready_o"), cycle.output("digest_valid_o"))
            yield Case(f"final {final}, cycle {at}: nothing leaves", flags, const(0, 2))
            now = cycle.state
        now = module.hold(now, f"u_cipher.u_sub_state.{registers}", state)
        now = module.hold(now, f"u_cipher.u_sub_key.{registers}", key)
        now = module.hold(now, "sum_q", former)
        cycle = module.step(now, rest, 2)
        value = xor(cycle.net("ciphertext"), former)
        valid = cycle.output("digest_valid_o")
        yield Case(f"final {final}: digest valid", valid, const(final, 1))
        if not final:
            yield from taken("next block at once", now, 0, value)
            yield from taken("next block later", cycle.state, 0, value)
            yield from refused("error behind a block", now)
            yield from refused("error some time behind a block", cycle.state)
            continue
        # An error does not overtake a digest, whether it leaves now or waits.
        error = {**rest, "valid_i": _ON, "error_i": _ON}
        for ready, flag in (("leaves", _ON), ("waits", _OFF)):
            behind = module.step(now, {**error, "digest_ready_i": flag}, 2)
            yield from _flags(f"error while a digest {ready}", behind, 0, 1, 0)
        held = module.step(module.step(now, {**rest, "digest_ready_i": _OFF}, 2).state, error, 3)
        yield from _flags("error while a digest that waited leaves", held, 0, 1, 0)
        yield from refused("error behind a digest", held.state)
        yield Case("digest", cycle.output("digest_o"), value)
        yield from taken("next message at once", now, 0, zero)
        yield from taken("next message later", cycle.state, 0, zero)
        stalled = {**rest, "digest_ready_i": _OFF}
        waits = module.step(now, stalled, 2).state
        for _ in range(2):
            cycle = module.step(waits, stalled, 3)
            yield Case("digest that waits: valid", cycle.output("digest_valid_o"), _ON)
            yield Case("digest that waits", cycle.output("digest_o"), value)
            waits = cycle.state
        yield from taken("next message, digest waited", module.step(waits, rest, 3).state, 0, zero)
