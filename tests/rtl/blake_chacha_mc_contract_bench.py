# SPDX-License-Identifier: Apache-2.0
"""Breaks the contract of gh_blake_chacha_mc_core: each test must end the simulation in words.

For a core with BLAKE-256 that loads words during runs. Variables as for ``blake_chacha_mc_bench``.
"""

from __future__ import annotations

from typing import Any

import cocotb
from tests.rtl.blake_chacha_mc_bench import FIRST_LOAD, Core

from gatehash.microcode.blake_chacha_word import BLOCK, INPUT

AFTER = 100
"""Cycles of a run before what is wrong at any time."""


async def _begun(dut: Any, cycles: int) -> Core:
    """Return the core in that cycle of a run with bank 0."""
    core = Core(dut)
    await core.reset()
    dut.start_i.value = 1
    for _ in range(cycles - 1):
        await core.cycle()
        dut.start_i.value = 0
    return core


@cocotb.test
async def starts_twice(dut: Any) -> None:
    core = await _begun(dut, AFTER)
    dut.start_i.value = 1
    await core.cycle()


@cocotb.test
async def changes_the_bank(dut: Any) -> None:
    core = await _begun(dut, AFTER)
    dut.bank_i.value = 3
    await core.cycle()


@cocotb.test
async def joins_late(dut: Any) -> None:
    core = await _begun(dut, AFTER)
    dut.streams_i.value = 1
    await core.cycle()
    dut.streams_i.value = 3
    await core.cycle()


async def _loads(core: Core, address: int, bank: int = 0) -> None:
    # The program may take the memory's port in some cycles.
    for _ in range(20):
        core.offer("blake32", 0, bank, address, 1)
        await core.cycle()


@cocotb.test
async def loads_the_block_of_the_run(dut: Any) -> None:
    await _loads(await _begun(dut, AFTER), BLOCK)


@cocotb.test
async def loads_t_too_early(dut: Any) -> None:
    await _loads(await _begun(dut, FIRST_LOAD - 21), INPUT + 12)


@cocotb.test
async def loads_a_constant(dut: Any) -> None:
    core = Core(dut)
    await core.reset()
    await _loads(core, INPUT, bank=1)
