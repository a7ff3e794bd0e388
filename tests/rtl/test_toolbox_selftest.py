# SPDX-License-Identifier: Apache-2.0
"""The benches of the stream toolbox under test: each planted fault must fail the named test."""

import shutil
from pathlib import Path

import pytest
from tests.rtl.bench_tools import DEFAULT_SEED
from tests.rtl.test_selftest import Fault
from tests.rtl.test_toolbox import KNOWN, build_async_fifo, build_box, run_async_fifo, run_box

from gatehash.paths import rtl_root

FAULTS: list[tuple[dict[str, int], Fault]] = [
    (
        {"Mode": 3},
        Fault(
            "skid_is_overwritten",
            "stream/gh_register_slice.sv",
            "else if (ready_q) data_q <= data_i;",
            "else data_q <= data_i;",
            "every_packet",
        ),
    ),
    (
        {"Mode": 2},
        Fault(
            "skid_survives_reset",
            "stream/gh_register_slice.sv",
            "full_q  <= full_d && !rst_i;",
            "full_q  <= full_d;",
            "reset_anywhere",
        ),
    ),
    (
        {"InBytes": 2, "OutBytes": 6},
        Fault(
            "malformed_becomes_message",
            "stream/gh_width_up.sv",
            "bad_q ? {1'b1, {OutBytes - 1{1'b0}}} : keep_q",
            "keep_q",
            "every_packet",
        ),
    ),
    (
        {"InBytes": 2, "OutBytes": 6},
        Fault(
            "parts_of_the_beat_before_stay",
            "stream/gh_width_up.sv",
            "data_q[i] <= '0;",
            ";",
            "every_packet",
        ),
    ),
    (
        {"InBytes": 2, "OutBytes": 6},
        Fault(
            "looks_at_beats_that_are_not_valid",
            "stream/gh_width_up.sv",
            "else if (taken) first_q <= last_i;",
            "else if (ready_o) first_q <= last_i;",
            "every_packet",
        ),
    ),
    (
        {"InBytes": 6, "OutBytes": 2},
        Fault(
            "empty_part_is_left_out",
            "stream/gh_width_down.sv",
            "(last_q && keep_q[InBytes-1:OutBytes] == '0)",
            "(keep_q[InBytes-1:OutBytes] == '0)",
            "every_packet",
        ),
    ),
    (
        {"StreamBytes": 2, "Depth": 2},
        Fault(
            "head_of_long_packet_stays",
            "stream/gh_message_fifo.sv",
            "write_q <= whole_q;",
            "write_q <= whole_q + 1'b1;",
            "every_packet",
        ),
    ),
    (
        {"StreamBytes": 2, "Erase": 1},
        Fault(
            "a_full_beat_leaves_before_the_end",
            "stream/gh_axis_normalise.sv",
            "assign over    = total > Full;",
            "assign over    = total >= Full;",
            "every_packet",
        ),
    ),
    (
        {"Bytes": 1, "Words": 8},
        Fault(
            "carry_goes_on_to_the_next_number",
            "stream/gh_serial_counter.sv",
            "(first_i ? carry_i : carry_q)",
            "(carry_q)",
            "counts",
        ),
    ),
    (
        {"Bytes": 2, "Words": 3},
        Fault(
            "carry_is_not_cleared",
            "stream/gh_serial_counter.sv",
            "if (clear_i) {carry_q, words_q} <= '0;",
            "if (clear_i) words_q <= '0;",
            "every_cycle",
        ),
    ),
    (
        {"WordBytes": 8, "Bytes": 2},
        Fault(
            "beats_behind_the_last",
            "stream/gh_word_unload.sv",
            "sent + CountBits'(Bytes) >= count_q;",
            "sent + CountBits'(Bytes) > count_q;",
            "every_answer",
        ),
    ),
    (
        {"WordBytes": 8, "Bytes": 1},
        Fault(
            "a_pause_between_words",
            "stream/gh_word_unload.sv",
            "!valid_q || (ready_i && ends);",
            "!valid_q;",
            "full_rate",
        ),
    ),
    (
        {"WordBytes": 4, "Bytes": 2},
        Fault(
            "word_is_not_erased",
            "stream/gh_word_unload.sv",
            "if (clears) word_q <= '0;",
            "if (rst_i) word_q <= '0;",
            "erased",
        ),
    ),
    (
        KNOWN,
        Fault(
            "a_wrong_beat_is_forgotten",
            "stream/gh_self_test.sv",
            "wrong_q || !right;",
            "!right;",
            "every_wrong_answer_closes_them",
        ),
    ),
    (
        KNOWN,
        Fault(
            "a_failed_top_gets_messages",
            "stream/gh_self_test.sv",
            "= open ? valid_i : message_left;",
            "= (open || failed_o) ? valid_i : message_left;",
            "every_wrong_answer_closes_them",
        ),
    ),
]

# Gray in its upper two bits only: right unless bits of a pointer arrive in different cycles.
ASYNC_FAULTS = [
    Fault(
        "pointer_is_no_gray_code",
        "stream/gh_async_fifo.sv",
        "return binary ^ (binary >> 1);",
        "return binary ^ ((binary >> 1) & pointer_t'(Depth / 2));",
        "every_ratio",
    ),
    Fault(
        "cleared_without_acknowledgement",
        "stream/gh_async_fifo.sv",
        "Flush: if (acknowledge_seen)",
        "Flush: if (1'b1)",
        "reset_anywhere",
    ),
    Fault(
        "flush_is_not_heard",
        "stream/gh_async_fifo.sv",
        "request_q || flush_seen || acknowledge_q;",
        "request_q;",
        "reset_anywhere",
    ),
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the RTL. The seed is fixed: whether a fault is seen is not to hang on luck."""
    monkeypatch.setenv("GATEHASH_SEED", str(DEFAULT_SEED))
    return shutil.copytree(rtl_root(), tmp_path / "rtl")


@pytest.mark.parametrize(("parameters", "fault"), FAULTS, ids=[fault.name for _, fault in FAULTS])
def test_bench_catches(
    parameters: dict[str, int], fault: Fault, root: Path, tmp_path: Path
) -> None:
    fault.plant(root)
    model = build_box(Path(fault.file).stem, parameters, root)
    outcome = run_box(model, parameters, tmp_path, [fault.seen_by])
    assert (outcome.passed, outcome.failed) == ((), (fault.seen_by,)), outcome.log


@pytest.mark.parametrize("fault", ASYNC_FAULTS, ids=[fault.name for fault in ASYNC_FAULTS])
def test_async_bench_catches(fault: Fault, root: Path, tmp_path: Path) -> None:
    fault.plant(root)
    parameters = {"Width": 40, "Depth": 16, "SyncStages": 3}
    model = build_async_fifo(parameters, jitter=True, root=root)
    outcome = run_async_fifo(model, parameters, tmp_path, [fault.seen_by])
    assert (outcome.passed, outcome.failed) == ((), (fault.seen_by,)), outcome.log
