# SPDX-License-Identifier: Apache-2.0
"""Hash objects on hardware and on models beside those of :mod:`hashlib`."""

import copy
import hashlib
import io
import os
import pickle
import random
import re
from array import array
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from tests.models.manners import check_manners

import gatehash
from gatehash import models
from gatehash.errors import ArgumentError, GatehashError, RefusedError
from gatehash.spool import Spool

NAME = "skein512-x8"
CHACHA: dict[str, Any] = {"key": bytes(32), "nonce": bytes(8)}
engines = pytest.mark.parametrize("engine", ["rtl", "model"])


def digest(message: bytes) -> bytes:
    return gatehash.new(NAME, message, engine="model").digest()


@engines
def test_manners(engine: Any) -> None:
    h = gatehash.new(NAME, engine=engine)
    check_manners(h, b"some", b" more", digest(b"some"), digest(b"some more"))


NOT_BYTES: list[Any] = [5, 1.5, [1, 2], "text", None, object(), {1}]


@engines
@pytest.mark.parametrize("wrong", NOT_BYTES, ids=lambda given: type(given).__name__)
def test_what_is_not_bytes_is_refused(engine: Any, wrong: Any) -> None:
    with pytest.raises(TypeError):
        hashlib.sha512().update(wrong)
    for call in (
        lambda: gatehash.new(NAME, wrong, engine=engine),
        lambda: gatehash.new(NAME, engine=engine).update(wrong),
        lambda: gatehash.crypt("chacha-mc-1", "chacha8", wrong, engine=engine, **CHACHA),
    ):
        with pytest.raises(TypeError, match=r"bytes-like object is required, not|text must be enc"):
            call()


MODELS: list[Callable[[], Any]] = [
    lambda: models.Blake(256),
    lambda: models.Phash(),
    lambda: models.Sha512(),
    lambda: models.Skein(256),
    lambda: models.Whirlpool(),
]


@pytest.mark.parametrize("make", MODELS)
def test_models_refuse_the_same(make: Callable[[], Any]) -> None:
    h = make()
    h.update(b"a")
    before = h.digest()
    for wrong in NOT_BYTES:
        with pytest.raises(TypeError):
            h.update(wrong)
    with pytest.raises(BufferError):
        h.update(memoryview(b"abcdef")[::2])
    check_refused_copies(h)
    twin = h.copy()
    twin.update(b"b")
    assert h.digest() == before


def check_refused_copies(h: Any) -> None:
    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=f"cannot pickle '{type(h).__name__}' object"):
            refused(h)


@engines
def test_only_its_own_method_copies(engine: Any) -> None:
    check_refused_copies(gatehash.new(NAME, b"abc", engine=engine))


# What hashlib makes of a buffer, with items of several bytes, of several dimensions, not in order.
BUFFERS: list[Any] = [
    array("I", [1, 2, 3]),
    memoryview(array("d", [1.5])),
    memoryview(bytes(range(12))).cast("B", (3, 4)),
    memoryview(bytes(range(12)))[::2],
    memoryview(bytes(range(12)))[::-1],
    memoryview(bytes(range(12)))[2:7],
    np.arange(6, dtype="u2").reshape(2, 3),
    np.zeros((0, 3)),
    bytearray(b"abc"),
]


@engines
@pytest.mark.parametrize("buffer", BUFFERS, ids=range(len(BUFFERS)))
def test_buffers(engine: Any, buffer: Any) -> None:
    def attempt(call: Callable[[], bytes]) -> bytes | type[Exception]:
        try:
            return call()
        except (BufferError, TypeError) as error:
            return type(error)

    taken = attempt(lambda: hashlib.sha512(buffer).digest())
    content = taken if isinstance(taken, type) else memoryview(buffer).tobytes()
    assert attempt(lambda: gatehash.new(NAME, buffer, engine=engine).digest()) == (
        content if isinstance(content, type) else digest(content)
    )
    # And as many bytes come back from a cipher.
    sealed = attempt(
        lambda: gatehash.crypt("chacha-mc-1", "chacha8", buffer, engine=engine, **CHACHA)
    )
    assert sealed == (
        content
        if isinstance(content, type)
        else gatehash.crypt("chacha-mc-1", "chacha8", content, engine="model", **CHACHA)
    )


