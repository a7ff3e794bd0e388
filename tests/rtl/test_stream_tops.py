# SPDX-License-Identifier: Apache-2.0
"""Every stream top of the catalogue on the one bench."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.catalogue import OTHER_WIDTHS, VARIANTS, parameters
from tests.rtl.cocotb_build import build_stream_top, run

from gatehash.catalog import Design


def _designs() -> Iterator[tuple[str, str, Design]]:
    """Every design with each algorithm, its other digest lengths and form for padded messages."""
    for label, variant, design in VARIANTS:
        yield label, variant, design
        for bits in design.digests:
            other = design.with_digest_bits(bits)
            yield f"{design.name}-{other.algorithm.name}", variant, other
        if design.padded:
            yield f"{label}-padded", variant, design.for_padded()


def _rare(design: Design) -> bool:
    """Whether it is a part of another design, or has long runs, and so is slow.

    The forms of the S-box and of MixRows are proved equal: of those that take a cycle and of those
    that take none one is enough.
    """
    if design.family == "whirlpool":
        return design.name not in ("whirlpool-bram-table", "whirlpool-lut-logic")
    if design.family != "compact":
        return False
    long = design.timing.block > 1500 or design.algorithm.digest_bits > 4096
    return long or design.name not in ("skein-mc", "blake-chacha-mc-1")


def _environment(variant: str, design: Design) -> dict[str, str]:
    algorithm = design.algorithm
    return {
        "GATEHASH_DESIGN": design.name,
        "GATEHASH_VARIANT": variant,
        "GATEHASH_DIGEST_BITS": str(algorithm.digest_bits or ""),
        "GATEHASH_PADDED": "1" if design.padded and algorithm.padding.whole else "",
    }


@pytest.mark.parametrize(("variant", "design"), parameters(_designs(), most=1, rare=_rare))
def test_stream_top(variant: str, design: Design, tmp_path: Path) -> None:
    environment = _environment(variant, design)
    run(build_stream_top(design), "stream_bench", tmp_path, environment).require_success()


@pytest.mark.parametrize(
    "design", OTHER_WIDTHS, ids=lambda design: f"{design.name}-{design.stream_bits}"
)
def test_other_widths(design: Design, tmp_path: Path) -> None:
    """Good and malformed packets with stalls, of the algorithm with the shortest runs."""
    variant, chosen = min(design.variants.items(), key=lambda each: each[1].timing.block)
    environment = _environment(variant, chosen)
    environment["GATEHASH_STREAM_BITS"] = str(design.stream_bits)
    tests = ("every_length_with_stalls", "malformed_at_full_rate", "malformed_with_stalls")
    run(build_stream_top(chosen), "stream_bench", tmp_path, environment, tests).require_success()


def _second_streams() -> Iterator[tuple[str, str, Design]]:
    """Every design with each algorithm that its second stream takes."""
    return (case for case in VARIANTS if case[-1].algorithm.lanes > 1)


def _not_least(design: Design) -> bool:
    """Whether it is a part of another design, or its algorithm has longer runs than another."""
    return design.name != "blake-chacha-mc-1" or design.algorithm.name != "chacha8"


@pytest.mark.parametrize(
    ("variant", "design"), parameters(_second_streams(), most=1, rare=_not_least)
)
def test_second_stream(variant: str, design: Design, tmp_path: Path) -> None:
    """The second stream by itself is as good as the first."""
    environment = {**_environment(variant, design), "GATEHASH_STREAM": "1"}
    run(build_stream_top(design), "stream_bench", tmp_path, environment).require_success()


@pytest.mark.parametrize(
    ("variant", "design"), parameters(_second_streams(), most=1, rare=_not_least)
)
def test_streams_side_by_side(variant: str, design: Design, tmp_path: Path) -> None:
    environment = _environment(variant, design)
    run(build_stream_top(design), "streams_bench", tmp_path, environment).require_success()
