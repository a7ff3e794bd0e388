# SPDX-License-Identifier: Apache-2.0
"""Probes of permutations whose state is many gadgets: a small one, and masked Keccak."""

import random
import re

import pytest
from tests.attack.planted import IN_ONE_SHARE, changed, mapped_text
from tests.attack.simulated import LANES, Simulated

from gatehash.attack import GADGETS, gadget_of, probe
from gatehash.attack.gadgets import mapped_gadget
from gatehash.attack.rounds import RoundProbes, State
from gatehash.errors import GatehashError
from gatehash.models.sha3 import keccak_f

CHI = "guarded/gh_dom_chi.sv"
CORE = "guarded/gh_sha3_dom_core.sv"

# Two rows. The second bit that enters the first row comes from it, and the third one is the sum of
# its two last ones, as a linear layer with short ways may have it.
SMALL = """
module planted (
    input wire logic clk_i, clear_i, first_i, enable_i,
    input wire logic [4:0][1:0] block0_i, block1_i, rnd_i,
    output wire logic [4:0][1:0] state0_o, state1_o
);
  logic [4:0][1:0] q0, q1, into0, into1, moved0, moved1;
  assign into0 = q0 ^ (block0_i & {10{first_i}});
  assign into1 = q1 ^ (block1_i & {10{first_i}});
  function automatic logic [4:0][1:0] linear(input logic [4:0][1:0] q);
    linear[0] = {q[0][0], q[0][1]};
    linear[1] = {q[1][1], q[1][0]};
    linear[2] = {q[2][0], q[3][0] ^ q[4][0]};
    linear[3] = {q[2][1], q[3][1]};
    linear[4] = {q[4][1], q[4][0]};
  endfunction
  assign moved0 = linear(into0);
  assign moved1 = linear(into1);
  gh_dom_chi #(.Width(2)) u_chi (
      .clk_i, .clear_i, .enable_i, .d0_i(moved0), .d1_i(moved1), .rnd_i(RANDOM), .q0_o(q0),
      .q1_o(q1)
  );
  assign state0_o = q0;
  assign state1_o = q1;
endmodule
"""


_TWO = """
  for (genvar z = 0; z < 2; z++) begin : gen_row
    logic [4:0] d0, d1, r, o0, o1;
    for (genvar i = 0; i < 5; i++) begin : gen_bit
      assign d0[i] = moved0[i][z];
      assign d1[i] = moved1[i][z];
      assign r[i] = rnd_i[i][z];
      assign q0[i][z] = o0[i];
      assign q1[i][z] = o1[i];
    end
    gh_dom_chi u_chi (
        .clk_i, .clear_i, .enable_i(enable_i ^ (z == 1)), .d0_i(d0), .d1_i(d1), .rnd_i(r),
        .q0_o(o0), .q1_o(o1)
    );
  end
"""
"""One gadget for each row, of which only one takes new values."""

_ROW = re.compile(r"(?:gen_row\[(\d)\]\.)?u_chi\.(\w+)\[(\d+)\]")


def _row(name: str) -> tuple[int, str] | None:
    found = _ROW.fullmatch(name)
    if found is None:
        return None
    place = int(found[3])
    if found[1]:
        return int(found[1]), f"{found[2]}[{place}]"
    return place % 2, f"{found[2]}[{place // 2}]"


STATE = State("gh_dom_chi", _row, ("cross0_q", "cross1_q"), ("block0_i", "block1_i"), "rnd_i")


def _small(
    text: str = SMALL, changes: dict[str, str] | None = None, rnd: str = "rnd_i"
) -> RoundProbes:
    chi = changed(CHI, changes or {})
    circuit = mapped_text(chi + text.replace("RANDOM", rnd))
    sharing = GADGETS["gh_dom_chi"].sharing
    part = mapped_text(chi, top="gh_dom_chi")
    return RoundProbes(circuit, STATE, part, sharing)


def test_a_small_permutation_is_clean() -> None:
    probes = _small()
    found = probes.check()
    assert (found.leaks, found.skipped) == ((), 0)
    assert found.exact + found.composed == len(probes.sets)
    assert found.composed > 40


def test_a_complement_in_one_share_leaks() -> None:
    found = _small(changes=IN_ONE_SHARE).check()
    assert found.leaks
    for leak in found.leaks:
        assert any(name.startswith("u_chi.inner") for name in leak.sees)


def test_both_shares_of_a_block_in_a_wire_leak() -> None:
    text = SMALL.replace("assign state1_o = q1;", "assign state1_o = q1 ^ block0_i ^ block1_i;")
    leaks = _small(text).check().leaks
    assert leaks
    assert all({"block0_i", "block1_i"} <= {n.partition("[")[0] for n in one.sees} for one in leaks)


@pytest.mark.parametrize(
    ("rnd", "why"),
    [
        ("{5{rnd_i[0]}}", "a random bit is used for two bits of the state"),
        pytest.param("'0", "is not the sum of one random bit", marks=pytest.mark.large),
        pytest.param(
            "rnd_i & {rnd_i[3:0], rnd_i[4]}",
            "is not the sum of one random bit and others",
            marks=pytest.mark.large,
        ),
    ],
)
def test_random_bits_that_are_not_its_own_are_refused(rnd: str, why: str) -> None:
    with pytest.raises(GatehashError, match=why):
        _small(rnd=rnd)


