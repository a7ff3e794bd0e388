# SPDX-License-Identifier: Apache-2.0
"""Blocks before a message on hardware: KMAC, Skein-MAC; keys held for several; exact cycles."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest
from tests.simulate.asking import ask, expected, try_held_keys

import gatehash
from gatehash.catalog import EMPTY_KEY, Job, find
from gatehash.errors import GatehashError

FUNCTIONS = (
    ("sha3-x1-mac", "hmac-sha3-256"),
    ("sha3-x1-mac", "kmac256"),
    ("skein256-x4-mac", "skein-mac-256-256"),
    ("skein512-x8-mac", "skein-mac-512-512"),
    ("skein-mc-mac", "skein-mac-256-256"),
)


def by_model(_: bytes, job: Job, message: bytes) -> bytes:
    return expected(job, message)


@pytest.mark.parametrize(("bits", "security"), [(256, 128), (8 * 136 + 8, 256), (8, 128)])
def test_kmac(bits: int, security: int) -> None:
    """Keys, customizations and messages of all lengths; the tail meets every place of a beat."""
    kmac = pytest.importorskip(f"Crypto.Hash.KMAC{security}")
    rng, rate = random.Random(bits), 200 - security // 4
    design, jobs, messages = find("sha3-x1-mac"), list[Job](), list[bytes]()
    wanted: list[bytes | None] = []
    sizes = [*range(18), *range(rate - 12, rate + 9), 3 * rate]
    for number, size in enumerate(sizes):
        key = rng.randbytes((32, 16 + security // 8, rate - 5)[number % 3])
        custom = rng.randbytes((0, 11, rate - 13)[number % 3])
        messages.append(rng.randbytes(size))
        jobs.append(
            design.job(f"kmac{security}", {"digest_bits": bits, "key": key, "custom": custom})
        )
        wanted.append(None)
        if bits >= 64:
            one = kmac.new(key=key, data=messages[-1], mac_len=bits // 8, custom=custom)
            wanted[-1] = one.digest()
    for job, message, answer, code in zip(jobs, messages, ask(jobs, messages), wanted, strict=True):
        assert answer.data == (code or expected(job, message))
        assert answer.cycles == job.latency(len(message))


def test_kmacxof() -> None:
    values = {"digest_bits": 512, "key": bytes(range(0x40, 0x60)), "xof": True}
    (answer,) = ask([find("sha3-x1-mac").job("kmac128", values)], [bytes(range(4))])
    # NIST, "KMACXOF samples", sample 1, begins like this.
    assert answer.data.hex().startswith("cd83740bbd92ccc8cf032b1481a0f446")


@pytest.mark.parametrize("name", ["sha3-x1-mac", "sha3-x1-mac@32"])
@pytest.mark.parametrize("security", [128, 256])
def test_cshake(security: int, name: str) -> None:
    """Both strings, one, and neither, which is SHAKE, among KMAC of the same hardware."""
    # With a name PyCryptodome makes the object by this class alone.
    make = pytest.importorskip("Crypto.Hash.cSHAKE128").cSHAKE_XOF
    rate = 200 - security // 4
    rng, design, bits = random.Random(f"{name} {security}"), find(name), 8 * rate + 8
    most = (rng.randbytes(2 * rate - 14), b"KMAC")
    strings = [(b"", b""), (b"Email Signature", b""), (b"", b""), most, (b"", b"name")]
    jobs, messages, wanted = list[Job](), list[bytes](), list[bytes]()
    for number, size in enumerate([0, 1, 7, 8, 9, rate - 1, rate, rate + 1, 3 * rate, 300]):
        message, (custom, function_name) = rng.randbytes(size), strings[number % len(strings)]
        given = {"custom": custom, "function_name": function_name}
        cshake = design.job(f"cshake{security}", {"digest_bits": bits, **given})
        kmac = design.job(f"kmac{security}", {"digest_bits": bits, "key": b"key"})
        jobs += [cshake, kmac]
        messages += [message, message]
        digest = make(message, custom, 2 * security, function_name).read(bits // 8)
        wanted += [digest, expected(kmac, message)]
    for job, message, answer, digest in zip(
        jobs, messages, ask(jobs, messages), wanted, strict=True
    ):
        assert answer.data == digest
        assert answer.cycles == job.latency(len(message))


def test_samples_of_cshake() -> None:
    job = find("sha3-x1-mac").job("cshake128", {"custom": b"Email Signature"})
    digests = [answer.data for answer in ask([job, job], [bytes(range(4)), bytes(range(200))])]
    # NIST, "cSHAKE samples", samples 1 and 2.
    assert digests[0].hex().startswith("c1c36925b6409a04f1b504fcbca9d82b")
    assert digests[1].hex().startswith("c5221d50e4f822d96a2e8881a961420f")


@pytest.mark.parametrize("name", ["sha3-x1-mac", "sha3-x1-mac@32"])
def test_shake_is_without_blocks(name: str) -> None:
    """The key that was held is gone then; a head that asks for blocks or for holding is refused."""
    design = find(name)
    shake, key = design.job("cshake128"), design.job("kmac128", {"key": b"key", "held": True})
    assert shake.config == (3 << 8,)
    assert key.config is not None
    heads = [(3 << 8 | bit,) for bit in (1, 2, 4, 1 << 16, 1 << 40)]
    packets = [*heads, (3 << 8 | 1 | 1 << 16, *key.config[1:22]), (3 << 8, 0)]
    bad = [replace(shake, config=packet) for packet in packets]
    jobs = [key, key.without_key(), shake, key.without_key(), shake]
    jobs += [job for each in bad for job in (key, each, key.without_key(), shake)]
    answers = ask(jobs, [b"message"] * len(jobs))
    refused = [False, False, False, True, False, *(False, True, True, False) * len(bad)]
    assert [answer.error for answer in answers] == refused
    for job, answer in zip(jobs, answers, strict=True):
        if not answer.error:
            assert answer.data == expected(job, b"message")


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("skein256-x4-mac", 32),
        ("skein512-x8-mac", 64),
        *(("skein-mc-mac", state) for state in (32, 64, 128)),
    ],
)
def test_skein_arguments(name: str, state: int) -> None:
    """Keys of all lengths, personalization and nonce, and the other arguments."""
    skein = pytest.importorskip("skein")
    other = getattr(skein, f"skein{8 * state}")
    rng, design, jobs, messages = random.Random(name), find(name), [], []
    function = f"skein-mac-{8 * state}-{8 * state}"
    sizes = (1, state - 1, state, state + 1, 3 * state)
    given: list[dict[str, bytes]] = [{"key": rng.randbytes(size)} for size in (0, *sizes)]
    given += [
        {"key": rng.randbytes(20), "person": rng.randbytes(state), "nonce": rng.randbytes(3)},
        {"key": b"", "person": rng.randbytes(3 * state)},
        {"key": rng.randbytes(state + 1), "nonce": rng.randbytes(state)},
        {
            "key": rng.randbytes(9),
            "public_key": rng.randbytes(7),
            "key_id": rng.randbytes(40)[:state],
        },
    ]
    for number, values in enumerate(given):
        jobs.append(design.job(function, {**values, "key": values["key"] or EMPTY_KEY}))
        messages.append(rng.randbytes((0, state, 2 * state + 5)[number % 3]))
    for values, job, message, answer in zip(
        given, jobs, messages, ask(jobs, messages), strict=True
    ):
        assert answer.data == expected(job, message)
        if values.keys() <= {"key", "person", "nonce"}:
            named = {"pers" if each == "person" else each: data for each, data in values.items()}
            assert answer.data == other(message, **named).digest()
        assert answer.cycles == job.latency(len(message))


# A narrow stream, which sets the pace; a wide one with registers.
USUAL = (
    ("sha3-x1-mac", "kmac256", 32, 1),
    ("sha3-x1-mac", "hmac-sha3-256", 32, 0),
    ("skein256-x4-mac", "skein-mac-256-256", 8, 1),
    ("skein-mc-mac", "skein-mac-256-256", 32, 1),
)


@pytest.mark.parametrize(
    ("name", "function", "width", "registered"),
    [
        pytest.param(*case, marks=[] if case in USUAL else [pytest.mark.large])
        for case in (
            (name, function, width, registered)
            for (name, function), registered in product(FUNCTIONS, (0, 1))
            for width in find(name).hardware.widths
        )
    ],
)
def test_streams_of_all_widths(name: str, function: str, width: int, registered: int) -> None:
    try_held_keys(name, function, width, registered, 60, by_model)


@pytest.mark.parametrize(("name", "function"), FUNCTIONS)
def test_no_key_is_left(name: str, function: str) -> None:
    """Without a key none is used: at first, behind a key that is not held, and behind an error."""
    design = find(name)

    def job(*, again: bool = False, held: bool = False) -> Job:
        found = design.job(function, {"key": b"key", "held": held})
        return found.without_key() if again else found

    good, again = job(), job(again=True, held=True)
    assert good.config is not None
    # A bit that no packet has, and a block that is missing or too many, drop the key, too.
    heads = (1 << 40, good.config[0] ^ 1 << 40)
    short, long = good.config[:-1], (*good.config, *good.config[1:])
    cases = [*((head, *good.config[1:]) for head in heads), short, long]
    if good.config[0] >> 16:
        cases += [(good.config[0] + (n << 16), *good.config[1:]) for n in (-1, 1, 3, 200)]
    bad = [replace(job(held=True), config=config) for config in cases]
    jobs = [again, good, again, *(each for one in bad for each in (job(held=True), one, again))]
    answers = ask([*jobs, good], [b"message"] * (len(jobs) + 1))
    refused = [True, False, True, *(False, True, True) * len(bad), False]
    assert [answer.error for answer in answers] == refused
    digest = expected(good, b"message")
    assert all(answer.data == digest for answer in answers if not answer.error)


def test_cycles() -> None:
    """What the documentation says: of a new key, of one that is held."""

    def cycles(
        name: str, function: str, blocks: int, *, again: bool = False, held: bool = False
    ) -> int:
        job = find(name).job(function, {"key": b"key", "held": held})
        return (job.without_key() if again else job).timing.latency(blocks)

    assert cycles("sha3-x1-mac", "hmac-sha3-256", 1) == 135
    assert cycles("sha3-x1-mac", "hmac-sha3-256", 3) == 135 + 2 * 24
    assert cycles("sha3-x1-mac", "hmac-sha3-256", 1, again=True) == 118
    assert cycles("sha3-x1-mac", "kmac128", 1) == 140
    assert cycles("sha3-x1-mac", "kmac128", 1, again=True) == 98
    assert cycles("skein256-x4-mac", "skein-mac-256-256", 1) == 97
    assert cycles("skein256-x4-mac", "skein-mac-256-256", 1, again=True) == 87
    formulas = {256: (1495, 1515, 549, 478), 512: (2678, 2714, 970, 867)}
    formulas[1024] = (5629, 5697, 2007, 1840)
    for state, (new, held, again, block) in formulas.items():
        name = f"skein-mac-{state}-{state}"
        assert cycles("skein-mc-mac", name, 3) == new + 3 * block
        assert cycles("skein-mc-mac", name, 3, held=True) == held + 3 * block
        assert cycles("skein-mc-mac", name, 3, again=True) == again + 3 * block


def test_hash_object() -> None:
    h = gatehash.new("sha3-x1-mac", b"mess", algorithm="kmac128", key=bytes(32), custom=b"us")
    h.update(b"age")
    job = find("sha3-x1-mac").job("kmac128", {"key": bytes(32), "custom": b"us"})
    assert h.digest() == expected(job, b"message")


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_what_is_wrong(engine: Any) -> None:
    with pytest.raises(GatehashError, match="skein-mac-256-256 needs a key of any length"):
        gatehash.new("skein256-x4-mac", b"message", engine=engine)
    with pytest.raises(
        GatehashError, match="are 6 blocks of 32 bytes; skein256-x4-mac takes at mo"
    ):
        gatehash.new("skein256-x4-mac", b"message", key=bytes(97), nonce=b"1", engine=engine)
    with pytest.raises(
        GatehashError, match="key are 256 blocks of 64 bytes; skein-mc-mac takes at most 255, of wh"
    ):
        gatehash.new("skein-mc-mac", b"message", key=bytes(255 * 64), engine=engine)
    mac = partial(gatehash.new, "sha3-x1-mac", b"message", algorithm="kmac128", engine=engine)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"key": bytes(164)}, "key has 164 bytes; kmac128 takes at most 163"),
        (
            {"key": EMPTY_KEY, "custom": bytes(158)},
            "custom has 158 bytes; kmac128 takes at most 157",
        ),
    ]
    for values, said in cases:
        with pytest.raises(GatehashError, match=said):
            mac(**values)
    mac(key=bytes(163), custom=bytes(157))
    said = "function_name and custom fill, with their lengths, more than the 2 blocks of 168 bytes "
    with pytest.raises(GatehashError, match=said):
        gatehash.new("sha3-x1-mac", algorithm="cshake128", custom=bytes(330), engine=engine)
    gatehash.new("sha3-x1-mac", algorithm="cshake128", custom=bytes(329), engine=engine)


@pytest.mark.parametrize(("name", "function"), FUNCTIONS)
def test_packets_that_end_too_early(name: str, function: str) -> None:
    """A packet of each shorter length is refused, and the message behind the next one answered."""
    design = find(name)
    job = design.job(function, {"key": b"key of a message"})
    assert job.config is not None
    jobs = [
        each
        for words in range(1, len(job.config))
        for each in (replace(job, config=job.config[:words]), job)
    ]
    answers = ask(jobs, [b"message"] * len(jobs))
    assert [answer.error for answer in answers] == [True, False] * (len(jobs) // 2)
    assert {answer.data for answer in answers[1::2]} == {expected(job, b"message")}


def test_arguments_of_many_blocks() -> None:
    """The coprocessor counts up to 255 of them."""
    job = find("skein-mc-mac").job(
        "skein-mac-256-256", {"key": EMPTY_KEY, "person": bytes(250 * 32)}
    )
    (answer,) = ask([job], [b"message"])
    assert answer.data == expected(job, b"message")
    assert answer.cycles == job.latency(len(b"message"))


def test_positions_in_a_long_message() -> None:
    """The tweak has the number of bytes up to each block, here of 17 bits."""
    job = find("skein256-x4-mac").job("skein-mac-256-256", {"key": b"key"})
    message = random.Random("long").randbytes(70_000)
    (answer,) = ask([job], [message])
    assert answer.data == expected(job, message)
    assert answer.cycles == job.latency(len(message))
