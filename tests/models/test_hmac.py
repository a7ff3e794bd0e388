# SPDX-License-Identifier: Apache-2.0
"""HMAC against RFC 4231, NIST's examples and Python's hmac."""

from __future__ import annotations

import hmac
import random
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest
from tests.models.manners import check_manners

from gatehash.models.hmac import Hmac, key_block
from gatehash.models.sha2 import Sha2, Sha256, Sha512
from gatehash.models.sha3 import Sha3

# What makes an object of each function, and its name in hashlib.
FUNCTIONS: dict[str, tuple[Callable[[], Sha2 | Sha3], str]] = {
    "sha-224": (lambda: Sha256(224), "sha224"),
    "sha-256": (lambda: Sha256(256), "sha256"),
    "sha-384": (lambda: Sha512(384), "sha384"),
    "sha-512": (lambda: Sha512(512), "sha512"),
    "sha-512/224": (lambda: Sha512(224), "sha512_224"),
    "sha-512/256": (lambda: Sha512(256), "sha512_256"),
    **{f"sha3-{bits}": (partial(Sha3, bits), f"sha3_{bits}") for bits in (224, 256, 384, 512)},
}
FIRST = (b"\x0b" * 20, b"Hi There")
SECOND = (b"Jefe", b"what do ya want for nothing?")
LONG_KEY = (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First")
AS_A_BLOCK = (bytes(range(64)), b"Sample message for keylen=blocklen")
SHORTER = (bytes(range(32)), b"Sample message for keylen<blocklen")
PUBLISHED = [
    # RFC 4231, test cases 1, 2 and 6.
    ("sha-224", FIRST, "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22"),
    (
        "sha-256",
        FIRST,
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        "sha-384",
        FIRST,
        "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
        "faea9ea9076ede7f4af152e8b2fa9cb6",
    ),
    (
        "sha-512",
        FIRST,
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    ),
    ("sha-224", SECOND, "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44"),
    (
        "sha-256",
        SECOND,
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        "sha-384",
        SECOND,
        "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
        "8e2240ca5e69e2c78b3239ecfab21649",
    ),
    (
        "sha-512",
        SECOND,
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ),
    (
        "sha-256",
        LONG_KEY,
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        "sha-384",
        LONG_KEY,
        "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6"
        "0c2ef6ab4030fe8296248df163f44952",
    ),
    (
        "sha-512",
        LONG_KEY,
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
    ),
    # NIST, example values of HMAC.
    ("sha-224", AS_A_BLOCK, "c7405e3ae058e8cd30b08b4140248581ed174cb34e1224bcc1efc81b"),
    (
        "sha-256",
        AS_A_BLOCK,
        "8bb9a1db9806f20df7f77b82138c7914d174d59e13dc4d0169c9057b133e1d62",
    ),
    (
        "sha-256",
        SHORTER,
        "a28cf43130ee696a98f14a37678b56bcfcbdd9e5cf69717fecf5480f0ebdf790",
    ),
]


@pytest.mark.parametrize(("name", "given", "digest"), PUBLISHED)
def test_published(name: str, given: tuple[bytes, bytes], digest: str) -> None:
    key, message = given
    h = Hmac(FUNCTIONS[name][0](), key)
    h.update(message)
    assert h.hexdigest() == digest


@pytest.mark.parametrize("name", FUNCTIONS)
def test_keys_and_messages_of_all_lengths(name: str) -> None:
    rng = random.Random(name)
    make, other = FUNCTIONS[name]
    block = make().block_size
    keys = (0, 1, 20, block - 1, block, block + 1, 3 * block)
    for size in (*keys, *(rng.randint(0, 2 * block) for _ in range(20))):
        key, message = rng.randbytes(size), rng.randbytes(rng.randint(0, 2 * block))
        h = Hmac(make(), key)
        h.update(message)
        assert h.digest() == hmac.digest(key, message, other)


def test_a_key_block_is_a_block() -> None:
    assert key_block(Sha256(224), b"\1" * 65) == Sha256(224, b"\1" * 65).digest() + bytes(36)
    assert key_block(Sha512(), bytearray(b"key")) == b"key" + bytes(125)
    with pytest.raises(TypeError):
        key_block(Sha256(), cast(Any, "key"))


def test_manners() -> None:
    def code(message: bytes) -> bytes:
        return hmac.digest(b"key", message, "sha256")

    h = Hmac(Sha256(), b"key")
    assert (h.name, h.digest_size, h.block_size) == ("hmac-sha-256", 32, 64)
    check_manners(h, b"some", b" more", code(b"some"), code(b"some more"))
