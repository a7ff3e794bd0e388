# SPDX-License-Identifier: Apache-2.0
"""SHA-3: a round of Keccak, the sponge, and the ring of two states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import product
from operator import xor
from typing import Any

from gatehash.models.sha3 import LANES, ROUND_CONSTANTS, pi, rho, round_
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const, var
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
_PIPED = (
    "sha3/generated/gh_keccak_pkg.sv",
    *(f"prim/generic/{name}.sv" for name in ("gh_chi", "gh_copies", "gh_mux", "gh_xor4")),
    "engine/gh_keccak_ring.sv",
    "engine/gh_sha3_piped_core.sv",
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
            f"rate-{rate}",
            "gh_keccak_ring",
            "A pass is the model's round of any state, with and without a block, whatever the "
            "other state is and its inputs are. The state after 24 passes that wait is that of "
            "before.",
            partial(_ring, rate // 8),
            designs=designs_of("sha3-piped"),
            sources=_PIPED,
            BlockLanes=rate // 8,
        )
        yield equivalence(
            f"rate-{rate}",
            "gh_sha3_piped_core",
            "A frame is 24 passes of the same state, with the constants in order, or 24 that wait, "
            "whatever the other place does. A block joins in the first one alone. The state is "
            "cleared behind the last piece of a digest, and not before it.",
            _frame,
            designs=designs_of("sha3-piped"),
            sources=_PIPED,
            RateBytes=rate,
            DigestBits=16 * rate,
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


# A pass that waits rotates the lane _TURNED by _TURN bits.
_TURN, _TURNED = 24, 24


def _ring(lanes: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_keccak_ring``: a pass of one state, and writing of lanes."""
    state, block = frees("state", 64, LANES), frees("block", 64, lanes)
    constant = free("constant", 64)
    held = module.hold(module.free_state(), "state_q", joined(state, 64))
    held = module.hold(held, "block_q", joined(block, 64))
    own = {"write_i": const(0, lanes)}

    def other(*names: str) -> dict[str, Term]:
        """Return inputs of the other state."""
        return {name: var(f"other {name}", 64 if name == "constant_i" else 1) for name in names}

    def after(absorbs: int, waits: int, clears: int) -> tuple[Term, Term]:
        """Return what leaves behind a pass, and what goes around."""
        steered = {"absorb_i": const(absorbs, 1), "still_i": const(waits, 1)}
        first = module.step(held, {**own, **steered, **other("constant_i", "clear_i")})
        last = {"constant_i": (known(0) if waits else constant).bits(64)}
        last |= {"clear_i": const(clears, 1)}
        second = module.step(first.state, {**own, **last, **other("absorb_i", "still_i")}, 1)
        return second.output("state_o"), module.step(second.state, {}, 2).net("state_q")

    for absorbs, clears in product((0, 1), (0, 1)):
        words = list(state)
        if absorbs:
            words[:lanes] = [x ^ y for x, y in zip(state, block, strict=False)]
        want = joined(round_(words, constant), 64)
        leaves, goes_on = after(absorbs, 0, clears)
        name = f"absorbs {absorbs}, clears {clears}"
        yield Case(f"{name}: leaves", leaves, want)
        yield Case(f"{name}: goes on", goes_on, const(0, 64 * LANES) if clears else want)

    yield Case("waits", after(0, 1, 0)[1], joined(_waiting(state), 64))
    waiting: list[Any] = [*state]
    for _ in ROUND_CONSTANTS:
        waiting = _waiting(waiting)
    yield Case(f"{len(ROUND_CONSTANTS)} passes that wait", joined(waiting, 64), joined(state, 64))

    word = free("word", 64)
    for i in range(lanes):
        write = {"word_i": word.bits(64), "write_i": const(1 << i, lanes)}
        written = module.step(module.step(held, write).state, {}, 1).net("block_q")
        kept = [word if j == i else each for j, each in enumerate(block)]
        yield Case(f"lane {i} is written", written, joined(kept, 64))


def _waiting(state: Sequence[Any]) -> list[Any]:
    """Return the state after a pass that waits."""
    lane = state[_TURNED]
    turned = [*state]
    turned[_TURNED] = (lane << _TURN | lane >> 64 - _TURN) & _LANE
    return [*pi(rho(turned))]


def _frame(module: Transition) -> Iterator[Case]:
    """Yield the equations of a frame of ``gh_sha3_piped_core`` in each place, cycle by cycle.

    The registers that steer the place are known in each cycle, as the cycle before has them. All of
    the other place is free, and so are all inputs. A digest has two pieces.
    """
    passes = len(ROUND_CONSTANTS)
    length = 2 * passes
    for place, (joins, permutes, ends, left) in product(
        (0, 1), ((0, 0, 0, 0), (1, 1, 0, 1), (1, 1, 1, 1), (0, 1, 1, 0))
    ):
        name = f"place {place}, joins {joins}, ends {ends}, left {left}"
        begins = place * (passes + 1)
        own, answers = known(permutes << 2 | ends << 1), ends and not left

        def beside(value: Word, width: int, kind: str, place: int = place) -> Word:
            """Return what stands in both places: a value in this one, any in the other."""
            other = free(kind, width)
            return Word(joined((other, value) if place else (value, other), width))

        def at(cycle: int, begins: int = begins) -> Word:
            return known((begins + cycle) % length)

        def part(term: Term, width: int, place: int = place) -> Term:
            """Return what stands in this place."""
            return extract(term, place * width, width)

        for cycle in range(-1, length):
            held = module.free_state()
            steering = [
                ("count_q", at(cycle), 6),
                ("rst_q", known(0), 1),
                ("rest_q", known(0), 1),
                ("used_q", beside(known(1), 1, "used"), 2),
            ]
            if cycle < 0:
                # A frame of another piece comes behind one that another piece is left of.
                before = beside(known(left | 1), 1, "left")
                steering += [
                    ("next_q", own, 3),
                    ("joins_q", known(joins), 1),
                    ("left_q", before, 2),
                ]
            else:
                steering.append(("frame_q", beside(own, 3, "frame"), 6))
                steering.append(("left_q", beside(known(left), 1, "left"), 2))
            if cycle % 2 == 0:
                steering.append(("still_q", known(1 - permutes), 1))
                steering.append(("pass_q", known(cycle // 2), 5))
            for net, value, width in steering:
                held = module.hold(held, net, value.bits(width))
            after = module.step(module.step(held, {"rst_i": _OFF}).state, {}, 1)

            def case(what: str, got: Term, want: int, at: str = f"{name}, cycle {cycle}") -> Case:
                return Case(f"{at}: {what}", got, const(want, got.width))

            yield Case(
                f"{name}, cycle {cycle}: goes on", after.net("count_q"), at(cycle + 1).bits(6)
            )
            if cycle < length - 1:
                yield case("frame", part(after.net("frame_q"), 3), permutes << 2 | ends << 1)
                if ends:
                    yield case("left", part(after.net("left_q"), 1), left)
            if cycle == length - 1:
                continue
            if cycle % 2:
                yield case("joins", after.net("absorb_q"), joins if cycle < 0 else 0)
                yield case("waits", after.net("still_q"), 1 - permutes)
                yield case("pass", after.net("pass_q"), (cycle + 1) // 2)
            else:
                constant = ROUND_CONSTANTS[cycle // 2] if permutes else 0
                yield case("constant", after.net("constant_q"), constant)
                yield case("clears", after.net("clear_q"), answers and cycle == length - 2)
                yield case("ends", after.net("ends_q"), answers and cycle == length - 2)
