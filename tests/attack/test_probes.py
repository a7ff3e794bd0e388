# SPDX-License-Identifier: Apache-2.0
"""Probes of gadgets: they are clean, they compute what they should, and planted leaks are found."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.attack.planted import IN_ONE_SHARE, changed, mapped_text
from tests.rtl.lint import require_clean, require_legal

from gatehash.attack import GADGETS, PROBE_MODELS, Gadget, probe
from gatehash.attack.circuit import Circuit, Gate, Register
from gatehash.attack.gadgets import mapped_gadget
from gatehash.attack.probes import Probes, _g
from gatehash.attack.unrolled import Sharing, Unrolled, Variable, Words
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError

WORDS = 16
CHI = "guarded/gh_dom_chi.sv"
TABLES = (0b0110, 0b0110, 0b1000, 0b1110)
"""Exclusive or twice as often as AND and OR."""
BOTH = {"a": ("a0_i", "a1_i"), "b": ("b0_i", "b1_i")}

SERIAL = """
module planted (
    input wire logic clk_i, first_i, a0_i, a1_i, b0_i, b1_i, rnd_i,
    output wire logic sum0_o, sum1_o
);
  logic a0_q, a1_q, q0, q1, carry0, carry1;
  assign carry0 = (a0_q ^ q0) & ~first_i;
  assign carry1 = (a1_q ^ q1) & ~first_i;
  always_ff @(posedge clk_i) begin
    a0_q <= a0_i;
    a1_q <= a1_i;
  end
  gh_dom_and u_and (
      .clk_i, .clear_i(1'b0), .enable_i(1'b1), .a0_i(a0_i ^ b0_i), .a1_i(a1_i ^ b1_i),
      .b0_i(a0_i ^ carry0), .b1_i(a1_i ^ carry1), .rnd_i, .q0_o(q0), .q1_o(q1)
  );
  assign sum0_o = a0_i ^ b0_i ^ carry0;
  assign sum1_o = a1_i ^ b1_i ^ carry1;
endmodule
"""
"""The textbook's carry a ^ (a ^ b)(a ^ carry)."""

JOINED = """
module planted (
    input wire logic clk_i, a0_i, a1_i, b0_i, b1_i, rnd_i,
    output wire logic q0_o, q1_o
);
  logic q0, q1;
  gh_dom_and u_and (
      .clk_i, .clear_i(1'b0), .enable_i(1'b1), .a0_i, .a1_i, .b0_i, .b1_i, .rnd_i, .q0_o(q0),
      .q1_o(q1)
  );
  // The same function, with the product in one wire.
  assign q1_o = b0_i;
  assign q0_o = q0 ^ q1 ^ b0_i;
endmodule
"""

ROUND = """
module planted (
    input wire logic clk_i, input wire logic [4:0] d0_i, d1_i, rnd_i, input wire logic other_i,
    output wire logic q0_o, q1_o
);
  logic [4:0] q0, q1;
  gh_dom_chi u_chi (
      .clk_i, .clear_i(1'b0), .enable_i(1'b1), .d0_i, .d1_i, .rnd_i, .q0_o(q0), .q1_o(q1)
  );
  gh_dom_and u_and (
      .clk_i, .clear_i(1'b0), .enable_i(1'b1), .a0_i(q0[1]), .a1_i(q1[1]), .b0_i(q0[3] ^ q0[4]),
      .b1_i(q1[3] ^ q1[4]), .rnd_i(other_i), .q0_o, .q1_o
  );
endmodule
"""
"""Logic behind a row that sees one share of a bit and the other share of two."""

IN_BOTH_SHARES = {
    **IN_ONE_SHARE,
    "d1_i[i] ^ d1_i[C] ^ (d1_i[B] & d1_i[C])": "d1_i[i] ^ (~d1_i[B] & d1_i[C])",
    "(d1_i[B] & d0_i[C])": "(~d1_i[B] & d0_i[C])",
}


