# SPDX-License-Identifier: Apache-2.0
"""Threefish against published vectors, an independent library and its own equations."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatehash.models import threefish

VECTORS = Path(__file__).parents[1] / "vectors"
PUBLISHED: list[dict[str, Any]] = json.loads((VECTORS / "skein_v1_3.json").read_text())[
    "threefish"
]["vectors"]
FROZEN: list[dict[str, Any]] = json.loads((VECTORS / "skein_pyskein.json").read_text())[
    "threefish"
]["vectors"]
WORD_COUNTS = (4, 8, 16)

words = st.integers(0, 2**64 - 1)


@st.composite
def blocks(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """Draw key, tweak and block of one size."""
    count = draw(st.sampled_from(WORD_COUNTS))
    block = st.lists(words, min_size=count, max_size=count)
    return draw(block), draw(st.lists(words, min_size=2, max_size=2)), draw(block)


def stepwise(key: list[int], tweak: list[int], plaintext: list[int]) -> tuple[int, ...]:
    """Encrypt by the paper's equations, one subkey and one round at a time."""
    count = len(key)
    state = tuple(plaintext)
    for d in range(threefish.ROUNDS[count]):
        if d % 4 == 0:
            added = threefish.subkey(key, tweak, d // 4)
            state = tuple((v + k) % 2**64 for v, k in zip(state, added, strict=True))
        state = threefish.encrypt_round(state, d)
    last = threefish.subkey(key, tweak, threefish.ROUNDS[count] // 4)
    return tuple((v + k) % 2**64 for v, k in zip(state, last, strict=True))


def test_every_size_has_published_and_frozen_vectors() -> None:
    assert sorted({len(v["key"]) // 16 for v in PUBLISHED}) == [4, 8, 16]
    assert sorted({v["block_bytes"] // 8 for v in FROZEN}) == [4, 8, 16]


@pytest.mark.parametrize("vector", PUBLISHED, ids=lambda v: f"{len(v['key']) * 4}-{v['key'][:4]}")
def test_published(vector: dict[str, str]) -> None:
    key, tweak, plaintext, ciphertext = (
        bytes.fromhex(vector[name]) for name in ("key", "tweak", "plaintext", "ciphertext")
    )
    assert threefish.encrypt(key, tweak, plaintext) == ciphertext
    assert threefish.decrypt(key, tweak, ciphertext) == plaintext


@pytest.mark.parametrize("vector", FROZEN, ids=lambda v: f"{v['block_bytes'] * 8}-{v['offset']}")
def test_frozen(vector: dict[str, Any]) -> None:
    size, offset = vector["block_bytes"], vector["offset"]
    key, tweak, plaintext = (
        bytes((step * i + offset) & 255 for i in range(count))
        for step, count in ((7, size), (11, 16), (13, size))
    )
    assert threefish.encrypt(key, tweak, plaintext).hex() == vector["ciphertext"]


def test_pyskein() -> None:
    skein = pytest.importorskip(
        "skein", reason="pyskein needs Python.h to build; the frozen vectors still ran"
    )
    rng = random.Random(20101001)
    for size in (32, 64, 128):
        for _ in range(10):
            key, tweak, block = rng.randbytes(size), rng.randbytes(16), rng.randbytes(size)
            oracle = skein.threefish(key, tweak)
            assert threefish.encrypt(key, tweak, block) == oracle.encrypt_block(block)
            assert threefish.decrypt(key, tweak, block) == oracle.decrypt_block(block)


@settings(deadline=None, max_examples=50)
@given(blocks())
def test_decrypt_undoes_encrypt(drawn: tuple[list[int], list[int], list[int]]) -> None:
    key, tweak, block = drawn
    there = threefish.encrypt_words(key, tweak, block)
    assert list(threefish.decrypt_words(key, tweak, there)) == block
    back = threefish.decrypt_words(key, tweak, block)
    assert list(threefish.encrypt_words(key, tweak, back)) == block


@settings(deadline=None, max_examples=25)
@given(blocks())
def test_whole_cipher_is_its_rounds(drawn: tuple[list[int], list[int], list[int]]) -> None:
    key, tweak, block = drawn
    assert threefish.encrypt_words(key, tweak, block) == stepwise(key, tweak, block)


@settings(deadline=None)
@given(blocks(), st.integers(0, 71))
def test_decrypt_round_undoes_encrypt_round(
    drawn: tuple[list[int], list[int], list[int]], d: int
) -> None:
    state = drawn[2]
    assert list(threefish.decrypt_round(threefish.encrypt_round(state, d), d)) == state


@given(words, words, st.integers(0, 63))
def test_mix_is_add_rotate_xor(x0: int, x1: int, r: int) -> None:
    y0, y1 = threefish.mix(x0, x1, r)
    bits = f"{x1:064b}"
    assert y0 == (x0 + x1) % 2**64
    assert y1 ^ y0 == int(bits[r:] + bits[:r], 2)
    assert threefish.unmix(y0, y1, r) == (x0, x1)


@settings(deadline=None)
@given(blocks(), st.integers(0, 18))
def test_subkey_equations(drawn: tuple[list[int], list[int], list[int]], s: int) -> None:
    key, tweak, _ = drawn
    count = len(key)
    parity = threefish.C240
    for word in key:
        parity ^= word
    k, t = [*key, parity], [*tweak, tweak[0] ^ tweak[1]]
    for i, word in enumerate(threefish.subkey(key, tweak, s)):
        added = {count - 3: t[s % 3], count - 2: t[(s + 1) % 3], count - 1: s}.get(i, 0)
        assert word == (k[(s + i) % (count + 1)] + added) % 2**64


@given(st.lists(words, max_size=20))
def test_words_and_bytes(values: list[int]) -> None:
    data = threefish.bytes_from_words(values)
    assert data == b"".join(value.to_bytes(8, "little") for value in values)
    assert list(threefish.words_from_bytes(data)) == values


@pytest.mark.parametrize("count", WORD_COUNTS)
def test_tables_have_the_shape_of_the_cipher(count: int) -> None:
    assert sorted(threefish.PERMUTATION[count]) == list(range(count))
    # Even words stay even, so that the two inputs of a MIX never come from the same side.
    assert all((i - p) % 2 == 0 for i, p in enumerate(threefish.PERMUTATION[count]))
    assert [len(row) for row in threefish.ROTATIONS[count]] == [count // 2] * 8
    assert threefish.ROUNDS[count] % 8 == 0


ZERO4 = (0,) * 4
ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: threefish.words_from_bytes(bytes(9)), r"data must be a multiple of 8 .* got 9"),
    (lambda: threefish.bytes_from_words([0, 2**64]), r"words\[1\] must be in 0\.\.2\*\*64-1, got"),
    (lambda: threefish.mix(-1, 0, 1), r"\(x0, x1\)\[0\] must be in .* got -1"),
    (lambda: threefish.mix(0, 0, 64), r"r must be in 0\.\.63, got 64"),
    (lambda: threefish.unmix(0, 2**64, 1), r"\(y0, y1\)\[1\] must be in"),
    (lambda: threefish.unmix(0, 0, -1), r"r must be in 0\.\.63, got -1"),
    (lambda: threefish.subkey((0,) * 5, (0, 0), 0), r"key must have 4, 8 or 16 words, got 5"),
    (lambda: threefish.subkey(ZERO4, (0,), 0), r"tweak must have 2 words, got 1"),
    (lambda: threefish.subkey(ZERO4, (0, 0), 19), r"s must be in 0\.\.18 for 4 words, got 19"),
    (lambda: threefish.subkey((0,) * 16, (0, 0), -1), r"s must be in 0\.\.20 for 16 words, got -1"),
    (lambda: threefish.encrypt_round(ZERO4, 72), r"d must be in 0\.\.71 for 4 words, got 72"),
    (lambda: threefish.decrypt_round((0,) * 16, 80), r"d must be in 0\.\.79 for 16 words, got 80"),
    (lambda: threefish.encrypt_round((0,) * 3, 0), r"state must have 4, 8 or 16 words, got 3"),
    (lambda: threefish.encrypt_words(ZERO4, (0, 0), (0,) * 8), r"plaintext must have 4 words"),
    (lambda: threefish.decrypt_words(ZERO4, (0, 0), (0,) * 8), r"ciphertext must have 4 words"),
    (
        lambda: threefish.encrypt(bytes(33), bytes(16), b""),
        r"key must be 32, .* bytes long, got 33",
    ),
    (lambda: threefish.encrypt(bytes(32), bytes(8), bytes(32)), r"tweak must be 16 bytes .* got 8"),
    (lambda: threefish.decrypt(bytes(32), bytes(16), bytes(31)), r"ciphertext must be .* got 31"),
]


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
