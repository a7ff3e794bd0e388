# SPDX-License-Identifier: Apache-2.0
"""Proofs of modules: their own assertions, what they owe to those inside, answers in time."""

import shutil
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MethodType

import pytest
from tests.prove.test_harness import planted
from tests.rtl.test_selftest import Fault

from gatehash.catalog import DESIGNS
from gatehash.mutate.elaborate import elaborated
from gatehash.paths import rtl_root
from gatehash.prove import all_properties
from gatehash.prove.claims.answers import Shorter
from gatehash.prove.claims.progress import runs_of
from gatehash.prove.claims.streams import counts
from gatehash.prove.record import text_digest
from gatehash.prove.tools.equivalence import Equivalence
from gatehash.prove.tools.harness import Harness
from gatehash.prove.tools.modules import Module, streams_of

USER = """\
module gh_user (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic data_i,
    input wire logic valid_i
);
  logic data, valid;
  gh_fifo #(.Width(1), .Depth(2)) u_fifo (
      .data_o (data),
      .valid_o(valid),
      .ready_i(1'b0),
      .*
  );
endmodule
"""
_W_DATA = ("gh_whirlpool_sub_bytes", "gh_whirlpool_mix_row")
HARNESSES = {
    each.name: each.run.__self__
    for each in all_properties()
    if isinstance(each.run, MethodType) and isinstance(each.run.__self__, Harness)
}
FAULTS: list[tuple[Harness, Fault]] = [
    (
        Module("gh_width_up", {"InBytes": 1, "OutBytes": 4, "Erase": 1}),
        Fault(
            "data_stay",
            "stream/gh_width_up.sv",
            "if (Erase && (rst_i || valid_q && ready_i && !valid_i)) data_q <= '0;",
            "if (Erase && rst_i) data_q <= '0;",
            "erased",
        ),
    ),
    (
        Module("gh_arx_mc_stream", {"Blake32": 0, "Blake64": 0, "ChaCha": 1}),
        Fault(
            "answer_survives_its_message",
            "compact/gh_arx_mc_stream.sv",
            "if (state_q.configure || state_q.erase || rst_i) begin\n      word_q   <= '0;",
            "if (state_q.configure || state_q.erase || rst_i) begin",
            "u_checker.erased",
        ),
    ),
    (
        Module(
            "gh_whirlpool",
            cut=_W_DATA,
            bound="gh_prove_answers",
            macros=("GH_ANSWERS=gh_whirlpool", "GH_MOST=47"),
            streams=streams_of("gh_whirlpool"),
        ),
        Fault(
            "digest_is_held_for_ever",
            "whirlpool/gh_whirlpool_core.sv",
            "Hold: if (digest_ready_i) core_d = Idle;",
            "Hold: if (digest_ready_i && !valid_i) core_d = Idle;",
            "u_answers.",
        ),
    ),
    (
        Shorter(
            "gh_sha2",
            {"WordBits": 32, "DigestBits": 256},
            cut=("gh_sha2_constants",),
            bound="gh_prove_answers",
            macros=("GH_ANSWERS=gh_sha2", "GH_MOST=91"),
            streams=streams_of("gh_sha2"),
        ),
        Fault(
            "digest_is_lost",
            "sha2/gh_sha2_core.sv",
            "else if ((core_q == Drain) && step_q[Steps-1]) owes_q <= final_q;",
            "else if ((core_q == Drain) && step_q[Steps-1]) owes_q <= final_q && !valid_i;",
            "u_answers.",
        ),
    ),
    (
        # What was wrong once: a pause within a configuration stopped a stream for ever.
        Harness(
            "gh_prove_arx_served",
            {"Blake32": 1, "Blake64": 1, "ChaCha": 0, "StreamBits": 16, "Streams": 2},
            stand_ins=("runs",),
            loose=("*.config_byte", "*u_stream.place_q"),
        ),
        Fault(
            "configuration_opens_when_it_is_taken",
            "stream/gh_byte_pins.sv",
            ".open_i (Bytes == 1 || config_open),",
            ".open_i (Bytes == 1 || config_ready),",
            "gen_streams0.u_served.goes_on",
        ),
    ),
    (
        Harness("gh_prove_arx_steps", {"Blake32": 1, "Blake64": 0, "ChaCha": 0, "Most": 340}),
        Fault(
            "length_never_fits",
            "compact/gh_arx_mc_stream.sv",
            "if (!two() && load_ready_i && pads && in_front) final_q <= 1'b1;",
            "if (!two() && load_ready_i && pads && in_front && suffix_q) final_q <= 1'b1;",
            "comes_nearer",
        ),
    ),
    (
        runs_of("gh_blake_chacha_mc_core", {"Blake32": 1, "Blake64": 0, "ChaCha": 1}),
        Fault(
            "port_is_taken_at_rest",
            "compact/gh_blake_chacha_mc_core.sv",
            "writes_own_q   <= !idle && writes_q",
            "writes_own_q   <= writes_q",
            "loads_at_rest",
        ),
    ),
    (
        HARNESSES["engine.jobs.stages3-maxpasses3-pace2"],
        Fault(
            "job_enters_over_another_one",
            "engine/gh_engine.sv",
            "(wait_next == '0) && (!valid_next || last_next)",
            "(wait_next == '0)",
            "u_jobs.",
        ),
    ),
    (
        HARNESSES["engine.jobs.stages6-maxpasses11-pace11"],
        Fault(
            "job_leaves_a_pass_early",
            "engine/gh_engine.sv",
            "last: exit.passes == PassBits'(1),",
            "last: exit.passes <= PassBits'(2),",
            "u_jobs.",
        ),
    ),
    (
        HARNESSES["engine.jobs.stages3-maxpasses3-pace2"],
        Fault(
            "job_leaves_that_may_not",
            "engine/gh_engine.sv",
            "go_next = !done_next || ready_next_i;",
            "go_next = !done_next || ready_next_i || offer_next_i;",
            "u_jobs.stops_for_one",
        ),
    ),
    (
        HARNESSES["engine.jobs.stages2-maxpasses3-pace3"],
        Fault(
            "reset_is_not_told_before",
            "engine/gh_engine.sv",
            "go_next_o = !rst_i && go_next;",
            "go_next_o = go_next;",
            "u_jobs.told_before",
        ),
    ),
    (
        HARNESSES["blake3-piped-core.jobs"],
        Fault(
            "what_is_told_of_a_job_is_lost",
            "engine/gh_blake3_piped_core.sv",
            "if (phase_q[0]) token_q <= {token_q[Stages-2:0], token};",
            "if (phase_q[0]) token_q <= {token_q[Stages-2:0], token_t'('0)};",
            "u_jobs.u_results.none_lost",
        ),
    ),
    (
        HARNESSES["blake3-lane.jobs.lanes4-lane1"],
        Fault(
            "result_is_written_to_the_row_of_the_message",
            "engine/gh_blake3_lane.sv",
            "write_row_q[i] <= blocked[i] ? entry_q.row : result_q.row;",
            "write_row_q[i] <= |entry_writes ? entry_q.row : result_q.row;",
            "u_jobs.at_its_row",
        ),
    ),
    (
        HARNESSES["sha2-resume.served.resume-32"],
        Fault(
            "answer_is_waited_for_that_has_left",
            "stream/gh_part_padder.sv",
            "if (answered_i) answer_q <= 1'b0;",
            "if (answered_i && !valid_i) answer_q <= 1'b0;",
            "u_served.goes_on",
        ),
    ),
    (
        Module("gh_link_send", {"IdentityBytes": 1}),
        Fault(
            "answer_goes_on_behind_its_end",
            "board/gh_link_send.sv",
            "if (last_i) state_d = Finish;",
            "if (last_i && !user_i) state_d = Finish;",
            "one_end_at_a_time",
        ),
    ),
    (
        Harness("gh_prove_bus_select", {"Cores": 3}),
        Fault(
            "a_window_without_a_core_is_read",
            "bus/gh_bus_select.sv",
            "assign error_o    = chosen_q == '0 ||",
            "assign error_o    =",
            "its_answer",
        ),
    ),
    (
        Harness("gh_prove_async_fifo", clocks=True, stand_ins=("crossing",)),
        Fault(
            "pointer_is_binary",
            "stream/gh_async_fifo.sv",
            "write_gray_q <= gray(write_next);",
            "write_gray_q <= write_next;",
            "",
        ),
    ),
]


