# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_sha3_core.

``GATEHASH_ROUNDS_PER_CYCLE`` and ``GATEHASH_RATE_BYTES`` are its parameters. All functions that it
computes with them are tried in turn.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cocotb
from tests.rtl.core_bench import BOUND_NS, CoreBench, Message

from gatehash.microcode.sha3_emit import FUNCTIONS
from gatehash.models.padding import RULES, pad
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS, Sha3, Shake

ROUNDS_PER_CYCLE = int(os.environ["GATEHASH_ROUNDS_PER_CYCLE"])
RATE = int(os.environ["GATEHASH_RATE_BYTES"])
WIDTH = RATE or max(RULES[name].block_bytes for name in FUNCTIONS)
COMPUTED = [name for name in FUNCTIONS if RATE in (0, RULES[name].block_bytes)]


@dataclass(frozen=True)
class Sha3Message(Message):
    """A message, and the function that it is for."""

    name: str = ""


def _cut(data: bytes, size: int) -> tuple[bytes, ...]:
    return tuple(data[at : at + size] for at in range(0, len(data), size))


def _message(rng: random.Random, name: str, length: int, digest_bytes: int) -> Sha3Message:
    data, rule = rng.randbytes(length), RULES[name]
    if (bits := DIGEST_BITS[name]) is not None:
        digest = Sha3(bits, data).digest()
    else:
        digest = Shake(int(name.removeprefix("shake")), 8 * digest_bytes, data).digest()
    return Sha3Message(
        _cut(pad(rule, data), rule.block_bytes), _cut(digest, rule.block_bytes), name=name
    )


class Bench(CoreBench[Sha3Message]):
    """Drives gh_sha3_core."""

    piece_ports = "piece"
    block_ports = ("function_i", "block_i", "final_i", "error_i")

    def __init__(self, dut: Any, test: str) -> None:
        super().__init__(dut, f"sha3-{ROUNDS_PER_CYCLE}-{RATE}/{test}")

    def offer(self, message: Sha3Message, number: int) -> None:
        block = message.blocks[number]
        last = number == len(message.blocks) - 1
        self.dut.function_i.value = FUNCTIONS.index(message.name)
        # What stands behind the block does not matter.
        noise = self.rng.randbytes(WIDTH - len(block))
        self.dut.block_i.value = int.from_bytes(block + noise, "little")
        self.dut.final_i.value = int(last)
        self.dut.error_i.value = int(last and message.error)

    def taken(self, message: Sha3Message, number: int) -> None:
        pass

    def begin_cycle(self) -> None:
        pass

    def expect(self, message: Sha3Message, number: int) -> None:
        # With an error it does not matter.
        last = number == len(message.pieces) - 1
        self.dut.piece_last_i.value = self.rng.getrandbits(1) if message.error else int(last)

    def piece(self, message: Sha3Message, number: int) -> bytes:
        value = int(self.dut.piece_o.value)
        return value.to_bytes(WIDTH, "little")[: len(message.pieces[number])]

    def cycles_of(self, message: Sha3Message) -> int:
        permutations = len(message.blocks) + len(message.pieces) - 1
        return ROUNDS // ROUNDS_PER_CYCLE * permutations

    @classmethod
    def messages(cls, rng: random.Random) -> Iterator[Sha3Message]:
        for name in COMPUTED:
            block = RULES[name].block_bytes
            sizes = (1, block - 1, block, block + 1, 2 * block, 3 * block - 1)
            for number in range(1, 4):
                for step in (-2, -1, 0, 1):
                    yield _message(rng, name, number * block + step, rng.choice(sizes))
            for size in sizes:
                yield _message(rng, name, rng.randrange(block), size)
            yield _message(rng, name, 0, 2 * block + 1)

    @classmethod
    def refused(cls, rng: random.Random) -> Sha3Message:
        name = rng.choice(COMPUTED)
        size = RULES[name].block_bytes
        blocks = _cut(rng.randbytes(size * rng.randint(1, 3)), size)
        return Sha3Message(blocks, (b"",), error=True, name=name)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """Messages at the edges of the rate, back to back: a permutation each for block and piece."""
    await (await Bench.start(dut, "full_rate")).try_all()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def with_stalls(dut: Any) -> None:
    """The same messages and refused ones, with stalls on both sides."""
    await (await Bench.start(dut, "with_stalls")).try_stalls()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def resets(dut: Any) -> None:
    """Resets of one cycle at any cycle."""
    await (await Bench.start(dut, "resets")).try_resets(100)