def _both(circuit: Circuit, sharing: Sharing, *, transitions: bool = False) -> tuple[int, int]:
    """Return how many sets leak by either check."""
    probes = Probes(Unrolled(circuit, sharing), circuit.names, transitions=transitions)
    found, tested = probes.check(), probes.gtest(1 << 16, 1)
    assert found.skipped == 0
    assert found.exact + found.composed == len(probes.sets)
    return len(found.leaks), len(tested.leaks)


SMALL = [name for name, gadget in GADGETS.items() if gadget.state is None]
"""Gadgets that are checked by themselves."""


@pytest.mark.parametrize("name", SMALL)
def test_a_gadget_is_clean(name: str) -> None:
    found = probe(GADGETS[name], "probes")
    assert (found.leaks, found.skipped) == ((), 0)
    assert found.exact + found.composed == found.sets
    tested = probe(GADGETS[name], "gtest", runs=1 << 14)
    assert tested.leaks == ()
    assert tested.largest < tested.threshold


@pytest.mark.parametrize("name", GADGETS)
def test_verilator_finds_nothing(name: str) -> None:
    gadget = GADGETS[name]
    require_legal(gadget.name, gadget.parameters, gadget.files)
    # Parameters of a package that serves other modules as well are unused.
    if not any(file.stem.endswith("_pkg") for file in gadget.files):
        require_clean(gadget.name, gadget.parameters, gadget.files)


def test_composability_is_that_of_the_literature() -> None:
    """DOM's AND is simulated from one share of each input, and not from shares of one index."""
    dom, fresh = (probe(GADGETS[name], "probes") for name in ("gh_dom_and", "gh_refresh"))
    assert dom.composability is not None
    assert fresh.composability is not None
    assert (dom.composability.ni, dom.composability.sni, dom.composability.pini) == (1, 0, 0)
    assert (fresh.composability.ni, fresh.composability.sni, fresh.composability.pini) == (1, 1, 1)


def test_the_adder_leaks_with_transitions() -> None:
    found = probe(GADGETS["gh_dom_adder"], "gtest", "transition", runs=1 << 14)
    assert found.leaks


def test_and_without_randomness_leaks() -> None:
    public = {"enable_i": (1,), "clear_i": (0,), "rnd_i": (0,)}
    exact, tested = _both(mapped_gadget(GADGETS["gh_dom_and"]), Sharing(BOTH, (), public, 3))
    assert exact > 0
    assert tested > 0


def test_rows_without_randomness_leak_in_the_next_round() -> None:
    """A row alone does not."""
    circuit = mapped_text(changed(CHI, {}) + ROUND, "guarded/gh_dom_and.sv")
    secrets = {"d": ("d0_i", "d1_i")}
    exact, tested = _both(circuit, Sharing(secrets, ("other_i",), {"rnd_i": (0,)}, 3))
    assert exact > 0
    assert tested > 0
    gadget = mapped_gadget(GADGETS["gh_dom_chi"])
    alone = Sharing(secrets, (), {"enable_i": (1,), "clear_i": (0,), "rnd_i": (0,)}, 3)
    assert _both(gadget, alone) == (0, 0)


def test_the_carry_of_the_textbook_leaks() -> None:
    circuit = mapped_text(SERIAL, "guarded/gh_dom_and.sv")
    exact, tested = _both(circuit, Sharing(BOTH, ("rnd_i",), {"first_i": (1, 0)}, 3))
    assert exact > 0
    assert tested > 0


def test_joined_shares_leak() -> None:
    circuit = mapped_text(JOINED, "guarded/gh_dom_and.sv")
    exact, tested = _both(circuit, Sharing(BOTH, ("rnd_i",), {}, 3))
    assert exact > 0
    assert tested > 0


@pytest.mark.parametrize(("changes", "leaks"), [({}, False), (IN_ONE_SHARE, True)])
def test_a_complement_in_one_share_leaks_in_the_next_round(
    changes: dict[str, str], leaks: bool
) -> None:
    circuit = mapped_text(changed(CHI, changes) + ROUND, "guarded/gh_dom_and.sv")
    sharing = Sharing({"d": ("d0_i", "d1_i")}, ("rnd_i", "other_i"), {}, 3)
    exact, tested = _both(circuit, sharing)
    assert (exact > 0, tested > 0) == (leaks, leaks)


