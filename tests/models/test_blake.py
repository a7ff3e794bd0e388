# SPDX-License-Identifier: Apache-2.0
"""BLAKE against the submission's vectors, the authors' C reference and an implementation in Python.

Frozen vectors carry the reference, which is not in Python; the library blake256, where it is
installed, is asked again on random messages.
"""

from __future__ import annotations

import json
import random
import runpy
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners
from tests.refusals import refused

from gatehash.models import blake as model
from gatehash.models.padding import RULES, pad

VECTORS = Path(__file__).parents[1] / "vectors"
FROZEN: dict[str, Any] = json.loads((VECTORS / "blake_reference.json").read_text())
SCRIPT: dict[str, Any] = runpy.run_path(str(VECTORS / "make_blake_reference.py"))
NO_ORACLE = "blake256 is not installed; the frozen vectors still ran"
SIZES = (224, 256, 384, 512)
# "SHA-3 proposal BLAKE", version 1.3, appendix C: a byte of zeros, then 72 or 144 bytes of zeros.
PUBLISHED = [
    (224, 1, "4504cb0314fb2a4f7a692e696e487912fe3f2468fe312c73a5278ec5"),
    (224, 72, "f5aa00dd1cb847e3140372af7b5c46b4888d82c8c0a917913cfb5d04"),
    (256, 1, "0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87"),
    (256, 72, "d419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41"),
    (
        384,
        1,
        "10281f67e135e90ae8e882251a355510a719367ad70227b137343e1bc122015c"
        "29391e8545b5272d13a7c2879da3d807",
    ),
    (
        384,
        144,
        "0b9845dd429566cdab772ba195d271effe2d0211f16991d766ba749447c5cde5"
        "69780b2daa66c4b224a2ec2e5d09174c",
    ),
    (
        512,
        1,
        "97961587f6d970faba6d2478045de6d1fabd09b61ae50932054d52bc29d31be4"
        "ff9102b9f69e2bbdb83be13d4b9c06091e5fa0b48bd081b634058be0ec49beb3",
    ),
    (
        512,
        144,
        "313717d608e9cf758dcb1eb0f0c3cf9fc150b2d500fb33f51c52afc99d358a2f"
        "1374b8a38bba7974e7f6ef79cab16f22ce1e649d6e01ad9589c213045d545dde",
    ),
]
# The same appendix: states of BLAKE-256 on a byte of zeros, after so many rounds.
STATES = {
    0: "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19 "
    "243f6a88 85a308d3 13198a2e 03707344 a409382a 299f31d8 082efa98 ec4e6c89",
    1: "e78b8dfe 150054e7 cabc8992 d15e8984 0669df2a 084e66e3 a516c4b3 339ded5b "
    "26051fb7 09d18b27 3a2e8fa8 488c6059 13e513e6 b37ed53e 16cac7b9 75af6df6",
    2: "9de875fd 8286272e add20174 f1b0f1b7 37a1a6d3 cf90583a b67e00d2 943a1f4f "
    "e5294126 43bd06bf b81ecba2 6af5ceaf 4feb3a1f 0d6ca73c 5ee50b3e dc88df91",
}
# Section 2.1.1 and FIPS 180-4, section 5.3.2: the words that the model derives.
C_32 = (
    "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 082efa98 ec4e6c89 "
    "452821e6 38d01377 be5466cf 34e90c6c c0ac29b7 c97c50dd 3f84d5b5 b5470917"
)
IV_224 = "c1059ed8 367cd507 3070dd17 f70e5939 ffc00b31 68581511 64f98fa7 befa4fa4"
IV_256 = "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19"


def message(count: int) -> bytes:
    value: bytes = SCRIPT["message"](count)
    return value


def salt(digest_bits: int) -> bytes:
    value: bytes = SCRIPT["salt"](digest_bits)
    return value


def hex_words(words: Any, bits: int = 32) -> str:
    return " ".join(f"{word:0{bits // 4}x}" for word in words)


@pytest.mark.parametrize(("bits", "count", "digest"), PUBLISHED)
def test_published_digest(bits: int, count: int, digest: str) -> None:
    assert model.Blake(bits, bytes(count)).hexdigest() == digest


