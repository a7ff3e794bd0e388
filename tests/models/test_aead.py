# SPDX-License-Identifier: Apache-2.0
"""ChaCha20-Poly1305 and XChaCha20-Poly1305 against published vectors and other libraries."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.poly1305 import Poly1305 as OtherPoly1305
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt

from gatehash.errors import GatehashError, RefusedError
from gatehash.models.aead import Opened, Sealed
from gatehash.models.chacha import hchacha20
from gatehash.models.poly1305 import PRIME, poly1305

FOLDER = Path(str(files("cryptography_vectors"))) / "ciphers" / "ChaCha20Poly1305"


NAMES = {"iv": "nonce", "aad": "ad", "plaintext": "in", "ciphertext": "ct"}


def vectors() -> list[dict[str, bytes]]:
    """Those of OpenSSL, with the ones of RFC 8439 and RFC 7634, and of BoringSSL."""
    found: list[dict[str, bytes]] = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text().splitlines():
            label, equals, value = (part.strip() for part in line.partition("="))
            name = NAMES.get(label.lower(), label.lower())
            if name == "count":
                found.append({})
            elif equals and name != "result":
                text = value.startswith('"')
                found[-1][name] = value[1:-1].encode() if text else bytes.fromhex(value)
            elif equals:
                # Its tag is wrong.
                found[-1]["refused"] = b""
    return found


def sealed(key: bytes, nonce: bytes, message: bytes, ad: bytes = b"", pieces: int = 64) -> bytes:
    model = Sealed(key, nonce, ad)
    answer = b""
    for at in range(0, len(message), pieces):
        model.update(message[at : at + pieces])
        answer += model.take()
    return answer + model.digest()


def opened(key: bytes, nonce: bytes, message: bytes, ad: bytes = b"", pieces: int = 64) -> bytes:
    model = Opened(key, nonce, ad)
    answer = b""
    for at in range(0, len(message), pieces):
        model.update(message[at : at + pieces])
        answer += model.take()
    return answer + model.digest()


def test_published() -> None:
    assert len(vectors()) == 71
    assert sum("refused" in each for each in vectors()) == 1
    for each in vectors():
        whole = each["ct"] + each["tag"]
        if "refused" in each:
            with pytest.raises(RefusedError):
                opened(each["key"], each["nonce"], whole, each["ad"])
            continue
        assert sealed(each["key"], each["nonce"], each["in"], each["ad"]) == whole
        assert opened(each["key"], each["nonce"], whole, each["ad"]) == each["in"]


def test_published_xchacha() -> None:
    # draft-irtf-cfrg-xchacha-03, sections 2.2.1 and A.3.1.
    nonce = bytes.fromhex("000000090000004a0000000031415927")
    subkey = "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
    assert hchacha20(bytes(range(32)), nonce).hex() == subkey
    message = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        b"future, sunscreen would be it."
    )
    key, nonce = bytes(range(0x80, 0xA0)), bytes(range(0x40, 0x58))
    answer = sealed(key, nonce, message, bytes.fromhex("50515253c0c1c2c3c4c5c6c7"))
    assert answer[:16].hex() == "bd6d179d3e83d43b9576579493c0e939"
    assert answer[-16:].hex() == "c0875924c1c7987947deafd8780acf49"


@given(key=st.binary(min_size=32, max_size=32), message=st.binary(max_size=70))
def test_poly1305(key: bytes, message: bytes) -> None:
    assert poly1305(key, message) == OtherPoly1305.generate_tag(key, message)


@pytest.mark.parametrize("start", [0, 1, 4, 5, PRIME - 2, PRIME - 1, 2**128 - 1, 2**128 - 2**64])
@pytest.mark.parametrize("r", [0, 1, 2, 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF])
def test_poly1305_where_the_sum_is_reduced(start: int, r: int) -> None:
    """Sums about the modulus and 2**128, which random keys do not meet."""
    key = r.to_bytes(16, "little") + b"\xff" * 16
    for block in (start % 2**128).to_bytes(16, "little"), b"\xff" * 16, bytes(16):
        for message in (block, block * 2, block + b"\xff" * 15, b"\xfb" + b"\xff" * 15 + block):
            assert poly1305(key, message) == OtherPoly1305.generate_tag(key, message)


@settings(max_examples=50)
@given(data=st.data())
def test_other_libraries(data: st.DataObject) -> None:
    key, ad = data.draw(st.binary(min_size=32, max_size=32)), data.draw(st.binary(max_size=40))
    message, pieces = data.draw(st.binary(max_size=200)), data.draw(st.integers(1, 90))
    nonce = data.draw(st.binary(min_size=12, max_size=12))
    whole = ChaCha20Poly1305(key).encrypt(nonce, message, ad)
    assert sealed(key, nonce, message, ad, pieces) == whole
    assert opened(key, nonce, whole, ad, pieces) == message
    longer = data.draw(st.binary(min_size=24, max_size=24))
    whole = crypto_aead_xchacha20poly1305_ietf_encrypt(message, ad, longer, key)
    assert sealed(key, longer, message, ad, pieces) == whole
    assert opened(key, longer, whole, ad, pieces) == message


def test_a_bit_that_is_wrong_is_noticed() -> None:
    """As another library notices each."""
    key, nonce, ad, message = bytes(range(32)), bytes(12), b"ad", b"some text"
    other = ChaCha20Poly1305(key)
    whole = other.encrypt(nonce, message, ad)
    for bit in range(8 * len(whole)):
        wrong = bytearray(whole)
        wrong[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidTag):
            other.decrypt(nonce, bytes(wrong), ad)
        with pytest.raises(RefusedError, match="the tag is wrong"):
            opened(key, nonce, bytes(wrong), ad)
    for other_nonce, other_ad in ((b"\1" + bytes(11), ad), (nonce, b"aD"), (nonce, b"ad\0")):
        with pytest.raises(RefusedError):
            opened(key, other_nonce, whole, other_ad)


def test_what_is_wrong() -> None:
    with pytest.raises(GatehashError, match="nonce must be 12 or 24 bytes, got 8"):
        Sealed(bytes(32), bytes(8))
    with pytest.raises(GatehashError, match="key must be 32 bytes, got 31"):
        Opened(bytes(31), bytes(12))
    with pytest.raises(RefusedError):
        opened(bytes(32), bytes(12), bytes(15))
