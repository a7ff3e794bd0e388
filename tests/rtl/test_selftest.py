# SPDX-License-Identifier: Apache-2.0
"""The benches under test: each planted fault must make the named cocotb test fail."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.rtl.bench_tools import DEFAULT_SEED
from tests.rtl.cocotb_build import Outcome, build_stream_top, run
from tests.rtl.test_message_padder import build_padder, run_padder

from gatehash.catalog import find
from gatehash.paths import rtl_root


@dataclass(frozen=True)
class Fault:
    """A fault: what to change in which file, and the test that must see it."""

    name: str
    file: str
    right: str
    wrong: str
    seen_by: str

    def plant(self, root: Path) -> None:
        """Change the file; what is changed must be there once."""
        path = root / self.file
        text = path.read_text()
        assert text.count(self.right) == 1, f"{self.file}: '{self.right}' is not there once"
        path.write_text(text.replace(self.right, self.wrong))


STREAM_FAULTS = [
    Fault(
        "rotation",
        "skein/generated/gh_skein_constants_pkg.sv",
        "    14, 16,",
        "    14, 17,",
        "every_length",
    ),
    Fault(
        "idle_cycle_per_block",
        "skein/gh_threefish.sv",
        "assign ready_o = (cipher_q == Idle) || done_o;",
        "assign ready_o = (cipher_q == Idle);",
        "every_length",
    ),
    Fault(
        "idle_cycle_in_latency",
        "skein/gh_threefish.sv",
        "assign ready_o = (cipher_q == Idle) || done_o;",
        "assign ready_o = (cipher_q == Idle);",
        "latency",
    ),
    Fault(
        "idle_cycle_in_steady_state",
        "skein/gh_threefish.sv",
        "assign ready_o = (cipher_q == Idle) || done_o;",
        "assign ready_o = (cipher_q == Idle);",
        "steady_state",
    ),
    Fault(
        "position_wraps",
        "skein/gh_skein_core.sv",
        "TypeMsg, position_i[95:64]), position_i[63:0]",
        "TypeMsg, '0), 64'(position_i[14:0])",
        "long_messages",
    ),
    Fault(
        "count_survives_message",
        "stream/gh_message_padder.sv",
        "(state_q != Data || taken && last_i)) count_q",
        "(state_q != Data)) count_q",
        "every_length",
    ),
    Fault(
        "keep_of_last_beat",
        "stream/gh_digest_stream.sv",
        "(end_beat && !error_q) ? EndKeep : '1",
        "(end_beat && error_q) ? EndKeep : '1",
        "every_length",
    ),
    Fault(
        "keep_of_error",
        "stream/gh_digest_stream.sv",
        "(end_beat && !error_q) ? EndKeep : '1",
        "end_beat ? EndKeep : '1",
        "malformed_at_full_rate",
    ),
    Fault(
        "last_too_early",
        "stream/gh_digest_stream.sv",
        "assign last_o   = end_beat;",
        "assign last_o   = last_q && (left_q == BeatBits'(2));",
        "every_length",
    ),
    Fault(
        "error_leaks_into_next",
        "stream/gh_block_buffer.sv",
        "error_q <= flags_i.error;",
        "error_q <= error_q || flags_i.error;",
        "malformed_at_full_rate",
    ),
    Fault(
        "error_leaks_state",
        "stream/gh_digest_stream.sv",
        "if (taken && error_i) piece_q[0] <= '0;",
        "",
        "malformed_at_full_rate",
    ),
    Fault(
        "hole_is_taken",
        "stream/gh_message_padder.sv",
        "assign malformed = hole ||",
        "assign malformed =",
        "malformed_at_full_rate",
    ),
    Fault(
        "drain_forgets_block",
        "stream/gh_message_padder.sv",
        "(beat_q == '0) ? Data : Abort;",
        "Data;",
        "malformed_with_stalls",
    ),
    Fault(
        "valid_waits_for_ready",
        "stream/gh_digest_stream.sv",
        "assign valid_o  = !empty_q && !rst_i;",
        "assign valid_o  = !empty_q && !rst_i && ready_i;",
        "digest_is_held",
    ),
    Fault(
        "valid_falls",
        "stream/gh_digest_stream.sv",
        "else if (valid_o && ready_i) left_q",
        "else if (valid_o) left_q",
        "digest_is_held",
    ),
    Fault(
        "payload_moves",
        "stream/gh_digest_stream.sv",
        "else if (valid_o && ready_i) beat_q",
        "else if (valid_o) beat_q",
        "every_length_with_stalls",
    ),
    Fault(
        "digest_is_lost",
        "skein/gh_skein_core.sv",
        "(ubi_q == Output && !piece_ready_i)",
        "(1'b0)",
        "every_length_with_stalls",
    ),
    Fault(
        "core_runs_through_reset",
        "skein/gh_threefish.sv",
        "cipher_q <= rst_i ? Idle : cipher_d;",
        "cipher_q <= cipher_d;",
        "reset_anywhere",
    ),
    Fault(
        "output_survives_reset",
        "stream/gh_digest_stream.sv",
        "if (rst_i) empty_q <= 1'b1;\n    else if",
        "if",
        "reset_anywhere",
    ),
]

PADDER_FAULTS = [
    Fault(
        "no_closing_bit",
        "stream/gh_message_padder.sv",
        "bytes_out[i] |= rule_i.closing;",
        "bytes_out[i] |= 8'h00;",
        "every_length",
    ),
    Fault(
        "length_and_marker_collide",
        "stream/gh_message_padder.sv",
        "10'(rule_i.block_bytes) - 10'(tail)",
        "10'(rule_i.block_bytes) - 10'(tail) + 1'b1",
        "every_length",
    ),
    Fault(
        "length_in_bytes",
        "stream/gh_message_padder.sv",
        "(8 * MaxTail)'({count, 3'b000})",
        "(8 * MaxTail)'(count)",
        "rules_in_turn",
    ),
    Fault(
        "error_is_not_final",
        "stream/gh_message_padder.sv",
        "final_block || flags_o.error;",
        "final_block;",
        "malformed_packets",
    ),
]


# A wrong digest, a wrong number of cycles, a malformed packet that goes unseen.
_ALWAYS = ("rotation", "idle_cycle_in_latency", "hole_is_taken", "no_closing_bit")


def _cases(faults: Sequence[Fault]) -> list[object]:
    """Return the faults; those of three kinds are always planted, each of which takes a build."""
    return [
        pytest.param(each, id=each.name, marks=[] if each.name in _ALWAYS else pytest.mark.large)
        for each in faults
    ]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the RTL. The seed is fixed: whether a fault is seen is not to hang on luck."""
    monkeypatch.setenv("GATEHASH_SEED", str(DEFAULT_SEED))
    return shutil.copytree(rtl_root(), tmp_path / "rtl")


