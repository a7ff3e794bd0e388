# SPDX-License-Identifier: Apache-2.0
"""Authenticated ciphers on hardware: answers of other libraries, tags that are wrong, cycles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt
from tests.simulate.aead_schedule import cycles
from tests.simulate.asking import ask

import gatehash
from gatehash.catalog import DESIGNS, Job, Operation, find
from gatehash.catalog.aead_piped_timing import AeadPipedTiming
from gatehash.catalog.aead_timing import AeadTiming
from gatehash.errors import GatehashError, RefusedError

FAMILIES = ("aead", "aead-piped")
NAMES = tuple(name for name, design in DESIGNS.items() if design.family in FAMILIES)
MICROCODED = tuple(name for name in NAMES if DESIGNS[name].family == "aead")
DIRECTIONS: tuple[Operation, ...] = ("encrypt", "decrypt")
NONCES = {"chacha20-poly1305": 12, "xchacha20-poly1305": 24}


def encrypted(nonce: bytes, key: bytes, message: bytes, ad: bytes) -> bytes:
    """Return what another library makes of a message."""
    if len(nonce) == NONCES["chacha20-poly1305"]:
        return ChaCha20Poly1305(key).encrypt(nonce, message, ad)
    return crypto_aead_xchacha20poly1305_ietf_encrypt(message, ad, nonce, key)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("function", NONCES)
def test_messages_and_associated_data_of_all_lengths(name: str, function: str) -> None:
    """Both directions, of sizes about those of words and blocks; exact cycles, also in a row."""
    rng, design = random.Random(f"{name} {function}"), find(name)
    sizes = (0, 1, 15, 16, 17, 63, 64, 65, 128, 200)
    ad_sizes = (0, 1, 7, 8, 9, 15, 16, 17, 33)
    pairs = [*((size, ad_sizes[at % 9]) for at, size in enumerate(sizes)), (3, 16), (32, 9), (0, 5)]
    jobs, messages, answers = list[Job](), list[bytes](), list[bytes]()
    for size, ad_bytes in pairs:
        key, nonce = rng.randbytes(32), rng.randbytes(NONCES[function])
        message, ad = rng.randbytes(size), rng.randbytes(ad_bytes)
        whole = encrypted(nonce, key, message, ad)
        values = {"key": key, "nonce": nonce, "ad": ad}
        jobs += [design.job(function, values, each) for each in DIRECTIONS]
        messages += [message, whole]
        answers += [whole, message]
    came = ask(jobs, messages)
    for job, message, answer, wanted in zip(jobs, messages, came, answers, strict=True):
        assert not answer.error, (job.label, len(message))
        assert answer.data == wanted
        assert answer.cycles == job.latency(len(message))


@pytest.mark.parametrize("name", MICROCODED)
def test_cycles_are_those_of_the_schedule(name: str) -> None:
    """Associated data and messages whose ends fall anywhere in a block, and long ones."""
    rng, design = random.Random(name), find(name)
    for extended, operation, _ in product(NONCES, DIRECTIONS, range(40)):
        ad_bytes = rng.choice((0, rng.randrange(100), rng.randrange(1000)))
        values = {"key": bytes(32), "nonce": bytes(NONCES[extended]), "ad": bytes(ad_bytes)}
        timing = design.job(extended, values, operation).timing
        assert isinstance(timing, AeadTiming)
        for size in (0, rng.randrange(64), rng.randrange(500), rng.randrange(1500)):
            blocks = -(-size // 64)
            formula = timing.latency(blocks) - timing.less(64 * blocks, size)
            assert formula == cycles(timing, size), (ad_bytes, size)


def wrong_bits(
    values: dict[str, bytes], message: bytes
) -> Iterator[tuple[dict[str, bytes], bytes]]:
    """Yield values and message with one bit changed: each of message, tag, nonce and data."""
    for name in ("nonce", "ad"):
        for bit in range(8 * len(values[name])):
            data = bytearray(values[name])
            data[bit // 8] ^= 1 << bit % 8
            yield {**values, name: bytes(data)}, message
    for bit in range(8 * len(message)):
        data = bytearray(message)
        data[bit // 8] ^= 1 << bit % 8
        yield values, bytes(data)


def refuses_each_bit(name: str, function: str, size: int, ad_bytes: int) -> None:
    rng, design = random.Random(f"{name} {function} {size}"), find(name)
    key, nonce = rng.randbytes(32), rng.randbytes(NONCES[function])
    values = {"key": key, "nonce": nonce, "ad": rng.randbytes(ad_bytes)}
    whole = encrypted(nonce, key, rng.randbytes(size), values["ad"])
    good = design.job(function, values, "decrypt")
    wrong = [*wrong_bits(values, whole)]
    assert len(wrong) == 8 * (len(nonce) + ad_bytes + size + 16)
    jobs = [*(design.job(function, each, "decrypt") for each, _ in wrong), good]
    answers = ask(jobs, [*(message for _, message in wrong), whole])
    # It takes as long whatever is wrong, and as if nothing were.
    assert {answer.cycles for answer in answers} == {good.latency(len(whole))}
    assert [answer.error for answer in answers] == [*[True] * len(wrong), False]


# A coprocessor takes 70 times the cycles of an engine. Functions differ in how they begin.
_BITS = (
    ("chacha20-poly1305-mc-1", "xchacha20-poly1305", 5, 3),
    ("chacha20-poly1305-mc-1-dsp", "chacha20-poly1305", 5, 3),
    ("chacha20-poly1305-x2-piped", "chacha20-poly1305", 65, 17),
)


@pytest.mark.parametrize(
    ("name", "function", "size", "ad_bytes"),
    [
        pytest.param(*case, marks=[] if case in _BITS else pytest.mark.large)
        for case in (
            (name, function, *sizes)
            for name, function, sizes in product(NAMES, NONCES, ((5, 3), (65, 17)))
        )
    ],
)
def test_each_bit_that_is_wrong_is_refused(
    name: str, function: str, size: int, ad_bytes: int
) -> None:
    refuses_each_bit(name, function, size, ad_bytes)


@pytest.mark.parametrize("name", ["chacha20-poly1305-mc-1", "chacha20-poly1305-x2-piped"])
def test_where_the_code_is_reduced(name: str) -> None:
    """Blocks with which Poly1305's sum meets its modulus need another key; see the proofs."""
    design, rng = find(name), random.Random(1)
    jobs, messages, answers = list[Job](), list[bytes](), list[bytes]()
    for _ in range(40):
        key, nonce = rng.randbytes(32), rng.randbytes(12)
        stream = encrypted(nonce, key, bytes(48), b"")[:48]
        # Encrypted blocks of ones and of zeros.
        message = bytes(a ^ b for a, b in zip(stream, b"\xff" * 32 + bytes(16), strict=True))
        jobs.append(design.job("chacha20-poly1305", {"key": key, "nonce": nonce}, "encrypt"))
        messages.append(message)
        answers.append(encrypted(nonce, key, message, b""))
    assert [answer.data for answer in ask(jobs, messages)] == answers


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(f"{name}@{width}", marks=[] if width == 32 else pytest.mark.large)
        for name, widths in ((NAMES[0], (16, 32, 64)), (NAMES[-1], (8, 16, 32)))
        for width in widths
    ],
)
def test_streams_of_other_widths(name: str) -> None:
    design, rng = find(name), random.Random(name)
    for function, nonce_bytes in NONCES.items():
        jobs, messages, answers = list[Job](), list[bytes](), list[bytes]()
        for size, ad_bytes in ((0, 0), (1, 20), (64, 8), (77, 16)):
            values = {"key": rng.randbytes(32), "nonce": rng.randbytes(nonce_bytes)}
            values["ad"], message = rng.randbytes(ad_bytes), rng.randbytes(size)
            whole = encrypted(values["nonce"], values["key"], message, values["ad"])
            jobs += [design.job(function, values, each) for each in DIRECTIONS]
            messages += [message, whole]
            answers += [whole, message]
        came = ask(jobs, messages)
        assert [answer.data for answer in came] == answers
        assert [answer.cycles for answer in came] == [
            job.latency(len(message)) for job, message in zip(jobs, messages, strict=True)
        ]


