# SPDX-License-Identifier: Apache-2.0
"""Whirlpool: the W cipher, its chaining, and the engine of many messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gatehash.catalog.phash import PIPELINED_STAGES, STAGES
from gatehash.catalog.whirlpool import W_CIPHER_SOURCES
from gatehash.models.whirlpool import (
    MIX_ROW,
    ROUNDS,
    mix_row,
    round_,
    round_constants,
    shift_columns,
    substitute,
)
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import concat, extract, xor
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import frees, joined, pieces
from gatehash.prove.tools.designs import designs_of, designs_with
from gatehash.prove.tools.equivalence import Builder, equivalence

__all__ = ["whirlpool_properties"]

_SOURCES = (
    "prim/generic/gh_lut4.sv",
    "prim/generic/gh_copies.sv",
    *W_CIPHER_SOURCES,
    "whirlpool/gh_whirlpool_core.sv",
)
"""RTL files of Whirlpool below ``rtl/``."""
_RING_SOURCES = (
    "whirlpool/generated/gh_whirlpool_constants_pkg.sv",
    "whirlpool/gh_whirlpool_pkg.sv",
    "engine/gh_whirlpool_piped_pkg.sv",
    "prim/generic/gh_copies.sv",
    "engine/gh_whirlpool_form_table.sv",
    "engine/gh_whirlpool_form_row.sv",
    "engine/gh_whirlpool_ring.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_BLOCK_BYTES = 64
_FLAGS = 9
_ALL = const(-1, _FLAGS)
_BYTES, _ROW_BYTES = 64, 8
# The byte of a state that comes to each place where ShiftColumns moves it.
_SHIFTED = shift_columns(bytes(range(_BYTES)))
_SBOXES = ("bram", "lut", "logic")
_W_REGISTERS = {
    "bram": "substituted",
    "lut": "gen_mini_boxes.state_q",
    "logic": "gen_mini_boxes.state_q",
}
"""Registers that hold a block of the W cipher, by the form of its S-box."""
_MIXES = ("table", "logic")
_MIX_ROWS = (*_MIXES, "parity")
_DECIDED = (("bram", "logic"), ("lut", "logic"))
_PHASH_FORM = ("lut", "logic")


def whirlpool_properties() -> Iterator[Property]:
    """Yield the properties of Whirlpool and of its cipher, which PHASH has as well."""
    for box, sbox in enumerate(_SBOXES):
        for mixing, mix in enumerate(_MIXES):
            designs = designs_of("whirlpool", SBox=box, MixRows=mixing)
            if (sbox, mix) == _PHASH_FORM:
                designs += designs_of("phash", Stages=STAGES)
            # Of other forms the solver decides SubBytes and MixRows alone, not a round.
            if (sbox, mix) in _DECIDED:
                yield _w_cipher(f"{sbox}-{mix}", designs, box, mixing, 1)
            yield equivalence(
                f"{sbox}-{mix}",
                "gh_whirlpool_core",
                "Blocks, chaining values and digests enter and leave the cipher as in the model. "
                "An error is answered once and leaves no trace.",
                partial(_chaining, _W_REGISTERS[sbox]),
                designs=designs_of("whirlpool", SBox=box, MixRows=mixing),
                sources=_SOURCES,
                SBox=box,
                MixRows=mixing,
            )
        yield _part("sub_bytes", sbox, partial(_substitution, 1), "SubBytes", SBox=box)
    for mixing, mix in enumerate(_MIX_ROWS):
        yield _part("mix_row", mix, _rows, "MixRows", MixRows=mixing)
    pipelined = partial(_substitution, PIPELINED_STAGES)
    shape = {"SBox": 1, "Stages": PIPELINED_STAGES}
    yield _part("sub_bytes", "lut-pipelined", pipelined, "SubBytes", **shape)
    designs = designs_of("phash", Stages=PIPELINED_STAGES)
    yield _w_cipher("lut-logic-pipelined", designs, 1, 1, PIPELINED_STAGES)
    for module, (claim, build) in _ENGINE.items():
        designs = designs_with("gh_whirlpool_ring")
        yield equivalence("", module, claim, build, designs=designs, sources=_RING_SOURCES)


def _part(part: str, form: str, build: Builder, step: str, **parameters: int) -> Property:
    module, given = f"gh_whirlpool_{part}", {k: v for k, v in parameters.items() if k != "Stages"}
    of_form = designs_of("whirlpool", **given)
    return equivalence(
        form,
        module,
        f"{step} is the model's.",
        build,
        designs=tuple(name for name in of_form if name in designs_with(module)),
        sources=_SOURCES,
        **parameters,
    )


def _w_cipher(name: str, designs: tuple[str, ...], box: int, mixing: int, stages: int) -> Property:
    registers = _W_REGISTERS[_SBOXES[box]]
    return equivalence(
        name,
        "gh_w_cipher",
        "A block's entry, its end, and each round of any state and key are the model's.",
        partial(_cipher_rounds, registers, stages),
        designs=designs,
        sources=_SOURCES,
        SBox=box,
        MixRows=mixing,
        Stages=stages,
    )


def _substitution(stages: int, module: Transition) -> Iterator[Case]:
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


def _rows(module: Transition) -> Iterator[Case]:
    """Yield the equation of ``gh_whirlpool_mix_row``."""
    row = frees("row", 8, 8)
    cycle = module.step(module.free_state(), {"row_i": joined(row, 8)})
    if module.free_state():
        cycle = module.step(cycle.state, {}, 1)
    yield Case("mix_row", cycle.output("row_o"), joined(mix_row(row), 8))


def _cipher_rounds(registers: str, stages: int, module: Transition) -> Iterator[Case]:
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


def _chaining(registers: str, module: Transition) -> Iterator[Case]:
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


def _places() -> list[tuple[int, int]]:
    """Return the forms in their order: column of a row of which byte 0 is all, and bit of it."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    basis = [mix_row([1 << i] + [0] * (_ROW_BYTES - 1)) for i in range(8)]
    for factor in sorted(set(MIX_ROW)):
        column = MIX_ROW.index(factor)
        for bit in range(8):
            mask = tuple(row[column] >> bit & 1 for row in basis)
            found.setdefault(mask, (column, bit))
    return list(found.values())