def test_published_states() -> None:
    m = model.block_words(pad(RULES["blake-256"], bytes(1)))
    v = model.initialize(model.WORDS_32.iv[256], (0, 0, 0, 0), 8)
    for r in range(model.WORDS_32.rounds):
        if r in STATES:
            assert hex_words(v) == STATES[r], r
        v = model.round_(v, m, r)
    h = model.finalize(model.WORDS_32.iv[256], (0, 0, 0, 0), v)
    assert hex_words(h).replace(" ", "") == PUBLISHED[2][2]


def test_published_constants() -> None:
    assert hex_words(model.WORDS_32.c) == C_32
    assert hex_words(model.WORDS_32.iv[224]) == IV_224
    assert hex_words(model.WORDS_32.iv[256]) == IV_256
    assert model.WORDS_64.iv[384][0] == 0xCBBB9D5DC1059ED8
    assert model.WORDS_64.iv[512][7] == 0x5BE0CD19137E2179
    assert [(p.rounds, p.word_bits) for p in model.PARAMETERS.values()] == [
        (14, 32),
        (14, 32),
        (16, 64),
        (16, 64),
    ]
    assert model.WORDS_32.rotations == (16, 12, 8, 7)
    assert model.WORDS_64.rotations == (32, 25, 16, 11)


def test_constants_are_digits_of_pi() -> None:
    # Machin's formula, pi = 16 arctan 1/5 - 4 arctan 1/239, with 64 bits to spare.
    one = 1 << 1024 + 64

    def arctan_of_inverse(x: int) -> int:
        total, power, n = 0, one // x, 1
        while power:
            total += power // n if n % 4 == 1 else -(power // n)
            power //= x * x
            n += 2
        return total

    pi = (16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)) >> 64
    fraction = pi & ((1 << 1024) - 1)
    assert pi >> 1024 == 3
    assert int(hex_words(model.WORDS_64.c, 64).replace(" ", ""), 16) == fraction
    assert int(hex_words(model.WORDS_32.c).replace(" ", ""), 16) == fraction >> 512


def test_permutations_and_quartets() -> None:
    assert len(model.SIGMA) == 10
    for sigma in model.SIGMA:
        assert sorted(sigma) == list(range(16))
    columns, diagonals = model.QUARTETS[:4], model.QUARTETS[4:]
    for i in range(4):
        assert columns[i] == tuple(4 * row + i for row in range(4))
        assert diagonals[i] == tuple(4 * row + (i + row) % 4 for row in range(4))


@pytest.mark.parametrize("bits", SIZES)
def test_reference_at_every_length(bits: int) -> None:
    digests = FROZEN["lengths"]["digests"][str(bits)]
    assert len(digests) == 2 * model.PARAMETERS[bits].block_bytes + 2
    for length, digest in enumerate(digests):
        assert model.Blake(bits, message(length)).hexdigest() == digest, length


@pytest.mark.parametrize("bits", SIZES)
def test_reference_with_salt(bits: int) -> None:
    lengths = FROZEN["salted"]["lengths"][str(bits)]
    digests = FROZEN["salted"]["digests"][str(bits)]
    plain = FROZEN["lengths"]["digests"][str(bits)]
    for length, digest in zip(lengths, digests, strict=True):
        h = model.Blake(bits, message(length), salt=salt(bits))
        assert h.hexdigest() == digest != plain[length], length
        null = bytes(model.PARAMETERS[bits].salt_bytes)
        assert model.Blake(bits, message(length), null).hexdigest() == plain[length], length


@pytest.mark.parametrize("vector", FROZEN["chaining"]["vectors"], ids=range(24))
def test_counter_fills_two_words(vector: dict[str, Any]) -> None:
    bits = vector["digest_bits"]
    parameters = model.PARAMETERS[bits]
    m = model.block_words(message(parameters.block_bytes), parameters)
    s = model.salt_words(salt(bits), parameters)
    h = model.compress(parameters.iv[bits], m, s, int(vector["t"], 16), parameters)
    assert hex_words(h, parameters.word_bits) == " ".join(vector["words"])


