# SPDX-License-Identifier: Apache-2.0
"""A design that hangs ends with an error in words, after a bounded number of cycles."""

import shutil
from pathlib import Path

import pytest

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation
from gatehash.simulate.altered import Altered
from gatehash.simulate.build import simulator

_STREAM = "stream/gh_digest_stream.sv"


_PADDER = "stream/gh_message_padder.sv"
_NO_ANSWER = {"assign valid_o  = !empty_q && !rst_i;": "assign valid_o  = 1'b0;"}
_NO_INPUT = {"assign ready_o ": "assign ready_o = 1'b0; logic was; assign was "}
_NO_END = {
    "end else if (valid_o && ready_i) left_q <= left_q - 1'b1;": "end",
    "beat_q <= beat_q + 1'b1;": "beat_q <= '0;",
}


@pytest.mark.parametrize(
    ("file", "changes", "said"),
    [
        (_STREAM, _NO_ANSWER, "the design gives no answer"),
        (_PADDER, _NO_INPUT, "the design takes no input"),
        (_STREAM, _NO_END, "the design's answer does not end"),
    ],
)
def test_a_design_that_hangs(file: str, changes: dict[str, str], said: str, tmp_path: Path) -> None:
    root = shutil.copytree(rtl_root(), tmp_path / "rtl")
    text = (root / file).read_text()
    for right, wrong in changes.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    (root / file).write_text(text)
    job = find("sha256-lut").job()
    program = [str(simulator(job, altered=Altered(root)))]
    with (
        pytest.raises(GatehashError, match=f"of sha256-lut failed: simulator: {said}"),
        Simulation(job, program=program) as simulation,
    ):
        simulation.ask([bytes(100)])
