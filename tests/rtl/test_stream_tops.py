# SPDX-License-Identifier: Apache-2.0
"""Every stream top of the catalogue on the one bench."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.catalogue import CATALOGUE, parameters
from tests.rtl.cocotb_build import build_stream_top, run

from gatehash.catalog import Design


def _designs() -> Iterator[tuple[str, Design]]:
    """Every design, its other digest lengths and its form for padded messages."""
    for name, design in CATALOGUE:
        yield name, design
        for bits in design.digests:
            other = design.with_digest_bits(bits)
            yield f"{name}-{other.algorithm.name}", other
        if design.padded:
            yield f"{name}-padded", design.for_padded()


@pytest.mark.parametrize("design", parameters(_designs(), most=2))
def test_stream_top(design: Design, tmp_path: Path) -> None:
    outcome = run(
        build_stream_top(design),
        "stream_bench",
        tmp_path,
        {
            "GATEHASH_DESIGN": design.name,
            "GATEHASH_DIGEST_BITS": str(design.algorithm.digest_bits),
            "GATEHASH_PADDED": "1" if design.algorithm.padding.whole else "",
        },
    )
    outcome.require_success()
