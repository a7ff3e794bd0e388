# SPDX-License-Identifier: Apache-2.0
"""Whirlpool and W against published vectors, the designers' C reference and the definitions.

No library has W alone. It is checked by rebuilding Whirlpool around it, and against a second
implementation that shares no code with the package.
"""

from __future__ import annotations

import json
import random
import runpy
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.models.manners import check_manners
from tests.oracles import phash_oracle as oracle

from gatehash.models import whirlpool as model

VECTORS = Path(__file__).parents[1] / "vectors"
FROZEN: dict[str, Any] = json.loads((VECTORS / "whirlpool_nessie.json").read_text())
SCRIPT: dict[str, Any] = runpy.run_path(str(VECTORS / "make_whirlpool_nessie.py"))
NO_ORACLE = "whirlpool needs Python.h to build; the frozen vectors still ran"
# ISO/IEC 10118-3:2004, the vectors in whole bytes up to 80 bytes.
PUBLISHED = {
    b"": (
        "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
        "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3"
    ),
    b"a": (
        "8aca2602792aec6f11a67206531fb7d7f0dff59413145e6973c45001d0087b42"
        "d11bc645413aeff63a42391a39145a591a92200d560195e53b478584fdae231a"
    ),
    b"abc": (
        "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
        "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"
    ),
    b"message digest": (
        "378c84a4126e2dc6e56dcc7458377aac838d00032230f53ce1f5700c0ffb4d3b"
        "8421557659ef55c106b4b52ac5a4aaa692ed920052838f3362e86dbd37a8903e"
    ),
    b"abcdefghijklmnopqrstuvwxyz": (
        "f1d754662636ffe92c82ebb9212a484a8d38631ead4238f5442ee13b8054e41b"
        "08bf2a9251c30b6a0b8aae86177ab4a6f68f673e7207865d5d9819a3dba4eb3b"
    ),
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": (
        "dc37e008cf9ee69bf11f00ed9aba26901dd7c28cdec066cc6af42e40f82f3a1e"
        "08eba26629129d8fb7cb57211b9281a65517cc879d7b962142c65f5a7af01467"
    ),
    b"1234567890" * 8: (
        "466ef18babb0154d25b9d38a6414f5c08784372bccb204d6549c4afadb601429"
        "4d5bd8df2a6c44e538cd047b2681a51a2c60481e88c5a20b2c2a80cf3a9a083b"
    ),
    b"abcdbcdecdefdefgefghfghighijhijk": (
        "2a987ea40f917061f5d6f0a0e4644f488a7a5a52deee656207c562f988e95c69"
        "16bdc8031bc5be1b7b947639fe050b56939baaa0adff9ae6745b7b181c3be3fd"
    ),
}


def message(count: int) -> bytes:
    value: bytes = SCRIPT["message"](count)
    return value


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def rebuild(text: bytes, w: Callable[[bytes, bytes], bytes]) -> bytes:
    """Whirlpool around any implementation of W, with the padding written out."""
    padded = text + b"\x80" + bytes(-(len(text) + 33) % 64) + (8 * len(text)).to_bytes(32, "big")
    chain = bytes(64)
    for at in range(0, len(padded), 64):
        block = padded[at : at + 64]
        chain = xor(xor(w(chain, block), chain), block)
    return chain


def random_blocks(count: int, seed: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (count, 64), dtype=np.uint8)


@pytest.mark.parametrize("text", PUBLISHED, ids=range(len(PUBLISHED)))
def test_published(text: bytes) -> None:
    assert model.Whirlpool(text).hexdigest() == PUBLISHED[text]


def test_frozen_lengths() -> None:
    for length, digest in enumerate(FROZEN["lengths"]["digests"]):
        assert model.Whirlpool(message(length)).hexdigest() == digest, length


def test_frozen_240_messages() -> None:
    # The lengths that Zalewski tests (section IV.B). Each message begins with the one before.
    digests = FROZEN["steps_of_20"]["digests"]
    text = message(4800)
    h = model.Whirlpool()
    assert len(digests) == 240
    for n, digest in enumerate(digests, start=1):
        h.update(text[20 * n - 20 : 20 * n])
        assert h.hexdigest() == digest, 20 * n
        if n % 24 == 0:
            assert model.Whirlpool(text[: 20 * n]).hexdigest() == digest, 20 * n