_PLACES = _places()


def _forms(value: Any) -> Term:
    """Return the forms of a substituted byte."""
    row = mix_row([value] + [0] * (_ROW_BYTES - 1))
    columns = {column: joined([row[column]], 8) for column, _ in _PLACES}
    return concat(*(extract(columns[column], bit, 1) for column, bit in reversed(_PLACES)))


def _table(module: Transition) -> Iterator[Case]:
    """Yield the equation of ``gh_whirlpool_form_table``."""
    (byte,) = frees("byte", 8, 1)
    now = module.step(module.free_state(), {"byte_i": joined([byte], 8)}).state
    for cycle in (1, 2):
        now = module.step(now, {}, cycle).state
    yield Case("forms", module.step(now, {}, 3).output("forms_o"), _forms(substitute(byte)))


def _row(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_form_row`` behind its tables."""
    row = frees("substituted", 8, _ROW_BYTES)
    now = module.free_state()
    for k, byte in enumerate(row):
        now = module.hold(now, f"gen_byte[{k}].u_table.forms_q", _forms(byte))
    for clear, want in ((0, joined(mix_row(row), 8)), (1, const(0, 8 * _ROW_BYTES))):
        then = module.step(now, {"clear_i": const(clear, 1)}).state
        found = module.step(then, {"clear_i": _OFF}, 1).output("sum_o")
        halves = [extract(found, low, 64) for low in (0, 64)]
        yield Case(f"clear {clear}", xor(*halves), want)
        if clear:
            yield Case("each half", found, const(0, 128))


def _ring(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_whirlpool_ring``: a block enters, and each round of it."""
    key, state = frees("key", 8, _BYTES), frees("state", 8, _BYTES)
    rest = {"enter_next_i": _OFF, "round_i": const(0, 4)}
    at_rest = module.free_state()
    for cycle in range(4):
        at_rest = module.step(at_rest, rest, cycle).state

    # What is in the ring is any, and so is what is offered but in the cycle in which it enters.
    now = module.step(at_rest, {**rest, "enter_next_i": _ON}, 4).state
    now = module.step(now, {**rest, "key_i": joined(key, 8)}, 5).state
    now = module.step(now, {**rest, "block_i": joined(state, 8)}, 6).state
    begun = module.step(now, rest, 7)
    yield Case("entry: key", begun.net("key_q"), joined(key, 8))
    then = module.step(begun.state, rest, 8)
    yield Case("entry: state", then.output("state_o"), xor(joined(key, 8), joined(state, 8)))
    # The way to the tables.
    addresses = module.step(then.state, rest, 9)
    for what, there, words in (("key", then, key), ("data", addresses, None)):
        whole = joined(words, 8) if words else xor(joined(key, 8), joined(state, 8))
        want = concat(*(extract(whole, 8 * n, 8) for n in reversed(_SHIFTED)))
        yield Case(f"entry: {what} at the tables", there.net(f"{what}_shifted"), want)

    for r, constant in enumerate(round_constants()):
        first = module.step(
            _held(module, at_rest, "key", key), {**rest, "round_i": const(r + 1, 4)}, 4
        )
        second = module.step(_held(module, first.state, "data", state), rest, 5)
        third = module.step(second.state, rest, 6)
        round_key = round_(key, constant)
        yield Case(f"round {r}: key", third.net("key_q"), joined(round_key, 8))
        fourth = module.step(third.state, rest, 7)
        want = joined(round_(state, round_key), 8)
        yield Case(f"round {r}: state", fourth.output("state_o"), want)


def _held(module: Transition, now: State, half: str, words: Sequence[Any]) -> State:
    """Return a state in which all tables of a half have answered to a state or key."""
    for place, number in enumerate(_SHIFTED):
        i, j = divmod(place, _ROW_BYTES)
        net = f"gen_row[{i}].u_{half}.gen_byte[{j}].u_table.forms_q"
        now = module.hold(now, net, _forms(substitute(words[number])))
    return now


_ENGINE: Mapping[str, tuple[str, Builder]] = {
    "gh_whirlpool_form_table": (
        "For a byte, the table returns all bits that the model's MixRows derives from the byte's "
        "value in the S-box.",
        _table,
    ),
    "gh_whirlpool_form_row": (
        "The sum of the tables' outputs is the model's mixed row, or zero where it is cleared.",
        _row,
    ),
    "gh_whirlpool_ring": (
        "The sum of the block and its key enters the ring. After the tables, each round of key and "
        "data is the model's.",
        _ring,
    ),
}
