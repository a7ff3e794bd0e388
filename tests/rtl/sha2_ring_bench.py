# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_sha2_ring; ``GATEHASH_WORD_BITS`` is set.

In cycle c the ring's cycle 0 is job c mod 3's, in its round c // 3. A block takes the rounds of the
standard and four more, in which its variables leave and the next chaining value enters.
"""

from __future__ import annotations

import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from tests.rtl.bench_tools import make_rng

from gatehash.models.sha2 import WORDS_32, WORDS_64, compress_words

WORD_BITS = int(os.environ["GATEHASH_WORD_BITS"])
PARAMETERS = {32: WORDS_32, 64: WORDS_64}[WORD_BITS]
JOBS, WORDS, EXTRA = 3, 16, 4
ROUNDS = PARAMETERS.rounds
TURN = ROUNDS + EXTRA
BLOCKS = 8
PERIOD_NS = 10


@cocotb.test(timeout_time=JOBS * TURN * (BLOCKS + 2) * PERIOD_NS, timeout_unit="ns")
async def blocks_of_three_jobs(dut: Any) -> None:
    """Blocks and chaining values of three jobs at once; what stands at idle inputs is random."""
    rng = make_rng(f"sha2-ring-{WORD_BITS}", dut._log)
    Clock(dut.clk_i, PERIOD_NS, unit="ns").start()

    def words(count: int) -> list[int]:
        return [rng.getrandbits(WORD_BITS) for _ in range(count)]

    blocks = [[words(WORDS) for _ in range(BLOCKS)] for _ in range(JOBS)]
    chained = [[words(2 * EXTRA) for _ in range(BLOCKS)] for _ in range(JOBS)]
    left: list[list[int]] = [[] for _ in range(JOBS)]

    def at(cycle: int) -> tuple[int, int, int]:
        """Job whose cycle 0 it is, its block and round; before its first block that is block -1."""
        number, job = divmod(cycle, JOBS)
        block, turn = divmod(number - EXTRA, TURN)
        return job, block, turn

    for cycle in range(JOBS * (TURN * (BLOCKS + 1))):
        await FallingEdge(dut.clk_i)

        # A round's word enters three cycles before its cycle 0, and is announced a cycle earlier.
        _, _, turn = at(cycle + 4)
        dut.load_next_i.value = int(turn < WORDS)
        dut.round_next_i.value = turn if turn < ROUNDS else rng.randrange(ROUNDS)
        job, block, turn = at(cycle + 3)
        enters = turn < WORDS and 0 <= block < BLOCKS
        dut.word_i.value = blocks[job][block][turn] if enters else rng.getrandbits(WORD_BITS)

        job, block, turn = at(cycle)
        dut.state_next_i.value = int(turn >= ROUNDS)
        if turn >= ROUNDS and 0 <= block < BLOCKS:
            left[job] += [int(dut.e_o.value), int(dut.a_o.value)]
        for port, late, first in ((dut.e_i, 1, 7), (dut.a_i, 2, 3)):
            job, block, turn = at(cycle - late)
            enters = turn >= ROUNDS and -1 <= block < BLOCKS - 1
            value = chained[job][block + 1][first - (turn - ROUNDS)] if enters else None
            port.value = rng.getrandbits(WORD_BITS) if value is None else value

    for job in range(JOBS):
        for block in range(BLOCKS):
            h, d, g, c, f, b, e, a = left[job][2 * EXTRA * block :][: 2 * EXTRA]
            chaining = chained[job][block]
            found = tuple(
                old + new & PARAMETERS.mask
                for old, new in zip(chaining, (a, b, c, d, e, f, g, h), strict=True)
            )
            assert found == compress_words(chaining, blocks[job][block], PARAMETERS), (job, block)