def test_the_last_block_of_the_counter() -> None:
    """A message whose blocks would need a counter of more than 32 bits is refused before work."""
    values = {"key": bytes(32), "nonce": bytes(12)}
    job = find(NAMES[0]).job("chacha20-poly1305", values, "encrypt")
    most = (2**32 - 1) * 64
    assert job.refusal(most) is None
    why = job.refusal(most + 1)
    assert why == f"{most + 1} bytes are {2**32} blocks; the design takes at most {2**32 - 1}"


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_crypt(engine: Any) -> None:
    values: dict[str, Any] = {"key": bytes(32), "nonce": bytes(24), "ad": b"header"}
    secret = gatehash.crypt(NAMES[0], "xchacha20-poly1305", b"text", engine=engine, **values)
    assert secret == encrypted(bytes(24), bytes(32), b"text", b"header")
    back = gatehash.crypt(
        NAMES[0], "xchacha20-poly1305", secret, decrypt=True, engine=engine, **values
    )
    assert back == b"text"
    wrong = replace_last(secret)
    with pytest.raises(RefusedError, match="the tag is wrong"):
        gatehash.crypt(NAMES[0], "xchacha20-poly1305", wrong, decrypt=True, engine=engine, **values)
    # Nothing comes before the tag is known to be right.
    stream = gatehash.crypt_stream(
        NAMES[0], "xchacha20-poly1305", [wrong], decrypt=True, engine=engine, **values
    )
    with pytest.raises(RefusedError):
        next(iter(stream))
    with pytest.raises(GatehashError, match="the message must end in a tag of 16 bytes"):
        gatehash.crypt(
            NAMES[0], "xchacha20-poly1305", b"short", decrypt=True, engine=engine, **values
        )