def test_frozen_vectors_are_what_the_reference_gives() -> None:
    pytest.importorskip("whirlpool", reason=NO_ORACLE)
    fresh: dict[str, Any] = SCRIPT["build"]()
    # The rest is provenance, which names the library's version.
    assert {name: group["digests"] for name, group in fresh.items()} == {
        name: group["digests"] for name, group in FROZEN.items()
    }


def test_reference_on_random_messages() -> None:
    reference = pytest.importorskip("whirlpool", reason=NO_ORACLE)
    rng = random.Random(2004)
    for _ in range(60):
        text = rng.randbytes(rng.randrange(400))
        assert model.Whirlpool(text).digest() == reference.new(text).digest()


def test_whirlpool_rebuilt_from_w() -> None:
    for length, digest in enumerate(FROZEN["lengths"]["digests"]):
        assert rebuild(message(length), model.w_encrypt).hex() == digest, length


def test_second_implementation_is_right() -> None:
    for length in (*range(0, 130, 13), 31, 32, 63, 64):
        digest = rebuild(message(length), lambda key, block: oracle.w([key], [block])[0])
        assert digest.hex() == FROZEN["lengths"]["digests"][length], length


def test_w_against_second_implementation() -> None:
    keys, plaintexts = random_blocks(300, 1), random_blocks(300, 2)
    expected = b"".join(oracle.w(list(map(bytes, keys)), list(map(bytes, plaintexts))))
    assert model.w_encrypt_many(keys, plaintexts).tobytes() == expected


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_many_equal_one(count: int) -> None:
    keys, plaintexts = random_blocks(count, 3), random_blocks(count, 4)
    before = keys.copy(), plaintexts.copy()
    ciphertexts = model.w_encrypt_many(keys, plaintexts)
    assert ciphertexts.shape == (count, 64)
    assert ciphertexts.dtype == np.uint8
    for key, plaintext, ciphertext in zip(keys, plaintexts, ciphertexts, strict=True):
        assert model.w_encrypt(bytes(key), bytes(plaintext)) == bytes(ciphertext)
    np.testing.assert_array_equal(keys, before[0])
    np.testing.assert_array_equal(plaintexts, before[1])


def test_many_across_chunks() -> None:
    count = 2 * model._CHUNK + 1
    keys, plaintexts = random_blocks(count, 5), random_blocks(count, 6)
    ciphertexts = model.w_encrypt_many(keys, plaintexts)
    for i in (0, model._CHUNK - 1, model._CHUNK, 2 * model._CHUNK - 1, 2 * model._CHUNK):
        assert model.w_encrypt(bytes(keys[i]), bytes(plaintexts[i])) == bytes(ciphertexts[i]), i


def test_many_takes_any_layout() -> None:
    wide, tall = random_blocks(20, 7), np.asfortranarray(random_blocks(20, 8))
    keys = np.concatenate([wide, wide[::-1]], axis=1)[:, 32:96]
    assert not keys.flags.c_contiguous
    tall.flags.writeable = False
    expected = model.w_encrypt_many(keys.copy(order="C"), tall.copy(order="C"))
    np.testing.assert_array_equal(model.w_encrypt_many(keys, tall), expected)


def test_sbox_is_the_published_one() -> None:
    assert model.SBOX == oracle.SBOX


def test_mini_boxes() -> None:
    # Every box is a permutation, and E an exponential: E(u) = 0xB^u in GF(2^4), x^4 = x + 1, for
    # u below 15.
    for box in (model.E, model.E_INVERSE, model.R):
        assert sorted(box) == list(range(16))
    power = 1
    for u in range(15):
        assert model.E[u] == power
        assert model.E_INVERSE[power] == u
        product = (power << 3) ^ (power << 1) ^ power
        for bit in (6, 5, 4):
            if product >> bit & 1:
                product ^= 0b10011 << (bit - 4)
        power = product


def test_steps_are_the_definitions() -> None:
    # Element by element: b_ij = S(a_ij), b_ij = a_(i-j, j), b_ij = sum over k of a_ik c_kj.
    def product(a: int, b: int) -> int:
        total = 0
        for bit in range(8):
            if b >> bit & 1:
                total ^= a << bit
        for bit in range(14, 7, -1):
            if total >> bit & 1:
                total ^= 0x11D << (bit - 8)
        return total

    rng = random.Random(10118)
    for _ in range(5):
        a, key = rng.randbytes(64), rng.randbytes(64)
        rows = [a[at : at + 8] for at in range(0, 64, 8)]
        assert model.sub_bytes(a) == bytes(oracle.SBOX[u] for u in a)
        assert model.add_round_key(a, key) == xor(a, key)
        shifted, mixed = model.shift_columns(a), model.mix_rows(a)
        for i in range(8):
            for j in range(8):
                assert shifted[8 * i + j] == rows[(i - j) % 8][j]
                total = 0
                for k in range(8):
                    total ^= product(rows[i][k], oracle.MATRIX[k][j])
                assert mixed[8 * i + j] == total


