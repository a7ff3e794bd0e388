# SPDX-License-Identifier: Apache-2.0
"""Whirlpool with one round for key and data: each cycle of a block, from any state before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gatehash.catalog.whirlpool import W_CIPHER_PACKAGES
from gatehash.models.whirlpool import ROUNDS, round_, round_constants, shift_columns, substitute
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import xor
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["whirlpool_shared_properties"]

_CORE = "gh_whirlpool_shared_core"
_SOURCES = (
    "prim/generic/gh_lut4.sv",
    "prim/generic/gh_copies.sv",
    *W_CIPHER_PACKAGES,
    "whirlpool/gh_whirlpool_mini_box.sv",
    "whirlpool/gh_whirlpool_sbox.sv",
    "whirlpool/gh_whirlpool_mix_row.sv",
    f"whirlpool/{_CORE}.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_BYTES, _ROWS = 64, 8
_ZERO = const(0, 8 * _BYTES)
# The byte of a state that comes to each place where ShiftColumns moves it.
_SHIFTED = shift_columns(bytes(range(_BYTES)))
_IDLE, _WORK, _HOLD, _CLEAR = range(4)
_LAST = 2 * ROUNDS
# Bits of steer_t.
_KEYED, _CHAINS, _IDLES = 1, 2, 4
_REST = {"rst_i": _OFF, "valid_i": _OFF, "digest_ready_i": _OFF}


def whirlpool_shared_properties() -> Iterator[Property]:
    """Yield the property of Whirlpool with one round for key and data."""
    yield equivalence(
        "",
        _CORE,
        "From any registers: a block begins with the chaining value before it as its key, and "
        "with their sum as its data. In each cycle the round's first stage is SubBytes and "
        "ShiftColumns, and its second one makes the round's key, or its data with that key. The "
        "result joins key and block, and is the next chaining value or the digest. A digest and "
        "an error wait for the receiver, and the next message begins with zero. The 21 cycles of "
        "a block follow each other with their round constants.",
        _core,
        designs=designs_with(_CORE),
        sources=_SOURCES,
        SBox=1,
        MixRows=2,
    )


def _registers(state: int, step: int, steer: int) -> dict[str, Term]:
    """Return the registers of control: the state, the cycle of a block, and the rows' steering."""
    copies = sum(steer << 3 * row for row in range(_ROWS))
    return {
        "core_q": const(state, 2),
        "step_q": const(step, 5),
        "u_steer.copy_q": const(copies, 3 * _ROWS),
    }


def _steered(module: Transition, now: State, state: int, step: int, steer: int) -> State:
    """Return a state with the control of a cycle."""
    for net, value in _registers(state, step, steer).items():
        now = module.hold(now, net, value)
    return now


def _control(name: str, cycle: Cycle, state: int, step: int, steer: int) -> Iterator[Case]:
    """Yield that a cycle has the control of `_steered`."""
    for net, value in _registers(state, step, steer).items():
        yield Case(f"{name}: {net}", cycle.net(net), value)


def _constant(number: int | None) -> Term:
    """Return row 0 of a round's constant; zero where there is none."""
    words = [0] * 8 if number is None else list(round_constants()[number][:8])
    return const(sum(word << 8 * at for at, word in enumerate(words)), 64)


def _shifted(words: Sequence[Any]) -> Term:
    """Return a state behind SubBytes and ShiftColumns."""
    found = [substitute(word) for word in words]
    return joined([found[number] for number in _SHIFTED], 8)


def _begun(step: int) -> int:
    """Return how rows are steered in a cycle of a block."""
    return (_CHAINS if step == _LAST else 0) | (_KEYED if step % 2 == 0 else 0)


