# SPDX-License-Identifier: Apache-2.0
"""Skein against the paper's vectors, an independent library and its own structure."""

from __future__ import annotations

import hashlib
import json
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.models import skein as model
from gatehash.models import threefish

VECTORS = Path(__file__).parents[1] / "vectors"
PUBLISHED: dict[str, Any] = json.loads((VECTORS / "skein_v1_3.json").read_text())
FROZEN: dict[str, Any] = json.loads((VECTORS / "skein_pyskein.json").read_text())
STATES = (256, 512, 1024)
NO_ORACLE = "pyskein needs Python.h to build; the frozen vectors still ran"


def sizes(vector: dict[str, Any]) -> str:
    return "-".join(str(value) for value in vector.values() if isinstance(value, int))


def words_hex(data: bytes) -> list[str]:
    return [f"{word:016x}" for word in threefish.words_from_bytes(data)]


@pytest.mark.parametrize("vector", PUBLISHED["initial_chaining"]["vectors"], ids=sizes)
def test_published_initial_chaining(vector: dict[str, Any]) -> None:
    start = model.initial_chaining(vector["state_bits"] // 8, vector["digest_bits"])
    assert words_hex(start) == vector["words"]


@pytest.mark.parametrize("vector", PUBLISHED["hash"]["vectors"], ids=sizes)
def test_published_hash(vector: dict[str, Any]) -> None:
    message = bytes(255 - i for i in range(vector["message_bytes"]))
    digest = model.skein(vector["state_bits"], message, vector["digest_bits"])
    assert digest.hex() == vector["digest"]


@pytest.mark.parametrize("vector", PUBLISHED["known_answer"]["vectors"])
def test_published_known_answer(vector: dict[str, Any]) -> None:
    digest = model.skein(
        vector["state_bits"],
        bytes.fromhex(vector["message"]),
        vector["digest_bits"],
        key=bytes.fromhex(vector["key"]),
    )
    assert digest.hex() == vector["digest"]


@pytest.mark.parametrize(
    "vector",
    [v for group in ("lengths", "digest_bits", "mac") for v in FROZEN[group]["vectors"]],
    ids=sizes,
)
def test_frozen(vector: dict[str, Any]) -> None:
    digest = model.skein(
        vector["state_bits"],
        bytes((7 * i + 3) & 255 for i in range(vector["message_bytes"])),
        vector["digest_bits"],
        key=bytes((5 * i + 1) & 255 for i in range(vector["key_bytes"])),
    )
    assert 8 * len(digest) == vector["digest_bits"]
    if "digest" in vector:
        assert digest.hex() == vector["digest"]
    else:
        assert hashlib.sha256(digest).hexdigest() == vector["digest_sha256"]


def test_frozen_vectors_are_what_pyskein_gives() -> None:
    pytest.importorskip("skein", reason=NO_ORACLE)
    build: Callable[[], dict[str, Any]] = runpy.run_path(str(VECTORS / "make_skein_pyskein.py"))[
        "build"
    ]
    fresh = build()
    for group in (*fresh.values(), *FROZEN.values()):
        del group["provenance"]  # It names the version of pyskein.
    assert fresh == FROZEN


def test_pyskein() -> None:
    oracle = pytest.importorskip("skein", reason=NO_ORACLE)
    rng = random.Random(20101001)
    for state in STATES:
        for _ in range(12):
            message = rng.randbytes(rng.randrange(3 * state // 8))
            key = rng.randbytes(rng.choice((0, rng.randrange(3 * state // 8))))
            bits = 8 * rng.randrange(1, 3 * state // 8)
            expected = getattr(oracle, f"skein{state}")(message, digest_bits=bits, key=key)
            assert model.skein(state, message, bits, key=key) == expected.digest()


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(STATES),
    st.lists(st.binary(max_size=150), max_size=6),
    st.binary(max_size=70),
    st.sampled_from((8, 256, 520)),
)
def test_pieces_equal_whole(state: int, pieces: list[bytes], key: bytes, bits: int) -> None:
    h = model.Skein(state, bits, key=key)
    for piece in pieces:
        h.update(piece)
    assert h.digest() == model.skein(state, b"".join(pieces), bits, key=key)


@pytest.mark.parametrize("state", STATES)
def test_every_cut_near_the_block_edges(state: int) -> None:
    block = state // 8
    message = bytes(i & 255 for i in range(2 * block + 1))
    for length in (block - 1, block, block + 1, 2 * block, 2 * block + 1):
        expected = model.skein(state, message[:length])
        for cut in {0, 1, block - 1, min(block, length), length - 1, length}:
            h = model.Skein(state)
            h.update(message[:cut])
            h.update(message[cut:length])
            assert h.digest() == expected


def test_hashlib_manners() -> None:
    h = model.Skein(1024, 384)
    assert (h.name, h.digest_size, h.block_size) == ("skein-1024-384", 48, 128)
    assert model.Skein(256).name == "skein-256-256"
    before, after = (model.skein(1024, text, 384) for text in (b"a" * 200, b"a" * 200 + b"b"))
    check_manners(h, b"a" * 200, b"b", before, after)


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2]])
def test_only_bytes_are_hashed(wrong: Any) -> None:
    with pytest.raises(TypeError):
        model.Skein(256).update(wrong)


@pytest.mark.parametrize("state", STATES)
def test_at_most_one_block_waits(state: int) -> None:
    h = model.Skein(state)
    for length in (1, state // 8 - 1, 1, 1000, state // 8, 0, 5 * state // 8):
        h.update(bytes(length))
        assert 0 < len(h._rest) <= h.block_size


def test_configuration_layout() -> None:
    # Skein 1.3, table 7.
    assert model.configuration(0x0102030405060708).hex() == (
        "53484133010000000807060504030201" + "00" * 16
    )


@pytest.mark.parametrize("state_bytes", [32, 64, 128])
def test_ubi_equation(state_bytes: int) -> None:
    # Three blocks, the last one partial, written out as in section 3.4 with 128-bit tweaks.
    start = bytes(range(state_bytes))
    message = bytes(range(100, 100 + state_bytes)) * 2 + b"tail"
    chain = start
    for i, flags in enumerate((1 << 126, 0, 1 << 127)):
        block = message[i * state_bytes : (i + 1) * state_bytes].ljust(state_bytes, b"\0")
        tweak = (model.TYPE_NON << 120) + min(len(message), (i + 1) * state_bytes) + flags
        cipher = threefish.encrypt(chain, tweak.to_bytes(16, "little"), block)
        chain = bytes(c ^ m for c, m in zip(cipher, block, strict=True))
    assert model.ubi(start, message, model.TYPE_NON) == chain


def test_tweak_position_has_96_bits() -> None:
    last = 2**96 - 1
    t0, t1 = model.tweak_words(last, model.TYPE_MSG, first=False, final=True)
    assert t0 == 2**64 - 1
    assert t1 == 0xB000_0000_FFFF_FFFF
    t0, t1 = model.tweak_words(2**64, model.TYPE_OUT, first=True, final=False)
    assert (t0, t1) == (0, 0x7F00_0000_0000_0001)


def test_digest_length_is_part_of_the_hash() -> None:
    assert model.skein(512, b"", 256) != model.skein(512, b"", 512)[:32]


def test_types() -> None:
    # Skein 1.3, table 6.
    assert [
        getattr(model, f"TYPE_{name}")
        for name in ("KEY", "CFG", "PRS", "PK", "KDF", "NON", "MSG", "OUT")
    ] == [0, 4, 8, 12, 16, 20, 48, 63]


DIGEST_RANGE = r"digest_bits must be a multiple of 8 in 8\.\.2\*\*64-8, got "
ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: model.Skein(384), r"state_bits must be 256, 512 or 1024, got 384"),
    (lambda: model.skein(0, b""), r"state_bits must be 256, 512 or 1024, got 0"),
    (lambda: model.skein(256, b"", 0), DIGEST_RANGE + "0"),
    (lambda: model.skein(256, b"", 12), DIGEST_RANGE + "12"),
    (lambda: model.configuration(-8), DIGEST_RANGE + "-8"),
    (lambda: model.configuration(2**64), DIGEST_RANGE + str(2**64)),
    (lambda: model.output(bytes(32), 7), DIGEST_RANGE + "7"),
    (lambda: model.output(bytes(16), 8), r"length of G must be 32, 64 or 128 bytes, got 16"),
    (lambda: model.ubi(b"", b"", 0), r"length of G must be 32, 64 or 128 bytes, got 0"),
    (lambda: model.ubi(bytes(32), b"", 64), r"type_ must be in 0\.\.63, got 64"),
    (lambda: model.initial_chaining(256, 256), r"state_bytes must be 32, .* got 256"),
    (
        lambda: model.tweak_words(2**96, 0, first=True, final=True),
        r"position must be in 0\.\.2\*\*96-1, got",
    ),
]


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=range(len(ERRORS)))
def test_errors_name_parameter_value_and_range(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
