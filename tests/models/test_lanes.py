# SPDX-License-Identifier: Apache-2.0
"""Blocks side by side: the same answers as those of one block after the other, and of libraries."""

from __future__ import annotations

import random
from typing import Any

import blake3
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.errors import ArgumentError
from gatehash.models import lanes
from gatehash.models.blake3 import Blake3
from gatehash.models.chacha import chacha_xor

KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short messages have many batches, and lanes are used for a few blocks."""
    monkeypatch.setattr(lanes, "_BATCH", 1 << 14)
    monkeypatch.setattr(lanes, "_FEW", 2)


@settings(max_examples=40, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 20_000), max_size=5),
    mode=st.sampled_from([{}, {"key": KEY}, {"key": KEY, "mode": "material"}]),
    counter=st.sampled_from((0, 2**32)),
)
def test_blake3_in_any_pieces(sizes: list[int], mode: dict[str, Any], counter: int) -> None:
    """Chunks before, in and behind batches; the tree over them."""
    chance = random.Random(repr(sizes))
    ours = lanes.Blake3Lanes(800, counter=counter, **mode)
    golden = Blake3(800, counter=counter, **mode)
    for size in sizes:
        piece = chance.randbytes(size)
        ours.update(piece)
        golden.update(piece)
    assert ours.digest() == golden.digest()


@pytest.mark.parametrize("chunks", [*range(2, 20), 31, 32, 33, 48, 300])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_blake3_of_whole_chunks(chunks: int, more: int) -> None:
    message = random.Random(chunks).randbytes(1024 * chunks + more)
    assert lanes.Blake3Lanes(256, message).digest() == blake3.blake3(message).digest()


def test_manners_of_blake3() -> None:
    start, more = bytes(30_000), bytes(range(256)) * 300
    before = blake3.blake3(start, key=KEY).digest(40)
    after = blake3.blake3(start + more, key=KEY).digest(40)
    check_manners(lanes.Blake3Lanes(320, key=KEY), start, more, before, after)


@pytest.mark.parametrize("rounds", [8, 12, 20])
@pytest.mark.parametrize(
    ("nonce", "counter"),
    [
        (b"8 bytes.", 2**32 - 700),
        (b"8 bytes.", 2**64 - 1000),
        (b"12 bytes....", 2**32 - 1000),
        (b"24 bytes................", 2**32 - 300),
    ],
)
def test_chacha_in_any_pieces(nonce: bytes, counter: int, rounds: int) -> None:
    """Over the end of the counter's low word, and up to its last block."""
    chance, text = random.Random(0), random.Random(1).randbytes(64 * 1000 - 5)
    stream = lanes.ChaChaLanes(KEY, nonce, counter, rounds)
    at = 0
    while at < len(text):
        size = chance.choice((1, 63, 64, 130, 5000, 40_000))
        stream.update(text[at : at + size])
        at += size
    assert stream.digest() == chacha_xor(text, KEY, nonce, counter, rounds)


def test_chacha_is_that_of_a_library() -> None:
    text = random.Random(2).randbytes(100_000)
    stream = lanes.ChaChaLanes(KEY, b"12 bytes....", 7)
    stream.update(text)
    nonce = (7).to_bytes(4, "little") + b"12 bytes...."
    theirs = Cipher(algorithms.ChaCha20(KEY, nonce), None).encryptor().update(text)
    assert stream.digest() == theirs


@pytest.mark.parametrize(("nonce", "bits"), [(bytes(8), 64), (bytes(12), 32), (bytes(24), 64)])
def test_no_block_behind_the_last_number(nonce: bytes, bits: int) -> None:
    stream = lanes.ChaChaLanes(KEY, nonce, 2**bits - 100)
    stream.update(bytes(6400))
    with pytest.raises(ArgumentError, match="counter"):
        stream.update(bytes(6400))
