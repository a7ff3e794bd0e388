# SPDX-License-Identifier: Apache-2.0
"""Leakage of mapped designs at work, and attacks on what leaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gatehash.attack import keccak
from gatehash.attack.keccak import Rows
from gatehash.attack.leaks import Attack, Check, Leaked, Leaking, Order, Step, TTest
from gatehash.attack.mapped import mapped
from gatehash.attack.stimulus import keyed
from gatehash.attack.traces import LANES, Model, Traced
from gatehash.attack.ttest import ORDERS, Moments, threshold
from gatehash.catalog import DESIGNS, Job
from gatehash.errors import GatehashError
from gatehash.implement.tools import versions
from gatehash.models.hmac import IPAD
from gatehash.pool import Tell, Work, pool
from gatehash.records import checked
from gatehash.records.store import inputs_of, text_of

__all__ = ["MOST_TRACES", "TRACES", "look", "test_of"]

_Sums = TypeVar("_Sums")

TRACES = 102_400
"""Traces by default, of an attack at most."""

MOST_TRACES = 1 << 24
"""Most traces: sums of fourth powers stay exact."""

# Counts of all cycles that a piece of work has at a time, at most.
_COUNTS = 1 << 23
# Batches that an attack chooses its cycle from, and after which it looks for the secret again.
_STEP = 8
_KECCAK = "gh_sha3_core"
# Bytes of a packet in front of its blocks.
_HEAD_BYTES = 8
# Values of t are finite in records.
_HIGHEST = 1e6


def look(
    job: Job,
    check: Check,
    model: Model = "registers",
    *,
    traces: int = TRACES,
    seed: int = 1,
    jobs: int | None = None,
    news: Callable[[str], None] = lambda _: None,
) -> Leaked:
    """Simulate a mapped design that answers messages with a secret, and look for it in the traces.

    Parameters
    ----------
    job : Job
        The design and what it does.
    check : {"ttest", "cpa"}
        ``ttest`` compares traces of a fixed secret with those of random ones; messages are random
        in both. ``cpa`` looks for a fixed secret, with random known messages.
    model : {"registers", "transition", "unit"}
        The changes counted in each cycle, see :data:`gatehash.attack.traces.MODELS`.
    traces : int
        Number of traces, or of an attack at most; it is rounded up to a multiple of 512.
    seed : int
        Seed of the secrets and the messages.
    jobs : int, optional
        Processes side by side; by default one for each processor.
    news : callable, optional
        Called with the progress in words.

    Raises
    ------
    GatehashError
        If a tool is missing or fails, the netlist has a cell without a model, the function takes no
        secret, or there is no attack on it.
    """
    if not 2 * LANES <= traces <= MOST_TRACES:
        raise GatehashError(f"traces is {traces}; it must be {2 * LANES} to {MOST_TRACES}")
    of = Leaking(job, check, model)
    text = text_of(of)
    secret = keyed(job)
    if check == "cpa":
        _blocks(job)
    traced = Traced(mapped(job), secret, model, seed)
    first = traced.take(0, 1, mixed=True)
    traced.check(first)
    run = _Run(traced, -(-traces // LANES), jobs, news, of.name)
    found: TTest | None = None
    attack: Attack | None = None
    if check == "ttest":
        found, seconds = _tested(run, first.counts)
        used = run.batches * LANES
    else:
        attack, seconds = _attacked(run)
        used = attack.steps[-1].traces
    if text_of(of) != text:
        raise GatehashError(f"{of.name}: the RTL changed meanwhile; run again")
    default = traces == TRACES and seed == 1
    return checked(
        Leaked(
            design=job.design.name,
            algorithm=job.label,
            check=check,
            model=model,
            inputs=inputs_of(of),
            text=text,
            tools=versions(["pyosys"]),
            command=of.command if default else f"{of.command} --traces {traces} --seed {seed}",
            message_bytes=traced.message_bytes,
            secret_bits=8 * secret.secret_bytes,
            cycles=first.counts.shape[1],
            traces=used,
            seed=seed,
            ttest=found,
            attack=attack,
            seconds=round(seconds, 1),
        )
    )


@dataclass(frozen=True)
class _Run:
    """Traces that are taken in pieces, side by side."""

    traced: Traced
    batches: int
    jobs: int | None
    news: Callable[[str], None]
    name: str

    def pieces(
        self, first: int, end: int, size: int, piece: Callable[[int, int], tuple[_Sums, float]]
    ) -> tuple[list[_Sums], float]:
        """Return what becomes of each piece of `size` batches, and the CPU time in seconds."""

        def work(start: int, count: int, _: Tell) -> tuple[int, _Sums, float]:
            return (start, *piece(start, count))

        found: dict[int, _Sums] = {}
        seconds = 0.0
        done = first
        with pool(self.jobs, None) as there:
            for start in range(first, end, size):
                do = partial(work, start, min(size, end - start))
                there.add(Work(f"{self.name}, batch {start}", do, lambda: None))
            for _, result in there.ended():
                start, sums, own = result()
                found[start] = sums
                seconds += own
                done = min(done + size, end)
                self.news(f"{self.name}: {done * LANES} traces done")
        return [found[start] for start in sorted(found)], seconds


def _tested(run: _Run, first: NDArray[np.int32]) -> tuple[TTest, float]:
    near = np.rint(first.mean(axis=0)).astype(np.int64)

    def piece(start: int, count: int) -> tuple[Moments, float]:
        traces = run.traced.take(start, count, mixed=True)
        return Moments.of(traces.counts, traces.fixed, near), traces.seconds

    size = max(1, _COUNTS // first[:LANES].size)
    pieces, seconds = run.pieces(0, run.batches, size, piece)
    return test_of(reduce(add, pieces)), seconds


def test_of(moments: Moments) -> TTest:
    """Return the result of a t-test."""
    limit = threshold(len(ORDERS) * moments.sums.shape[-1])
    orders = []
    for order in ORDERS:
        t = np.minimum(np.abs(moments.t(order)), _HIGHEST)
        over = int(np.count_nonzero(t > limit))
        orders.append(Order(order, round(float(t.max()), 2), int(t.argmax()), over))
    return TTest(round(limit, 2), tuple(orders))


def _blocks(job: Job) -> Sequence[bytes]:
    """Return the blocks before the message of a job whose state is attacked.

    Raises
    ------
    GatehashError
        If there is no attack on the job.
    """
    if job.hardware.core.top != _KECCAK:
        attacked = [
            design.name
            for design in DESIGNS.values()
            if design.hardware.core.top == _KECCAK and any(each.keyed for each in design.functions)
        ]
        raise GatehashError(
            f"there is no attack on {job.design.name}; there is one on {', '.join(attacked)}"
        )
    rate = job.padding.block_bytes
    packet = job.config_bytes[_HEAD_BYTES:]
    blocks = [packet[at : at + rate] for at in range(0, len(packet), rate)]
    if job.hardware.stream.parameters["Nested"]:
        return [bytes(byte ^ IPAD for byte in block) for block in blocks]
    return blocks


def _attacked(run: _Run) -> tuple[Attack, float]:
    job = run.traced.of.job(run.traced.secret)
    truth = keccak.state_bits(_blocks(job))
    known = 8 * job.padding.block_bytes
    seen = run.traced.take(0, _STEP, mixed=False)
    cycle = keccak.cycle_of_the_block(seen.counts, seen.message[:known])

    def piece(start: int, count: int) -> tuple[Rows, float]:
        traces = run.traced.take(start, count, mixed=False, window=(cycle, 1))
        return Rows.of(traces.counts[:, 0], traces.message[:known]), traces.seconds

    steps: list[Step] = []
    falls, done, seconds = 0, 0, seen.seconds
    total: list[Rows] = []
    while done < run.batches and not falls:
        # There are to be as many again.
        end = min(run.batches, max(2 * done, _STEP))
        pieces, own = run.pieces(done, end, _STEP, piece)
        seconds += own
        for each in pieces:
            done = min(done + _STEP, end)
            total = [reduce(add, [*total, each])]
            found, agrees = keccak.guessed(total[0])
            wrong = int(np.count_nonzero(found != truth))
            steps.append(Step(done * LANES, wrong))
            if agrees and not wrong:
                falls = done * LANES
                break
    return Attack(
        "state before the first block", keccak.STATE_BITS, cycle, tuple(steps), falls
    ), seconds