def test_round_constants() -> None:
    # The array rc of the designers' C reference.
    first_rows = (
        "1823c6e887b8014f 36a6d2f5796f9152 60bc9b8ea30c7b35 1de0d7c22e4bfe57 157737e59ff04ada "
        "58c9290ab1a06b85 bd5d10f4cb3e0567 e427418ba77d95d8 fbee7c66dd17479e ca2dbf07ad5a8333"
    )
    expected = tuple(bytes.fromhex(row) + bytes(56) for row in first_rows.split())
    assert model.round_constants() == expected


def test_round_keys_are_rounds_of_w() -> None:
    key = random.Random(1).randbytes(64)
    keys = model.round_keys(key)
    assert len(keys) == model.ROUNDS + 1
    assert keys[0] == key
    for constant, old, new in zip(model.round_constants(), keys, keys[1:], strict=False):
        linear = model.mix_rows(model.shift_columns(model.sub_bytes(old)))
        assert new == model.add_round_key(linear, constant)


def test_compress_is_miyaguchi_preneel() -> None:
    rng = random.Random(2)
    chain, block = rng.randbytes(64), rng.randbytes(64)
    expected = xor(xor(model.w_encrypt(chain, block), chain), block)
    assert model.compress(bytearray(chain), memoryview(block)) == expected


@settings(deadline=None, max_examples=30)
@given(st.lists(st.binary(max_size=150), max_size=6))
def test_pieces_equal_whole(pieces: list[bytes]) -> None:
    h = model.Whirlpool()
    for piece in pieces:
        h.update(piece)
    assert h.digest() == rebuild(b"".join(pieces), model.w_encrypt)


def test_hashlib_manners() -> None:
    h = model.Whirlpool()
    assert (h.name, h.digest_size, h.block_size) == ("whirlpool", 64, 64)
    before, after = (bytes.fromhex(FROZEN["lengths"]["digests"][size]) for size in (100, 101))
    check_manners(h, message(100), message(101)[100:], before, after)


def test_wide_elements_are_bytes() -> None:
    words = array("Q", range(20))
    assert model.Whirlpool(memoryview(words)).digest() == model.Whirlpool(words.tobytes()).digest()


def test_less_than_a_block_waits() -> None:
    h = model.Whirlpool()
    for length in (1, 63, 1, 1000, 64, 0, 320):
        h.update(bytes(length))
        assert len(h._rest) < h.block_size


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Whirlpool().update(wrong)


BLOCKS = np.zeros((2, 64), dtype=np.uint8)
ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.sub_bytes(bytes(63)), r"state must be 64 bytes, got 63"),
    (lambda: model.shift_columns(bytes(65)), r"state must be 64 bytes, got 65"),
    (lambda: model.mix_rows(bytes(8)), r"state must be 64 bytes, got 8"),
    (lambda: model.add_round_key(bytes(64), bytes(8)), r"key must be 64 bytes, got 8"),
    (lambda: model.round_keys(b""), r"key must be 64 bytes, got 0"),
    (lambda: model.w_encrypt(bytes(32), bytes(64)), r"key must be 64 bytes, got 32"),
    (lambda: model.w_encrypt(bytes(64), bytes(32)), r"plaintext must be 64 bytes, got 32"),
    (lambda: model.compress(bytes(1), bytes(64)), r"chaining must be 64 bytes, got 1"),
    (lambda: model.compress(bytes(64), bytes(1)), r"block must be 64 bytes, got 1"),
    (
        lambda: model.w_encrypt_many(BLOCKS[:, :63], BLOCKS),
        r"keys must be uint8 of shape \(n, 64\), got uint8 of shape \(2, 63\)",
    ),
    (
        lambda: model.w_encrypt_many(BLOCKS, BLOCKS.astype(np.uint16)),
        r"plaintexts must be uint8 of shape \(n, 64\), got uint16 of shape \(2, 64\)",
    ),
    (lambda: model.w_encrypt_many(BLOCKS[0], BLOCKS[0]), r"keys must be .* of shape \(64,\)"),
    (lambda: model.w_encrypt_many(BLOCKS[:1], BLOCKS), r"keys must be .* 2, got 1 keys"),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()
