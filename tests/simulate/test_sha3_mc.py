# SPDX-License-Identifier: Apache-2.0
"""``sha3-mc`` beside hashlib: lengths of messages and digests, and packets that are malformed."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import pytest
from tests.simulate.asking import ask

from gatehash.catalog import Job, find
from gatehash.models.sha3 import DIGEST_BITS

DESIGN = find("sha3-mc")
_CODES = {name: code for code, name in enumerate(DIGEST_BITS)}
_FIXED = {name: bits for name, bits in DIGEST_BITS.items() if bits}
_SHAKES = tuple(name for name in DIGEST_BITS if name not in _FIXED)
# More would take long.
_MOST_BITS = 1 << 16

functions = pytest.mark.parametrize("name", DIGEST_BITS)


def job(name: str, bits: int = 320) -> Job:
    return DESIGN.job(name, {} if name in _FIXED else {"digest_bits": bits})


def right(config: tuple[int, ...], message: bytes) -> bytes | None:
    """Return the digest that hashlib makes as a packet says; None for a malformed one."""
    if len(config) != 2:
        return None
    code, bits = config
    name = {code: name for name, code in _CODES.items()}.get(code)
    if name in _FIXED:
        made = hashlib.new(name.replace("-", "_"), message).digest()
        return made if bits == 8 * len(made) else None
    if name is None or bits % 8 or not 8 <= bits < 1 << 24:
        return None
    shake = {"shake128": hashlib.shake_128, "shake256": hashlib.shake_256}[name]
    return shake(message).digest(bits // 8)


def compare(jobs: list[Job], messages: list[bytes]) -> None:
    """Compare answers and cycles of jobs that are right."""
    for each, message, answer in zip(jobs, messages, ask(jobs, messages), strict=True):
        assert each.config is not None
        assert not answer.error
        assert answer.data == right(each.config, message), (each.config, len(message))
        assert answer.cycles == each.latency(len(message))


@functions
def test_messages_around_blocks(name: str) -> None:
    rng, rate = random.Random(name), job(name).padding.block_bytes
    sizes = [0, 1, 7, 8, 9]
    sizes += [blocks * rate + more for blocks in (1, 2, 3) for more in (-2, -1, 0, 1)]
    compare([job(name)] * len(sizes), [rng.randbytes(size) for size in sizes])


@pytest.mark.parametrize("name", _SHAKES)
def test_digests_around_lanes_and_rates(name: str) -> None:
    rng, rate = random.Random(name), job(name).padding.block_bytes
    sizes = [*range(1, 18), *(1 << k for k in range(5, 14))]
    sizes += [rates * rate + more for rates in (1, 2, 3) for more in (-8, -1, 0, 1, 8, 9)]
    jobs = [job(name, 8 * size) for size in sizes]
    compare(jobs, [rng.randbytes(rng.randrange(2 * rate)) for _ in jobs])


@functions
def test_packets_with_another_bit(name: str) -> None:
    """Each bit of a packet is another one: an error, or what the packet asks for then."""
    code, bits = _CODES[name], _FIXED.get(name) or 320
    configs: list[tuple[int, ...]] = [
        *((code ^ 1 << k, bits) for k in range(64)),
        *((code, bits ^ 1 << k) for k in range(64)),
        *((code, 0), (code,), (code, bits, 0), (code, bits, code, bits), (code, bits, *[0] * 40)),
        *((other, bits) for other in range(8)),
    ]
    good = job(name)
    jobs, messages = list[Job](), list[bytes]()
    rng = random.Random(name)
    for config in configs:
        if len(config) == 2 and config[1] > _MOST_BITS and right(config, b"") is not None:
            continue
        jobs += [replace(good, config=config), good]
        messages += [rng.randbytes(rng.randrange(20)) for _ in "12"]
    refused = 0
    for each, message, answer in zip(jobs, messages, ask(jobs, messages), strict=True):
        assert each.config is not None
        wanted = right(each.config, message)
        assert answer.error == (wanted is None), each.config
        assert answer.error or answer.data == wanted, each.config
        refused += answer.error
    assert refused > 100