@engines
def test_numbers_are_integers(engine: Any) -> None:
    for bits in (224.0, "224", b"224"):
        with pytest.raises(TypeError, match="digest_bits must be an integer, got"):
            gatehash.new(NAME, digest_bits=bits, engine=engine)  # type: ignore[arg-type]
    h = gatehash.new("skein512-x1", digest_bits=np.int64(224), engine=engine)  # type: ignore[arg-type]
    assert h.name == "skein-512-224"
    wrong: Any = 224.0
    for call in (
        lambda: models.Skein(512, wrong),
        lambda: models.Skein(512.0),  # type: ignore[arg-type]
        lambda: models.Sha512(384.0),  # type: ignore[arg-type]
        lambda: models.Blake(wrong),
    ):
        with pytest.raises(TypeError):
            call()


def test_key_salt_and_counter_have_their_types() -> None:
    key: Any = "k" * 32
    for given in ({**CHACHA, "key": key}, {**CHACHA, "counter": 1.0}):
        with pytest.raises(TypeError):
            gatehash.crypt("chacha-mc-1", "chacha8", b"", **given)
    with pytest.raises(TypeError):
        gatehash.new("blake32-mc-1", algorithm="blake-256", salt="s" * 16)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gatehash.new(5), "name must be a str, not 'int'"),  # type: ignore[arg-type]
        (lambda: gatehash.find([]), "design must be a str, not 'list'"),  # type: ignore[arg-type]
        (
            lambda: gatehash.new("skein-mc", algorithm=5),  # type: ignore[arg-type]
            "algorithm must be a str, not 'int'",
        ),
        (
            lambda: gatehash.new(NAME, engine=None),  # type: ignore[arg-type]
            "engine must be a str, not 'NoneType'",
        ),
        (
            lambda: gatehash.new(NAME, netlist=0),  # type: ignore[arg-type]
            "netlist must be a str, not 'int'",
        ),
        (
            lambda: gatehash.crypt("chacha-mc-1", b"chacha8", b""),  # type: ignore[arg-type]
            "algorithm must be a str, not 'bytes'",
        ),
    ],
)
def test_names_are_text(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        call()


@pytest.mark.parametrize("digits", ["\u0665", "\u00b2", "05", "5_0", "9" * 5000, " 5", "+5"])
def test_names_have_digits_of_ascii(digits: str) -> None:
    with pytest.raises(GatehashError, match="unknown design"):
        gatehash.find(f"phash-{digits}")
    with pytest.raises(GatehashError, match="has no hash function"):
        gatehash.new("skein-mc", algorithm=f"skein-512-{digits}")


def test_netlist_is_looked_at_first() -> None:
    for call in (
        lambda: gatehash.new(NAME, netlist="xc4v"),
        lambda: gatehash.crypt("chacha-mc-1", "chacha8", b"", netlist="", **CHACHA),
    ):
        with pytest.raises(GatehashError, match=r"no netlist can be simulated .*: xc6v, ecp5"):
            call()


# On the RTL its simulator is built for it alone; tests of PHASH are about such messages.
@pytest.mark.parametrize("engine", [pytest.param("rtl", marks=pytest.mark.large), "model"])
def test_messages_that_come_padded(engine: Any) -> None:
    h = gatehash.new("phash-1", bytes(112), prepadded=True, engine=engine)
    assert h.digest() == models.Phash(bytes(112), padded=True).digest()
    h.update(b"x")
    with pytest.raises(RefusedError, match="phash-1 refuses the message: 113 bytes; the message m"):
        h.digest()
    h.update(bytes(111))
    assert h.digest() == models.Phash(bytes(112) + b"x" + bytes(111), padded=True).digest()


WRONG: list[Callable[[], object]] = [
    lambda: models.Skein(100),
    lambda: models.Sha512(100),
    lambda: models.Blake(100),
    lambda: models.Phash(padded=True).digest(),
    lambda: models.chacha.chacha_block(b"", bytes(8), 0),
    lambda: models.threefish.encrypt(b"", b"", b""),
    lambda: models.whirlpool.sub_bytes(b""),
    lambda: models.padding.pad_rest(models.PaddingRule(8, True, 1, False), b"", 32),
    lambda: models.ThreefishBlocks(bytes(31), bytes(16)).update(bytes(31)),
    lambda: models.ChaChaStream(bytes(31), bytes(8)).update(bytes(64)),
]


@pytest.mark.parametrize("call", WRONG, ids=range(len(WRONG)))
def test_models_raise_one_error(call: Callable[[], object]) -> None:
    """It is a ValueError, as Python's own functions raise, and the library's error as well."""
    with pytest.raises(ArgumentError, match=r"\w+ must be .*, got ") as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, GatehashError)