def test_frozen_vectors_are_what_blake256_gives() -> None:
    pytest.importorskip("blake256.blake256", reason=NO_ORACLE)
    for vector in FROZEN["chaining"]["vectors"]:
        fresh = SCRIPT["chaining"](vector["digest_bits"], int(vector["t"], 16))
        assert fresh == vector["words"]
    for name, salted in (("lengths", False), ("salted", True)):
        for bits in SIZES:
            lengths = SCRIPT["lengths"](bits, salted)
            digests = FROZEN[name]["digests"][str(bits)]
            for length, digest in list(zip(lengths, digests, strict=True))[:: 1 if salted else 13]:
                assert SCRIPT["second_digest"](bits, length, salted) == digest, (bits, length)


@pytest.mark.parametrize("bits", SIZES)
def test_blake256_on_random_messages(bits: int) -> None:
    blake256 = pytest.importorskip("blake256.blake256", reason=NO_ORACLE)
    rng = random.Random(bits)
    for _ in range(20):
        text, salt_ = rng.randbytes(rng.randrange(700)), rng.randbytes(len(salt(bits)))
        expected = blake256.BLAKE(bits)
        expected.addsalt(salt_)
        expected.update(text)
        assert model.Blake(bits, text, salt_).digest() == expected.digest()


@pytest.mark.parametrize("bits", SIZES)
@pytest.mark.parametrize("blocks_and_bytes", [(0, 0), (0, 1), (1, 0), (1, -1), (1, 5), (2, 0)])
def test_counter_counts_only_the_message(bits: int, blocks_and_bytes: tuple[int, int]) -> None:
    # The iterated hash of section 2.1.3, written out beside the class.
    parameters = model.PARAMETERS[bits]
    size = parameters.block_bytes
    text = message(blocks_and_bytes[0] * size + blocks_and_bytes[1])
    padded = pad(RULES[f"blake-{bits}"], text)
    s = model.salt_words(salt(bits), parameters)
    h = parameters.iv[bits]
    for at in range(0, len(padded), size):
        m = model.block_words(padded[at : at + size], parameters)
        h = model.compress(h, m, s, 8 * len(text[: at + size]) * (at < len(text)), parameters)
    words = hex_words(h, parameters.word_bits).replace(" ", "")
    assert model.Blake(bits, text, salt(bits)).hexdigest() == words[: bits // 4]


def test_g_is_the_definition() -> None:
    # Word by word as section 2.1.2 has it, with rotations done on strings of bits.
    rng = random.Random(131002)
    for parameters in (model.WORDS_32, model.WORDS_64):
        bits = parameters.word_bits

        def right(x: int, n: int, bits: int = bits) -> int:
            text = f"{x:0{bits}b}"
            return int(text[-n:] + text[:-n], 2)

        for r in (0, 3, 9, 10, 15):
            for i in range(8):
                a, b, c, d = (rng.getrandbits(bits) for _ in range(4))
                m = [rng.getrandbits(bits) for _ in range(16)]
                got = model.g(a, b, c, d, m, r, i, parameters)
                j, k = model.SIGMA[r % 10][2 * i], model.SIGMA[r % 10][2 * i + 1]
                pairs = (
                    (m[j] ^ parameters.c[k], parameters.rotations[:2]),
                    (m[k] ^ parameters.c[j], parameters.rotations[2:]),
                )
                for x, (of_d, of_b) in pairs:
                    a = (a + b + x) % 2**bits
                    d = right(d ^ a, of_d)
                    c = (c + d) % 2**bits
                    b = right(b ^ c, of_b)
                assert got == (a, b, c, d), (bits, r, i)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(SIZES), st.lists(st.binary(max_size=200), max_size=6))
def test_pieces_equal_whole(bits: int, pieces: list[bytes]) -> None:
    h = model.Blake(bits, salt=salt(bits))
    for piece in pieces:
        h.update(piece)
    assert h.digest() == model.Blake(bits, b"".join(pieces), salt(bits)).digest()


