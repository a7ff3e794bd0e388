# SPDX-License-Identifier: Apache-2.0
"""The engine of sequential proofs: what holds is proved, a planted fault is refuted and told."""

import shutil
from pathlib import Path

import pytest
from tests.rtl.test_selftest import Fault

from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.prove.kernel.circuits import Circuit, table
from gatehash.prove.tools.harness import Assumptions, Harness

# A fault of each module, and the assertion that refutes it.
FAULTS: list[tuple[Harness, Fault]] = [
    (
        Harness("gh_prove_register_slice", {"Mode": 3}),
        Fault(
            "skid_is_overwritten",
            "stream/gh_register_slice.sv",
            "else if (ready_q) data_q <= data_i;",
            "else data_q <= data_i;",
            "in_order",
        ),
    ),
    (
        Harness("gh_prove_register_slice", {"Mode": 2}),
        Fault(
            "skid_survives_reset",
            "stream/gh_register_slice.sv",
            "full_q  <= full_d && !rst_i;",
            "full_q  <= full_d;",
            "nothing_else",
        ),
    ),
    (
        Harness("gh_prove_fifo", {"Depth": 2}),
        Fault(
            "an_entry_is_lost_as_another_leaves_a_full_fifo",
            "stream/gh_fifo.sv",
            "if (valid_i) memory[",
            "if (valid_i && write_q - read_q != (AddressBits + 1)'(Depth)) memory[",
            "in_order",
        ),
    ),
    (
        Harness("gh_prove_packets", {"InBytes": 2, "OutBytes": 6}),
        Fault(
            "malformed_becomes_message",
            "stream/gh_width_up.sv",
            "bad_q ? {1'b1, {OutBytes - 1{1'b0}}} : keep_q",
            "keep_q",
            "in_order",
        ),
    ),
    (
        Harness("gh_prove_message_fifo", {"Depth": 2}),
        Fault(
            "head_of_long_packet_stays",
            "stream/gh_message_fifo.sv",
            "write_q <= whole_q;",
            "write_q <= whole_q + 1'b1;",
            "one_beat",
        ),
    ),
    (
        Harness("gh_prove_axis_normalise", {"StreamBytes": 2}),
        Fault(
            "a_byte_moves_that_is_not_kept",
            "stream/gh_axis_normalise.sv",
            "= from_valid[i^(1<<k)] && from_place",
            "= from_place",
            "in_order",
        ),
    ),
    (
        Harness("gh_prove_axis_any", {"PinBytes": 2, "CoreBytes": 1}),
        Fault(
            "the_end_is_lost_at_the_narrower_width",
            "bus/gh_axis_any.sv",
            ".last_i (beat[9*PinBytes])",
            ".last_i (beat[9*PinBytes] && keep[0])",
            "in_order",
        ),
    ),
    (
        Harness("gh_prove_axis_sideband", {"Depth": 2}),
        Fault(
            "another_tid_in_the_last_beat_is_not_seen",
            "stream/gh_axis_sideband.sv",
            "assign bad_o = !first_q &&",
            "assign bad_o = !first_q && !last_i &&",
            "bad_if_another",
        ),
    ),
    (
        Harness(
            "gh_prove_padder",
            {"BlockBytes": 72, "Suffix": 6, "Closing": 128, "LengthBytes": 0, "CountBits": 10},
        ),
        Fault(
            "suffix_is_lost_in_the_closing_byte",
            "stream/gh_message_padder.sv",
            "bytes_out[i] |= rule_i.closing;",
            "bytes_out[i] = rule_i.closing;",
            "bytes",
        ),
    ),
]


def planted(fault: Fault, folder: Path) -> Path:
    """Return a copy of the RTL with a fault in it."""
    root = folder / "rtl"
    shutil.copytree(rtl_root(), root)
    fault.plant(root)
    return root


@pytest.mark.parametrize(("harness", "fault"), FAULTS, ids=lambda each: getattr(each, "name", ""))
def test_a_planted_fault_is_refuted(harness: Harness, fault: Fault, tmp_path: Path) -> None:
    root = planted(fault, tmp_path)
    verdict = Harness(harness.top, harness.parameters, root=root).run(tmp_path, 60)
    assert verdict.status == "failed"
    said, *rows = verdict.detail.splitlines()
    assert fault.seen_by in said
    assert said.endswith("is violated")
    # The signals of the harness, a column for each cycle.
    assert verdict.depth is not None
    assert {"rst", "ready_i"} <= {row.split()[0] for row in rows}
    assert all(len(row.split()) == 1 + verdict.depth for row in rows)


