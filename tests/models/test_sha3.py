# SPDX-License-Identifier: Apache-2.0
"""SHA-3 and SHAKE against NIST's examples and hashlib."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.models import RULES
from gatehash.models import sha3 as model

SHA3 = (224, 256, 384, 512)
SHAKE = (128, 256)
# NIST, "Examples with intermediate values": the empty message, and of 1600 bits, all bytes A3.
PUBLISHED = [
    (224, 0, "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"),
    (224, 200, "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0"),
    (256, 0, "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"),
    (256, 200, "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"),
    (
        384,
        0,
        "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e0"
        "58d5f004",
    ),
    (
        512,
        0,
        "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e940"
        "2c3ac558f500199d95b6d3e301758586281dcd26",
    ),
]


@pytest.mark.parametrize(("bits", "length", "digest"), PUBLISHED)
def test_published_digest(bits: int, length: int, digest: str) -> None:
    assert model.Sha3(bits, b"\xa3" * length).hexdigest() == digest


@pytest.mark.parametrize(
    ("bits", "start"),
    [(128, "7f9c2ba4e88f827d616045507605853e"), (256, "46b9dd2b0ba88d13233b3feb743eeb24")],
)
def test_published_extendable_output(bits: int, start: str) -> None:
    # The same document: the empty message.
    assert model.Shake(bits, 128).hexdigest() == start


def test_published_permutation() -> None:
    # The Keccak team's test vectors: KECCAK-f[1600] of a state of zeros, and of that.
    once = model.keccak_f((0,) * 25)
    assert (once[0], once[24]) == (0xF1258F7940E1DDE7, 0xEAF1FF7B5CECA249)
    twice = model.keccak_f(once)
    assert (twice[0], twice[24]) == (0x2D5C954DF96ECB3C, 0x20D06CD26A8FBF5C)


def test_published_constants() -> None:
    # FIPS 202, table 2; RC as the Keccak reference lists them.
    assert [model.OFFSETS[x] for x in (0, 1, 2, 3, 4)] == [0, 1, 190 % 64, 28, 91 % 64]
    assert [model.OFFSETS[20 + x] for x in (0, 1, 2, 3, 4)] == [18, 66 % 64, 253 % 64, 120 % 64, 14]
    assert model.ROUND_CONSTANTS[:4] == (0x1, 0x8082, 0x800000000000808A, 0x8000000080008000)
    assert model.ROUND_CONSTANTS[-2:] == (0x80000001, 0x8000000080008008)
    assert sorted(model.SOURCES) == [*range(25)]


def lengths(block: int) -> list[int]:
    """Lengths about the edges of blocks."""
    return sorted({0, 1, *(n * block + step for n in (1, 2, 3) for step in (-2, -1, 0, 1))})


@pytest.mark.parametrize("bits", SHA3)
def test_hashlib_sha3(bits: int) -> None:
    block = RULES[f"sha3-{bits}"].block_bytes
    message = random.Random(bits).randbytes(3 * block + 1)
    for length in lengths(block):
        expected = hashlib.new(f"sha3_{bits}", message[:length]).digest()
        assert model.Sha3(bits, message[:length]).digest() == expected, length


@pytest.mark.parametrize("bits", SHAKE)
def test_hashlib_shake(bits: int) -> None:
    block = RULES[f"shake{bits}"].block_bytes
    message = random.Random(bits).randbytes(3 * block + 1)
    for length, size in zip(lengths(block), lengths(block)[1:], strict=False):
        expected = getattr(hashlib, f"shake_{bits}")(message[:length]).digest(size)
        assert model.Shake(bits, 8 * size, message[:length]).digest() == expected, (length, size)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(SHA3), st.lists(st.binary(max_size=200), max_size=4))
def test_pieces_equal_whole(bits: int, pieces: list[bytes]) -> None:
    h = model.Sha3(bits)
    for piece in pieces:
        h.update(piece)
    assert h.digest() == hashlib.new(f"sha3_{bits}", b"".join(pieces)).digest()


def test_steps_are_the_standard_s() -> None:
    # Section 3.2, bit by bit; A[x][y][z] as the standard indexes it.
    lanes = tuple(random.Random(202).getrandbits(64) for _ in range(25))

    def bit(state: tuple[int, ...], x: int, y: int, z: int) -> int:
        return state[x % 5 + 5 * (y % 5)] >> z % 64 & 1

    theta, rho, pi, chi = (step(lanes) for step in (model.theta, model.rho, model.pi, model.chi))
    for x in range(5):
        for y in range(5):
            for z in range(64):
                near = sum(bit(lanes, x - 1, j, z) + bit(lanes, x + 1, j, z - 1) for j in range(5))
                assert bit(theta, x, y, z) == (bit(lanes, x, y, z) + near) % 2
                offset = model.OFFSETS[x + 5 * y]
                assert bit(rho, x, y, z) == bit(lanes, x, y, z - offset)
                assert bit(pi, x, y, z) == bit(lanes, x + 3 * y, x, z)
                both = (1 - bit(lanes, x + 1, y, z)) * bit(lanes, x + 2, y, z)
                assert bit(chi, x, y, z) == bit(lanes, x, y, z) ^ both


@pytest.mark.parametrize("bits", SHA3)
def test_hashlib_manners(bits: int) -> None:
    theirs = f"sha3_{bits}"
    h = model.Sha3(bits)
    assert (h.name, h.block_size) == (f"sha3-{bits}", hashlib.new(theirs).block_size)
    before, after = (hashlib.new(theirs, text).digest() for text in (b"a" * 200, b"a" * 200 + b"b"))
    check_manners(h, b"a" * 200, b"b", before, after)


@pytest.mark.parametrize("bits", SHAKE)
def test_manners_of_extendable_output(bits: int) -> None:
    theirs = getattr(hashlib, f"shake_{bits}")
    h = model.Shake(bits)
    assert (h.name, h.digest_size, h.block_size) == (f"shake{bits}", bits // 4, theirs().block_size)
    before, after = (theirs(text).digest(bits // 4) for text in (b"a" * 200, b"a" * 200 + b"b"))
    check_manners(h, b"a" * 200, b"b", before, after)


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Sha3(256).update(wrong)


ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.Sha3(128), r"digest_bits must be 224, 256, 384 or 512, got 128"),
    (lambda: model.Shake(512), r"security_bits must be 128 or 256, got 512"),
    (lambda: model.Shake(128, 0), r"digest_bits must be a positive multiple of 8, got 0"),
    (lambda: model.Shake(128, 12), r"digest_bits must be a positive multiple of 8, got 12"),
    (lambda: model.keccak_f([0] * 24), r"a state must be 25 lanes, got 24"),
    (lambda: model.absorb([0] * 25, bytes(9)), r"block must be a multiple of 8 in 0\.\.200 .* 9"),
    (lambda: model.absorb([0] * 25, bytes(208)), r"block must be a multiple of 8 .* got 208"),
]


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
