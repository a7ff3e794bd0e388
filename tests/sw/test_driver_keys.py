# SPDX-License-Identifier: Apache-2.0
"""The C driver with keys and parameters: BLAKE2, BLAKE3, keyed hashes, authenticated ciphers."""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import blake3
import pytest
from Crypto.Hash import KMAC128, KMAC256
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt
from tests.sw.driving import (
    CAPACITY,
    FUNCTION,
    OK,
    PARAMETER,
    PATIENCE,
    REFUSED,
    STRICT,
    run,
    sent,
)

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import find
from gatehash.models.blake3 import context_key as context_key_of
from gatehash.paths import sw_root


def test_keys_salts_and_digests_of_any_length() -> None:
    """Those of BLAKE2; what is too long is refused before anything is sent."""
    rng = random.Random("blake2s")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]
    for size, key_bytes, short in ((32, 0, 8), (1, 32, 0), (20, 1, 3), (31, 17, 8)):
        values: dict[str, Any] = {
            "key": rng.randbytes(key_bytes),
            "salt": rng.randbytes(short),
            "person": rng.randbytes(8 - short),
        }
        for length in (0, 5, 64, 130):
            message = rng.randbytes(length)
            given = {name: value or None for name, value in values.items()}
            commands.append(
                sent(None, message, function="blake2s-256", digest_bits=8 * size, values=given)
            )
            wanted = hashlib.blake2s(message, digest_size=size, **values)
            expected.append(["0", wanted.hexdigest(), "0"])
    # A key of no bytes is not taken for no key.
    for values in ({"key": bytes(33)}, {"key": b""}, {"salt": bytes(9)}, {"person": bytes(9)}):
        commands.append(sent(None, b"abc", function="blake2s-256", values=values))
        expected.append(["-5", ".", "0"])
    for digest_bits in (4, 12, 264):
        commands.append(sent(None, b"abc", function="blake2s-256", digest_bits=digest_bits))
        expected.append(["-5", ".", "0"])
    assert run("blake2s-mc-1", commands) == expected


def test_modes_and_parts_of_blake3() -> None:
    """Each function is one message; a derived key is made of two."""
    rng = random.Random("blake3")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]
    key, context = rng.randbytes(32), "gatehash, a driver's context"
    derived = blake3.blake3(b"", derive_key_context=context)
    context_key = context_key_of(context.encode())

    def send(function: str, message: bytes, size: int, wanted: bytes, **values: Any) -> None:
        commands.append(sent(None, message, function=function, digest_bits=8 * size, values=values))
        expected.append(["0", wanted.hex(), "0"])

    for length in (0, 64, 1025, 2048):
        message = rng.randbytes(length)
        for size, number in ((32, 0), (1, 7), (150, 2**40)):
            plain, keyed = blake3.blake3(message), blake3.blake3(message, key=key)
            counter = number.to_bytes(8, "little")
            part = {"seek": 64 * number}
            send("blake3", message, size, plain.digest(size, **part), counter=counter)
            send(
                "blake3-keyed", message, size, keyed.digest(size, **part), counter=counter, key=key
            )
    send("blake3-context", context.encode(), 32, context_key)
    send("blake3-material", b"", 40, derived.digest(40), key=context_key)
    for values in ({"key": bytes(31)}, {"key": bytes(33)}, {}):
        commands.append(sent(None, b"abc", function="blake3-keyed", values=values))
        expected.append(["-5", ".", "0"])
    assert run("blake3-mc-1", commands) == expected


def test_keyed_hash() -> None:
    """Keys of any length, held and used again; what is wrong with a key, or its absence."""
    name, message = "hmac-sha-256", random.Random("keyed hash").randbytes(150)

    def command(**values: Any) -> str:
        return sent(None, message, function=name, values=values)

    keys = [bytes(range(1, 1 + size)) for size in (3, 64, 65, 200)]
    commands = [f"O 1 0 {PATIENCE}", *(command(key=key) for key in keys)]
    commands += [command(key=keys[0], held=True), command(held=True, again=True)]
    commands += [command(again=True)]
    digests = [hmac.digest(key, message, "sha256").hex() for key in keys]
    said = run("sha256-lut-hmac", commands)
    assert [each[:2] for each in said[1:]] == [
        [str(OK), digest] for digest in (*digests, *[digests[0]] * 3)
    ]
    wrong = [
        command(),
        command(held=True),
        command(key=keys[1], salt=bytes(16)),
        # Nothing is held, at first and behind a message that does not hold, or that failed.
        command(again=True),
        command(key=keys[1]),
        command(again=True),
        command(key=keys[1], held=True),
        command(key=keys[1], again=True),
        sent(None, message, function=name, values={"again": True}, capacity=1),
        command(again=True),
        command(key=keys[1], held=True),
        "O 0 0 1000",
        command(again=True),
        command(key=keys[1]),
    ]
    statuses = [int(status) for status, *_ in run("sha256-lut-hmac", [f"O 0 0 {PATIENCE}", *wrong])]
    failures = [PARAMETER, OK, PARAMETER, CAPACITY, PARAMETER, OK, OK, PARAMETER, OK]
    assert statuses == [OK, *[PARAMETER] * 4, OK, *failures]
    for value in ("held", "again"):
        plain = sent(None, message, function="sha-256", values={value: True})
        said = run("sha256-lut", [f"O 0 0 {PATIENCE}", plain])
        assert [int(status) for status, *_ in said] == [OK, PARAMETER]