# Of engines, whose proofs take long.
_LARGE = (
    "result_is_written_to_the_row_of_the_message",
    "digest_is_lost",
    "digest_is_held_for_ever",
)


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        pytest.param(*each, marks=pytest.mark.large if each[1].name in _LARGE else ())
        for each in FAULTS
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_planted_fault_is_refuted(proof: Harness, fault: Fault, tmp_path: Path) -> None:
    verdict = replace(proof, root=planted(fault, tmp_path)).run(tmp_path, 60)
    assert verdict.status == "failed"
    said = verdict.detail.splitlines()[0]
    assert fault.seen_by in said
    assert said.endswith("is violated")


def test_what_a_module_requires_is_assumed_of_it_and_claimed_around_it(tmp_path: Path) -> None:
    inner = Module("gh_fifo", {"Width": 1, "Depth": 2})
    assert inner.run(tmp_path, 60).status == "proved"
    # A user that keeps no count.
    root = tmp_path / "rtl"
    shutil.copytree(rtl_root(), root)
    (root / "stream" / "gh_user.sv").write_text(USER, encoding="utf-8")
    verdict = Module("gh_user", root=root).run(tmp_path, 60)
    assert verdict.status == "failed"
    assert verdict.detail.startswith("u_fifo.require_no_overflow is violated")


