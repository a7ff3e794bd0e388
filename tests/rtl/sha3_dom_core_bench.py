# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_sha3_dom_core.

``GATEHASH_RATE_BYTES`` is its parameter. All functions of that rate are tried in turn, with random
shares and random bits.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import scramble, stalls
from tests.rtl.core_bench import BOUND_NS, CoreBench, Message

from gatehash.models.padding import RULES, pad
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS, Sha3, Shake

RATE = int(os.environ["GATEHASH_RATE_BYTES"])
COMPUTED = [name for name in DIGEST_BITS if RULES[name].block_bytes == RATE]


def _cut(data: bytes) -> tuple[bytes, ...]:
    return tuple(data[at : at + RATE] for at in range(0, len(data), RATE))


def _message(rng: random.Random, name: str, length: int, digest_bytes: int) -> Message:
    data = rng.randbytes(length)
    if (bits := DIGEST_BITS[name]) is not None:
        digest = Sha3(bits, data).digest()
    else:
        digest = Shake(int(name.removeprefix("shake")), 8 * digest_bytes, data).digest()
    return Message(_cut(pad(RULES[name], data)), _cut(digest))


class Bench(CoreBench[Message]):
    """Drives gh_sha3_dom_core."""

    piece_ports = "piece"
    block_ports = ("block0_i", "block1_i", "final_i", "error_i")

    def __init__(self, dut: Any, test: str) -> None:
        super().__init__(dut, f"sha3-dom-{RATE}/{test}")
        self.dry: Iterator[bool] = repeat(False)  # whether there are no random bits in a cycle
        self.bare = 0  # pieces that one share has by itself

    def offer(self, message: Message, number: int) -> None:
        block = int.from_bytes(message.blocks[number], "little")
        mask = self.rng.getrandbits(8 * RATE)
        last = number == len(message.blocks) - 1
        self.dut.block0_i.value = mask
        self.dut.block1_i.value = block ^ mask
        self.dut.final_i.value = int(last)
        self.dut.error_i.value = int(last and message.error)

    def taken(self, message: Message, number: int) -> None:
        pass

    def begin_cycle(self) -> None:
        scramble(self.noise, [self.dut.rnd_i])
        self.dut.rnd_valid_i.value = int(not next(self.dry))

    def expect(self, message: Message, number: int) -> None:
        # With an error it does not matter.
        last = number == len(message.pieces) - 1
        self.dut.piece_last_i.value = self.rng.getrandbits(1) if message.error else int(last)

    def piece(self, message: Message, number: int) -> bytes:
        shares = [int(self.dut.piece0_o.value), int(self.dut.piece1_o.value)]
        piece = (shares[0] ^ shares[1]).to_bytes(RATE, "little")[: len(message.pieces[number])]
        self.bare += any(
            share.to_bytes(RATE, "little").startswith(piece[:8]) and len(piece) >= 8
            for share in shares
        )
        return piece

    def cycles_of(self, message: Message) -> int:
        permutations = len(message.blocks) + len(message.pieces) - 1
        return ROUNDS * permutations + len(message.pieces) + 1

    @classmethod
    def messages(cls, rng: random.Random) -> Iterator[Message]:
        sizes = (1, RATE - 1, RATE, RATE + 1, 2 * RATE, 3 * RATE - 1)
        for name in COMPUTED:
            for number in range(1, 3):
                for step in (-2, -1, 0, 1):
                    yield _message(rng, name, number * RATE + step, rng.choice(sizes))
            if DIGEST_BITS[name] is None:
                for size in sizes:
                    yield _message(rng, name, rng.randrange(RATE), size)
            yield _message(rng, name, 0, 2 * RATE + 1)

    @classmethod
    def refused(cls, rng: random.Random) -> Message:
        return Message(_cut(rng.randbytes(RATE * rng.randint(1, 3))), (b"",), error=True)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """Messages at the edges of the rate, back to back, in cycles that are known."""
    bench = await Bench.start(dut, "full_rate")
    await bench.try_all()
    assert isinstance(bench, Bench)
    assert bench.bare == 0, "a share is the digest by itself"


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def with_stalls(dut: Any) -> None:
    """The same messages and refused ones, with stalls of blocks, pieces and random bits."""
    bench = await Bench.start(dut, "with_stalls")
    assert isinstance(bench, Bench)
    bench.dry = stalls(bench.rng, 0.4, 10)
    await bench.try_stalls()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def without_random_bits(dut: Any) -> None:
    """Wherever random bits end, no block is taken and no piece leaves until they come again."""
    bench = await Bench.start(dut, "without_random_bits")
    assert isinstance(bench, Bench)
    message = _message(bench.rng, COMPUTED[0], RATE, RATE)
    for cycles in range(0, bench.cycles_of(message) - 1, 3):
        bench.dry = chain(repeat(False, cycles), repeat(True))
        await bench.exchange([message, message], stop_after=cycles)
        dut.valid_i.value = 1
        dut.error_i.value = 0
        bench.piece_ready.value = 1
        for _ in range(60):
            bench.begin_cycle()
            scramble(bench.noise, bench.block[:2])
            await RisingEdge(dut.clk_i)
            assert not dut.ready_o.value
            assert not bench.piece_valid.value
        await bench.reset()
        bench.dry = repeat(False)
        await bench.exchange([message])


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def resets(dut: Any) -> None:
    """Resets of one cycle at any cycle."""
    bench = await Bench.start(dut, "resets")
    assert isinstance(bench, Bench)
    bench.dry = stalls(bench.rng, 0.1, 5)
    await bench.try_resets(60)
