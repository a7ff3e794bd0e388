# SPDX-License-Identifier: Apache-2.0
"""``sha3-mc-mac``: lengths of names, keys, messages and digests, and packets that are malformed."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.simulate.asking import ask, expected

from gatehash.catalog import Job, find

DESIGN = find("sha3-mc-mac")
# Bits of a packet's first word.
_HMAC, _ENCODED, _FIXED = 1 << 8, 1 << 9, 1 << 10
_SHA3 = {224: 0, 256: 1, 384: 2, 512: 3}

functions = pytest.mark.parametrize("name", DESIGN.algorithms)


def jobs_of(name: str) -> Iterator[Job]:
    """Yield jobs with keys and names around their longest, and with digests around a lane."""
    rng = random.Random(name)
    if name.startswith("hmac"):
        rate = DESIGN.job(name, {"key": b"k"}).padding.block_bytes
        for size in (1, rate - 1, rate, rate + 1):
            yield DESIGN.job(name, {"key": rng.randbytes(size)})
        return
    if name.startswith("sha3"):
        yield DESIGN.job(name)
        return
    rate = DESIGN.job("shake128" if "128" in name else "shake256").padding.block_bytes
    for bits in (8, 64, 128, 248, 256, 320, 8 * rate, 8 * rate + 8, 65_536):
        values: dict[str, object] = {"digest_bits": bits}
        if "kmac" in name:
            values |= {"key": rng.randbytes(rng.choice((1, 16, rate - 5)))}
            values |= {"xof": bits % 16 == 0}
        if "shake" not in name:
            values |= {"custom": rng.randbytes(rng.choice((0, 9, rate - 11)))}
        yield DESIGN.job(name, values)


@functions
def test_messages_around_blocks(name: str) -> None:
    """Digests are the golden model's, and cycles those of the closed form."""
    jobs, messages = list[Job](), list[bytes]()
    rng = random.Random(name)
    for job in jobs_of(name):
        rate = job.padding.block_bytes
        own = [0, 1, 8, *(blocks * rate + more for blocks in (1, 2) for more in (-5, -2, -1, 0, 1))]
        for size in own if job.digest_bits < 8 * rate else rng.sample(own, 2):
            jobs.append(job)
            messages.append(rng.randbytes(size))
    for job, message, answer in zip(jobs, messages, ask(jobs, messages), strict=True):
        assert not answer.error
        assert answer.data == expected(job, message), (job.config, len(message))
        assert answer.cycles == job.latency(len(message)), (job.config, len(message))


def test_messages_follow_one_another() -> None:
    """The next message enters when the one before is erased: as soon as the closed form says."""
    names = ("hmac-sha3-224", "kmac128", "sha3-512", "cshake256", "shake128")
    for name in names:
        job = next(jobs_of(name))
        answers = ask([job] * 3, [b"abc"] * 3)
        ends = [answer.last - answers[0].first + 1 for answer in answers]
        assert ends == job.ends([3] * 3), name


def is_right(config: tuple[int, ...]) -> bool:
    """Whether a packet is one of the contract's."""
    head, bits = (*config, 0, 0)[:2]
    code, flags, blocks = head & 7, head & ~7, len(config) - 2
    rate = (144, 136, 104, 72, 168, 136, 168, 136)[code] // 8
    if len(config) < 2 or not 8 <= bits < 1 << 24 or bits % 8:
        return False
    if code < 4:
        fits = bits == {code: bits for bits, code in _SHA3.items()}[code]
        return fits and (flags, blocks) in ((0, 0), (_HMAC, rate))
    if code < 6:
        return (flags, blocks) == (0, 0)
    least = 2 if flags & _ENCODED else 1
    whole = blocks % rate == 0 and blocks >= least * rate
    return flags in (0, _ENCODED, _ENCODED | _FIXED) and whole


def words(data: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8))


@pytest.mark.parametrize("name", ["hmac-sha3-256", "kmac128", "cshake256", "shake128"])
def test_packets_with_another_bit(name: str) -> None:
    """Each bit of a packet's head, and each length, is right or refused; what follows is right."""
    good = list(jobs_of(name))[-1 if name == "hmac-sha3-256" else 3]
    assert good.config is not None
    head, bits, *blocks = good.config
    configs: list[tuple[int, ...]] = [
        *((head ^ 1 << k, bits, *blocks) for k in range(64)),
        *((head, bits ^ 1 << k, *blocks) for k in range(64)),
        *((head ^ k << 8, bits) for k in range(8)),
        *((head ^ k << 8, bits, *blocks) for k in range(8)),
        *((good.config * 4)[:size] for size in range(1, 3 * len(good.config))),
    ]
    jobs, messages, rng = list[Job](), list[bytes](), random.Random(name)
    for config in configs:
        if len(config) < 2 or config[1] < 1 << 16 or not is_right(config):
            jobs += [replace(good, config=config), good]
            messages += [rng.randbytes(rng.randrange(20)) for _ in "12"]
    refused = 0
    for job, message, answer in zip(jobs, messages, ask(jobs, messages), strict=True):
        assert job.config is not None
        assert answer.error != is_right(job.config), (name, [hex(word) for word in job.config[:2]])
        if job is good:
            assert answer.data == expected(good, message)
        refused += answer.error
    assert refused > 100


@pytest.mark.parametrize("bits", _SHA3)
def test_hmac_is_pythons(bits: int) -> None:
    rng = random.Random(bits)
    keys = [rng.randbytes(size) for size in (1, 72, 200)]
    jobs = [DESIGN.job(f"hmac-sha3-{bits}", {"key": key}) for key in keys]
    messages = [rng.randbytes(size) for size in (0, 200, 1)]
    for key, message, answer in zip(keys, messages, ask(jobs, messages), strict=True):
        assert answer.data == hmac.digest(key, message, f"sha3_{bits}")


@pytest.mark.parametrize("security", [128, 256])
def test_names_and_keys_of_any_length(security: int) -> None:
    """A packet has as many blocks as its strings need, and cycles for each."""
    rng = random.Random(security)
    name, custom, key = (rng.randbytes(size) for size in (300, 400, 500))
    strings = {"digest_bits": 512, "custom": custom}
    jobs = [
        DESIGN.job(f"cshake{security}", {**strings, "function_name": name}),
        DESIGN.job(f"kmac{security}", {**strings, "key": key}),
    ]
    for job, answer in zip(jobs, ask(jobs, [b"message"] * 2), strict=True):
        assert job.config is not None
        assert len(job.config) > 2 + 4 * job.padding.block_bytes // 8
        assert answer.data == expected(job, b"message")
        assert answer.cycles == job.latency(7)


def test_shake_without_a_name_is_pythons() -> None:
    job = DESIGN.job("shake256", {"digest_bits": 800})
    (answer,) = ask([job], [b"abc"])
    assert answer.data == hashlib.shake_256(b"abc").digest(100)