@pytest.mark.large
@pytest.mark.parametrize(
    ("name", "function", "hash_name"),
    [
        ("sha256-lut-hmac", "hmac-sha-224", "sha224"),
        ("sha512-bram-hmac", "hmac-sha-384", "sha384"),
        ("sha512-bram-hmac", "hmac-sha-512", "sha512"),
        ("sha512-bram-hmac", "hmac-sha-512/224", "sha512_224"),
        ("sha512-bram-hmac", "hmac-sha-512/256", "sha512_256"),
        ("sha3-x1-mac", "hmac-sha3-224", "sha3_224"),
        ("sha3-x1-mac", "hmac-sha3-384", "sha3_384"),
        ("sha3-x1-mac", "hmac-sha3-512", "sha3_512"),
    ],
)
def test_long_keys(name: str, function: str, hash_name: str) -> None:
    """The driver hashes a key that is longer than a block, of all lengths around its padding."""
    block = hashlib.new(hash_name).block_size
    rng = random.Random(function)
    keys = [rng.randbytes(size) for size in (block, *range(block + 1, 3 * block, 5), 2 * block)]
    commands = [sent(None, b"abc", function=function, values={"key": key}) for key in keys]
    said = run(name, [f"O 0 0 {PATIENCE}", *commands], function=function)
    assert [digest for _, digest, _ in said[1:]] == [
        hmac.digest(key, b"abc", hash_name).hex() for key in keys
    ]


def _key_hash(tmp_path: Path) -> Callable[[str, bytes], bytes]:
    """Compile the driver's hash of long keys as a library; return it."""
    made = tmp_path / "keys.so"
    (tmp_path / "keys.c").write_text(
        '#include "gatehash.c"\n'
        "size_t hash_key(unsigned function, const uint8_t *key, size_t length, uint8_t *digest)\n"
        "{ return gatehash_hash_key(function, table[function].digest_bits, key, length, digest);"
        "}\n"
    )
    undefined = "-fsanitize=undefined -fno-sanitize-recover=all"
    words = ["gcc", *STRICT.split(), "-Wno-missing-prototypes", *undefined.split(), "-shared"]
    include = f"-I{sw_root()}"
    subprocess.run(
        [*words, "-fPIC", include, str(tmp_path / "keys.c"), "-o", str(made)], check=True
    )
    library = ctypes.CDLL(str(made))

    def digest(function: str, key: bytes) -> bytes:
        answer = ctypes.create_string_buffer(64)
        size = library.hash_key(
            FUNCTION_NUMBERS[function], key, ctypes.c_size_t(len(key)), ctypes.byref(answer)
        )
        return answer.raw[:size]

    return digest


def test_software_hash_of_long_keys_is_that_of_hashlib(tmp_path: Path) -> None:
    rng = random.Random("keys")
    digest = _key_hash(tmp_path)
    for function in [*FUNCTION_NUMBERS][:10]:
        name = function.replace("sha-512/", "sha512_").replace("sha-", "sha").replace("-", "_")
        block = hashlib.new(name).block_size
        for size in (0, 1, *range(block - 18, block + 3), 2 * block - 1, 2 * block, 1000):
            key = rng.randbytes(size)
            assert digest(function, key) == hashlib.new(name, key).digest(), (function, size)