def test_an_assertion_is_part_of_the_key_where_it_is_a_claim(tmp_path: Path) -> None:
    path = tmp_path / "gh_small.sv"
    text = "module gh_small (input wire a);\n`GH_ASSERT(high, %s, a, a)\nendmodule\n"
    of = next(each for each in all_properties() if each.has_assertions)
    others = next(each for each in all_properties() if not each.has_assertions)
    keys: dict[bool, set[str]] = {True: set(), False: set()}
    for condition in ("a", "!a"):
        path.write_text(text % condition, encoding="utf-8")
        for each in (of, others):
            keys[each is of].add(text_digest(replace(each, sources=(path,)), ()))
    assert {asserted: len(found) for asserted, found in keys.items()} == {True: 2, False: 1}


def test_a_sum_without_its_carry_is_refuted(tmp_path: Path) -> None:
    fault = Fault(
        "carry_is_lost",
        "stream/gh_serial_counter.sv",
        "first_i ? carry_i : carry_q",
        "first_i && carry_i",
        "counted",
    )
    source = planted(fault, tmp_path) / fault.file
    proof = Equivalence(
        "gh_serial_counter", {"Bytes": 1, "Words": 2}, (source,), partial(counts, 1, 2)
    )
    verdict = proof.prove(tmp_path, 60)
    assert verdict.status == "failed"
    assert fault.seen_by in verdict.detail


@pytest.mark.large
@pytest.mark.parametrize("claim", ["assertions", "jobs"])
def test_the_schedule_is_proved_with_the_rings_of_all_engines(claim: str) -> None:
    proved = [
        {name: f"32'd{value}" for name, value in each.parameters.items()}
        for each in all_properties()
        if each.name.startswith(f"engine.{claim}.")
    ]
    of_designs = instances("gh_engine")
    assert all(ring in proved for ring in of_designs)
    small = [ring for ring in proved if ring not in of_designs]
    assert len(small) == (2 if claim == "jobs" else 0)


@pytest.mark.large
def test_turns_are_proved_with_as_many_streams_as_the_designs_have() -> None:
    proved = {
        f"32'd{each.parameters['Requests']}"
        for each in all_properties()
        if each.name.startswith("round-robin.turns.")
    }
    assert {each["Requests"] for each in instances("gh_round_robin")} == proved


@cache
def instances(module: str) -> list[dict[str, str]]:
    """Return the parameters that a module's instances have in each design that it is in."""
    found: list[dict[str, str]] = []
    for design in DESIGNS.values():
        top, files = design.hardware.stream, design.hardware.files()
        if any(path.stem == module for path in files):
            whole = elaborated(top.top, tuple(top.parameters.items()), files)
            found += map(dict, whole.parameters[module])
    return found