def _values(unrolled: Unrolled, seed: int) -> dict[int, Words]:
    drawn = np.random.default_rng(seed)
    return {
        number: drawn.integers(0, 1 << 64, WORDS, np.uint64)
        for number in range(len(unrolled.variables))
    }


def _sums(circuit: Circuit, gadget: Gadget) -> tuple[list[list[Words]], dict[Variable, Words]]:
    """Return the sum of each output's shares by cycle and bit, and what the variables are."""
    unrolled = Unrolled(circuit, gadget.sharing)
    values = _values(unrolled, 1)
    found = []
    for cycle in range(gadget.sharing.cycles):
        bits = []
        for pair in gadget.outputs:
            for nets in zip(*(circuit.ports[port] for port in pair), strict=True):
                nodes = [unrolled.value(net, cycle) for net in nets]
                one, other = unrolled.evaluate(nodes, values, WORDS)
                bits.append(one ^ other)
        found.append(bits)
    return found, {each: values[k] for k, each in enumerate(unrolled.variables)}


def _expected(gadget: Gadget, given: dict[Variable, Words], cycle: int) -> Sequence[Words]:
    def secret(name: str, bit: int, when: int) -> Words:
        return given[Variable("secret", name, bit, when)]

    if gadget.name == "gh_dom_and":
        return [secret("a", 0, cycle) & secret("b", 0, cycle)]
    if gadget.name == "gh_refresh":
        return [secret("d", 0, cycle)]
    if gadget.name == "gh_dom_chi":
        row = [secret("d", bit, cycle) for bit in range(5)]
        return [row[i] ^ (~row[(i + 1) % 5] & row[(i + 2) % 5]) for i in range(5)]
    first = gadget.sharing.public["first_i"]
    carry = np.zeros(WORDS, np.uint64)
    for when in range(cycle + 1):
        a, b = secret("a", 0, when), secret("b", 0, when)
        carry = carry & np.uint64(0 if first[when] else (1 << 64) - 1)
        total, carry = a ^ b ^ carry, (a & b) | (carry & (a ^ b))
    return [total]


def _is_right(circuit: Circuit, gadget: Gadget) -> bool:
    sums, given = _sums(circuit, gadget)
    pairs = [
        (found, expected)
        for cycle in range(gadget.latency, gadget.sharing.cycles)
        for found, expected in zip(
            sums[cycle], _expected(gadget, given, cycle - gadget.latency), strict=True
        )
    ]
    return all((found == expected).all() for found, expected in pairs)


@pytest.mark.parametrize("name", SMALL)
def test_the_sum_of_the_shares_is_the_function(name: str) -> None:
    assert _is_right(mapped_gadget(GADGETS[name]), GADGETS[name])


def test_a_complement_in_both_shares_is_another_function() -> None:
    gadget = GADGETS["gh_dom_chi"]
    assert not _is_right(mapped_text(changed(CHI, IN_BOTH_SHARES), top="gh_dom_chi"), gadget)


def _random_circuit(seed: int) -> tuple[Circuit, Sharing]:
    """Return a circuit of two cycles of logic over shares and random bits."""
    drawn = random.Random(seed)
    ports: dict[str, tuple[int, ...]] = {"a0": (2, 3), "a1": (4, 5), "r": (6, 7)}
    nets = [2, 3, 4, 5, 6, 7]
    gates, registers = [], []
    for _ in range(12):
        inputs = tuple(drawn.sample(nets, 2))
        gates.append(Gate("g", max(nets) + 1, inputs, drawn.choice(TABLES)))
        nets.append(gates[-1].output)
        if drawn.random() < 0.4:
            registers.append(Register("r", nets[-1] + 1, nets[-1]))
            nets.append(registers[-1].output)
    sharing = Sharing({"a": ("a0", "a1")}, ("r",), {}, 2)
    return Circuit(ports, gates, registers, [], max(nets) + 1), sharing


