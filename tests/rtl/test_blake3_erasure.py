# SPDX-License-Identifier: Apache-2.0
"""Nothing is left of a message of several chunks, which fills the memory."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.rtl.state_bench import Packet, StateBench, differences, good

from gatehash.catalog import find

# The coprocessor has two values on the stack and the one that is made; the engines have had two
# chunks in each slot.
LENGTHS = {
    "blake3-mc-1": 3 * 1024 + 70,
    "blake3-1": 33 * 1024 + 70,
    "blake3-2": 67 * 1024 + 70,
    "blake3-4": 143 * 1024 + 70,
}
LARGE = pytest.mark.large


def hole(packet: Packet) -> Packet:
    """The last beat has no first byte."""
    keep = (*packet.keep[:-1], packet.keep[0] - 1)
    return replace(packet, keep=keep, answer=b"", error=True)


@pytest.mark.parametrize(
    ("name", "change", "reset"),
    [
        ("blake3-mc-1", hole, None),
        *(pytest.param("blake3-mc-1", None, reset, marks=LARGE) for reset in (None, 30_000)),
        *(
            pytest.param(name, change, reset, marks=LARGE)
            for name in ("blake3-1", "blake3-2", "blake3-4")
            for change, reset in ((None, None), (hole, None), (None, 4000))
        ),
    ],
)
def test_nothing_is_left_of_a_tree(
    name: str, change: Callable[[Packet], Packet] | None, reset: int | None, tmp_path: Path
) -> None:
    design = find(name)
    bench, states = StateBench(design), []
    for seed in range(2):
        rng = random.Random(f"tree {seed}")
        job = design.job("blake3-keyed", {"key": rng.randbytes(32), "digest_bits": 1000})
        packet = good(job, rng, LENGTHS[name])
        sent = [packet if change is None else change(packet)]
        states.append(bench.state(tmp_path / f"{seed}.vcd", sent, reset, 0))
    assert differences(*states) == []
