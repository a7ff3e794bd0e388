# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist of gh_sha3_mac_dom: it computes HMAC, and no probe of it leaks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.attack.masked_run import TOP, circuit, disturbed, executed, prefix_state
from tests.attack.planted import changed, mapped_text

from gatehash.attack import GADGETS, probe
from gatehash.attack.circuit import ONE, Circuit, Gate, Register
from gatehash.attack.gadgets import mapped_gadget
from gatehash.attack.shared import FoundShares, SharedProbes, taking
from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root

pytestmark = pytest.mark.large
assert TOP.state is not None
STATE = TOP.state


def probes(of: Circuit) -> SharedProbes:
    assert TOP.streams is not None
    row = GADGETS[STATE.gadget]
    return SharedProbes(of, STATE, TOP.streams, mapped_gadget(row), row.sharing)


def probed(of: Circuit) -> FoundShares:
    return probes(of).decide()


@cache
def secret() -> set[int]:
    return probes(circuit()).secret


def test_it_computes_hmac_and_control_is_public() -> None:
    """In 64 lanes, with other keys, messages, shares and random bits in each of them.

    No register or memory but those that a share leads to differs between lanes, and each of these
    does, so that none is called secret in vain.
    """
    names = circuit().names
    beginnings = ("u_core.u_keccak.", "u_packet.share_q", "gen_share[")
    held = {names[net] for net in secret()}
    assert all(name.startswith(beginnings) for name in held)
    assert not any("state_q" in name or "malformed" in name for name in held)
    assert executed(circuit(), seed=1) == secret()


def test_control_is_public_where_the_top_is_disturbed() -> None:
    assert disturbed(circuit(), seed=2) == secret()


def test_heads_are_taken() -> None:
    """By the registers of gh_shared_packet, in the beat in which a head enters: no other beat leads
    to what steers the top, which the check itself decides.
    """
    of = circuit()
    shares = secret() | {*of.ports["s_axis_cfg_tdata"], *of.ports["s_axis_tdata"]}
    public = {each.output for each in of.registers} - secret()
    heads = {net for net in public if not of.names[net].startswith("gen_share")}
    at_head = taking(of, shares, heads, {named("u_packet.first"): 1})
    assert {name.partition("[")[0] for name in at_head} == {"u_packet.head_q", "u_packet.odd_q"}


def test_a_register_that_takes_a_share_behind_the_head_is_found() -> None:
    of = Planted()
    at = named("u_packet.head_q[1]")
    before = next(each for each in circuit().registers if each.output == at)
    later = of.gate("later", (before.enable, named("u_packet.full_q")), OR)
    of.change("u_packet.head_q[1]", enable=later)
    found = probes(of.circuit).check()
    assert "u_packet.head_q[1]" in {leak.wire for leak in found.leaks}


def test_no_probe_leaks() -> None:
    found = probed(circuit())
    assert (found.leaks, found.skipped) == ((), 0)
    # Both shares meet in front of the registers of the permutation alone; docs/protection.md has
    # these numbers.
    assert (found.public, found.one_share, found.both_shares) == (775, 23_649, 2 * 1600)
    record = probe(TOP, "probes")
    assert (record.leaks, record.skipped, record.exact) == ((), 0, 0)
    assert record.wires == 775 + 23_649 + 2 * 1600


def named(name: str) -> int:
    return next(net for net, each in circuit().names.items() if each == name)


@pytest.mark.parametrize(
    "nets",
    [
        tuple(f"gen_share[{share}].u_shell.u_answer.u_mux.data_i[7]" for share in (0, 1)),
        ("u_packet.share_q[5]", "u_packet.share_q[69]"),
        tuple(f"u_core.u_keccak.block{share}_i[9]" for share in (0, 1)),
        (
            "gen_share[0].u_shell.u_answer.u_mux.data_i[7]",
            "u_core.u_keccak.gen_plane[0].u_chi.inner1_q[7]",
        ),
    ],
)
def test_two_shares_in_a_wire_leak(nets: tuple[str, str]) -> None:
    of = circuit()
    joined = Gate("planted", of.nets, tuple(map(named, nets)), 0b0110)
    other = replace(
        of,
        gates=[*of.gates, joined],
        nets=of.nets + 1,
        names={**of.names, of.nets: "planted"},
    )
    found = probed(other)
    assert "planted" in {wire for wire, _ in found.leaks}


def test_a_register_that_takes_the_other_share_leaks() -> None:
    of = circuit()
    one, two = (named(f"u_packet.share_q[{bit}]") for bit in (5, 69))
    other = next(each.data for each in of.registers if each.output == two)
    registers = [replace(each, data=other) if each.output == one else each for each in of.registers]
    assert probed(replace(of, registers=registers)).leaks


