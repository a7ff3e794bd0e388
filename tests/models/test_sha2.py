# SPDX-License-Identifier: Apache-2.0
"""SHA-2 against NIST's examples and hashlib."""

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

# What makes an object of each function, and its name in hashlib.
FUNCTIONS: dict[str, tuple[Callable[..., model.Sha2], int, str]] = {
    "sha-224": (model.Sha256, 224, "sha224"),
    "sha-256": (model.Sha256, 256, "sha256"),
    "sha-512/224": (model.Sha512, 224, "sha512_224"),
    "sha-512/256": (model.Sha512, 256, "sha512_256"),
    "sha-384": (model.Sha512, 384, "sha384"),
    "sha-512": (model.Sha512, 512, "sha512"),
}
ONE_BLOCK = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
TWO_BLOCKS = (
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
)
# NIST, "Examples with intermediate values", SHA-384 and SHA-512; the empty message from its CAVP
# vectors for whole bytes.
PUBLISHED = [
    ("sha-224", b"abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    ("sha-224", ONE_BLOCK, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"),
    (
        "sha-256",
        b"",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ),
    (
        "sha-256",
        b"abc",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ),
    (
        "sha-256",
        ONE_BLOCK,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    ("sha-512/224", b"abc", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    (
        "sha-512/256",
        b"abc",
        "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
    ),
    (
        "sha-384",
        b"",
        "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
        "274edebfe76f65fbd51ad2f14898b95b",
    ),
    (
        "sha-384",
        b"abc",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7",
    ),
    (
        "sha-384",
        TWO_BLOCKS,
        "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
        "fcc7c71a557e2db966c3e9fa91746039",
    ),
    (
        "sha-512",
        b"",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
    ),
    (
        "sha-512",
        b"abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (
        "sha-512",
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


def make(name: str, data: bytes = b"") -> model.Sha2:
    kind, bits, _ = FUNCTIONS[name]
    return kind(bits, data)


@pytest.mark.parametrize(("name", "message", "digest"), PUBLISHED)
def test_published_digest(name: str, message: bytes, digest: str) -> None:
    assert make(name, message).hexdigest() == digest


@pytest.mark.large
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
    state = model.INITIAL[64][512]
    words = model.schedule(padding.pad(padding.RULES["sha-512"], b"abc"))
    for t in range(80):
        state = model.round_(state, model.K[64][t], words[t])
        if t in WORKING_VARIABLES:
            assert " ".join(f"{word:016x}" for word in state) == WORKING_VARIABLES[t]


def test_published_constants() -> None:
    # FIPS 180-4, sections 4.2 and 5.3: the first and the last word of each table.
    assert {bits: len(words) for bits, words in model.K.items()} == {32: 64, 64: 80}
    assert (model.K[32][0], model.K[32][63]) == (0x428A2F98, 0xC67178F2)
    assert (model.K[64][0], model.K[64][79]) == (0x428A2F98D728AE22, 0x6C44198C4A475817)
    # The RTL has one table for both.
    assert model.K[32] == tuple(word >> 32 for word in model.K[64][:64])
    ends = {
        32: {224: (0xC1059ED8, 0xBEFA4FA4), 256: (0x6A09E667, 0x5BE0CD19)},
        64: {
            224: (0x8C3D37C819544DA2, 0x1112E6AD91D692A1),
            256: (0x22312194FC2BF72C, 0x0EB72DDC81C52CA2),
            384: (0xCBBB9D5DC1059ED8, 0x47B5481DBEFA4FA4),
            512: (0x6A09E667F3BCC908, 0x5BE0CD19137E2179),
        },
    }
    assert ends == {
        word_bits: {bits: (words[0], words[7]) for bits, words in initial.items()}
        for word_bits, initial in model.INITIAL.items()
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hashlib_at_every_length(name: str) -> None:
    message = random.Random(name).randbytes(260)
    for length in range(261):
        expected = hashlib.new(FUNCTIONS[name][2], message[:length]).digest()
        assert make(name, message[:length]).digest() == expected, length


def test_hashlib_on_240_messages() -> None:
    # The lengths that Zalewski tests: 20 to 4800 bytes in steps of 20 (section IV.B).
    rng = random.Random(240)
    for length in range(20, 4801, 20):
        message = rng.randbytes(length)
        assert model.Sha512(512, message).digest() == hashlib.sha512(message).digest(), length


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([*FUNCTIONS]), st.lists(st.binary(max_size=300), max_size=6))
def test_pieces_equal_whole(name: str, pieces: list[bytes]) -> None:
    h = make(name)
    for piece in pieces:
        h.update(piece)
    assert h.digest() == hashlib.new(FUNCTIONS[name][2], b"".join(pieces)).digest()


@pytest.mark.parametrize(
    ("parameters", "distances"),
    [
        (model.WORDS_32, ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))),
        (model.WORDS_64, ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))),
    ],
)
def test_functions_of_words(
    parameters: model.Parameters, distances: tuple[tuple[int, int, int], ...]
) -> None:
    # FIPS 180-4, sections 4.1.2 and 4.1.3, bit by bit; bit i of ROTR^n(x) is bit i + n of x.
    bits = parameters.word_bits
    rng = random.Random(180)

    def bit(x: int, i: int) -> int:
        return x >> i & 1

    for _ in range(20):
        x, y, z = (rng.getrandbits(bits) for _ in range(3))
        for i in range(bits):
            assert bit(model.ch(x, y, z), i) == (bit(y, i) if bit(x, i) else bit(z, i))
            assert bit(model.maj(x, y, z), i) == (bit(x, i) + bit(y, i) + bit(z, i) >= 2)
            for function, (first, second, third) in zip(
                (model.big_sigma0, model.big_sigma1, model.small_sigma0, model.small_sigma1),
                distances,
                strict=True,
            ):
                expected = bit(x, (i + first) % bits) + bit(x, (i + second) % bits)
                shifts = function in (model.small_sigma0, model.small_sigma1)
                expected += bit(x, i + third if shifts else (i + third) % bits)
                assert bit(function(x, parameters), i) == expected % 2


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hashlib_manners(name: str) -> None:
    h, their = make(name), FUNCTIONS[name][2]
    assert (h.name, h.block_size) == (name, hashlib.new(their).block_size)
    before, after = (hashlib.new(their, text).digest() for text in (b"a" * 200, b"a" * 200 + b"b"))
    check_manners(h, b"a" * 200, b"b", before, after)


def test_default_digests_are_the_longest() -> None:
    assert (model.Sha256().name, model.Sha512().name) == ("sha-256", "sha-512")


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
    (lambda: model.Sha512(160), r"digest_bits must be 224, 256, 384 or 512, got 160"),
    (lambda: model.Sha256(384), r"digest_bits must be 224 or 256, got 384"),
    (lambda: model.schedule(bytes(127)), r"block must be 128 bytes, got 127"),
    (lambda: model.compress(model.INITIAL[64][512], b""), r"block must be 128 bytes, got 0"),
    (lambda: model.schedule(bytes(128), model.WORDS_32), r"block must be 64 bytes, got 128"),
    (lambda: model.compress(model.K[64], bytes(128)), r"chaining must be 8 words, got 80"),
]


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
