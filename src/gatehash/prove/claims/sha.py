# SPDX-License-Identifier: Apache-2.0
"""Equivalences of SHA-2 and SHA-3 with their golden models."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.models.sha2 import INITIAL, WORDS_32, WORDS_64, compress_words
from gatehash.models.sha3 import LANES, ROUND_CONSTANTS, round_
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.terms import extract
from gatehash.prove.kernel.transition import State, Transition
from gatehash.prove.kernel.word import free, frees, joined

__all__ = ["SHA2_SOURCES", "SHA3_SOURCES", "keccak_round", "sha2_blocks", "sponge"]

SHA2_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_constants.sv",
    "sha2/gh_sha2_core.sv",
)
SHA3_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "prim/generic/gh_xor4.sv",
    "sha3/gh_keccak_round.sv",
    "sha3/gh_sha3_core.sv",
)

_ON, _OFF = const(1, 1), const(0, 1)
_BLOCK_WORDS = 16
_LANE = 2**64 - 1
# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def sha2_blocks(word_bits: int, digest_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_core``: two blocks after any chaining value.

    The first one comes three cycles after a reset or later. The second one follows at once, or
    comes when the core is at rest again.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    reset = module.step(module.free_state(), {"rst_i": _ON}).state
    rest = {"rst_i": _OFF, "valid_i": _OFF, "error_i": _OFF, "digest_ready_i": _OFF}
    first = module.step(reset, rest, 1)
    still = module.step(module.step(first.state, rest, 2).state, rest, 3)
    initial = INITIAL[word_bits][digest_bits]
    yield Case("initial value", first.output("digest_o"), joined(initial, word_bits))

    chaining = frees("H", word_bits, 8)
    blocks = [frees(f"block {n}", word_bits, _BLOCK_WORDS) for n in range(2)]
    for gap in (0, _LAST, _LAST + 3):
        # Any chaining value, as blocks before left it.
        state = module.hold(still.state, "digest_o", joined(chaining, word_bits))
        want = tuple(chaining)
        for number, block in enumerate(blocks):
            final = const(number == len(blocks) - 1, 1)
            take = {**rest, "valid_i": _ON, "final_i": final}
            if number == 0 or gap:
                # At rest.
                cycle = module.step(state, take, 2)
                yield Case(f"gap {gap}, block {number}: taken", cycle.output("ready_o"), _ON)
                state = cycle.state
            want = compress_words(want, block, parameters)
            for t in range(parameters.rounds):
                inputs = dict(rest)
                if t < _BLOCK_WORDS:
                    inputs["word_i"] = block[t].bits(word_bits)
                if t == parameters.rounds - 1 and number == 0 and not gap:
                    inputs = {**take, "final_i": _ON}
                cycle = module.step(state, inputs, 3 + t)
                state = cycle.state
            if number == 0 and not gap:
                yield Case(f"gap {gap}, block 1: taken", cycle.output("ready_o"), _ON)
            else:
                for t in range(gap or _LAST):
                    state = module.step(state, rest, 3 + parameters.rounds + t).state
        cycle = module.step(state, rest, 2)
        yield Case(f"gap {gap}: digest valid", cycle.output("digest_valid_o"), _ON)
        yield Case(f"gap {gap}: digest", cycle.output("digest_o"), joined(want, word_bits))


def keccak_round(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_keccak_round``, for any constant and any lanes of a block."""
    state, block = frees("state", 64, LANES), frees("block", 64, LANES)
    lanes, constant = free("lanes", LANES), free("constant", 64)
    for absorbs in (0, 1):
        joins = [word & (lanes >> i & 1) * _LANE * absorbs for i, word in enumerate(block)]
        words = [x ^ y for x, y in zip(state, joins, strict=True)]
        cycle = module.step(
            module.free_state(),
            {
                "state_i": joined(state, 64),
                "block_i": joined(block, 64),
                "lanes_i": lanes.bits(LANES),
                "absorb_i": const(absorbs, 1),
                "constant_i": constant.bits(64),
            },
        )
        want = joined(round_(words, constant), 64)
        yield Case(f"round, absorb {absorbs}", cycle.output("state_o"), want)


