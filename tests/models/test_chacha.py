# SPDX-License-Identifier: Apache-2.0
"""ChaCha against published vectors, Bouncy Castle and pycryptodome.

Frozen vectors carry Bouncy Castle, which is not in Python; pycryptodome, where it is installed, is
asked again on random data.
"""

from __future__ import annotations

import json
import random
import runpy
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.refusals import refused

from gatehash.models import chacha as model

VECTORS = Path(__file__).parents[1] / "vectors"
PUBLISHED: list[dict[str, Any]] = json.loads((VECTORS / "chacha_strombergson.json").read_text())[
    "keystreams"
]["vectors"]
FROZEN: list[dict[str, Any]] = json.loads((VECTORS / "chacha_bouncycastle.json").read_text())[
    "keystreams"
]["vectors"]
SCRIPT: dict[str, Any] = runpy.run_path(str(VECTORS / "make_chacha_bouncycastle.py"))
NO_ORACLE = "pycryptodome is not installed; the frozen vectors still ran"
KEY, NONCE = bytes(range(32)), bytes(range(100, 108))
LAST = 2**64 - 1


def name(vector: dict[str, Any]) -> str:
    return f"{vector.get('test', vector.get('counter'))}-{vector['rounds']}"


@pytest.mark.parametrize("vector", PUBLISHED, ids=name)
def test_published_keystream(vector: dict[str, Any]) -> None:
    key, nonce = bytes.fromhex(vector["key"]), bytes.fromhex(vector["nonce"])
    for counter, block in enumerate(vector["keystream"]):
        assert model.chacha_block(key, nonce, counter, vector["rounds"]).hex() == block
    whole = "".join(vector["keystream"])
    stream = model.chacha_xor(bytes(len(whole) // 2), key, nonce, rounds=vector["rounds"])
    assert stream.hex() == whole


def test_published_vectors_are_all_there() -> None:
    cases = {(vector["test"], vector["rounds"]) for vector in PUBLISHED}
    assert cases == {(f"TC{n}", rounds) for n in range(1, 9) for rounds in model.ROUNDS}


def test_published_block_with_high_counter() -> None:
    # RFC 8439, section 2.3.2: the first word of its nonce is the high word of the counter here.
    nonce = bytes.fromhex("000000090000004a00000000")
    counter = 1 | int.from_bytes(nonce[:4], "little") << 32
    state = model.initial_state(KEY, nonce[4:], counter)
    assert " ".join(f"{word:08x}" for word in state) == (
        "61707865 3320646e 79622d32 6b206574 03020100 07060504 0b0a0908 0f0e0d0c "
        "13121110 17161514 1b1a1918 1f1e1d1c 00000001 09000000 4a000000 00000000"
    )
    for _ in range(10):
        state = model.double_round(state)
    assert " ".join(f"{word:08x}" for word in state) == (
        "837778ab e238d763 a67ae21e 5950bb2f c4f2d0c7 fc62bb2f 8fa018fc 3f5ec7b7 "
        "335271c2 f29489f3 eabda8fc 82e46ebd d19c12b4 b04e16de 9e83d0cb 4e3c50a2"
    )
    assert model.initial_state(KEY, nonce, 1) == model.initial_state(KEY, nonce[4:], counter)
    assert model.chacha_block(KEY, nonce, 1) == model.chacha_block(KEY, nonce[4:], counter)
    assert model.chacha_block(KEY, nonce[4:], counter).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_published_encryption() -> None:
    # RFC 8439, section 2.4.2.
    text = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        b"future, sunscreen would be it."
    )
    secret = model.chacha_xor(text, KEY, bytes.fromhex("0000004a00000000"), counter=1)
    assert secret == model.chacha_xor(text, KEY, bytes(4) + bytes.fromhex("0000004a00000000"), 1)
    assert secret.hex() == (
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
        "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
        "5af90bbf74a35be6b40b8eedf2785e42874d"
    )


def test_published_quarter_round_of_a_state() -> None:
    # RFC 8439, section 2.2.1: words 2, 7, 8 and 13.
    words = (0x516461B1, 0x2A5F714C, 0x53372767, 0x3D631689)
    assert model.quarter_round(*words) == (0xBDB886DC, 0xCFACAFD2, 0xE46BEA80, 0xCCC07C79)


@pytest.mark.parametrize("vector", FROZEN, ids=name)
def test_bouncy_castle(vector: dict[str, Any]) -> None:
    key, nonce = bytes.fromhex(vector["key"]), bytes.fromhex(vector["nonce"])
    counter, rounds, stream = vector["counter"], vector["rounds"], vector["keystream"]
    size = len(stream) // 2
    assert model.chacha_xor(bytes(size), key, nonce, counter, rounds).hex() == stream
    for n in range(size // model.BLOCK_BYTES):
        block = model.chacha_block(key, nonce, counter + n, rounds).hex()
        assert block == stream[128 * n : 128 * n + 128], n


def test_frozen_vectors_cover_the_carry_and_the_end() -> None:
    for rounds in model.ROUNDS:
        counters = {vector["counter"] for vector in FROZEN if vector["rounds"] == rounds}
        assert {2**32 - 2, 2**32 - 1, 2**32, 2**64 - 4} <= counters


def test_frozen_vectors_are_what_pycryptodome_gives() -> None:
    pytest.importorskip("Crypto.Cipher.ChaCha20", reason=NO_ORACLE)
    for vector in FROZEN:
        if vector["rounds"] == 20:
            key, nonce = bytes.fromhex(vector["key"]), bytes.fromhex(vector["nonce"])
            stream = SCRIPT["second_keystream"](key, nonce, vector["counter"], 256)
            assert stream.hex() == vector["keystream"]


@pytest.mark.parametrize(("nonce_bytes", "counter_bits"), [(8, 64), (12, 32)])
def test_pycryptodome_on_random_data(nonce_bytes: int, counter_bits: int) -> None:
    reference = pytest.importorskip("Crypto.Cipher.ChaCha20", reason=NO_ORACLE)
    rng = random.Random(20)
    for _ in range(40):
        key, nonce = rng.randbytes(32), rng.randbytes(nonce_bytes)
        text, counter = rng.randbytes(rng.randrange(300)), rng.getrandbits(counter_bits)
        cipher = reference.new(key=key, nonce=nonce)
        cipher.seek(64 * counter)
        assert model.chacha_xor(text, key, nonce, counter) == cipher.encrypt(text)


def test_double_round_is_the_definition() -> None:
    # The words are the rows of a square; a diagonal is a column after row i has turned left by i.
    rng = random.Random(2008)

    def columns(square: list[list[int]]) -> list[list[int]]:
        mixed = [model.quarter_round(*(row[j] for row in square)) for j in range(4)]
        return [[column[i] for column in mixed] for i in range(4)]

    def turn(square: list[list[int]], by: int) -> list[list[int]]:
        return [[row[(j + by * i) % 4] for j in range(4)] for i, row in enumerate(square)]

    for _ in range(10):
        x = [rng.getrandbits(32) for _ in range(16)]
        square = columns([x[at : at + 4] for at in range(0, 16, 4)])
        square = turn(columns(turn(square, 1)), -1)
        assert model.double_round(x) == tuple(word for row in square for word in row)


def test_quarter_round_is_the_definition() -> None:
    rng = random.Random(31)

    def left(x: int, n: int) -> int:
        text = f"{x:032b}"
        return int(text[n:] + text[:n], 2)

    for _ in range(50):
        a, b, c, d = words = [rng.getrandbits(32) for _ in range(4)]
        for of_d, of_b in ((16, 12), (8, 7)):
            a = (a + b) % 2**32
            d = left(d ^ a, of_d)
            c = (c + d) % 2**32
            b = left(b ^ c, of_b)
        assert model.quarter_round(*words) == (a, b, c, d)


def test_more_rounds_are_another_cipher() -> None:
    assert len({model.chacha_block(KEY, NONCE, 0, rounds) for rounds in model.ROUNDS}) == 3


@pytest.mark.parametrize("rounds", model.ROUNDS)
def test_every_length_is_a_prefix(rounds: int) -> None:
    text = random.Random(rounds).randbytes(130)
    whole = model.chacha_xor(text, KEY, NONCE, 2**32 - 1, rounds)
    for length in range(131):
        assert model.chacha_xor(text[:length], KEY, NONCE, 2**32 - 1, rounds) == whole[:length]


@settings(deadline=None, max_examples=30)
@given(st.binary(max_size=200), st.integers(0, 2**64 - 5), st.sampled_from(model.ROUNDS))
def test_decryption_is_encryption(text: bytes, counter: int, rounds: int) -> None:
    secret = model.chacha_xor(text, KEY, NONCE, counter, rounds)
    assert model.chacha_xor(secret, KEY, NONCE, counter, rounds) == text


def test_last_block_can_be_used() -> None:
    block = model.chacha_block(KEY, NONCE, LAST)
    assert model.chacha_xor(bytes(64), KEY, NONCE, LAST) == block
    assert model.chacha_xor(b"", KEY, NONCE, LAST) == b""
    assert model.chacha_xor(bytes(65), KEY, NONCE, LAST - 1)[64:] == block[:1]


def test_wide_elements_are_bytes() -> None:
    words = array("Q", range(1, 10))
    wide = model.chacha_xor(memoryview(words), memoryview(words)[:4], memoryview(words)[:1])
    data = words.tobytes()
    assert wide == model.chacha_xor(data, data[:32], data[:8])


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_encrypted(wrong: Any) -> None:
    for arguments in ((wrong, KEY, NONCE), (b"", wrong, NONCE), (b"", KEY, wrong)):
        with pytest.raises(TypeError):
            model.chacha_xor(*arguments)


ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.double_round([0] * 4), r"x must be 16 words, got 4"),
    (lambda: model.initial_state(bytes(16), NONCE, 0), r"key must be 32 bytes, got 16"),
    (lambda: model.chacha_block(KEY[:31], NONCE, 0), r"key must be 32 bytes, got 31"),
    (lambda: model.chacha_block(KEY, bytes(13), 0), r"nonce must be 8, 12 or 24 bytes, got 13"),
    (lambda: model.chacha_block(KEY, bytes(12), 2**32), r"counter must be in 0..2\*\*32-1, got"),
    (
        lambda: model.chacha_xor(bytes(129), KEY, bytes(12), 2**32 - 2),
        r"data must be at most 128 bytes from counter 4294967294, .* pass 2\*\*32-1; got 129 bytes",
    ),
    (lambda: model.chacha_block(KEY, NONCE, 0, 10), r"rounds must be 8, 12 or 20, got 10"),
    (lambda: model.chacha_block(KEY, NONCE, -1), r"counter must be in 0\.\.2\*\*64-1, got -1"),
    (
        lambda: model.chacha_block(KEY, NONCE, LAST + 1),
        r"counter must be in 0\.\.2\*\*64-1, got 18446744073709551616",
    ),
    (lambda: model.chacha_xor(b"", b"", NONCE), r"key must be 32 bytes, got 0"),
    (lambda: model.chacha_xor(b"", KEY, b""), r"nonce must be 8, 12 or 24 bytes, got 0"),
    (lambda: model.chacha_xor(b"", KEY, NONCE, 0, 16), r"rounds must be 8, 12 or 20, got 16"),
    (lambda: model.chacha_xor(b"", KEY, NONCE, LAST + 1), r"counter must be in .* got 1844"),
    (
        lambda: model.chacha_xor(bytes(65), KEY, NONCE, LAST),
        r"data must be at most 64 bytes from counter 18446744073709551615, .* got 65 bytes",
    ),
    (
        lambda: model.chacha_xor(bytes(129), KEY, NONCE, LAST - 1, 8),
        r"data must be at most 128 bytes from counter 18446744073709551614, .* got 129 bytes",
    ),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], text: str) -> None:
    with refused(text):
        call()
