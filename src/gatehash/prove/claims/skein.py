# SPDX-License-Identifier: Apache-2.0
"""Skein: Threefish, unrolled and in a ring, and what chains its blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from gatehash.catalog.skein_piped import RING_STAGES
from gatehash.models import threefish
from gatehash.models.skein import TYPE_MSG, TYPE_OUT, chain, initial_chaining, tweak_words
from gatehash.models.threefish import (
    ROUNDS,
    WORD_MASK,
    encrypt_round,
    encrypt_words,
    words_from_bytes,
)
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import free, frees, joined, pieces
from gatehash.prove.tools.designs import designs_of, designs_with
from gatehash.prove.tools.equivalence import Builder, equivalence

__all__ = ["skein_properties"]

_SOURCES = (
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "skein/gh_threefish_rounds.sv",
    "skein/gh_threefish_keys.sv",
    "skein/gh_threefish.sv",
    "skein/gh_skein_core.sv",
)
"""RTL files of Skein below ``rtl/``."""
_RING_SOURCES = (
    "skein/generated/gh_skein_constants_pkg.sv",
    "skein/gh_skein_pkg.sv",
    "engine/gh_skein_piped_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "prim/generic/gh_mux.sv",
    "engine/gh_threefish_ring.sv",
    "engine/gh_skein_forward.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_WORD = 64
# State words and rounds of a way around, as the catalogue has them.
_RING_SHAPES = ((8, 8), (8, 4), (4, 8), (4, 4))


def skein_properties() -> Iterator[Property]:
    """Yield the properties of Threefish and Skein, unrolled and with many messages in flight."""
    for size in (4, 8, 16):
        for per_cycle in (1, 4, 8):
            designs = designs_of("skein", StateBits=64 * size, RoundsPerCycle=per_cycle)
            label = f"{64 * size}-x{per_cycle}"
            parameters = {"StateWords": size, "RoundsPerCycle": per_cycle}
            claims: tuple[tuple[str, str, Builder], ...] = (
                (
                    "gh_threefish_rounds",
                    "Each group of rounds of a cycle, with its subkeys, is the model's.",
                    partial(_rounds, size, per_cycle),
                ),
                (
                    "gh_threefish",
                    "A block, started in any state, ends as the model's encryption.",
                    partial(_block, size, per_cycle),
                ),
                (
                    "gh_skein_core",
                    "A block after any chaining value, and the output block, are the model's UBI.",
                    partial(_chaining, size, per_cycle),
                ),
            )
            for module, claim, build in claims:
                yield equivalence(
                    label,
                    module,
                    claim,
                    build,
                    designs=designs,
                    sources=_SOURCES,
                    **parameters,
                )
        for per_step in (1, 2):
            unrolled = (8,) if per_step == 2 else (1, 4)
            yield equivalence(
                f"{64 * size}-s{per_step}",
                "gh_threefish_keys",
                "All subkeys of a block, loaded in any state, are the model's.",
                partial(_keys, size, per_step),
                designs=[
                    name
                    for count in unrolled
                    for name in designs_of("skein", StateBits=64 * size, RoundsPerCycle=count)
                ],
                sources=_SOURCES,
                StateWords=size,
                SubkeysPerStep=per_step,
            )
    for size, per_pass in _RING_SHAPES:
        yield equivalence(
            f"{64 * size}-x{per_pass}",
            "gh_threefish_ring",
            "A state that enters equals the model's after sixteen rounds, for the subkeys given in "
            "the cycles that add them.",
            partial(_ring, size, per_pass),
            designs=designs_with("gh_threefish_ring"),
            sources=_RING_SOURCES,
            StateWords=size,
            RoundsPerPass=per_pass,
        )
    for size in (4, 8):
        yield equivalence(
            str(64 * size),
            "gh_skein_forward",
            "The words of a block leave in order, with the last subkey added and fed forward, and "
            "their parity follows them.",
            partial(_forward, size),
            designs=designs_with("gh_skein_forward"),
            sources=_RING_SOURCES,
            StateWords=size,
            JobBits=4,
        )


def _added(words: Iterable[Any], more: Iterable[Any]) -> list[Any]:
    return [(x + y) & WORD_MASK for x, y in zip(words, more, strict=True)]


def _rounds(size: int, per_cycle: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_rounds``, for each group of rounds."""
    state, entry = frees("state", 64, size), frees("entry", 64, size)
    subkeys = [frees(f"subkey {s}", 64, size) for s in range(2 if per_cycle == 8 else 1)]
    inputs = {
        "state_i": joined(state, 64),
        "entry_i": joined(entry, 64),
        "subkey_i": concat(*(joined(words, 64) for words in reversed(subkeys))),
    }
    groups = 8 // per_cycle
    for group in range(groups):
        if groups > 1:
            inputs["phase_i"] = const(group, module.inputs["phase_i"])
        for injects in (0, 1) if per_cycle == 1 else (1,):
            if per_cycle == 1:
                inputs["inject_i"] = const(injects, 1)
            words = [x ^ y for x, y in zip(state, entry, strict=True)]
            entered: list[Any] = []
            for r in range(per_cycle):
                if injects and r % 4 == 0:
                    words = _added(words, subkeys[r // 4])
                entered = entered or words
                words = list(encrypt_round(words, group * per_cycle + r))
            cycle = module.step(module.free_state(), inputs)
            name = f"rounds from {group * per_cycle} on" + ", subkey" * injects
            yield Case(name, cycle.output("state_o"), joined(words, 64))
            yield Case(f"{name}: e", cycle.output("injected_o"), joined(entered, 64))


def _keys(size: int, per_step: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_keys``: all subkeys of a block, from any state.

    A key is loaded before the start or with it; a step is followed by the next at once or later.
    """
    key, tweak = frees("key", 64, size), frees("tweak", 64, 2)
    still = {"preset_i": _OFF, "load_i": _OFF, "start_i": _OFF, "advance_i": _OFF}
    start = {"start_i": _ON, "tweak_i": joined(tweak, 64)}
    for source in ("preset", "load"):
        load = {f"{source}_i": _ON, f"{'preset_' * (source == 'preset')}key_i": joined(key, 64)}
        if source == "load":
            load["preset_i"] = _OFF
        together = module.step(module.free_state(), {**still, **load, **start}).state
        yield from _subkeys(f"{source} with start", module, together, still, key, tweak, per_step)
        # The start does not change what was loaded.
        loaded = module.step(module.free_state(), {**still, **load}, 0).state
        apart = module.step(loaded, {**still, **start}, 1).state
        yield from _subkeys(f"{source}, start", module, apart, still, key, tweak, per_step)
    state = module.free_state()
    after = module.step(state, still).state
    yield from (Case(f"{name} holds", after[name], state[name]) for name in state)


def _subkeys(
    name: str,
    module: Transition,
    state: State,
    still: dict[str, Term],
    key: list[Any],
    tweak: list[Any],
    per_step: int,
) -> Iterator[Case]:
    last = ROUNDS[len(key)] // 4
    for s in range(0, last + 1, per_step):
        cycle = module.step(state, {**still, "advance_i": _ON})
        got = cycle.output("subkey_o")
        want = [threefish.subkey(key, tweak, n) for n in range(s, min(s + per_step, last + 1))]
        if s == 0:
            # The tweak words of subkey 0 are added to the plaintext.
            want[0] = tuple(key)
        shown = pieces(got, 64)[: len(key) * len(want)]
        yield Case(
            f"{name}: subkey {s}",
            joined(shown, 64),
            concat(*(joined(words, 64) for words in reversed(want))),
        )
        state = cycle.state


def _block(size: int, per_cycle: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish``: a block from any state in which one may start."""
    key, tweak, plaintext = (
        frees("key", 64, size),
        frees("tweak", 64, 2),
        frees("plaintext", 64, size),
    )
    names = ("rst_i", "key_preset_i", "key_load_i", "start_i", "start_preset_i", "hold_i")
    quiet = dict.fromkeys(names, _OFF)
    want = joined(encrypt_words(key, tweak, plaintext), 64)
    for form, load in (("", "key_load_i"), ("preset_", "key_preset_i")):
        inputs = {
            **quiet,
            load: _ON,
            f"{form}key_i": joined(key, 64),
            f"start_{form}i": _ON,
            f"{form}plaintext_i": joined(plaintext, 64),
            f"{form}tweak_i": joined(tweak, 64),
        }
        cycle = module.step(module.free_state(), inputs)
        steps = ROUNDS[size] // per_cycle
        for step in range(steps):
            cycle = module.step(cycle.state, quiet, step + 1)
            yield Case(f"{form}step {step}: busy", concat(*_flags(cycle)), const(0, 2))
        for held in (1, 0):
            cycle = module.step(cycle.state, {**quiet, "hold_i": const(held, 1)}, steps + 1)
            flags = concat(*_flags(cycle))
            yield Case(f"{form}done, held {held}", flags, const(0 if held else 3, 2))
        yield Case(f"{form}ciphertext", cycle.output("ciphertext_o"), want)


def _flags(cycle: Cycle) -> tuple[Term, Term]:
    return cycle.output("ready_o"), cycle.output("done_o")


def _chaining(size: int, per_cycle: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_skein_core``, with digests as long as the state.

    A message's first block after a reset, a block after any chaining value, and the output block;
    for all positions of 96 bits.
    """
    steps = ROUNDS[size] // per_cycle
    quiet = {"rst_i": _OFF, "valid_i": _OFF, "error_i": _OFF, "piece_ready_i": _ON}
    plaintext, position = frees("block", 64, size), free("position", 96)
    # The block before has left this in the cipher; its sum is the chaining value.
    ciphertext, former = frees("state", 64, size), frees("former", 64, size)
    reset = module.step(module.free_state(), {**quiet, "rst_i": _ON}).state

    def started(state: State, final: int) -> State:
        inputs = {
            "block_i": joined(plaintext, 64),
            "position_i": position.bits(96),
            "final_i": const(final, 1),
            "valid_i": _ON,
        }
        return module.step(state, {**quiet, **inputs}, 1).state

    def ended(state: State) -> Cycle:
        return module.step(_before_end(module, state, quiet, steps), quiet, steps + 2)

    initial = words_from_bytes(initial_chaining(8 * size, 64 * size))
    for final in (0, 1):
        tweak = tweak_words(position, TYPE_MSG, first=True, final=bool(final))
        cycle = ended(started(reset, final))
        want = chain(initial, tweak, plaintext)
        yield Case(f"first block, final {final}", cycle.net("result"), joined(want, 64))
    middle = _before_end(module, started(reset, 0), quiet, steps)
    middle = module.hold(middle, "plaintext_q", joined(former, 64))
    middle = module.hold(middle, "u_threefish.state_q", joined(ciphertext, 64))
    before = module.step(middle, quiet, 3)
    value = pieces(before.net("result"), 64)
    for final in (0, 1):
        tweak = tweak_words(position, TYPE_MSG, first=False, final=bool(final))
        cycle = ended(started(middle, final))
        want = chain(value, tweak, plaintext)
        yield Case(f"next block, final {final}", cycle.net("result"), joined(want, 64))
    final_state = module.hold(middle, "final_q", _ON)
    cycle = ended(module.step(final_state, quiet, 1).state)
    tweak = tweak_words(8, TYPE_OUT, first=True, final=True)
    want = chain(value, tweak, (0,) * size)
    yield Case("output block: valid", cycle.output("piece_valid_o"), _ON)
    yield Case("output block", cycle.output("piece_o"), joined(want, 64))


def _before_end(module: Transition, state: State, quiet: dict[str, Term], steps: int) -> State:
    """Return the state in the cycle in which a block ends."""
    for step in range(steps):
        state = module.step(state, quiet, step + 2).state
    return state


def _ring(size: int, per_pass: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_threefish_ring``: sixteen rounds on any block and subkeys."""
    subkeys, stages = per_pass // 4, RING_STAGES[per_pass]
    words: list[Any] = list(frees("x", _WORD, size))
    block, now = joined(words, _WORD), module.free_state()
    keys: dict[int, list[Any]] = {}
    ways = 16 // per_pass
    for cycle in range(2 + ways * stages):
        # Each cycle has subkeys of its own, so that each is taken in its cycle.
        fresh = [frees(f"k{cycle} {k}", _WORD, size) for k in range(subkeys)]
        for k, key in enumerate(fresh):
            keys[cycle * subkeys + k] = list(key)
        inputs = {
            "enter_next_i": _ON if cycle == 0 else _OFF,
            "block_i": block,
            "subkey_i": concat(*(joined(key, _WORD) for key in reversed(fresh))),
        }
        step = module.step(now, inputs, cycle)
        if cycle > 1 and (cycle - 1) % stages == 0:
            way = (cycle - 1) // stages
            for r in range(per_pass):
                if r % 4 == 0:
                    at = 2 + (way - 1) * stages + 6 * (r // 4)
                    key = keys[at * subkeys + r // 4]
                    words = [(x + y) & WORD_MASK for x, y in zip(words, key, strict=True)]
                words = list(encrypt_round(words, (way - 1) * per_pass + r))
            # What leaves is behind all rounds, whose last one is the eighth of its kind.
            if way * per_pass % 8 == 0:
                got = step.output("block_o")
                yield Case(f"{way * per_pass} rounds", got, joined(words, _WORD))
        now = step.state


def _forward(size: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_skein_forward``: the words of a result, and their parity."""
    whole = frees("x", _WORD, size)
    subkey, text = frees("subkey", _WORD, size + 1), frees("block", _WORD, size + 1)
    result = [((whole[i] + subkey[i]) & WORD_MASK) ^ text[i] for i in range(size)]
    parity: Any = 0x1BD11BDAA9FC1A22
    for word in result:
        parity = parity ^ word
    now: Any = module.free_state()
    for cycle in range(size + 6):

        def at(words: Any, number: int) -> Term:
            return joined([words[min(max(number, 0), size)]], _WORD)

        inputs = {
            "rst_i": _OFF,
            "leaves_next_i": _ON if cycle == 0 else _OFF,
            "ring_i": joined(whole, _WORD),
            # Asked for in the cycle of their number and the one behind it, here two cycles later.
            "subkey_i": at(subkey, cycle - 3),
            "block_i": at(text, cycle - 4),
        }
        step = module.step(now, inputs, cycle)
        number = cycle - 5
        if 0 <= number <= size:
            want = result[number] if number < size else parity
            yield Case(f"word {number}", step.output("result_o"), joined([want], _WORD))
        now = step.state
