# SPDX-License-Identifier: Apache-2.0
"""BLAKE2s and BLAKE2b against hashlib, the RFC's vectors and its self-test."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.errors import ArgumentError
from gatehash.models import blake2 as model

ORACLES: dict[str, Any] = {"blake2s": hashlib.blake2s, "blake2b": hashlib.blake2b}
OWN = pytest.mark.parametrize("own", model.PARAMETERS.values(), ids=lambda own: own.name)


def digest(own: model.Parameters, data: bytes, size: int, **given: Any) -> bytes:
    return model.Blake2(own.name, 8 * size, data, **given).digest()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        # RFC 7693, appendices A and B.
        ("blake2s", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"),
        (
            "blake2b",
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
        ),
    ],
)
def test_vectors_of_the_rfc(name: str, wanted: str) -> None:
    own = model.PARAMETERS[name]
    assert digest(own, b"abc", own.most_digest_bytes).hex() == wanted


def sequence(size: int) -> bytes:
    """The pseudo-random bytes of the RFC's appendix E."""
    a, b = 0xDEAD4BAD * size & 0xFFFFFFFF, 1
    found = bytearray()
    for _ in range(size):
        a, b = b, a + b & 0xFFFFFFFF
        found.append(b >> 24)
    return bytes(found)


@pytest.mark.parametrize(
    ("name", "sizes", "lengths", "wanted"),
    [
        (
            "blake2s",
            (16, 20, 28, 32),
            (0, 3, 64, 65, 255, 1024),
            "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe",
        ),
        (
            "blake2b",
            (20, 32, 48, 64),
            (0, 3, 128, 129, 255, 1024),
            "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475",
        ),
    ],
)
def test_self_test_of_the_rfc(
    name: str, sizes: tuple[int, ...], lengths: tuple[int, ...], wanted: str
) -> None:
    """Appendix E: a digest of many digests, with keys and without."""
    own = model.PARAMETERS[name]
    every = model.Blake2(name, 256)
    for size in sizes:
        for length in lengths:
            every.update(digest(own, sequence(length), size))
            every.update(digest(own, sequence(length), size, key=sequence(size)))
    assert every.hexdigest() == wanted


@OWN
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_all_parameters_are_those_of_hashlib(own: model.Parameters, data: Any) -> None:
    most, short = own.most_digest_bytes, own.salt_bytes
    message = data.draw(st.binary(max_size=3 * own.block_bytes))
    size = data.draw(st.integers(1, most))
    values = {
        "key": data.draw(st.binary(max_size=most)),
        "salt": data.draw(st.binary(max_size=short)),
        "person": data.draw(st.binary(max_size=short)),
        "fanout": data.draw(st.integers(0, 255)),
        "depth": data.draw(st.integers(1, 255)),
        "leaf_size": data.draw(st.integers(0, 2**32 - 1)),
        "node_offset": data.draw(st.integers(0, 256**own.node_offset_bytes - 1)),
        "node_depth": data.draw(st.integers(0, 255)),
        "inner_size": data.draw(st.integers(0, most)),
        "last_node": data.draw(st.booleans()),
    }
    wanted = ORACLES[own.name](message, digest_size=size, **values).digest()
    assert digest(own, message, size, **values) == wanted


@OWN
def test_lengths_around_blocks(own: model.Parameters) -> None:
    size = own.most_digest_bytes
    for length in (*range(3 * own.block_bytes + 2), 1000):
        message = sequence(length)
        for key in (b"", b"key"):
            wanted = ORACLES[own.name](message, key=key).digest()
            assert digest(own, message, size, key=key) == wanted


@OWN
def test_manners(own: model.Parameters) -> None:
    start, more, key = sequence(own.block_bytes), sequence(200), b"a key"
    size = own.most_digest_bytes
    before, after = (digest(own, text, size, key=key) for text in (start, start + more))
    check_manners(model.Blake2(own.name, 8 * size, key=key), start, more, before, after)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"key": bytes(33)}, "key_bytes must be in 0..32, got 33"),
        ({"salt": bytes(9)}, "salt must be at most 8 bytes, got 9"),
        ({"person": bytes(9)}, "person must be at most 8 bytes, got 9"),
        ({"fanout": 256}, "fanout must be in 0..255, got 256"),
        ({"depth": 0}, "depth must be in 1..255, got 0"),
        ({"node_offset": 2**48}, f"node_offset must be in 0..{2**48 - 1}, got {2**48}"),
    ],
)
def test_values_out_of_range(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said.replace(".", r"\.")):
        model.Blake2("blake2s", 256, **given)


def test_other_functions_and_digests() -> None:
    with pytest.raises(ArgumentError, match="name must be blake2s or blake2b, got 'blake2x'"):
        model.Blake2("blake2x", 256)
    for bits in (0, 264):
        with pytest.raises(ArgumentError, match=f"digest_bytes must be in 1..32, got {bits // 8}"):
            model.Blake2("blake2s", bits)
    with pytest.raises(ArgumentError, match="digest_bits must be a multiple of 8, got 12"):
        model.Blake2("blake2s", 12)
    with pytest.raises(ArgumentError, match="m must be 16 words, got 15"):
        model.compress((0,) * 8, (0,) * 15, (0, 0), (0, 0))