def test_rules_decide_as_truth_tables_do() -> None:
    composed = leaking = 0
    for seed in range(60):
        probes = Probes(Unrolled(*_random_circuit(seed)), {})
        for nodes in probes.sets:
            exact, ruled = probes.verdict(nodes, small=22), probes.verdict(nodes, small=0)
            assert exact.leaks == ruled.leaks
            composed += ruled.composed
            leaking += bool(exact.leaks)
    assert composed > 50
    assert leaking > 50


def test_a_set_that_is_too_large_is_skipped() -> None:
    gadget = GADGETS["gh_dom_adder"]
    circuit = mapped_gadget(gadget)
    probes = Probes(Unrolled(circuit, gadget.sharing), circuit.names)
    largest = max(probes.sets, key=len)
    assert probes.verdict(largest, small=0, limit=2).leaks is None
    assert probes.composability({}, limit=2) is None


def test_the_statistic_is_that_of_scipy() -> None:
    """Its own G-test of the table of the joint values."""
    # Its import takes a second, in each process that collects tests.
    from scipy.stats import power_divergence

    drawn = np.random.default_rng(5)
    bits = [drawn.integers(0, 2, 4096).astype(np.uint8) for _ in range(3)]
    bits[2][:2048] |= bits[0][:2048] & drawn.integers(0, 2, 2048).astype(np.uint8)
    code = bits[0] + 2 * bits[1] + 4 * bits[2]
    counts = np.stack([np.bincount(part, minlength=8) for part in (code[:2048], code[2048:])])
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    # Degrees of freedom are those of a table of two rows.
    result = power_divergence(
        counts.reshape(-1), expected.reshape(-1), ddof=8, lambda_="log-likelihood"
    )
    assert _g(bits, 2048) == pytest.approx(-np.log10(result.pvalue), rel=1e-6)


def test_a_port_without_a_meaning_is_named() -> None:
    circuit = mapped_text(JOINED, "guarded/gh_dom_and.sv")
    with pytest.raises(GatehashError, match="port rnd_i is neither share, random bit nor public"):
        Unrolled(circuit, Sharing(BOTH, ()))
    with pytest.raises(GatehashError, match="the netlist has no port seed_i"):
        Unrolled(circuit, Sharing(BOTH, ("seed_i", "rnd_i")))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gh_dom_and"], "gh_dom_and is a gadget, which takes --check probes or gtest"),
        (["sha3-x1-mac", "--check", "probes"], "sha3-x1-mac has no shares; probes are checked of"),
        (["gh_and", "--check", "probes"], "unknown design 'gh_and'"),
        (
            ["gh_dom_and", "--check", "probes", "--model", "unit"],
            "--check probes takes no model unit; it takes: glitch, transition",
        ),
        (
            ["sha3-x1-mac", "--model", "glitch"],
            "--check ttest takes no model glitch; it takes: registers, transition, unit",
        ),
        (["gh_dom_and", "--check", "probes", "--traces", "5000"], "--traces is for runs; --check"),
        (
            ["gh_dom_and", "--check", "gtest", "--traces", "5"],
            "'5'; it must be a whole number from",
        ),
        (["gh_dom_and", "--check", "probes", "--algorithm", "x"], "--algorithm is for designs"),
    ],
)
def test_what_has_no_probes_is_named(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["leak", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_check_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["leak", "gh_refresh", "--check", "probes", "--results", str(tmp_path), "--json"]
    assert command(arguments) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["first_order"] == {
        "method": "probes",
        "verdict": "clean",
        "probes": found["exact"],
    }
    assert (found["skipped"], found["leaks"]) == (0, [])
    assert [path.name for path in (tmp_path / "leak").iterdir()] == [
        "gh_refresh.probes.glitch.json"
    ]
    assert set(PROBE_MODELS) == {"glitch", "transition"}
