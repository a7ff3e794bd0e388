# SPDX-License-Identifier: Apache-2.0
"""Poly1305 on hardware: answers of another library, numbers at the modulus, malformed packets."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from cryptography.hazmat.primitives.poly1305 import Poly1305
from tests.simulate.asking import ask

import gatehash
from gatehash.catalog import DESIGNS, Job, Timing, find
from gatehash.errors import GatehashError
from gatehash.models.poly1305 import PRIME, clamped

NAMES = tuple(name for name, design in DESIGNS.items() if design.family == "poly1305")


def job(name: str, key: bytes) -> Job:
    return find(name).job(values={"key": key})


def right(name: str, keys: list[bytes], messages: list[bytes]) -> None:
    """Each answer is another library's, in the cycles of the formula, also from one to the next."""
    jobs = [job(name, key) for key in keys]
    answers = ask(jobs, messages)
    for each, key, message, answer in zip(jobs, keys, messages, answers, strict=True):
        assert not answer.error
        assert answer.data == Poly1305.generate_tag(key, message), (key.hex(), len(message))
        assert answer.cycles == each.latency(len(message))
    for each, (answer, following) in zip(jobs[:-1], pairwise(answers), strict=True):
        assert isinstance(each.timing, Timing)
        assert following.first - answer.last - 1 == each.timing.rest


@pytest.mark.parametrize("name", NAMES)
def test_messages_of_all_lengths(name: str) -> None:
    """Every place in which a chunk of four blocks may end; keys and blocks of ones among others."""
    rng = random.Random(name)
    sizes = [*range(131), 191, 192, 193, 256, 1023, 1024, 1025, 1088, 4099]
    keys = [rng.choice((b"\xff" * 32, rng.randbytes(32))) for _ in sizes]
    messages = [rng.choice((b"\xff" * size, bytes(size), rng.randbytes(size))) for size in sizes]
    right(name, keys, messages)


@pytest.mark.parametrize("name", NAMES)
def test_sums_at_the_modulus(name: str) -> None:
    """With r = 1 the sum is that of blocks: a little less than the modulus, it, and up to 2^130."""
    rng, keys, messages = random.Random(name), list[bytes](), list[bytes]()
    for blocks in (3, 5, 7):
        for above in range(-3, 8):
            rest = (PRIME + above - (blocks << 128)) % 2**130
            numbers = []
            for left in reversed(range(blocks)):
                least = max(0, rest - left * (2**128 - 1))
                numbers.append(rng.randint(least, min(rest, 2**128 - 1)))
                rest -= numbers[-1]
            assert not rest
            assert sum(numbers) + (blocks << 128) in (PRIME + above, PRIME + above + 2**130)
            keys.append((1).to_bytes(16, "little") + rng.randbytes(16))
            messages.append(b"".join(number.to_bytes(16, "little") for number in numbers))
    # r of few bits and of as many as it may have, and limbs of ones.
    for r in (0, 1, 2, 2**124 - 1, clamped(b"\xff" * 16)):
        for block in (b"\xff" * 16, bytes(16), b"\xfb" + b"\xff" * 15):
            keys.append(r.to_bytes(16, "little") + b"\xff" * 16)
            messages.append(block * rng.randint(1, 9))
    right(name, keys, messages)


@pytest.mark.parametrize("name", NAMES)
def test_packets_that_are_malformed(name: str) -> None:
    """Another first word, fewer or more words: an error, and the next message is right."""
    rng = random.Random(name)
    good = job(name, rng.randbytes(32))
    assert good.config is not None
    head, *key = good.config
    configs = [
        *((wrong, *key) for wrong in (0, 2, 3, head | 1 << 8, head | 1 << 63)),
        *(good.config[:count] for count in range(1, 5)),
        *((*good.config, *more) for more in ((0,), (head, *key), (head, *key, head, *key))),
    ]
    jobs = [each for config in configs for each in (replace(good, config=config), good)]
    messages = [rng.randbytes(rng.randrange(200)) for _ in jobs]
    for at, (message, answer) in enumerate(zip(messages, ask(jobs, messages), strict=True)):
        assert answer.error == (at % 2 == 0)
        model = good.model()
        model.update(message)
        assert answer.error or answer.data == model.digest()


def test_cycles() -> None:
    """The documentation has the cycles."""
    timing = job("poly1305-x4", bytes(32)).timing
    assert [timing.latency(chunks) for chunks in (1, 2, 100)] == [68, 76, 860]
    assert isinstance(timing, Timing)
    assert timing.rest == 24


def test_hash_object() -> None:
    key = bytes(range(32))
    h = gatehash.new("poly1305-x4", b"mess", key=key)
    h.update(b"age")
    assert h.digest() == Poly1305.generate_tag(key, b"message")
    assert (h.digest_size, h.name) == (16, "poly1305")
    with pytest.raises(GatehashError, match="key has 31 bytes; poly1305 takes 32"):
        gatehash.new("poly1305-x4", b"message", key=bytes(31))
