# SPDX-License-Identifier: Apache-2.0
"""SHA-512 and Whirlpool on the paper's own test plan, Whirlpool in all its configurations."""

import random
from itertools import product

import pytest

from gatehash.catalog import Job, find
from gatehash.catalog.whirlpool import whirlpool_design
from gatehash.simulate import Simulation


def check(job: Job, lengths: range) -> None:
    messages = [random.Random(length).randbytes(length) for length in lengths]
    with Simulation(job) as simulation:
        answers = simulation.ask_all([message] for message in messages)
    for message, answer in zip(messages, answers, strict=True):
        model = job.model()
        model.update(message)
        assert answer.data == model.digest(), len(message)
    ends = [answer.last - answers[0].first + 1 for answer in answers]
    assert ends == job.timing.ends([job.blocks(length) for length in lengths])


@pytest.mark.parametrize(
    "name",
    [
        "sha512-bram",
        *(
            pytest.param(name, marks=pytest.mark.large)
            for name in ("sha512-lut", "whirlpool-lut-logic")
        ),
    ],
)
def test_the_papers_plan(name: str) -> None:
    """240 messages, from 20 to 4800 bytes in steps of 20."""
    check(find(name).job(), range(20, 4801, 20))


@pytest.mark.large
@pytest.mark.parametrize(
    ("sbox", "mix"), list(product(("bram", "lut", "logic"), ("table", "logic")))
)
def test_configurations_of_whirlpool_are_equal(sbox: str, mix: str) -> None:
    check(whirlpool_design(sbox, mix).job(), range(0, 1400, 7))
