# SPDX-License-Identifier: Apache-2.0
"""Masked SHA-3: the sum of both shares is the model's state, for all shares and random bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gatehash.models.padding import RULES
from gatehash.models.sha3 import DIGEST_BITS, LANES, ROUND_CONSTANTS, chi, pi, rho, theta
from gatehash.paths import rtl_root
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extract, xor
from gatehash.prove.kernel.transition import Cycle, State, Transition
from gatehash.prove.kernel.word import free, frees, joined, pieces, term_of
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.harness import rtl_files
from gatehash.prove.tools.independence import CONTROL, Independence, independence

__all__ = ["sha3_dom_properties"]

_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "prim/generic/gh_xor4.sv",
    "guarded/gh_dom_chi.sv",
    "guarded/gh_keccak_linear.sv",
    "guarded/gh_keccak_dom.sv",
    "guarded/gh_sha3_dom_core.sv",
)
_KMAC = {"Function": 4, "Nested": 0, "DigestBits": 256}
"""Parameters of the stream top for KMAC128; of HMAC its design has the property."""
_ON, _OFF = const(1, 1), const(0, 1)
_WIDTH, _PLANES = 64, 5
_BITS = _WIDTH * LANES
_KECCAK = "u_keccak."
_CONTROL = ("final_q", "more_q", *(f"{_KECCAK}{name}_q" for name in ("seeded", "busy", "step")))
_REGISTERS = tuple(
    f"{_KECCAK}gen_plane[{plane}].u_chi.{name}_q"
    for plane in range(_PLANES)
    for name in ("inner0", "cross0", "inner1", "cross1")
)


def sha3_dom_properties() -> Iterator[Property]:
    """Yield the properties of masked SHA-3."""
    yield equivalence(
        "",
        "gh_dom_chi",
        "For all shares and random bits the sum of both shares of a row is chi of the sum of its "
        "inputs. Its registers are zero after they are erased.",
        _rows,
        designs=designs_with("gh_dom_chi"),
        sources=_SOURCES,
        Width=_WIDTH,
    )
    for rate in sorted({RULES[name].block_bytes for name in DIGEST_BITS}):
        yield equivalence(
            f"rate-{rate}",
            "gh_sha3_dom_core",
            "With the equation of gh_dom_chi: for all shares and random bits the sum of both "
            "shares goes through each round of each block and of each piece of a digest as the "
            "model's state, in order. An erased state becomes the same random bits in both shares "
            "before a block is taken. Without random bits all registers wait. All registers of the "
            "state are zero after a digest, and after an error.",
            partial(_sponge, rate),
            designs=designs_with("gh_sha3_dom_core"),
            sources=_SOURCES,
            RateBytes=rate,
        )
    yield _timing(
        "gh_sha3_dom_core",
        "The cycles in which a block, random bits or a piece are offered or taken do not depend on "
        "blocks or random bits.",
        ("ready_o", "rnd_ready_o", "piece_valid_o", "piece_error_o"),
        ("block0_i", "block1_i", "rnd_i"),
        RateBytes=136,
    )
    yield _timing(
        "gh_sha3_mac_dom",
        "tready, tvalid, tlast, tkeep and tuser, and therefore all cycle counts, do not depend on "
        "the data of messages or on random bits. They depend on configurations, as a malformed "
        "one is refused.",
        CONTROL,
        ("s_axis_tdata", "s_axis_rnd_tdata"),
        "kmac128",
        **_KMAC,
    )


def _timing(
    module: str,
    claim: str,
    control: tuple[str, ...],
    data: tuple[str, ...],
    label: str = "",
    **parameters: int,
) -> Property:
    """Return the property that a module's control does not depend on data."""
    files = rtl_files(rtl_root(), module)
    proof = Independence(module, parameters, files, control, data)
    name = ".".join(filter(None, ("timing", module.removeprefix("gh_").replace("_", "-"), label)))
    return independence(name, claim, proof, designs_with(module))


def _sum(cycle: Cycle, name: str) -> Term:
    """Return the sum of both shares of a word within a cycle."""
    return xor(cycle.net(f"{_KECCAK}{name}0"), cycle.net(f"{_KECCAK}{name}1"))


def _shared(module: Transition, state: State) -> State:
    """Return a state of which each register of a share may hold anything."""
    for name in _REGISTERS:
        words = frees(f"{name.removeprefix(_KECCAK)}", _WIDTH, _PLANES)
        state = module.hold(state, name, joined(words, _WIDTH))
    return state


def _registers(d0: Sequence[Any], d1: Sequence[Any], rnd: Sequence[Any]) -> Mapping[str, list[Any]]:
    """Return what the registers of ``gh_dom_chi`` take from words of both shares."""
    others = [((i + 1) % _PLANES, (i + 2) % _PLANES) for i in range(_PLANES)]
    return {
        "inner0": [d0[i] ^ d0[c] ^ d0[b] & d0[c] for i, (b, c) in enumerate(others)],
        "inner1": [d1[i] ^ d1[c] ^ d1[b] & d1[c] for i, (b, c) in enumerate(others)],
        "cross0": [d0[b] & d1[c] ^ rnd[i] for i, (b, c) in enumerate(others)],
        "cross1": [d1[b] & d0[c] ^ rnd[i] for i, (b, c) in enumerate(others)],
    }


