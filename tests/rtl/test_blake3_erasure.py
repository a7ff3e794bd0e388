# SPDX-License-Identifier: Apache-2.0
"""Nothing is left of a message of several chunks, whose chaining values fill the stack."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.rtl.state_bench import Packet, StateBench, differences, good

from gatehash.catalog import find

DESIGN = find("blake3-mc-1")
# Two values on the stack and the one that is made.
LENGTH = 3 * 1024 + 70


def hole(packet: Packet) -> Packet:
    """The last beat has no first byte."""
    keep = (*packet.keep[:-1], packet.keep[0] - 1)
    return replace(packet, keep=keep, answer=b"", error=True)


@pytest.mark.parametrize(
    ("change", "reset"),
    [(None, None), (hole, None), (None, 30_000)],
    ids=["whole", "hole", "reset"],
)
def test_nothing_is_left_of_a_tree(
    change: Callable[[Packet], Packet] | None, reset: int | None, tmp_path: Path
) -> None:
    bench, states = StateBench(DESIGN), []
    for seed in range(2):
        rng = random.Random(f"tree {seed}")
        job = DESIGN.job("blake3-keyed", {"key": rng.randbytes(32), "digest_bits": 1000})
        packet = good(job, rng, LENGTH)
        sent = [packet if change is None else change(packet)]
        states.append(bench.state(tmp_path / f"{seed}.vcd", sent, reset, 0))
    assert differences(*states) == []
