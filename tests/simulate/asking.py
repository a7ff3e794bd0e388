# SPDX-License-Identifier: Apache-2.0
"""Messages to simulated hardware, and the answers that are due."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from gatehash.catalog import Job, Timing, find
from gatehash.simulate import Answer, Simulation

__all__ = ["ask", "expected", "try_held_keys"]


def ask(jobs: Sequence[Job], messages: Sequence[bytes]) -> list[Answer]:
    """Send each message as another job, one behind the other."""
    with Simulation(jobs[0]) as simulation:
        return simulation.ask_all(([message] for message in messages), jobs)


def expected(job: Job, message: bytes) -> bytes:
    """Return what the golden model answers."""
    model = job.model()
    model.update(message)
    return model.digest()


def try_held_keys(
    name: str,
    function: str,
    width: int,
    registered: int,
    key_bytes: int,
    code: Callable[[bytes, Job, bytes], bytes],
) -> None:
    """Try several messages with one key, which is told once, and one with another key.

    Parameters
    ----------
    name, function : str
        The design and its function.
    width, registered : int
        Width of the streams in bits, and whether registers are at the pins.
    key_bytes : int
        Length of the other key.
    code : callable
        Returns the answer to a message, from the key and the job.
    """
    rng = random.Random(f"{function} {width}")
    design = find(f"{name}@{width}")
    design = replace(design, hardware=design.hardware.having(Registered=registered))
    keys = [rng.randbytes(40), rng.randbytes(key_bytes)]

    def job(key: int, *, again: bool = False, held: bool = False) -> Job:
        found = design.job(function, {"key": keys[key], "held": held})
        return found.without_key() if again else found

    jobs = [
        job(0, held=True),
        job(0, again=True, held=True),
        job(0, again=True, held=True),
        job(1, held=True),
        job(1, again=True),
        job(0),
        job(1),
    ]
    told, sizes = (0, 0, 0, 1, 1, 0, 1), (0, 1, 1, 2, 0, 1, 3)
    messages = [rng.randbytes(blocks * jobs[0].padding.block_bytes + 3) for blocks in sizes]
    answers = ask(jobs, messages)
    for key, message, each, answer in zip(told, messages, jobs, answers, strict=True):
        assert answer.data == code(keys[key], each, message)
        assert answer.cycles == each.latency(len(message))
    # Also from an answer to the next packet.
    for each, (answer, following) in zip(jobs[:-1], pairwise(answers), strict=True):
        assert isinstance(each.timing, Timing)
        assert following.first - answer.last - 1 == each.timing.rest