# Changes of the assumptions of a harness and of the requirements of its module, and their findings.
ASSUMED = [
    (
        Assumptions("gh_prove_fifo", {"Depth": 2}),
        Fault(
            "more_is_assumed_than_required",
            "formal/gh_prove_fifo.sv",
            "assume (!valid_i || ready_i)",
            "assume (!valid_i)",
            "is violated",
        ),
    ),
    (
        Assumptions("gh_prove_fifo", {"Depth": 2}),
        Fault(
            "a_requirement_that_leaves_nothing_to_do",
            "stream/gh_fifo.sv",
            "!valid_i || ready_i || write_q - read_q !=",
            "!valid_i && write_q - read_q !=",
            "can't be reached",
        ),
    ),
    (
        Assumptions("gh_prove_digest_stream", {"DigestBytes": 3}),
        Fault(
            "less_is_required_than_assumed",
            "stream/gh_digest_stream.sv",
            "!valid_i || last_i || error_i ||",
            "!valid_i || last_i || !error_i ||",
            "is violated",
        ),
    ),
]


@pytest.mark.parametrize(
    ("harness", "fault"),
    [ASSUMED[0], *(pytest.param(*each, marks=pytest.mark.large) for each in ASSUMED[1:])],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_harness_assumes_what_is_required_alone(
    harness: Assumptions, fault: Fault, tmp_path: Path
) -> None:
    (tmp_path / "right").mkdir()
    assert harness.run(tmp_path / "right", 60).status == "proved"
    wrong = Assumptions(harness.top, harness.parameters, root=planted(fault, tmp_path))
    verdict = wrong.run(tmp_path, 60)
    assert verdict.status == "failed"
    assert fault.seen_by in verdict.detail


MODULE = """\
module gh_prove_small (
    input wire logic clk_i,
    input wire logic [1:0] data_i
);
  logic [1:0] sum_q;
  initial sum_q = '0;
  always_ff @(posedge clk_i) sum_q <= sum_q + (data_i == 2'd3 ? 2'd2 : 2'd0);
  always_comb begin
    %s
  end
endmodule
"""


def small(body: str, folder: Path, depth: int | None = None) -> Harness:
    """Return a harness around nothing that has these statements."""
    root = folder / "rtl"
    (root / "formal").mkdir(parents=True)
    (root / "stream").mkdir()
    for name in ("gh_stream_pkg", "gh_serial_pkg"):
        shutil.copy(rtl_root() / "stream" / f"{name}.sv", root / "stream")
    (root / "formal" / "gh_prove_small.sv").write_text(MODULE % body, encoding="utf-8")
    return Harness("gh_prove_small", depth=depth, root=root)


def test_what_holds_is_proved(tmp_path: Path) -> None:
    harness = small("even : assert (!sum_q[0]); moves : cover (sum_q[1]);", tmp_path)
    assert harness.run(tmp_path, 60).status == "proved"


def test_what_does_not_is_told_cycle_by_cycle(tmp_path: Path) -> None:
    verdict = small("low : assert (!sum_q[1]);", tmp_path).run(tmp_path, 60)
    assert (verdict.status, verdict.depth) == ("failed", 2)
    lines = verdict.detail.splitlines()
    assert lines[0] == "low is violated"
    assert [line.split() for line in lines if line.startswith("sum_q")] == [["sum_q", "0", "2"]]
    assert [line.split()[1] for line in lines if line.startswith("data_i")] == ["3"]


def test_a_bounded_result_is_no_proof(tmp_path: Path) -> None:
    verdict = small("even : assert (!sum_q[0]);", tmp_path, depth=5).run(tmp_path, 60)
    assert (verdict.status, verdict.depth) == ("bounded", 5)


def test_assumptions_that_contradict_each_other_prove_nothing(tmp_path: Path) -> None:
    body = "assume (data_i == 2'd1); even : assert (!sum_q[1]); moves : cover (sum_q[1]);"
    verdict = small(body, tmp_path).run(tmp_path, 60)
    assert (verdict.status, verdict.detail) == ("failed", "moves can't be reached")


def test_time_runs_out(tmp_path: Path) -> None:
    product = small("odd : assert (({256{sum_q}} * {256{data_i}}) != 512'd7);", tmp_path)
    with pytest.raises(GatehashError, match="not done within"):
        product.run(tmp_path, 0.1)


def test_circuit_is_computed() -> None:
    # A register that takes the conjunction of both inputs, and its inverse as an output.
    text = "aag 4 2 1 1 1\n2\n4\n6 8\n7\n8 4 2\ni0 a[0]\ni1 a[1]\no0 free\nc\nmade by hand\n"
    circuit = Circuit.parse(text)
    both = {"a[0]": True, "a[1]": True}
    assert table([*circuit.run([both, {"a[1]": True}, {}])]) == ("a     3  2  0\nfree  1  0  1")
