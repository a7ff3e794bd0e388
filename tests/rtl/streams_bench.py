# SPDX-License-Identifier: Apache-2.0
"""The test bench of stream tops with several streams, which work side by side.

Variables as for ``stream_packets``.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import cocotb
from cocotb.clock import Clock
from tests.rtl.bench_tools import bad_packets
from tests.rtl.stream_driver import STALLS, Bench
from tests.rtl.stream_packets import (
    BEATS,
    BOUND_NS,
    DESIGN,
    PERIOD_NS,
    STREAM_BYTES,
    malformed,
    short,
)


async def traffic(bench: Bench) -> None:
    """Good and malformed packets, with stalls of all kinds in an order of the stream's own."""
    bad = [packet for few in bad_packets(bench.rng, STREAM_BYTES, BEATS) for packet in few]
    shares = list(product(STALLS, STALLS))
    bench.rng.shuffle(shares)
    for source, sink in shares:
        bench.stall(source, sink)
        packets = [malformed(bench.rng, packet) for packet in bench.rng.sample(bad, 2)]
        packets += [short(bench.rng) for _ in range(4)]
        bench.rng.shuffle(packets)
        await bench.exchange(*packets)
    bench.stall(0, 0)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def side_by_side(dut: Any) -> None:
    """Each stream's answers are right and in order, whatever the others do."""
    benches = [Bench(dut, f"side_by_side/{k}", k) for k in range(DESIGN.hardware.streams)]
    Clock(dut.aclk, PERIOD_NS, unit="ns").start()
    for bench in benches:
        cocotb.start_soon(bench.watch.run())
    await benches[0].reset(5)
    for task in [cocotb.start_soon(traffic(bench)) for bench in benches]:
        await task
    for bench in benches:
        await bench.nothing_more()