def sponge(rate_bytes: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha3_core`` with a round a cycle: blocks in, pieces out.

    The state that each round starts from is free, so that a permutation has its rounds one by one,
    and the sequence of blocks and pieces holds for messages and digests of any length.
    """
    lanes = rate_bytes // 8
    rest = {"rst_i": _OFF, "valid_i": _OFF, "error_i": _OFF, "piece_ready_i": _OFF}
    begin = module.step(module.free_state(), {**rest, "rst_i": _ON}).state
    zero = const(0, 64 * LANES)
    control = ("sponge_q", "step_q", "constant_q")
    first = module.step(begin, rest)
    yield Case("reset: state", first.net("state_q"), zero)

    def begun(name: str, state: State) -> Iterator[Case]:
        """Yield that control is as after a reset."""
        cycle = module.step(state, rest, 1)
        for net in control:
            yield Case(f"{name}: {net}", cycle.net(net), first.net(net))

    state, block = frees("state", 64, LANES), frees("block", 64, lanes)
    yield from begun("rest", first.state)
    held = module.step(module.hold(begin, "state_q", joined(state, 64)), rest)
    yield Case("rest: ready", held.output("ready_o"), _OFF)
    kept = module.step(held.state, rest).net("state_q")
    yield Case("rest: state", kept, joined(state, 64))

    piece, before = begin, first
    for kind in ("block", "last block", "next piece"):
        # Another piece is wanted: the permutation goes on without a block.
        final, absorbs = const(kind != "block", 1), kind != "next piece"
        now = begin if absorbs else piece
        for r, constant in enumerate(ROUND_CONSTANTS):
            now = module.hold(now, "state_q", joined(state, 64))
            words = list(state)
            inputs = dict(rest)
            if r == 0 and absorbs:
                inputs |= {"valid_i": _ON, "final_i": final, "block_i": joined(block, 64)}
                words[:lanes] = [x ^ y for x, y in zip(state, block, strict=False)]
            want = joined(round_(words, constant), 64)
            name = f"{kind}, round {r}"
            last = r == len(ROUND_CONSTANTS) - 1
            offers = last and kind != "block"
            if offers:
                waits = module.step(now, inputs, 2)
                yield Case(f"{name}: offered", waits.output("piece_valid_o"), _ON)
                same = module.step(waits.state, rest, 3)
                yield Case(f"{name}: waits", same.net("state_q"), joined(state, 64))
                yield from (
                    Case(f"{name}: {net} waits", same.net(net), waits.net(net)) for net in control
                )
                inputs |= {"piece_ready_i": _ON, "piece_last_i": _OFF}
                ended = module.step(now, {**inputs, "piece_last_i": _ON}, 2).state
                yield from begun(f"{name}, the last piece", ended)
                yield Case(f"{name}: erased", module.step(ended, rest).net("state_q"), zero)
            cycle = module.step(now, inputs, 2)
            taken = const(r == 0 and absorbs, 1)
            yield Case(f"{name}: taken", cycle.output("ready_o"), taken)
            yield Case(f"{name}: piece valid", cycle.output("piece_valid_o"), const(offers, 1))
            yield Case(f"{name}: piece", cycle.output("piece_o"), extract(want, 0, 64 * lanes))
            now = cycle.state
            yield Case(f"{name}: state", module.step(now, rest).net("state_q"), want)
        after = module.step(now, rest)
        if kind == "block":
            yield from begun(kind, now)
        elif kind == "last block":
            piece, before = now, after
        else:
            # So that any number of pieces may follow.
            for net in (*control, "final_q"):
                yield Case(f"{kind}: {net}", after.net(net), before.net(net))
