# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist of gh_sha3_mac_dom: it computes HMAC, and no probe of it leaks."""

from dataclasses import replace
from functools import cache

import pytest
from tests.attack.masked_run import BYTES, STATE, circuit, executed
from tests.attack.planted import changed, mapped_text
from tests.attack.shared import FoundShares, SharedProbes
from tests.rtl.masked_design import MASKED

from gatehash.attack.circuit import Circuit, Gate
from gatehash.paths import rtl_root

pytestmark = pytest.mark.large
SHARES = [bit // 8 % 2 for bit in range(8 * BYTES)]


@cache
def secret() -> set[int]:
    return executed(circuit(), seed=1)


def probed(of: Circuit, differing: set[int]) -> FoundShares:
    shared = dict.fromkeys(("s_axis_cfg_tdata", "s_axis_tdata"), SHARES)
    return SharedProbes(of, STATE, differing, shared).check()


def test_it_computes_hmac_and_control_is_public() -> None:
    """In 64 lanes, with other keys, messages, shares and random bits in each of them."""
    names = circuit().names
    beginnings = ("u_core.u_keccak.", "u_packet.share_q", "gen_share[")
    held = {names[net] for net in secret()}
    assert all(name.startswith(beginnings) for name in held)
    assert not any("state_q" in name or "malformed" in name for name in held)
    # Other executions have the same public registers.
    assert executed(circuit(), seed=2) == secret()


def test_no_probe_leaks() -> None:
    found = probed(circuit(), secret())
    assert (found.leaks, found.skipped) == ((), 0)
    # Both shares meet in front of the registers of the permutation alone; docs/protection.md has
    # these numbers.
    assert (found.public, found.one_share, found.both_shares) == (775, 23_649, 2 * 1600)


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
    found = probed(other, secret())
    assert "planted" in {wire for wire, _ in found.leaks}


def test_a_register_that_takes_the_other_share_leaks() -> None:
    of = circuit()
    one, two = (named(f"u_packet.share_q[{bit}]") for bit in (5, 69))
    other = next(each.data for each in of.registers if each.output == two)
    registers = [replace(each, data=other) if each.output == one else each for each in of.registers]
    assert probed(replace(of, registers=registers), secret()).leaks


def test_a_head_that_sees_both_shares_leaks() -> None:
    """Its registers take beats of heads alone, but the logic in front of them sees all beats."""
    both = {"odd_q[1] <= |share[1];": "odd_q[1] <= |share[1] || share[0][63];"}
    files = [path for path in MASKED.hardware.files() if path.parent.name != "rtl"]
    texts = [
        changed(
            path.relative_to(rtl_root()).as_posix(),
            both if path.stem == "gh_shared_packet" else {},
        )
        for path in files
    ]
    other = mapped_text("\n".join(texts), top="gh_sha3_mac_dom")
    found = probed(other, executed(other, seed=1))
    # Beats of the packet: the last bit of share 0, and the first one of share 1.
    bits = {f"u_packet.share[{bit}]" for bit in (63, 64)}
    assert any(bits <= {*seen} for _, seen in found.leaks)