def test_a_head_that_sees_both_shares_leaks() -> None:
    """Its registers take beats of heads alone, but the logic in front of them sees all beats."""
    both = {"odd_q[1] <= |share[1];": "odd_q[1] <= |share[1] || share[0][63];"}
    files = [path for path in find("sha3-x1-mac-dom").hardware.files() if path.parent.name != "rtl"]
    texts = [
        changed(
            path.relative_to(rtl_root()).as_posix(),
            both if path.stem == "gh_shared_packet" else {},
        )
        for path in files
    ]
    other = mapped_text("\n".join(texts), top="gh_sha3_mac_dom")
    found = probed(other)
    # Beats of the packet: the last bit of share 0, and the first one of share 1.
    bits = {f"u_packet.share[{bit}]" for bit in (63, 64)}
    assert any(bits <= {*seen} for _, seen in found.leaks)


class Planted:
    """A copy of the top that gates and registers are added to."""

    def __init__(self) -> None:
        of = circuit()
        self.circuit = replace(of, gates=[*of.gates], registers=[*of.registers], names={**of.names})

    def _net(self, name: str) -> int:
        self.circuit.names[self.circuit.nets] = name
        self.circuit.nets += 1
        return self.circuit.nets - 1

    def gate(self, name: str, inputs: Sequence[int], table: int) -> int:
        output = self._net(name)
        self.circuit.gates.append(Gate(name, output, tuple(inputs), table))
        return output

    def register(self, name: str, data: int, enable: int = ONE) -> int:
        output = self._net(name)
        self.circuit.registers.append(Register(name, output, data, enable))
        return output

    def change(self, beginning: str, **fields: Any) -> None:
        """Change fields of the registers whose names begin so."""
        self.circuit.registers = [
            replace(each, **fields)
            if self.circuit.names.get(each.output, "").startswith(beginning)
            else each
            for each in self.circuit.registers
        ]


AND, OR, XOR = 0b1000, 0b1110, 0b0110
DIGEST = [f"gen_share[{share}].u_shell.u_answer.u_mux.data_i[7]" for share in (0, 1)]


def all_ones(of: Planted, name: str, share: int) -> int:
    """Return whether all bits of a share of the packet's beat are set, as no run will have them."""
    nets = [named(f"u_packet.share_q[{bit}]") for bit in range(64 * share, 64 * share + 64)]
    found = nets[0]
    for place, net in enumerate(nets[1:]):
        found = of.gate(f"{name} {place}", (found, net), AND)
    return found


def test_flags_that_no_run_sets_leak() -> None:
    of = Planted()
    flags = [of.register(f"flag{share}", all_ones(of, f"all {share}", share)) for share in (0, 1)]
    of.gate("planted", flags, XOR)
    assert "planted" in {wire for wire, _ in probed(of.circuit).leaks}


def test_a_register_that_no_run_loads_leaks() -> None:
    """It takes a share of the digest if a head is refused."""
    of = Planted()
    one, other = map(named, DIGEST)
    kept = of.register("kept", one, named("u_packet.odd_q[0]"))
    of.gate("planted", (kept, other), XOR)
    assert "planted" in {wire for wire, _ in probed(of.circuit).leaks}


def test_a_state_that_a_digest_erases_leaks() -> None:
    of = Planted()
    state = next(each for each in circuit().registers if STATE.place(circuit().names[each.output]))
    assert not state.reset_inverted
    erase = of.gate("erase", (state.reset, named(DIGEST[0])), OR)
    of.change("u_core.u_keccak.gen_plane", reset=erase)
    assert any(seen == ("control by a share",) for _, seen in probed(of.circuit).leaks)


def test_a_head_that_takes_share_0_when_share_1_says_so_leaks() -> None:
    of = Planted()
    of.change("u_packet.head_q[1]", enable=named("u_packet.share_q[64]"))
    assert ("u_packet.head_q[1]", ("both shares",)) in probed(of.circuit).leaks


def test_random_bits_that_are_used_again_are_refused() -> None:
    """A register keeps one of a message, and the first round of the next one takes it."""
    of = Planted()
    register = next(
        each for each in circuit().registers if circuit().names[each.output].endswith("cross0_q[0]")
    )
    places = {net: place for place, net in enumerate(circuit().ports[STATE.randoms])}
    bit = next(net for net in probes(circuit()).cone(register.data) if net in places)
    kept = of.register("kept", bit)
    again = of.gate("again", (kept, register.data, named("u_core.u_keccak.busy_q")), 0b11001010)
    of.change(circuit().names[register.output], data=again)
    with pytest.raises(GatehashError, match="not the sum of one random bit"):
        probed(of.circuit)


def test_control_that_takes_a_rare_share_is_found() -> None:
    """A packet counts as malformed, at its end, if all bits of a share of a beat are set."""
    of = Planted()
    name = "gen_share[1].u_shell.u_prefix.malformed_q"
    before = next(each for each in circuit().registers if each.output == named(name))
    data = of.gate("rare", (before.data, all_ones(of, "all", 1)), OR)
    of.change(name, data=data)
    at = {net: int(place == 0) for place, net in enumerate(prefix_state(circuit())[1])}
    assert taking(circuit(), secret(), {named(name)}, at) == set()
    assert taking(of.circuit, secret(), {named(name)}, at) == {name}
