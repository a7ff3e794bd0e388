# SPDX-License-Identifier: Apache-2.0
"""cSHAKE and KMAC against NIST's samples and pycryptodome."""

from __future__ import annotations

import random

import pytest
from tests.models.manners import check_manners

from gatehash.errors import ArgumentError
from gatehash.models.kmac import CShake, Kmac, bytepad, left_encode, right_encode

KEY, TAGGED = bytes(range(0x40, 0x60)), b"My Tagged Application"
SHORT, LONG = bytes(range(4)), bytes(range(200))
# NIST, "KMAC samples" and "KMACXOF samples": bits, digest bits, message, customization, xof.
PUBLISHED = [
    (
        128,
        256,
        SHORT,
        b"",
        False,
        "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
    ),
    (
        128,
        256,
        SHORT,
        TAGGED,
        False,
        "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5",
    ),
    (
        128,
        256,
        LONG,
        TAGGED,
        False,
        "1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230",
    ),
    (
        256,
        512,
        SHORT,
        TAGGED,
        False,
        "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7"
        "f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd",
    ),
    (
        128,
        256,
        SHORT,
        b"",
        True,
        "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35",
    ),
]


@pytest.mark.parametrize(("bits", "digest_bits", "message", "custom", "xof", "digest"), PUBLISHED)
def test_published(
    bits: int, digest_bits: int, message: bytes, custom: bytes, xof: bool, digest: str
) -> None:
    h = Kmac(bits, digest_bits, key=KEY, custom=custom, xof=xof)
    h.update(message)
    assert h.hexdigest() == digest


def test_published_cshake() -> None:
    """NIST, "cSHAKE samples"."""
    h = CShake(128, 256, custom=b"Email Signature")
    h.update(SHORT)
    assert h.hexdigest() == "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"


@pytest.mark.parametrize("bits", [128, 256])
def test_pycryptodome(bits: int) -> None:
    """Keys, which it wants as long as the security, customizations, messages, digests."""
    kmac = pytest.importorskip(f"Crypto.Hash.KMAC{bits}")
    cshake = pytest.importorskip(f"Crypto.Hash.cSHAKE{bits}")
    rng = random.Random(bits)
    for _ in range(60):
        key, custom = rng.randbytes(rng.randint(bits // 8, 200)), rng.randbytes(rng.randint(0, 40))
        message, size = rng.randbytes(rng.randint(0, 400)), rng.randint(8, 400)
        h = Kmac(bits, 8 * size, key=key, custom=custom)
        h.update(message)
        assert h.digest() == kmac.new(key=key, data=message, mac_len=size, custom=custom).digest()
        plain = CShake(bits, 8 * size, custom=custom + b"1")
        plain.update(message)
        assert plain.digest() == cshake.new(data=message, custom=custom + b"1").read(size)


def test_encodings() -> None:
    assert [left_encode(x).hex() for x in (0, 255, 256, 1 << 16)] == [
        *("0100", "01ff", "020100", "03010000"),
    ]
    assert right_encode(1 << 16).hex() == "01000003"
    assert bytepad(b"", 8) == b"\1\x08" + bytes(6)
    with pytest.raises(ArgumentError, match="x must be in"):
        left_encode(-1)


def test_what_is_wrong() -> None:
    with pytest.raises(ArgumentError, match="security_bits must be 128 or 256, got 224"):
        Kmac(224, 256, key=b"key")
    with pytest.raises(ArgumentError, match="digest_bits must be a positive multiple of 8, got 9"):
        Kmac(128, 9, key=b"key")
    with pytest.raises(ArgumentError, match="cSHAKE128 needs a function_name or custom"):
        CShake(128, 256)


def test_manners() -> None:
    def code(message: bytes) -> bytes:
        h = Kmac(128, 256, key=b"key")
        h.update(message)
        return h.digest()

    h = Kmac(128, 256, key=b"key")
    assert (h.name, h.digest_size, h.block_size) == ("kmac128", 32, 168)
    check_manners(h, b"some", b" more", code(b"some"), code(b"some more"))
