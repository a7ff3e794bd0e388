# SPDX-License-Identifier: Apache-2.0
"""SHA-384 and SHA-512 against NIST's examples and hashlib."""

from __future__ import annotations

import hashlib
import random
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.models import padding
from gatehash.models import sha2 as model

HASHLIB = {384: hashlib.sha384, 512: hashlib.sha512}
TWO_BLOCKS = (
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
)
# NIST, "Examples with intermediate values", SHA-384 and SHA-512; the empty message from its CAVP
# vectors for whole bytes.
PUBLISHED = [
    (
        384,
        b"",
        "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
        "274edebfe76f65fbd51ad2f14898b95b",
    ),
    (
        384,
        b"abc",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7",
    ),
    (
        384,
        TWO_BLOCKS,
        "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
        "fcc7c71a557e2db966c3e9fa91746039",
    ),
    (
        512,
        b"",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
    ),
    (
        512,
        b"abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (
        512,
        TWO_BLOCKS,
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
    ),
]
# The same document: working variables of SHA-512 on "abc" after rounds t.
WORKING_VARIABLES = {
    0: "f6afceb8bcfcddf5 6a09e667f3bcc908 bb67ae8584caa73b 3c6ef372fe94f82b "
    "58cb02347ab51f91 510e527fade682d1 9b05688c2b3e6c1f 1f83d9abfb41bd6b",
    1: "1320f8c9fb872cc0 f6afceb8bcfcddf5 6a09e667f3bcc908 bb67ae8584caa73b "
    "c3d4ebfd48650ffa 58cb02347ab51f91 510e527fade682d1 9b05688c2b3e6c1f",
    79: "73a54f399fa4b1b2 10d9c4c4295599f6 d67806db8b148677 654ef9abec389ca9 "
    "d08446aa79693ed7 9bb4d39778c07f9e 25c96a7768fb2aa3 ceb9fc3691ce8326",
}


@pytest.mark.parametrize(("bits", "message", "digest"), PUBLISHED)
def test_published_digest(bits: int, message: bytes, digest: str) -> None:
    assert model.Sha512(bits, message).hexdigest() == digest


def test_published_million() -> None:
    # FIPS 180-2, appendix C.3.
    h = model.Sha512()
    for _ in range(1000):
        h.update(b"a" * 1000)
    assert h.hexdigest() == (
        "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
    )


def test_published_working_variables() -> None:
    state = model.INITIAL[512]
    words = model.schedule(padding.pad(padding.RULES["sha-512"], b"abc"))
    for t in range(model.ROUNDS):
        state = model.round_(state, model.K[t], words[t])
        if t in WORKING_VARIABLES:
            assert " ".join(f"{word:016x}" for word in state) == WORKING_VARIABLES[t]


def test_published_constants() -> None:
    # FIPS 180-4, sections 4.2.3, 5.3.4 and 5.3.5.
    assert len(model.K) == model.ROUNDS
    assert (model.K[0], model.K[79]) == (0x428A2F98D728AE22, 0x6C44198C4A475817)
    assert model.INITIAL[384][0] == 0xCBBB9D5DC1059ED8
    assert model.INITIAL[384][7] == 0x47B5481DBEFA4FA4
    assert model.INITIAL[512][0] == 0x6A09E667F3BCC908
    assert model.INITIAL[512][7] == 0x5BE0CD19137E2179


@pytest.mark.parametrize("bits", [384, 512])
def test_hashlib_at_every_length(bits: int) -> None:
    message = random.Random(bits).randbytes(260)
    for length in range(261):
        expected = HASHLIB[bits](message[:length]).digest()
        assert model.Sha512(bits, message[:length]).digest() == expected, length


def test_hashlib_on_240_messages() -> None:
    # The lengths that Zalewski tests: 20 to 4800 bytes in steps of 20 (section IV.B).
    rng = random.Random(240)
    for length in range(20, 4801, 20):
        message = rng.randbytes(length)
        assert model.Sha512(512, message).digest() == hashlib.sha512(message).digest(), length


@settings(deadline=None, max_examples=40)
@given(st.sampled_from((384, 512)), st.lists(st.binary(max_size=300), max_size=6))
def test_pieces_equal_whole(bits: int, pieces: list[bytes]) -> None:
    h = model.Sha512(bits)
    for piece in pieces:
        h.update(piece)
    assert h.digest() == HASHLIB[bits](b"".join(pieces)).digest()


def test_functions_of_words() -> None:
    # FIPS 180-4, section 4.1.3, bit by bit; bit i of ROTR^n(x) is bit i + n of x.
    rng = random.Random(180)

    def bit(x: int, i: int) -> int:
        return x >> i & 1

    for _ in range(20):
        x, y, z = (rng.getrandbits(64) for _ in range(3))
        for i in range(64):
            assert bit(model.ch(x, y, z), i) == (bit(y, i) if bit(x, i) else bit(z, i))
            assert bit(model.maj(x, y, z), i) == (bit(x, i) + bit(y, i) + bit(z, i) >= 2)
            for function, rotations, shift in (
                (model.big_sigma0, (28, 34, 39), None),
                (model.big_sigma1, (14, 18, 41), None),
                (model.small_sigma0, (1, 8), 7),
                (model.small_sigma1, (19, 61), 6),
            ):
                expected = sum(bit(x, (i + n) % 64) for n in rotations)
                expected += 0 if shift is None else bit(x, i + shift)
                assert bit(function(x), i) == expected % 2


def test_hashlib_manners() -> None:
    h = model.Sha512(384)
    assert (h.name, h.digest_size, h.block_size) == ("sha-384", 48, 128)
    assert (model.Sha512().name, model.Sha512().digest_size) == ("sha-512", 64)
    before, after = (hashlib.sha384(text).digest() for text in (b"a" * 200, b"a" * 200 + b"b"))
    check_manners(h, b"a" * 200, b"b", before, after)


def test_wide_elements_are_bytes() -> None:
    words = array("Q", range(40))
    assert model.Sha512(512, memoryview(words)).digest() == hashlib.sha512(words).digest()


def test_less_than_a_block_waits() -> None:
    h = model.Sha512()
    for length in (1, 127, 1, 1000, 128, 0, 640):
        h.update(bytes(length))
        assert len(h._rest) < h.block_size


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Sha512().update(wrong)


ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.Sha512(256), r"digest_bits must be 384 or 512, got 256"),
    (lambda: model.schedule(bytes(127)), r"block must be 128 bytes, got 127"),
    (lambda: model.compress(model.INITIAL[512], b""), r"block must be 128 bytes, got 0"),
    (lambda: model.compress(model.K, bytes(128)), r"chaining must be 8 words, got 80"),
]


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