def replace_last(data: bytes) -> bytes:
    """Return data with another last byte."""
    return bytes((*data[:-1], data[-1] ^ 0x80))


@pytest.mark.parametrize("name", [NAMES[0], NAMES[-1]])
def test_bits_of_the_packet_that_must_be_zero(name: str) -> None:
    """A message whose packet has one of them is refused; the one behind it is answered."""
    design = find(name)
    values = {"key": bytes(32), "nonce": bytes(12), "ad": b"abc"}
    job = design.job("chacha20-poly1305", values, "encrypt")
    assert job.config is not None
    # Word 7 has the number of bytes of associated data; the counter is in word 5.
    places = ((0, range(2, 64, 7)), (5, range(0, 32, 5)), (7, range(40, 64)))
    jobs = [
        each
        for word, bits in places
        for bit in bits
        for each in (replace(job, config=_with_bit(job.config, word, bit)), job)
    ]
    answers = ask(jobs, [b"message"] * len(jobs))
    whole = encrypted(values["nonce"], values["key"], b"message", values["ad"])
    assert [answer.error for answer in answers] == [True, False] * (len(jobs) // 2)
    assert {answer.data for answer in answers[1::2]} == {whole}


def _with_bit(config: tuple[int, ...], word: int, bit: int) -> tuple[int, ...]:
    return (*config[:word], config[word] | 1 << bit, *config[word + 1 :])


def test_the_page_has_the_cycles() -> None:
    """In both directions, and the share of a long message's rate that packets have."""
    page = Path(__file__).resolve().parents[2] / "docs" / "chacha-poly1305.md"
    text = page.read_text(encoding="utf-8")
    rows = [
        [cell.strip().replace(",", "") for cell in line.strip("| ").split("|")]
        for line in text.splitlines()
        if line.startswith(("| bytes of the message", "| ChaCha20", "| XChaCha20"))
    ]
    sizes = [int(cell) for cell in rows[0][1:]]
    shares = {}
    for name, *cells in rows[1:]:
        values = {"key": bytes(32), "nonce": bytes(NONCES[name.lower()])}
        jobs = [find(NAMES[-1]).job(name.lower(), values, each) for each in DIRECTIONS]
        for size, cell in zip(sizes, cells, strict=True):
            taken = [
                job.latency(size + job.tag_bytes * decrypts) for decrypts, job in enumerate(jobs)
            ]
            assert taken == [int(cell)] * 2
            timing = jobs[0].timing
            assert isinstance(timing, AeadPipedTiming)
            shares[name, size] = size * timing.block / 64 / (taken[0] + timing.rest)
    for size, words in ((1500, "1,500 bytes with its gap is at"), (64, "one of 64 bytes at")):
        assert f"{words} {100 * shares['ChaCha20-Poly1305', size]:.0f} %" in text