@pytest.mark.large
def test_control_that_depends_on_a_share_is_refused() -> None:
    with pytest.raises(GatehashError, match="depends on shares or random bits"):
        _small(SMALL.replace(".enable_i,", ".enable_i(enable_i & q0[0][0]),"))


@pytest.mark.large
def test_registers_that_are_written_apart_are_refused() -> None:
    two = SMALL[: SMALL.index("  gh_dom_chi #")] + _TWO + SMALL[SMALL.index("  assign state0_o") :]
    with pytest.raises(GatehashError, match="are not written and erased together"):
        _small(two)


def _permuted(state: list[int]) -> list[int]:
    """Permute 64 states at once with the model, each bit a number of 64 lanes."""
    found = [0] * 1600
    for lane in range(64):
        bits = [each >> lane & 1 for each in state]
        lanes = [sum(bits[64 * i + k] << k for k in range(64)) for i in range(25)]
        for i, word in enumerate(keccak_f(lanes)):
            for k in range(64):
                found[64 * i + k] |= (word >> k & 1) << lane
    return found


@pytest.mark.large
def test_the_netlist_of_masked_keccak_permutes() -> None:
    """With random shares and random bits in 64 lanes; in some cycles there are no random bits."""
    run = Simulated(mapped_gadget(GADGETS["gh_keccak_dom"]))
    drawn = random.Random(1)

    def words() -> list[int]:
        return [drawn.getrandbits(64) for _ in range(1600)]

    def rounds(count: int, begins: bool) -> None:
        done = 0
        while done < count:
            offered = drawn.random() < 0.7
            run.drive("valid_i", [-(begins and done == 0)])
            run.drive("rnd_valid_i", [-offered])
            run.drive("rnd_i", words())
            run.settle()
            assert run.read("rnd_ready_o") == [LANES]
            assert run.read("ready_o") == [LANES * (offered and begins and done == 0)]
            run.clock()
            done += offered

    run.drive("clear_i", [-1])
    run.clock()
    run.drive("clear_i", [0])
    # Random bits make a sharing of zero first.
    rounds(1, begins=False)
    state = [0] * 1600
    for absorbs in (True, True, False):
        blocks = words(), words()
        if absorbs:
            state = [a ^ b ^ c for a, b, c in zip(state, *blocks, strict=True)]
        for share in (0, 1):
            run.drive(f"block{share}_i", blocks[share])
        run.drive("absorbs_i", [-absorbs])
        rounds(24, begins=True)
        run.drive("valid_i", [0])
        run.settle()
        assert run.read("idle_o") == [LANES]
        state = _permuted(state)
        shares = run.read("state0_o"), run.read("state1_o")
        assert [a ^ b for a, b in zip(*shares, strict=True)] == state
        assert shares[0] != state


MASKED = [name for name, gadget in GADGETS.items() if gadget.state is not None]


@pytest.mark.large
@pytest.mark.parametrize("name", MASKED)
def test_masked_keccak_is_clean(name: str) -> None:
    found = probe(gadget_of(name), "probes")
    assert (found.leaks, found.skipped) == ((), 0)
    assert found.exact + found.composed == found.sets > 20_000


def _planted(name: str, file: str, changes: dict[str, str]) -> RoundProbes:
    """Return the probes of a masked permutation with changes in one of its files."""
    gadget = GADGETS[name]
    assert gadget.state is not None
    sources = (*gadget.sources, *(f"prim/generic/{prim}.sv" for prim in gadget.prims))
    files = [changed(each, changes if each == file else {}) for each in sources]
    circuit = mapped_text("\n".join(files), top=name)
    part = mapped_text(changed(CHI, changes if file == CHI else {}), top="gh_dom_chi")
    return RoundProbes(circuit, gadget.state, part, GADGETS["gh_dom_chi"].sharing)


@pytest.mark.large
def test_masked_keccak_leaks_with_a_complement_in_one_share() -> None:
    found = _planted("gh_keccak_dom", CHI, IN_ONE_SHARE).check()
    assert found.skipped == 0
    # One in each slice, whose logic sees two rows of the first plane.
    assert len(found.leaks) == 64


@pytest.mark.large
def test_a_masked_core_that_joins_the_shares_of_its_digest_leaks() -> None:
    joined = {"piece1_o      = state1[": "piece1_o      = state0[BlockLanes-1:0] ^ state1["}
    found = _planted("gh_sha3_dom_core", CORE, joined).check()
    assert found.skipped == 0
    pieces = [leak for leak in found.leaks if leak.wire.startswith("piece1_o")]
    assert len(pieces) == len(found.leaks) == 8 * 136


@pytest.mark.large
def test_a_masked_core_that_runs_on_zeros_is_refused() -> None:
    zeros = {".rnd_i      (rnd_i)": ".rnd_i      ('0)"}
    with pytest.raises(GatehashError, match="is not the sum of one random bit"):
        _planted("gh_sha3_dom_core", CORE, zeros)


@pytest.mark.parametrize(("check", "model"), [("gtest", "glitch"), ("probes", "transition")])
def test_a_permutation_is_checked_by_composition_alone(check: str, model: str) -> None:
    with pytest.raises(GatehashError, match="that takes --check probes and --model glitch"):
        probe(gadget_of("gh_keccak_dom"), check, model)  # type: ignore[arg-type]
