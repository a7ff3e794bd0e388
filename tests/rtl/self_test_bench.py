# SPDX-License-Identifier: Apache-2.0
"""The test bench of ``gh_self_test``: a top that is right, wrong in every way, late, or silent.

``GATEHASH_PARAMETERS`` has its parameters in JSON. The streams have a byte, so that a packet is its
bytes; that of the configuration may be wider.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge
from tests.rtl.bench_tools import make_rng, scramble

PARAMETERS: dict[str, int] = json.loads(os.environ["GATEHASH_PARAMETERS"])
LIMIT = PARAMETERS["Limit"]
CONFIG_BYTES = PARAMETERS.get("ConfigBits", 8) // 8


def packet(name: str) -> bytes:
    """A packet that the parameters tell."""
    beats, size = ("ConfigBeats", CONFIG_BYTES) if name == "Configuration" else (f"{name}Beats", 1)
    return PARAMETERS.get(name, 0).to_bytes(size * PARAMETERS.get(beats, 0), "little")


MESSAGE, CONFIGURATION, ANSWER = map(packet, ("Message", "Configuration", "Answer"))
PERIOD_NS = 10
BOUND_NS = 20_000 * PERIOD_NS


@dataclass
class Bench:
    """The module, a top of which each answer is made, and the outside."""

    dut: Any
    rng: random.Random
    answer: Callable[[bytes], list[tuple[int, int, bool, bool]]]
    stall: float = 0.3
    message: bytearray = field(default_factory=bytearray)
    configurations: list[bytes] = field(default_factory=list)
    messages: list[bytes] = field(default_factory=list)
    outside: list[tuple[int, int, int, int]] = field(default_factory=list)
    to_send: list[tuple[int, bool]] = field(default_factory=list)
    in_reset: bool = False
    noise: random.Random = field(default_factory=lambda: random.Random(LIMIT))

    async def start(self) -> None:
        """Connect the top and the outside, and reset for one cycle."""
        Clock(self.dut.clk_i, PERIOD_NS, "ns").start()
        for name in ("config_valid_i", "valid_i", "ready_i", "top_config_ready_i", "top_ready_i"):
            getattr(self.dut, name).value = 0
        self.dut.top_valid_i.value = 0
        cocotb.start_soon(self.top())
        await self.reset()

    async def reset(self) -> None:
        """Reset for one cycle; the top forgets what it was at."""
        self.dut.rst_i.value = 1
        self.in_reset = True
        await RisingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        self.in_reset = False

    async def top(self) -> None:
        """Take configurations and messages with stalls, and send the answers."""
        dut = self.dut
        config = bytearray()
        answers: list[tuple[int, int, bool, bool]] = []
        while True:
            dut.top_config_ready_i.value = self.rng.random() >= self.stall
            dut.top_ready_i.value = self.rng.random() >= self.stall
            goes_on = dut.top_valid_i.value == 1 or self.rng.random() >= self.stall
            offers = bool(answers) and goes_on
            dut.top_valid_i.value = offers
            if offers:
                data, keep, last, user = answers[0]
                dut.top_data_i.value, dut.top_keep_i.value = data, keep
                dut.top_last_i.value, dut.top_user_i.value = last, user
            else:
                names = ("top_data_i", "top_keep_i", "top_last_i", "top_user_i")
                scramble(self.noise, [getattr(dut, name) for name in names])
            self.idle()
            await ReadOnly()
            config_taken = dut.top_config_valid_o.value == 1 and dut.top_config_ready_i.value == 1
            taken = dut.top_valid_o.value == 1 and dut.top_ready_i.value == 1
            left = offers and dut.top_ready_o.value == 1
            if config_taken:
                config += int(dut.top_config_data_o.value).to_bytes(CONFIG_BYTES, "little")
                if dut.top_config_last_o.value == 1:
                    self.configurations.append(bytes(config))
                    config.clear()
            if taken:
                if dut.top_keep_o.value == 1:
                    self.message.append(int(dut.top_data_o.value))
                if dut.top_last_o.value == 1:
                    self.messages.append(bytes(self.message))
                    answers += self.answer(bytes(self.message))
                    self.message.clear()
            if left:
                answers.pop(0)
            await RisingEdge(dut.clk_i)
            if self.in_reset or dut.rst_i.value == 1:
                config.clear()
                self.message.clear()
                answers.clear()

    def idle(self) -> None:
        """Put random payload where the outside offers nothing."""
        dut = self.dut
        if not self.to_send:
            scramble(self.noise, (dut.data_i, dut.keep_i, dut.last_i))
        if dut.config_valid_i.value == 0:
            scramble(self.noise, (dut.config_data_i, dut.config_last_i))

    async def cycles(self, count: int) -> None:
        """Work for so many cycles; what comes out is kept, and what is to be sent is offered."""
        dut = self.dut
        for _ in range(count):
            offers = bool(self.to_send)
            dut.valid_i.value = offers
            if offers:
                dut.data_i.value, dut.last_i.value = self.to_send[0]
                dut.keep_i.value = 1
            dut.ready_i.value = self.rng.random() >= self.stall
            await ReadOnly()
            if offers and dut.ready_o.value == 1:
                self.to_send.pop(0)
            if dut.valid_o.value == 1 and dut.ready_i.value == 1:
                beat = (dut.data_o, dut.keep_o, dut.last_o, dut.user_o)
                self.outside.append(tuple(int(each.value) for each in beat))  # type: ignore[arg-type]
            await RisingEdge(dut.clk_i)

    async def until(self, name: str) -> int:
        """Wait for an output and return the cycles; nothing may come out or go in before."""
        for cycle in range(LIMIT + 10):
            await ReadOnly()
            if getattr(self.dut, name).value == 1:
                await RisingEdge(self.dut.clk_i)
                return cycle
            for port in ("ready_o", "valid_o", "config_ready_o"):
                assert getattr(self.dut, port).value == 0, port
            await RisingEdge(self.dut.clk_i)
        raise AssertionError(f"{name} did not come")


def beats(data: bytes) -> list[tuple[int, int, bool, bool]]:
    """An answer of whole beats."""
    return [(byte, 1, place == len(data) - 1, False) for place, byte in enumerate(data)]


def reversed_bytes(message: bytes) -> list[tuple[int, int, bool, bool]]:
    """The known answer to the known message; of another one, the message backwards."""
    return beats(ANSWER if message == MESSAGE else message[::-1])


async def passes(bench: Bench) -> None:
    """The test passes, and then a message and its answer go through."""
    await bench.until("passed_o")
    assert bench.messages[-1] == MESSAGE
    assert bench.configurations[-1:] == [CONFIGURATION][: len(CONFIGURATION)]
    bench.to_send = [(7, False), (8, False), (9, True)]
    bench.outside.clear()
    await bench.cycles(100)
    assert bench.outside == [(9, 1, 0, 0), (8, 1, 0, 0), (7, 1, 1, 0)]
    assert bench.dut.passed_o.value == 1


async def refuses(bench: Bench) -> None:
    """The test has failed: packets are answered with an error, and none gets to the top."""
    asked = len(bench.messages)
    bench.outside.clear()
    bench.to_send = [(1, False), (2, True), (3, True)]
    bench.dut.config_valid_i.value = 1
    await bench.cycles(60)
    assert bench.outside == [(0, 1, 1, 1)] * 2
    assert bench.dut.config_ready_o.value == 1
    bench.dut.config_valid_i.value = 0
    assert len(bench.messages) == asked
    assert not bench.message
    assert bench.dut.failed_o.value == 1


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def a_right_answer_opens_the_streams(dut: Any) -> None:
    bench = Bench(dut, make_rng("right", dut._log), reversed_bytes)
    await bench.start()
    await passes(bench)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_wrong_answer_closes_them(dut: Any) -> None:
    right = beats(ANSWER)
    wrong = [
        *(
            [*right[:at], (right[at][0] ^ 1 << bit, *right[at][1:]), *right[at + 1 :]]
            for at in range(len(right))
            for bit in (0, 7)
        ),
        [*right[:-1], (right[-1][0], 1, True, True)],
        [*right[:-1], (right[-1][0], 0, True, False)],
        right[1:],
        [*right[:-2], (right[-2][0], 1, True, False)],
        [*right[:-1], (right[-1][0], 1, False, False), (0, 1, True, False)],
    ]
    bench = Bench(dut, make_rng("wrong", dut._log), reversed_bytes)
    await bench.start()
    for each in wrong:
        bench.answer = lambda _, each=each: list(each)  # type: ignore[misc]
        await bench.reset()
        await bench.until("failed_o")
        await refuses(bench)
    # The next reset tests again.
    bench.answer = reversed_bytes
    await bench.reset()
    await passes(bench)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def an_answer_that_does_not_come_is_wrong(dut: Any) -> None:
    bench = Bench(dut, make_rng("silent", dut._log), lambda _: [])
    await bench.start()
    assert LIMIT <= await bench.until("failed_o") <= LIMIT + 2
    await refuses(bench)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def a_reset_in_any_cycle_begins_again(dut: Any) -> None:
    bench = Bench(dut, make_rng("reset", dut._log), reversed_bytes)
    await bench.start()
    for cycle in range(60):
        bench.to_send = [(5, True)] if cycle > 30 else []
        await bench.cycles(cycle)
        bench.to_send = []
        dut.valid_i.value = 0
        await bench.reset()
        await bench.until("passed_o")
        assert bench.messages[-1] == MESSAGE
