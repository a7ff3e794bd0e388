# SPDX-License-Identifier: Apache-2.0
"""Every stream top of the catalogue on the one bench."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_stream_top, run

from gatehash.catalog import DESIGNS, Design


def _designs() -> Iterator[Design]:
    """Every design, and other digest lengths on the fastest of each algorithm that has them."""
    fastest: dict[str, Design] = {}
    for design in DESIGNS.values():
        yield design
        name = design.algorithm.name
        if design.resize and (
            name not in fastest or design.timing.block < fastest[name].timing.block
        ):
            fastest[name] = design
    for design in fastest.values():
        state = design.algorithm.digest_bits
        for bits in (8, 160, state // 2, state + 8, 2 * state + 64):
            yield design.with_digest_bits(bits)
    yield min(fastest.values(), key=lambda design: design.algorithm.block_bits).with_digest_bits(
        4096 + 8
    )


@pytest.mark.parametrize(
    "design",
    [pytest.param(design, id=f"{design.name}-{design.algorithm.name}") for design in _designs()],
)
def test_stream_top(design: Design, tmp_path: Path) -> None:
    outcome = run(
        build_stream_top(design),
        "stream_bench",
        tmp_path,
        {
            "GATEHASH_DESIGN": design.name,
            "GATEHASH_DIGEST_BITS": str(design.algorithm.digest_bits),
        },
    )
    outcome.require_success()
