# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_sha2_core; ``GATEHASH_WORD_BITS`` and ``GATEHASH_DIGEST_BITS`` are set.

Words come as gh_word_buffer gives them: word i in the cycle 1 + i after their block was taken.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import cocotb
from tests.rtl.core_bench import BOUND_NS, CoreBench, Message

from gatehash.models.padding import RULES, pad
from gatehash.models.sha2 import WORDS_32, WORDS_64, Sha256, Sha512

WORD_BITS = int(os.environ["GATEHASH_WORD_BITS"])
DIGEST_BITS = int(os.environ["GATEHASH_DIGEST_BITS"])
PARAMETERS, FUNCTION = {32: (WORDS_32, Sha256), 64: (WORDS_64, Sha512)}[WORD_BITS]
BLOCK = PARAMETERS.block_bytes
RULE = RULES[f"sha-{8 * WORD_BITS}"]


def _blocks(padded: bytes) -> tuple[bytes, ...]:
    return tuple(padded[at : at + BLOCK] for at in range(0, len(padded), BLOCK))


class Bench(CoreBench[Message]):
    """Drives gh_sha2_core."""

    piece_ports = "digest"
    block_ports = ("final_i", "error_i")

    def __init__(self, dut: Any, test: str) -> None:
        super().__init__(dut, f"sha2-{WORD_BITS}-{DIGEST_BITS}/{test}")
        self.words: deque[int] = deque()

    def offer(self, message: Message, number: int) -> None:
        last = number == len(message.blocks) - 1
        self.dut.final_i.value = int(last)
        self.dut.error_i.value = int(last and message.error)

    def taken(self, message: Message, number: int) -> None:
        block, size = message.blocks[number], WORD_BITS // 8
        self.words = deque(
            int.from_bytes(block[at : at + size], "big") for at in range(0, BLOCK, size)
        )

    def begin_cycle(self) -> None:
        # What stands here between blocks does not matter.
        self.dut.word_i.value = (
            self.words.popleft() if self.words else self.rng.getrandbits(WORD_BITS)
        )

    def expect(self, message: Message, number: int) -> None:
        pass

    def piece(self, message: Message, number: int) -> bytes:
        value, mask = int(self.dut.digest_o.value), PARAMETERS.mask
        words = (value >> WORD_BITS * i & mask for i in range(8))
        return b"".join(word.to_bytes(WORD_BITS // 8, "big") for word in words)[: DIGEST_BITS // 8]

    def cycles_of(self, message: Message) -> int:
        return PARAMETERS.rounds * len(message.blocks) + 6

    async def reset(self) -> None:
        self.words.clear()
        await super().reset()

    @classmethod
    def messages(cls, rng: random.Random) -> Iterator[Message]:
        for length in (*range(2 * BLOCK + 2), 7 * BLOCK + 3):
            message = rng.randbytes(length)
            yield Message(_blocks(pad(RULE, message)), (FUNCTION(DIGEST_BITS, message).digest(),))

    @classmethod
    def refused(cls, rng: random.Random) -> Message:
        blocks = _blocks(rng.randbytes(BLOCK * rng.randint(1, 3)))
        return Message(blocks, (b"",), error=True)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """Messages of 0 to 2 blocks + 1 bytes, back to back: 64 or 80 cycles a block, 6 a message."""
    await (await Bench.start(dut, "full_rate")).try_all()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def with_stalls(dut: Any) -> None:
    """The same messages and refused ones, with stalls on both sides."""
    await (await Bench.start(dut, "with_stalls")).try_stalls()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def resets(dut: Any) -> None:
    """Resets of one cycle at any cycle."""
    await (await Bench.start(dut, "resets")).try_resets(100)
