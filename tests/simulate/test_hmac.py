# SPDX-License-Identifier: Apache-2.0
"""HMAC on hardware: keys of all lengths, of each message or held for several; exact cycles."""

import hmac
import random
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, cast

import pytest
from tests.simulate.asking import ask, try_held_keys

import gatehash
from gatehash.catalog import DESIGNS, EMPTY_KEY, Job, find
from gatehash.errors import GatehashError

WITH_HMAC = [
    (name, function.name)
    for name, design in DESIGNS.items()
    for function in design.functions
    if function.name.startswith("hmac-")
]
HOLDING = [
    (name, function)
    for name, function in WITH_HMAC
    if any(field.name == "held" for field in find(name).function(function).fields)
]


# Functions of one hash family differ in initial values and the length of the digest.
FUNCTIONS = [
    pytest.param(
        name,
        function,
        marks=[pytest.mark.large]
        if DESIGNS[name].hardware.masking or function not in dict(WITH_HMAC).values()
        else [],
    )
    for name, function in WITH_HMAC
]
HELD = [each for each in FUNCTIONS if each.values in HOLDING]


def code(function: str, key: bytes, message: bytes) -> bytes:
    name = function.removeprefix("hmac-").replace("sha-", "sha").replace("/", "_")
    name = name.replace("sha3-", "sha3_")
    return hmac.digest(key, message, name)


def by_library(function: str, key: bytes, _: Job, message: bytes) -> bytes:
    return code(function, key, message)


def test_there_are_such_designs() -> None:
    assert {function for _, function in WITH_HMAC} >= {
        *("hmac-sha-224", "hmac-sha-256", "hmac-sha-384", "hmac-sha-512"),
        *("hmac-sha-512/224", "hmac-sha-512/256"),
        *(f"hmac-sha3-{bits}" for bits in (224, 256, 384, 512)),
    }


@pytest.mark.parametrize(("name", "function"), FUNCTIONS)
def test_keys_and_messages_of_all_lengths(name: str, function: str) -> None:
    rng = random.Random(function)
    block = find(name).job(function, {"key": EMPTY_KEY}).padding.block_bytes
    sizes = (0, 1, block - 1, block, block + 1, 2 * block)
    keys = [rng.randbytes(size) for size in sizes for _ in sizes]
    messages = [rng.randbytes(size) for _ in sizes for size in sizes]
    jobs = [find(name).job(function, {"key": key or EMPTY_KEY}) for key in keys]
    for key, message, job, answer in zip(keys, messages, jobs, ask(jobs, messages), strict=True):
        assert answer.data == code(function, key, message)
        assert answer.cycles == job.latency(len(message))


@pytest.mark.parametrize(("name", "function"), HELD)
def test_a_key_that_is_held(name: str, function: str) -> None:
    try_held_keys(name, function, 64, 0, 200, partial(by_library, function))


# One whose beats are gathered to words, and one whose beats are words.
USUAL = (("sha512-bram-hmac", 8, 1), ("sha256-lut-hmac", 32, 0))


@pytest.mark.parametrize(
    ("name", "width", "registered"),
    [
        pytest.param(*case, marks=[] if case in USUAL else [pytest.mark.large])
        for name in dict(HOLDING)
        for case in product((name,), find(name).hardware.widths, (0, 1))
    ],
)
def test_streams_of_all_widths(name: str, width: int, registered: int) -> None:
    function = dict(WITH_HMAC)[name]
    try_held_keys(name, function, width, registered, 200, partial(by_library, function))


@pytest.mark.parametrize("name", [*dict(HOLDING)])
def test_no_key_is_left(name: str) -> None:
    """Without a key none is used: at first, behind a key that is not held, and behind an error."""
    design = find(name)

    def job(*, again: bool = False, held: bool = False) -> Job:
        found = design.job(design.functions[0].name, {"key": b"key", "held": held})
        return found.without_key() if again else found

    good, again = job(), job(again=True, held=True)
    # A bit that no packet has, which drops the key, too.
    bad = replace(job(held=True), config=(1 << 40,))
    jobs = [again, good, again, job(held=True), bad, again, good]
    answers = ask(jobs, [b"message"] * len(jobs))
    assert [answer.error for answer in answers] == [True, False, True, False, True, True, False]
    digest = code(design.functions[0].name, b"key", b"message")
    assert all(answer.data == digest for answer in answers if not answer.error)


def test_cycles() -> None:
    """What the documentation says: of a new key, of one that is held."""

    def cycles(name: str, blocks: int, *, again: bool = False) -> int:
        job = find(name).job(values={"key": b"key"})
        return (job.without_key() if again else job).timing.latency(blocks)

    assert cycles("sha256-lut-hmac", 1) == 360
    assert cycles("sha256-lut-hmac", 3) == 360 + 2 * 64
    assert cycles("sha256-lut-hmac", 1, again=True) == 198
    assert cycles("sha512-bram-hmac", 1) == 464
    assert cycles("sha512-bram-hmac", 1, again=True) == 250
    assert cycles("sha256-mc-hmac", 3) == 2883 + 3 * 887 + 6 * 8 + 2 * 32
    assert cycles("sha256-mc-hmac", 1, again=True) == 2819 + 887 + 6 * 8 + 2 * 32
    assert cycles("sha512-mc-hmac", 3) == 3747 + 3 * 1111 + 6 * 8 + 2 * 64
    assert cycles("sha512-mc-hmac", 1, again=True) == 3619 + 1111 + 6 * 8 + 2 * 64
    timing = find("sha3-mc-mac").job("hmac-sha3-256", {"key": b"key"}).timing
    assert timing.latency(3) == 1478 + 5 * 136 + 3 * 480 + 40 * 4 + 2 * 8
    assert timing.ends((1, 1))[1] == 2 * timing.latency(1) + 1399


def test_hash_object() -> None:
    """As hmac has it; without a name the function with the longest digest."""
    for name, function in (("sha256-lut-hmac", "sha256"), ("sha512-bram-hmac", "sha512")):
        wanted = hmac.new(b"key", b"message", function)
        h = gatehash.new(name, b"mess", key=b"key")
        h.update(b"age")
        assert h.hexdigest() == wanted.hexdigest()
        assert (h.digest_size, h.block_size) == (wanted.digest_size, wanted.block_size)
    other = gatehash.new("sha256-lut-hmac", b"message", algorithm="hmac-sha-224", key=b"key")
    assert other.digest() == hmac.digest(b"key", b"message", "sha224")


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_what_is_wrong(engine: Any) -> None:
    name = "sha256-lut-hmac"
    with pytest.raises(GatehashError, match="hmac-sha-256 needs a key of any length"):
        gatehash.new(name, b"message", engine=engine)
    with pytest.raises(TypeError, match="must be encoded to bytes"):
        gatehash.new(name, b"message", key=cast(Any, "key"), engine=engine)
    with pytest.raises(GatehashError, match=r"takes no salt; it takes: digest_bits, key, held$"):
        gatehash.new(name, b"message", key=b"key", salt=bytes(8), engine=engine)
    with pytest.raises(GatehashError, match="has no hash function 'hmac-sha-512'"):
        gatehash.new(name, b"message", algorithm="hmac-sha-512", key=b"key", engine=engine)
