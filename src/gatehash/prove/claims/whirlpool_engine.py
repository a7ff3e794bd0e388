# SPDX-License-Identifier: Apache-2.0
"""The engine of Whirlpool: a block in the ring, round by round, and what its tables have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gatehash.models.whirlpool import MIX_ROW, mix_row, round_, round_constants, substitute
from gatehash.prove.kernel.equivalence import Case, equivalence
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extract, xor
from gatehash.prove.kernel.transition import State, Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.users import designs_with

__all__ = ["whirlpool_engine_properties"]

_SOURCES = (
    "whirlpool/generated/gh_whirlpool_constants_pkg.sv",
    "whirlpool/gh_whirlpool_pkg.sv",
    "engine/gh_whirlpool_piped_pkg.sv",
    "prim/generic/gh_copies.sv",
    "engine/gh_whirlpool_form_table.sv",
    "engine/gh_whirlpool_form_row.sv",
    "engine/gh_whirlpool_ring.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_BYTES, _ROW_BYTES = 64, 8
# Byte 8i + j of a state whose columns are shifted is this one of the state.
_SHIFTED = tuple(8 * ((i - j) % 8) + j for i in range(8) for j in range(8))


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


def whirlpool_engine_properties() -> tuple[Property, ...]:
    """Return the properties of Whirlpool with blocks of many messages in flight."""
    claims = {
        "gh_whirlpool_form_table": (
            "For a byte, the table returns all bits that the model's MixRows derives from the "
            "byte's value in the S-box.",
            _table,
        ),
        "gh_whirlpool_form_row": (
            "The sum of the tables' outputs is the model's mixed row, or zero where it is cleared.",
            _row,
        ),
        "gh_whirlpool_ring": (
            "The sum of the block and its key enters the ring. After the tables, each round of "
            "key and data is the model's.",
            _ring,
        ),
    }
    return tuple(
        equivalence(
            "", module, claim, build, designs=designs_with("gh_whirlpool_ring"), sources=_SOURCES
        )
        for module, (claim, build) in claims.items()
    )