def test_long_message_in_a_file() -> None:
    """Digests in its middle, and copies that share it and go their own way."""
    chance = random.Random("long")
    content = chance.randbytes(3 << 20)
    h: Any = hashlib.file_digest(io.BytesIO(content), cast(Any, lambda: gatehash.new(NAME)))
    whole = gatehash.new(NAME, content).digest()
    assert h.digest() == whole
    twin = h.copy()
    more, other = chance.randbytes(1 << 20), chance.randbytes(1 << 20)
    twin.update(more)
    h.update(other)
    assert twin.digest() == gatehash.new(NAME, content + more).digest()
    assert h.digest() == gatehash.new(NAME, content + other).digest()
    assert h.digest() != twin.digest()


def test_spools_that_share_files() -> None:
    """A tree of copies, each with what was appended to it and to those it comes from."""
    chance = random.Random("spools")
    spools = [(Spool(), b"")]
    for _ in range(60):
        at = chance.randrange(len(spools))
        spool, content = spools[at]
        if chance.random() < 0.3:
            spools.append((spool.copy(), content))
            continue
        more = chance.randbytes(chance.choice((0, 10, 1 << 19, 3 << 20)))
        spool.append(memoryview(more))
        spools[at] = (spool, content + more)
    assert any(len(content) > 8 << 20 for _, content in spools)
    for spool, content in spools:
        for _ in range(2):
            assert b"".join(spool.pieces()) == content
        assert len(spool) == len(content)


def test_no_room_for_a_long_message(monkeypatch: pytest.MonkeyPatch) -> None:
    h = gatehash.new(NAME, b"abc")
    with monkeypatch.context() as broken:
        broken.setattr("tempfile.tempdir", "/no/such/folder")
        with pytest.raises(GatehashError, match=r"No such file or directory; set TMPDIR to a fold"):
            h.update(bytes(2 << 20))
    assert h.digest() == digest(b"abc")

    def full(*_: object) -> int:
        raise OSError(28, os.strerror(28))

    long = gatehash.new(NAME, bytes(2 << 20))
    before = long.digest()
    with monkeypatch.context() as broken:
        broken.setattr(os, "pwrite", full)
        with pytest.raises(GatehashError, match="No space left on device; set TMPDIR"):
            long.update(bytes(2 << 20))
    assert long.digest() == before


@pytest.mark.parametrize("wrong", [{"key": 32}, {"nonce": 5}])
def test_secrets_are_no_numbers(wrong: dict[str, Any]) -> None:
    """A length in the place of a key is no key; a counter may be a number."""
    given: dict[str, Any] = {"key": bytes(32), "nonce": bytes(8), "counter": 3, **wrong}
    with pytest.raises(TypeError, match="bytes-like"):
        gatehash.crypt("chacha-mc-1", "chacha8", b"abc", engine="model", **given)