@pytest.mark.parametrize("bits", SIZES)
def test_hashlib_manners(bits: int) -> None:
    h = model.Blake(bits, salt=bytearray(salt(bits)))
    block = 64 if bits < 384 else 128
    assert (h.name, h.digest_size, h.block_size) == (f"blake-{bits}", bits // 8, block)
    before, after = (
        model.Blake(bits, text, salt(bits)).digest() for text in (message(200), message(200) + b"b")
    )
    check_manners(h, message(200), b"b", before, after)


def test_wide_elements_are_bytes() -> None:
    words = array("Q", range(40))
    wide = model.Blake(256, memoryview(words), memoryview(words)[:2])
    assert wide.digest() == model.Blake(256, words.tobytes(), words.tobytes()[:16]).digest()
    assert model.block_words(memoryview(words)[:8]) == model.block_words(words.tobytes()[:64])


def test_less_than_a_block_waits() -> None:
    h = model.Blake(256)
    for length in (1, 63, 1, 1000, 64, 0, 320):
        h.update(bytes(length))
        assert len(h._rest) < h.block_size


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Blake(256).update(wrong)
    with pytest.raises(TypeError):
        model.Blake(256, salt=wrong)


ZEROS = [0] * 16
IV = model.WORDS_32.iv[256]
ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.Blake(160), r"digest_bits must be 224, 256, 384 or 512, got 160"),
    (lambda: model.Blake(224, salt=b"1"), r"salt must be 16 bytes, or 0 for none, got 1"),
    (lambda: model.Blake(256, salt=bytes(32)), r"salt must be 16 bytes, or 0 for none, got 32"),
    (lambda: model.Blake(384, salt=bytes(16)), r"salt must be 32 bytes, or 0 for none, got 16"),
    (lambda: model.Blake(512, b"", bytes(33)), r"salt must be 32 bytes, or 0 for none, got 33"),
    (lambda: model.block_words(bytes(63)), r"block must be 64 bytes, got 63"),
    (lambda: model.block_words(bytes(64), model.WORDS_64), r"block must be 128 bytes, got 64"),
    (lambda: model.round_(ZEROS[:15], ZEROS, 0), r"v must be 16 words, got 15"),
    (lambda: model.round_(ZEROS, ZEROS[:1], 0), r"m must be 16 words, got 1"),
    (lambda: model.round_(ZEROS, ZEROS, -1), r"r must be at least 0, got -1"),
    (lambda: model.compress(ZEROS, ZEROS, ZEROS[:4], 0), r"h must be 8 words, got 16"),
    (lambda: model.compress(IV, IV, ZEROS[:4], 0), r"m must be 16 words, got 8"),
    (lambda: model.compress(IV, ZEROS, ZEROS, 0), r"s must be 4 words, got 16"),
    (lambda: model.initialize(IV, ZEROS[:4], 1 << 64), r"t must be in 0\.\.2\*\*64-1, got 1844"),
    (lambda: model.initialize(IV, ZEROS[:4], -1), r"t must be in 0\.\.2\*\*64-1, got -1"),
    (
        lambda: model.initialize(IV, ZEROS[:4], 1 << 128, model.WORDS_64),
        r"t must be in 0\.\.2\*\*128-1, got 3402",
    ),
    (lambda: model.finalize(IV, ZEROS[:4], IV), r"v must be 16 words, got 8"),
    (
        lambda: replace(model.WORDS_32, word_bits=12),
        r"word_bits must be a positive multiple of 8, got 12",
    ),
    (lambda: replace(model.WORDS_32, rounds=0), r"rounds must be at least 1, got 0"),
    (
        lambda: replace(model.WORDS_32, rotations=(32, 25, 16, 11)),
        r"rotations must be 4 distances in 1\.\.31, got \(32, 25, 16, 11\)",
    ),
    (lambda: replace(model.WORDS_32, c=(1, 2)), r"c must be 16 words, got 2"),
    (lambda: replace(model.WORDS_32, iv={256: (1,)}), r"iv must be 8 words, got 1"),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], text: str) -> None:
    with refused(text):
        call()
