# SPDX-License-Identifier: Apache-2.0
"""The message padders against the golden model, for every rule of the library."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import Model, Outcome, build_for_cocotb, run

from gatehash.models.padding import RULES
from gatehash.paths import rtl_root

PORTS = ("*_i", "*_o")
SOURCES = (
    "stream/gh_stream_pkg.sv",
    "stream/gh_serial_pkg.sv",
    "stream/gh_message_padder.sv",
    "stream/gh_serial_padder.sv",
)

# Every rule fits the first one; the others have as little room as their widest rules need, and the
# last two have several blocks a beat.
SHAPES = [
    *((8, 168), (1, 64), (4, 128), (16, 128), (16, 112), (56, 112)),
    *((64, 64), (112, 112), (224, 112), (448, 112)),
]
SERIAL_SHAPES = [(1, 168), (2, 168), (2, 64)]
# One of each mechanism: beats within a block, several blocks a beat, one or two bytes.
QUICK = [(8, 168)]


def build_padder(stream_bytes: int, max_block_bytes: int, root: Path | None = None) -> Model:
    """Build the padder behind its wrapper, from another RTL folder than its own if one is given."""
    root = root or rtl_root()
    files = [*(root / source for source in SOURCES), Path(__file__).parent / "gh_padder_tb.sv"]
    parameters = {
        "StreamBytes": stream_bytes,
        "MaxBlockBytes": max_block_bytes,
        "Serial": int((stream_bytes, max_block_bytes) in SERIAL_SHAPES),
    }
    return build_for_cocotb("gh_padder_tb", files, parameters, PORTS)


def run_padder(
    model: Model,
    stream_bytes: int,
    max_block_bytes: int,
    folder: Path,
    tests: Sequence[str] | None = None,
) -> Outcome:
    """Run the padder's bench, or some tests of it."""
    environment = {
        "GATEHASH_STREAM_BYTES": str(stream_bytes),
        "GATEHASH_MAX_BLOCK_BYTES": str(max_block_bytes),
    }
    return run(model, "padder_bench", folder, environment, tests)


def test_every_rule_fits_the_first_shape() -> None:
    stream_bytes, max_block_bytes = SHAPES[0]
    for rule in RULES.values():
        assert rule.block_bytes <= max_block_bytes
        assert rule.block_bytes % stream_bytes == 0


@pytest.mark.parametrize(
    ("stream_bytes", "max_block_bytes"),
    [
        pytest.param(*shape, marks=[] if shape in QUICK else [pytest.mark.large])
        for shape in (*SHAPES, *SERIAL_SHAPES)
    ],
)
def test_message_padder(stream_bytes: int, max_block_bytes: int, tmp_path: Path) -> None:
    model = build_padder(stream_bytes, max_block_bytes)
    run_padder(model, stream_bytes, max_block_bytes, tmp_path).require_success()