def _rows(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_dom_chi``, for any shares and random bits."""
    words = {name: frees(name, _WIDTH, _PLANES) for name in ("d0", "d1", "rnd")}
    inputs = {f"{name}_i": joined(each, _WIDTH) for name, each in words.items()}
    begin = module.free_state()
    on = {**inputs, "enable_i": _ON, "clear_i": _OFF}
    after = module.step(module.step(begin, on).state, on, 1)
    held = _registers(*words.values())
    for name, each in held.items():
        yield Case(name, after.net(f"{name}_q"), joined(each, _WIDTH))
    shares = [
        joined([a ^ b for a, b in zip(held[f"inner{k}"], held[f"cross{k}"], strict=True)], _WIDTH)
        for k in (0, 1)
    ]
    for share, want in enumerate(shares):
        yield Case(f"share {share}", after.output(f"q{share}_o"), want)
    state = [a ^ b for a, b in zip(words["d0"], words["d1"], strict=True)]
    for i in range(_PLANES):
        got = extract(xor(*shares), _WIDTH * i, _WIDTH)
        yield Case(f"sum of word {i}", got, term_of(chi(state * _PLANES)[i], _WIDTH))
    for name in held:
        stopped = module.step(begin, {**on, "enable_i": _OFF}).state
        one, other = module.step(stopped, on, 1), module.step(begin, on, 1)
        yield Case(f"{name} stays", one.net(f"{name}_q"), other.net(f"{name}_q"))
        cleared = module.step(module.step(begin, {**on, "clear_i": _ON}).state, on, 1)
        zero = const(0, _WIDTH * _PLANES)
        yield Case(f"{name} is erased", cleared.net(f"{name}_q"), zero)


def _sponge(rate_bytes: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha3_dom_core``: blocks in, pieces out.

    The shares that each round starts from are free, so that a permutation has its rounds one by
    one, and the sequence of blocks and pieces holds for messages and digests of any length.
    """
    lanes = rate_bytes // 8
    quiet_inputs = ("rst_i", "valid_i", "error_i", "piece_ready_i", "rnd_valid_i")
    dry: Mapping[str, Term] = dict.fromkeys(quiet_inputs, _OFF)
    rest = {**dry, "rnd_valid_i": _ON}
    zero = const(0, _BITS)

    def same(name: str, state: State, as_in: State, registers: bool = False) -> Iterator[Case]:
        """Yield that control is that of another state, and the registers of shares where asked."""
        one, other = module.step(state, dry, 8), module.step(as_in, dry, 9)
        for net in (*_CONTROL, *(_REGISTERS if registers else ())):
            yield Case(f"{name}: {net}", one.net(net), other.net(net))

    def erased(name: str, state: State) -> Iterator[Case]:
        """Yield that all is as after a reset, and no register of a share holds anything."""
        yield from same(name, state, reset)
        cycle = module.step(state, dry, 8)
        for net in _REGISTERS:
            yield Case(f"{name}: {net} is zero", cycle.net(net), const(0, _WIDTH * _PLANES))
        yield Case(f"{name}: constant", cycle.net(f"{_KECCAK}constant_q"), const(0, _WIDTH))

    reset = module.step(module.free_state(), {**dry, "rst_i": _ON}).state
    yield from erased("reset", reset)
    begun = module.step(reset, dry, 8)
    for net in _CONTROL:
        yield Case(f"reset: {net} is zero", begun.net(net), const(0, begun.net(net).width))

    # A sharing of zero, whether or not a block is there.
    offered = {**rest, "valid_i": free("valid", 1).bits(1)}
    seeding = module.step(reset, offered, 1)
    yield Case("seed: not taken", seeding.output("ready_o"), _OFF)
    yield Case("seed: random bits taken", seeding.output("rnd_ready_o"), _ON)
    yield Case("seed: no piece", seeding.output("piece_valid_o"), _OFF)
    opened = seeding.state
    seeded = module.step(opened, dry, 2)
    random = module.step(reset, offered, 1).net("rnd_i")
    yield Case("seed: share 0", seeded.net(f"{_KECCAK}state0"), random)
    yield Case("seed: share 1", seeded.net(f"{_KECCAK}state1"), random)
    waits = module.step(reset, {**dry, "valid_i": _ON}, 1)
    yield Case("seed without random bits: not taken", waits.output("ready_o"), _OFF)
    yield from same("seed without random bits", waits.state, reset, registers=True)

    quiet = module.step(_shared(module, opened), rest, 1)
    yield Case("open: not taken", quiet.output("ready_o"), _OFF)
    yield Case("open: no random bits taken", quiet.output("rnd_ready_o"), _OFF)
    yield from same("open", quiet.state, _shared(module, opened), registers=True)

    # Errors, before and after the sharing of zero.
    for name, now in (("reset", reset), ("open", _shared(module, opened))):
        refused = {**dry, "valid_i": _ON, "error_i": _ON}
        held = module.step(now, refused, 1)
        yield Case(f"{name}, refused: error", held.output("piece_error_o"), _ON)
        yield Case(f"{name}, refused: offered", held.output("piece_valid_o"), _ON)
        yield Case(f"{name}, refused: not taken", held.output("ready_o"), _OFF)
        taken = module.step(now, {**refused, "piece_ready_i": _ON}, 1)
        yield Case(f"{name}, refused: taken", taken.output("ready_o"), _ON)
        yield from erased(f"{name}, refused", taken.state)

    block = [joined(frees(f"block{share}", _WIDTH, lanes), _WIDTH) for share in (0, 1)]
    joins = concat(const(0, _BITS - _WIDTH * lanes), xor(*block))
    now, offering = opened, opened
    for kind in ("block", "last block", "next piece"):
        absorbs = kind != "next piece"
        if absorbs:
            now = opened
        for r, constant in enumerate(ROUND_CONSTANTS):
            name = f"{kind}, round {r}"
            inputs, dries = dict(rest), dict(dry)
            takes = r == 0 and absorbs
            if takes:
                final = const(kind == "last block", 1)
                given = {"valid_i": _ON, "final_i": final}
                given |= {f"block{share}_i": block[share] for share in (0, 1)}
                inputs |= given
                dries |= given
            now = _shared(module, now)
            cycle = module.step(now, inputs, 1)
            yield Case(f"{name}: taken", cycle.output("ready_o"), const(takes, 1))
            yield Case(f"{name}: random bits", cycle.output("rnd_ready_o"), _ON)
            yield Case(f"{name}: no piece", cycle.output("piece_valid_o"), _OFF)
            # The linear layer of the sum, and from there the nonlinear one.
            state = xor(_sum(cycle, "state"), joins if takes else zero)
            want = joined(pi(rho(theta(pieces(state, _WIDTH)))), _WIDTH)
            moved = _sum(cycle, "moved")
            yield Case(f"{name}: linear layer", moved, want)
            # The nonlinear one, whose registers have a sum that the gadget's equation is about.
            after = module.step(cycle.state, dry, 2)
            shares = [pieces(cycle.net(f"{_KECCAK}moved{share}"), _WIDTH) for share in (0, 1)]
            fresh = pieces(cycle.net("rnd_i"), _WIDTH)
            for plane in range(_PLANES):
                rows = slice(_PLANES * plane, _PLANES * (plane + 1))
                gadget = _registers(shares[0][rows], shares[1][rows], fresh[rows])
                for each, words in gadget.items():
                    net = f"{_KECCAK}gen_plane[{plane}].u_chi.{each}_q"
                    yield Case(f"{name}: {net}", after.net(net), joined(words, _WIDTH))
            want = xor(
                xor(after.net(f"{_KECCAK}chi0"), after.net(f"{_KECCAK}chi1")),
                const(constant, _BITS),
            )
            yield Case(f"{name}: state", _sum(after, "state"), want)
            waits = module.step(now, dries, 1)
            yield Case(f"{name}, waiting: not taken", waits.output("ready_o"), _OFF)
            yield Case(f"{name}, waiting: no piece", waits.output("piece_valid_o"), _OFF)
            yield from same(f"{name}, waiting", waits.state, now, registers=True)
            now = cycle.state
        if kind == "block":
            yield from same(kind, now, opened)
            continue
        if kind == "next piece":
            # Any number of pieces may then follow.
            yield from same(kind, now, offering)
            continue
        offering = now
        now = _shared(module, now)
        cycle = module.step(now, {**rest, "valid_i": _ON}, 1)
        yield Case("piece: offered", cycle.output("piece_valid_o"), _ON)
        yield Case("piece: no error", cycle.output("piece_error_o"), _OFF)
        yield Case("piece: no block taken", cycle.output("ready_o"), _OFF)
        yield Case("piece: no random bits taken", cycle.output("rnd_ready_o"), _OFF)
        for share in (0, 1):
            want = extract(cycle.net(f"{_KECCAK}state{share}"), 0, _WIDTH * lanes)
            yield Case(f"piece: share {share}", cycle.output(f"piece{share}_o"), want)
        yield from same("piece waits", cycle.state, now, registers=True)
        ready = {**rest, "piece_ready_i": _ON}
        yield from erased("last piece", module.step(now, {**ready, "piece_last_i": _ON}, 1).state)
        asked = module.step(now, {**ready, "piece_last_i": _OFF}, 1).state
        one, other = (module.step(each, dry, 8) for each in (asked, now))
        for net in _REGISTERS:
            yield Case(f"another piece: {net}", one.net(net), other.net(net))
        now = asked