@pytest.mark.parametrize(
    ("name", "function", "sizes"),
    [
        ("sha3-x1-mac", "hmac-sha3-256", (3, 136, 137)),
        pytest.param("sha3-x1-mac", "kmac128", (32, 163), marks=pytest.mark.large),
        pytest.param(
            *("skein256-x4-mac", "skein-mac-256-256", (1, 31, 32)), marks=pytest.mark.large
        ),
        ("skein-mc-mac", "skein-mac-1024-1024", (1, 128)),
    ],
)
def test_blocks_before_a_message(name: str, function: str, sizes: tuple[int, ...]) -> None:
    """Configurations with constants around a key, which is held and used again; wrong lengths."""
    message = random.Random(function).randbytes(150)
    keys = [bytes(range(1, 1 + size)) for size in sizes]
    wrong = b"" if function.startswith("hmac") else bytes(max(sizes) + 1)

    def command(**values: Any) -> str:
        return sent(None, message, function=function, values=values)

    def code(key: bytes) -> str:
        h = find(name).job(function, {"key": key}).model()
        h.update(message)
        return h.digest().hex()

    commands = [*(command(key=key) for key in keys), command(key=keys[0], held=True)]
    commands += [command(held=True, again=True), command(again=True), command(key=wrong)]
    commands += [command(), command(again=True), command(key=keys[0])]
    said = run(name, [f"O 1 0 {PATIENCE}", *commands], function=function)[1:]
    statuses = [int(status) for status, *_ in said]
    assert statuses == [*[OK] * (len(keys) + 3), *[PARAMETER] * 3, OK]
    answers = [digest for status, digest, *_ in said if int(status) == OK]
    assert answers == [*map(code, keys), *[code(keys[0])] * 4]


def test_a_head_that_is_a_constant() -> None:
    """SHAKE on the hardware of KMAC; cSHAKE's strings are not the driver's."""
    message, key = bytes(range(150)), bytes(range(32))
    commands = [
        sent(None, message, function="cshake128"),
        sent(None, message, function="kmac128", values={"key": key}),
        sent(None, message, function="cshake128", values={"custom": b"x"}),
        sent(None, message, function="cshake128"),
    ]
    said = run("sha3-x1-mac", [f"O 1 0 {PATIENCE}", *commands], function="kmac128")[1:]
    assert [int(status) for status, *_ in said] == [OK, OK, PARAMETER, OK]
    shake = hashlib.shake_128(message).hexdigest(32)
    code = KMAC128.new(key=key, data=message, mac_len=32).hexdigest()
    assert [said[number][1] for number in (0, 1, 3)] == [shake, code, shake]


def test_keys_that_a_design_does_not_hold() -> None:
    """A design with a key for each message refuses to hold one of a function that others hold."""
    key, custom = bytes(range(32)), b"My Tagged Application"
    values = {"key": key, "custom": custom}
    commands = [
        sent(None, b"abc", function="kmac256", digest_bits=328, values={**values, **more})
        for more in ({}, {"held": True}, {"again": True}, {"key": b""})
    ]
    said = run("sha3-mc-mac", [f"O 1 0 {PATIENCE}", *commands], function="kmac256")[1:]
    assert [int(status) for status, *_ in said] == [OK, *[PARAMETER] * 3]
    code = KMAC256.new(key=key, data=b"abc", mac_len=41, custom=custom).hexdigest()
    assert said[0][1] == code


def test_authenticated_ciphers() -> None:
    """Tags with associated data; of a message whose tag is wrong nothing is left."""
    rng = random.Random("aead")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]

    def send(name: str, message: bytes, answer: str, status: int = OK, **values: Any) -> None:
        commands.append(sent(None, message, function=name, values=values))
        expected.append([str(status), answer, "0"])

    for name, nonce_bytes in (("chacha20-poly1305", 12), ("xchacha20-poly1305", 24)):
        for size, ad_bytes in ((0, 0), (1, 3), (63, 8), (150, 21)):
            values: dict[str, Any] = {"key": rng.randbytes(32)}
            values["nonce"] = rng.randbytes(nonce_bytes)
            ad, message = rng.randbytes(ad_bytes), rng.randbytes(size)
            if nonce_bytes == 12:
                sealed = ChaCha20Poly1305(values["key"]).encrypt(values["nonce"], message, ad)
            else:
                sealed = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    message, ad, values["nonce"], values["key"]
                )
            send(name, message, sealed.hex(), ad=ad or None, **values)
            send(name, sealed, message.hex() or ".", ad=ad, decrypt=True, **values)
            wrong = bytes((sealed[0] ^ 1, *sealed[1:]))
            send(name, wrong, "00" * max(1, size), REFUSED, ad=ad, decrypt=True, **values)
        send(name, b"abc", ".", PARAMETER, key=bytes(32), nonce=bytes(nonce_bytes - 1))
        send(name, b"abc", ".", PARAMETER, key=bytes(31), nonce=bytes(nonce_bytes))
        send(name, bytes(15), "00", REFUSED, decrypt=True, **values)
    send("chacha20-ietf", b"abc", ".", FUNCTION, key=bytes(32), nonce=bytes(12), ad=b"ad")
    assert run("chacha20-poly1305-mc-1", commands) == expected