def _core(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_shared_core``."""
    yield from _rounds(module)
    yield from _schedule(module)
    yield from _chaining(module)
    yield from _answers(module)


def _rounds(module: Transition) -> Iterator[Case]:
    """Yield what both stages of the round do in each cycle of a block."""
    key, state = frees("key", 8, _BYTES), frees("state", 8, _BYTES)
    chain = var("chain", 8 * _BYTES)
    free = module.hold(module.free_state(), "chain_q", chain)
    for step in range(1, _LAST):
        now = _steered(module, free, _WORK, step, _begun(step))
        number = step // 2
        if step % 2:
            # The key leaves the round, and the data enters it.
            now = module.hold(now, "round_q", joined(state, 8))
            now = module.hold(now, "shifted_q", _shifted(key))
            now = module.hold(now, "constant_q", _constant(number))
            want, name, entered = round_(key, round_constants()[number]), "key", state
        else:
            now = module.hold(now, "round_q", joined(key, 8))
            now = module.hold(now, "shifted_q", _shifted(state))
            now = module.hold(now, "constant_q", _constant(None))
            want, name, entered = round_(state, key), "data", key
        after = module.step(module.step(now, _REST).state, _REST, 1)
        yield Case(f"cycle {step}: {name}", after.net("round_q"), joined(want, 8))
        if step in (1, 2):
            yield Case(f"cycle {step}: SubBytes", after.net("shifted_q"), _shifted(entered))
        yield Case(f"cycle {step}: sum", after.net("chain_q"), chain)


def _schedule(module: Transition) -> Iterator[Case]:
    """Yield that the cycles of a block follow each other, with the constants of their rounds."""
    for final in (0, 1):
        taken = {**_REST, "valid_i": _ON, "error_i": _OFF, "final_i": const(final, 1)}
        now = _steered(module, module.free_state(), _IDLE, 0, _IDLES | _CHAINS)
        cycle = module.step(now, taken)
        for step in range(1, _LAST + 1):
            cycle = module.step(cycle.state, {"rst_i": _OFF}, step)
            name = f"final {final}, cycle {step}"
            yield from _control(name, cycle, _WORK, step, _begun(step))
            number = step // 2 if step % 2 else None
            yield Case(f"{name}: constant", cycle.net("constant_q"), _constant(number))
            yield Case(f"{name}: nothing enters", cycle.output("ready_o"), _OFF)
            yield Case(f"{name}: nothing leaves", cycle.output("digest_valid_o"), _OFF)
        cycle = module.step(cycle.state, _REST, _LAST + 1)
        steer = _CHAINS if final else _IDLES | _CHAINS
        yield from _control(f"final {final}, behind", cycle, _HOLD if final else _IDLE, 0, steer)
        yield Case(f"final {final}, behind: constant", cycle.net("constant_q"), _constant(None))


def _still(chain: Term) -> dict[str, Term]:
    """Return the registers of data while no block is there."""
    return {
        "round_q": chain,
        "chain_q": chain,
        "shifted_q": _ZERO,
        "constant_q": _constant(None),
    }


def _quiet(module: Transition, state: int, steer: int, chain: Term) -> State:
    """Return a state without a block, with a chaining value or a digest."""
    now = _steered(module, module.free_state(), state, 0, steer)
    for net, value in _still(chain).items():
        now = module.hold(now, net, value)
    return now


def _resting(name: str, cycle: Cycle, chain: Term) -> Iterator[Case]:
    """Yield that a cycle has the data of `_quiet`."""
    for net, value in _still(chain).items():
        yield Case(f"{name}: {net}", cycle.net(net), value)


def _chaining(module: Transition) -> Iterator[Case]:
    """Yield how a block enters and ends, from any chaining value."""
    chain, block = frees("chain", 8, _BYTES), frees("block", 8, _BYTES)
    key, state = frees("key", 8, _BYTES), frees("state", 8, _BYTES)
    before = joined(chain, 8)
    entered = xor(before, joined(block, 8))

    now = _quiet(module, _IDLE, _IDLES | _CHAINS, before)
    offer = {"valid_i": _ON, "error_i": _OFF, "block_i": joined(block, 8)}
    cycle = module.step(now, {**_REST, **offer})
    yield Case("entry: taken", cycle.output("ready_o"), _ON)
    after = module.step(cycle.state, _REST, 1)
    yield Case("entry: data", after.net("round_q"), entered)
    yield Case("entry: sum", after.net("chain_q"), entered)
    yield Case("entry: key", after.net("shifted_q"), _shifted(chain))

    cycle = module.step(now, _REST)
    yield Case("no block: taken", cycle.output("ready_o"), _OFF)
    after = module.step(cycle.state, _REST, 1)
    yield from _control("no block", after, _IDLE, 0, _IDLES | _CHAINS)
    yield from _resting("no block", after, before)

    now = _steered(module, module.free_state(), _WORK, _LAST, _begun(_LAST))
    now = module.hold(now, "round_q", joined(key, 8))
    now = module.hold(now, "shifted_q", _shifted(state))
    now = module.hold(now, "constant_q", _constant(None))
    now = module.hold(now, "chain_q", before)
    after = module.step(module.step(now, _REST).state, _REST, 1)
    yield from _resting("end", after, xor(before, joined(round_(state, key), 8)))


def _answers(module: Transition) -> Iterator[Case]:
    """Yield that a digest and an error wait, and that the next message begins with zero."""
    digest, error = var("digest", 8 * _BYTES), var("error", 1)
    now = module.hold(_quiet(module, _HOLD, _CHAINS, digest), "error_q", error)
    for ready in (0, 1):
        cycle = module.step(now, {**_REST, "digest_ready_i": const(ready, 1)})
        yield Case(f"digest, ready {ready}: valid", cycle.output("digest_valid_o"), _ON)
        yield Case(f"digest, ready {ready}", cycle.output("digest_o"), digest)
        yield Case(f"digest, ready {ready}: error", cycle.output("digest_error_o"), error)
        after = module.step(cycle.state, _REST, 1)
        yield from _control(f"ready {ready}", after, _CLEAR if ready else _HOLD, 0, _CHAINS)
        if not ready:
            yield from _resting("digest waits", after, digest)
    # From any data, as behind a reset.
    now = _steered(module, module.free_state(), _CLEAR, 0, _CHAINS)
    after = module.step(module.step(now, _REST).state, _REST, 1)
    yield from _control("cleared", after, _IDLE, 0, _IDLES | _CHAINS)
    yield from _resting("cleared", after, _ZERO)
    cycle = module.step(module.step(module.free_state(), {"rst_i": _ON}).state, _REST, 1)
    yield from _control("reset", cycle, _CLEAR, 0, _CHAINS)

    for bad in (0, 1):
        now = _steered(module, module.free_state(), _IDLE, 0, _IDLES | _CHAINS)
        cycle = module.step(now, {**_REST, "valid_i": _ON, "error_i": const(bad, 1)})
        yield Case(f"error {bad}: taken", cycle.output("ready_o"), _ON)
        after = module.step(cycle.state, _REST, 1)
        yield Case(f"error {bad}: kept", after.net("error_q"), const(bad, 1))
        if bad:
            yield from _control("error", after, _HOLD, 0, _CHAINS)
    # A message's last flag and its error stay until the next message may begin.
    for state in (_WORK, _HOLD, _CLEAR):
        now = module.hold(module.free_state(), "core_q", const(state, 2))
        for net in ("error_q", "final_q"):
            kept = module.hold(now, net, error)
            after = module.step(module.step(kept, {"rst_i": _OFF}).state, _REST, 1)
            yield Case(f"state {state}: {net}", after.net(net), error)
