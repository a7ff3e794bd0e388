# SPDX-License-Identifier: Apache-2.0
"""PHASH against a second implementation, and its parts against the paper's words.

There are no published vectors and no library of PHASH.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.models.manners import check_manners
from tests.oracles import phash_oracle as oracle

from gatehash.models import phash as model
from gatehash.models.padding import RULES, pad
from gatehash.models.whirlpool import w_encrypt

BLOCK = 112
FEW = 600
# Zalewski, section IV.B, tests 1 to 128 blocks, 256 and 257, 65536 and 65537; the others are
# edges of half a group and of a group.
MOST = 65537
COUNTS = (*range(1, 130), 255, 256, 257, 384, 385, 511, 512, 513, 514, 65536, MOST)
# Edges of half a group and of a group; test_any_number_of_levels has as many levels as MOST needs.
QUICK = {1, 2, 127, 128, 129, *COUNTS[129:-2]}


@cache
def data() -> bytes:
    return random.Random(2009).randbytes(MOST * BLOCK)


@cache
def _oracle_values(count: int) -> list[bytes]:
    return oracle.compress(data()[: count * BLOCK])


def oracle_values(count: int) -> list[bytes]:
    """The C_i of so many blocks; those of the first n blocks are the first n of them."""
    return _oracle_values(FEW if count <= FEW else MOST)[:count]


def blocks(count: int) -> NDArray[np.uint8]:
    return np.frombuffer(data()[: count * BLOCK], np.uint8).reshape(count, BLOCK)


def xor(values: list[bytes]) -> bytes:
    total = bytes(64)
    for value in values:
        total = bytes(a ^ b for a, b in zip(total, value, strict=True))
    return total


def feed(h: model.Phash, message: bytes, piece: int) -> model.Phash:
    for at in range(0, len(message), piece):
        h.update(message[at : at + piece])
    return h


@pytest.mark.parametrize(
    "count",
    [pytest.param(each, marks=() if each in QUICK else pytest.mark.large) for each in COUNTS],
)
def test_second_implementation(count: int) -> None:
    message = data()[: count * BLOCK]
    expected = oracle.reduce_all(oracle_values(count))
    assert model.phash_blocks(message) == expected
    assert model.Phash(message, padded=True).digest() == expected


@pytest.mark.parametrize("count", [1, 2, 257])
def test_second_implementation_from_end_to_end(count: int) -> None:
    message = data()[-count * BLOCK :]
    assert model.phash_blocks(message) == oracle.phash(message)


@pytest.mark.large
@pytest.mark.parametrize("piece", [1_000_003, 4096 * BLOCK])
def test_longest_message_in_pieces(piece: int) -> None:
    h = feed(model.Phash(padded=True), data(), piece)
    assert h.digest() == oracle.reduce_all(oracle_values(MOST))
    assert len(h._rest) < model._BATCH * BLOCK, "memory must not grow with the message"
    assert all(len(waiting) < model.GROUP for waiting in h._levels.waiting)


@pytest.mark.parametrize("group", [2, 4, 8])
def test_any_number_of_levels(group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Small groups reach many levels with few blocks; nothing but the constant knows of 256.
    monkeypatch.setattr(model, "GROUP", group)
    monkeypatch.setattr(model, "_BATCH", 16)
    for count in (*range(1, 2 * group + 2), *(group**n + e for n in (2, 3) for e in (-1, 0, 1))):
        message = data()[: count * BLOCK]
        expected = oracle.reduce_all(oracle_values(count), group)
        assert model.phash_blocks(message) == expected, count
        assert model.Phash(message, padded=True).digest() == expected, count


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 700), max_size=8), st.booleans())
def test_pieces_equal_whole(sizes: list[int], padded: bool) -> None:
    if padded:
        sizes.append(BLOCK - sum(sizes) % BLOCK)
    message = data()[: sum(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "GROUP", 4)
        patch.setattr(model, "_BATCH", 3)
        h = model.Phash(padded=padded)
        at = 0
        for size in sizes:
            h.update(message[at : at + size])
            at += size
        whole = message if padded else pad(RULES["phash"], message)
        assert h.digest() == model.phash_blocks(whole)


EDGES = (*range(4), *range(92, 116), *range(204, 2 * BLOCK + 2))
"""Lengths where the padding, 17 bytes at least, needs a block more, and where blocks end."""


@pytest.mark.parametrize(
    "lengths",
    [EDGES, pytest.param(range(2 * BLOCK + 2), marks=pytest.mark.large)],
    ids=["edges", "all"],
)
def test_lengths_of_two_blocks(lengths: Iterable[int]) -> None:
    for length in lengths:
        message = data()[:length]
        assert model.Phash(message).digest() == oracle.phash(oracle.pad(message)), length


@pytest.mark.parametrize("edge", range(-18, 2))
def test_message_around_a_batch(edge: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # 17 bytes of padding at least: the message's last block may be a batch's last or not.
    monkeypatch.setattr(model, "_BATCH", 4)
    message = data()[: 4 * BLOCK + edge]
    assert model.Phash(message).digest() == oracle.phash(oracle.pad(message))


@pytest.mark.parametrize(
    "first", [0, 1, 255, 2**32 - 1, 2**63, 2**64 - 2, 2**64, 2**96 + 5, 2**128 - 3]
)
def test_v_is_y_and_a_number_of_128_bits_big_endian(first: int) -> None:
    v = model.plaintexts(blocks(3), first)
    assert v.shape == (3, 64)
    for n in range(3):
        y = data()[n * BLOCK : n * BLOCK + 48]
        assert bytes(v[n]) == y + (first + n).to_bytes(16, "big")


def test_v_counts_from_zero() -> None:
    v = model.plaintexts(blocks(65536))
    numbers = [int.from_bytes(bytes(row), "big") for row in v[:, 48:]]
    assert numbers == list(range(65536))


def test_c_is_w_of_v_under_z() -> None:
    c = model.block_values(blocks(10), first=700)
    for n in range(10):
        x = data()[n * BLOCK : (n + 1) * BLOCK]
        assert bytes(c[n]) == w_encrypt(x[48:], x[:48] + (700 + n).to_bytes(16, "big"))


@pytest.mark.parametrize("count", [1, 127, 128, 129, 255, 256, 257, 600])
def test_reduction_is_w_of_b_under_a(count: int) -> None:
    values = [random.Random(i).randbytes(64) for i in range(count)]
    d = model.reduce_level(np.frombuffer(b"".join(values), np.uint8).reshape(count, 64))
    assert d.shape == (-(-count // 256), 64)
    for n, row in enumerate(d):
        group = values[256 * n : 256 * (n + 1)]
        # The first half is the key and the second the plaintext, "respectively".
        assert bytes(row) == w_encrypt(xor(group[:128]), xor(group[128:]))


def test_one_value_is_reduced_too() -> None:
    c = bytes(model.block_values(blocks(1))[0])
    assert model.phash_blocks(data()[:BLOCK]) == w_encrypt(c, bytes(64))


def test_arrays_of_nothing() -> None:
    assert model.block_values(blocks(0)).shape == (0, 64)
    assert model.reduce_level(np.empty((0, 64), dtype=np.uint8)).shape == (0, 64)


def test_hashlib_manners() -> None:
    h = model.Phash()
    assert (h.name, h.digest_size, h.block_size) == ("phash", 64, 112)
    before, after = (oracle.phash(oracle.pad(data()[:size])) for size in (1000, 1001))
    check_manners(h, data()[:1000], data()[1000:1001], before, after)


def test_copies_share_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # With small batches and groups both levels and the rest are in use.
    monkeypatch.setattr(model, "GROUP", 4)
    monkeypatch.setattr(model, "_BATCH", 3)
    start, one, other = (data()[at : at + 30 * BLOCK] for at in (0, 10_000, 20_000))
    h = model.Phash(start, padded=True)
    twin = h.copy()
    h.update(one)
    twin.update(other)
    assert h.digest() == model.phash_blocks(start + one)
    assert twin.digest() == model.phash_blocks(start + other)


def test_padded_or_not_is_another_hash() -> None:
    message = data()[:BLOCK]
    assert model.Phash(message).digest() != model.Phash(message, padded=True).digest()
    assert (
        model.Phash(pad(RULES["phash"], message), padded=True).digest()
        == model.Phash(message).digest()
    )


def test_padded_message_may_still_be_completed() -> None:
    h = model.Phash(data()[:100], padded=True)
    with pytest.raises(ValueError, match="got 100 bytes"):
        h.digest()
    h.update(data()[100:BLOCK])
    assert h.digest() == model.phash_blocks(data()[:BLOCK])


def test_wide_elements_are_bytes() -> None:
    words = array("Q", range(28))
    expected = model.phash_blocks(words.tobytes())
    assert model.phash_blocks(memoryview(words)) == expected
    assert model.Phash(memoryview(words), padded=True).digest() == expected


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Phash().update(wrong)


LONG = 5000 * BLOCK + 1
PADDED = r"padded data must be a positive multiple of 112 bytes, got "
FIRST = r"first must be in 0\.\.2\*\*128-n for 2 blocks = n, at least 1, got "
ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.phash_blocks(b""), PADDED + "0"),
    (lambda: model.phash_blocks(bytes(113)), PADDED + "113"),
    (lambda: model.Phash(padded=True).digest(), PADDED + "0"),
    (lambda: model.Phash(bytes(LONG), padded=True).hexdigest(), f"{PADDED}{LONG}"),
    (lambda: model.plaintexts(blocks(2), -1), FIRST + "-1"),
    (lambda: model.block_values(blocks(2), 2**128 - 1), f"{FIRST}{2**128 - 1}"),
    (
        lambda: model.plaintexts(np.zeros((2, 64), dtype=np.uint8)),
        r"blocks must be uint8 of shape \(n, 112\), got uint8 of shape \(2, 64\)",
    ),
    (
        lambda: model.reduce_level(np.zeros((2, 64))),  # type: ignore[arg-type]
        r"values must be uint8 of shape \(n, 64\), got float64 of shape \(2, 64\)",
    ),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()
