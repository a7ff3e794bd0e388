# SPDX-License-Identifier: Apache-2.0
"""SHA-3: a round of Keccak, and the sponge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial, reduce
from itertools import product
from operator import xor
from typing import Any

from gatehash.models.sha3 import LANES, ROUND_CONSTANTS, round_
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import equal, extract, not_
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import Word, free, frees, joined, known
from gatehash.prove.tools.designs import designs_of
from gatehash.prove.tools.equivalence import equivalence

__all__ = ["sha3_properties"]

_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "prim/generic/gh_xor4.sv",
    "sha3/gh_keccak_round.sv",
    "sha3/gh_sha3_checks.sv",
    "sha3/gh_sha3_core.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_LANE = 2**64 - 1
# Bytes of a block of SHA-3 and SHAKE.
_RATES = (72, 104, 136, 144, 168)


def sha3_properties() -> Iterator[Property]:
    """Yield the properties of SHA-3."""
    yield equivalence(
        "",
        "gh_keccak_round",
        "A round, with and without lanes of a block, is the model's for any constant.",
        _round,
        designs=designs_of("sha3"),
        sources=_SOURCES,
    )
    for rate in _RATES:
        yield equivalence(
            f"rate-{rate}",
            "gh_sha3_core",
            "Each round of each block and of each piece of a digest is the model's, in order. The "
            "state is zero after a digest.",
            partial(_sponge, rate),
            designs=designs_of("sha3"),
            sources=_SOURCES,
            RoundsPerCycle=1,
            RateBytes=rate,
        )
    yield equivalence(
        "checked",
        "gh_sha3_core",
        "While the registers of the core and those of its checks agree there is no alarm, and they "
        "agree in the next cycle, for any inputs. Where bits of one kind of register differ, the "
        "alarm rises in the same cycle: for the state exactly if parities of its slices differ.",
        _checked,
        designs=("sha3-x1-mac-fd",),
        sources=_SOURCES,
        RoundsPerCycle=1,
        RateBytes=136,
        Checked=1,
    )


def _round(module: Transition) -> Iterator[Case]:
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


def _sponge(rate_bytes: int, module: Transition) -> Iterator[Case]:
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
            # Any number of pieces may then follow.
            for net in (*control, "final_q"):
                yield Case(f"{kind}: {net}", after.net(net), before.net(net))


def _checked(module: Transition) -> Iterator[Case]:
    """Yield the equations of the checks of ``gh_sha3_core``, for each state of its control.

    The state, its parities, the inputs and the flips of bits are free. Any state is made of its
    parities and all lanes but one.
    """
    checks = "gen_checked.u_checks."
    rest, final, parities = {"rst_i": _OFF}, free("final", 1), free("parities", 64)
    lanes = frees("state", 64, LANES - 1)

    def state(parities: Any) -> Word:
        """Return a state with these parities, any of them."""
        return Word(joined([reduce(xor, lanes, parities), *lanes], 64))

    def alarm(cycle: Cycle) -> Term:
        return extract(cycle.output("piece_error_o"), 1, 1)

    def registers(permutes: int, step: int) -> dict[str, Word]:
        """Return registers that agree."""
        return {
            "state_q": state(parities),
            f"{checks}parity_q": parities,
            "sponge_q": known(permutes),
            f"{checks}absorbs_q": known(1 - permutes),
            "step_q": known(step),
            f"{checks}step_n_q": known(31 - step),
            "final_q": final,
            f"{checks}final_n_q": ~final,
            "constant_q": known(ROUND_CONSTANTS[step]),
            f"{checks}alarm_q": known(0),
        }

    widths = dict.fromkeys(("sponge_q", "final_q"), 1) | {"step_q": 5, "constant_q": 64}
    widths |= {f"{checks}{name}": 1 for name in ("absorbs_q", "final_n_q", "alarm_q")}
    widths |= {"state_q": 64 * LANES, f"{checks}parity_q": 64, f"{checks}step_n_q": 5}

    handshakes = ("valid_i", "error_i", "piece_ready_i", "piece_last_i")

    def cycle_of(held: Mapping[str, Word], inputs: Mapping[str, Term] = rest) -> Cycle:
        before = module.free_state()
        for name, word in held.items():
            before = module.hold(before, name, word.bits(widths[name]))
        return module.step(before, {**rest, **inputs})

    after_reset = module.step(module.step(module.free_state(), {"rst_i": _ON}).state, rest, 1)
    yield Case("reset: no alarm", alarm(after_reset), _OFF)
    for permutes in (0, 1):
        for step in range(len(ROUND_CONSTANTS)):
            name = f"{'permutes' if permutes else 'absorbs'}, step {step}"
            agreeing = registers(permutes, step)
            cycle = cycle_of(agreeing)
            yield Case(f"{name}: no alarm", alarm(cycle), _OFF)
            # Each next state by itself is a round or nothing, so that both sides are one term.
            for ends, bits in product((0, 1), product((0, 1), repeat=len(handshakes))):
                inputs = {each: const(bit, 1) for each, bit in zip(handshakes, bits, strict=True)}
                held = agreeing | {"final_q": known(ends), f"{checks}final_n_q": known(1 - ends)}
                after = module.step(cycle_of(held, inputs).state, rest, 1)
                yield Case(f"{name}, {ends} {bits}: agrees", alarm(after), _OFF)
            for register, width in widths.items():
                # Registers of a message's end count from its first block on.
                if "final" in register and not permutes:
                    continue
                flip = free("flip", min(width, 64))
                hit = agreeing | {register: agreeing[register] ^ flip}
                if register == "state_q":
                    hit[register] = state(parities ^ flip)
                differs = not_(equal(flip.bits(min(width, 64)), const(0, min(width, 64))))
                found = alarm(cycle_of(hit))
                yield Case(f"{name}: {register} differs", found, differs)