def _run_stream(root: Path, folder: Path, tests: Sequence[str]) -> Outcome:
    # A digest that ends within a beat.
    job = find("skein256-x8").job("skein-256-160")
    examples = job.design.function("skein-256-256").examples
    files = [root / file.relative_to(rtl_root()) for file in job.hardware.files()]
    environment = {
        "GATEHASH_DESIGN": job.design.name,
        "GATEHASH_FUNCTION": "skein-256-256",
        "GATEHASH_OPERATION": job.operation,
        "GATEHASH_EXAMPLE": str(examples.index({"digest_bits": 160})),
    }
    return run(build_stream_top(job.hardware, files), "stream_bench", folder, environment, tests)


def _run_padder(root: Path, folder: Path, tests: Sequence[str]) -> Outcome:
    return run_padder(build_padder(16, 128, root), 16, 128, folder, tests)


def _require_caught(outcome: Outcome, fault: Fault) -> None:
    assert (outcome.passed, outcome.failed) == ((), (fault.seen_by,)), outcome.log


def test_stream_bench_passes_without_fault(root: Path, tmp_path: Path) -> None:
    tests = sorted({fault.seen_by for fault in STREAM_FAULTS})
    outcome = _run_stream(root, tmp_path, tests)
    outcome.require_success()
    assert sorted(outcome.passed) == tests


def test_padder_bench_passes_without_fault(root: Path, tmp_path: Path) -> None:
    tests = sorted({fault.seen_by for fault in PADDER_FAULTS})
    outcome = _run_padder(root, tmp_path, tests)
    outcome.require_success()
    assert sorted(outcome.passed) == tests


@pytest.mark.parametrize("fault", _cases(STREAM_FAULTS))
def test_stream_bench_catches(fault: Fault, root: Path, tmp_path: Path) -> None:
    fault.plant(root)
    _require_caught(_run_stream(root, tmp_path, [fault.seen_by]), fault)


@pytest.mark.parametrize("fault", _cases(PADDER_FAULTS))
def test_padder_bench_catches(fault: Fault, root: Path, tmp_path: Path) -> None:
    fault.plant(root)
    _require_caught(_run_padder(root, tmp_path, [fault.seen_by]), fault)
