# SPDX-License-Identifier: Apache-2.0
"""Hashes in little area, a byte a cycle at the port: lengths around blocks, and counted bits."""

from __future__ import annotations

import hashlib
import random

import pytest
from tests.simulate.asking import ask

from gatehash.catalog import Job, find

_NAMES = {"sha-512/224": "sha512_224", "sha-512/256": "sha512_256"}
CASES = [
    pytest.param(
        name,
        function,
        marks=[] if function in ("sha-256", "sha-384", "whirlpool") else pytest.mark.large,
    )
    for name in ("sha256-mc", "sha512-mc", "whirlpool-mc")
    for function in find(name).algorithms
]


def sizes_of(block: int, length: int) -> list[int]:
    """Lengths around a block's end, around the place of the length, and around a word."""
    ends = [blocks * block + more for blocks in (1, 2, 3) for more in (-1, 0, 1)]
    last = [blocks * block - length + more for blocks in (1, 2) for more in (-2, -1, 0, 1)]
    return [0, 1, 3, 4, 5, 8, *ends, *last, 6 * block + 5]


def right(job: Job, message: bytes) -> bytes:
    """Return the digest that hashlib makes; of Whirlpool, which it may lack, the model's."""
    if job.name == "whirlpool":
        model = job.model()
        model.update(message)
        return model.digest()
    name = _NAMES.get(job.name, job.name.replace("-", ""))
    return hashlib.new(name, message).digest()


@pytest.mark.parametrize(("name", "function"), CASES)
def test_messages_around_blocks(name: str, function: str) -> None:
    job = find(name).job(function)
    rng = random.Random(function)
    sizes = sizes_of(job.padding.block_bytes, job.padding.length_bytes)
    messages = [rng.randbytes(size) for size in rng.sample(sizes, len(sizes))]
    answers = ask([job] * len(messages), messages)
    for message, answer in zip(messages, answers, strict=True):
        assert not answer.error
        assert answer.data == right(job, message), len(message)
    ends = [answer.last - answers[0].first + 1 for answer in answers]
    assert ends == job.ends([len(message) for message in messages])


@pytest.mark.parametrize(
    ("name", "cycles", "more"),
    # A block of Whirlpool enters in its cycles.
    [("sha256-mc", 887, 98), ("sha512-mc", 1111, 162), ("whirlpool-mc", 1432, 1)],
)
def test_a_message_alone(name: str, cycles: int, more: int) -> None:
    """A message's cycles are those of the formula in the docs, written out."""
    job = find(name).job()
    block, digest = job.padding.block_bytes, job.digest_bits // 8
    for size in (0, block, 5 * block):
        (answer,) = ask([job], [bytes(size)])
        assert answer.cycles == cycles * (size // block + 1) + digest + more
